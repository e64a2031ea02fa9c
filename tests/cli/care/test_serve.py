"""`serve` as a process: safe without configuration, and no request is lost when it stops."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tests.postgres_server import Server

LONG = 60.0
"""Seconds that a busy machine may take."""

TOO_LONG = "graceful shutdown exceeded"
"""The message of uvicorn if a connection is still open twenty seconds after the service should have ended."""


@contextmanager
def served(folder: Path, *more: str, target: str = "") -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Yield the process, its address, and its output before it answered."""
    target = target or str(folder / "ledger.db")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "tablescribe.cli.main", "--ledger", target, "serve", "--no-open"]
    command += ["--port", str(port), "--keys", str(folder / "keys"), *more]
    with (folder / "err").open("a") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    base = f"http://127.0.0.1:{port}"
    assert process.stdout is not None
    said = process.stdout.readline() + process.stdout.readline()
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        try:
            httpx.get(f"{base}/healthz", timeout=LONG)
            break
        except httpx.TransportError:
            time.sleep(0.05)
    try:
        yield process, base, said
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize(
    ("system", "variable", "opens"),
    [("linux", "", False), ("linux", "DISPLAY", True), ("linux", "WAYLAND_DISPLAY", True), ("linux", "BROWSER", True),
     ("darwin", "", True), ("win32", "", True)],
)  # fmt: skip
def test_a_browser_is_opened_only_where_there_can_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, variable: str, opens: bool
) -> None:
    """Without a desktop, xdg-open tries one text browser after another and prints that it has none."""
    opened = list[str]()
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, ":0")
    monkeypatch.setattr("tablescribe.cli.care.service_process.run_one", lambda ledger, served: None)
    monkeypatch.setattr("click.launch", opened.append)
    monkeypatch.setattr("tablescribe.cli.care.serve.sys", SimpleNamespace(platform=system, stderr=sys.stderr))
    done = CliRunner().invoke(cli, ["--ledger", str(tmp_path / "ledger.db"), "serve", "--port", "0"])
    assert done.exit_code == 0, done.output
    assert len(opened) == opens


def test_the_first_start_prints_the_one_link_and_no_second_service_starts_until_it_ends(tmp_path: Path) -> None:
    """However it ends: the next one starts, prints no link, and the first one's link still lets its holder in."""
    target = str(tmp_path / "ledger.db")
    with served(tmp_path, target=target) as (process, base, said):
        link = re.search(rf"{base}/enter/\S+", said)
        assert link
        assert httpx.get(f"{base}/", headers={"Accept": "text/html"}, timeout=LONG).status_code == 401
        with httpx.Client(base_url=base, timeout=LONG) as client:
            assert client.get(link[0]).status_code == 200
            cookie = next(iter(client.cookies.jar))
            assert (cookie.name, cookie.has_nonstandard_attr("HttpOnly")) == ("tablescribe", True)
            assert client.get("/").status_code == 200
        second = refused(target)
        assert second.returncode == 4
        assert "is already being served" in second.stderr
        assert "PostgreSQL can have several" in second.stderr
        process.kill()
    with served(tmp_path, target=target) as (process, base, said):
        assert "/enter/" not in said
        assert httpx.get(f"{base}/healthz", timeout=LONG).status_code == 200
        assert httpx.get(link[0].replace(link[0].partition("/enter")[0], base), timeout=LONG).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONG) == 0


def test_it_counts_for_organisers_and_stops_at_once_although_somebody_follows_a_match(tmp_path: Path) -> None:
    with served(tmp_path) as (process, base, said):
        token = said.strip().rpartition("/")[2]
        mine = {"Authorization": f"Bearer {token}"}
        body = {"game": "freeform", "names": ["Ada", "Ben"]}
        match = httpx.post(f"{base}/api/v1/matches", json=body, headers=mine, timeout=LONG).json()["id"]
        with httpx.stream("GET", f"{base}/api/v1/matches/{match}/events", headers=mine, timeout=LONG) as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("data: ") for line in lines)
            _counts_for_organisers_only(base, mine)
            process.send_signal(signal.SIGTERM)
            assert not any(line.startswith("data: ") for line in lines)  # it ends, and in good order
        assert process.wait(LONG) is not None
    log = [json.loads(line) for line in (tmp_path / "err").read_text().splitlines()]
    assert {"ready", "request", "stopped"} <= {line["what"] for line in log}
    assert any(line.get("match_id") == match for line in log)
    assert not any(TOO_LONG in line["what"] for line in log)
    assert token not in (tmp_path / "err").read_text()


def _counts_for_organisers_only(base: str, mine: dict[str, str]) -> None:
    assert httpx.get(f"{base}/metrics", timeout=LONG).status_code == 401
    text = httpx.get(f"{base}/metrics", headers=mine, timeout=LONG).text
    assert re.search(r'tablescribe_requests_total\{method="GET",route="/healthz",status="200"\} [1-9]', text)
    assert "tablescribe_answer_seconds_bucket" in text


@pytest.fixture
def postgres() -> Iterator[Server]:
    server = Server(own=True)
    yield server
    server.close()


def refused(target: str) -> subprocess.CompletedProcess[str]:
    """Start a service that does not start."""
    command = [
        sys.executable,
        "-m",
        "tablescribe.cli.main",
        "--ledger",
        target,
        "serve",
        "--no-open",
        "--port",
        "0",
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONG)


def test_a_ledger_in_a_file_is_not_served_by_several_processes(tmp_path: Path) -> None:
    words = ["--ledger", str(tmp_path / "ledger.db"), "serve", "--no-open", "--port", "0", "--processes", "2"]
    answer = CliRunner().invoke(cli, words)
    assert answer.exit_code == 2
    assert "put it into PostgreSQL: tablescribe backup COPY" in " ".join(answer.stderr.split())


def test_without_its_database_it_says_so_at_once_and_ends_at_once(tmp_path: Path, postgres: Server) -> None:
    with served(tmp_path, target=postgres.database()) as (process, base, said):
        mine = {"Authorization": f"Bearer {said.strip().rpartition('/')[2]}"}
        assert httpx.get(f"{base}/api/v1/matches", headers=mine, timeout=LONG).status_code == 200
        postgres.stop("immediate")
        with ThreadPoolExecutor() as pool:
            waiting = pool.submit(httpx.get, f"{base}/api/v1/matches", headers=mine, timeout=LONG)
            while process.poll() is None and not waiting.running():
                time.sleep(0.01)
            time.sleep(0.5)  # it is patient with the database
            answer = httpx.get(f"{base}/healthz", timeout=LONG)
            assert (answer.status_code, answer.json()["code"]) == (503, "ledger.unavailable")
            assert not waiting.done()
            process.send_signal(signal.SIGTERM)
            assert process.wait(LONG) == 0
            assert waiting.result().status_code == 503
        assert TOO_LONG not in (tmp_path / "err").read_text()
        postgres.start()
