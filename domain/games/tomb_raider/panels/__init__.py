"""Drawings of the table: the level map, the current test, raiders' rows, the viewer's hand. All artwork is our own."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.panels import cards, raiders, tests, texts, tunnels
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.scene import Panel
from tablescribe.domain.table.table import Table


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the panels: map, turn, hand, the acting raider's location with its test, and each raider."""
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
    """Return the face of a card, or its back if face down. Declarations are not shown."""
    return cards.face(setting, piece)
