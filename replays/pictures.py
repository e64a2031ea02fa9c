"""The board as a picture: SVG, drawn by each game's own template, and in the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, StrictUndefined, Template

from domain.game import Opening, Sketch
from domain.table import BOX, Fact, Moved, Table, Turned
from domain.window import awaited
from replays.discretion import EVERYTHING, Viewer, seen
from replays.reader import Reader, printable

if TYPE_CHECKING:
    from rich.table import Table as RichTable

COLOURS = {"blue": "#2b6cb0", "yellow": "#d69e2e", "red": "#c53030", "green": "#2f855a", "black": "#2d3748"}
"""The players' colours, told apart by lightness as well as by hue."""


def svg(opening: Opening, table: Table, *, viewer: Viewer = EVERYTHING, highlight: Iterable[Fact] = ()) -> str:
    """Return the board as an SVG picture, with the zones that some facts touched marked."""
    shown = seen(opening, table, viewer)
    touched = {zone for fact in highlight for zone in _zones(fact)}
    try:
        return _drawn(_template(opening.game.key), opening, shown, touched, awaited(shown))
    except Exception:  # a forged log can lead to a table that the game's own picture has no place for
        return _drawn(_template(""), opening, shown, touched, ())


def _drawn(template: Template, opening: Opening, table: Table, touched: set[str], seats: tuple[int, ...]) -> str:
    return template.render(
        opening=opening,
        table=table,
        label=Reader(opening).name,
        touched=touched,
        awaited=seats,
        colours=COLOURS,
        polar=_polar,
        ink=_ink,
    )


def terminal(opening: Opening, table: Table, *, viewer: Viewer = EVERYTHING) -> RichTable:
    """Return the board as a table for rich: the game's own sketch."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable
    from rich.text import Text

    shown = seen(opening, table, viewer)
    try:
        headings, *rows = opening.game.sketch(opening, shown)
    except Exception:  # as in `svg`
        headings, *rows = _any_sketch(shown)
    picture = RichTable(box=SIMPLE_HEAD, pad_edge=False)
    for cell in headings:
        picture.add_column("".join(text for text, _ in cell))
    for row in rows:
        picture.add_row(
            *(
                Text.assemble(*((printable(text), _TERMINAL.get(colour, colour)) for text, colour in cell))
                for cell in row
            )
        )
    return picture


def _any_sketch(table: Table) -> Sketch:
    """Return any table as rows: its zones with their pieces, then its values."""
    rows: Sketch = [[[("zone", "")], [("pieces", "")]]]
    for zone, pieces in sorted(table.zones.items()):
        if zone != BOX and not zone.startswith("unseen:"):
            rows.append([[(zone, "blue")], [(", ".join(f"{n} × {piece}" for piece, n in sorted(pieces.items())), "")]])
    return rows + [[[(key, "green")], [(str(value), "")]] for key, value in sorted(table.values.items())]


_TERMINAL = {
    "black": "bold magenta",
    "blue": "bold bright_blue",
    "yellow": "bold yellow",
    "red": "bold red",
    "green": "bold green",
}
"""Black would be lost on a dark terminal."""


def _zones(fact: Fact) -> tuple[str, ...]:
    if isinstance(fact, Moved):
        return (fact.src, fact.dst)
    return (fact.zone,) if isinstance(fact, Turned) else (fact.key,)


def _polar(x: float, y: float, radius: float, k: float, n: int) -> tuple[float, float]:
    """Return the k-th of n places on a circle, clockwise from the top."""
    angle = 2 * math.pi * k / n - math.pi / 2
    return round(x + radius * math.cos(angle), 1), round(y + radius * math.sin(angle), 1)


def _ink(colour: str) -> str:
    """Return a colour for writing on that colour."""
    return "#1a202c" if colour == "yellow" else "#ffffff"


@lru_cache
def _template(key: str) -> Template:
    """Return a game's own template, or the one that draws any table: without a key, or if it has none."""
    found: Any = files("replays").joinpath("templates/table.svg.j2")
    if key and (own := files(f"domain.games.{key}").joinpath("picture.svg.j2")).is_file():
        found = own
    return environment().from_string(found.read_text("utf-8"))


@lru_cache
def environment() -> Environment:
    """Return the template environment: everything is escaped, nothing undefined passes, no control characters."""
    return Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_clean
    )


def _clean(value: Any) -> Any:
    return printable(value) if isinstance(value, str) else value
