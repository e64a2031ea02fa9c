"""The score track and the turn."""

from __future__ import annotations

from tablescribe.domain.games.root.board import ENDING, PHASE, PHASES, WINNING, Board, dominance
from tablescribe.domain.games.root.panels import signs
from tablescribe.domain.table.names import score
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.scene import (
    WIDTH,
    Colour,
    Group,
    Panel,
    Rectangle,
    Said,
    Shape,
    Words,
    group,
    on,
    one_column,
)
from tablescribe.domain.words.text import Thing, listed, say

ROW = 28.0


def track(board: Board) -> Panel:
    """Return the panel of each seat's points, as bars up to 30, and the phase of the turn."""
    shapes: list[Shape] = [_head(board)]
    told: list[Words] = [status(board)]
    for k, seat in enumerate(board.setting.all_seats):
        y = 54 + k * ROW
        shapes.append(_bar(board, seat, y))
        told.append(say("{seat}: {points}", seat=Thing(seat_name(seat)), points=_points(board, seat)))
    height = 54 + ROW * board.setting.seats
    return Panel("track", "track", say("The score"), WIDTH, height, tuple(shapes), one_column(say("score"), told))


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
    """Return a line on whose turn it is and which part of it, or who won and how."""
    table = board.table
    if ENDING in table.values:
        winners = board.winners()
        if len(winners) > 1:
            return say("{seats} won together", seats=listed(Thing(seat_name(seat)) for seat in winners))
        return say("{seat} won", seat=Thing(seat_name(winners[0])) if winners else say("nobody"))
    if not board.turn:
        return say("the set-up")
    return say("turn of {seat}", seat=Thing(seat_name(board.turn)))


def _points(board: Board, seat: int) -> Words:
    if card := board.table.text(dominance(seat)):
        return say("dominance ({card})", card=Thing(card))
    n = board.score(seat)
    return say("1 point") if n == 1 else say("{n} points", n=n)


def _bar(board: Board, seat: int, y: float) -> Group:
    """Return the bar of a seat's points."""
    owner = board.faction(seat)
    colour = signs.colour_of(owner)
    n = board.score(seat)
    wide = (WIDTH - 66) * min(n, WINNING) / WINNING  # the number follows the bar
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
