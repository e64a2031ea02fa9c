"""How far the audit of a season is, counted from what workers say of their groups."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock

Progress = Callable[[int, int], None]

LATE = 1000
"""Finished groups that are remembered, for what was said of them on the way and arrives late."""


class Count:
    """Counts decided matches for the progress bar, those of groups that are not finished included."""

    def __init__(self, total: int, ready: int, progress: Progress | None) -> None:
        self.now = 0
        self.total = total
        self._ready, self._progress = ready, progress
        self._partly: dict[tuple[str, int], int] = {}
        self._whole: deque[tuple[str, int]] = deque(maxlen=LATE)
        self._lock = Lock()
        self._tell()

    def partly(self, digest: str, group: int, matches: int) -> None:
        """Note that a worker has decided so many matches of a group."""
        with self._lock:
            if (digest, group) not in self._whole:  # what a worker said before it had finished may arrive after that
                self._partly[digest, group] = matches
                self._tell()

    def whole(self, digest: str, group: int, matches: int) -> None:
        """Note that a group is finished, and has so many matches."""
        with self._lock:
            self._partly.pop((digest, group), None)
            self._whole.append((digest, group))
            self.now += matches
            self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            running = sum(self._partly.values())
            self._progress(min(self.total, self._ready + self.now + running), self.total)
