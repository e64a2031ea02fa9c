"""Card faces, and the viewer's hand."""

from __future__ import annotations

from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.cards import card_of
from tablescribe.domain.games.root.components import Card
from tablescribe.domain.games.root.panels.icons import icon, suit_mark
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.scene import (
    WIDTH,
    Colour,
    Panel,
    Rectangle,
    Said,
    Shape,
    Words,
    back,
    group,
    one_column,
    placed,
)
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Text, Thing, say

WIDE, HIGH = 167.0, 80.0
"""The size of a card; two fit side by side on a phone."""

KINDS: dict[str, Text] = {
    "ambush": say("an ambush: 2 hits"), "dominance": say("dominance"), "item": say("item"),
    "persistent": say("stays in effect"), "immediate": say("takes effect at once"),
}  # fmt: skip

GROUND: dict[str, Colour] = {"fox": "clay", "rabbit": "sand", "mouse": "moss", "bird": "ice"}


def face(setting: Setting, piece: str) -> Panel | None:
    """Return the face or back of a card; `None` for other pieces."""
    if piece.startswith(HIDDEN):
        return back(piece, WIDE, HIGH)
    card = card_of(setting, piece)
    return _face(piece, card) if card is not None else None


def _face(piece: str, card: Card) -> Panel:
    """Return the face of a card: suit, name, kind and cost."""
    shapes: list[Shape] = [
        Rectangle(1, 1, WIDE - 2, HIGH - 2, GROUND[card.suit], "soft", 1.2, 9),
        *suit_mark(card.suit, 17, 17),
        Said(32, 21, card.name, 13, bold=True, width=WIDE - 38, lines=2),
        Said(9, 53, says(card), 11, width=WIDE - (40 if card.item else 18)),
    ]
    if card.item is not None:
        shapes.append(icon(card.item, WIDE - 27, 41))
    if card.cost:
        shapes.append(Said(9, 71, say("costs"), 11, "soft", width=46))
        for k, one in enumerate(card.cost):
            shapes += suit_mark(one, 64 + 20 * k, 67)
    return Panel(piece, "row", Thing(piece), WIDE, HIGH, tuple(shapes))


def says(card: Card) -> Words:
    """Return the text of a card: its item with points, or the kind of its effect."""
    if card.item is not None:
        return say("{item}, points: {n}", item=Thing(f"item:{card.item}"), n=card.points)
    return KINDS[card.kind]


def hand_panel(board: Board, seat: int) -> Panel:
    """Return the panel of a seat's hand, with unseen cards as backs."""
    pieces = [piece for piece, n in sorted(board.table.pieces(hand(seat)).items()) for _ in range(n)]
    shapes: list[Shape] = []
    for k, piece in enumerate(pieces):
        x, y = (k % 2) * (WIDTH - WIDE), (k // 2) * (HIGH + 6)
        shapes.append(placed(face(board.setting, piece) or back(piece, WIDE, HIGH), x, y, name=piece))
    if not shapes:
        shapes.append(Said(WIDTH / 2, 22, say("no cards in hand"), 13, "soft", "middle"))
    height = max((len(pieces) + 1) // 2 * (HIGH + 6) - 6, 34)
    title = say("The hand of {seat}", seat=Thing(seat_name(seat)))
    ground = group(Rectangle(0, 0, WIDTH, height), *shapes, name=hand(seat), title=title)
    rows = one_column(title, [Thing(piece) for piece in pieces])
    return Panel(hand(seat), "hand", title, WIDTH, height, (ground,), rows)
