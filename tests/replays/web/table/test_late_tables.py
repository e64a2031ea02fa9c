"""An event from the stream is shown eventually, even if the table request that follows it fails the first time.

The stream sends each event once. If the request after it failed, or was answered from the device's cache, the page
showed the old table until something else was recorded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.app import make_app
from tests.depth import a_few
from tests.replays.web.browser import House
from tests.replays.web.visitors import People, browser, ledger, match, people, skip, wait_until

__all__ = ["browser", "ledger", "match", "people"]


class Slow:
    """Middleware that delays the next table for some seconds, as a busy machine or a bad network does."""

    def __init__(self, app: Any, waits: list[float]) -> None:
        self.app, self.waits = app, waits

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/part") and self.waits:
            await asyncio.sleep(self.waits.pop(0))
        await self.app(scope, receive, send)


@pytest.fixture
def waits() -> list[float]:
    """How many seconds each of the next tables waits."""
    return []


@pytest.fixture
def house(ledger: Ledger, waits: list[float]) -> Iterator[House]:
    def make() -> Any:
        app = make_app(ledger)
        app.add_middleware(Slow, waits=waits)
        return app

    house = House(make)
    house.start()
    yield house
    if house.serves:
        house.stop()


@pytest.fixture
def base(house: House) -> str:
    return house.base


@pytest.fixture
def page(people: People, match: str) -> Iterator[Page]:
    """A recorder's live table in a browser without a worker, so that requests can be caught."""
    page = people.come("recorder", match, service_workers="block")
    expect(page.locator("#link-state")).to_have_text("live")
    yield page
    people.complaints[:] = [one for one in people.complaints if "registration blocked by Playwright" not in one]


def lost(route: Route, old: str) -> None:
    route.abort("connectionreset")


def busy(route: Route, old: str) -> None:
    route.fulfill(status=503, body="")


def too_many(route: Route, old: str) -> None:
    route.fulfill(status=429, body="")


def kept(route: Route, old: str) -> None:
    """Answer as the service worker does: with what the device had cached."""
    answer = route.fetch(url=route.request.url)
    headers = {**answer.headers, "tablescribe-kept": "1"}
    route.fulfill(status=200, headers=headers, body=old)


FAULTS = (lost, busy, too_many, kept)


def fail_once(page: Page, fault: Callable[[Route, str], None]) -> list[str]:
    """Let the next table request fail; return a list that then has one entry."""
    failed = list[str]()
    old = page.evaluate("fetch(`/m/${matchId}/part`, { headers: asViewer }).then((answer) => answer.text())")

    def handle(route: Route) -> None:
        if failed:
            route.continue_()
            return
        failed.append(fault.__name__)
        fault(route, old)

    page.route("**/part", handle)
    return failed


@pytest.mark.parametrize("fault", a_few(FAULTS, 1))
def test_what_was_recorded_is_shown_although_the_table_did_not_come_at_first(
    page: Page, ledger: Ledger, match: str, fault: Callable[[Route, str], None]
) -> None:
    failed = fail_once(page, fault)
    Scribe(ledger).note(match, "a card fell down")
    expect(page.locator(".moves")).to_contain_text("a card fell down")
    expect(page.locator("#link-state")).to_have_text("live")
    assert failed == [fault.__name__]


@pytest.mark.deep
@pytest.mark.parametrize("fault", [lost, busy, too_many])
def test_what_was_recorded_while_the_stream_was_lost_is_shown_although_the_table_did_not_come_at_first(
    page: Page, house: House, ledger: Ledger, match: str, fault: Callable[[Route, str], None]
) -> None:
    """The stream comes back, asks for the table, and has told all that it had to tell."""
    house.stop()
    expect(page.locator("#link-state")).to_contain_text("offline")
    Scribe(ledger).note(match, "a card fell down")
    failed = list[str]()

    def handle(route: Route) -> None:
        if len(failed) < 2:  # that of the stream that is open again, and that of the event it tells
            failed.append(fault.__name__)
            fault(route, "")
        else:
            route.continue_()

    page.route("**/part", handle)
    house.start()
    expect(page.locator(".moves")).to_contain_text("a card fell down")
    expect(page.locator("#link-state")).to_have_text("live")
    assert len(failed) == 2


@pytest.mark.deep
def test_a_refusal_comes_with_the_table_it_is_about_although_that_did_not_come_at_first(
    page: Page, ledger: Ledger, match: str
) -> None:
    """What was said without a connection goes out before the stream is back, and is late: a remark came in between."""
    page.context.set_offline(True)
    skip(page)
    expect(page.locator("#waiting li")).to_have_count(1)
    failed = list[str]()

    def handle(route: Route) -> None:
        if len(failed) < 2:
            failed.append("part")
            route.abort("connectionreset")
        else:
            route.continue_()

    Scribe(ledger).note(match, "a card fell down")
    page.route("**/part", handle)
    page.context.set_offline(False)
    expect(page.locator("#refusal")).to_contain_text("Another device recorded a move first")
    expect(page.locator(".moves")).to_contain_text("a card fell down")
    page.locator("#refusal-send").click()
    expect(page.locator("#turn")).to_contain_text("Move 1")


@pytest.mark.deep
def test_a_table_that_takes_longer_than_the_worker_waits_is_shown_in_the_end(
    people: People, ledger: Ledger, match: str, waits: list[float]
) -> None:
    """The worker answers with what is kept after eight seconds. The next time it waits for the network."""
    page = people.come("recorder", match)
    expect(page.locator("#link-state")).to_have_text("live")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    wait_until(page, "caches.match(location.pathname, { ignoreVary: true })")  # it lets parts go
    Scribe(ledger).note(match, "first")
    expect(page.locator(".moves")).to_contain_text("first")
    wait_until(page, "caches.match(`/m/${matchId}/part`, { ignoreVary: true })")
    waits += [11.0, 10.0]
    Scribe(ledger).note(match, "a card fell down")
    expect(page.locator("#link-state")).to_contain_text("offline")
    expect(page.locator(".moves")).to_contain_text("a card fell down")
    expect(page.locator("#link-state")).to_have_text("live")
    assert waits == []
