"""Default panels for games without a drawing of their own: each zone and each value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tablescribe.domain.table.scene import (
    WIDTH,
    Colour,
    Group,
    Kind,
    Panel,
    Rectangle,
    Said,
    Shape,
    Span,
    Words,
    chip,
    chip_width,
    group,
    one_column,
    rowed,
    width_of,
)
from tablescribe.domain.table.table import BOX, HIDDEN, Table, Value
from tablescribe.domain.words.text import Text, Thing, listed, say

Called = Callable[[str], Text | str]
"""Returns the name of a thing for people; the empty text for internal ones."""

UNSEEN = "unseen:"  # prefix of the pools of unseen cards, which are not places on the table

HALF = (WIDTH - 8) / 2
"""Width of a small zone; two fit side by side."""

PAD, HEAD, STEP = 10, 26, 30  # padding of a zone; height of its heading; height of a line of chips


def panels(table: Table, called: Called = str, *, title: Words = "") -> list[Panel]:
    """Return default panels for any table: one for the zones, under an optional title, and one for the values."""
    zones = [zone for zone in table.zones_of("") if is_place(zone) and str(called(zone))]
    laid = [(zone, table.pieces(zone)) for zone in zones]
    values = {key: value for key, value in sorted(table.values.items()) if str(called(key))}
    return [
        board(laid, called, title or say("The table"), kind="row" if title else "board"),
        *([counters(values, called)] if values else []),
    ]


def is_place(zone: str) -> bool:
    """Return whether a zone is a place on the table."""
    return zone != BOX and not zone.startswith(UNSEEN)


def board(
    zones: Iterable[tuple[str, Mapping[str, int]]], called: Called, title: Words, *, name: str = "board",
    kind: Kind = "board",
) -> Panel:  # fmt: skip
    """Return a panel of zones, with their pieces as chips."""
    rows: list[tuple[tuple[Span, ...], ...]] = [(((say("zone"), ""),), ((say("pieces"), ""),))]
    drawn: list[tuple[float, float, Callable[[float], Group]]] = []
    for zone, pieces in zones:
        drawn.append(_zone(zone, pieces, called))
        counted = [say("{n} × {piece}", n=n, piece=Thing(piece)) for piece, n in sorted(pieces.items())]
        rows.append((((Thing(zone), "blue"),), ((listed(counted), ""),)))
    shapes: list[Shape] = []
    x = y = tall = 0.0
    for wide, high, draw in drawn:  # two small zones side by side get the same height
        if x and wide > HALF:
            x, y = 0.0, y + tall + 8
        tall = max(tall, high) if x else high
        shapes.append(Group((draw(high),), x=x, y=y))
        x, y = (HALF + 8, y) if wide <= HALF and not x else (0.0, y + tall + 8)
    if x:
        y += tall + 8
    if not shapes:
        shapes.append(Said(WIDTH / 2, 26, say("The table is empty."), 13, "soft", "middle"))
        y = 48
    return Panel(name, kind, title, WIDTH, y - 8, tuple(shapes), tuple(rows))


def _zone(
    zone: str, pieces: Mapping[str, int], called: Called
) -> tuple[float, float, Callable[[float], Group]]:  # fmt: skip
    """Return the width and height of a zone, and a function that draws it with its pieces at a given height."""
    each = sorted(pieces.items())
    widths = [counted_width(piece, n, called) for piece, n in each]
    needs = max(sum(widths) + 6 * len(widths), width_of(str(called(zone)), 13, bold=True))
    wide = HALF if needs <= HALF - 2 * PAD else WIDTH
    at = list(rowed(widths, wide - 2 * PAD, STEP))
    chips = [piece_chip(piece, n, x, y, size) for (piece, n), (x, y), size in zip(each, at, widths, strict=True)]

    def draw(high: float) -> Group:
        return group(
            Rectangle(0.75, 0.75, wide - 1.5, high - 1.5, "sand", "faint", round=10),
            Said(PAD, 18, Thing(zone), 13, bold=True, width=wide - 2 * PAD),
            group(*chips, x=PAD, y=HEAD),
            name=zone, title=Thing(zone),
        )  # fmt: skip

    return wide, HEAD + (at[-1][1] + STEP if at else 0) + 4, draw


def counted_width(piece: str, n: int, called: Called) -> float:
    """Return the width of a chip for `n` pieces of one name."""
    told = str(called(piece))
    return chip_width(f"{n} × {told}" if n > 1 else told)


def piece_chip(piece: str, n: int, x: float, y: float, width: float) -> Group:
    """Draw pieces of one name as a chip; face-down pieces are grey."""
    words = say("{n} × {piece}", n=n, piece=Thing(piece)) if n > 1 else Thing(piece)
    colour: Colour = "slate" if piece.startswith(HIDDEN) else "card"
    return group(*chip(x, y, words, width, colour), name=piece, title=Thing(piece))


def counters(
    values: Mapping[str, Value | Text | Thing], called: Called, *, title: Words = "", name: str = "values"
) -> Panel:
    """Return a panel of named values. A value may be plain, or worded (such as the seat whose turn it is)."""
    shapes: list[Shape] = []
    rows: list[tuple[tuple[Span, ...], ...]] = [(((say("value"), ""),), (("", ""),))]
    for k, (key, value) in enumerate(values.items()):
        y = k * 28
        shown = value if isinstance(value, Text | Thing) else str(value)
        room = min(7.5 * len(shown) + 12, WIDTH * 0.55) if isinstance(shown, str) else WIDTH * 0.4
        shapes.append(
            group(
                Rectangle(0.75, y + 0.75, WIDTH - 1.5, 24, "card", "faint", round=6),
                Said(PAD, y + 17, Thing(key), 12, "soft", width=WIDTH - room - 2 * PAD),
                Said(WIDTH - PAD, y + 17, shown, 14, anchor="end", bold=True, width=room),
                name=key, title=Thing(key),
            )
        )  # fmt: skip
        rows.append((((Thing(key), "green"),), ((shown, ""),)))
    return Panel(name, "track", title or say("Stored values"), WIDTH, 28 * len(values), tuple(shapes), tuple(rows))


IN_A_LINE = 40
"""Number of characters that certainly fit into a line."""

LONGER = 1.3
"""How much longer a translation may be than the English text, as a factor."""


def written(name: str, title: Words, lines: Sequence[Text]) -> Panel:
    """Return a panel of texts, such as those of a scenario, each wrapped to as many lines as it needs."""
    shapes: list[Shape] = []
    y = 8.0
    for text in lines:
        n = 1 + int(len(str(text)) * LONGER) // IN_A_LINE
        shapes.append(Said(10, y + 14, text, 12, width=WIDTH - 20, lines=n))
        y += 17 * n + 4
    ground = Rectangle(0.75, 0.75, WIDTH - 1.5, y + 2, "card", "faint", round=8)
    return Panel(name, "row", title, WIDTH, y + 4, (ground, *shapes), one_column(title, lines))


def carried_out(whose: Words, text: str) -> Panel:
    """Return a panel with a component's free text while play waits for its effect; `whose` is its owner or target."""
    lines = 1 + len(text) // IN_A_LINE
    title, says = say("Texts the table resolves"), listed([text])
    shapes: tuple[Shape, ...] = (
        Rectangle(0.75, 0.75, WIDTH - 1.5, 34 + 17 * lines, "card", "accent", 2, 8),
        Said(10, 20, whose, 13, "accent", bold=True, width=WIDTH - 20),
        Said(10, 40, says, 13, width=WIDTH - 20, lines=lines),
    )
    return Panel("text", "row", title, WIDTH, 36 + 17 * lines, shapes, one_column(title, [whose, says]))
