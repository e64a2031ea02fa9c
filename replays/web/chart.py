"""Points over time as a small line chart, told apart by colour, dashes and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 220, 36, 110, 14, 26
DASHES = ("", "9 5", "2 4", "14 4 2 4", "5 3 5 8")
INKS = ("#2b6cb0", "#b7791f", "#c53030", "#2f855a", "#805ad5")
"""As told apart by most colour-blind people; the dashes and the names at the ends say it again."""


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
    here: float | None
    moves: int


def chart(rows: Sequence[Sequence[int | None]], names: Sequence[str], at: int | None = None) -> Chart | None:
    """Return the chart of points after each move of a line; nothing if no seat's points are known throughout.

    Args:
        rows: for each move of the line, each seat's points.
        names: of the seats.
        at: the index of the move to mark.
    """
    columns = list(zip(*rows, strict=True)) if rows else []
    known = [(k, [n for n in column if n is not None]) for k, column in enumerate(columns) if None not in column]
    values = [n for _, column in known for n in column]
    if not values or len(rows) < 2:
        return None
    low, high = min(0, *values), max(1, *values)
    step = (WIDTH - LEFT - RIGHT) / (len(rows) - 1)

    def height(n: float) -> float:
        return float(round(HEIGHT - BOTTOM - (n - low) / (high - low) * (HEIGHT - TOP - BOTTOM), 1))

    curves, ends = [], list[float]()
    for k, column in known:
        path = " ".join(f"{'L' if i else 'M'}{round(LEFT + i * step, 1)} {height(n)}" for i, n in enumerate(column))
        y = height(column[-1])
        while any(abs(y - other) < 15 for other in ends):  # names do not cover each other
            y += 15 if y < HEIGHT / 2 else -15
        ends.append(y)
        ink, dash = INKS[k % len(INKS)], DASHES[k % len(DASHES)]
        curves.append(Curve(names[k], path, WIDTH - RIGHT + 8, y, column[-1], ink, dash))
    every = max(1, round((high - low) / 4))
    ticks = tuple((height(n), n) for n in range(low, high + 1, every))
    here = round(LEFT + at * step, 1) if at is not None else None
    return Chart(tuple(curves), ticks, here, len(rows) - 1)
