"""The table on pages: panels that fit a phone and a wide screen, light and dark, in readable type."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tablescribe.domain.table.scene import SMALLEST
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import ALL, a_few, each_with
from tests.replays.web.in_course import IN_COURSE, ledger, matches, played
from tests.replays.web.visitors import People, base, browser, people

__all__ = ["base", "browser", "ledger", "matches", "people", "played"]

PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}

SMALLEST_SHOWN = """Math.min(...[...document.querySelectorAll('.panel text')].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


def fits(page: Page, viewport: dict[str, int]) -> None:
    """Check that nothing is wider than the screen and no type too small; the board has its column or the screen."""
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert page.evaluate(SMALLEST_SHOWN) >= SMALLEST - 0.01
    board = page.locator("[data-kind=board] svg").bounding_box()
    assert board is not None
    if viewport is WIDE and page.locator("[data-kind=board][data-tall]").count():
        shown = page.evaluate("innerHeight - (document.querySelector('.controls')?.offsetHeight || 0)")
        assert board["y"] + board["height"] <= shown + 0.5, "a board that is higher than wide is seen whole"
        assert board["height"] >= 600
    else:
        assert board["width"] >= (340 if viewport is PHONE else 600) - 0.5


CHECKED = "ultime", "/watch"
"""What a checker of accessibility looks at by default: matches and replays it sees in `test_pointing.py` and
`test_browser.py`, and the rooms of Root are thousands of things to look at."""

SCREENS = (("phone", "light"), ("wide", "dark"), ("phone", "dark"), ("wide", "light"))


@pytest.mark.parametrize(("key", "screen"), each_with(a_few(IN_COURSE, 2), SCREENS))
def test_the_table_is_readable_and_in_its_place(
    people: People, matches: dict[str, str], key: str, screen: tuple[str, Any]
) -> None:
    viewport, scheme = {"phone": PHONE, "wide": WIDE}[screen[0]], screen[1]
    page = people.come("organiser", at=None, viewport=viewport, color_scheme=scheme)
    for path in ("", "/watch", "/replay"):
        page.goto(f"{people.base}/m/{matches[key]}{path}")
        page.locator("[data-kind=seat]").first.wait_for()
        fits(page, viewport)
        if not ALL and (key, path) != CHECKED:
            continue
        found = Axe().run(page)
        bad = [(one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]]
        assert bad == [], path


@pytest.mark.deep
def test_colours_follow_the_light(people: People, matches: dict[str, str]) -> None:
    drawn: dict[str, str] = {}
    for scheme in ("light", "dark"):
        page = people.come("organiser", color_scheme=scheme, at=f"/m/{matches['ultime']}")
        ground = page.locator("[data-name='terrain:1'] > rect")
        drawn[scheme] = ground.evaluate("(rect) => getComputedStyle(rect).fill")
    assert drawn == {"light": "rgb(239, 232, 216)", "dark": "rgb(55, 50, 42)"}


def test_on_a_phone_what_may_be_done_comes_after_the_board_and_the_hand(
    people: People, ledger: Ledger, matches: dict[str, str]
) -> None:
    page = people.come("organiser", viewport=PHONE, at=f"/m/{matches['expeditions']}")
    tops = [page.locator(one).first.bounding_box() for one in (
        "[data-kind=board]", "[data-kind=hand]", ".actions", "[data-kind=seat]", "[data-kind=row]", ".moves"
    )]  # fmt: skip
    places = [one["y"] for one in tops if one]
    assert len(places) == len(tops)
    assert places == sorted(places)


@pytest.mark.deep
def test_what_a_move_changed_is_marked_when_the_table_is_drawn_anew(people: People, ledger: Ledger) -> None:
    match = Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
    page = people.come("recorder", match, viewport=PHONE)
    expect(page.locator(".touched")).to_have_count(0)
    Scribe(ledger).play(match, 1, {"do": "skip"})
    expect(page.locator("#turn")).to_contain_text("Move 1")
    expect(page.locator(".touched[data-name='deck:movement']")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_at_200_percent_the_board_is_seen_whole_beside_what_may_be_done(
    people: People, matches: dict[str, str]
) -> None:
    """Given a desk of 1440×900 on which everything is drawn twice as large."""
    page = people.come("organiser", viewport={"width": 720, "height": 450}, at=f"/m/{matches['morris']}")
    board, actions = (page.locator(one).first.bounding_box() for one in ("[data-kind=board] svg", ".actions"))
    assert board is not None
    assert actions is not None
    assert board["y"] + board["height"] <= 450
    assert actions["x"] >= board["x"] + board["width"]
    assert actions["y"] + actions["height"] <= 450
