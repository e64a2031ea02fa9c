"""A move recorded offline and refused when sent must be resolved before later ones are sent."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, match, people, version

__all__ = ["base", "browser", "ledger", "match", "people"]

LONG = 60_000


@pytest.fixture
def page(people: People, match: str) -> Page:
    """A recorder who went offline while blue is to act, and recorded: yellow skips; blue skips."""
    page = people.come("recorder", match)
    page.context.set_default_timeout(LONG)
    expect(page.locator("#link-state")).to_have_text("live", timeout=LONG)
    page.keyboard.press("Shift")  # whoever does anything here has the forms from then on
    expect(page.locator("#which-form")).to_be_attached(timeout=LONG)
    page.context.set_offline(True)
    page.locator("#else").click()
    page.select_option("#which-form", "skip")
    for seat in ("2", "1"):
        page.locator(".say:not([hidden]) [name='-seat']").select_option(seat)
        page.locator(".say:not([hidden]) button").click()
    expect(page.locator("#waiting li")).to_have_text(
        [re.compile(r"^Ben \(yellow\) skip"), re.compile(r"^Ada \(blue\) skip")]
    )
    return page


def connect(page: Page) -> None:
    page.context.set_offline(False)
    expect(page.locator("#refusal")).to_contain_text("UP-9", timeout=LONG)
    expect(page.locator("#refusal")).to_contain_text("Ben (yellow) skip")


def test_what_waits_behind_a_refused_move_waits_until_that_is_dropped(page: Page, ledger: Ledger, match: str) -> None:
    connect(page)
    expect(page.locator("#waiting li")).to_have_count(2)
    assert version(ledger, match) == 1  # blue's move has not gone out and hidden yellow's refusal
    page.reload()
    expect(page.locator("#refusal")).to_contain_text("UP-9", timeout=LONG)  # nor does a reload hide it
    page.locator("#refusal-drop").click()
    expect(page.locator("#turn")).to_contain_text("Move 1", timeout=LONG)
    expect(page.locator("#refusal")).to_be_hidden()
    expect(page.locator("#waiting li")).to_have_count(0)
    assert version(ledger, match) == 2


@pytest.mark.deep
def test_a_refused_move_is_recorded_as_it_was_played_and_the_next_follows(
    page: Page, ledger: Ledger, match: str
) -> None:
    connect(page)
    page.locator("#anyway").click()
    expect(page.locator(".moves")).to_contain_text("breaks UP-9", timeout=LONG)
    expect(page.locator("#refusal")).to_contain_text("Ada (blue) skip", timeout=LONG)  # out of turn now, as well
    page.locator("#anyway").click()
    expect(page.locator("#turn")).to_contain_text("Move 2", timeout=LONG)
    expect(page.locator("#waiting li")).to_have_count(0)
    assert version(ledger, match) == 3


@pytest.mark.deep
def test_a_refused_move_is_changed_in_its_place(page: Page, ledger: Ledger, match: str) -> None:
    """It was blue who skipped first, and yellow second: the first is mended, the second dropped from the list."""
    connect(page)
    page.locator("#refusal-change").click()
    form = page.locator(".say:not([hidden])")
    expect(form.locator("[name='-seat']")).to_have_value("2")
    form.locator("[name='-seat']").select_option("1")
    page.locator("#waiting [data-unqueue]").nth(1).click()
    expect(page.locator("#waiting li")).to_have_count(1)
    form.locator("button").click()
    expect(page.locator("#turn")).to_contain_text("Move 1", timeout=LONG)
    expect(page.locator("#refusal")).to_be_hidden()
    assert ledger.match(match).moves[1].seat == 1  # type: ignore[union-attr]


@pytest.mark.deep
def test_a_move_that_came_too_late_can_be_recorded_on_the_table_as_it_is(
    people: People, ledger: Ledger, match: str
) -> None:
    """A remark came in between: nothing of what was said without a connection is lost for that."""
    page = people.come("recorder", match)
    expect(page.locator("#link-state")).to_have_text("live", timeout=LONG)
    page.context.set_offline(True)
    page.locator("#choices [data-action]", has_text="skips").first.click()
    expect(page.locator("#waiting li")).to_have_text([re.compile(r"^Ada \(blue\) skips")])
    Scribe(ledger).note(match, "a card fell down")
    page.context.set_offline(False)
    expect(page.locator("#refusal")).to_contain_text("Another device recorded a move first", timeout=LONG)
    expect(page.locator(".moves")).to_contain_text("a card fell down", timeout=LONG)
    page.locator("#refusal-send").click()
    expect(page.locator("#turn")).to_contain_text("Move 1", timeout=LONG)
    assert version(ledger, match) == 3
