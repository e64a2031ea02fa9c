"""The statements for SQLite equal what SQLAlchemy compiles from the tables."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from tablescribe.ledger.log import database
from tablescribe.ledger.log.compiling import compiled
from tablescribe.ledger.log.database import connect
from tablescribe.ledger.log.schema_version import NEWEST
from tablescribe.ledger.log.statements import SQLITE, Statements


def test_the_texts_are_those_that_sqlalchemy_makes(tmp_path: Path) -> None:
    made = compiled(connect(tmp_path / "ledger.db"))
    assert {name: " ".join(text.split()) if isinstance(text, str) else text for name, text in made.items()} == {
        name: text.strip() if isinstance(text, str) else text for name, text in SQLITE.items()
    }
    assert SQLITE.keys() == Statements.__annotations__.keys()


def test_a_statement_of_keys_has_a_mark_for_each(tmp_path: Path) -> None:
    sql = Statements(connect(tmp_path / "ledger.db"))
    assert sql.of_keys(sql.names, 3).endswith("IN (?, ?, ?)")
    both = sql.of_keys(sql.names_and_spellings, 2, 1)
    assert [part.rpartition(" IN ")[2] for part in both.split(" UNION ALL ")] == ["(?, ?)", "(?)"]


def test_the_newest_form_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations").replace("%", "%%"))
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST
