"""The hirelings of the match: who controls each, which side is up, and what is on its card."""

from __future__ import annotations

from tablescribe.domain.games.root.board import Board, controller, supply
from tablescribe.domain.games.root.labels.advanced import SIDES
from tablescribe.domain.games.root.labels.pieces import DEMOTED
from tablescribe.domain.games.root.panels import signs
from tablescribe.domain.games.root.panels.sheet import EDGE, Sheet
from tablescribe.domain.games.root.pieces import HIRELINGS, owner_of
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.scene import WIDTH, Panel, Rectangle, Said, Shape, Words, group, one_column
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Thing, say

CARDS = {"patrol": "patrol-card", "exile": "exile-card"}
"""The zones for pieces on a hireling's card."""


def hirelings(board: Board) -> list[Panel]:
    """Return a panel of the hirelings and their controllers; none if there are no hirelings."""
    there = _are_there(board.table)
    found = [owner for owner in HIRELINGS if owner in there]
    if not found:
        return []
    sheet = Sheet(board, "stone", 1)
    for owner in found:
        _hireling(sheet, owner)
    rows = one_column(say("hirelings"), sheet.told)
    return [Panel("hirelings", "row", say("Hirelings"), WIDTH, sheet.height, tuple(sheet.shapes), rows)]


def _hireling(sheet: Sheet, owner: str) -> None:
    """Add a hireling: its name and side, its controller and markers, and its pieces off the map."""
    board, table = sheet.board, sheet.board.table
    side, seat, n = table.text(f"side:{owner}"), board.seat_of(owner), table.number(f"markers:{owner}")
    whose: Words = say("for hire")
    if seat:
        whose = Thing(seat_name(seat))
        if n:
            whose = say("{seat}; control markers: {n}", seat=whose, n=n)
    if side in SIDES:
        whose = say("{side}; {whose}", side=SIDES[side], whose=whose)
    name: Words = DEMOTED[owner] if side == "demoted" else Thing(owner)
    told = say("{hireling}: {whose}", hireling=name, whose=whose)
    y = sheet.height
    head: list[Shape] = [
        Rectangle(0.75, y, WIDTH - 1.5, 40, "card", "faint", round=6),
        *signs.drawn(signs.Sign(signs.letter_of(owner), "stone", "warrior"), EDGE, y + 5),
        Said(40, y + 17, name, 13, bold=True, width=WIDTH - 48),
        Said(40, y + 33, whose, 12, "soft", width=WIDTH - 48),
    ]
    sheet.put(group(*head, name=controller(owner), title=told), 43)
    sheet.told.append(told)
    for zone, words in ((supply(owner), say("supply")), (CARDS.get(owner, ""), say("on its card"))):
        if zone and table.pieces(zone):
            sheet.zone(zone, words, "clay")
    sheet.height += 4


def _are_there(table: Table) -> set[str]:
    """Return the owners of pieces in the match, in a supply or on the map."""
    return {owner_of(piece) for zone, held in table.zones.items() if zone != "box" for piece in held}
