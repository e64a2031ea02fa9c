"""A club's site in a real browser, from a disk and over http: search, replay, proofs, languages."""

from __future__ import annotations

import base64
import gzip
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.replays.site.build import build
from tablescribe.replays.site.shown import Wishes
from tests.replays.site.club import casual, evening, notary_of, recorded
from tests.replays.web.browser import chromium

expect.set_options(timeout=60_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club")
    (folder / "site").mkdir()
    recorded(folder / "ledger.db", "chess/checkmate")
    ledger = open_ledger(folder / "ledger.db")
    notary = notary_of(ledger, folder / "keys")
    notary.scribe.close(ledger.match_ids()[0])
    evening(ledger, over=True)
    casual(ledger, ("Zoë", "Ben"))
    build(ledger, folder / "site", Wishes(names=True), title="Club", languages=("en", "de"), notary=notary)
    ledger.close()
    return folder / "site"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        return


@pytest.fixture(scope="module")
def base(site: Path) -> Iterator[str]:
    """A web space that sends files and nothing else, the site in a folder of it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/site"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of which nothing fails, is refused by its policy, or is loaded from elsewhere."""
    context = browser.new_context(locale="de-DE", color_scheme="dark", viewport={"width": 390, "height": 844})
    context.set_default_timeout(60_000)
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda told: complaints.append(told.text) if told.type in ("error", "warning") else None)
    yield page
    context.close()
    assert complaints == []


def chess(site: Path) -> str:
    """Return the name of the page of the match of chess."""
    return next(one.name for one in (site / "en/m").iterdir() if "<h1>Chess</h1>" in one.read_text("utf-8"))


@pytest.mark.parametrize("where", ["disk", "web"])
def test_a_site_works_from_a_disk_and_from_a_web_space(page: Page, site: Path, base: str, where: str) -> None:
    """Given a reader of German, then the site speaks it; a search finds a match, which is replayed and verified."""
    root = f"file://{site}" if where == "disk" else base
    page.goto(f"{root}/index.html")
    page.wait_for_url(f"{root}/de/index.html")
    expect(page.locator("h1")).to_have_text("Club")
    page.locator("#search").fill("zoe ben")
    found = page.locator("#found .match")
    expect(found).to_have_count(1)
    found.locator("a").click()
    expect(page.locator(".seats")).to_contain_text("Zoë")
    page.goto(f"{root}/de/m/{chess(site)}")
    page.locator("#last").click()
    expect(page.locator("#won")).to_be_visible()
    page.locator("#back").click()
    expect(page.locator("#won")).to_be_hidden()
    page.locator("#check").click()
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "good")
    expect(page.locator("#verdict")).to_contain_text("Unverändert")
    page.get_by_role("link", name="English").click()
    expect(page.locator("#check")).to_have_text("Verify match")
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="Autumn Open").click()
    page.get_by_role("link", name="Standings", exact=True).first.click()
    expect(page.locator(".stand").first).to_contain_text("#1")


@pytest.mark.parametrize("change", ["result", "page", "lost"])
def test_a_proof_that_was_changed_is_called_wrong(page: Page, site: Path, tmp_path: Path, change: str) -> None:
    """Given a proof with another result, a page with another result, or no proof, then none passes for sound."""
    name = chess(site)
    match, text = name.removesuffix(".html"), (site / f"en/m/{name}").read_text("utf-8")
    script = (site / f"bundles/{match}.js").read_text("utf-8")
    contents = gzip.decompress(base64.b64decode(script.partition('"')[2].partition('"')[0]))
    assert contents == (site / f"bundles/{match}.bundle").read_bytes()
    if change == "result":
        contents = re.sub(rb'(ClosedOpenly.*?\[)(1|2)(\])', lambda m: m[1] + (b"2" if m[2] == b"1" else b"1") + m[3],
                          contents, count=1)  # fmt: skip
    if change == "page":
        text = re.sub(r'data-winners="(\d)"', lambda m: f'data-winners="{3 - int(m[1])}"', text)
    (tmp_path / "en/m").mkdir(parents=True)
    (tmp_path / "bundles").mkdir()
    (tmp_path / "static").symlink_to(site / "static")
    (tmp_path / f"en/m/{name}").write_text(text, "utf-8")
    packed = base64.b64encode(gzip.compress(contents)).decode()
    (tmp_path / f"bundles/{match}.js").write_text(f'tablescribeBundle("{packed if change != "lost" else ""}");')
    page.goto(f"file://{tmp_path}/en/m/{name}")
    page.locator("#check").click()
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "problem")
    said = {"result": "changed or damaged", "page": "another result", "lost": "could not be read"}[change]
    expect(page.locator("#verdict")).to_contain_text(said)
