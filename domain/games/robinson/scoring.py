"""The result of a match, and its hidden information."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.robinson.board import BEAST, DISCOVERY, ENDING, HUNTING, INVENTION, TILE, winner
from tablescribe.domain.games.robinson.marks import knows, look
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table

RULE_OF = {"objective": "RC-S3", "last_one_standing": "RC-S1", "last_round": "RC-S2", "all_dead": "RC-S1"}
"""The rule of each ending."""


def result(setting: Setting, table: Table) -> Result | None:
    """Return the winners and the kind of ending (RC-S1 to RC-S3)."""
    ending = table.get(ENDING)
    if ending is None:
        return None
    winners = tuple(seat for seat in setting.all_seats if table.get(winner(seat)))
    scores = tuple(table.number(f"score:{seat}") for seat in setting.all_seats)
    return Result(str(ending), RULE_OF.get(str(ending), ""), winners, scores)


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield cards being looked at, and cards in a known order at the top or bottom of a deck (RC-B80, RC-B82)."""
    for seat in setting.all_seats:
        yield from (Secret(look(seat), deck, frozenset({seat})) for deck in (TILE, BEAST, INVENTION, DISCOVERY))
    for deck in (TILE, BEAST, INVENTION):
        for zone in (*table.zones_of(f"top:{deck}:"), *table.zones_of(f"bottom:{deck}:")):
            knower = table.number(knows(zone))
            yield Secret(zone, deck, frozenset({knower} if knower else ()))
    yield Secret(HUNTING, BEAST, frozenset())


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield the values hidden from a seat: there are none."""
    yield from ()
