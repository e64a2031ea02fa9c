"""Candidate answers to the choices of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablescribe.domain.games.tomb_raider.actions.choosing import Choose, LeaveOrder, PutOnTop, Sink, Throw
from tablescribe.domain.games.tomb_raider.board import hand_cards
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table


def choice(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the things that the card can affect."""
    steps = due(table)
    if steps and steps[-1].do == "choice":
        yield from (Choose(what=one) for one in steps[-1].arguments["among"])


def throw(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the cards that can be discarded."""
    yield from (Throw(card=card) for card in hand_cards(table, seat))


def arrange(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the ways to put the cards back."""
    yield LeaveOrder()
    for place in range(1, 10):
        yield PutOnTop(place=place)
        yield Sink(place=place)


ANSWERS: dict[str, Callable[[Setting, Table, int], Iterator[Action]]] = {
    "choice": choice, "throw": throw, "arrange": arrange,
}  # fmt: skip
