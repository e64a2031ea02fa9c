"""Render panels as SVG, alone or composed into one picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape

import msgspec

from tablescribe.domain.table.scene import (
    PALETTE,
    WIDTH,
    Circle,
    Group,
    Panel,
    Rectangle,
    Said,
    Shape,
    Words,
    typed_width_of,
    width_of,
)
from tablescribe.replays.reading.reader import Reader, printable

FONT = "system-ui, 'DejaVu Sans', sans-serif"

MARGIN, GUTTER, HEADING = 12, 20, 20
"""Space in a composed picture: around the panels, between columns, and for a heading."""

CLOSEST = 0.8
"""The smallest width to which a long text is squeezed before it is cut, as a fraction of its own width."""

SPEAKING = ("board", "seat")
"""Kinds of panels that need no heading."""


class Appearance(msgspec.Struct, frozen=True):
    """The reader of a picture, and what is highlighted in it.

    Attributes:
        reader: renders its words.
        touched: the names of the things that a move touched.
    """

    reader: Reader = msgspec.field(default_factory=Reader)
    touched: Collection[str] = ()

    def read(self, words: Words) -> str:
        """Return words as this reader reads them, without control characters."""
        return self.reader.tell(words)


# --- SVG ---------------------------------------------------------------------------------------------


def panel_svg(panel: Panel, look: Appearance) -> str:
    """Return a panel as a separate SVG element, for a page that defines the palette as CSS variables."""
    return framed(panel, look, "".join(_all(panel.shapes, look)))


def framed(panel: Panel, look: Appearance, drawn: str) -> str:
    """Wrap the drawn shapes of a panel in an SVG element."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(panel.width)} {_n(panel.height)}" role="img" '
        f'font-family="{FONT}"><title>{_e(look.read(panel.title))}</title>{drawn}</svg>'
    )


def scene_svg(title: str, panels: Sequence[Panel], look: Appearance) -> str:
    """Return panels as one self-contained SVG: the board large, the others beside and below it."""
    boards = [panel for panel in panels if panel.kind == "board"]
    drawn: list[str] = []
    wide = 2 * WIDTH + GUTTER
    below = 0.0
    for board in boards:
        below = _draw(board, MARGIN, below, wide / board.width, look, drawn)
    ends = [0.0, below, below]  # bottoms of the columns: beside the board, and two below it
    for panel in panels:
        if panel.kind != "board":
            column = ends.index(min(ends))
            x = MARGIN + (wide + GUTTER if column == 0 else (column - 1) * (WIDTH + GUTTER))
            ends[column] = _draw(panel, x, ends[column], 1, look, drawn)
    width, height = wide + WIDTH + GUTTER + 2 * MARGIN, max(ends) + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" role="img" '
        f'font-family="{FONT}"><title>{_e(printable(title))}</title>'
        f'<rect width="100%" height="100%"{_paint("paper", "")}/>{"".join(drawn)}</svg>'
    )


def _draw(panel: Panel, x: float, y: float, scale: float, look: Appearance, drawn: list[str]) -> float:
    """Draw a panel below a point, with its heading if it needs one; return its bottom."""
    y += MARGIN
    if panel.kind not in SPEAKING:
        drawn.extend(_shape(Said(x, y + 12, panel.title, 14, "soft", bold=True, width=WIDTH), look))
        y += HEADING
    drawn.append(f'<g transform="translate({_n(x)} {_n(y)}) scale({_n(scale)})" data-panel="{_e(panel.name)}">')
    drawn.extend(_all(panel.shapes, look))
    drawn.append("</g>")
    return y + panel.height * scale


def shape_svg(shape: Shape, look: Appearance, touched: bool = False) -> str:
    """Return one shape as SVG."""
    return "".join(_shape(shape, look, touched))


def _all(shapes: Iterable[Shape], look: Appearance) -> Iterable[str]:
    for shape in shapes:
        yield from _shape(shape, look)


def _shape(shape: Shape, look: Appearance, touched: bool = False) -> Iterable[str]:
    """Yield a shape as SVG; a touched thing gets a thick outline, and its words an underline."""
    if isinstance(shape, Group):
        yield from _group(shape, look, touched)
        return
    if isinstance(shape, Said):
        yield from _said(shape, look, touched)
        return
    stroke, thick = ("accent", max(shape.thick, 3.5)) if touched else (shape.stroke, shape.thick)
    paint = _paint(shape.fill or "none", stroke, thick)
    if isinstance(shape, Rectangle):
        corner = f' rx="{_n(shape.round)}"' if shape.round else ""
        dashes = ' stroke-dasharray="5 4"' if shape.dashed and not touched else ""
        yield (
            f'<rect x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(max(shape.width, 0))}" '
            f'height="{_n(max(shape.height, 0))}"{corner}{paint}{dashes}/>'
        )
    elif isinstance(shape, Circle):
        yield f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"{paint}/>'
    else:
        yield f'<path d="{_e(shape.d)}"{paint} stroke-linecap="round" stroke-linejoin="round"/>'


def group_head(shape: Group, look: Appearance) -> str:
    """Return the opening tag of a group."""
    name = f' data-name="{_e(printable(shape.name))}"' if shape.name else ""
    mark = ' class="touched"' if shape.name and shape.name in look.touched else ""
    moved = f' transform="translate({_n(shape.x)} {_n(shape.y)})"' if shape.x or shape.y else ""
    title = look.read(shape.title)
    return f"<g{name}{mark}{moved}>" + (f"<title>{_e(title)}</title>" if title else "")


def _group(shape: Group, look: Appearance, marked: bool) -> Iterable[str]:
    itself = bool(shape.name) and shape.name in look.touched
    yield group_head(shape, look)
    for k, one in enumerate(shape.shapes):
        yield from _shape(one, look, k == 0 and (itself or marked))
    yield "</g>"


def _said(said: Said, look: Appearance, touched: bool) -> Iterable[str]:
    lines = fitted(look.read(said.words), said.size, said.width, said.lines, bold=said.bold)
    ink = _paint("accent" if touched else said.colour, "") + f' font-size="{_n(said.size)}"'
    ink += ' font-weight="700"' * said.bold + ' text-decoration="underline"' * touched
    ink += f' text-anchor="{said.anchor}"' * (said.anchor != "start")
    for k, line in enumerate(lines):
        if line:
            close = _closer(line, said)
            yield f'<text x="{_n(said.x)}" y="{_n(said.y + k * said.size * 1.2)}"{ink}{close}>{_e(line)}</text>'


def _closer(line: str, said: Said) -> str:
    """Return the attributes that squeeze a line into its width in any typeface; empty if the line fits."""
    if not said.width or width_of(line, said.size, bold=said.bold) <= said.width:
        return ""
    length = min(said.width, typed_width_of(line, said.size, bold=said.bold))
    return f' textLength="{_n(round(length, 1))}" lengthAdjust="spacingAndGlyphs"'


def _paint(fill: str, stroke: str, thick: float = 1) -> str:
    line = f' stroke="{colour(stroke)}" stroke-width="{_n(thick)}"' if stroke else ""
    return f' fill="{colour(fill)}"{line}'


def colour(name: str) -> str:
    """Return a colour as a CSS variable that falls back to the light theme."""
    if name == "none":
        return name
    known = name if name in PALETTE else "soft"
    return f"var(--{known}, {PALETTE[known][0]})"


def palette() -> str:
    """Return the palette as a style sheet for the light and dark themes."""
    day, night = (";".join(f"--{name}:{both[k]}" for name, both in PALETTE.items()) for k in (0, 1))
    return f":root{{{day}}}@media (prefers-color-scheme:dark){{:root{{{night}}}}}"


def by_day(svg: str) -> str:
    """Return a picture in the light theme's plain colours, for programs without CSS variables."""
    return _VARIABLE.sub(r"\1", svg)


_VARIABLE = re.compile(r"var\(--[a-z-]+, (#[0-9a-f]{6})\)")


def _e(text: str) -> str:
    return escape(text, quote=True)


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)


# --- words that fit ----------------------------------------------------------------------------------


def fitted(text: str, size: float, width: float, lines: int, *, bold: bool = False) -> list[str]:
    """Return a text wrapped to a width.

    A long text is first set closer, then its long words are hyphenated, and only then is it cut. Game texts are never
    cut in any language (`tests/domain/table/test_faces.py`); texts by users may be.
    """

    def fits(line: str) -> bool:
        return width_of(line, size, bold=bold) <= width

    def fits_closer(line: str) -> bool:
        return fits(line) or typed_width_of(line, size, bold=bold) * CLOSEST <= width

    if not width or fits(text):
        return [text]
    for fit, broken in ((fits, False), (fits_closer, False), (fits_closer, True)):
        found = _wrapped(text, lines, fit, broken)
        if not found[-1].endswith("…"):
            break
    return found


def _wrapped(text: str, lines: int, fits: Callable[[str], bool], broken: bool) -> list[str]:
    """Return a text on at most `lines` lines. `broken` allows hyphenation; the last line is cut if room runs out."""
    found, words = [""], text.split(" ")
    while words:
        longer = f"{found[-1]} {words[0]}".strip()
        if fits(longer):
            found[-1] = longer
            words.pop(0)
        elif len(found) < lines and broken and (parts := _hyphened(found[-1], words[0], fits)):
            found[-1] = f"{found[-1]} {parts[0]}".strip()
            words[0] = parts[1]
            found.append("")
        elif found[-1] and len(found) < lines:
            found.append("")
        else:
            found[-1] = _cut(longer, fits)
            break
    return found


VOWELS = frozenset("aeiouyäöüáâãàéêèíìóôõòúùAEIOUÄÖÜ")


def _hyphened(before: str, word: str, fits: Callable[[str], bool]) -> tuple[str, str] | None:
    """Split a long word before a syllable so that its first part fits after `before`; `None` if no split fits."""
    for end in range(len(word) - 3, 2, -1):
        syllable = word[end : end + 2]
        begins = syllable.isalpha() and syllable[0] not in VOWELS and syllable[1] in VOWELS
        if begins and word[:end].isalpha() and fits(f"{before} {word[:end]}-".strip()):
            return f"{word[:end]}-", word[end:]
    return None


def _cut(line: str, fits: Callable[[str], bool]) -> str:
    end = len(line)
    while end > 1 and not fits(line[:end].rstrip() + "…"):
        end -= 1
    return line[:end].rstrip() + "…"
