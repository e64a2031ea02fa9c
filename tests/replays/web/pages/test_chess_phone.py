"""Chess on a phone: two taps are a move, a promotion is one more, and the clocks are beside the board."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tablescribe.domain.clock.control import read_control
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

BEFORE_PROMOTION = "4k3/1P6/8/8/8/8/6p1/4K3 w - - 0 1"


def tap(page: Page, *squares: str) -> None:
    """Tap squares of the board."""
    for square in squares:
        page.locator(f"[data-hit='square:{square}']").tap()


def test_a_move_a_promotion_and_the_clock_on_a_phone(people: People, ledger: Ledger) -> None:
    new = Scribe(ledger).new
    clock = read_control("90+30")
    match = new("chess", ["Ann", "Ben"], options={"position": BEFORE_PROMOTION}, clock=clock).id
    page = people.come("recorder", match, **PHONE)
    expect(page.locator(".clock, [data-clock]").first).to_contain_text("1:30:00")
    tap(page, "b7", "b8")
    page.locator("button:visible", has_text="b8=N").tap()
    if page.locator("#record").is_visible():
        page.locator("#record").tap()
    expect(page.locator("#turn")).to_contain_text("Ben")
    tap(page, "g2", "g1")
    page.locator("button:visible", has_text="g1=Q").tap()
    if page.locator("#record").is_visible():
        page.locator("#record").tap()
    expect(page.locator("#turn")).to_contain_text("Ann")
    table = ledger.match(match).table
    assert (table.count("square:b8", "knight:1"), table.count("square:g1", "queen:2")) == (1, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
