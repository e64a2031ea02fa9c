"""The SQLAlchemy dialect of ledgers in files, whose engines share one cache of compiled statements.

A statement takes longer to compile than to execute. How it is compiled depends on the tables and on the version of
SQLite, which are those of the process, and on no file.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

COMPILED: MutableMapping[Any, Any] = LRUCache(500)
"""The compiled statements of all engines of this dialect, by dialect and structure, not by values."""

DRIVER = "sqlite+ledger"


class LedgerDialect(SQLiteDialect_pysqlite):
    """A dialect that is equal to any other of its class, so that one finds what another has compiled."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is LedgerDialect

    def __hash__(self) -> int:
        return hash(LedgerDialect)


registry.register(DRIVER.replace("+", "."), __name__, LedgerDialect.__name__)
