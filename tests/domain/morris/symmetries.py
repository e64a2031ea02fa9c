"""The symmetries of Nine Men's Morris.

The board looks the same from its four sides, in a mirror, and turned inside out. Points can have any names, as the
lines are data, and the first player can be seat 2. There is no component that nobody uses: every man is
placed, and every point can be reached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablescribe.domain.games.morris.board import POINTS, TURN
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed
from tests.domain.symmetry import Symmetry, deep, shuffled
from tests.support import STAMP

Place = tuple[int, int]
"""The position of a point, seen from the middle of the board."""


def moved(name: str, to: Callable[[int, int], Place]) -> Symmetry:
    """Return the symmetry that renames each point of the board."""

    def there(point: str) -> str:
        column, row = to(ord(point[0]) - ord("d"), int(point[1]) - 4)
        return f"{chr(ord('d') + column)}{row + 4}"

    names = {point: there(point) for point in POINTS}
    return Symmetry(name, action=lambda data, seats: deep(data, lambda one: names.get(one, one)))


def inside_out(column: int, row: int) -> Place:
    """Return a point's position with the outer square inside, and the inner one outside."""
    ring = max(abs(column), abs(row))
    return column * (4 - ring) // ring, row * (4 - ring) // ring


def second_begins(match: Match) -> None:
    """Let seat 2 begin, whose player was first."""
    match.rule([Changed(TURN, 1, 2)], STAMP, clause="MO-2", reason="the colours are exchanged")


def _named_otherwise() -> Symmetry:
    names: dict[Any, str] = {**shuffled([*POINTS])}

    def say(one: Any) -> Any:
        return names.get(one, one)

    return Symmetry(
        "with other names of the points",
        catalogue=lambda data, seats: data | {"lines": deep(data["lines"], say)},
        action=lambda data, seats: deep(data, say),
    )


SYMMETRIES = (
    moved("turned by a quarter", lambda column, row: (row, -column)),
    moved("in a mirror", lambda column, row: (-column, row)),
    moved("inside out", inside_out),
    _named_otherwise(),
    Symmetry("with the colours exchanged", seat=lambda seat, seats: 3 - seat, begins=second_begins),
)
