"""People who use a real service, each with a real Chromium; fixtures to import."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.replays.web.browser import chromium, running

PHONE = {"width": 390, "height": 844}

NO_FAULT = (
    "Failed to load resource",
    "was preloaded using link preload but not used",  # happens if the machine is too busy to draw for some seconds
)
"""Messages on a browser's console that are no faults of a page."""

LEADS_TO = re.compile('http-equiv="refresh" content="0;url=([^"]*)"')
"""The address to which a link's page redirects."""

expect.set_options(timeout=60_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    ledger = open_ledger(tmp_path_factory.mktemp("service") / "ledger.db")
    yield ledger
    ledger.close()


@pytest.fixture(scope="module")
def base(ledger: Ledger, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(make_app(ledger, keys=tmp_path_factory.mktemp("keys"))) as base:
        yield base


class People:
    """People who sign in by links."""

    def __init__(self, browser: Browser, base: str, ledger: Ledger) -> None:
        self.browser, self.base, self.access = browser, base, Access(ledger)
        self.opened: list[BrowserContext] = []
        self.complaints: list[str] = []

    def come(
        self, role: str, match: str | None = None, seat: int | None = None, *, at: str | None = "", **options: Any
    ) -> Page:
        """Sign a person in with a new link, and open a page.

        The browser gets its cookie from the link, but does not render the link's page and the page after it. Use `by`
        to see them.

        Args:
            role: the role of the link.
            match: its match or tournament; none for all.
            seat: its seat, if it has one.
            at: the page to open; by default the one to which the link leads, and with `None` none.
            options: of the browser's context.
        """
        page, token = self._device(**options), self.access.grant(role, match=match, seat=seat)[1]
        entered = page.context.request.get(f"{self.base}/enter/{token}")
        assert entered.ok, entered.text()
        if at is not None:
            page.goto(self.base + (at or LEADS_TO.findall(entered.text())[0]))
        return page

    def read(self, path: str) -> str:
        """Return the HTML of a page for an organiser. No browser is needed if its scripts do not matter."""
        mine = {"Authorization": f"Bearer {self.access.grant('organiser')[1]}", "Accept": "text/html"}
        answer = httpx.get(self.base + path, headers=mine, timeout=60)
        assert answer.status_code == 200, answer.text
        return answer.text

    def by(self, link: str, **options: Any) -> Page:
        """Sign a person in by a link."""
        page = self._device(**options)
        page.goto(link)
        page.wait_for_url(lambda url: "/enter/" not in url)
        return page

    def _device(self, **options: Any) -> Page:
        """Return an empty page in a new browser context; errors of its pages are recorded."""
        context = self.browser.new_context(**{"viewport": PHONE, **options})
        context.set_default_timeout(60_000)  # milliseconds: busy machines are slow
        self.opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text))
        return page


@pytest.fixture
def people(browser: Browser, base: str, ledger: Ledger) -> Iterator[People]:
    """People with links. Afterwards no page may have failed, or violated its security policy."""
    people = People(browser, base, ledger)
    yield people
    for context in people.opened:
        context.close()
    complaints = [one for one in people.complaints if not any(words in one for words in NO_FAULT)]
    assert complaints == [], complaints


@pytest.fixture
def match(ledger: Ledger) -> str:
    return Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id


def wait_until(page: Page, promise: str) -> None:
    """Wait at most a minute for a promise to yield true; `wait_for_function` takes any promise for true."""
    page.evaluate(
        f"""async () => {{
          for (let tries = 0; tries < 1200; tries += 1) {{
            if (await ({promise})) return;
            await new Promise((go) => setTimeout(go, 50));
          }}
          throw new Error("it never was");
        }}"""
    )


def version(ledger: Ledger, match: str) -> int:
    return ledger.match(match).version


def skip(page: Page) -> None:
    page.locator("#choices [data-action]", has_text="skips").first.click()
