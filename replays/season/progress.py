"""How far the audit of a season is, from what its workers say at any moment."""

from __future__ import annotations

from threading import Lock

from tablescribe.ledger.matches.ledger import Progress


class Count:
    """Counts decided matches for the progress bar, those of groups that are not finished included."""

    def __init__(self, total: int, ready: int, progress: Progress | None) -> None:
        self.now = 0
        self.total = total
        self._ready, self._progress = ready, progress
        self._partly: dict[tuple[str, int], int] = {}
        self._lock = Lock()
        self._tell()

    def partly(self, digest: str, group: int, matches: int) -> None:
        """Note that a worker has decided so many matches of a group."""
        with self._lock:
            if self._partly.get((digest, group), 0) >= 0:
                self._partly[digest, group] = matches
            self._tell()

    def whole(self, digest: str, group: int, matches: int) -> None:
        """Note that a group with so many matches is finished."""
        with self._lock:
            self._partly[digest, group] = -1  # what a worker said of it before may still arrive
            self.now += matches
            self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            running = sum(n for n in self._partly.values() if n > 0)
            self._progress(min(self.total, self._ready + self.now + running), self.total)
