"""Drawings of the table: the wheel as a ring, each seat, and visible hands. All artwork is our own."""

from __future__ import annotations

from itertools import groupby
from typing import cast

from tablescribe.domain.games.ultime.board import (
    ANNOUNCED,
    DEFENDING,
    EXTRA_TURNS,
    MOVEMENT,
    NUMBERS,
    PAWNS_PER_SEAT,
    POWER,
    TURN,
    Board,
    armed,
    pawn,
    skips,
    terrain,
)
from tablescribe.domain.games.ultime.components import MovementCard, UltimeCatalogue
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, deck_of, discard, hand, score, who
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
    Colour,
    Group,
    Panel,
    Path,
    Rectangle,
    Rows,
    Said,
    Shape,
    Span,
    Words,
    frame,
    group,
    on,
    placed,
    rowed,
)
from tablescribe.domain.table.scene import pawn as pawn_shape
from tablescribe.domain.table.table import HIDDEN, Table
from tablescribe.domain.words.text import Text, Thing, listed, say

CARD_WIDTH, CARD_HEIGHT, GAP = 80, 96, 6  # four cards side by side on a phone

BACKS: dict[str, Colour] = {MOVEMENT: "slate", POWER: "purple"}

DECKS = {MOVEMENT: say("movement"), POWER: say("power")}

SIGNS = {"village": "⌂", "pickaxe": "⚒", "empty": "·"}


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the panels of the wheel, the seats and each visible hand, the viewer's own first."""
    board = Board(setting, table)
    known = [
        seat
        for seat in board.setting.all_seats
        if any(not card.startswith(HIDDEN) for card in table.pieces(hand(seat)))
    ]
    known.sort(key=lambda seat: (seat != viewer, seat != board.turn, seat))
    return [
        wheel(board),
        *(hand_of(board, seat) for seat in known),
        *(seat_panel(board, seat) for seat in board.setting.all_seats),
    ]


def face(setting: Setting, piece: str) -> Panel | None:
    """Return a card's face, or its back."""
    return _card(cast(UltimeCatalogue, setting.catalogue), piece)


def _card(catalogue: UltimeCatalogue, piece: str) -> Panel | None:
    if (movement := catalogue.movement(piece)) is not None:
        return _panel(piece, _movement(movement))
    if (power := catalogue.power(piece)) is not None:
        return _panel(
            piece,
            [
                _ground("purple"),
                Path("M40 14 l6 12 14 2 -10 10 2 14 -12 -6 -12 6 2 -14 -10 -10 14 -2 z", "purple", "white", 2),
                Said(CARD_WIDTH / 2, 70, Thing(piece), 11.5, anchor="middle", bold=True, width=CARD_WIDTH - 6),
                Said(CARD_WIDTH / 2, 88, NUMBERS[power.id], 11, "soft", "middle"),
            ],
        )
    return _panel(piece, _back(deck_of(piece))) if piece.removeprefix(HIDDEN) in BACKS else None


# --- the wheel ---------------------------------------------------------------------------------------


def wheel(board: Board) -> Panel:
    """Return the terrain cards as a clockwise ring from the top left, with turn and piles inside it (UP-2 to UP-5)."""
    cards = [_terrain(board, number) for number in range(1, board.size + 1)]
    return Panel(
        "board", "board", say("The wheel"), WIDTH, WIDTH, (*cards, *_turn(board), *_piles(board)), _wheel_rows(board)
    )


def _cell(board: Board) -> float:
    """Return the width of a terrain card. Each side of the ring holds one card more than there are players."""
    return WIDTH / (board.seats + 1)


def _at(board: Board, number: int) -> tuple[float, float]:
    """Return the top left corner of a terrain card."""
    side, along = divmod(number - 1, board.seats)
    last = board.seats
    column, row = [(along, 0), (last, along), (last - along, last), (0, last - along)][side]
    return column * _cell(board), row * _cell(board)


def _terrain(board: Board, number: int) -> Group:
    """Return a terrain card with its pawns."""
    size, kind = _cell(board), board.kind(number)
    x, y = _at(board, number)
    village = board.catalogue.villages[board.owner(number) - 1] if kind == "village" else None
    fill = village.colour if village else "stone" if kind == "pickaxe" else "sand"
    standing = [seat for seat in board.setting.all_seats for _ in range(board.table.count(terrain(number), pawn(seat)))]
    shapes: list[Shape] = [
        Rectangle(1.5, 1.5, size - 3, size - 3, fill, "faint", round=9),
        Said(7, 17, str(number), 13, on(fill), bold=True),
        *_landmark(kind, size, board.owner(number), on(fill)),
    ]
    if village and size > 60:
        shapes.append(Said(7, 31, Text(village.name), 11, on(fill), width=size - 14))
    step = min(22.0, (size - 28) / max(len(standing) - 1, 1))
    for k, seat in enumerate(standing):
        middle = size / 2 + (k - (len(standing) - 1) / 2) * step
        shapes.append(_pawn(board, seat, middle, size - 6))
    pawns = listed([Thing(pawn(seat)) for seat in standing])
    title = say("{place}: {pawns}", place=Thing(terrain(number)), pawns=pawns) if standing else Thing(terrain(number))
    return group(*shapes, name=terrain(number), title=title, x=x, y=y)


def _landmark(kind: str, size: float, owner: int, ink: Colour) -> tuple[Shape, ...]:
    """Return the drawing of a village, a house with its owner's number, or of a pickaxe."""
    right = size - 8
    if kind == "village":
        house = f"M{right - 20} 14 l10 -9 10 9 h-3 v9 h-14 v-9 z"
        return (Path(house, "", ink, 1.5), Said(right - 10, 21, str(owner), 11, ink, "middle", bold=True))
    if kind == "pickaxe":
        return (Path(f"M{right - 17} 8 q12 -5 17 9 m-6 -6 l-11 12", "", "soft", 3),)
    return ()


def _pawn(board: Board, seat: int, x: float, y: float) -> Group:
    colour = board.catalogue.villages[seat - 1].colour
    return group(*pawn_shape(x, y, colour, str(seat)), name=pawn(seat), title=Thing(pawn(seat)))


def _turn(board: Board) -> list[Shape]:
    """Return lines that say whose turn it is or who won, and who has to answer."""
    top = _cell(board) + 24
    room = WIDTH - 2 * _cell(board) - 16
    if board.winners:
        won = say("{seats} won", seats=listed([who(seat) for seat in board.winners], " + "))
        return [Said(WIDTH / 2, top, won, 16, anchor="middle", bold=True, width=room, lines=2)]
    words: Words = say("{seat} to play", seat=who(board.turn))
    shapes: list[Shape] = [Said(WIDTH / 2, top, words, 15, anchor="middle", bold=True, width=room)]
    if board.awaited:
        seats = listed([who(seat) for seat in board.awaited])
        asked = (
            say("{seats} may defend", seats=seats)
            if board.window == DEFENDING
            else say("{seats} must discard", seats=seats)
        )
        shapes.append(Said(WIDTH / 2, top + 17, asked, 12, "accent", "middle", width=room, lines=2))
    return [group(*shapes, name=TURN, title=words)]


def _piles(board: Board) -> list[Shape]:
    """Return the decks, the discard piles and an announced power card, inside the ring."""
    top = _cell(board) + 71
    shapes: list[Shape] = []
    for kind, left in ((MOVEMENT, WIDTH / 2 - 81), (POWER, WIDTH / 2 + 3)):
        shapes.append(Said(left + 39, top, DECKS[kind], 12, "soft", "middle", width=80))
        shapes.append(_pile(board, deck(kind), left, top + 7, BACKS[kind]))
        shapes.append(_pile(board, discard(kind), left + 41, top + 7, ""))
    for card in board.table.each(ANNOUNCED):
        plate = group(
            Rectangle(WIDTH / 2 - 76, top + 57, 152, 24, "purple", "white", round=6),
            Said(WIDTH / 2, top + 73.5, Thing(card), 12, "white", "middle", bold=True, width=144),
            name=card, title=Thing(card),
        )  # fmt: skip
        shapes.append(group(plate, name=ANNOUNCED, title=Thing(card)))
    return shapes


def _pile(board: Board, zone: str, x: float, y: float, back: Colour) -> Group:
    """Return a deck as a card back with its count, or a discard pile as a frame."""
    colour = on(back) if back else "ink"
    return group(
        Rectangle(x, y, 37, 44, back, "white" if back else "soft", 1.5, 5, dashed=not back),
        Said(x + 18.5, y + 23 + (4 if back else -3), str(board.table.count(zone)), 16, colour, "middle", bold=True),
        *(() if back else (Path(f"M{x + 12} {y + 29} l13 9 m0 -9 l-13 9", "", "soft", 1.5),)),
        name=zone,
        title=say("{zone} (cards: {n})", zone=Thing(zone), n=board.table.count(zone)),
    )


# --- seats and hands ---------------------------------------------------------------------------------


def seat_panel(board: Board, seat: int) -> Panel:
    """Return the panel of a seat: its points, its card counts and other state."""
    colour = board.catalogue.villages[seat - 1].colour
    edge: Colour = "soft" if colour == "black" else colour  # plain black would disappear in dark mode
    acts = seat == board.turn and not board.winners
    points = "?" if board.table.get(score(seat)) == HIDDEN else str(board.table.number(score(seat)))
    beside = _beside(board, seat)
    height = 66 + (20 if beside else 0)
    village = Text(board.catalogue.villages[seat - 1].name)
    title = say("{seat} · {village}", seat=who(seat), village=village)
    shapes: list[Shape] = [
        frame(height - 3, edge, acts=acts),
        Rectangle(1.5, 1.5, 30, height - 3, colour, round=10),
        Said(16.5, height / 2 + 6, str(seat), 17, on(colour), "middle", bold=True),
        Said(42, 23, say("▶ {seat}", seat=title) if acts else title, 15, bold=True, width=225),
        group(
            Said(WIDTH - 14, 36, points, 28, anchor="end", bold=True),
            Said(WIDTH - 14, 54, say("points"), 11, "soft", "end"),
            name=score(seat), title=Thing(score(seat)),
        ),
        group(*_counts(board, seat), name=hand(seat), title=Thing(hand(seat)), x=42, y=32),
    ]  # fmt: skip
    if beside:
        shapes.append(Said(42, 78, listed([words for words, _ in beside], " · "), 12, "soft", width=WIDTH - 56))
        shapes += [Group((), name) for _, name in beside]
    row: tuple[tuple[Span, ...], ...] = (
        ((f"{'▶' if acts else ' '} {seat} ", ""), (who(seat), colour)),  # the seat's pawns show the same number
        ((points, ""),),
        *(((str(board.held(seat, kind)), ""),) for kind in DECKS),
        ((listed([words for words, _ in beside], " · "), ""),),
    )
    drawn = Group(tuple(shapes), seat_name(seat), title)
    return Panel(seat_name(seat), "seat", title, WIDTH, height, (drawn,), (_SEAT_HEADINGS, row))


_SEAT_HEADINGS: tuple[tuple[Span, ...], ...] = (
    (("", ""),),
    ((say("points"), ""),),
    *(((words, ""),) for words in DECKS.values()),
    (("", ""),),
)


def _counts(board: Board, seat: int) -> list[Shape]:
    """Return a small card back for each deck, with the number of such cards in the hand."""
    shapes: list[Shape] = []
    for kind, x in ((MOVEMENT, 0), (POWER, 108)):
        covered = board.table.count(hand(seat), HIDDEN + kind)
        held = board.held(seat, kind)
        shapes.append(
            group(
                Rectangle(x, 0, 20, 25, BACKS[kind], "white", round=4),
                Said(x + 10, 17, str(held), 13, "white", "middle", bold=True),
                Said(x + 26, 17, DECKS[kind], 12, "soft", width=78),
                name=HIDDEN + kind if covered else "", title=DECKS[kind],
            )
        )  # fmt: skip
    return shapes


def _beside(board: Board, seat: int) -> list[tuple[Words, str]]:
    """Return further state of a seat, each line with the name of what it describes."""
    found: list[tuple[Words, str]] = []
    if board.table.count(armed(seat)):
        found.append((say("Defence ready"), armed(seat)))
    if n := board.table.number(skips(seat)):
        found.append((say("skips: {n}", n=n), skips(seat)))
    if seat == board.turn and (n := board.table.number(EXTRA_TURNS)):
        found.append((say("extra turns: {n}", n=n), EXTRA_TURNS))
    return found


def hand_of(board: Board, seat: int) -> Panel:
    """Return the cards of a hand face up, or as backs if they are unknown."""
    cards = sorted(board.table.each(hand(seat)), key=lambda card: (deck_of(card), _order(board, card)))
    at = list(rowed((CARD_WIDTH for _ in cards), WIDTH, CARD_HEIGHT + GAP, GAP))
    drawn = tuple(placed(_face(board, card), x, y) for card, (x, y) in zip(cards, at, strict=True))
    title = Thing(hand(seat))
    told: list[Span] = []
    for card, copies in groupby(cards):
        n, movement = len(list(copies)), board.catalogue.movement(card)
        words = _signs(movement) if movement else Thing(card)
        told += [(f"{n} × " if n > 1 else "", ""), (words, ""), ("  ", "")]
    rows: Rows = ((((say("hand"), ""),), ((say("cards"), ""),)), (((who(seat), ""),), tuple(told)))
    height = at[-1][1] + CARD_HEIGHT if at else 20
    return Panel(f"cards:{seat}", "hand", title, WIDTH, height, (Group(drawn, hand(seat), title),), rows)


def _order(board: Board, card: str) -> int:
    movement = board.catalogue.movement(card)
    return movement.circle if movement else 0


def _face(board: Board, card: str) -> Panel:
    found = _card(board.catalogue, card)
    return found if found is not None else _panel(card, _back(deck_of(card)))


# --- cards -------------------------------------------------------------------------------------------


def _panel(piece: str, shapes: list[Shape]) -> Panel:
    return Panel(piece, "row", Thing(piece), CARD_WIDTH, CARD_HEIGHT, tuple(shapes))


def _ground(colour: Colour) -> Rectangle:
    return Rectangle(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, "card", colour, 2, 8)


def _back(kind: str) -> list[Shape]:
    """Return the back of a card."""
    colour = BACKS.get(kind, "slate")
    return [
        Rectangle(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, colour, "white", 2, 8),
        Rectangle(8, 8, CARD_WIDTH - 16, CARD_HEIGHT - 16, "", "white", 1, 5),
        Said(CARD_WIDTH / 2, 52, "?", 30, "white", "middle", bold=True),
        Said(CARD_WIDTH / 2, 80, DECKS.get(kind, kind), 11, "white", "middle", width=CARD_WIDTH - 18),
    ]


def _movement(card: MovementCard) -> list[Shape]:
    """Return a movement card: circle, square, split moves, and whose pawn it moves (UP-12, UP-15)."""
    own = card.arrow == "own"
    arrow = "M12 83 v-6 h-5 l8 -9 8 9 h-5 v6 z" if not own else "M12 69 v6 h-5 l8 9 8 -9 h-5 v-6 z"
    shapes: list[Shape] = [
        _ground("slate"),
        Circle(24, 25, 18, "slate"),
        Said(24, 31, f"{card.circle:+d}", 17, "white", "middle", bold=True),
        Rectangle(47, 10, 26, 30, "sand", "ink", 1.5, 3),
        Said(60, 31, str(card.square), 16, anchor="middle", bold=True),
        Path(arrow, "faint" if own else "ink"),
        Said(27, 79, say("own") if own else say("other"), 11, width=CARD_WIDTH - 33),
        Said(CARD_WIDTH - 7, 91, f"#{card.id}", 11, "soft", "end"),
    ]
    if card.steps is not None:
        words = f"{card.steps[0]:+d} → {card.steps[1]:+d}"
        shapes.append(Said(CARD_WIDTH / 2, 58, words, 12, anchor="middle", bold=True))
    return shapes


def _signs(card: MovementCard) -> str:
    """Return the contents of a movement card in symbols."""
    steps = f"({card.steps[0]:+d} {card.steps[1]:+d})" if card.steps else ""
    return f"{'↓' if card.arrow == 'own' else '↑'}{card.circle:+d}{steps}□{card.square}"


# --- in a terminal -----------------------------------------------------------------------------------


def _wheel_rows(board: Board) -> Rows:
    """Return the wheel as text rows, one for each village and its neighbours."""
    headings = ("", say("empty"), say("village"), say("empty"), say("pickaxe"))
    rows: list[tuple[tuple[Span, ...], ...]] = [tuple(((words, ""),) for words in headings)]
    for seat in board.setting.all_seats:
        village = board.village_of(seat)
        owner = board.catalogue.villages[seat - 1]
        places = (_place(board, number) for number in range(village - 1, village + 3))
        rows.append((((who(seat), owner.colour),), *places))
    return tuple(rows)


def _place(board: Board, number: int) -> tuple[Span, ...]:
    """Return a terrain card with its pawns as text spans of constant width."""
    kind = board.kind(number)
    owner = board.catalogue.villages[board.owner(number) - 1].colour if kind == "village" else ""
    spans: list[Span] = [(f"{number:>2} {SIGNS[kind]} ", owner)]
    for seat in board.setting.all_seats:
        n = board.table.count(terrain(number), pawn(seat))
        if n:
            spans.append((str(seat) * n, board.catalogue.villages[seat - 1].colour))
    standing = board.table.count(terrain(number))
    spans.append((" " * (PAWNS_PER_SEAT - standing), ""))
    return tuple(spans)
