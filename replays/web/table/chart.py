"""Points over time as a small line chart, told apart by colour, dashes and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 220, 36, 110, 14, 26
DASHES = ("", "9 5", "2 4", "14 4 2 4", "5 3 5 8")
INKS = ("#2b6cb0", "#b7791f", "#c53030", "#2f855a", "#805ad5")
"""As told apart by most colour-blind people; the dashes and the names at the ends say it again."""


MOST_POINTS = 240
"""Of so many moves at most the points are drawn: more than a phone has pixels for."""


@dataclass(frozen=True)
class Curve:
    """One seat's points: the path, where it ends, and how it looks."""

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
        """How wide the part is that has the curves."""
        return WIDTH - LEFT - RIGHT


def thinned(moves: int) -> list[int]:
    """Return the places on a line of so many moves whose points are drawn: evenly, the first and the last too."""
    if moves <= MOST_POINTS:
        return list(range(moves))
    return [round(k * (moves - 1) / (MOST_POINTS - 1)) for k in range(MOST_POINTS)]


def chart(rows: Sequence[Sequence[int | None]], places: Sequence[int], names: Sequence[str]) -> Chart | None:
    """Return the chart of points over a line; nothing if no seat's points are known throughout.

    Args:
        rows: for some moves of the line, each seat's points.
        places: which moves these are, by their place on the line; the last is the line's end.
        names: of the seats.
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
        while any(abs(y - other) < 15 for other in ends):  # names do not cover each other
            y += 15 if y < HEIGHT / 2 else -15
        ends.append(y)
        ink, dash = INKS[k % len(INKS)], DASHES[k % len(DASHES)]
        curves.append(Curve(names[k], path, WIDTH - RIGHT + 8, y, column[-1], ink, dash))
    every = max(1, round((high - low) / 4))
    ticks = tuple((height(n), n) for n in range(low, high + 1, every))
    return Chart(tuple(curves), ticks, places[-1])
