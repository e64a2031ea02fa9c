"""How the table is drawn: panels that can be read on a phone, and the faces of cards."""

from __future__ import annotations

from domain import plain
from domain.games.tomb_raider.board import ACTIVE, raider, saved, unsaved
from domain.games.tomb_raider.level_map import LevelMap
from domain.names import seat as seat_name
from domain.scene import Panel
from domain.setting import Setting
from domain.table import Table
from domain.text import Thing, say


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Draw the map with what each raider has."""
    spaces = [(zone, table.pieces(zone)) for zone in LevelMap(setting, table).spaces]
    rows = [zone(seat) for seat in setting.all_seats for zone in (raider, saved, unsaved)]
    zones = [*spaces, *((zone, table.pieces(zone)) for zone in rows)]
    active = {ACTIVE: Thing(seat_name(table.number(ACTIVE) or 1))}
    return [plain.board(zones, setting.label, say("The level")), plain.counters(active, setting.label)]


def face(setting: Setting, piece: str) -> Panel | None:
    """Draw a card: there are none."""
    return None
