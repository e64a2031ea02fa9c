"""The table drawn: the tunnels, the test that is being made, each raider's rows, the viewer's hand. Own drawings."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.panels import cards, raiders, tests, texts, tunnels
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.scene import Panel
from tablescribe.domain.table.table import Table


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the map, the turn, the hand, the location of who acts with the test there, and each raider."""
    seats = sorted(setting.all_seats, key=lambda seat: seat != viewer)
    return [
        tunnels.tunnels(setting, table),
        tests.turn(setting, table),
        *texts.texts(setting, table),
        *tests.here(setting, table),
        *([raiders.hand_panel(setting, table, viewer)] if viewer is not None else []),
        *(raiders.raider_panel(setting, table, seat) for seat in seats),
    ]


def face(setting: Setting, piece: str) -> Panel | None:
    """Return the face of a card, or the back of what lies face down; what was declared is not in it."""
    return cards.face(setting, piece)
