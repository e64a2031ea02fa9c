"""Devices that deal together, in a real browser: each makes, commits to and reveals its number automatically."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Route, expect

from tablescribe.domain.match.contribution_events import Committed, Revealed
from tablescribe.ledger.matches.contributing import RequestedParts
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


@pytest.fixture
def waiting(ledger: Ledger) -> str:
    """A match of two that waits for the parts of both."""
    return Scribe(ledger).new("morris", ["Ada", "Ben"], chance="sealed", parts=RequestedParts(seats=True)).id


def by(ledger: Ledger, match: str) -> list[tuple[str, int, str]]:
    told = [event for event in ledger.events_of(match) if isinstance(event, Committed | Revealed)]
    return [(type(event).__name__, event.seat, event.by) for event in told]


def test_two_devices_deal_without_a_tap(people: People, ledger: Ledger, waiting: str, tmp_path: Path) -> None:
    ada = people.come("seat", waiting, 1)
    expect(ada.locator("#parts li").nth(1)).to_contain_text("Ada (white): committed")
    expect(ada.locator("#parts li").nth(2)).to_contain_text("not committed yet")
    assert by(ledger, waiting) == [("Committed", 1, "seat:1")]
    assert not Axe().run(ada).response["violations"]
    ben = people.come("seat", waiting, 2)
    for page in (ada, ben):
        expect(page.locator("#turn")).to_be_visible(timeout=60_000)
    assert sorted(by(ledger, waiting)) == [
        ("Committed", 1, "seat:1"), ("Committed", 2, "seat:2"), ("Revealed", 1, "seat:1"), ("Revealed", 2, "seat:2"),
    ]  # fmt: skip
    kept = [
        page.evaluate(f"localStorage.getItem('tablescribe-part-{waiting}-{k}')") for k, page in ((1, ada), (2, ben))
    ]
    nonces = {event.nonce for event in ledger.events_of(waiting) if isinstance(event, Revealed)}
    assert {re.findall(r"[0-9a-f]{64}", one)[1] for one in kept} == nonces, "the numbers were made on the devices"


def test_a_device_tells_nothing_under_another_opening(people: People, ledger: Ledger, waiting: str) -> None:
    """Whoever runs the service could open anew when it knows the others' numbers; a device that committed notices."""
    ada = people.come("seat", waiting, 1)
    expect(ada.locator("#parts li").nth(1)).to_contain_text("Ada (white): committed")
    name = f"tablescribe-part-{waiting}-1"
    kept = json.loads(ada.evaluate("(name) => localStorage.getItem(name)", name))
    other = json.dumps({**kept, "ledgers": "0" * 64})
    ada.evaluate("([name, other]) => localStorage.setItem(name, other)", [name, other])
    ben = people.come("seat", waiting, 2)
    expect(ben.locator("#parts li").nth(2)).to_contain_text("revealed", timeout=60_000)
    expect(ada.locator("#parts-problem")).to_contain_text(
        "differs from the one this device committed to", timeout=60_000
    )
    expect(ada.locator("#parts li").nth(2)).to_contain_text(
        "revealed", timeout=60_000
    )  # the page is made anew for that
    assert ("Revealed", 1, "seat:1") not in by(ledger, waiting)
    ada.evaluate("localStorage.clear()")
    ada.reload()
    expect(ada.locator("#parts-problem")).to_contain_text("does not have the committed number")


@pytest.mark.deep
def test_one_device_contributes_for_all_at_a_tap(people: People, ledger: Ledger, waiting: str) -> None:
    page = people.come("organiser", waiting)
    page.get_by_text("Only this device is at the table").click()
    page.get_by_role("button", name="Contribute for all").click()
    expect(page.locator("#turn")).to_be_visible(timeout=60_000)
    assert {who for _, _, who in by(ledger, waiting)} == {"organiser"}


@pytest.mark.deep
def test_the_page_is_made_anew_only_when_one_device_has_contributed_for_all(
    people: People, ledger: Ledger, waiting: str
) -> None:
    """Given an answer that comes after what the service tells all of that part, then the second seat's is sent."""
    page = people.come("organiser", waiting)

    def slowly(route: Route) -> None:
        answer = route.fetch()
        time.sleep(1)
        route.fulfill(response=answer)

    page.route("**/contributions", slowly)
    page.get_by_text("Only this device is at the table").click()
    page.get_by_role("button", name="Contribute for all").click()
    expect(page.locator("#turn")).to_be_visible(timeout=60_000)
    assert [(kind, seat) for kind, seat, _ in by(ledger, waiting)] == [
        ("Committed", 1), ("Committed", 2), ("Revealed", 1), ("Revealed", 2)
    ]  # fmt: skip


@pytest.mark.deep
def test_the_form_of_a_new_match_offers_it(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", at="/new?game=root")
    page.fill("[name=name-1]", "Ada")
    page.fill("[name=name-2]", "Ben")
    page.select_option("[name=chance]", "devices")
    page.get_by_role("button", name="Start match").click()
    page.wait_for_url(re.compile("/m/"))
    expect(page.locator("h2").first).to_have_text("Shared deal")
    match = page.url.rpartition("/")[2]
    assert ledger.match(match).waits
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Abandon match").click()
    expect(page.locator("h2").first).to_have_text("Match abandoned before the deal", timeout=60_000)
