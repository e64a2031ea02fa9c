"""Draw the table as a viewer may see it: its game's panels, rendered as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup

from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.scene import SEATS, Group, Panel, Said, Shape, fills, names, placed
from tablescribe.domain.table.table import Fact, Moved, Table, Turned
from tablescribe.replays.pictures import drawing
from tablescribe.replays.pictures.drawing import Appearance
from tablescribe.replays.pictures.incremental import IncrementalPicture
from tablescribe.replays.pictures.scenes import scene
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.reader import Reader, printable

if TYPE_CHECKING:
    from jinja2 import Environment, Template


class DrawnPanel(msgspec.Struct, frozen=True):
    """A panel as a page shows it.

    Attributes:
        name, kind: as in `Panel`.
        title: its heading in the reader's language.
        svg: the picture, for a page that has the palette.
        names: the pieces, zones and values that are drawn in it.
        ink: its owner's colour in SVG syntax; empty if it has no owner.
        tall: whether it is clearly higher than wide; a page then fits it to the height of the screen, not to a column.
    """

    name: str
    kind: str
    title: str
    svg: Markup
    names: frozenset[str] = frozenset()
    ink: str = ""
    tall: bool = False


def svg(
    opening: Opening,
    table: Table,
    *,
    viewer: Viewer = EVERYTHING,
    highlight: Iterable[Fact] = (),
    reader: Reader | None = None,
) -> str:
    """Return the table as one SVG picture, with the things that `highlight` touched marked."""
    look = Appearance(reader or Reader(opening), touched(highlight))
    return drawing.scene_svg(opening.title, scene(opening, table, viewer), look)


def drawn_panels(
    opening: Opening,
    table: Table,
    *,
    viewer: Viewer,
    highlight: Iterable[Fact] = (),
    reader: Reader | None = None,
    sketch: IncrementalPicture | None = None,
) -> tuple[DrawnPanel, ...]:
    """Return the table as panels for a page, with touched things marked; `sketch` redraws the reader's last picture."""
    look = Appearance(reader or Reader(opening), touched(highlight))
    panels = scene(opening, table, viewer)
    drawn = (sketch or IncrementalPicture()).svg(panels, look)
    return tuple(_told(panel, look, *one) for panel, one in zip(panels, drawn, strict=True))


def thumbnail(opening: Opening, table: Table) -> str:
    """Return the public board as a small self-contained picture without words.

    An `<img>` cannot use the page's CSS variables, so the picture contains the palette of both themes.
    """
    for panel in scene(opening, table, None):
        if panel.kind == "board":
            bare = msgspec.structs.replace(panel, title="", shapes=_wordless(panel.shapes))
            drawn = drawing.panel_svg(bare, Appearance())
            return drawn.replace("<title></title>", f"<style>{drawing.palette()}</style>", 1)
    return ""


def _wordless(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return shapes without their words, which are unreadable at this size."""
    return tuple(
        msgspec.structs.replace(one, name="", title="", shapes=_wordless(one.shapes)) if isinstance(one, Group) else one
        for one in shapes
        if not isinstance(one, Said)
    )


def face(opening: Opening, piece: str, *, reader: Reader | None = None) -> DrawnPanel | None:
    """Return a card's face for a page, with its name; `None` if the piece is not a card."""
    found = opening.game.face(opening, piece)
    if found is None:
        return None
    named = msgspec.structs.replace(found, shapes=(placed(found, 0, 0, name=piece),))
    drawn = _drawn(named, Appearance(reader or Reader(opening)))
    sized = str(drawn.svg).replace("<svg ", f'<svg width="{found.width:g}" height="{found.height:g}" ', 1)
    return msgspec.structs.replace(drawn, svg=Markup(sized))


def _drawn(panel: Panel, look: Appearance) -> DrawnPanel:
    return _told(panel, look, Markup(drawing.panel_svg(panel, look)), frozenset(names(panel.shapes)))


def _told(panel: Panel, look: Appearance, drawn: Markup, named: frozenset[str]) -> DrawnPanel:
    whose = next((fill for fill in fills(panel.shapes) if fill in SEATS), "") if panel.kind == "seat" else ""
    ink = drawing.colour(whose) if whose else ""
    return DrawnPanel(
        printable(panel.name), panel.kind, look.read(panel.title), drawn, named, ink, panel.height > 1.15 * panel.width
    )


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
    """Return the template environment: escapes everything, strips control characters, fails on undefined names."""
    from jinja2 import Environment, StrictUndefined

    return Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_clean
    )


@lru_cache(maxsize=16)
def compiled(source: str) -> Template:
    """Return the compiled template of a source, from the cache: compiling takes longer than rendering."""
    return environment().from_string(source)


def _clean(value: Any) -> Any:
    if isinstance(value, Markup):  # our own picture: its words are printable already
        return Markup(printable(value))
    return printable(value) if isinstance(value, str) else value
