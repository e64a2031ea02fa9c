"""The panels of a table as a viewer may see it, and their rendering in a terminal, which does not load SVG code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablescribe.domain.words.text import say
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer, seen
from tablescribe.replays.reading.reader import Reader

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.table.scene import Panel
    from tablescribe.domain.table.table import Table


def scene(opening: Opening, table: Table, viewer: Viewer = EVERYTHING) -> list[Panel]:
    """Return the panels of a table as a viewer may see it.

    If the game cannot draw the table of a forged log, plain panels are returned, with a remark.
    """
    shown = seen(opening, table, viewer)
    try:
        return opening.game.panels(opening, shown, viewer if isinstance(viewer, int) else None)
    except Exception:
        from tablescribe.domain.table import default_panels

        return default_panels.panels(
            shown, Reader(opening).naming, title=say("No picture fits this table: here is what lies on it")
        )


def terminal(
    opening: Opening, table: Table, *, viewer: Viewer = EVERYTHING, reader: Reader | None = None
) -> RenderableType:
    """Return the table for a terminal."""
    from tablescribe.replays.pictures.terminal_panels import fitting

    return fitting(scene(opening, table, viewer), reader or Reader(opening))
