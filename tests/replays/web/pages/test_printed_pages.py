"""Printed pages: elements that only work on a screen are left out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.depth import a_few
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

ON_SCREEN_ONLY = (".top", ".foot", ".links", "form")


@pytest.mark.parametrize("path", a_few(["/tables", "/people", "/rulings", ""], 1))
def test_a_page_of_a_tournament_is_printed_without_its_head(people: People, path: str) -> None:
    page = people.come("organiser", viewport={"width": 1100, "height": 900}, at="/tournaments/new?game=chess")
    page.get_by_label("Title").fill("On paper")
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_label("One name per line").fill("Ann\nBen")
    page.get_by_role("button", name="Add entrants").click()
    expect(page.locator(".entrants li")).to_have_count(2)
    page.goto(page.url.removesuffix("/people") + path)
    expect(page.locator("main h1")).to_have_text("On paper")
    page.emulate_media(media="print")
    for one in ON_SCREEN_ONLY:
        expect(page.locator(one).locator("visible=true")).to_have_count(0)
    expect(page.locator("main h1")).to_be_visible()
