"""Robinson Crusoe: the busiest placement, whole games by the bot, and their audit.

`python -m tests.benchmarks.robinson`
"""

from __future__ import annotations

import random
import time

from tablescribe.domain.games import revive
from tablescribe.domain.games.robinson.bot import choose as sensible
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Play
from tablescribe.replays.auditing.audit import audit
from tests.benchmarks.readings import keep
from tests.domain.random_play import open_match, play
from tests.domain.robinson.table import given

GAMES = 12
LOOKS = 60


def busiest() -> Match:
    """Return a table of four with many options: half the island explored, many resources, many inventions."""
    stock = {seat: {"wood": 6, "fur": 3, "food": 4} for seat in (1, 2, 3, 4)}
    return given(
        seats=4,
        tiles={1: 1, 4: 8, 5: 2, 8: 3},
        stock=stock,
        items={1: ["rope", "knife", "fire"]},
        on_board=["lantern", "moat", "raft", "belts", "wall"],
        hunting=3,
        levels={"shelter:1": 1, "determination:1": 9},
        more=lend_helpers,
    )


def lend_helpers(play: Play) -> None:
    """Give seat 1 neutral pawns."""
    for work in ("build", "explore", "hunt"):
        play.move(f"helper:{work}", 1, "supply", "pawns:1")


def main() -> None:
    """Measure and print."""
    print("Robinson Crusoe, one core")
    table = busiest()
    began = time.process_time()
    for _ in range(LOOKS):
        legal = list(legal_actions(table.opening, table.table, 1))
    seconds = (time.process_time() - began) / LOOKS
    print(
        f"  the busiest placement: {len(legal)} legal actions in {seconds * 1000:.1f} ms, {len(legal) / seconds:,.0f}/s"
    )
    began, matches = time.process_time(), []
    for number in range(GAMES):
        choose = random.Random(number)
        match = open_match("robinson", 2 + number % 3)
        while not match.is_over:
            seat = match.to_act[0]
            play(match, seat, sensible(match.opening, match.table, seat, choose.randrange), choose)
        matches.append(match)
    seconds, moves = time.process_time() - began, sum(match.head for match in matches)
    print(f"  whole games by the bot             {GAMES / seconds:7.1f} games/s   {moves / seconds:9,.0f} moves/s")
    began = time.process_time()
    for match in matches:
        assert audit(match).clean
    audited = moves / (time.process_time() - began)
    keep("moves decided again by the audit: Robinson Crusoe", audited, unit="/s", goal=5000)
    print(f"  moves decided again by the audit                      {audited:9,.0f} moves/s")
    began = time.process_time()
    for match in matches:
        assert revive(match._pending) is not None
    print(
        f"  moves replayed from their facts                       {moves / (time.process_time() - began):9,.0f} moves/s"
    )


if __name__ == "__main__":
    main()
