"""Running the command line, in this process and in one of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli

Run = Callable[..., Result]


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    return str(tmp_path / "data" / "ledger.db")


@pytest.fixture
def run(ledger: str) -> Run:
    """Run a command and expect its exit code (0 unless told otherwise)."""

    def run(*words: str, code: int = 0, stdin: str | None = None) -> Result:
        done = CliRunner().invoke(cli, ["--ledger", ledger, *words], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == code, done.output
        return done

    return run


@pytest.fixture
def ask(run: Run) -> Callable[..., Any]:
    """Run a command with --json and return what it says."""

    def ask(*words: str, code: int = 0, stdin: str | None = None) -> Any:
        return json.loads(run(*words, "--json", code=code, stdin=stdin).stdout)

    return ask


@pytest.fixture
def match_id(ask: Callable[..., Any]) -> str:
    """A match of Le ultime persone with Ada to begin."""
    return str(ask("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1", "-o", "score_visibility=visible")["id"])


@pytest.fixture
def process(ledger: str) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Run the program as a process of its own."""

    def process(*words: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "tablescribe.cli.main", *words],
            input=stdin,
            capture_output=True,
            text=True,
            env={**os.environ, "TABLESCRIBE_LEDGER": ledger, "PYTHONWARNINGS": "error"},
        )

    return process
