"""Access to a ledger's file: for recording, or read-only if nothing can be written.

Even to read a database in WAL mode, SQLite creates two files beside it: the write-ahead log and its shared memory. If
it cannot, or if they would belong to a user who may not record, the file is opened without them.
"""

from __future__ import annotations

import os
import sqlite3
from enum import Enum
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

LOCK_TIMEOUT = 10.0
"""Seconds that a writer waits for another."""

SHARED_MEMORY = 32768
"""Minimum number of bytes of a usable shared-memory file."""


class Access(Enum):
    """How a file is opened."""

    SHARED = "shared"
    """For reading and recording, shared with other programs."""

    AT_REST = "at rest"
    """Read-only, without a write-ahead log: no program has the ledger open."""

    WITH_LOG = "with log"
    """Read-only, with a write-ahead log left by a crash or a copy, whose shared memory cannot be created."""


_PARAMETERS = {Access.AT_REST: "mode=ro&immutable=1", Access.WITH_LOG: "mode=ro&vfs=unix-none"}


class Trace(NamedTuple):
    """Sizes and times of a file and its write-ahead log; they change when another program records."""

    file: tuple[int, int] | None
    log: tuple[int, int] | None


def access_of(path: Path) -> Access:
    """Return how to open a ledger's file: `SHARED` unless this user may not write the file or its folder."""
    if size_of(path) == 0 or not _may(path, os.R_OK):
        return Access.SHARED  # SQLite reports the cause
    if may_record(path):
        return Access.SHARED
    return access_without_writing(path) or Access.SHARED


def may_record(path: Path) -> bool:
    """Return whether this user may write a ledger's file and its folder."""
    return _may(path, os.W_OK) and _may(path.parent, os.W_OK)


def access_without_writing(path: Path) -> Access | None:
    """Return how to read a file without creating files beside it.

    Returns:
        `None` if that is not possible, or not needed because another program has the file open.
    """
    if not path.is_file() or size_of(path) == 0:
        return None
    if size_of(Path(f"{path}-shm")) >= SHARED_MEMORY:
        return None  # the files of another program are there, and can be read
    if size_of(Path(f"{path}-wal")) == 0:
        return Access.AT_REST
    return Access.WITH_LOG if os.name == "posix" else None


def open_file(path: Path, access: Access) -> sqlite3.Connection:
    """Open a connection on which every commit is on disk before it returns.

    Writes nothing, because the file may not be a ledger.
    """
    if access is Access.SHARED:
        place, uri = str(path.absolute()), False
    else:
        place, uri = f"file:{quote(str(path.absolute()))}?{_PARAMETERS[access]}", True
    connection = sqlite3.connect(place, uri=uri, check_same_thread=False, timeout=LOCK_TIMEOUT)
    try:
        connection.isolation_level = None  # we begin transactions ourselves
        if access is Access.WITH_LOG:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")  # keeps the shared memory in this process
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")  # erased names are overwritten; the default depends on the build
    except BaseException:
        connection.close()
        raise
    return connection


def trace_of(path: Path) -> Trace:
    """Return the current trace of a file, to detect that another program has begun to record."""
    return Trace(_stamp(path), _stamp(Path(f"{path}-wal")))


def size_of(path: Path) -> int:
    """Return a file's size in bytes; 0 if it does not exist."""
    return (_stamp(path) or (0, 0))[0]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _may(path: Path, right: int) -> bool:
    effective = {"effective_ids": True} if os.access in os.supports_effective_ids else {}
    return os.access(path, right, **effective)
