"""The table on a phone: the board stays visible, one's own things come first, and device settings are respected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.replays.web.browser import House
from tests.replays.web.in_course import IN_COURSE, ledger, matches, played
from tests.replays.web.visitors import People, browser, people, wait_until

__all__ = ["browser", "ledger", "matches", "people", "played"]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SHARE = "(one) => one.getBoundingClientRect().height / innerHeight"

DEVICE = """
window.done = [];
Object.defineProperty(navigator, "vibrate", { value: (pattern) => { done.push("vibrates"); return true; } });
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  done.push("stays on");
  const lock = new EventTarget();
  lock.released = false;
  lock.release = async () => { lock.released = true; done.push("goes off"); };
  return lock;
} } });
"""
"""A stub of a phone's vibration and wake lock, which a headless browser lacks; it records the calls."""

OFFERED = """dispatchEvent(Object.assign(
  new Event("beforeinstallprompt"), { prompt: async () => { window.asked = true; } }
))"""
SHELL = "caches.open('tablescribe-shell').then((one) => one.match('/offline'))"


@pytest.fixture(scope="module")
def house(ledger: Ledger) -> Iterator[House]:
    house = House(lambda: make_app(ledger))
    house.start()
    yield house
    if house.serves:
        house.stop()


@pytest.fixture(scope="module")
def base(house: House) -> str:
    return house.base


def drawer(page: Page) -> float:
    """Return which share of the screen the drawer covers."""
    return float(page.locator(".actions").evaluate(SHARE))


def test_the_board_keeps_the_screen_until_something_is_pointed_at(people: People, matches: dict[str, str]) -> None:
    """Given a turn of Root with dozens of choices, then they are one row, until one opens it or points at the board."""
    page = people.come("recorder", matches["root"], **PHONE)
    page.wait_for_selector("#choices")
    assert drawer(page) < 0.2
    fold = page.get_by_role("button", name="All actions")
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "true")
    assert drawer(page) > 0.3
    fold.click()
    assert drawer(page) < 0.2

    page.locator("#choices > *").last.scroll_into_view_if_needed()
    expect(page.locator("#choices > *").last).to_be_in_viewport()  # each can be reached in the row

    page.locator(".hit").first.dispatch_event("click")
    expect(page.locator("#pointed")).to_be_visible()
    assert drawer(page) > 0.2
    page.get_by_role("button", name="Clear", exact=True).click()
    assert drawer(page) < 0.2
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.deep
def test_ones_own_sheet_comes_first_on_a_phone(people: People, matches: dict[str, str]) -> None:
    page = people.come("seat", matches["tomb_raider"], 2, **PHONE)
    tops = {
        name: page.locator(f".side [data-panel='seat:{name}']").evaluate("(one) => one.getBoundingClientRect().top")
        for name in (1, 2)
    }
    assert tops[2] < tops[1]


def test_a_phone_does_at_ones_turn_what_is_wished_and_nothing_else(
    people: People, ledger: Ledger, matches: dict[str, str]
) -> None:
    """Given nothing wished, then nothing is done; each wish is kept on the device, and can be taken back."""
    match = matches["morris"]
    seat = ledger.match(match).to_act[0]
    other = 3 - seat
    context = people.browser.new_context(**PHONE)
    people.opened.append(context)
    context.add_init_script(DEVICE)
    page = context.new_page()
    page.goto(f"{people.base}/enter/{people.access.grant('seat', match=match, seat=other)[1]}")
    page.wait_for_url(lambda url: "/enter/" not in url)
    vibrates, awake = page.locator("#vibration"), page.locator("#awake")
    page.locator("#more").click()
    expect(vibrates).to_have_attribute("aria-pressed", "false")
    expect(awake).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("done") == []

    awake.click()
    expect(awake).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => done.includes('stays on')")
    page.locator("#more").click()
    vibrates.click()
    page.reload()
    page.wait_for_function("() => done.includes('stays on')")  # the wish is kept
    assert page.evaluate("done.includes('vibrates')") is False

    scribe_plays(ledger, match, seat)
    page.wait_for_function("() => done.includes('vibrates')")

    page.locator("#more").click()
    awake.click()
    page.wait_for_function("() => done.includes('goes off')")


def scribe_plays(ledger: Ledger, match: str, seat: int) -> None:
    """Record a seat's first legal action."""
    played = ledger.match(match)
    while played.to_act == (seat,):
        action = next(iter(legal_actions(played.opening, played.table, seat)))
        Scribe(ledger).play(match, seat, action.model_dump(mode="json"))
        played = ledger.match(match)


def test_it_can_be_installed_and_starts_without_a_connection(
    people: People, house: House, matches: dict[str, str]
) -> None:
    """Given a device that left, then its home screen says that there is no connection, and nothing of who was here."""
    page = people.come("organiser", **PHONE)
    expect(page.locator("#install")).to_be_hidden()
    page.evaluate(OFFERED)
    page.get_by_role("button", name="Install on this device").click()
    page.wait_for_function("() => window.asked")
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until(page, SHELL)
    kept = page.evaluate(
        "caches.open('tablescribe-shell').then((one) => one.match('/offline')).then((one) => one.text())"
    )
    assert "organiser" not in kept
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_load_state()
    house.stop()
    try:
        page.goto(f"{people.base}/")
        expect(page.locator("h1")).to_have_text("No connection")
    finally:
        house.start()


@pytest.mark.parametrize("key", sorted(IN_COURSE))
def test_every_table_says_which_part_of_the_turn_it_is(
    house: House, ledger: Ledger, matches: dict[str, str], key: str
) -> None:
    """What a viewer cannot know is not needed for it: each seat and each spectator is told the same."""
    access, told = Access(ledger), set[str]()
    match = ledger.match(matches[key])
    for role, seat in (("recorder", None), ("spectator", None), *(("seat", one) for one in match.opening.all_seats)):
        token = access.grant(role, match=match.id, seat=seat)[1]
        page = httpx.get(f"{house.base}/m/{match.id}", headers={"Authorization": f"Bearer {token}"}, timeout=60)
        assert page.status_code == 200
        told.add(page.text.partition('<span class="left-of soft">')[2].partition("</span>")[0])
    assert len(told) == 1
