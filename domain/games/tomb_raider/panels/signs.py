"""Small signs: raiders, exits, obstacles, abilities. Each seat has a colour and its number."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.board import Ability, Way
from tablescribe.domain.table.scene import Circle, Colour, Path, Said, Shape, pawn, polygon
from tablescribe.domain.words.text import Text, say

SEATS: dict[int, Colour] = {1: "blue", 2: "yellow", 3: "red", 4: "green", 5: "purple", 6: "turquoise"}

ABILITIES: dict[Ability, tuple[Text, Colour]] = {
    "fight": (say("fight"), "red"), "move": (say("move"), "blue"), "search": (say("search"), "green"),
    "think": (say("think"), "yellow"),
}  # fmt: skip

GROUND: dict[str, Colour] = {
    "generic": "moss", "cave": "clay", "tomb": "sand", "atlantean": "ice", "other": "stone",
}  # fmt: skip


def colour_of(seat: int) -> Colour:
    """Return a seat's colour; its number is always shown on it."""
    return SEATS.get(seat, "slate")


def figure(x: float, y: float, seat: int) -> tuple[Shape, ...]:
    """Return a raider's figure, with the middle of its base at a point."""
    return pawn(x, y, colour_of(seat), str(seat))


TURNS: dict[Way, tuple[tuple[float, float], tuple[float, float]]] = {
    "forward": ((0, -1), (1, 0)), "right": ((1, 0), (0, 1)), "back": ((0, 1), (1, 0)), "left": ((-1, 0), (0, 1)),
}  # fmt: skip
"""For each direction, the unit vectors along and across it in the drawing; deeper is up."""


def arrow(x: float, y: float, way: Way, fill: Colour) -> Path:
    """Return an exit: an arrow of length 9 that starts at a point."""
    (dx, dy), (ax, ay) = TURNS[way]
    tip = (x + 9 * dx, y + 9 * dy)
    return polygon((tip, (x + 7 * ax, y + 7 * ay), (x - 7 * ax, y - 7 * ay)), fill, "paper", 1)


def bar(x: float, y: float, way: Way) -> Path:
    """Return a blocked exit: a bar across it."""
    (dx, dy), (ax, ay) = TURNS[way]
    return Path(
        f"M{x + 3 * dx + 9 * ax:.1f} {y + 3 * dy + 9 * ay:.1f} L{x + 3 * dx - 9 * ax:.1f} {y + 3 * dy - 9 * ay:.1f}",
        "", "accent", 4,
    )  # fmt: skip


def warning(x: float, y: float, fill: Colour, sign: str) -> tuple[Shape, ...]:
    """Return an obstacle: a triangle with a sign, 20 wide, centred on a point."""
    return (
        polygon(((x, y - 10), (x + 11, y + 8), (x - 11, y + 8)), fill, "white", 1.2),
        Said(x, y + 6, sign, 11, "white", "middle", bold=True),
    )


PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip


def die(x: float, y: float, shown: int) -> tuple[Shape, ...]:
    """Return a die, 24 wide, from its upper left corner."""
    ground = Path(
        f"M{x + 4:.1f} {y:.1f} h16 a4 4 0 0 1 4 4 v16 a4 4 0 0 1 -4 4 h-16 a4 4 0 0 1 -4 -4 v-16 a4 4 0 0 1 4 -4 z",
        "white", "dark", 1.2,
    )  # fmt: skip
    return ground, *(Circle(x + 12 + 6 * dx, y + 12 + 6 * dy, 2.3, "dark") for dx, dy in PIPS.get(shown, ()))
