"""Understanding a typed line, against listing all legal actions: `python -m tests.benchmarks.understanding`.

Random matches are played. After each move, a short sentence for a legal action is typed: once as the first line of a
session, once in a session that has understood the previous lines. Medians of processor time, against
listing all legal actions of the same state; and how many of the offered actions are decided.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from tablescribe.cli.table.matching import short_sentence
from tablescribe.cli.table.situation import Situation
from tests.benchmarks.readings import keep
from tests.domain.random_play import open_match, random_move

GAMES = {"root": 4, "robinson": 2, "tomb_raider": 2, "ultime": 3, "expeditions": 2, "morris": 2}
"""Games with their numbers of seats, except those with a shorthand of their own."""

STATES, FEWEST = 400, 10
"""Maximum number of states of a match, and minimum number of offers in each."""


def timed(do: Callable[[], object], times: int = 3) -> float:
    """Return the least processor seconds of a call."""
    took = []
    for _ in range(times):
        began = time.process_time()
        do()
        took.append(time.process_time() - began)
    return min(took)


def measured(game: str, seats: int) -> tuple[float, float, float, int]:
    """Return the median seconds of listing, and of understanding first and later lines; and the number of offers."""
    choose = random.Random(game)
    match = open_match(game, seats, choose=choose)
    later = Situation(match, "everything")
    took: list[tuple[float, float, float, int]] = []
    for _ in range(STATES):
        random_move(match, choose)
        if match.is_over:
            break
        seat, later = match.to_act[0], later.after(match)
        now = Situation(match, "everything")
        if len(now.offered(seat)) < FEWEST or not (legal := now.legal(seat)):
            continue
        words = short_sentence(choose.choice(legal), legal).split()
        took.append((
            timed(lambda seat=seat: Situation(match, "everything").legal(seat)),  # type: ignore[misc]
            timed(lambda seat=seat, words=words: Situation(match, "everything").fitting_alone(words, seat)),  # type: ignore[misc]
            timed(lambda now=later, seat=seat, words=words: now.fitting_alone(words, seat), times=1),  # type: ignore[misc]
            len(now.offered(seat)),
        ))  # fmt: skip
    listing, first, again, offers = zip(*took, strict=True)
    return (*map(statistics.median, (listing, first, again)), round(statistics.median(offers)))


def main() -> None:
    """Measure and print the ratios."""
    print("a typed line understood, against listing all that is legal")
    for game, seats in GAMES.items():
        listing, first, again, offers = measured(game, seats)
        what = f"a typed line understood, against listing all that is legal: {game}"
        keep(f"{what}, the first", first / listing, better="less")
        keep(f"{what}, later ones", again / listing, better="less")
        print(f"  {game:12} {offers:4.0f} offers   listing {listing * 1000:6.2f} ms   "
              f"the first line {first / listing:5.2f} ×   later ones {again / listing:5.2f} ×")  # fmt: skip


if __name__ == "__main__":
    main()
