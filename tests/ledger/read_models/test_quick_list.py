"""The latest matches listed without SQLAlchemy: the same as the read models list, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.log.schema import LISTS, listed_matches, listed_tournaments
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.read_models.projection import ListedMatch
from tablescribe.ledger.read_models.quick_list import list_quickly
from tablescribe.ledger.read_models.store import TABLES
from tablescribe.ledger.read_models.tournament_projection import ListedTournament


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """A ledger with matches of each kind: open, finished, abandoned, void, corrected, entered, renamed, erased."""
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    scribe.new("morris", ["Ann", "Bob"])
    scribe.close(scribe.new("freeform", ["Ann", "Cleo"], options={"title": "Catan"}).id, abandoned=True)
    for line in (
        ("result", "Catan", "Ann", "10", "Bob", "7", "--won", "Ann"),
        ("result", "Azul", "Zoe", "10", "bob", "7", "--won", "Zoe", "--played", "2026-11-01"),
        ("result", "Go", "Guest", "1", "Dan", "0", "--nobody"),
    ):
        _does(path, *line)
    latest = [one.id for one in ledger.asking.matches()] if ledger.lists.fresh() == 0 else []
    _does(path, "void", latest[0], "--because", "entered twice")
    _does(path, "people", "rename", "Cleo", "Clothilde")
    ledger.erase("Dan")
    ledger.lists.fresh()
    yield ledger
    ledger.close()


def _does(path: Path, *words: str) -> str:
    done = CliRunner().invoke(cli, ["--ledger", str(path), *words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("options", [(), ("--open",), ("--finished",), ("--limit", "2"), ("--language", "de")])
def test_the_list_is_that_of_the_read_models(
    ledger: Ledger, path: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = _does(path, "matches", *options)
    monkeypatch.setattr("tablescribe.ledger.read_models.quick_list.list_quickly", lambda *_given: None)
    assert quick == _does(path, "matches", *options)


def test_all_kinds_are_there(ledger: Ledger, path: Path) -> None:
    found = list_quickly(str(path), "", 50)
    assert found is not None
    assert [one.id for one in found] == [one.id for one in ledger.asking.matches()]
    assert {one.ending for one in found} > {"", "abandoned"}
    assert any(one.void for one in found)
    names = {name for one in found for name in one.seats}
    assert names >= {"Ann", "Clothilde", "seat 2"}
    assert names.isdisjoint({"Cleo", "Dan"})
    assert list_quickly(str(path), "", 0) == []


def test_lists_that_lag_behind_are_for_the_ledger_to_bring_up_to_date(ledger: Ledger, path: Path) -> None:
    new = Scribe(ledger).new("morris", ["Eve", "Fay"]).id
    assert list_quickly(str(path), "", 50) is None
    assert new in _does(path, "matches")
    assert [one.id for one in list_quickly(str(path), "", 1) or ()] == [new]


def test_other_places_are_for_the_ledger_to_open(tmp_path: Path) -> None:
    assert list_quickly(str(tmp_path / "nothing.db"), "", 50) is None
    assert list_quickly("postgresql://nobody@nowhere/nothing", "", 50) is None
    (tmp_path / "empty.db").touch()
    assert list_quickly(str(tmp_path / "empty.db"), "", 50) is None
    (tmp_path / "text.db").write_text("no database")
    assert list_quickly(str(tmp_path / "text.db"), "", 50) is None


def test_statements_written_as_text_know_the_tables_of_the_schema() -> None:
    """Updating the lists does not load the schema, so its tables and columns are named twice."""
    assert tuple(table.name for table in LISTS) == TABLES
    assert {*ListedMatch.__struct_fields__} == {column.name for column in listed_matches.columns} | {"seats"}
    assert {*ListedTournament.__struct_fields__} == {column.name for column in listed_tournaments.columns}
