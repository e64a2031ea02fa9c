"""Tomb Raider: legal actions in the middle game of four raiders, whole matches, and their audit.

`python -m tests.benchmarks.tomb_raider`
"""

from __future__ import annotations

import random
import time
from dataclasses import replace

from tablescribe.domain.games import game, revive
from tablescribe.domain.games.tomb_raider.bot import choose as sensible
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.replays.auditing.audit import audit
from tests.benchmarks.readings import keep
from tests.domain.kit import Kit, carry_on

MATCHES = 6
MIDDLE = 60
"""The middle game of four raiders begins after this many moves: the map is open, and all hold cards."""


def played(number: int, seats: int, most: int) -> Match:
    """Return a sealed match by the bot, with at most this many moves."""
    choose = random.Random(number)
    match = Kit(replace(game("tomb_raider"), seats=(seats,))).open(0, "sealed")
    while not match.is_over and match.head < most:
        seat = match.to_act[0]
        carry_on(match, seat, sensible(match.opening, match.table, seat, choose.randrange), choose)
    return match


def legal_in_the_middle(seconds: float = 3.0) -> tuple[float, float]:
    """Return how many legal actions are found a second, and how often a second all of them are listed."""
    match = played(1, 4, MIDDLE)
    asked = found = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        for seat in match.opening.all_seats:
            found += sum(1 for _ in legal_actions(match.opening, match.table, seat))
            asked += 1
    passed = time.process_time() - began
    return found / passed, asked / passed


def main() -> None:
    """Measure and print."""
    print("Tomb Raider, one core")
    found, asked = legal_in_the_middle()
    keep(
        "what is legal for a seat, a middle game of four: Tomb Raider", 1000 / asked, unit="ms", better="less", goal=20
    )
    print(f"  legal actions in a middle game of four         {found:9,.0f} actions/s   {asked:7,.0f} questions/s")
    began = time.process_time()
    matches = [played(number, 4, 10_000) for number in range(MATCHES)]
    seconds = time.process_time() - began
    moves = sum(match.head for match in matches)
    print(f"  whole matches of four by the bot               {MATCHES / seconds:9.1f} games/s")
    print(f"  moves chosen from all that are legal           {moves / seconds:9,.0f} moves/s")
    began = time.process_time()
    for match in matches:
        assert audit(match).clean
    audited = moves / (time.process_time() - began)
    keep("moves decided again by the audit: Tomb Raider", audited, unit="/s", goal=5000)
    print(f"  moves decided again by the audit               {audited:9,.0f} moves/s")
    began = time.process_time()
    for match in matches:
        assert revive(match._pending) is not None
    print(f"  moves replayed from their facts                {moves / (time.process_time() - began):9,.0f} moves/s")


if __name__ == "__main__":
    main()
