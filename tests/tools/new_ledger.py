"""Write the statements that create a ledger's schema in an empty file: `python -m tests.tools.new_ledger`.

They are read back from a file that all migrations created. The tests create thousands of ledgers, and running fifteen
migrations takes ten times as long.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tablescribe.ledger.log import migrations
from tablescribe.ledger.log.schema_version import NEWEST
from tests.earlier_schema import with_schema

FILE = Path(migrations.__file__).with_name("new_ledger.sql")

HEADING = "-- Creates the newest schema in an empty SQLite file. `python -m tests.tools.new_ledger` writes it."


def statements() -> str:
    """Return the content of the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.db"
        with_schema(path, NEWEST)
        with closing(sqlite3.connect(path)) as made:
            everything = made.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
            parts = everything.fetchall()
            tables = [name for kind, name, _ in parts if kind == "table"]
            kept = {name: made.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
    found = [str(sql) for _, _, sql in parts]
    filled = {name: rows for name, rows in kept.items() if rows}
    assert filled == {"alembic_version": [(NEWEST,)]}, "a migration fills a table: write these rows, too"
    assert not [one for one in found if "\n\n" in one]
    return "\n\n".join((HEADING, *found, f"INSERT INTO alembic_version VALUES ('{NEWEST}')")) + "\n"


if __name__ == "__main__":
    FILE.write_text(statements(), "utf-8")
