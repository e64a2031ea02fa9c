"""Ledgers as an earlier version of the program left them: its tables, filled with events of this version."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config

import tablescribe.ledger.log.migrations
from tablescribe.ledger.log.database import connect

KEPT = ("about", "events", "identities", "seeds", "commands")
"""The tables to fill. Read models and the like are rebuilt from them."""


def with_schema(target: str | Path, schema: str) -> None:
    """Create an empty ledger of an earlier schema."""
    engine, config = connect(target), Config()
    config.set_main_option("script_location", str(Path(tablescribe.ledger.log.migrations.__file__).parent))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, schema)
        connection.commit()
    engine.dispose()


def as_of_schema(now: Path, path: Path, schema: str) -> None:
    """Write a ledger of an earlier schema to `path`, with the events and names of the ledger `now`."""
    with_schema(path, schema)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("ATTACH ? AS now", (str(now),))
        for table in KEPT:
            columns = ", ".join(f'"{row[1]}"' for row in raw.execute(f"PRAGMA main.table_info({table})"))
            raw.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM now.{table}")
        raw.execute("DELETE FROM about WHERE key = 'program'")  # earlier versions did not record it
