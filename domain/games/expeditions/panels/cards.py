"""Card faces, and the rows of cards on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tablescribe.domain.box.blanks import printed
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.components import REGIONS, Card
from tablescribe.domain.games.expeditions.zones import CARD, CORRUPTION, DECISION, HAND, slot
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
    Colour,
    Group,
    Kind,
    Panel,
    Path,
    Rectangle,
    Rows,
    Said,
    Shape,
    Span,
    Words,
    diamond,
    group,
    pawn,
    placed,
    rowed,
)
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Slot, Thing, listed, say

CARD_WIDTH, CARD_HEIGHT, GAP = 108, 150, 8  # three cards side by side on a phone

KINDS: dict[str, Colour] = {
    "item": "slate", "meteorite": "purple", "quest": "clay-deep", "character": "blue", "companion": "turquoise",
}  # fmt: skip

KIND_WORDS = {
    "item": say("item"), "meteorite": say("meteorite"), "quest": say("quest"), "character": say("character"),
    "companion": say("companion"), "blank": say("blank"),
}  # fmt: skip


def face(piece: str, card: Card, name: Words = "") -> Panel:
    """Return the face of a card: name, kind, core value, ability with its worker, and the extras of its kind.

    `name` is its declared name, if it has one.
    """
    colour, heading = KINDS.get(card.kind, "slate"), name or Thing(piece)
    shapes: list[Shape] = [
        Rectangle(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, "card", colour, 1.5, 8),
        Path(f"M1 34 V9 a8 8 0 0 1 8 -8 H{CARD_WIDTH - 9} a8 8 0 0 1 8 8 V34 z", colour),
        Said(CARD_WIDTH / 2, 15, heading, 11.5, "white", "middle", bold=True, width=CARD_WIDTH - 10, lines=2),
        Said(7, 51, KIND_WORDS[card.kind], 11, "soft", width=53 if card.power and card.guile else 73),
        *_core(card),
        Path(f"M8 58 H{CARD_WIDTH - 8}", "", _worker_colour(card.worker), 2.5),
    ]
    ability = say("{worker}: {effect}", worker=_worker_word(card.worker), effect=card.ability.words())
    shapes.append(Said(7, 72, ability, 11, width=CARD_WIDTH - 13, lines=3))
    if (more := _more(card)) is not None:
        shapes.append(Path(f"M8 103 H{CARD_WIDTH - 8}", "", "faint", 1))
        shapes.append(Said(7, 115, more, 11, "soft", width=CARD_WIDTH - 13, lines=3))
    return Panel(piece, "row", title(heading, card), CARD_WIDTH, CARD_HEIGHT, tuple(shapes))


def title(name: Words, card: Card) -> Words:
    """Return everything printed on a card, as a tooltip."""
    said: list[Slot] = [KIND_WORDS[card.kind], say("worker {colour}", colour=_worker_word(card.worker))]
    said.append(card.ability.words())
    if (more := _more(card)) is not None:
        said.append(more)
    return say("{card}: {printed}", card=name, printed=listed(said, "; "))


def _more(card: Card) -> Words | None:
    """Return what a card gives once it is upgraded, melded or solved."""
    if card.ongoing is not None:
        return say("upgraded: {effect}", effect=card.ongoing.words())
    if card.bonus is not None:
        return say("melded: {effect}", effect=card.bonus.words())
    if card.cost is not None and card.benefit is not None:
        at, cost = card.location, card.cost.words()
        return say("at {place} for {cost}: {effect}", place=at, cost=cost, effect=card.benefit.words())
    return None


def _core(card: Card) -> list[Shape]:
    """Return the core value of a card: power in a disc, guile in a diamond."""
    shapes: list[Shape] = []
    x = CARD_WIDTH - 15.0
    if card.guile:
        shapes += [diamond(x, 46, 11, "turquoise"), Said(x, 50, str(card.guile), 11, "white", "middle", bold=True)]
        x -= 24
    if card.power:
        shapes += [Circle(x, 46, 9.5, "orange"), Said(x, 50, str(card.power), 11, "white", "middle", bold=True)]
    return shapes


def _worker_colour(colour: str) -> Colour:
    return "slate" if colour == "any" else colour


def _worker_word(colour: str) -> Words:
    return COLOUR_WORDS.get(colour, colour)


COLOUR_WORDS = {
    "purple": say("purple"), "green": say("green"), "red": say("red"), "yellow": say("yellow"), "blue": say("blue"),
    "any": say("any"),
}  # fmt: skip


def back(piece: str) -> Panel | None:
    """Return the back of a face-down card, tile or token."""
    deck = piece.removeprefix(HIDDEN)
    if not piece.startswith(HIDDEN) or deck not in (CARD, DECISION, CORRUPTION, *REGIONS):
        return None
    shapes = (
        Rectangle(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, "slate", "white", 2, 8),
        Rectangle(9, 9, CARD_WIDTH - 18, CARD_HEIGHT - 18, "", "white", 1, 5),
        Said(CARD_WIDTH / 2, 78, "?", 40, "white", "middle", bold=True),
        Said(CARD_WIDTH / 2, 112, Thing(piece), 11, "white", "middle", width=CARD_WIDTH - 22, lines=2),
    )
    return Panel(piece, "row", Thing(piece), CARD_WIDTH, CARD_HEIGHT, shapes)


def called(board: Board, piece: str) -> Words:
    """Return the name of a card: its declared one, or the catalogue's."""
    card = board.card(piece)
    return card.name if card is not None and board.table.get(printed(piece)) is not None else Thing(piece)


def lying(board: Board, piece: str) -> Panel:
    """Return a card as it lies on the table, with everything printed or declared on it."""
    card = board.card(piece)
    if card is not None:
        return face(piece, card, called(board, piece))
    plate = (
        Rectangle(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, "card", "slate", 1.5, 8),
        Said(CARD_WIDTH / 2, 60, Thing(piece), 12, "ink", "middle", bold=True, width=CARD_WIDTH - 12, lines=3),
    )
    return back(piece) or Panel(piece, "row", Thing(piece), CARD_WIDTH, CARD_HEIGHT, plate)


# --- rows of cards -----------------------------------------------------------------------------------


def hand(board: Board) -> list[Panel]:
    """Return a panel of the human's hand, if it holds any card."""
    cards = board.hand
    drawn = _laid([placed(lying(board, piece), 0, 0) for piece in cards])
    panel = _row("hand", "hand", Thing(HAND), [called(board, piece) for piece in cards], drawn)
    whole = Group(drawn, HAND, Thing(HAND))
    return [msgspec.structs.replace(panel, shapes=(whole,))] if cards else []


def active(board: Board) -> list[Panel]:
    """Return a panel of the active row with its workers, if it holds any card."""
    drawn: list[Group] = []
    told: list[Words] = []
    for zone, piece in board.row:
        on_it = [one for one in board.table.each(zone) if one.startswith("worker:")]
        drawn.append(group(placed(lying(board, piece), 0, 0), *_standing(on_it), name=zone, title=Thing(piece)))
        name = called(board, piece)
        told.append(say("{card} ({worker})", card=name, worker=Thing(on_it[0])) if on_it else name)
    return [_row("active", "row", say("Active cards"), told, _laid(drawn))] if drawn else []


def _standing(workers: Iterable[str]) -> list[Shape]:
    """Return the workers that stand on a card."""
    return [
        group(*pawn(CARD_WIDTH - 14, CARD_HEIGHT - 8, one.removeprefix("worker:"), ""), name=one, title=Thing(one))
        for one in workers
    ]


def slots(board: Board) -> Panel:
    """Return the face-up cards, each below the name of its slot."""
    lies = dict(board.face_up)
    drawn: list[Group] = []
    for one in board.catalogue.slots:
        piece = lies.get(one.id)
        card: Shape = placed(lying(board, piece), 0, 18) if piece else _gap()
        badge = Said(4, 13, say("slot {name}", name=one.id), 12, "soft", bold=True)
        drawn.append(group(card, badge, name=slot(one.id), title=Thing(piece) if piece else Thing(slot(one.id))))
    told = [say("{slot} {card}", slot=name, card=called(board, piece)) for name, piece in board.face_up]
    return _row("slots", "row", say("Face-up cards"), told, _laid(drawn, CARD_HEIGHT + 18), CARD_HEIGHT + 18)


def _gap() -> Rectangle:
    return Rectangle(1, 19, CARD_WIDTH - 2, CARD_HEIGHT - 2, "", "faint", 1.5, 8, dashed=True)


def _laid(drawn: list[Group], height: float = CARD_HEIGHT) -> tuple[Group, ...]:
    """Return cards in lines of three."""
    at = rowed((CARD_WIDTH for _ in drawn), WIDTH, height + GAP, GAP)
    return tuple(Group((one,), x=x, y=y) for one, (x, y) in zip(drawn, at, strict=True))


def _row(
    name: str, kind: Kind, heading: Words, told: Sequence[Words], drawn: tuple[Group, ...], height: float = CARD_HEIGHT
) -> Panel:
    """Return a panel of cards in lines of three."""
    lines = -(-len(drawn) // 3)
    tall = lines * height + (lines - 1) * GAP
    return Panel(name, kind, heading, WIDTH, tall, drawn, rows_of(heading, told, ""))


def rows_of(heading: Words, told: Sequence[Words], colour: Colour) -> Rows:
    """Return text rows of a heading and its words, five in a line. A terminal joins tables of the same shape."""
    lines = [told[k : k + 5] for k in range(0, len(told), 5)]
    rows: list[tuple[tuple[Span, ...], ...]] = [HEADINGS]
    for k, line in enumerate(lines):
        cells = [((words, ""),) for words in line] + [(("", ""),)] * (5 - len(line))
        rows.append((((heading if k == 0 else "", colour),), *cells))
    return tuple(rows)


HEADINGS: tuple[tuple[Span, ...], ...] = ((("", ""),),) * 6
