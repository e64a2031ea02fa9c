"""`compare` with ledgers and backups, and `restore --to`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tests.cli.conftest import Run

Ask = Callable[..., Any]


def there(ledger: Path, *words: str) -> None:
    done = CliRunner().invoke(cli, ["--ledger", str(ledger), *words])
    assert done.exit_code == 0, done.output


@pytest.fixture
def copy(run: Run, ask: Ask, tmp_path: Path) -> Path:
    """A ledger restored as a copy, after which both continued."""
    ask("new", "chess", "Ann", "Ben")
    run("move", "e4")
    run("backup", str(tmp_path / "copy.tablescribe"))
    run("restore", str(tmp_path / "copy.tablescribe"), "--to", str(tmp_path / "copy.db"))
    return tmp_path / "copy.db"


def test_a_backup_that_is_as_old_as_the_ledger_is_the_same(run: Run, copy: Path) -> None:
    backup = str(copy.with_suffix(".tablescribe"))
    assert "1 log is the same in both." in run("compare", backup).output
    assert "1 log is the same in both." in run("compare", str(copy), backup).output


def test_what_was_recorded_since_is_told(run: Run, ask: Ask, copy: Path) -> None:
    match = ask("matches")[0]["id"]
    run("move", "e5")
    tournament = ask("tournament", "new", "Night", "chess", "Ann", "Ben")["tournament"]
    said = " ".join(run("compare", str(copy), code=1).output.split())
    assert f"match {match} goes on in " in said
    assert "to event 3; " in said
    assert "ends at event 2" in said
    assert f"tournament {tournament} is only in " in said
    data = ask("compare", str(copy), code=1)
    assert [(one["id"], one["kind"], one["fork"]) for one in data["differ"]] == [
        (match, "match", None), (tournament, "tournament", None)
    ]  # fmt: skip


def test_a_fork_is_told_with_its_event(run: Run, ask: Ask, copy: Path) -> None:
    match = ask("matches")[0]["id"]
    run("move", "e5")
    there(copy, "move", match, "d5")
    there(copy, "move", match, "d4")
    assert f"match {match} forks at event 3" in run("compare", str(copy), code=1).output
    assert ask("compare", str(copy), code=1)["differ"] == [
        {"id": match, "kind": "match", "first": 3, "second": 4, "fork": 3}
    ]


def test_two_logs_still_need_a_second_one(run: Run, ask: Ask, copy: Path) -> None:
    match = ask("matches")[0]["id"]
    assert "Missing argument 'SECOND'" in run("compare", match, code=2).output


def test_a_ledger_that_is_not_there_is_told(run: Run, copy: Path) -> None:
    assert "there is no file nothing.db" in run("compare", "nothing.db", str(copy), code=2).output


def test_verify_against_another_ledger_leads_to_compare(run: Run, copy: Path) -> None:
    said = " ".join(run("verify", "--against", str(copy), code=2).output.split())
    assert f"tablescribe compare {copy}" in said
