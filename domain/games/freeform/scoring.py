"""The end as the table declares it (FF-6), and who sees which hand."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game import Opening, Result, Secret
from domain.games.freeform.board import WINNERS, catalogue_of, hand, score
from domain.table import Table


def result(opening: Opening, table: Table) -> Result | None:
    """Return the declared result."""
    declared = table.text(WINNERS)
    if not declared:
        return None
    winners = () if declared == "nobody" else tuple(int(seat) for seat in declared.split(","))
    return Result("declared", "FF-6", winners, tuple(table.number(score(s)) for s in range(1, opening.seats + 1)))


def secrets(opening: Opening, table: Table) -> Iterator[Secret]:
    """Yield the hands: only their seats see them."""
    for seat in range(1, opening.seats + 1):
        for deck in catalogue_of(opening).decks:
            yield Secret(hand(seat), deck, frozenset({seat}))


def hidden_values(opening: Opening, table: Table, seat: int | None) -> Iterator[str]:
    """Nothing that is kept is hidden."""
    yield from ()
