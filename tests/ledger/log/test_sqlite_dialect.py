"""Ledgers in files share compiled statements, and nothing else."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, select
from sqlalchemy.sql.compiler import SQLCompiler

from tablescribe.ledger.log.schema import about
from tablescribe.ledger.log.sqlite_dialect import LedgerDialect
from tablescribe.ledger.matches.ledger import open_ledger


def told(path: Path, key: str) -> list[str]:
    with closing(open_ledger(path)) as ledger:
        return [row[0] for row in ledger.log.select(select(about.c.value).where(about.c.key == key))]


def test_what_one_ledger_has_compiled_another_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    ids = [told(path, "ledger_id") for path in (one, other)]
    assert ids[0] != ids[1]
    monkeypatch.setattr(SQLCompiler, "__init__", None)
    assert [told(path, "ledger_id") for path in (one, other)] == ids
    assert told(other, "something else") == []


def test_an_engine_of_another_kind_takes_no_part() -> None:
    assert LedgerDialect() == LedgerDialect()
    assert LedgerDialect() != create_engine("sqlite://").dialect


def test_a_ledger_executes_its_statements_on_its_own_file(tmp_path: Path) -> None:
    """What an engine is asked does not come to another's connections."""
    with closing(open_ledger(tmp_path / "one.db")) as one, closing(open_ledger(tmp_path / "other.db")) as other:
        asked: list[str] = []
        event.listen(other.log.engine.toolkit, "before_cursor_execute", lambda *given: asked.append(given[2]))  # type: ignore[attr-defined]
        one.log.select(select(about.c.value))
        assert asked == []
        other.log.select(select(about.c.value))
        assert len(asked) == 1
