"""Obstacles of a third first-time visitor: missing words, and choices that made no sense."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few
from tests.replays.web.visitors import People, base, browser, ledger, match, people

__all__ = ["base", "browser", "ledger", "match", "people"]

WIDE = {"width": 1100, "height": 900}


def test_the_forms_of_other_actions_come_by_themselves_soon(people: People, match: str) -> None:
    """Given somebody who touches nothing and loses the connection, then what the page offers is there all the same."""
    page = people.come("recorder", match, at=None)
    page.clock.install()
    page.goto(f"{people.base}/m/{match}")
    expect(page.locator("#link-state")).to_have_text("live")
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 10)
    page.clock.run_for(5000)  # milliseconds; the browser is idle in them
    expect(page.locator("#which-form")).to_be_attached()
    page.context.set_offline(True)
    page.locator("#else").click()
    expect(page.locator("#which-form")).to_be_visible()


def test_a_ruling_is_acknowledged_in_words(people: People, match: str) -> None:
    page = people.come("judge", match, viewport=WIDE, at=f"/m/{match}/judge")
    form = page.locator("form[data-post=rulings]")
    form.locator("[name=clause]").fill("house rule")
    form.locator("[name=reason]").fill("a card lay face up")
    form.get_by_role("button", name="Record ruling").click()
    expect(page.locator("#findings")).to_contain_text("a card lay face up")
    expect(page.locator("#done")).to_have_text("Recorded: Ruling")
    page.reload()
    expect(page.locator("#done")).to_be_empty()


def test_a_beacon_is_offered_where_the_program_deals(people: People) -> None:
    page = people.come("organiser", viewport=WIDE, at="/new?game=ultime")
    beacon = page.locator("[name=beacon]")
    for chance, offered in (("sealed", True), ("table", False), ("devices", True), ("open", False)):
        page.locator("[name=chance]").select_option(chance)
        expect(beacon).to_be_visible(visible=offered)


@pytest.mark.parametrize(
    ("locale", "written"), a_few([("de-DE", "Dh4#"), ("it-IT", "Dh4#"), ("pt-BR", "Dh4#"), ("en-GB", "Qh4#")], 1)
)
def test_the_log_has_the_letters_that_one_types(people: People, ledger: Ledger, locale: str, written: str) -> None:
    scribe = Scribe(ledger)
    chess = scribe.new("chess", ["Ann", "Ben"]).id
    moves: list[dict[str, Any]] = [
        {"do": "move", "man": man, "to": to} for man, to in (("f2", "f3"), ("e7", "e5"), ("g2", "g4"))
    ]
    for move in moves:
        scribe.play(chess, None, move, [])
    page = people.come("organiser", viewport=WIDE, locale=locale, at=f"/m/{chess}")
    page.locator("#find").fill(written)
    page.locator("#find").press("Enter")
    expect(page.locator(".moves")).to_contain_text(written)
