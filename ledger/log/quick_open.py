"""Opening of a ledger's SQLite file for reading, without the recorder or SQLAlchemy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tablescribe.ledger.log.file_access import may_record
from tablescribe.ledger.log.schema_version import NEWEST
from tablescribe.ledger.log.torn_wal import torn_log_of

PATIENCE = 10.0
"""Seconds to wait for a lock on the file, as `open_ledger` does."""

_VERSIONS = "SELECT version_num FROM alembic_version"


@contextmanager
def opened_quickly(target: str) -> Iterator[sqlite3.Connection | None]:
    """Open a ledger's file for reading; yield `None` if `open_ledger` is needed.

    Raises:
        sqlite3.Error, OSError: `open_ledger` is needed as well.
    """
    path = Path(target).expanduser()
    if "://" in target or not path.stat().st_size or not may_record(path) or torn_log_of(path) is not None:
        yield None
        return
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)) as file:
        yield file if file.execute(_VERSIONS).fetchall() == [(NEWEST,)] else None
