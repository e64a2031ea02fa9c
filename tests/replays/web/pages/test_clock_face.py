"""A phone in the middle of the table is the clock; another shows the same, and the table page follows."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tablescribe.domain.clock.control import read_control
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


@pytest.fixture
def match(ledger: Ledger) -> str:
    return Scribe(ledger).new("chess", ["Ann", "Ben"], clock=read_control("5+3")).id


def test_a_tap_on_one_phone_passes_the_clock_on_all(people: People, ledger: Ledger, match: str) -> None:
    face = f"/m/{match}/clock"
    middle, white = people.come("recorder", match, at=face), people.come("seat", match, 1, at=face)
    top, bottom = middle.locator(".half").all()
    assert "matrix(-1, 0, 0, -1" in top.locator(".plate").evaluate("one => getComputedStyle(one).transform")
    assert white.locator(".half").last.get_attribute("data-half") == "1", "the own side is the nearest"
    boxes = [one.bounding_box() for one in (top, bottom)]
    assert all(box is not None and box["width"] > 350 and box["height"] > 300 for box in boxes)
    middle.locator("[data-half='2']").click()  # black starts white's clock
    expect(white.locator("[data-half='1']")).to_have_class("half runs")
    expect(white.locator("[data-half='2']")).to_be_disabled()
    white.locator("[data-half='1']").click()
    expect(middle.locator("[data-half='2']")).to_have_class("half runs")
    middle.get_by_role("button", name="Pause").click()
    expect(white.locator("[data-half='2'] .state")).to_have_text("paused")
    sound = middle.get_by_role("button", name="Sound")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    clock = ledger.match(match).clock
    assert clock is not None
    assert (clock.tapped, clock.state.paused, clock.state.running) == (True, True, (2,))
    assert [side.turns for side in clock.state.sides] == [1, 1]
    assert all(getattr(event, "lag", 0) <= 500 for event in clock.events)


def test_the_page_of_the_table_counts_down_beside_the_seats(people: People, ledger: Ledger, match: str) -> None:
    page = people.come("organiser", at=f"/m/{match}")
    page.get_by_role("button", name="Start").click()
    running = page.locator("[data-side='1'] .time")
    expect(running).to_have_text("4:58")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".clocks .paused")).to_be_visible()
