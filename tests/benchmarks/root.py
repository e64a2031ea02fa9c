"""How fast Root is: what is legal in a middle-game position, moves re-decided by the audit, whole logs replayed.

python -m tests.benchmarks.root
"""

from __future__ import annotations

import random
import time

from tablescribe.domain.games import opening
from tablescribe.domain.games.root import bot
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.replays.auditing.audit import audit
from tests.benchmarks.readings import keep
from tests.domain.kit import again, carry_on
from tests.support import STAMP

MOVES, LOOKS = 60, 40


def main() -> None:
    """Play the first moves of a match of four by the bot, then measure."""
    choose = random.Random(1)
    fixed = opening("root", 4, {"factions": "CEAL"})
    match = Match.open("m", fixed, [Seat(f"s{n}", "c") for n in range(4)], STAMP)
    for _ in range(MOVES):
        seat = match.to_act[0]
        carry_on(match, seat, bot.choose(fixed, match.table, seat, choose.randrange), choose)
    (seat, *_), begun = match.to_act, time.perf_counter()
    found = sum(len(list(legal_actions(fixed, match.table, seat))) for _ in range(LOOKS))
    took = time.perf_counter() - begun
    keep(
        "what is legal for a seat, a middle game of four: Root", took / LOOKS * 1000, unit="ms", better="less", goal=20
    )
    print(f"legal actions: {found // LOOKS} in {took / LOOKS * 1000:.1f} ms, {found / took:.0f} a second")
    begun = time.perf_counter()
    assert audit(match).clean
    audited = match.head / (time.perf_counter() - begun)
    keep("moves decided again by the audit: Root", audited, unit="/s", goal=5000)
    print(f"audit: {audited:.0f} moves a second")
    while not match.is_over:
        seat = match.to_act[0]
        carry_on(match, seat, bot.choose(fixed, match.table, seat, choose.randrange), choose)
    begun = time.perf_counter()
    for _ in range(LOOKS):
        assert again(match).table == match.table
    took = time.perf_counter() - begun
    print(f"replay: a log of {match.head} moves in {took / LOOKS * 1000:.1f} ms, {LOOKS / took:.0f} a second")


if __name__ == "__main__":
    main()
