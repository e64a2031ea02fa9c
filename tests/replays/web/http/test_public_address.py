"""Links and codes work on other devices, or the page says that they do not; the start prints how to sign in."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.public_address import is_own, lan_address, reach_of
from tests.cli.care.test_serve import served
from tests.replays.web.conftest import Service, serving

HERE = {"Host": "127.0.0.1:8765", "Origin": "http://127.0.0.1:8765", "Accept": "text/html"}
LAN = "http://192.168.1.20:8765"


@pytest.fixture
def in_the_network(ledger: Ledger, access: Access) -> Iterator[Service]:
    yield from serving(make_app(ledger, reach=LAN), access)


def test_the_codes_of_a_service_for_the_network_name_its_address_there(
    in_the_network: Service, match_in: tuple[str, str]
) -> None:
    """The organiser sits at the machine itself and opened 127.0.0.1; whoever scans the code does not."""
    organiser, match = match_in
    page = in_the_network.get(f"/m/{match}/share", organiser, headers=HERE).text
    assert f'href="{LAN}/enter/s.' in page
    assert f'href="{LAN}/m/{match}/chair"' in page
    assert 'class="qr"' in page
    assert "127.0.0.1" not in page
    given = in_the_network.ask("POST", "/api/v1/passes", organiser, json={"role": "judge"}, headers=HERE).json()
    assert given["link"].startswith(f"{LAN}/enter/")
    elsewhere = in_the_network.get(f"/m/{match}/share", organiser, headers={"Host": "club.test", "Accept": "text/html"})
    assert "http://club.test/enter/" in elsewhere.text  # who came by another address gave one that leads here


@pytest.fixture
def match_in(in_the_network: Service) -> tuple[str, str]:
    return _opened(in_the_network)


def _opened(service: Service) -> tuple[str, str]:
    organiser = service.token()
    match = service.post("/api/v1/matches", organiser, game="freeform", names=["Ada", "Ben"]).json()["id"]
    return organiser, match


def test_a_service_that_nobody_else_reaches_shows_no_code_and_says_what_to_do(service: Service) -> None:
    organiser, match = _opened(service)
    for path in (f"/m/{match}/share", "/links"):
        page = service.get(path, organiser, headers=HERE).text
        assert "Other devices cannot reach this service" in page, path
        assert "--host 0.0.0.0" in page
        assert 'class="qr"' not in page
    assert "Other devices cannot" not in service.get(f"/m/{match}/share", organiser).text


def test_which_addresses_lead_every_device_to_itself() -> None:
    assert all(
        is_own(host) for host in ("localhost", "127.0.0.1", "127.1.2.3", "0.0.0.0", "::1", "[::]", "x.localhost")
    )
    assert not any(is_own(host) for host in ("192.168.1.20", "club.example", "2001:db8::1"))
    assert reach_of("127.0.0.1", 1) == reach_of("::1", 1) == ""
    assert reach_of("2001:db8::1", 8765) == "http://[2001:db8::1]:8765"
    assert reach_of("0.0.0.0", 8765) == (f"http://{lan_address()}:8765" if lan_address() else "")


def test_a_start_on_this_machine_only_says_so(tmp_path: Path) -> None:
    with served(tmp_path) as (process, _, said):
        assert process.stdout is not None
        assert "--host 0.0.0.0" in process.stdout.readline()
    with served(tmp_path) as (_, _, said):
        assert "--new-link" in said
    with served(tmp_path, "--public-url", "https://club.example") as (process, _, said):
        assert "at https://club.example\n" in said


@pytest.mark.deep
def test_a_terminal_keeps_the_link_and_a_file_gets_a_line_for_each_request(tmp_path: Path) -> None:
    """On a terminal only what went wrong is written, unless asked for more; the log of a service stays as it was."""
    for more, lines in (((), False), (("--log-requests",), True)):
        keeper, terminal = pty.openpty()
        command = [
            sys.executable,
            "-m",
            "tablescribe.cli.main",
            "--ledger",
            str(tmp_path / "l.db"),
            "serve",
            "--no-open",
        ]
        command += ["--port", "0", "--keys", str(tmp_path / "keys"), *more]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        shown = _read_for(keeper, 60, b"ready") if lines else b""
        process.terminate()
        process.wait(60)
        shown += _rest(keeper)
        assert (b'"what": "ready"' in shown) == lines, shown
        os.close(keeper)
    with served(tmp_path) as (_, base, _):
        httpx.get(f"{base}/healthz", timeout=60)
        until = time.monotonic() + 60
        while '"route": "/healthz"' not in (tmp_path / "err").read_text() and time.monotonic() < until:
            time.sleep(0.05)
        assert '"route": "/healthz"' in (tmp_path / "err").read_text()


def _read_for(terminal: int, seconds: float, wanted: bytes) -> bytes:
    found, until = b"", time.monotonic() + seconds
    while wanted not in found and time.monotonic() < until:
        found += os.read(terminal, 4096)
    return found


def _rest(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # nothing was ever written, and nobody can write any more
        return b""
