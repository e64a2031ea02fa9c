"""The result as the table declares it (FF-6), and the secrecy of hands."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.freeform.board import DECLARED, NOBODY, WINNERS, catalogue_of
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand, score
from tablescribe.domain.table.table import Table


def result(opening: Setting, table: Table) -> Result | None:
    """Return the declared result."""
    declared = table.text(WINNERS)
    if not declared:
        return None
    winners = () if declared == NOBODY else tuple(int(seat) for seat in declared.split(","))
    return Result(DECLARED, "FF-6", winners, tuple(table.number(score(s)) for s in opening.all_seats))


def secrets(opening: Setting, table: Table) -> Iterator[Secret]:
    """Yield the hands: only their seats see them."""
    for seat in opening.all_seats:
        for deck in catalogue_of(opening).decks:
            yield Secret(hand(seat), deck, frozenset({seat}))


def hidden_values(opening: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield nothing, as there are no hidden values."""
    yield from ()
