"""Redraw only the shapes that differ from the last picture: a move changes a few of a board's two hundred.

A cached shape is reused only if it equals the new one and the same things are highlighted in it. A picture belongs to
one reader and to one thread at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tablescribe.domain.table.scene import Group, Panel, Shape, names
from tablescribe.replays.pictures.drawing import Appearance, framed, group_head, shape_svg

DEEP = 2
"""Depth of nested groups that are cached shape by shape; deeper groups are cached as a whole."""


class _Kept:
    """A shape as last drawn, with its parts if it is a group.

    Attributes:
        text: the SVG text.
        names: the names of the things drawn in it.
    """

    __slots__ = ("_marked", "_parts", "_shape", "names", "text")

    def __init__(self) -> None:
        self._shape: Shape | None = None
        self._marked = False
        self._parts: list[_Kept] = []
        self.text = ""
        self.names: frozenset[str] = frozenset()

    def draw(self, shape: Shape, look: Appearance, differs: frozenset[str], *, marked: bool, deep: int) -> bool:
        """Replace the shape; return whether it was redrawn.

        Args:
            shape: the new shape.
            look: the reader, and what is touched now.
            differs: the names touched by only one of the previous move and this one.
            marked: whether the shape is the background of a touched thing.
            deep: how many more levels of groups are cached in parts.
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
    """Replace consecutive shapes and return whether any differs; the first can be a touched background."""
    anew = len(kept) > len(shapes)
    del kept[len(shapes) :]
    kept.extend(_Kept() for _ in range(len(shapes) - len(kept)))
    for k, (one, shape) in enumerate(zip(kept, shapes, strict=True)):
        anew |= one.draw(shape, look, differs, marked=k == 0 and first, deep=deep)
    return anew


class _Framed(NamedTuple):
    """A panel as last drawn: its shapes, frame, picture, and the names of the things in it."""

    shapes: list[_Kept]
    frame: str
    drawn: Markup
    names: frozenset[str]


class IncrementalPicture:
    """The panels last drawn for one reader."""

    def __init__(self) -> None:
        self._touched: frozenset[str] = frozenset()
        self._panels: dict[str, _Framed] = {}

    def svg(self, panels: Sequence[Panel], look: Appearance) -> list[tuple[Markup, frozenset[str]]]:
        """Return each panel as SVG, with the names of the things drawn in it."""
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
