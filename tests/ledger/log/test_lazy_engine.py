"""Connections to a file, before and after its SQLAlchemy engine is created."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import text

from tablescribe.ledger.log.lazy_engine import LazyEngine
from tablescribe.ledger.log.sqlite import connect


@pytest.fixture
def engine(tmp_path: Path) -> LazyEngine:
    return cast(LazyEngine, connect(tmp_path / "a ledger?.db", create=True))


def test_a_connection_that_was_given_back_is_lent_again_with_nothing_open(engine: LazyEngine) -> None:
    lent = engine.raw_connection()
    lent.execute("CREATE TABLE t (n)")
    lent.execute("BEGIN")
    lent.execute("INSERT INTO t VALUES (1)")
    raw = lent._connection
    lent.close()
    lent.close()  # a second time does nothing
    again = engine.raw_connection()
    assert again._connection is raw
    assert not again.in_transaction
    assert again.execute("SELECT count(*) FROM t").fetchone() == (0,)
    again.close()
    engine.give_back()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        raw.execute("SELECT 1")


def test_a_connection_that_nobody_trusts_is_not_lent_again(engine: LazyEngine) -> None:
    lent = engine.raw_connection()
    raw = lent._connection
    lent.invalidate()
    lent.close()
    other = engine.raw_connection()
    assert other._connection is not raw
    other.invalidate()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        raw.execute("SELECT 1")


def test_the_engine_has_the_same_file_and_the_same_settings(engine: LazyEngine) -> None:
    early = engine.raw_connection()
    early.execute("CREATE TABLE t (n)")
    pragmas = ("synchronous", "foreign_keys", "secure_delete")
    with engine.toolkit.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM t")).scalar() == 0
        late = [connection.exec_driver_sql(f"PRAGMA {one}").scalar() for one in pragmas]
    assert late == [early.execute(f"PRAGMA {one}").fetchone()[0] for one in pragmas] == [2, 1, 1]
    raw = early._connection
    early.close()  # there is a pool now: it is not kept besides
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        raw.execute("SELECT 1")
    assert engine.raw_connection().dbapi_connection is not None
    engine.dispose()
