"""People who come to a real service with a real Chromium each; fixtures that test modules import."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
    "was preloaded using link preload but not used",  # a machine that is too busy to draw for some seconds
)
"""What a browser says on its console although no page failed."""

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
    """Who comes in by which link."""

    def __init__(self, browser: Browser, base: str, ledger: Ledger) -> None:
        self.browser, self.base, self.access = browser, base, Access(ledger)
        self.opened: list[BrowserContext] = []
        self.complaints: list[str] = []

    def come(self, role: str, match: str | None = None, seat: int | None = None, **options: Any) -> Page:
        """Let somebody come in with a pass of their own."""
        token = self.access.grant(role, match=match, seat=seat)[1]
        return self.by(f"{self.base}/enter/{token}", **options)

    def by(self, link: str, **options: Any) -> Page:
        """Let somebody come in by a link; what their pages complain about is kept."""
        context = self.browser.new_context(**{"viewport": PHONE, **options})
        context.set_default_timeout(60_000)  # milliseconds: busy machines are slow, not wrong
        self.opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.goto(link)
        page.wait_for_url(lambda url: "/enter/" not in url)
        return page


@pytest.fixture
def people(browser: Browser, base: str, ledger: Ledger) -> Iterator[People]:
    """People with passes. Afterwards no page may have failed, or done what its security policy forbids."""
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
    """Wait for what a promise gives to be true, a minute at most; `wait_for_function` takes any promise for true."""
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
