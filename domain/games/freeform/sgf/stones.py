"""Stones and points of Go: their names on a freeform table."""

from __future__ import annotations

TEMPLATE = "go"
BLACK, WHITE = 1, 2
"""The seats of the colours."""

STONES = {"b": "black", "w": "white"}
SEATS = {"b": BLACK, "w": WHITE}
PRISONERS = {stone: f"{stone} prisoners" for stone in STONES.values()}
"""The zones for captured stones of each colour."""

RESULT = "result"
"""The key of the result as people write it, such as `B+3.5`."""

Point = tuple[int, int]
"""Row and column, both from 0; row 0 is the lowest."""


def square(point: Point) -> str:
    """Return the name of a point on the table: `(3, 15)` is `p4`, as no letter is skipped."""
    row, column = point
    return f"{chr(97 + column)}{row + 1}"


def point_of(name: str, size: int) -> Point | None:
    """Return the point with a name; `None` if a board of this size has none."""
    column, row = ord(name[:1] or "?") - 97, name[1:]
    if not row.isdecimal() or len(row) > 2 or not 0 <= column < size or not 1 <= int(row) <= size:
        return None
    return int(row) - 1, column
