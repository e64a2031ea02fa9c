"""What was recorded, as sentences: the recorder is answered, and all who follow are told, with the same ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, NamedTuple

from tablescribe.replays.reading.reader import Reader

MOST = 4096
"""Lines that are kept in somebody's language, those put into sentences last."""


class _Kept(NamedTuple):
    line: Mapping[str, Any]
    opening: object
    words: str
    changes: tuple[str, ...]

    def is_of(self, line: Mapping[str, Any], reader: Reader) -> bool:
        """Return whether it is what this very line says to a reader."""
        return self.line is line and self.opening is reader.opening


class Sentences:
    """Sentences of lines, by line and reader. A line is one object as long as its words are those."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str, tuple[str, ...]], _Kept] = OrderedDict()
        self._lock = Lock()

    def of(self, line: Mapping[str, Any], reader: Reader) -> tuple[str, tuple[str, ...]]:
        """Return what a line of a match says, and its changes, to a reader."""
        key = (id(line), reader.language, reader.people)
        found = self._kept.get(key)
        if found is None or not found.is_of(line, reader):
            found = _Kept(line, reader.opening, reader.tell(line["words"]), tuple(map(reader.tell, line["changes"])))
            with self._lock:
                self._kept[key] = found
                if len(self._kept) > MOST:
                    self._kept.popitem(last=False)
        return found.words, found.changes

    def are_kept(self, line: Mapping[str, Any], reader: Reader) -> bool:
        """Return whether `of` only has to look it up."""
        found = self._kept.get((id(line), reader.language, reader.people))
        return found is not None and found.is_of(line, reader)

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._kept.clear()
