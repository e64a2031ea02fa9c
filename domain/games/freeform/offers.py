"""A short list of what is often done; everything else can be said as well."""

from __future__ import annotations

from collections.abc import Iterator

from domain.action import Action
from domain.games.freeform.actions import Draw, Finish, Pass, Roll
from domain.games.freeform.board import TURN, WINNERS, catalogue_of
from domain.setting import Setting
from domain.table import Table


def in_turn(opening: Setting, table: Table) -> tuple[int, ...]:
    """Return the seat whose turn it is. Others may act as well: whose moment it is, the table knows (FF-1)."""
    return (table.number(TURN),)


def offers(opening: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the dice, the decks, the end of the turn, and the end of the game."""
    if table.get(WINNERS) is not None:
        return
    yield from (Roll(die=die) for die in catalogue_of(opening).dice)
    yield from (Draw(deck=deck) for deck in catalogue_of(opening).decks)
    yield Pass()
    yield from (Finish(winners=(winner,)) for winner in opening.all_seats)
