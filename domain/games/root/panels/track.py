"""The score track, the turn, and what lies beside the map: items, dominance cards, the deck."""

from __future__ import annotations

from domain.games.root.board import (
    CARD,
    DOMINANCES,
    ENDING,
    ITEMS,
    LOST_SOULS,
    PHASE,
    PHASES,
    WINNER,
    WINNING,
    Board,
    dominance,
)
from domain.games.root.panels import signs
from domain.names import deck, discard, score
from domain.names import seat as seat_name
from domain.scene import (
    WIDTH,
    Colour,
    Group,
    Panel,
    Rectangle,
    Rows,
    Said,
    Shape,
    Words,
    chip,
    chip_width,
    group,
    on,
    rowed,
)
from domain.text import Slot, Text, Thing, listed, say

ROW = 28.0


def track(board: Board) -> Panel:
    """Return each seat's points as a bar to thirty, and the phase of the turn."""
    shapes: list[Shape] = [_head(board)]
    told: list[Words] = [status(board)]
    for k, seat in enumerate(board.setting.all_seats):
        y = 54 + k * ROW
        shapes.append(_bar(board, seat, y))
        told.append(say("{seat}: {points}", seat=Thing(seat_name(seat)), points=_points(board, seat)))
    height = 54 + ROW * board.setting.seats
    return Panel("track", "track", say("The score"), WIDTH, height, tuple(shapes), listed_rows(say("score"), told))


def _head(board: Board) -> Group:
    shapes: list[Shape] = []
    now = board.phase
    for k, phase in enumerate(PHASES):
        ground: Colour = "orange" if phase == now and not board.is_over else "paper"
        shapes.append(Rectangle(k * 114.0 + 1, 1, 110, 24, ground, "faint", round=6))
        words = Said(
            k * 114.0 + 56, 17.5, Thing(f"phase:{phase}"), 12, on(ground), "middle", bold=phase == now, width=104
        )
        shapes.append(words)
    head = status(board)
    shapes.append(Said(2, 44, head, 13, "accent", bold=True, width=WIDTH - 4))
    return group(*shapes, name=PHASE, title=head)


def status(board: Board) -> Words:
    """Return whose turn it is and in which part, or who won and how."""
    table = board.table
    if ENDING in table.values:
        winner = table.number(WINNER)
        won: Slot = Thing(seat_name(winner)) if winner else say("nobody")
        if partner := board.partner(winner) if winner else 0:
            return say("{seat} and {partner} won", seat=won, partner=Thing(seat_name(partner)))
        return say("{seat} won", seat=won)
    if not board.turn:
        return say("the set-up")
    return say("turn of {seat}", seat=Thing(seat_name(board.turn)))


def _points(board: Board, seat: int) -> Words:
    if card := board.table.text(dominance(seat)):
        return say("dominance ({card})", card=Thing(card))
    n = board.score(seat)
    return say("1 point") if n == 1 else say("{n} points", n=n)


def _bar(board: Board, seat: int, y: float) -> Group:
    """Return a seat's points."""
    owner = board.faction(seat)
    colour = signs.colour_of(owner)
    n = board.score(seat)
    wide = (WIDTH - 40) * min(n, WINNING) / WINNING
    shapes: list[Shape] = [
        Rectangle(0.75, y, WIDTH - 1.5, ROW - 5, "paper", "faint", round=6),
        Rectangle(30, y + 2, max(wide, 1), ROW - 9, colour, round=4),
        Rectangle(2, y + 1.5, 25, ROW - 8, colour, "white", 1, 5),
        Said(14.5, y + 16, signs.letter_of(owner) if owner else str(seat), 12, on(colour), "middle", bold=True),
        Said(WIDTH - 6, y + 16.5, str(n), 13, anchor="end", bold=True),
    ]
    name = Said(36, y + 16, Thing(seat_name(seat)), 12, on(colour) if wide > 120 else "ink", width=150, bold=True)
    if wide <= 120:
        name = Said(36 + wide, y + 16, Thing(seat_name(seat)), 12, width=150)
    told = say("{seat}: {points}", seat=Thing(seat_name(seat)), points=_points(board, seat))
    return group(*shapes, name, name=score(seat), title=told)


# --- beside the map ----------------------------------------------------------------------------------


def beside(board: Board) -> Panel:
    """Return the items that can be crafted, open dominance cards, the deck and the discard pile."""
    table = board.table
    shapes: list[Shape] = []
    told: list[Words] = []
    height = 0.0
    for zone, words in ((ITEMS, say("items")), (DOMINANCES, say("dominance cards")), (LOST_SOULS, say("Lost Souls"))):
        pieces = sorted(table.pieces(zone).items())
        if not pieces and zone != ITEMS:
            continue
        drawn, high = chips(board, zone, words, pieces, height, "sand")
        shapes.append(drawn)
        height += high
        each: list[Slot] = [signs.counted(piece, n) for piece, n in pieces]
        told.append(say("{what}: {pieces}", what=words, pieces=listed(each)) if each else words)
    for k, (zone, words) in enumerate(((deck(CARD), say("deck")), (discard(CARD), say("discard pile")))):
        n = table.count(zone)
        pile = say("{pile}: {n}", pile=words, n=n)
        told.append(pile)
        shapes.append(
            group(
                Rectangle(k * 172.0 + 1, height, 166, 26, "slate", "white", round=6),
                Said(k * 172.0 + 84, height + 17.5, pile, 12, "white", "middle", width=156),
                name=zone, title=pile,
            )
        )  # fmt: skip
    return Panel(
        "beside", "row", say("Beside the map"), WIDTH, height + 28, tuple(shapes), listed_rows(say("beside"), told)
    )


def chips(
    board: Board, zone: str, words: Words, pieces: list[tuple[str, int]], y: float, ground: Colour
) -> tuple[Group, float]:
    """Return what lies in a zone as chips behind its name, and how high that is."""
    widths = [chip_width(in_english(board, signs.counted(piece, n))) for piece, n in pieces]
    at = list(rowed(widths, WIDTH - 96, 28))
    high = (at[-1][1] if at else 0) + 34
    shapes: list[Shape] = [
        Rectangle(8, y, WIDTH - 16, high - 4, "paper", "faint", round=6, dashed=True),
        Said(14, y + 14, words, 11, "soft", width=66, lines=2),
    ]
    for (piece, n), wide, (x, down) in zip(pieces, widths, at, strict=True):
        colour: Colour = "slate" if piece.startswith("?") else ground
        drawn = chip(82 + x, y + 3 + down, signs.counted(piece, n), wide, colour)
        shapes.append(group(*drawn, name=piece, title=signs.counted(piece, n)))
    return group(*shapes, name=zone, title=Thing(zone)), high


def in_english(board: Board, words: Words) -> str:
    """Return words as English has them, to know how much room they take."""
    return board.setting.told(Text("{words}", {"words": words}))


def listed_rows(heading: Words, told: list[Words]) -> Rows:
    """Return words below each other under a heading."""
    return ((((heading, ""),),), *(((((one, ""),),)) for one in told))
