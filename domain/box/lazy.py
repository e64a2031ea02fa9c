"""Attributes of a frozen object that are read or imported on first use.

A game's rulebook and catalogue are long texts: a move of a recorded match needs neither, as it brings its catalogue
along and cites rules by their numbers. What decides actions is not needed to show a table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

Part = TypeVar("Part")


class LazyPart(Generic[Part]):
    """A part that is not read yet, and of what type it will be."""

    def __init__(self, kind: type[Part], load: Callable[[], Part]) -> None:
        self.kind = kind
        self.load = load


def lazy_part(kind: type[Part], load: Callable[[], Part]) -> Part:
    """Return a placeholder for a part that is read on first use; a `ReadsLazily` takes it as the part itself."""
    return cast(Part, LazyPart(kind, load))


class ReadsLazily:
    """An object some of whose parts may be given as `lazy_part(…)`; call `_put_off` for each when it is made."""

    def _put_off(self, name: str) -> None:
        """Remove a part that will be read later."""
        if isinstance(self.__dict__[name], LazyPart):
            self.__dict__[f"later:{name}"] = self.__dict__.pop(name)

    def kind_of(self, name: str) -> Any:
        """Return the type of a part, without reading it."""
        put_off = self.__dict__.get(f"later:{name}")
        return put_off.kind if put_off is not None else type(getattr(self, name))

    def is_read(self, name: str) -> bool:
        """Return whether a part is here already."""
        return name in self.__dict__

    def _check(self, name: str) -> None:
        """Look whether a part that was just read fits the others; raise if it does not."""

    if not TYPE_CHECKING:  # or every name would be one that the object has

        def __getattr__(self, name: str) -> Any:
            """Read a part: only asked for what is not here."""
            put_off = self.__dict__.get(f"later:{name}")
            if put_off is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self.__dict__[name] = put_off.load()
            try:
                self._check(name)
            except BaseException:
                del self.__dict__[name]
                raise
            return self.__dict__[name]
