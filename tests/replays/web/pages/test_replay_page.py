"""The replay page on a phone: steps are instant, the board stays in place, and the address follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few
from tests.replays.web.in_course import RECORDS
from tests.replays.web.pages.test_panels import PHONE
from tests.replays.web.visitors import People, base, browser, people

__all__ = ["base", "browser", "people"]

SLOW = 60_000
LAST = 57
"""The last move of the recorded match; moves 8, 39 and 43 were taken back."""


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A ledger with a whole match of which some moves were taken back."""
    folder = tmp_path_factory.mktemp("service")
    session = RECORDS / "ultime" / "four_players.jsonl"
    done = CliRunner().invoke(cli, ["--ledger", f"{folder}/ledger.db", "record", str(session)])
    assert done.exit_code == 0, done.output
    ledger = open_ledger(folder / "ledger.db")
    yield ledger
    ledger.close()


@pytest.fixture(scope="module")
def match(ledger: Ledger) -> str:
    return ledger.match_ids()[0]


def opened(people: People, match: str, move: int = 1, role: str = "spectator", **options: Any) -> Page:
    """Return the replay page at a move, when the steps around it have come."""
    page = people.come(role, match, at=f"/m/{match}/replay?move={move}", **{"viewport": PHONE, **options})
    page.locator("#step[aria-busy=false]").wait_for()
    return page


def at_move(page: Page, move: int) -> None:
    expect(page.locator(".said h2")).to_have_text(re.compile(rf"^Move {move}\b"), timeout=SLOW)


def press(page: Page, key: str, times: int) -> None:
    """Press a key as fast as a browser can take it."""
    page.evaluate(
        """([key, times]) => { for (let n = 0; n < times; n += 1)
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); }""",
        [key, times],
    )


@pytest.mark.deep
def test_twenty_quick_presses_are_twenty_steps(people: People, match: str) -> None:
    page = opened(people, match, move=10)
    press(page, "ArrowRight", 20)
    at_move(page, 30)
    press(page, "ArrowLeft", 20)
    at_move(page, 10)


@pytest.mark.deep
def test_presses_before_the_steps_have_come_count_as_well(people: People, match: str) -> None:
    page = people.come("spectator", match, at=None, viewport=PHONE)
    page.goto(f"{people.base}/m/{match}/replay?move=10", wait_until="commit")
    page.locator("script[src*=replay]").wait_for(state="attached", timeout=SLOW)
    page.wait_for_load_state("domcontentloaded")
    press(page, "ArrowRight", 20)
    at_move(page, 30)


@pytest.mark.deep
def test_forward_leaves_the_board_where_it_is(people: People, match: str) -> None:
    page = opened(people, match)
    board = page.locator("[data-kind=board]")
    before = board.bounding_box()
    for move in (2, 3, 4):
        page.locator("#forward").click()
        at_move(page, move)
    assert board.bounding_box() == before
    assert page.evaluate("scrollY") == 0
    place = page.locator("#forward").bounding_box()
    assert place is not None
    assert place["y"] + place["height"] <= PHONE["height"]  # under the thumb, wherever the page is scrolled to


@pytest.mark.deep
def test_the_slider_is_followed_all_the_way_of_a_drag(people: People, match: str) -> None:
    page = opened(people, match)
    slider = page.locator("#slider").bounding_box()
    assert slider is not None
    y = slider["y"] + slider["height"] / 2
    page.mouse.move(slider["x"] + 12, y)
    page.mouse.down()
    for part in (0.2, 0.4, 0.7):
        page.mouse.move(slider["x"] + slider["width"] * part, y)
        page.wait_for_timeout(400)  # a finger that rests
        assert page.locator("#slider").input_value() not in ("0", "1")
    page.mouse.move(slider["x"] + slider["width"] - 1, y)
    page.mouse.up()
    at_move(page, LAST)
    page.wait_for_url(re.compile(rf"move={LAST}$"), timeout=SLOW)


@pytest.mark.deep
def test_the_address_is_that_of_the_last_step_and_back_leaves_the_page(people: People, match: str) -> None:
    page = opened(people, match, role="organiser")
    page.goto(f"{people.base}/m/{match}/watch")
    page.goto(f"{people.base}/m/{match}/replay?move=1")
    page.locator("#step[aria-busy=false]").wait_for()
    press(page, "ArrowRight", 6)
    page.wait_for_url(re.compile(r"move=7$"), timeout=SLOW)
    page.reload()
    at_move(page, 7)
    page.go_back()
    expect(page.locator("#turn")).to_be_visible(timeout=SLOW)
    page.go_forward()
    at_move(page, 7)
    expect(page.locator("header.top")).to_be_visible()


def test_a_step_asks_the_service_for_nothing(people: People, match: str) -> None:
    page = opened(people, match)
    press(page, "End", 1)
    at_move(page, LAST)  # the last page is read now, too
    press(page, "Home", 1)
    at_move(page, 0)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))  # a browser asks for the icon whenever it likes
    for _ in range(LAST):
        page.keyboard.press("ArrowRight")
    at_move(page, LAST)
    assert [url for url in asked if not url.endswith("/icon.svg")] == []


def test_a_step_shows_what_the_page_of_that_move_shows(people: People, match: str) -> None:
    """Stepping and opening the address give the same panels, words, rules and remarks."""
    parts = ("[data-kinds]", ".said", "#rules", "#lines")
    look = "(parts) => parts.flatMap((one) => [...document.querySelectorAll(one)].map((found) => found.innerText))"
    drawn = """() => {
        const tell = (one) => one.nodeType === 3 ? one.data : [one.localName,
            [...one.attributes].map(({ name, value }) => name + value).sort(), [...one.childNodes].map(tell)];
        return [...document.querySelectorAll("[data-panel]")].map(tell); }"""
    for move in a_few((30, 12), 1):
        there = people.come("spectator", match, at=None, viewport=PHONE)
        there.route("**/replay.js", lambda route: route.abort())
        there.goto(f"{people.base}/m/{match}/replay?move={move}")
        stepped = opened(people, match, move - 1, reduced_motion="reduce")
        press(stepped, "ArrowRight", 1)
        at_move(stepped, move)
        assert stepped.evaluate(drawn) == there.evaluate(drawn)
        assert stepped.evaluate(look, parts) == there.evaluate(look, parts)


@pytest.mark.deep
def test_play_plays_and_pauses_and_the_buttons_say_what_they_do(people: People, match: str) -> None:
    page = opened(people, match)
    names = ["First", "Back", "Play moves", "Forward", "Last"]
    assert [one.get_attribute("aria-label") for one in page.locator(".step").all()] == names
    page.select_option("#pace", "0.2")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".said h2")).not_to_have_text("Move 1", timeout=SLOW)
    page.get_by_role("button", name="Pause").click()
    stood = page.locator(".said h2").inner_text()
    page.wait_for_timeout(600)
    assert page.locator(".said h2").inner_text() == stood
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


@pytest.mark.deep
def test_a_line_that_was_left_is_walked_along(people: People, match: str) -> None:
    page = opened(people, match, 7)
    page.get_by_role("link", name="variation 8").click()
    at_move(page, 8)
    expect(page.locator(".said h2")).to_contain_text("(taken back)")
    press(page, "ArrowLeft", 1)
    at_move(page, 7)
    press(page, "ArrowRight", 1)
    at_move(page, 8)
    page.locator("#lines [data-move='2'] a").click()
    at_move(page, 2)


GLIDES = "document.getAnimations().filter((one) => one.effect.target.closest('[data-panel]')).length"


@pytest.mark.deep
def test_what_moved_glides_unless_less_motion_is_wanted(people: People, match: str) -> None:
    gliding: dict[str, int] = {}
    for motion in ("no-preference", "reduce"):
        page = opened(people, match, 0, reduced_motion=motion)
        gliding[motion] = 0
        for move in (1, 2, 3):
            page.wait_for_timeout(300)
            gliding[motion] += page.evaluate(
                "new Promise((done) => { document.getElementById('forward').click();"
                f"requestAnimationFrame(() => requestAnimationFrame(() => done({GLIDES}))); }})"
            )
            at_move(page, move)
    assert gliding["no-preference"] > 0
    assert gliding["reduce"] == 0


@pytest.mark.deep
def test_who_steps_fast_leaves_nothing_gliding(people: People, match: str) -> None:
    page = opened(people, match, 1)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(700)
    assert page.evaluate(GLIDES) == 0


@pytest.mark.deep
def test_a_remark_stands_at_its_move(people: People, ledger: Ledger, match: str) -> None:
    page = opened(people, match, 7, role="recorder")
    page.get_by_text("Note on move").click()
    page.fill("#remark textarea", "the pawn stood on 5 before")
    page.get_by_role("button", name="Add note").click()
    expect(page.locator("#notes li")).to_have_text("the pawn stood on 5 before", timeout=SLOW)
    at_move(page, 7)
    press(page, "ArrowRight", 1)
    at_move(page, 9)
    expect(page.locator("#notes li")).to_have_count(0)
    assert [(one.about, one.text) for one in ledger.match(match).notes][-1] == (7, "the pawn stood on 5 before")
    other = opened(people, match, 7)
    expect(other.locator("#notes li")).to_have_text("the pawn stood on 5 before")
    assert other.locator("#remark").count() == 0


@pytest.mark.deep
def test_the_end_says_who_won_by_name(people: People, ledger: Ledger, match: str) -> None:
    if ledger.match(match).closed is None:
        Scribe(ledger).close(match)
    page = opened(people, match, LAST - 1)
    expect(page.locator("#won")).to_be_hidden()
    page.locator("#last").click()
    expect(page.locator("#won")).to_have_text("Dan won: Ada 1, Ben 8, Cleo 10, Dan 12")
