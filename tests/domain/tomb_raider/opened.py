"""Open matches of Tomb Raider: a level, a number of raiders, and the dice."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.opening import Opening
from tests.support import STAMP

SEED = b"tomb raider tomb raider tomb rai"
PEOPLE = [Seat(f"r{n}", "c") for n in range(1, 10)]

THIRTY = "2 068; 2 071; 2 069; 2 072; 2 074; 2 021; 2 057; 2 078; 2 046; 2 051; 2 052; 2 054; 2 062; 2 059; 2 060"
"""A draw deck of thirty cards, two of each."""


def opened(
    level: str | None, seats: int, *outcomes: Outcome, chance: str = "table", catalogue: Any = None, **options: Any
) -> Match:
    """Open a match; if entrances are rolled for, seat 1 rolls highest unless outcomes are given."""
    fixed = opening("tomb_raider", seats, {**options, **({"level": level} if level else {})}, catalogue)
    return _opened(fixed, outcomes, chance)


def _opened(fixed: Opening, outcomes: tuple[Outcome, ...], chance: str) -> Match:
    people = PEOPLE[: fixed.seats]
    if chance == "sealed":
        return Match.open("m", fixed, people, STAMP, chance=chance, seed=SEED)
    return Match.open("m", fixed, people, STAMP, chance=chance, outcomes=outcomes)


def lies(match: Match, zone: str) -> dict[str, int]:
    """Return what lies in a zone now."""
    return dict(match.table.zones.get(zone, {}))


def pool(match: Match, deck: str) -> set[str]:
    """Return the numbers of the cards that may be in a deck."""
    return {card.partition(":")[2] for card in match.table.zones.get(f"unseen:{deck}", {}) if card[0] != "?"}


SIXTY = (
    f"{THIRTY}; 2 053; 2 055; 2 056; 2 061; 2 063; 2 066; 2 067; 2 070; 2 058; 2 022; 2 024; 2 048; 2 049; 2 073; 2 023"
)
"""A draw deck of sixty cards, two of each."""
