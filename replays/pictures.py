"""The table as pictures, as somebody may see it: its game's panels, rendered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from domain import plain
from domain.game import Opening
from domain.scene import Panel
from domain.table import Fact, Moved, Table, Turned
from domain.text import Naming, say
from replays import drawing
from replays.drawing import Reader
from replays.words import EVERYTHING, Viewer, namer, printable, seen

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Drawn:
    """A panel as a page shows it.

    Attributes:
        name, kind: as in `Panel`.
        title: its heading in the reader's language.
        svg: the picture, for a page that has the palette.
    """

    name: str
    kind: str
    title: str
    svg: Markup


def scene(opening: Opening, table: Table, viewer: Viewer = EVERYTHING) -> list[Panel]:
    """Return the panels of a table as a viewer may see it.

    A forged log can lead to a table that the game has no picture for: then it is drawn plainly, and says so.
    """
    shown = seen(opening, table, viewer)
    try:
        return opening.game.panels(opening, shown, viewer if isinstance(viewer, int) else None)
    except Exception:
        return plain.panels(shown, namer(opening), title=say("No picture fits this table: here is what lies on it"))


def svg(
    opening: Opening,
    table: Table,
    *,
    viewer: Viewer = EVERYTHING,
    highlight: Iterable[Fact] = (),
    name: Naming | None = None,
    phrases: Mapping[str, str] | None = None,
) -> str:
    """Return the table as one SVG picture, what some facts touched marked."""
    reader = Reader(name or namer(opening), phrases or {}, touched(highlight))
    return drawing.scene_svg(opening.game.title, scene(opening, table, viewer), reader)


def drawn_panels(
    opening: Opening,
    table: Table,
    *,
    viewer: Viewer,
    highlight: Iterable[Fact] = (),
    name: Naming | None = None,
    phrases: Mapping[str, str] | None = None,
) -> tuple[Drawn, ...]:
    """Return the table as panels for a page, what some facts touched marked."""
    reader = Reader(name or namer(opening), phrases or {}, touched(highlight))
    return tuple(_drawn(panel, reader) for panel in scene(opening, table, viewer))


def face(
    opening: Opening, piece: str, *, name: Naming | None = None, phrases: Mapping[str, str] | None = None
) -> Drawn | None:
    """Return a card's face for a page, `None` for what is no card."""
    found = opening.game.face(opening, piece)
    return _drawn(found, Reader(name or namer(opening), phrases or {})) if found is not None else None


def _drawn(panel: Panel, reader: Reader) -> Drawn:
    title = reader.read(panel.title)
    return Drawn(printable(panel.name), panel.kind, title, Markup(drawing.panel_svg(panel, reader)))


def terminal(opening: Opening, table: Table, *, viewer: Viewer = EVERYTHING) -> RenderableType:
    """Return the table for a terminal."""
    return drawing.terminal(scene(opening, table, viewer), Reader(namer(opening)))


def touched(facts: Iterable[Fact]) -> frozenset[str]:
    """Return the names of zones and values that facts touched."""
    found: set[str] = set()
    for fact in facts:
        if isinstance(fact, Moved):
            found |= {fact.src, fact.dst}
        else:
            found.add(fact.zone if isinstance(fact, Turned) else fact.key)
    return frozenset(found)


@lru_cache
def environment() -> Environment:
    """Return the template environment: everything is escaped, nothing undefined passes, no control characters."""
    return Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_clean
    )


def _clean(value: Any) -> Any:
    return printable(value) if isinstance(value, str) else value
