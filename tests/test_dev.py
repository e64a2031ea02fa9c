"""`./dev`: the verbs that no other test covers."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.ledger.conftest import empty_ledger, server, target
from tests.tools import debug

__all__ = ["empty_ledger", "server", "target"]

ROOT = Path(__file__).parent.parent
VERBS = ("demo", "run", "serve", "test", "fix", "shell", "debug", "bench", "docs", "game", "release", "install", "help")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database" in metafunc.fixturenames:
        metafunc.parametrize("database", ["sqlite", "postgresql"])


@pytest.fixture
def match(target: str) -> str:
    """A match of Nine Men's Morris with one move, in a ledger that is closed again."""
    ledger = open_ledger(target)
    scribe = Scribe(ledger)
    match = scribe.new("morris", ["Ada", "Ben"])
    scribe.play(match.id, 1, {"do": "place", "to": "a1"})
    ledger.close()
    return match.id


def version(target: str, match: str) -> int:
    ledger = open_ledger(target)
    try:
        return ledger.match(match).version
    finally:
        ledger.close()


def test_a_prompt_on_a_match_has_everything_and_changes_nothing(
    target: str, match: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "match.version, len(events), game.key\nshow()\naudit(match).findings\nsay(game.title)\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    debug.main([match[:6], "--ledger", target])
    told = capsys.readouterr()
    assert "(2, 2, 'morris')" in told.out
    assert "Traceback" not in told.err
    assert version(target, match) == 2


def test_what_is_recorded_at_the_prompt_does_not_reach_the_ledger(target: str, match: str) -> None:
    with debug.opened(target) as ledger:
        scribe = debug.names(ledger, match)["scribe"]
        try:
            scribe.play(match, 2, {"do": "place", "to": "d1"})
        except LedgerUnavailable:
            assert "://" in target
    assert version(target, match) == 2


def test_a_match_or_a_ledger_that_is_not_there_is_said_in_a_line(target: str, match: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no match"):
        debug.main(["zzz", "--ledger", target])
    with pytest.raises(SystemExit, match="There is no ledger at"):
        debug.main([match, "--ledger", str(tmp_path / "other.db")])


def test_help_names_every_verb() -> None:
    told = subprocess.run([ROOT / "dev", "help"], capture_output=True, text=True, check=True, timeout=60).stdout
    assert set(re.findall(r"^ +\./dev (\w+)", told, flags=re.M)) == set(VERBS)
    script = (ROOT / "dev").read_text("utf-8")
    assert set(re.findall(r"^(\w+)\)$", script, flags=re.M)) | {"help"} == set(VERBS)
    unknown = subprocess.run([ROOT / "dev", "tset"], capture_output=True, text=True, timeout=60)
    assert (unknown.returncode, "./dev test" in unknown.stdout + unknown.stderr) == (2, True)


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    """`./dev` with stub programs that print their names, and that fail if a file says so."""
    shutil.copy(ROOT / "dev", tmp_path)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (tmp_path / ".ci").mkdir()
    given = [tmp_path / name for name in ("pyproject.toml", "setup.py", ".ci/constraints.txt")]
    for one in given:
        one.touch()
    says = '#!/bin/sh\necho "$(basename "$0") $*" >>ran\n[ ! -e "wrong-$(basename "$0")" ]\n'
    for name in ("ruff", "mypy", "lint-imports", "chromium-headless-shell", "openssl", "pytest"):
        (programs / name).write_text(says, "utf-8")
    asked = '#!/bin/sh\ncase "$*" in "-m pytest "*) shift 2; exec pytest "$@" ;; esac\n'  # it has no paths to add
    (programs / "python").write_text(asked, "utf-8")
    for program in programs.iterdir():
        program.chmod(0o755)
    sums = subprocess.run(["cksum"], input=b"", capture_output=True, check=True).stdout.decode()
    (tmp_path / ".venv" / ".installed-test").write_text(sums, "utf-8")
    return tmp_path


@pytest.mark.parametrize("wrong", ["", "ruff", "mypy", "lint-imports", "pytest"])
def test_every_check_runs_and_any_of_them_fails_the_whole(stage: Path, wrong: str) -> None:
    if wrong:
        (stage / f"wrong-{wrong}").touch()
    environment = {**os.environ, "PATH": f"{stage / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([stage / "dev", "test"], env=environment, capture_output=True, text=True, timeout=60)
    ran = (stage / "ran").read_text("utf-8")
    assert done.returncode == (1 if wrong else 0), done.stderr
    if wrong != "ruff":  # it is quick and comes first
        assert {line.split()[0] for line in ran.splitlines()} >= {"ruff", "mypy", "pytest"}, done.stderr
    assert ("Types or import contracts are wrong." in done.stdout) == (wrong in ("mypy", "lint-imports"))
