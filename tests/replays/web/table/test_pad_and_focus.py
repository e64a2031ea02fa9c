"""A pad counts every touch, and keyboard focus moves to the next selectable thing: in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few, times
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


def test_five_quick_touches_are_five_points(people: People, ledger: Ledger) -> None:
    """However fast they come, and whatever is recorded meanwhile: the sum is sent once the finger rests."""
    match = Scribe(ledger).new("freeform", ["Ada", "Ben"]).id
    page = people.come("seat", match=match, seat=1, has_touch=True, at=f"/m/{match}")
    one = page.get_by_role("button", name="gives 1 point to Ada", exact=True)
    pauses = a_few((0, 20, 200, 350), 2)
    for pause in pauses:
        before = int(ledger.match(match).table.get("score:1") or 0)
        for _ in range(5):
            one.tap()
            page.wait_for_timeout(pause)
        page.get_by_role("button", name="gives 5 points to Ben", exact=True).tap()
        all_sent(page)
        expect(page.locator(".moves")).to_contain_text("5 points to Ben")
        assert ledger.match(match).table.get("score:1") == before + 5, pause
    Scribe(ledger).play(match, 2, {"do": "score", "to": 2, "points": 1})  # while a finger still counts
    one.tap()
    one.tap()
    Scribe(ledger).play(match, 2, {"do": "score", "to": 2, "points": 1})
    all_sent(page)  # as one move or, on a busy machine, as two
    assert ledger.match(match).table.get("score:1") == 5 * len(pauses) + 2


def all_sent(page: Page) -> None:
    """Wait until nothing is counted on the device, and nothing waits there."""
    expect(page.locator(".tally")).to_have_count(0)
    expect(page.locator("#waiting li")).to_have_count(0)
    page.wait_for_function("() => !JSON.parse(localStorage.getItem(box) || '[]').length")


def settled(page: Page) -> None:
    """Wait until the table that was drawn just now takes answers."""
    page.wait_for_function("() => !document.querySelector('[data-action][aria-disabled]')")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.hit || document.activeElement.id"))


@pytest.mark.deep
def test_after_a_move_the_focus_is_where_the_next_one_is_pointed_at(people: People, ledger: Ledger) -> None:
    """A game of morris by arrows and Enter: nobody has to come back to the board from the top of the page."""
    match = Scribe(ledger).new("morris", ["Ada", "Ben"]).id
    page = people.come("recorder", match=match, at=f"/m/{match}")
    page.locator("[data-hit][tabindex='0']").first.focus()
    for moves in range(1, times(3, 6)):
        settled(page)
        page.keyboard.press("Enter")
        page.keyboard.press("1")
        expect(page.locator("#turn")).to_contain_text(f"Move {moves}")
        page.wait_for_function("() => document.activeElement.matches('[data-hit]')")
        where = focused(page)
        page.keyboard.press("ArrowRight" if moves % 2 else "ArrowDown")
        assert focused(page) != where or moves > 3, "the arrows go on from there"

    alone = Scribe(ledger).new("morris", ["Ada", "Ben"]).id
    seat = people.come("seat", match=alone, seat=1, at=f"/m/{alone}")
    seat.locator("[data-hit][tabindex='0']").first.focus()
    settled(seat)
    seat.keyboard.press("Enter")
    seat.keyboard.press("1")
    expect(seat.locator("#turn")).to_be_focused()  # the other seat decides
    Scribe(ledger).play(alone, 2, {"do": "place", "to": "d3"})
    seat.wait_for_function("() => document.activeElement.matches('[data-hit]')")
