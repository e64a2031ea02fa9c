"""Preallocation of SQLite's write-ahead log, and checks of the files beside the database.

SQLite goes on with a log that was removed: it acknowledges what nobody will ever find. So both are watched.

And the log is given room. While a file becomes longer, each commit waits for the file system's own journal, too, since
its length has to be on the disk as well; a commit into room that is there waits for its pages alone. SQLite makes a log
longer by each commit until it holds a thousand pages, and removes it with the last connection: an evening hardly gets
beyond that. So the log is made longer in steps, by zeros, as PostgreSQL makes its own. SQLite reads a log up to the
first frame whose salts and sums are not right: of zeros they never are. https://www.sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

LOOKS = 1.0
"""Seconds after which it is looked whether the memory that processes share is still there; the log, at each commit."""

STEP = 2**20
"""Bytes of room that are made at once, at most."""

WHOLE = 1064 * (4096 + 24)
"""Bytes that a log has when SQLite begins it anew: after a thousand pages (wal_autocheckpoint), at the next commit."""

Identity = tuple[int, int]
"""What tells a file from any other that takes its place: its device, and its number there."""


def place(where: str) -> Identity | None:
    """Return what tells the file from any other that takes its place; `None` if there is none any more."""
    try:
        found = os.stat(where)  # noqa: PTH116  # twice in every transaction
    except OSError:
        return None
    return found.st_dev, found.st_ino


class WalFiles:
    """The write-ahead log of a file, and the memory shared over it, as they were when they were opened."""

    def __init__(self, where: str) -> None:
        self._log, self._memory = f"{where}-wal", f"{where}-shm"
        self.known = place(self._log), place(self._memory)
        self._looked = 0.0
        self._size = self._grown = 0

    def is_there(self) -> bool:
        """Return whether both are there: the log now; the memory, as it was found at most `LOOKS` ago."""
        try:
            log = os.stat(self._log)  # noqa: PTH116  # after each commit
        except OSError:
            return False
        if (log.st_dev, log.st_ino) != self.known[0]:
            return False
        self._size = log.st_size
        now = time.monotonic()
        if now - self._looked > LOOKS:
            if place(self._memory) != self.known[1]:
                return False
            self._looked = now
        return True

    def make_room(self) -> None:
        """Make the log longer by as much as it has, if it is longer than it was left: that serves many commits.

        Not after the first commit of a connection: most commands record one thing, and then the log is removed.
        """
        size, grown = self._size, self._grown
        if size == grown:
            return
        self._grown = size
        if 0 < grown < size < WHOLE:
            with suppress(OSError):  # a full disk, say: nothing is lost by it, and the next commit tells
                self._add(min(size, STEP, WHOLE - size))

    def _add(self, many: int) -> None:
        """Add zeros at the end, wherever it is by then: of several who write, none writes over what another wrote."""
        file = os.open(self._log, os.O_WRONLY | os.O_APPEND)
        try:
            found = os.fstat(file)
            if (found.st_dev, found.st_ino) == self.known[0]:
                os.write(file, bytes(many))
                self._grown = os.fstat(file).st_size
        finally:
            os.close(file)  # no lock is on it, which closing would lose: those of SQLite are on the other two

    def rescue(self, connection: Any) -> None:
        """Bring what was acknowledged from a removed write-ahead log, which is still open, into the file itself.

        Where a new log took its place, others may have written into the file since: it is left as it is.
        """
        if place(self._log) is None:
            connection.execute("PRAGMA wal_checkpoint(FULL)").fetchall()


def open_beside(connection: Any, where: str) -> WalFiles | None:
    """Let SQLite open what lies beside the file, and return what that is; `None` if there is nothing to watch."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        return None
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    found = WalFiles(where)
    return found if None not in found.known else None
