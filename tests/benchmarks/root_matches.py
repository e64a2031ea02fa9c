"""Root: random matches and matches by the bot, with all combinations of options, and how they end.

`python -m tests.benchmarks.root_matches --random 1000 --bots 100`

The number of a match determines seats, factions, map, deck, set-up, options, source of chance, and each choice.
Each failure is named, and can be repeated alone: `--random 1 --first 17`. The script then fails.
Matches of only two Vagabonds are cut off: no rule ends them once their points have run out (see the room's README).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tablescribe.domain.games.root import GAME
from tablescribe.domain.games.root.bot import choose as sensible
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import may
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Table
from tablescribe.replays.auditing.audit import audit
from tests.domain.kit import MODES, SEED, carry_on, drawn
from tests.support import STAMP

LETTERS = "CEAVGLODPHK"
VALUES: dict[str, tuple[object, ...]] = {
    "map": ("autumn", "winter", "lake", "mountain"),
    "deck": ("standard", "exiles"),
    "setup": ("standard", "standard", "advanced"),
    "first_player": (1, None),
    "landmarks": (0, 0, 1, 2),
    "hirelings": (False, True),
    "draft": (True, False),
    "insurgents_for_two": (False, True),
    "autumn_markers": (False, True),
    "map_piece": (True, False),
    "ferry_draw": ("mover", "factions"),
    "hireling_pass": (True, False),
    "hireling_decay": ("all", "earlier"),
    "tie30": ("current", "clockwise"),
    "coalition_10": (True, False),
    "item_tracks": ("free", "forced"),
    "vagrant": ("pieces", "buildings"),
    "ronin_once": (False, True),
    "texts": ("printed", "updated"),
    "partisan_birds": ("discard", "keep"),
}
"""The values from which options are chosen; likelier values appear twice."""

Decide = Callable[[Match, random.Random], tuple[int, Action]]


@dataclass
class Tally:
    """The results of some matches.

    Attributes:
        ends: the number of each ending, including `cut off` and `FAILED`.
        factions: how often each faction was played.
        winners: how often each faction won.
        moves: of all matches together.
        seconds: likewise.
        longest: the greatest number of moves in one match.
    """

    ends: Counter[str] = field(default_factory=Counter)
    factions: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    seconds: float = 0.0
    longest: int = 0


def opened(number: int) -> Match:
    """Open the match with a number."""
    choose = random.Random(number)
    seats = choose.randint(2, 6)
    letters = choose.sample(LETTERS, seats)
    options = {name: choose.choice(values) for name, values in VALUES.items()}
    if "G" in letters and "V" not in letters:
        letters[choose.choice([n for n, one in enumerate(letters) if one != "G"])] = "V"
    opening = Opening(GAME, seats, GAME.options(**(options | {"factions": "".join(letters)})), GAME.catalogue)
    mode, people, told = MODES[number % len(MODES)], [Seat(f"r{n}", "c") for n in range(seats)], list[Outcome]()
    while True:
        source = {"seed": SEED} if mode == "sealed" else {"outcomes": told}
        try:
            return Match.open("m", opening, people, STAMP, chance=mode, **source)
        except NeedsOutcome as needs:
            told.append(drawn(choose, needs))


def at_random(match: Match, choose: random.Random) -> tuple[int, Action]:
    """Return a random action of a seat that may act."""
    opening, table = match.opening, match.table
    offered = [(seat, action) for seat in match.to_act for action in GAME.offers(opening, table, seat)]
    choose.shuffle(offered)
    for seat, action in offered:
        if may(opening, table, seat, action):
            return seat, action
    raise AssertionError(f"nobody can do anything: {table.values}")


def by_bot(match: Match, choose: random.Random) -> tuple[int, Action]:
    """Return the bot's action for the first seat that may act."""
    seat = match.to_act[0]
    return seat, sensible(match.opening, match.table, seat, choose.randrange)


def pieces(table: Table) -> int:
    """Return the number of pieces in all zones."""
    return sum(sum(zone.values()) for zone in table.zones.values())


def moves(match: Match, decide: Decide, choose: random.Random, longest: int) -> Iterator[int]:
    """Play a match to its end, or until it is cut off; yield the number of moves after each."""
    there = pieces(match.table)
    for n in range(1, longest + 1):
        if match.is_over:
            return
        carry_on(match, *decide(match, choose), choose)
        assert pieces(match.table) == there, "a piece came out of nothing or went there"
        yield n


def play(number: int, decide: Decide, tally: Tally, args: argparse.Namespace) -> None:
    """Play one match and count it."""
    began, n = time.perf_counter(), 0
    match: Match | None = None
    try:
        match = opened(number)
        for made in moves(match, decide, random.Random(number), args.longest):
            n = made
        if args.audit and number % args.audit == 0:
            assert audit(match).clean, "the audit finds something"
        end = ending(match)
    except Exception:
        end = "FAILED"
        print(f"match {number} failed after {n} moves: {match and match.opening.options}", file=sys.stderr)
        traceback.print_exc()
    tally.ends[end] += 1
    tally.moves, tally.longest = tally.moves + n, max(tally.longest, n)
    tally.seconds += time.perf_counter() - began
    if match is not None:
        count_factions(match, tally)
    if args.each and match is not None:
        print(f"  {number:5} {end:12} {n:5} moves {time.perf_counter() - began:6.1f} s  {scores(match)}", flush=True)


def ending(match: Match) -> str:
    """Return how a match ended."""
    return str(match.table.values.get("ending", "over")) if match.is_over else "cut off"


def count_factions(match: Match, tally: Tally) -> None:
    """Count the factions that played, and those that won."""
    for seat in match.opening.all_seats:
        faction = str(match.table.values.get(f"faction:{seat}", "?"))
        tally.factions[faction] += 1
        if match.is_over and match.table.values.get("winner") == seat:
            tally.winners[faction] += 1


def scores(match: Match) -> str:
    """Return each seat's faction and points."""
    values = match.table.values
    return " ".join(f"{values.get(f'faction:{s}', '?')}={values.get(f'score:{s}', 0)}" for s in match.opening.all_seats)


def told(what: str, tally: Tally) -> None:
    """Print the results of some matches."""
    total = tally.ends.total()
    if not total:
        return
    print(f"  {what}: {total} matches, {tally.moves} moves (at most {tally.longest}), {tally.seconds:.0f} s")
    print("    ended: " + ", ".join(f"{end} {n}" for end, n in tally.ends.most_common()))
    share = (f"{one} {tally.winners[one]}/{n}" for one, n in sorted(tally.factions.items()))
    print("    won/played: " + ", ".join(share))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=20, help="how many matches of random legal moves")
    parser.add_argument("--bots", type=int, default=5, help="how many matches of the bot")
    parser.add_argument("--first", type=int, default=1, help="the number of the first match of each kind")
    parser.add_argument("--longest", type=int, default=3000, help="moves after which a match is cut off")
    parser.add_argument("--audit", type=int, default=10, help="every which match is audited; 0: none")
    parser.add_argument("--each", action="store_true", help="print a line for each match")
    args = parser.parse_args()
    tallies = {"random": Tally(), "bot": Tally()}
    for number in range(args.first, args.first + args.random):
        play(number, at_random, tallies["random"], args)
    for number in range(args.first, args.first + args.bots):
        play(number, by_bot, tallies["bot"], args)
    print("Root, one core")
    for what, tally in tallies.items():
        told(what, tally)
    if any(tally.ends["FAILED"] for tally in tallies.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
