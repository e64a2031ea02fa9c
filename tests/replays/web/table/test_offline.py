"""The live table offline: reopened as it was, used for recording, sent once; deleted when its viewer signs out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Dialog, Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.app import make_app
from tests.replays.web.browser import House
from tests.replays.web.visitors import People, browser, ledger, match, people, skip, version, wait_until

__all__ = ["browser", "ledger", "match", "people"]

KEPT = """async () => {
  const found = [];
  const names = (await caches.keys()).filter((name) => name !== "tablescribe-shell"); // nobody's own
  for (const name of names) found.push(...(await (await caches.open(name)).keys()));
  return found.map((one) => new URL(one.url).pathname);
}"""
QUEUE = "Object.entries(localStorage).filter(([name, waits]) => name.includes('queue') && waits !== '[]')"


@pytest.fixture
def house(ledger: Ledger) -> Iterator[House]:
    house = House(lambda: make_app(ledger))
    house.start()
    yield house
    if house.serves:
        house.stop()


@pytest.fixture
def base(house: House) -> str:
    return house.base


def settle(page: Page, match: str) -> None:
    """Wait until the table is followed and kept on the device."""
    expect(page.locator("#link-state")).to_have_text("live")
    wait_until_kept(page, f"/m/{match}")
    wait_until_kept(page, "/static/table.js")


def wait_until_kept(page: Page, path: str) -> None:
    wait_until(page, f"caches.match('{path}')")


def test_a_table_reloaded_without_a_connection_stands_as_it_was_seen_and_sends_what_waits_once(
    people: People, house: House, ledger: Ledger, match: str
) -> None:
    page = people.come("recorder", match)
    settle(page, match)
    skip(page)
    expect(page.locator("#turn")).to_contain_text("Move 1")
    wait_until_kept(page, f"/m/{match}/part")

    house.stop()
    skip(page)
    expect(page.locator("#link-state")).to_contain_text("1 not sent yet")
    page.reload()
    expect(page.locator("#link-state")).to_contain_text(re.compile(r"offline, last updated at \d\d:\d\d"))
    expect(page.locator("#link-state")).to_contain_text("1 not sent yet")
    expect(page.locator("#turn")).to_contain_text("Move 1")
    page.locator("#note").click()
    page.fill("[data-post=notes] textarea", "the second card fell down")
    page.get_by_role("button", name="Add note").click()
    expect(page.locator("#link-state")).to_contain_text("2 not sent yet")
    page.reload()
    expect(page.locator("#link-state")).to_contain_text("2 not sent yet")
    expect(page.locator("#waiting li")).to_have_text(
        [re.compile(r"^Ben \(yellow\) skips and draws two movement cards"), re.compile("Note")]
    )
    assert version(ledger, match) == 2

    house.start()
    expect(page.locator("#link-state")).to_have_text("live", timeout=60_000)
    expect(page.locator("#turn")).to_contain_text("Move 2")
    expect(page.locator(".moves")).to_contain_text("the second card fell down")
    assert version(ledger, match) == 4


def test_nothing_stays_on_a_device_whose_viewer_has_left(people: People, house: House, match: str) -> None:
    page = people.come("seat", match, 1)
    settle(page, match)
    assert f"/m/{match}" in page.evaluate(KEPT)
    house.stop()
    skip(page)
    expect(page.locator("#link-state")).to_contain_text("1 not sent yet")
    questions: list[str] = []

    def answer(dialog: Dialog) -> None:
        questions.append(dialog.message)
        dialog.accept()

    page.on("dialog", answer)
    page.route("**/moves", lambda route: route.abort())  # even now there is no way out for what waits
    house.start()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("h1")).to_have_text("Sign in with your link")
    assert len(questions) == 1
    assert page.evaluate(KEPT) == []
    assert page.evaluate(QUEUE) == []


@pytest.mark.deep
def test_who_leaves_without_a_connection_has_left_when_it_comes_back(people: People, house: House, match: str) -> None:
    page = people.come("seat", match, 1)
    settle(page, match)
    house.stop()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("h1")).to_have_text("No connection")
    assert page.evaluate(KEPT) == []
    house.start()
    page.goto(f"{people.base}/m/{match}")
    expect(page.locator("h1")).to_have_text("Sign in with your link")


def test_a_revoked_pass_takes_what_was_kept_with_it(people: People, house: House, match: str) -> None:
    page = people.come("seat", match, 1)
    settle(page, match)
    mine = page.evaluate("document.body.dataset.viewer")
    house.stop()
    skip(page)
    people.access.revoke(mine)
    house.start()
    expect(page.locator("h1")).to_have_text("Sign in with your link", timeout=60_000)
    assert page.evaluate(KEPT) == []
    assert page.evaluate(QUEUE) == []


def test_the_next_viewer_of_a_device_sees_nothing_of_the_last(people: People, house: House, match: str) -> None:
    page = people.come("seat", match, 1)
    settle(page, match)
    ada = page.evaluate("document.body.dataset.viewer")
    page.goto(f"{people.base}/enter/{people.access.grant('seat', match=match, seat=2)[1]}")
    page.get_by_role("button", name="Continue as seat 2").click()
    page.wait_for_url(re.compile("/m/"))
    settle(page, match)
    assert not [name for name in page.evaluate("caches.keys()") if ada in name]
    house.stop()
    page.reload()
    expect(page.locator("#link-state")).to_contain_text("offline")
    expect(page.locator(".foot")).to_contain_text("seat 2")


@pytest.mark.deep
def test_what_is_not_kept_says_so_and_the_home_screen_opens_the_last_table(
    people: People, house: House, match: str
) -> None:
    page = people.come("recorder", match)
    settle(page, match)
    house.stop()
    page.goto(f"{people.base}/m/{match}/replay")
    expect(page.locator("h1")).to_have_text("No connection")
    page.goto(f"{people.base}/")
    page.wait_for_url(f"**/m/{match}")
    expect(page.locator("#link-state")).to_contain_text("offline")


def test_nothing_of_the_api_is_kept(people: People, ledger: Ledger, match: str) -> None:
    page = people.come("recorder", match)
    settle(page, match)
    Scribe(ledger).play(match, 1, {"do": "skip"})
    expect(page.locator("#turn")).to_contain_text("Move 1")
    page.goto(f"{people.base}/m/{match}/replay")
    page.goto(f"{people.base}/api/v1/matches/{match}")
    kept = page.evaluate(KEPT)
    tables = [path for path in kept if path.startswith("/m/")]
    assert set(tables) <= {f"/m/{match}", f"/m/{match}/part"}
    assert {path for path in kept if not path.startswith(("/m/", "/static/"))} <= {"/offline"}


@pytest.mark.deep
def test_a_request_outlives_a_restart(people: People, house: House, match: str) -> None:
    ada, ben = (people.come("seat", match, seat) for seat in (1, 2))
    skip(ada)
    expect(ada.locator("#turn")).to_contain_text("Move 1")
    ada.locator("#undo").click()
    ada.locator("[data-post=take-backs] button").click()
    expect(ben.locator(".asking")).to_be_visible()
    house.stop()
    house.start()
    ben.reload()
    for page in (ben, people.come("seat", match, 3)):
        page.get_by_role("button", name="I agree").click()
    expect(ada.locator("#turn")).to_contain_text("Move 0")
    expect(ada.locator(".asking")).to_have_count(0)
