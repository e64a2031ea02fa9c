"""Run the command line, in this process or in a separate one."""

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli

Run = Callable[..., Result]
Found = TypeVar("Found")


class Once(Protocol):
    """Records a ledger, or copies the one that a function of the same name recorded before."""

    def __call__(self, record: Callable[[], Found]) -> Found: ...


_recorded: dict[str, tuple[dict[str, bytes], Any]] = {}
"""The files of the ledger's folder and the function's result, by function."""

ONE_AFTER_ANOTHER = """
import json, sys
from click.testing import CliRunner
from tablescribe.cli.main import cli
for words in json.loads(sys.argv[1]):
    done = CliRunner().invoke(cli, words)
    print(json.dumps([done.exit_code, done.output, sorted(sys.modules)]))
"""


def in_one_process(ledger: str, *commands: list[str], **more: Any) -> list[tuple[int, str, set[str]]]:
    """Run commands one after another in a new process; return each exit code, its output and the loaded modules."""
    program = [sys.executable, "-c", ONE_AFTER_ANOTHER, json.dumps([["--ledger", ledger, *one] for one in commands])]
    done = subprocess.run(program, capture_output=True, text=True, timeout=600, **more)
    assert done.returncode == 0, done.stderr
    return [(code, output, set(loaded)) for code, output, loaded in map(json.loads, done.stdout.splitlines())]


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    return str(tmp_path / "data" / "ledger.db")


@pytest.fixture
def run(ledger: str) -> Run:
    """Run a command and check its exit code (default 0)."""

    def run(*words: str, code: int = 0, stdin: str | None = None) -> Result:
        done = CliRunner().invoke(cli, ["--ledger", ledger, *words], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == code, done.output
        return done

    return run


@pytest.fixture
def ask(run: Run) -> Callable[..., Any]:
    """Run a command with --json and return its output."""

    def ask(*words: str, code: int = 0, stdin: str | None = None) -> Any:
        return json.loads(run(*words, "--json", code=code, stdin=stdin).stdout)

    return ask


@pytest.fixture
def once(ledger: str) -> Once:
    """Start the tests of a process from copies of a ledger that the first of them records.

    The function must always record the same in an empty ledger, and write nothing outside of the ledger's folder.
    """
    folder = Path(ledger).parent

    def once(record: Callable[[], Found]) -> Found:
        name = f"{record.__module__}.{record.__qualname__}"
        assert not folder.exists(), "it would replace what this test has recorded"
        if name not in _recorded:
            found = record()
            _recorded[name] = {file.name: file.read_bytes() for file in folder.iterdir()}, found
            return found
        files, before = _recorded[name]
        folder.mkdir(parents=True)
        for file, contents in files.items():
            (folder / file).write_bytes(contents)
        return copy.deepcopy(before)  # type: ignore[no-any-return]

    return once


@pytest.fixture
def match_id(ask: Callable[..., Any]) -> str:
    """A match of Le ultime persone in which Ada begins."""
    return str(ask("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1", "-o", "score_visibility=visible")["id"])


@pytest.fixture
def process(ledger: str) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Run the program in a separate process."""

    def process(*words: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "tablescribe.cli.main", *words],
            input=stdin,
            capture_output=True,
            text=True,
            env={**os.environ, "TABLESCRIBE_LEDGER": ledger, "PYTHONWARNINGS": "error"},
        )

    return process
