"""Run commands on a ledger as a user does, and check refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tablescribe.domain.words.text import LONGEST
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.fuzz import samples

Words = tuple[str, ...]


def run(ledger: Path | str, *words: str, stdin: str | None = None) -> Result:
    """Run a command; any traceback is a failure."""
    done = CliRunner().invoke(cli, ["--ledger", str(ledger), *words], input=stdin)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def refused(ledger: Path | str, *words: str, exit_code: int, code: str, stdin: str | None = None) -> str:
    """Run a command that must be refused, in words and as JSON, and return its message."""
    said = run(ledger, *words, stdin=stdin)
    assert (said.exit_code, said.stdout) == (exit_code, ""), said.output
    told = run(ledger, *words, "--json", stdin=stdin)
    fault = json.loads(told.stdout)["error"]
    assert (told.exit_code, fault["code"]) == (exit_code, code)
    first = str(fault["message"])
    beginning = first[: LONGEST // 2]  # between other words, an endless text is cut earlier
    assert beginning in said.stderr.replace("\n", " ") or beginning in said.stderr
    return first


@pytest.fixture
def kept(path: Path) -> tuple[Path, str]:
    """Return a ledger with a closed match, and the match's id."""
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada"], catalogue=samples.CATALOGUE)
    scribe.play(match.id, 1, {"do": "score", "to": 1, "points": 1})
    ledger.close()
    return path, match.id


def names(folder: Path) -> list[str]:
    return sorted(found.name for found in folder.iterdir())


def events(path: Path) -> int:
    """Return the number of events of a sound ledger."""
    ledger = open_ledger(path, create=False)
    try:
        ledger.verify()
        return ledger.log.max_notification_id() or 0
    finally:
        ledger.close()
