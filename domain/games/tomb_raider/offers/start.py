"""Candidate actions before the first turn (TR-22, TR-25)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.tomb_raider.actions.start import ChooseEntrance, KeepCard, TakeHand
from tablescribe.domain.games.tomb_raider.board import ENTRANCE, FIRST_HAND, draw_deck
from tablescribe.domain.games.tomb_raider.rules.start import free_entrances
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.hand import could_hold
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, deck
from tablescribe.domain.table.table import Table


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the entrances with room, and the cards of the seat's deck for the first hand."""
    asked = table.get(AWAITS)
    if asked == ENTRANCE:
        yield from (ChooseEntrance(space=space) for space in free_entrances(setting, table))
    elif asked == FIRST_HAND:
        yield TakeHand()
        mine = draw_deck(seat)
        yield from (KeepCard(card=card) for card in could_hold(table, deck(mine), mine))
