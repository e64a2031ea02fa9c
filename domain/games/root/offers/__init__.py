"""Whose turn it is, and what may be said then: too much is filtered by the rules, too little is a defect."""

from __future__ import annotations

from collections.abc import Iterator

from domain.action import Action
from domain.games.root.actions import Leave, Take
from domain.games.root.board import TURN, options_of
from domain.setting import Setting
from domain.table import Table


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seats that decide next where no window is open."""
    return (table.number(TURN),)


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield what a seat may do."""
    yield from (Take(stones=n) for n in range(1, options_of(setting).most + 1))
    yield Leave()
