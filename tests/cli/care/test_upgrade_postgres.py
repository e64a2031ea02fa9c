"""A PostgreSQL ledger of an earlier schema: nothing converts it unasked, because no copy of a database is kept."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tablescribe.ledger.log.schema_version import NEWEST
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.earlier_schema import KEPT, with_schema
from tests.postgres_server import shared

EARLIER = "0011"


@pytest.fixture
def earlier(tmp_path: Path) -> str:
    """The URL of a ledger of schema 0011 with a match."""
    now, url = tmp_path / "now.db", shared().database()
    with closing(open_ledger(now)) as ledger:
        Scribe(ledger).new("freeform", ["Ada", "Ben"])
    with_schema(url, EARLIER)
    with closing(sqlite3.connect(now)) as raw, psycopg.connect(url) as database:
        for table in KEPT:
            empty = database.execute(f"SELECT * FROM {table} LIMIT 0")
            columns = ", ".join(column.name for column in empty.description or ())
            for row in raw.execute(f"SELECT {columns} FROM {table} WHERE key <> 'program'" if table == "about"
                                   else f"SELECT {columns} FROM {table}"):  # fmt: skip
                marks = ", ".join(["%s"] * len(row))
                database.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", row)
    return url


def run(url: str, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--ledger", url, *words])


def schema_of(url: str) -> str:
    with psycopg.connect(url) as database:
        (found,) = database.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
    return str(found)


REFUSED = (["matches"], ["backup", "copy.db"], ["new", "freeform", "Cleo"], ["undo"], ["serve"], ["mcp"])


def test_only_upgrade_converts_and_the_refusal_says_what_to_do_first(earlier: str) -> None:
    for words in REFUSED:
        done = run(earlier, *words)
        assert done.exit_code == 4, (words, done.output)
        assert f"schema {EARLIER}; this version uses {NEWEST}" in done.output
        assert "stop the services that use it, and back it up with pg_dump" in done.output
        assert "Then convert it: tablescribe --ledger 'postgresql://" in done.output
        assert done.output.rstrip().endswith(" upgrade")
    assert schema_of(earlier) == EARLIER


def test_upgrade_converts_and_says_that_other_roles_need_rights(earlier: str) -> None:
    done = run(earlier, "upgrade")
    assert done.exit_code == 0, done.output
    assert f"from schema {EARLIER} to {NEWEST}." in done.stderr
    assert "need rights to new tables: tablescribe doctor --rights ROLE" in done.stderr
    assert schema_of(earlier) == NEWEST
    (match,) = [line.split()[0] for line in run(earlier, "matches").stdout.splitlines() if "Ada, Ben" in line]
    assert run(earlier, "move", match, "score 3").exit_code == 0
    assert "After move 1" in run(earlier, "show", match).output
    assert run(earlier, "verify").exit_code == 0


def test_a_role_that_may_not_convert_is_told_which_one_may(earlier: str) -> None:
    """Roles belong to a whole server: this one is gone with the test."""
    role = f"records_{os.getpid()}"
    with psycopg.connect(earlier, autocommit=True) as owner:
        (mine,) = owner.execute("SELECT current_user").fetchone() or ("",)
        owner.execute(f"CREATE ROLE {role}")
        try:
            owner.execute(f"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO {role}")
            sign = "&" if "?" in earlier else "?"
            done = run(f"{earlier}{sign}options=-c%20role%3D{role}", "upgrade")
        finally:
            owner.execute(f"DROP OWNED BY {role}")
            owner.execute(f"DROP ROLE {role}")
    assert done.exit_code == 4, done.output
    assert f"only {mine}, the role that owns the tables, may convert this ledger" in done.output
    assert schema_of(earlier) == EARLIER


def test_one_goes_back_to_the_dump_from_before(earlier: str, tmp_path: Path) -> None:
    """As the documentation says: `pg_dump`, `upgrade`, and `pg_restore` into an empty database."""
    programs, dump, back = shared().programs, tmp_path / "before.dump", shared().database()
    subprocess.run([programs / "pg_dump", "--format=custom", f"--file={dump}", earlier], check=True)
    assert run(earlier, "upgrade").exit_code == 0
    subprocess.run([programs / "pg_restore", f"--dbname={back}", dump], check=True)
    assert (schema_of(earlier), schema_of(back)) == (NEWEST, EARLIER)
    assert run(back, "upgrade").exit_code == 0
    assert "all match what was recorded" in run(back, "doctor").output
    assert "Ada, Ben" in run(back, "matches").output
