"""`./dev game`: a new game works at once, and a refusal says what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tablescribe.domain.games import GAMES
from tests.depth import ALL
from tests.tools.new_game import SAID, WORDS, main, prefix

ROOT = Path(__file__).parent.parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the repository in which a new game is created."""
    for part in ("domain", "ledger", "replays", "cli", "tests", "README.md", "pyproject.toml", "setup.py"):
        source, target = ROOT / part, tmp_path / part
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    package = tmp_path / "imported" / "tablescribe"
    package.mkdir(parents=True)
    for room in ("domain", "ledger", "replays", "cli"):
        (package / room).symlink_to(tmp_path / room, target_is_directory=True)
    if sys.pycache_prefix:
        _with_what_is_compiled(Path(sys.pycache_prefix), tmp_path)
    return tmp_path


def _with_what_is_compiled(there: Path, folder: Path) -> None:
    """Copy the compiled modules of this tree and of the installed packages. Compiling would take most of the time."""

    def below(prefix: Path, path: str | Path) -> Path:
        return prefix / Path(path).relative_to("/")

    compiled = folder / "compiled"
    for name in ("stdlib", "purelib"):
        installed = below(compiled, sysconfig.get_path(name))
        if not installed.exists():
            installed.parent.mkdir(parents=True, exist_ok=True)
            installed.symlink_to(below(there, sysconfig.get_path(name)))
    for room in ("domain", "ledger", "replays", "cli", "tests"):
        copied = folder if room == "tests" else folder / "imported" / "tablescribe"
        if (source := below(there, ROOT / room)).is_dir():
            shutil.copytree(source, below(compiled, copied / room))


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": f"{folder / 'imported'}{os.pathsep}{folder}",
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise each of several processes would compile everything
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )


def test_a_new_game_passes_its_tests_the_registers_and_the_linter(copy: Path) -> None:
    laid = run(copy, "tests.tools.new_game", "stones_of_time", "Stones of Time")
    assert laid.returncode == 0, laid.stderr
    tested = run(
        copy, "pytest", "-q", "-p", "no:cacheprovider", "tests/domain/stones_of_time", "tests/test_registers.py",
        "tests/domain/rules/test_games.py", "tests/matches/test_golden.py", "tests/domain/table/test_scene.py",
        "tests/test_docs.py", "tests/replays/reading/test_catalogues.py", "tests/replays/web/access/test_secrets.py",
        "-k", f"stones_of_time or true_numbers or test_registers{' or test_games' if ALL else ''}",
    )  # fmt: skip
    assert tested.returncode == 0, tested.stdout[-3000:]
    assert " passed" in tested.stdout
    linted = run(copy, "ruff", "check", "domain/games/stones_of_time", "tests/domain/stones_of_time")
    assert linted.returncode == 0, linted.stdout
    shaped = run(copy, "ruff", "format", "--check", "domain/games/stones_of_time", "tests/domain/stones_of_time")
    assert shaped.returncode == 0, shaped.stdout
    assert run(copy, "tests.tools.catalogues", "stones_of_time", "--check").stdout == ""


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["Tomb Raider", "Tomb Raider"], "is no key: small letters"),
        (["ultime", "Another"], "there is a game ultime already"),
        (["nim", ' "'], "a title is some words"),
        (["nim"], "./dev game KEY"),
        ([], "./dev game KEY"),
    ],
)
def test_what_cannot_be_laid_is_refused(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert why in capsys.readouterr().err
    assert not (ROOT / "domain/games/nim").exists()


def test_rule_numbers_begin_like_no_other_games() -> None:
    assert prefix("ultima") not in ("UP", "EX", "FF")
    assert prefix("expedition") not in ("UP", "EX", "FF")
    assert prefix("root") == "RT", "Root has RO"
    assert len(GAMES) >= 3


@pytest.mark.parametrize("language", WORDS)
def test_the_skeleton_is_translated_whole(language: str) -> None:
    assert len(WORDS[language]) == len(SAID)
