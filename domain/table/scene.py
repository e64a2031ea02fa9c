"""Scenes: panels of plain shapes, each readable on a phone by itself.

A panel is a board, a seat, a hand, a row of cards or a track. Its game says what stands where; a page lays panels out
by their kind, and knows of no game. Words are texts and things, so they are told in the reader's language.

Lengths are pixels on a phone on which the panel is as wide as `WIDTH`, and no type is smaller than `SMALLEST` there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from tablescribe.domain.words.text import Text, Thing

WIDTH = 340
"""How wide a panel is that fills a phone. A card's face is narrower, and is drawn as wide as it is."""

SMALLEST = 11
"""The smallest type."""

Words: TypeAlias = Text | Thing | str
"""What is written: told to readers in their language; a plain text is somebody's own words, or a sign."""

Colour: TypeAlias = str
"""A name of the palette, or the empty text for none. Any other is drawn as `soft`: catalogues may name any."""

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
"""Each colour by day and by night. What is written on a strong colour stays as it is: see `on`."""

SEATS: frozenset[Colour] = frozenset(
    (
        "blue", "yellow", "red", "green", "black", "purple", "orange", "turquoise", "slate", "white", "dark",
        "clay-deep", "ice-deep",
    )
)  # fmt: skip
"""The colours that seats may have; a seat's panel shows its own before any other of them."""

Kind: TypeAlias = Literal["board", "seat", "hand", "row", "track"]
"""What a panel is to whoever lays it out."""


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle, its corners perhaps round."""

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
    """Any outline, as the `d` of an SVG path: made of numbers by our own code, never of anybody's words."""

    d: str
    fill: Colour = ""
    stroke: Colour = ""
    thick: float = 1


class Said(msgspec.Struct, frozen=True):
    """Words on the picture.

    Attributes:
        x, y: where the first line's foot begins, has its middle or ends.
        width: how wide a line may become before it is broken, and the last one cut; 0: as it comes.
        lines: how many lines there may be.
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
    """Shapes that are one thing; the first of them is its ground, which is marked when a move touched the thing.

    Attributes:
        name: the piece, zone or value that it draws, if it draws one.
        title: what it is, for whoever points at it or has it read out.
        x, y: how far it is shifted.
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
    """A part of the table, drawn for itself.

    Attributes:
        name: its name among the panels, such as `board` or `seat:2`.
        kind: what it is to whoever lays it out.
        title: its heading.
        width, height: its size.
        shapes: what is drawn.
        rows: the same in a terminal, where colours may be missing: it says whose everything is.
        tables: the same drawn, in several tables; a terminal that is too narrow for one of them shows `rows` instead.
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
    """Return shapes as one thing."""
    return Group(shapes, name, title, x, y)


def placed(face: Panel, x: float, y: float, *more: Shape, name: str = "", title: Words = "") -> Group:
    """Return a face, or any panel, as part of another, perhaps with more on it."""
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
    """Return a pawn with its owner's sign, 20 wide and 27 high, its foot's middle at a point."""
    body = f"M{x - 10:.1f} {y:.1f} q0 -11 5.5 -14 a6.6 6.6 0 1 1 9 0 q5.5 3 5.5 14 z"
    return (
        Path(body, colour, "white", 1.6),
        Said(x, y - 2.5, sign, 11, on(colour), "middle", bold=True),
    )


def heart(x: float, y: float, *, full: bool) -> Path:
    """Return a heart, 11 wide, around a point; an empty one has been lost."""
    outline = f"M{x:.1f} {y + 5:.1f} l-5 -5 a2.9 2.9 0 0 1 5 -3.4 a2.9 2.9 0 0 1 5 3.4 z"
    return Path(outline, "red" if full else "paper", "red" if full else "faint", 1)


def frame(height: float, colour: Colour, *, acts: bool) -> Rectangle:
    """Return the ground of a seat's panel, with a thick edge where the seat is to act."""
    return Rectangle(1.5, 1.5, WIDTH - 3, height, "card", colour, 4 if acts else 1.5, 10)


def nameplate(sign: Words, colour: Colour, name: Words, also: Words, size: float = 12) -> tuple[Shape, ...]:
    """Return the head of a seat's panel, 35 high: its sign on its colour, its name, in smaller type who it plays."""
    return (
        Rectangle(9, 9, 24, 22, colour, "white", 1.2, 6),
        Said(21, 24.5, sign, 13, on(colour), "middle", bold=True),
        Said(40, 25, name, 15, bold=True, width=130),
        Said(WIDTH - 10, 25, also, size, "soft", "end", width=160),
    )


def chip(x: float, y: float, words: Words, width: float, colour: Colour = "card") -> tuple[Shape, ...]:
    """Return words in a frame 24 high, and as wide as `chip_width` says."""
    return (
        Rectangle(x, y, width, 24, colour, "faint", round=12),
        Said(x + width / 2, y + 16.5, words, 12, on(colour), "middle", width=width - 14),
    )


def chip_width(text: str) -> float:
    """Return how wide a chip with a text is."""
    return min(max(24.0, width_of(text, 12) + 16), WIDTH - 24)


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text becomes: rather too wide than too narrow, as phones have different type."""
    return sum(_EM.get(c, 0.7 if c.isupper() else 0.62) for c in text) * size * (1.08 if bold else 1)


_EM = {
    **dict.fromkeys("mwMWOQ%@—…▶→", 0.95), **dict.fromkeys("ijlI.,:;|!'()[]", 0.35),
    **dict.fromkeys("frt -·/1", 0.42),
}  # fmt: skip
"""How wide letters are that are wider or narrower than others, in their size."""


def typed_width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text becomes in the typeface of the pages (Figtree), which is narrower than most."""
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
"""How wide the letters of Figtree are that are not of its common width, in their size: measured, to a twentieth."""


def rowed(widths: Iterable[float], width: float, step: float, gap: float = 6) -> Iterator[tuple[float, float]]:
    """Yield where things of some widths lie side by side, on as many lines as they need, from (0, 0) on."""
    x = y = 0.0
    for one in widths:
        if x and x + one > width:
            x, y = 0.0, y + step
        yield x, y
        x += one + gap


def on(colour: Colour) -> Colour:
    """Return the colour for writing on a colour."""
    if colour == "yellow":
        return "dark"
    strong = ("blue", "red", "green", "black", "purple", "orange", "turquoise", "slate", "accent")
    return "white" if colour in strong or colour.endswith("-deep") else "ink"


def one_column(heading: Words, told: Iterable[Words], colour: Colour = "") -> Rows:
    """Return words below each other under a heading, for a terminal."""
    return ((((heading, colour),),), *((((one, ""),),) for one in told))


def back(piece: str, width: float, height: float) -> Panel:
    """Return a face-down card, drawn without any detail."""
    shapes = (
        Rectangle(1, 1, width - 2, height - 2, "slate", "white", 1.5, 9),
        Said(width / 2, height / 2 + 10, "?", 28, "white", "middle", bold=True),
    )
    return Panel(piece, "row", Thing(piece), width, height, shapes)


def names(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield the names of what is drawn, however deep."""
    for shape in shapes:
        if isinstance(shape, Group):
            if shape.name:
                yield shape.name
            yield from names(shape.shapes)


def fills(shapes: Iterable[Shape]) -> Iterator[Colour]:
    """Yield the colours that shapes are filled with, however deep."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from fills(shape.shapes)
        elif not isinstance(shape, Said):
            yield shape.fill


def all_words(shapes: Iterable[Shape]) -> Iterator[Said]:
    """Yield the words of shapes, however deep."""
    for shape in shapes:
        if isinstance(shape, Said):
            yield shape
        elif isinstance(shape, Group):
            yield from all_words(shape.shapes)
