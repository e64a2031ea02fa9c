"""A short list of what is often done; everything else can be said as well."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game import Action, Opening
from domain.games.freeform.actions import Draw, Finish, Pass, Roll
from domain.games.freeform.board import TURN, WINNERS, catalogue_of
from domain.table import Table


def to_act(opening: Opening, table: Table) -> tuple[int, ...]:
    """Return the seat whose turn it is. Others may act as well: whose moment it is, the table knows (FF-1)."""
    return (table.number(TURN),)


def decline(opening: Opening, table: Table) -> None:
    """There are no windows in a game without rules."""


def offers(opening: Opening, table: Table, seat: int) -> Iterator[Action]:
    """Yield the dice, the decks, the end of the turn, and the end of the game."""
    if table.get(WINNERS) is not None:
        return
    yield from (Roll(die=die) for die in catalogue_of(opening).dice)
    yield from (Draw(deck=deck) for deck in catalogue_of(opening).decks)
    yield Pass()
    yield from (Finish(winners=(winner,)) for winner in range(1, opening.seats + 1))
