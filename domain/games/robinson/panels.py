"""How the table is drawn: panels that can be read on a phone, and the faces of cards."""

from __future__ import annotations

from domain import plain
from domain.games.robinson.board import FIRST, ROUND, TURN, Board, determination, hearts, items, level, space, stock
from domain.names import seat as seat_name
from domain.scene import Panel
from domain.setting import Setting
from domain.table import Table, Value
from domain.text import Text, Thing, say


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Draw the island, what each seat has, and whose turn it is."""
    spaces = Board(setting, table).catalogue.layout(Board(setting, table).options.layout).spaces
    zones = [(space(number), table.pieces(space(number))) for number in spaces]
    zones += [(zone(seat), table.pieces(zone(seat))) for seat in setting.all_seats for zone in (stock, items)]
    kept: dict[str, Value | Text | Thing] = {ROUND: table.number(ROUND), TURN: Thing(seat_name(table.number(TURN)))}
    kept[FIRST] = Thing(seat_name(table.number(FIRST)))
    for seat in setting.all_seats:
        for key in (hearts(seat), determination(seat), level("weapon", seat), level("roof", seat)):
            kept[key] = table.number(key)
    return [plain.board(zones, setting.label, say("The table")), plain.counters(kept, setting.label)]


def face(setting: Setting, piece: str) -> Panel | None:
    """Draw a card: there are none."""
    return None
