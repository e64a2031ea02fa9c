"""Scenes: panels of plain shapes, each readable on a phone by itself.

A panel is a board, a seat, a hand, a row of cards or a track. The game draws its contents. A page lays out panels by
their kind and knows nothing about games. Words are texts and things, so each reader gets them in their own language.

Lengths are pixels on a phone on which a panel is `WIDTH` wide. No type is smaller than `SMALLEST`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from tablescribe.domain.words.text import Text, Thing

WIDTH = 340
"""Width of a panel that fills a phone. A card's face is narrower and keeps its own width."""

SMALLEST = 11
"""Minimum type size."""

Words: TypeAlias = Text | Thing | str
"""Words on a drawing, translated for each reader. A plain `str` is a person's own words or a symbol."""

Colour: TypeAlias = str
"""A name of `PALETTE`, or the empty text for none. Unknown names, which catalogues may have, are drawn as `soft`."""

PALETTE: dict[Colour, tuple[str, str]] = {
    "ink": ("#1d2320", "#e9eeeb"), "soft": ("#56605b", "#a7b2ac"), "faint": ("#c4c9c2", "#4a5550"),
    "paper": ("#fbfaf7", "#141817"), "card": ("#ffffff", "#1d2321"), "accent": ("#a8360a", "#fb923c"),
    "white": ("#ffffff", "#ffffff"), "dark": ("#1a202c", "#1a202c"),
    "blue": ("#2b6cb0", "#2f74bd"), "yellow": ("#d69e2e", "#d69e2e"), "red": ("#c53030", "#c93636"),
    "green": ("#2f855a", "#2d8057"), "black": ("#2d3748", "#10141b"), "purple": ("#6b46c1", "#7c5bd0"),
    "orange": ("#c05621", "#bd5520"), "turquoise": ("#0e7c86", "#0e7c86"), "slate": ("#4a5568", "#5a667c"),
    "sand": ("#efe8d8", "#37322a"), "stone": ("#d3dce2", "#34424d"), "moss": ("#dde8cb", "#2d3b27"),
    "clay": ("#eee2c4", "#403722"), "ice": ("#d8e7f3", "#24384c"), "moss-deep": ("#66784a", "#556739"),
    "clay-deep": ("#7d6c42", "#6f5f38"), "ice-deep": ("#4f6b82", "#3f5c75"),
}  # fmt: skip
"""Each colour in the light and the dark theme. Text on a strong colour is the same in both: see `on`."""

SEATS: frozenset[Colour] = frozenset(
    (
        "blue", "yellow", "red", "green", "black", "purple", "orange", "turquoise", "slate", "white", "dark",
        "clay-deep", "ice-deep",
    )
)  # fmt: skip
"""The colours of seats. A seat's panel shows its own colour before any other of these."""

Kind: TypeAlias = Literal["board", "seat", "hand", "row", "track"]
"""The role of a panel in the page's layout."""


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle, optionally with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour = ""
    stroke: Colour = ""
    thick: float = 1
    round: float = 0
    dashed: bool = False


class Circle(msgspec.Struct, frozen=True):
    """A circle around a point."""

    x: float
    y: float
    radius: float
    fill: Colour = ""
    stroke: Colour = ""
    thick: float = 1


class Path(msgspec.Struct, frozen=True):
    """Any outline, as the `d` of an SVG path. It is built from numbers by our own code, never from user input."""

    d: str
    fill: Colour = ""
    stroke: Colour = ""
    thick: float = 1


class Said(msgspec.Struct, frozen=True):
    """Words on the picture.

    Attributes:
        x, y: the anchor on the first line's baseline: its start, middle or end.
        width: the width at which lines are wrapped, and the last one cut off; 0: no limit.
        lines: the maximum number of lines.
    """

    x: float
    y: float
    words: Words
    size: float = 12
    colour: Colour = "ink"
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    width: float = 0
    lines: int = 1


class Group(msgspec.Struct, frozen=True):
    """Shapes that belong together. The first one is the background, which is highlighted when a move touched the thing.

    Attributes:
        name: the piece, zone or value that it draws, or empty.
        title: its description, for tooltips and screen readers.
        x, y: its offset.
    """

    shapes: tuple[Shape, ...]
    name: str = ""
    title: Words = ""
    x: float = 0
    y: float = 0


Shape: TypeAlias = Rectangle | Circle | Path | Said | Group

Span: TypeAlias = tuple[Words, Colour]
"""A stretch of words and its colour; the empty text for none."""

Rows: TypeAlias = tuple[tuple[tuple[Span, ...], ...], ...]
"""Rows of cells of spans. The first row has the headings."""


class Panel(msgspec.Struct, frozen=True):
    """A separately drawn part of the table.

    Attributes:
        name: its unique name among the panels, such as `board` or `seat:2`.
        kind: its role in the page's layout.
        title: its heading.
        width, height: its size.
        shapes: its drawing.
        rows: its text form for terminals. Owners are named, as there may be no colours.
        tables: a text form that resembles the drawing, as several tables. A terminal that is too narrow for one of them
            shows `rows` instead.
    """

    name: str
    kind: Kind
    title: Words
    width: float
    height: float
    shapes: tuple[Shape, ...]
    rows: Rows = ()
    tables: tuple[Rows, ...] = ()


# --- drawing -----------------------------------------------------------------------------------------


def group(*shapes: Shape, name: str = "", title: Words = "", x: float = 0, y: float = 0) -> Group:
    """Return shapes as one group."""
    return Group(shapes, name, title, x, y)


def placed(face: Panel, x: float, y: float, *more: Shape, name: str = "", title: Words = "") -> Group:
    """Return a card's face, or any panel, as a group within another panel, optionally with more shapes on it."""
    return Group((*face.shapes, *more), name or face.name, title or face.title, x, y)


def polygon(points: Iterable[tuple[float, float]], fill: Colour = "", stroke: Colour = "", thick: float = 1) -> Path:
    """Return a closed outline through some points."""
    return Path(f"M{' L'.join(f'{x:.1f} {y:.1f}' for x, y in points)} Z", fill, stroke, thick)


def diamond(x: float, y: float, radius: float, fill: Colour = "", stroke: Colour = "", thick: float = 1) -> Path:
    """Return a square standing on one corner."""
    return polygon(((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)), fill, stroke, thick)


def star(x: float, y: float, radius: float, fill: Colour = "", stroke: Colour = "", thick: float = 1) -> Path:
    """Return a star with five points."""
    turns = ((math.pi * (k / 5 - 0.5), radius if k % 2 == 0 else radius * 0.45) for k in range(10))
    return polygon(((x + r * math.cos(a), y + r * math.sin(a)) for a, r in turns), fill, stroke, thick)


def pawn(x: float, y: float, colour: Colour, sign: Words) -> tuple[Shape, ...]:
    """Return a pawn with its owner's symbol, 20 wide and 27 high; `x, y` is the middle of its foot."""
    body = f"M{x - 10:.1f} {y:.1f} q0 -11 5.5 -14 a6.6 6.6 0 1 1 9 0 q5.5 3 5.5 14 z"
    return (
        Path(body, colour, "white", 1.6),
        Said(x, y - 2.5, sign, 11, on(colour), "middle", bold=True),
    )


def heart(x: float, y: float, *, full: bool) -> Path:
    """Return a heart, 11 wide, centred on a point. An outline (not `full`) is a lost one."""
    outline = f"M{x:.1f} {y + 5:.1f} l-5 -5 a2.9 2.9 0 0 1 5 -3.4 a2.9 2.9 0 0 1 5 3.4 z"
    return Path(outline, "red" if full else "paper", "red" if full else "faint", 1)


def frame(height: float, colour: Colour, *, acts: bool) -> Rectangle:
    """Return the background of a seat's panel, with a thick border if the seat is to act."""
    return Rectangle(1.5, 1.5, WIDTH - 3, height, "card", colour, 4 if acts else 1.5, 10)


def nameplate(sign: Words, colour: Colour, name: Words, also: Words, size: float = 12) -> tuple[Shape, ...]:
    """Return the header of a seat's panel, 35 high: its symbol on its colour, its name, its role in smaller type."""
    return (
        Rectangle(9, 9, 24, 22, colour, "white", 1.2, 6),
        Said(21, 24.5, sign, 13, on(colour), "middle", bold=True),
        Said(40, 25, name, 15, bold=True, width=130),
        Said(WIDTH - 10, 25, also, size, "soft", "end", width=160),
    )


def chip(x: float, y: float, words: Words, width: float, colour: Colour = "card") -> tuple[Shape, ...]:
    """Return words in a frame 24 high; `chip_width` gives its width."""
    return (
        Rectangle(x, y, width, 24, colour, "faint", round=12),
        Said(x + width / 2, y + 16.5, words, 12, on(colour), "middle", width=width - 14),
    )


def chip_width(text: str) -> float:
    """Return the width of a chip with a text."""
    return min(max(24.0, width_of(text, 12) + 16), WIDTH - 24)


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return an estimate of a text's width, rather too wide than too narrow, as phones have different typefaces."""
    return sum(_EM.get(c, 0.7 if c.isupper() else 0.62) for c in text) * size * (1.08 if bold else 1)


_EM = {
    **dict.fromkeys("mwMWOQ%@—…▶→", 0.95), **dict.fromkeys("ijlI.,:;|!'()[]", 0.35),
    **dict.fromkeys("frt -·/1", 0.42),
}  # fmt: skip
"""Widths of characters that are wider or narrower than most, as a fraction of the type size."""


def typed_width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return an estimate of a text's width in the typeface of the pages (Figtree), which is narrower than most."""
    return sum(_TYPED.get(c, 0.55) for c in text) * size * (1.05 if bold else 1)


_TYPED = {
    **dict.fromkeys("'.`l’", 0.2),
    **dict.fromkeys(" ,:;Iij|ìíÍ·", 0.25),
    **dict.fromkeys('!"[]', 0.3),
    **dict.fromkeys("()fr", 0.35),
    **dict.fromkeys("-/1\\t{}", 0.4),
    **dict.fromkeys("_sx", 0.45),
    **dict.fromkeys("*?JLakvzäàãáâ", 0.5),
    **dict.fromkeys("+48<=>BEKPSXYbdgopqöòõóôÈÉÊ×…", 0.6),
    **dict.fromkeys("#&0RZ", 0.65),
    **dict.fromkeys("ACDUVÄÜÀÇÃÁÂÚ", 0.7),
    **dict.fromkeys("GHN▶→", 0.75),
    **dict.fromkeys("%OQwÖÕÓÔ", 0.8),
    **dict.fromkeys("Mm½", 0.85),
    **dict.fromkeys("W", 0.95),
    **dict.fromkeys("@", 1),
    **dict.fromkeys("—", 1.1),
}
"""Widths of Figtree's characters that differ from its common width, as a fraction of the type size, to 0.05."""


def rowed(widths: Iterable[float], width: float, step: float, gap: float = 6) -> Iterator[tuple[float, float]]:
    """Yield the positions of things laid out in lines from (0, 0), wrapped at `width`."""
    x = y = 0.0
    for one in widths:
        if x and x + one > width:
            x, y = 0.0, y + step
        yield x, y
        x += one + gap


def on(colour: Colour) -> Colour:
    """Return the text colour for a background colour."""
    if colour == "yellow":
        return "dark"
    strong = ("blue", "red", "green", "black", "purple", "orange", "turquoise", "slate", "accent")
    return "white" if colour in strong or colour.endswith("-deep") else "ink"


def one_column(heading: Words, told: Iterable[Words], colour: Colour = "") -> Rows:
    """Return a table of one column with a heading, for a terminal."""
    return ((((heading, colour),),), *((((one, ""),),) for one in told))


def back(piece: str, width: float, height: float) -> Panel:
    """Return a face-down card, drawn without any detail."""
    shapes = (
        Rectangle(1, 1, width - 2, height - 2, "slate", "white", 1.5, 9),
        Said(width / 2, height / 2 + 10, "?", 28, "white", "middle", bold=True),
    )
    return Panel(piece, "row", Thing(piece), width, height, shapes)


def names(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield the names of all groups, nested ones included."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.name:
                yield shape.name
            yield from names(shape.shapes)


def fills(shapes: Iterable[Shape]) -> Iterator[Colour]:
    """Yield the fill colours of all shapes, nested ones included."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from fills(shape.shapes)
        elif not isinstance(shape, Said):
            yield shape.fill


def all_words(shapes: Iterable[Shape]) -> Iterator[Said]:
    """Yield the words of all shapes, nested ones included."""
    for shape in shapes:
        if isinstance(shape, Said):
            yield shape
        elif isinstance(shape, Group):
            yield from all_words(shape.shapes)
