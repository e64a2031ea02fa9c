"""Each seat's board: remaining pieces, the faction's own tracks and zones, crafted cards and items."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.root.board import Board, crafted, dominance, items, supply
from tablescribe.domain.games.root.panels import insurgents, militants, signs, vagabonds
from tablescribe.domain.games.root.panels.sheet import Sheet
from tablescribe.domain.games.root.pieces import owner_of
from tablescribe.domain.games.root.standing import draws, draws_in_evening
from tablescribe.domain.table.names import hand, score
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.scene import WIDTH, Colour, Panel, Rectangle, Words, group, nameplate, one_column
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

BOARDS: dict[str, Callable[[Sheet, int], None]] = {
    "marquise": militants.marquise, "eyrie": militants.eyrie, "alliance": insurgents.alliance,
    "vagabond": vagabonds.vagabond, "vagabond2": vagabonds.vagabond, "lizards": insurgents.lizards,
    "riverfolk": insurgents.riverfolk, "duchy": militants.duchy, "corvids": insurgents.corvids,
    "hundreds": militants.hundreds, "keepers": militants.keepers,
}  # fmt: skip
"""The functions that draw a faction's own part of its board."""


def seat_board(board: Board, seat: int) -> Panel:
    """Return the panel of a seat's board."""
    owner = board.faction(seat)
    colour: Colour = signs.colour_of(owner) if owner else "slate"
    acts = board.turn == seat and not board.is_over
    name: Words = Thing(seat_name(seat))
    plays: Words = Thing(owner) if owner else say("no faction yet")
    head = nameplate(signs.letter_of(owner) if owner else str(seat), colour, name, plays, 11)
    sheet = Sheet(board, colour, 38)
    sheet.told = _told(board, seat, owner)
    _facts(sheet, seat, owner)
    if owner in BOARDS:
        BOARDS[owner](sheet, seat)
    if card := board.table.text(dominance(seat)):
        sheet.pieces(dominance(seat), say("dominance"), [(card, 1)], "ice")
    for zone, words, ground in _zones(seat):
        if board.table.pieces(zone):
            sheet.zone(zone, words, ground)
    frame = Rectangle(1.5, 1.5, WIDTH - 3, sheet.height, "card", colour, 4 if acts else 1.5, 10)
    everything = group(frame, *head, *sheet.shapes, name=seat_name(seat), title=name)
    heading: Words = say("{seat} ▶", seat=name) if acts else name
    if owner:
        heading = say("{seat} ({faction})", seat=heading, faction=Thing(owner))
    rows = one_column(heading, sheet.told)
    return Panel(seat_name(seat), "seat", name, WIDTH, sheet.height + 3, (everything,), rows)


def _zones(seat: int) -> tuple[tuple[str, Text, Colour], ...]:
    """Return the zones of every seat that are drawn only while they hold something."""
    return (
        (crafted(seat), say("in effect"), "moss"), (items(seat), say("crafted items"), "clay"),
        (f"artisans:{seat}", say("kept by artisans"), "sand"), (f"aside:{seat}", say("put back"), "sand"),
    )  # fmt: skip


def _facts(sheet: Sheet, seat: int, owner: str) -> None:
    """Add points, hand size, cards drawn in Evening, and the pieces in the supply."""
    board = sheet.board
    facts: list[tuple[str, Words, int]] = [
        (score(seat), say("points"), board.score(seat)), (hand(seat), say("hand"), board.hand(seat))
    ]  # fmt: skip
    if owner and draws_in_evening(owner):
        facts.append(("", say("draws"), draws(board, seat)))
    sheet.facts(facts, militants.left(board, owner))


def _told(board: Board, seat: int, owner: str) -> list[Words]:
    """Return points, hand size and remaining pieces as text, for a terminal."""
    told: list[Words] = [
        say("points: {points}; cards in hand: {cards}", points=board.score(seat), cards=board.hand(seat))
    ]
    left: list[Slot] = [
        say("{n} × {piece}", n=n, piece=Thing(piece)) for piece, n in sorted(board.table.pieces(supply(owner)).items())
        if owner and owner_of(piece) == owner
    ]  # fmt: skip
    if left:
        told.append(say("left: {pieces}", pieces=listed(left)))
    return told
