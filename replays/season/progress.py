"""Progress of a season's audit, from the reports of its workers."""

from __future__ import annotations

from collections import deque
from threading import Lock

from tablescribe.ledger.matches.ledger import Progress

LATE = 1000
"""Number of finished groups to remember, because progress reports about them can arrive late."""


class Count:
    """Counts decided matches for the progress bar, including those of unfinished groups."""

    def __init__(self, total: int, ready: int, progress: Progress | None) -> None:
        self.now = 0
        self.total = total
        self._ready, self._progress = ready, progress
        self._partly: dict[tuple[str, int], int] = {}
        self._whole: deque[tuple[str, int]] = deque(maxlen=LATE)
        self._lock = Lock()
        self._tell()

    def partly(self, digest: str, group: int, matches: int) -> None:
        """Note the number of matches of a group that a worker has decided so far."""
        with self._lock:
            if (digest, group) not in self._whole:  # a progress report can arrive after the result
                self._partly[digest, group] = matches
                self._tell()

    def whole(self, digest: str, group: int, matches: int) -> None:
        """Note that a group with this number of matches is finished."""
        with self._lock:
            self._partly.pop((digest, group), None)
            self._whole.append((digest, group))
            self.now += matches
            self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            running = sum(self._partly.values())
            self._progress(min(self.total, self._ready + self.now + running), self.total)
