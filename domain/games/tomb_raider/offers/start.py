"""What may be said before the first turn (TR-22, TR-25)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.action import Action
from domain.games.tomb_raider.actions.start import ENTRANCE, FIRST_HAND, ChooseEntrance, KeepCard, TakeHand
from domain.games.tomb_raider.board import draw_deck
from domain.games.tomb_raider.rules.start import free_entrances
from domain.hand import could_hold
from domain.names import AWAITS, deck
from domain.setting import Setting
from domain.table import Table


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the entrances where there is room, and the cards of the own deck for the first hand."""
    asked = table.get(AWAITS)
    if asked == ENTRANCE:
        yield from (ChooseEntrance(space=space) for space in free_entrances(setting, table))
    elif asked == FIRST_HAND:
        yield TakeHand()
        mine = draw_deck(seat)
        yield from (KeepCard(card=card) for card in could_hold(table, deck(mine), mine))
