"""The list of matches: paginated, with players and state first, and Back leads to complete pages."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from playwright.sync_api import Locator, expect
from sqlalchemy import event

from tablescribe.ledger.log.lazy_engine import LazyEngine
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.pages.lobby import PAGE
from tests.replays.web.pages.test_panels import PHONE
from tests.replays.web.visitors import People, base, browser, people

__all__ = ["base", "browser", "people"]

MATCHES = 45
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
SLOW = 60_000


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A ledger of forty-five matches, one a day."""
    ledger = open_ledger(tmp_path_factory.mktemp("service") / "ledger.db")
    for day in range(MATCHES):
        scribe = Scribe(ledger, clock=lambda at=BEGAN + timedelta(days=day): at)  # type: ignore[misc]
        names = [NAMES[day % 5], NAMES[(day + 1) % 5]]
        match = scribe.new("freeform" if day % 3 else "morris", names).id
        if day % 3:
            scribe.play(match, 1, {"do": "score", "to": 1, "points": day})
    yield ledger
    ledger.close()


def test_a_page_of_matches_says_who_plays_fits_a_few_screens_and_the_rest_is_behind_a_link(people: People) -> None:
    page = people.come("organiser", viewport=PHONE)
    begins_with_who_plays_and_how_it_stands(page.locator(".match").first)
    cards = page.locator(".match")
    expect(cards).to_have_count(PAGE)
    assert page.evaluate("document.documentElement.scrollHeight") < 6000
    seen: list[str] = []
    while True:
        seen += [str(one.get_attribute("href")) for one in page.locator(".players a").all()]
        earlier = page.get_by_role("link", name="Earlier matches")
        if not earlier.count():
            break
        here = page.url
        earlier.click()
        expect(page).not_to_have_url(here)
        page.wait_for_load_state()
    assert len(seen) == len(set(seen)) == MATCHES
    page.get_by_role("link", name="Latest matches").click()
    expect(cards).to_have_count(PAGE)


def begins_with_who_plays_and_how_it_stands(first: Locator) -> None:
    expect(first.locator(".players")).to_have_text(re.compile(r"^Eve 44 Ada 0\s*$"))
    assert not re.search(r"\b[0-9a-z]{12}\b", first.inner_text())  # no ids
    look = first.locator("img.look")
    expect(look).to_be_visible()
    assert look.evaluate("(one) => one.decode().then(() => one.naturalWidth)") > 0


def test_matches_are_found_by_name_game_day_and_turn(people: People) -> None:
    page = people.come("organiser")
    cards = page.locator(".match")
    page.get_by_text("Filters").click()
    page.fill("[name=since]", "2026-04-10")
    expect(cards).to_have_count(5, timeout=SLOW)
    page.fill("[name=until]", "2026-04-12")
    expect(cards).to_have_count(3, timeout=SLOW)
    page.select_option("[name=game]", "morris")
    expect(cards).to_have_count(1, timeout=SLOW)
    page.goto(f"{people.base}/?game=morris&turn=ada")
    expect(cards.first.locator(".turn-of")).to_have_text("Ada to play")
    assert {one.inner_text() for one in page.locator(".turn-of").all()} == {"Ada to play"}
    page.goto(f"{people.base}/?text=cleo&state=open")
    assert all("Cleo" in one.inner_text() for one in page.locator(".players").all())
    page.goto(f"{people.base}/?text=nobody")
    expect(page.locator("#matches")).to_contain_text("No matches found.")


@pytest.mark.deep
def test_back_after_filtering_shows_a_whole_page(people: People) -> None:
    page = people.come("organiser", viewport=PHONE)
    for text in ("Ada", "Cleo"):
        page.fill("[name=text]", text)
        page.wait_for_url(re.compile(f"text={text}"), timeout=SLOW)
    page.get_by_role("link", name="Replay").first.click()
    page.locator("#step").wait_for(timeout=SLOW)
    for text in ("Cleo", "Ada"):
        page.go_back()
        page.wait_for_url(re.compile(f"text={text}"), timeout=SLOW)
        expect(page.locator("header.top")).to_be_visible(timeout=SLOW)
        expect(page.locator("[name=text]")).to_have_value(text, timeout=SLOW)
        expect(page.locator(".match").first).to_contain_text(text, timeout=SLOW)
        assert page.locator(".filters").count() == 1


def test_a_page_asks_the_lists_and_never_the_log(ledger: Ledger) -> None:
    """Given lists that are up to date, a page of them costs a few statements, none of which reads an event's body."""
    ledger.lists.fresh()
    statements, mine = list[str](), threading.get_ident()

    def told(*execution: Any) -> None:
        if threading.get_ident() == mine:  # the service asks, too
            statements.append(execution[2])

    event.listen(cast(LazyEngine, ledger.log.engine).toolkit, "before_cursor_execute", told)
    assert ledger.lists.fresh() == 0
    assert len(ledger.asking.matches(limit=20)) == 20
    assert len(statements) <= 4
    assert not [one for one in statements if "body" in one]


@pytest.mark.deep
def test_a_page_has_as_many_matches_as_are_asked_for(people: People) -> None:
    page = people.come("organiser", at=None)
    for limit in (7, MATCHES):
        page.goto(f"{people.base}/?limit={limit}")
        expect(page.locator(".match")).to_have_count(limit)
    page.goto(f"{people.base}/?limit=7")
    page.get_by_role("link", name="Earlier matches").click()
    page.wait_for_url(re.compile("limit=7.*before="))
    expect(page.locator(".match")).to_have_count(7)


@pytest.mark.deep
def test_the_list_is_no_wider_than_a_desk_at_twice_its_size(people: People) -> None:
    page = people.come("organiser", at=None)
    for width in (360, 600, 640, 719, 720):
        page.set_viewport_size({"width": width, "height": 450})
        page.goto(people.base)
        expect(page.locator("summary", has_text="Filters")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
