"""Cache recorded lines as sentences, the same for the recorder's answer and for followers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, NamedTuple

from tablescribe.replays.reading.reader import Reader

MOST = 4096
"""Maximum number of cached lines in a language; the latest are kept."""


class _Kept(NamedTuple):
    line: Mapping[str, Any]
    opening: object
    words: str
    changes: tuple[str, ...]

    def is_of(self, line: Mapping[str, Any], reader: Reader) -> bool:
        """Return whether it is the sentence of this very line for this reader."""
        return self.line is line and self.opening is reader.opening


class Sentences:
    """The sentences of lines, by line and reader. A line is the same object until its words change."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str, tuple[str, ...]], _Kept] = OrderedDict()
        self._lock = Lock()

    def of(self, line: Mapping[str, Any], reader: Reader) -> tuple[str, tuple[str, ...]]:
        """Return a line of a match in words for a reader, and its changes."""
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
        """Return whether `of` finds them in the cache."""
        found = self._kept.get((id(line), reader.language, reader.people))
        return found is not None and found.is_of(line, reader)

    def clear(self) -> None:
        """Remove all sentences."""
        with self._lock:
            self._kept.clear()
