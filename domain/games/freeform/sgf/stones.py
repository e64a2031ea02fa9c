"""Stones and points of Go: their names on a freeform table."""

from __future__ import annotations

TEMPLATE = "go"
BLACK, WHITE = 1, 2
"""The seats of the colours."""

STONES = {"b": "black", "w": "white"}
SEATS = {"b": BLACK, "w": WHITE}
PRISONERS = {stone: f"{stone} prisoners" for stone in STONES.values()}
"""Where captured stones of a colour lie."""

RESULT = "result"
"""The value that keeps the result as people write it: `B+3.5`."""

Point = tuple[int, int]
"""Row and column, from 0, the lowest row first."""


def square(point: Point) -> str:
    """Return the name of a point on the table: `(3, 15)` is `p4`, as letters skip none."""
    row, column = point
    return f"{chr(97 + column)}{row + 1}"


def point_of(name: str, size: int) -> Point | None:
    """Return the point of a name; `None` if there is none of it on a board of this size."""
    column, row = ord(name[:1] or "?") - 97, name[1:]
    if not row.isdecimal() or len(row) > 2 or not 0 <= column < size or not 1 <= int(row) <= size:
        return None
    return int(row) - 1, column
