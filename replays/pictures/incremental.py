"""Pictures drawn again where they differ from those before: a move changes a few of a board's two hundred shapes.

What is kept is only compared, never believed: a shape is taken over if it is equal to the one that was drawn, and what
is marked in it is the same. One sketch is for one reader, and for one thread at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tablescribe.domain.table.scene import Group, Panel, Shape, names
from tablescribe.replays.pictures.drawing import Appearance, framed, group_head, shape_svg

DEEP = 2
"""Groups within groups that are kept piece by piece; what lies deeper is drawn as a whole."""


class _Kept:
    """A shape as it was drawn last, with its parts where it is a group.

    Attributes:
        text: the SVG text.
        names: of what is drawn in it.
    """

    __slots__ = ("_marked", "_parts", "_shape", "names", "text")

    def __init__(self) -> None:
        self._shape: Shape | None = None
        self._marked = False
        self._parts: list[_Kept] = []
        self.text = ""
        self.names: frozenset[str] = frozenset()

    def draw(self, shape: Shape, look: Appearance, differs: frozenset[str], *, marked: bool, deep: int) -> bool:
        """Let it be this shape; return whether it is drawn anew.

        Args:
            shape: what is to be drawn.
            look: for whom, and what is touched now.
            differs: the names of what only the move before, or only this one, touched.
            marked: the shape is the ground of a touched thing.
            deep: how many groups within groups are kept in parts.
        """
        if self._shape == shape and self._marked == marked and differs.isdisjoint(self.names):
            return False
        if isinstance(shape, Group) and deep:
            itself = bool(shape.name) and shape.name in look.touched
            _draw(self._parts, shape.shapes, look, differs, first=itself or marked, deep=deep - 1)
            self.text = "".join((group_head(shape, look), *(one.text for one in self._parts), "</g>"))
            own = {shape.name} if shape.name else set[str]()
            self.names = frozenset(own.union(*(one.names for one in self._parts)))
        else:
            self.text, self._parts = shape_svg(shape, look, marked), []
            self.names = frozenset(names((shape,)))
        self._shape, self._marked = shape, marked
        return True


def _draw(
    kept: list[_Kept], shapes: Sequence[Shape], look: Appearance, differs: frozenset[str], *, first: bool, deep: int
) -> bool:
    """Let shapes in a row be these, and return whether any differs; the first is marked where it is touched ground."""
    anew = len(kept) > len(shapes)
    del kept[len(shapes) :]
    kept.extend(_Kept() for _ in range(len(shapes) - len(kept)))
    for k, (one, shape) in enumerate(zip(kept, shapes, strict=True)):
        anew |= one.draw(shape, look, differs, marked=k == 0 and first, deep=deep)
    return anew


class _Framed(NamedTuple):
    """A panel as it was drawn last: its shapes, its frame, the picture, and the names of what is drawn in it."""

    shapes: list[_Kept]
    frame: str
    drawn: Markup
    names: frozenset[str]


class IncrementalPicture:
    """The panels that were drawn last for a reader."""

    def __init__(self) -> None:
        self._touched: frozenset[str] = frozenset()
        self._panels: dict[str, _Framed] = {}

    def svg(self, panels: Sequence[Panel], look: Appearance) -> list[tuple[Markup, frozenset[str]]]:
        """Return each panel as SVG, with the names of what is drawn in it."""
        touched = frozenset(look.touched)
        differs, self._touched = self._touched ^ touched, touched
        before, self._panels = self._panels, {}
        found = []
        for panel in panels:
            last, frame = before.get(panel.name), framed(panel, look, "")
            kept = last.shapes if last is not None else []
            anew = _draw(kept, panel.shapes, look, differs, first=False, deep=DEEP)
            if last is None or anew or last.frame != frame:
                drawn = Markup(framed(panel, look, "".join(one.text for one in kept)))
                last = _Framed(kept, frame, drawn, frozenset[str]().union(*(one.names for one in kept)))
            self._panels[panel.name] = last
            found.append((last.drawn, last.names))
        return found
