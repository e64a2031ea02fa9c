"""Attributes of a frozen object that are loaded on first use.

A game's rulebook and catalogue are large. Playing a move in a recorded match needs neither: the log has the catalogue,
and rules are cited by number. Showing a table does not need the rules that decide actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

Part = TypeVar("Part")


class LazyPart(Generic[Part]):
    """A part that is not loaded yet, with its type and its loader."""

    def __init__(self, kind: type[Part], load: Callable[[], Part]) -> None:
        self.kind = kind
        self.load = load


def lazy_part(kind: type[Part], load: Callable[[], Part]) -> Part:
    """Return a placeholder for a part that is loaded on first use, to pass to a `ReadsLazily` instead of the part."""
    return cast(Part, LazyPart(kind, load))


class ReadsLazily:
    """Base of objects whose parts may be given as `lazy_part(…)`; they call `_put_off` for each part when created."""

    def _put_off(self, name: str) -> None:
        """Set a lazy part aside until it is first used."""
        if isinstance(self.__dict__[name], LazyPart):
            self.__dict__[f"later:{name}"] = self.__dict__.pop(name)

    def kind_of(self, name: str) -> Any:
        """Return the type of a part without loading it."""
        put_off = self.__dict__.get(f"later:{name}")
        return put_off.kind if put_off is not None else type(getattr(self, name))

    def is_read(self, name: str) -> bool:
        """Return whether a part is loaded."""
        return name in self.__dict__

    def _check(self, name: str) -> None:
        """Check that a part that was just loaded fits the others; raise an error if it does not."""

    if not TYPE_CHECKING:  # otherwise type checkers would accept any attribute

        def __getattr__(self, name: str) -> Any:
            """Load a part. Python calls this only for attributes that do not exist yet."""
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
