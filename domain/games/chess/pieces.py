"""Drawings of the six pieces: outlines designed on a grid of 40 × 40, scaled to any size."""

from __future__ import annotations

import re

from tablescribe.domain.table.scene import Circle, Colour, Path, Shape

SIZE = 40
FOOT = "M9 36 L31 36 L31 33 Q31 31 29 31 L11 31 Q9 31 9 33 Z"

BODIES = {
    "P": "M20 16 C15 19 17 25 13 31 L27 31 C23 25 25 19 20 16 Z",
    "R": "M10 8 L10 15 L13 17 L13.5 28 L11 31 L29 31 L26.5 28 L27 17 L30 15 L30 8 L26 8 L26 11 L22 11 L22 8 L18 8 "
         "L18 11 L14 11 L14 8 Z",
    "N": "M13 31 C12 25 18 23 19 19 C16 20 14 22.5 11.5 22.5 C9 22.5 8 20 9.5 18 L14.5 11 L14.5 6.5 L18 9 "
         "C27 9 31 18 28 31 Z",
    "B": "M20 8 C13 12 10.5 19 15 24.5 L13 31 L27 31 L25 24.5 C29.5 19 27 12 20 8 Z",
    "Q": "M8.5 13 L13 25 L12.5 31 L27.5 31 L27 25 L31.5 13 L25 20 L20 9 L15 20 Z",
    "K": "M13 31 L12 25 C5 20 8 12 14.5 13 C18 13.5 19.5 15.5 20 18.5 C20.5 15.5 22 13.5 25.5 13 C32 12 35 20 28 25 "
         "L27 31 Z",
}  # fmt: skip
STROKES = {"B": "M20 13 L20 20.5 M16.8 16.5 L23.2 16.5", "K": "M20 4 L20 13 M16.5 7.5 L23.5 7.5"}
BALLS = {
    "P": ((20, 12, 5.2),), "B": ((20, 6.5, 2.2),), "Q": ((8.5, 11, 2.3), (20, 7, 2.3), (31.5, 11, 2.3)),
}  # fmt: skip


def drawn(letter: str, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """Draw a piece, given by its letter, in a square with its upper left corner at `x, y`."""
    colours: tuple[Colour, Colour] = ("white", "dark") if letter.isupper() else ("dark", "white")
    fill, edge = colours
    kind, scale, thick = letter.upper(), size / SIZE, 1.3 * size / SIZE
    balls = [Circle(x + a * scale, y + b * scale, r * scale, fill, edge, thick) for a, b, r in BALLS.get(kind, ())]
    shapes: list[Shape] = [*balls, *(Path(_put(one, x, y, scale), fill, edge, thick) for one in (BODIES[kind], FOOT))]
    if kind in STROKES:
        under = Path(_put(STROKES[kind], x, y, scale), stroke=fill, thick=3 * thick)
        outline = Path(_put(STROKES[kind], x, y, scale), stroke=edge, thick=5 * thick)
        inside = Path(_put(STROKES[kind], x, y, scale), stroke=edge, thick=1.2 * thick)
        shapes = [outline, under, *shapes] if kind == "K" else [*shapes, inside]
    if kind == "N":
        shapes.append(Circle(x + 17 * scale, y + 13.5 * scale, 1.3 * scale, edge))
    return tuple(shapes)


def _put(outline: str, x: float, y: float, scale: float) -> str:
    """Return an outline moved and scaled."""
    return re.sub(
        r"([-\d.]+) ([-\d.]+)", lambda at: f"{x + float(at[1]) * scale:.1f} {y + float(at[2]) * scale:.1f}", outline
    )
