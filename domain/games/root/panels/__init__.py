"""How the table is drawn: panels that can be read on a phone, and the faces of cards."""

from __future__ import annotations

from domain import plain
from domain.games.root.board import HEAP, TURN, taken
from domain.names import seat as seat_name
from domain.scene import Panel
from domain.setting import Setting
from domain.table import Table
from domain.text import Thing, say


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Draw the heap with what each seat has taken, and whose turn it is."""
    zones = [(zone, table.pieces(zone)) for zone in (HEAP, *(taken(seat) for seat in setting.all_seats))]
    turn = {TURN: Thing(seat_name(table.number(TURN)))}
    return [plain.board(zones, setting.label, say("The table")), plain.counters(turn, setting.label)]


def face(setting: Setting, piece: str) -> Panel | None:
    """Draw a card: there are none."""
    return None
