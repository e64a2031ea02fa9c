"""SQLAlchemy dialect for ledger files, whose engines share one cache of compiled statements.

A statement takes longer to compile than to execute. Its compiled form depends only on the tables and the version of
SQLite, which are the same for all files of a process.
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
    """A dialect whose instances are equal, so that all engines find each other's compiled statements."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is LedgerDialect

    def __hash__(self) -> int:
        return hash(LedgerDialect)


registry.register(DRIVER.replace("+", "."), __name__, LedgerDialect.__name__)
