"""Small signs: camps, pawns, resources, hearts. Each seat has a colour and its number."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import Board
from tablescribe.domain.games.robinson.tasks import Task
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.scene import Circle, Colour, Group, Path, Rectangle, Said, Shape, diamond, group, on
from tablescribe.domain.words.text import Text, Thing, both, say

SEATS: dict[int, Colour] = {1: "blue", 2: "yellow", 3: "red", 4: "green"}

CREW_HIGH = 17.0


def colour_of(seat: int) -> Colour:
    """Return a seat's colour; its number is always shown on it."""
    return SEATS.get(seat, "slate")


def tent(x: float, y: float, seat: int) -> tuple[Shape, ...]:
    """Return a camp, 24 wide and 21 high, with the middle of its base at a point."""
    ink = on(colour_of(seat))
    return (
        Path(f"M{x - 12:.1f} {y:.1f} L{x:.1f} {y - 21:.1f} L{x + 12:.1f} {y:.1f} Z", colour_of(seat), "white", 1.6),
        Said(x, y - 3.5, str(seat), 11, ink, "middle", bold=True),
    )


def crew_width(n: int) -> float:
    """Return the width of a sign for a number of pawns."""
    return 17 + 7.5 * n


def crew(board: Board, task: Task, x: float, y: float) -> Group:
    """Return the pawns of an action at a point: the seat's number, dots for own pawns, rings for neutral ones."""
    own, n = board.own_pawns_on(task), board.pawns_on(task)
    wide = crew_width(n)
    left, ink = x - wide / 2, on(colour_of(task.seat))
    dots: list[Shape] = []
    for k in range(n):
        at = left + 18 + 7.5 * k
        dots.append(Circle(at, y, 2.8, ink) if k < own else Circle(at, y, 2.4, "", ink, 1.3))
    return group(
        Rectangle(left, y - CREW_HIGH / 2, wide, CREW_HIGH, colour_of(task.seat), "white", 1.2, 5),
        Said(left + 9, y + 4, str(task.seat), 11, ink, "middle", bold=True),
        *dots,
        title=crew_words(task.seat, own, n - own),
    )


def crew_words(seat: int, own: int, neutral: int) -> Text:
    """Return whose pawns are there and how many, in words."""
    who = Thing(seat_name(seat))
    pawns = say("{seat}: 1 pawn", seat=who) if own == 1 else say("{seat}: {n_pawns} pawns", seat=who, n_pawns=own)
    if not neutral:
        return pawns
    helped = say("1 neutral pawn") if neutral == 1 else say("{n_pawns} neutral pawns", n_pawns=neutral)
    return both((pawns, helped)) if own else say("{seat}: {pawns}", seat=who, pawns=helped)


def wood(x: float, y: float) -> tuple[Shape, ...]:
    """Return a log, 18 wide, centred on a point."""
    return (
        Rectangle(x - 9, y - 4, 18, 8, "clay-deep", "ink", 0.8, 4),
        Circle(x + 5.5, y, 2.6, "clay", "ink", 0.8),
    )


def fish(x: float, y: float) -> tuple[Shape, ...]:
    """Return a fish, 20 wide, centred on a point."""
    body = f"M{x - 9:.1f} {y:.1f} q7 -8 14 0 l5 -4 v8 l-5 -4 q-7 8 -14 0 z"
    return Path(body, "turquoise", "ink", 0.8), Circle(x - 5, y - 1, 1, "white")


def parrot(x: float, y: float) -> tuple[Shape, ...]:
    """Return a bird, 18 wide, centred on a point."""
    body = f"M{x - 8:.1f} {y - 2:.1f} q3 -7 8 -3 q3 3 9 7 q-8 1 -11 4 q-1 -5 -6 -8 z"
    return Path(body, "green", "ink", 0.8), Circle(x - 3.5, y - 3, 1, "white")


def paw(x: float, y: float) -> tuple[Shape, ...]:
    """Return a paw, 14 wide, centred on a point: the tile brings a beast."""
    toes = ((-5.5, -2), (-2, -5.5), (2, -5.5), (5.5, -2))
    return (Circle(x, y + 2, 4, "slate"), *(Circle(x + dx, y + dy, 1.8, "slate") for dx, dy in toes))


def nothing(x: float, y: float) -> tuple[Shape, ...]:
    """Return no shapes, for a side that has not been declared."""
    return ()


def food(x: float, y: float) -> tuple[Shape, ...]:
    """Return the sign for food: a fish."""
    return fish(x, y)


def kept_food(x: float, y: float) -> tuple[Shape, ...]:
    """Return the sign for preserved food: a fish in a barrel."""
    return Rectangle(x - 11, y - 8, 22, 16, "clay", "ink", 0.8, 4), *fish(x - 1, y)


def fur(x: float, y: float) -> tuple[Shape, ...]:
    """Return a fur, 18 wide, centred on a point."""
    hide = f"M{x - 8:.1f} {y - 6:.1f} q8 4 16 0 l-2 6 q3 2 2 6 q-4 -2 -5 1 q-3 -2 -6 0 q-1 -3 -5 -1 q-1 -4 2 -6 z"
    return (Path(hide, "orange", "ink", 0.8),)


def token(x: float, y: float, colour: Colour) -> Shape:
    """Return an adventure token: a diamond."""
    return diamond(x, y, 9, colour, "white", 1.2)


SOURCES = {"wood": wood, "fish": fish, "parrot": parrot, "beast": paw, "unknown": nothing}
"""The drawings of a tile's sides."""

GOODS = {"food": food, "preserved": kept_food, "wood": wood, "fur": fur}
"""The drawings of resources."""
