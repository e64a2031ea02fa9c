"""The tutorials that need more than a ledger in a file: a club's PostgreSQL, and a new game."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest

from tests.postgres_server import Server

ROOT = Path(__file__).parent.parent
TUTORIALS = ROOT / "docs" / "pages" / "tutorials"
BIN = Path(sys.executable).parent


def blocks(document: str) -> list[str]:
    """Return the shell sessions of a tutorial."""
    return re.findall(r"```sh\n(.*?)```", (TUTORIALS / document).read_text("utf-8"), flags=re.S)


def shell(lines: str, folder: Path, environment: dict[str, str]) -> str:
    """Run lines in one shell that stops at the first failure, and return their output."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", lines], cwd=folder, env={**os.environ, **environment},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, f"{lines}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


# --- a club on PostgreSQL -------------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server(own=True)
    yield server
    server.close()


@pytest.mark.deep
def test_a_club_records_serves_and_backs_up_on_postgresql(server: Server, tmp_path: Path) -> None:
    """Run each line of the tutorial. The host `db` is the server's socket, and folders are inside one for the test."""
    where = parse_qs(urlsplit(server.url("postgres")).query)["host"][0]
    environment = {
        "PGHOST": where, "PGUSER": "tester", "TABLESCRIBE_KEYS": str(tmp_path / "keys"),
        "PATH": os.pathsep.join([str(server.programs), str(BIN), os.environ["PATH"]]),
    }  # fmt: skip
    create, rights, record, serve = (one.replace("@db/league", f"@/league?host={where}") for one in blocks("club.md"))
    environment["TABLESCRIBE_LEDGER"] = f"postgresql://owner@/league?host={where}"
    shell(create, tmp_path, environment)
    assert "GRANT" in shell(rights, tmp_path, environment)
    assert re.search(r"Ann +1 +1 +1 +100%", shell(record, tmp_path, environment))
    _is_served(serve, tmp_path, environment)
    kept = [
        one.replace("/backups/", f"{tmp_path}/").replace("/elsewhere/", f"{tmp_path}/")
        for one in re.findall(r"`(tablescribe [^`]+)`", (TUTORIALS / "club.md").read_text("utf-8"))
    ]
    assert [one.split()[1] for one in kept] == ["backup", "verify", "checkpoint", "upgrade"]
    shell("\n".join(kept), tmp_path, environment)
    assert (tmp_path / "league.checkpoint").stat().st_size
    assert list(tmp_path.glob("*.tablescribe"))


def _is_served(line: str, folder: Path, environment: dict[str, str]) -> None:
    """Start the service with the tutorial's line, on a free port. It prints the organiser's link, which must work."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f"exec {line.strip()} --port {port} --no-open"
    with subprocess.Popen(
        ["bash", "-c", command], cwd=folder, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        try:
            printed = ""
            while "Organiser link: " not in printed:
                said = running.stdout.readline()
                assert said, printed
                printed += said
            path = re.findall(r"Organiser link: https://matches\.example\.org(/enter/\S+)", printed)[0]
            _answers(f"http://127.0.0.1:{port}{path}")
        finally:
            running.send_signal(signal.SIGTERM)
            running.wait(timeout=120)


def _answers(address: str) -> None:
    """Wait until an address answers, at most two minutes."""
    import time

    for _ in range(240):
        try:
            with urlopen(address, timeout=60) as answer:
                assert answer.status == 200
                return
        except OSError:
            time.sleep(0.5)
    raise AssertionError(address)


# --- a new game -----------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_game_is_added_by_the_lines_that_the_tutorial_shows(tmp_path: Path) -> None:
    """Run each line in a copy of the repository, with all tests that depend on the new game."""
    copy = tmp_path / "copy"
    left = shutil.ignore_patterns(".git", ".venv", "build", "__pycache__", ".*_cache", ".import_linter_cache")
    shutil.copytree(ROOT, copy, ignore=left)
    shell("git init -q && git add -A", copy, {})
    _environment(copy)
    (lines,) = blocks("add-a-game.md")
    found = {
        "PYTHONPATH": f"{copy / '.venv' / 'typed'}{os.pathsep}{copy}", "PYTEST_ADDOPTS": "-p no:cacheprovider",
        "TABLESCRIBE_LEDGER": str(copy / "ledger.db"),
    }  # fmt: skip
    assert [line.split()[1] for line in lines.splitlines()] == ["game", "test", "run"]
    said = shell(lines, copy, found)
    assert re.search(r"[1-9][0-9]* passed", said), said[-3000:]
    assert "Nim" in said


def _environment(folder: Path) -> None:
    """Give a copy of the repository a ready environment: programs that call those of this one."""
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    calls = {"python": sys.executable, "tablescribe": f"{sys.executable} -m tablescribe.cli"}
    for name, call in {**{one: str(BIN / one) for one in ("ruff", "mypy", "lint-imports")}, **calls}.items():
        (programs / name).write_text(f'#!/bin/bash\nexec {call} "$@"\n')
        (programs / name).chmod(0o755)
    (folder / ".venv" / "typed" / "tablescribe").mkdir(parents=True)
    for room in ("domain", "ledger", "replays", "cli"):
        (folder / ".venv" / "typed" / "tablescribe" / room).symlink_to(folder / room, target_is_directory=True)
    want = shell("cat pyproject.toml setup.py .ci/constraints.txt | cksum", folder, {})
    for extra in ("run", "test"):
        (folder / ".venv" / f".installed-{extra}").write_text(want)
