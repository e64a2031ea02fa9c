"""A small line chart of points over time, with curves distinguished by colour, dashes and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 220, 36, 110, 14, 26
DASHES = ("", "9 5", "2 4", "14 4 2 4", "5 3 5 8")
INKS = ("#2b6cb0", "#b7791f", "#c53030", "#2f855a", "#805ad5")
"""Colours that most colour-blind people can distinguish; dashes and names at the ends repeat the distinction."""


MOST_POINTS = 240
"""Maximum number of moves that are drawn, which is more than a phone has pixels for."""


@dataclass(frozen=True)
class Curve:
    """The curve of one seat: its path, its end, and its style."""

    name: str
    path: str
    x: float
    y: float
    points: int
    ink: str
    dash: str


@dataclass(frozen=True)
class Chart:
    """All curves, and the marks of the two axes."""

    curves: tuple[Curve, ...]
    ticks: tuple[tuple[float, int], ...]
    moves: int

    @property
    def width(self) -> int:
        """The width of the part with the curves."""
        return WIDTH - LEFT - RIGHT


def thinned(moves: int) -> list[int]:
    """Return the positions on a line of `moves` moves to draw: evenly spaced, with the first and the last."""
    if moves <= MOST_POINTS:
        return list(range(moves))
    return [round(k * (moves - 1) / (MOST_POINTS - 1)) for k in range(MOST_POINTS)]


def chart(rows: Sequence[Sequence[int | None]], places: Sequence[int], names: Sequence[str]) -> Chart | None:
    """Return the chart of points over a line; `None` if no seat's points are known throughout.

    Args:
        rows: each seat's points after some moves of the line.
        places: the positions of these moves on the line; the last one is its end.
        names: the names of the seats.
    """
    columns = list(zip(*rows, strict=True)) if rows else []
    known = [(k, [n for n in column if n is not None]) for k, column in enumerate(columns) if None not in column]
    values = [n for _, column in known for n in column]
    if not values or len(rows) < 2:
        return None
    low, high = min(0, *values), max(1, *values)
    step = (WIDTH - LEFT - RIGHT) / places[-1]

    def height(n: float) -> float:
        return float(round(HEIGHT - BOTTOM - (n - low) / (high - low) * (HEIGHT - TOP - BOTTOM), 1))

    curves, ends = [], list[float]()
    for k, column in known:
        spots = (f"{round(LEFT + i * step, 1)} {height(n)}" for i, n in zip(places, column, strict=True))
        path = "M" + " L".join(spots)
        y = height(column[-1])
        while any(abs(y - other) < 15 for other in ends):  # keep names from overlapping
            y += 15 if y < HEIGHT / 2 else -15
        ends.append(y)
        ink, dash = INKS[k % len(INKS)], DASHES[k % len(DASHES)]
        curves.append(Curve(names[k], path, WIDTH - RIGHT + 8, y, column[-1], ink, dash))
    every = max(1, round((high - low) / 4))
    ticks = tuple((height(n), n) for n in range(low, high + 1, every))
    return Chart(tuple(curves), ticks, places[-1])
