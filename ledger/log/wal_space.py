"""Preallocation of SQLite's write-ahead log, and checks of the files beside the database.

SQLite keeps writing to a write-ahead log that was removed, and so acknowledges commits that are lost. So both files
beside the database are watched.

The log is also preallocated. A commit that makes a file longer also waits for the file system's journal, because the
new length must be on disk. A commit into existing space waits only for its own pages. SQLite extends the log with each
commit until it has a thousand pages, and removes it when the last connection closes. An evening of play rarely writes
more. So the log is extended in steps, with zeros, as PostgreSQL does with its own. SQLite reads a log up to the first
frame with wrong salts or checksums, which zeros always have.
Source: https://www.sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

LOOKS = 1.0
"""Seconds between checks of the shared-memory file. The log itself is checked at each commit."""

STEP = 2**20
"""Maximum number of bytes preallocated at once."""

WHOLE = 1064 * (4096 + 24)
"""Size in bytes at which SQLite restarts a log: the commit after a thousand pages (wal_autocheckpoint)."""

Identity = tuple[int, int]
"""Identity of a file: its device and inode. A file that replaces it has a different one."""


def place(where: str) -> Identity | None:
    """Return a file's identity (device and inode), or `None` if the file is gone."""
    try:
        found = os.stat(where)  # noqa: PTH116  # twice in every transaction
    except OSError:
        return None
    return found.st_dev, found.st_ino


class WalFiles:
    """The write-ahead log and shared-memory file of a database, as identified when they were opened."""

    def __init__(self, where: str) -> None:
        self._log, self._memory = f"{where}-wal", f"{where}-shm"
        self.known = place(self._log), place(self._memory)
        self._looked = 0.0
        self._size = self._grown = 0

    def is_there(self) -> bool:
        """Return whether both files are the ones opened. The shared memory is checked every `LOOKS` seconds."""
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
        """Double the log's size, within limits, if commits have outgrown the space preallocated last.

        The first commit of a connection is skipped: most commands record once, and then the log is removed.
        """
        size, grown = self._size, self._grown
        if size == grown:
            return
        self._grown = size
        if 0 < grown < size < WHOLE:
            with suppress(OSError):  # such as a full disk: nothing is lost, and the next commit reports it
                self._add(min(size, STEP, WHOLE - size))

    def _add(self, many: int) -> None:
        """Append zeros to the log. O_APPEND keeps concurrent writers from overwriting each other."""
        file = os.open(self._log, os.O_WRONLY | os.O_APPEND)
        try:
            found = os.fstat(file)
            if (found.st_dev, found.st_ino) == self.known[0]:
                os.write(file, bytes(many))
                self._grown = os.fstat(file).st_size
        finally:
            os.close(file)  # closing loses no lock: SQLite's are on the other two files

    def rescue(self, connection: Any) -> None:
        """Checkpoint acknowledged commits from a removed but still open write-ahead log into the database.

        If a new log took its place, other programs may have written to the database since, so nothing is done.
        """
        if place(self._log) is None:
            connection.execute("PRAGMA wal_checkpoint(FULL)").fetchall()


def open_beside(connection: Any, where: str) -> WalFiles | None:
    """Make SQLite open the files beside the database and return them; `None` if there is nothing to watch."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        return None
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    found = WalFiles(where)
    return found if None not in found.known else None
