"""`site`: a website of public matches, in words and as JSON; exclusions; folders that are no site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tests.support import has_word


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("TABLESCRIBE_LEDGER", str(tmp_path / "ledger.db"))
    return tmp_path / "site"


def run(*words: str, code: int = 0) -> Result:
    done = CliRunner().invoke(cli, list(words))
    assert done.exit_code == code, done.output
    return done


def recorded(*words: str) -> str:
    return str(json.loads(run("result", *words, "--json").stdout)["id"])


def test_a_site_is_written_brought_up_to_date_and_told(folder: Path) -> None:
    one = recorded("Catan", "Ann", "10", "Ben", "7", "--won", "Ann")
    told = run("site", str(folder), "--in", "en", "--title", "Club")
    assert "shows 1 match and 0 tournaments" in told.stdout
    assert "tablescribe/" in told.stdout, "the key to publish elsewhere"
    other = recorded("Carcassonne", "Ann", "5", "Cleo", "9", "--won", "Cleo")
    data = json.loads(run("site", str(folder), "--in", "en", "--title", "Club", "--json").stdout)
    assert (data["matches"], data["matches_made"], data["deleted"]) == (2, 1, 0)
    assert data["unchanged"] > 10
    assert not has_word((folder / f"en/m/{one}.html").read_text("utf-8"), "Ann")
    data = json.loads(run("site", str(folder), "--in", "en", "--without", other[:6], "--names", "--json").stdout)
    assert (data["matches"], data["key"]) == (1, data["key"])
    assert not (folder / f"en/m/{other}.html").exists()
    assert "Ann" in (folder / f"en/m/{one}.html").read_text("utf-8")


def test_a_site_without_proofs_signs_nothing(folder: Path, tmp_path: Path) -> None:
    recorded("Catan", "Ann", "10", "Ben", "7", "--won", "Ann")
    data = json.loads(run("site", str(folder), "--in", "de", "--no-proofs", "--json").stdout)
    assert data["key"] == ""
    assert not (tmp_path / "keys").exists()
    assert not (folder / "verify.html").exists()


def test_what_is_wrong_is_said_with_what_to_do(folder: Path) -> None:
    recorded("Catan", "Ann", "10", "Ben", "7", "--won", "Ann")
    folder.mkdir()
    (folder / "diary.txt").write_text("mine")
    told = json.loads(run("site", str(folder), "--json", code=2).stdout)
    assert told["error"]["code"] == "site.folder"
    assert "choose an empty folder" in told["error"]["message"]
    assert run("site", str(folder), "--without", "nothing", code=2)
