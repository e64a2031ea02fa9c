"""A real nginx with the configuration of OPERATING.md and a local certificate authority, before a real service."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.cli.care.test_serve import LONG, served

GUIDE = Path(__file__).parents[4] / "replays/web/OPERATING.md"
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="no nginx is installed")


def run(folder: Path, *words: str) -> None:
    """Run a command in a folder."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (words, done.stderr)


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate authority, `ca.pem`, and its certificate for localhost: `site.pem` and `site.key`."""
    folder = tmp_path_factory.mktemp("authority")
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout"]
    run(
        folder, "openssl", "req", "-x509", *key, "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Test authority"
    )
    run(folder, "openssl", "req", *key, "site.key", "-out", "site.csr", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName = DNS:localhost\n")
    run(folder, "openssl", "x509", "-req", "-in", "site.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
        "-days", "2", "-extfile", "names", "-out", "site.pem")  # fmt: skip
    return folder


@dataclass
class Site:
    """A service behind a proxy.

    Attributes:
        url: its public address.
        direct: the address of the service itself.
        link: the organiser's link.
        trust: the SSL context that trusts the authority.
    """

    url: str
    direct: str
    link: str
    trust: ssl.SSLContext

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """Return a client that connects from an address of this machine."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=address)
        return httpx.Client(base_url=self.url, transport=transport, timeout=LONG, headers={"Accept": "text/html"})


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def answers(site: Site) -> bool:
    """Return whether the service answers through the proxy."""
    try:
        with site.client() as client:
            return client.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def configuration(folder: Path, certified: Path, port: int, behind: str) -> str:
    """Return the configuration of the guide, with our ports and files."""
    (server,) = re.findall(r"^server \{.*?^\}", GUIDE.read_text("utf-8"), flags=re.M | re.S)
    for was, now in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("server_name matches.example.org", "server_name localhost"),
        ("/etc/ssl/matches.pem", str(certified / "site.pem")),
        ("/etc/ssl/matches.key", str(certified / "site.key")),
        ("http://127.0.0.1:8765", behind),
    ):
        assert was in server, was
        server = server.replace(was, now)
    user = "user root;" if os.geteuid() == 0 else ""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    return f"{user} daemon off; pid {folder}/pid; error_log {folder}/errors;" + (
        f"events {{}} http {{ access_log off; {places} {server} }}"
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, certified: Path) -> Iterator[Site]:
    folder, port = tmp_path_factory.mktemp("proxied"), free_port()
    url = f"https://localhost:{port}"
    with served(folder, "--public-url", url) as (_, behind, said):
        found = re.search(rf"{url}/enter/\S+", said)
        assert found is not None, said
        (folder / "nginx.conf").write_text(configuration(folder, certified, port, behind))
        assert NGINX is not None
        proxy = subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf"], stderr=subprocess.PIPE, text=True)
        one = Site(url, behind, found[0], ssl.create_default_context(cafile=str(certified / "ca.pem")))
        try:
            until = time.monotonic() + LONG
            while not answers(one):
                assert proxy.poll() is None, proxy.communicate()[1]
                assert time.monotonic() < until, (folder / "errors").read_text()
                time.sleep(0.05)
            yield one
        finally:
            proxy.terminate()
            proxy.communicate(timeout=LONG)


@pytest.fixture(scope="module")
def organiser(site: Site) -> Iterator[httpx.Client]:
    """A client that came in by the organiser's link."""
    with site.client() as client:
        assert client.get(site.link).status_code == 200
        client.headers["Origin"] = site.url
        yield client


@pytest.fixture(scope="module")
def match(organiser: httpx.Client) -> str:
    done = organiser.post("/api/v1/matches", json={"game": "freeform", "names": ["Ada", "Ben"]})
    assert done.status_code == 201, done.text
    return str(done.json()["id"])


def test_the_certificate_is_one_that_only_its_authority_vouches_for(site: Site) -> None:
    with httpx.Client(timeout=LONG) as stranger, pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        stranger.get(f"{site.url}/healthz")


def test_a_session_is_a_cookie_that_goes_by_tls_only(site: Site) -> None:
    with site.client() as client:
        given = client.get(site.link)
        said = given.headers["set-cookie"].lower() if "set-cookie" in given.headers else ""
        said = said or given.history[0].headers["set-cookie"].lower()
        assert all(word in said for word in ("secure", "httponly", "samesite=strict"))
        assert client.get("/").headers["strict-transport-security"].startswith("max-age=")


def test_pages_and_links_are_those_of_the_public_address(site: Site, organiser: httpx.Client, match: str) -> None:
    page = organiser.get(f"/m/{match}/share").text
    assert f'href="{site.url}/enter/' in page
    assert site.direct not in page
    assert "http://" not in re.sub(r"http://www\.w3\.org/\S+", "", page)
    answer = organiser.get("/m/nothing")
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (404, "text/html")


def test_only_a_page_of_the_public_address_may_write(site: Site, organiser: httpx.Client, match: str) -> None:
    place, body = f"/api/v1/matches/{match}/notes", {"text": "a remark", "command_id": "remarked"}
    for origin, status in ((site.url, 201), (site.url.replace("https", "http"), 403), ("https://evil.example", 403)):
        assert organiser.post(place, json=body, headers={"Origin": origin}).status_code == status, origin


def test_a_stream_tells_at_once_what_is_recorded(organiser: httpx.Client, match: str) -> None:
    """The proxy buffers nothing: the event arrives while the stream stays open."""
    seen: list[str] = []
    with organiser.stream("GET", f"/api/v1/matches/{match}/events", timeout=LONG) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        seen.append(next(lines))
        done = organiser.post(f"/api/v1/matches/{match}/notes", json={"text": "streamed", "command_id": "streamed1"})
        assert done.status_code == 201, done.text
        while not any("note" in line.lower() and "streamed" in line for line in seen):
            seen.append(next(lines))


def tries(client: httpx.Client, where: str = "", **headers: str) -> list[int]:
    """Try many wrong links, each as if sent on for somebody else; return the answers."""
    return [
        client.get(f"{where}/enter/s.wrong{n}", headers={"X-Forwarded-For": f"203.0.113.{n}", **headers}).status_code
        for n in range(40)
    ]


def test_rates_are_those_of_the_sender_s_address_and_no_header_changes_it(site: Site) -> None:
    with site.client("127.0.0.3") as one, site.client("127.0.0.4") as other:
        assert 429 in tries(one)
        assert other.get("/enter/s.wrong").status_code != 429, "another address has its own tries"
        assert 429 in tries(other, Forwarded="for=203.0.113.9", **{"X-Real-IP": "203.0.113.9"})


def test_who_comes_past_the_proxy_from_elsewhere_is_not_believed(site: Site) -> None:
    with site.client("127.0.0.5") as client:
        assert 429 in tries(client, site.direct)


def test_sizes_are_refused_by_the_service_and_what_is_larger_by_the_proxy(organiser: httpx.Client, match: str) -> None:
    place = f"/api/v1/matches/{match}/take-backs"
    ours = organiser.post(place, json={"reason": "x" * 100_000}, headers={"Accept": "application/json"})
    assert (ours.status_code, ours.headers["content-type"]) == (413, "application/problem+json")
    assert ours.json()["detail"] == "the request is larger than 65536 bytes"
    theirs = organiser.post(place, json={"reason": "x" * 13_000_000})
    assert (theirs.status_code, theirs.headers["server"].split("/")[0]) == (413, "nginx")


@pytest.mark.deep
def test_a_silent_stream_outlives_the_proxy_s_patience(organiser: httpx.Client, match: str) -> None:
    began = time.monotonic()
    with organiser.stream("GET", f"/api/v1/matches/{match}/events", timeout=LONG) as stream:
        for _ in stream.iter_lines():
            if time.monotonic() - began > 70:
                break
        assert time.monotonic() - began > 70
