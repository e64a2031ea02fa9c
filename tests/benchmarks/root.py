"""The speed of Root: legal actions in the busiest Daylight of a match, audits, and replays of logs.

python -m tests.benchmarks.root
"""

from __future__ import annotations

import random
import statistics
import time

from tablescribe.domain.games import opening
from tablescribe.domain.games.root import bot
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions, to_act
from tablescribe.domain.table.table import Table
from tablescribe.replays.auditing.audit import audit
from tests.benchmarks.readings import keep
from tests.domain.kit import SEED, again, carry_on
from tests.support import STAMP

LOOKS = 40
SEATS, FACTIONS = 6, ("VGEALD", "CHPKOE")
"""Two matches of six seats by the bot, which together have every faction."""

MOST = 400
"""Moves after which a match is cut off."""


def played(number: int, factions: str) -> Match:
    """Return a sealed match by the bot."""
    choose = random.Random(number)
    fixed = opening("root", SEATS, {"factions": factions, "deck": "exiles"})
    people = [Seat(f"s{n}", "c") for n in range(SEATS)]
    match = Match.open("m", fixed, people, STAMP, chance="sealed", seed=SEED)
    while not match.is_over and match.head < MOST:
        seat = match.to_act[0]
        carry_on(match, seat, bot.choose(fixed, match.table, seat, choose.randrange), choose)
    return match


def busiest(match: Match) -> tuple[Table, int, int]:
    """Return the table with most offers to the seat in turn, that seat, and the number of offers."""
    cursor, most = match.line.beginning(), (Table(), 0, 0)
    for number in range(1, len(match.moves), 3):
        cursor.go_to(number)
        seat = to_act(match.opening, cursor.table)[0]
        offered = len(list(match.opening.game.offers(match.opening, cursor.table, seat)))
        if offered > most[2]:
            most = cursor.table.copy(), seat, offered
    return most


def main() -> None:
    """Play matches to their end, then measure."""
    matches = [played(number, factions) for number, factions in enumerate(FACTIONS, start=1)]
    for match in matches:
        table, seat, offered = busiest(match)
        found, times = [], list[float]()
        for _ in range(LOOKS):
            begun = time.process_time()
            found = list(legal_actions(match.opening, table, seat))
            times.append(time.process_time() - begun)
        each = statistics.median(times) * 1000
        keep(
            f"what is legal for a seat, the busiest turn: Root, {offered} offers",
            each,
            unit="ms",
            better="less",
            goal=20,
        )
        print(f"busiest turn: {len(found)} of {offered} offers are legal, in {each:.1f} ms")
    moves = sum(match.head for match in matches)
    for what in ("first", "again"):
        begun = time.process_time()
        for match in matches:
            assert audit(match).clean
        audited = moves / (time.process_time() - begun)
        keep(f"moves decided again by the audit: Root, {what}", audited, unit="/s", goal=5000)
        print(f"audit, {what}: {audited:,.0f} moves a second")
    begun = time.process_time()
    for _ in range(LOOKS):
        for match in matches:
            assert again(match).table == match.table
    took = (time.process_time() - begun) / LOOKS
    print(f"replay: logs of {moves} moves in {took * 1000:.1f} ms, {moves / took:,.0f} moves a second")


if __name__ == "__main__":
    main()
