"""Root on a phone: however many groups are open, nothing overflows the page."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import times
from tests.domain.random_play import anything
from tests.replays.web.visitors import PHONE, People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

OPEN_ALL = """async () => {
  for (let round = 0; round < 3; round += 1) {  // what is opened may bring groups of its own
    document.querySelectorAll("details").forEach((one) => { one.open = true; });
    await new Promise((go) => setTimeout(go, 100));
  }
  return document.querySelectorAll("details").length;
}"""


def test_no_page_is_wider_than_the_phone_while_its_groups_are_open(people: People, ledger: Ledger) -> None:
    """Given a match of Root as it goes on, when all groups are opened, then the page stays as wide as the phone."""
    scribe, choose = Scribe(ledger), random.Random(9)
    match = scribe.new("root", ["Ada", "Ben", "Cleo", "Dan"], options={"factions": "HPLE"}, chance="sealed").id
    page = people.come("organiser", at=None, locale="de-DE")
    for moves in range(times(16, 80)):
        if moves % times(15, 10) == 0:
            for path in (f"/m/{match}", f"/m/{match}/judge", f"/new?like={match}"):
                page.goto(people.base + path)
                assert page.evaluate(OPEN_ALL) > 1
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= PHONE["width"], (path, moves)
        seat, action = anything(scribe.match(match), choose)
        scribe.play(match, seat, action.data())


@pytest.mark.deep
def test_choices_that_are_opened_and_the_search_keep_the_margin_of_the_screen(people: People, ledger: Ledger) -> None:
    match = Scribe(ledger).new("root", ["Ada", "Ben", "Cleo"]).id
    page = people.come("recorder", match, viewport=PHONE)
    edge = "e => innerWidth - e.getBoundingClientRect().right"
    page.locator("button.choice:visible", has_text="begins in clearing 1").click()
    page.locator("summary", has_text="build").first.click()
    page.locator("summary", has_text="building sawmill").click()
    choice = page.locator("button.choice:visible").first
    expect(choice).to_contain_text("builds sawmill")
    assert choice.evaluate(edge) >= 12
    page.locator("#find").focus()
    assert page.locator("#find").evaluate(edge) >= 12


@pytest.mark.deep
def test_what_was_taken_back_is_said_where_it_was_asked_for(people: People, ledger: Ledger) -> None:
    match = Scribe(ledger).new("root", ["Ada", "Ben", "Cleo"]).id
    page = people.come("recorder", match, viewport=PHONE)
    page.locator("button.choice:visible", has_text="begins in clearing 1").click()
    expect(page.locator("#turn")).to_contain_text("Move 1")
    page.locator("#undo").click()
    page.locator("form[data-post=take-backs] button").click()
    expect(page.locator("#done")).to_have_text("Recorded: Take back")
