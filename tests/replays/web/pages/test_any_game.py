"""Any game on the pages: a template on a phone, points by tapping, results by form."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, Route, expect

from tablescribe.domain.games import template
from tablescribe.domain.table.scene import SMALLEST
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few, each_with
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
SMALLEST_SHOWN = """Math.min(...[...document.querySelectorAll('.panel text')].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


def opened(ledger: Ledger, name: str, title: str = "") -> str:
    told = {"title": title} if title else {}
    names = ["Ann", "Ben", "Cleo"]
    return Scribe(ledger).new("freeform", names, options=told, catalogue=template("freeform", name).plain()).id


@pytest.mark.parametrize(
    ("name", "viewport"),
    each_with(a_few(["points", "resources", "grid", "chess"], 1), [PHONE, WIDE]),
)
def test_each_template_is_a_table_that_fits(people: People, ledger: Ledger, name: str, viewport: Any) -> None:
    page = people.come("organiser", viewport=viewport, at=f"/m/{opened(ledger, name)}")
    page.locator("[data-kind=seat]").first.wait_for()
    page.evaluate("document.fonts.ready")  # letters of another typeface are wider
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert page.evaluate(SMALLEST_SHOWN) >= SMALLEST - 0.01
    for button in page.locator(".brief:visible").all():
        over = button.evaluate("(one) => one.scrollWidth - one.clientWidth")
        assert over <= 0, button.inner_text()


def test_points_are_given_by_two_taps_and_people_are_called_by_their_names(people: People, ledger: Ledger) -> None:
    match = opened(ledger, "points", "Skyjo")
    page = people.come("recorder", match, viewport=PHONE)
    expect(page.locator("h1")).to_have_text("Skyjo")
    row = page.get_by_role("group", name="points of Ben", exact=True)
    row.get_by_role("button", name="gives 5 points to Ben").click()
    _record(page)
    expect(page.locator("#turn")).to_contain_text("Move 1")
    assert ledger.match(match).table.get("score:2") == 5
    expect(page.locator("[data-kind=board] [data-name='score:2']")).to_contain_text("5")


def _record(page: Page) -> None:
    """Press the one button that records, where the choice itself did not."""
    record = page.locator("#record")
    if record.is_visible():
        record.click()


@pytest.mark.deep
def test_whoever_is_quicker_than_the_scripts_finds_room_for_one_more(people: People) -> None:
    page = people.come("organiser", viewport=PHONE)
    held: list[Route] = []
    page.route("**/static/table.js", lambda route: held.append(route))
    page.goto(f"{people.base}/result", wait_until="commit")
    page.get_by_placeholder("Name 1", exact=True).fill("Ann")
    page.get_by_placeholder("Name 2", exact=True).fill("Ben")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.get_by_placeholder("Name 3", exact=True)).to_be_visible()


def test_a_name_has_the_width_of_a_phone_where_a_result_is_recorded(people: People) -> None:
    page = people.come("organiser", viewport=PHONE, locale="de-DE", at="/result")
    field = page.get_by_role("combobox", name="Name 1").bounding_box()
    assert field is not None
    assert field["width"] > PHONE["width"] * 0.7, "longer words beside it in other languages leave it its place"


def test_a_result_is_recorded_by_one_form(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", viewport=PHONE, at="/")
    page.get_by_role("link", name="Result only").first.click()  # an empty list has another one
    page.get_by_label("Game and options").fill("Azul")
    page.get_by_placeholder("Name 1", exact=True).fill("Ann")
    page.get_by_placeholder("Points").nth(0).fill("61")
    page.get_by_placeholder("Name 2", exact=True).fill("Ben")
    page.get_by_placeholder("Points").nth(1).fill("48")
    expect(page.get_by_placeholder("Name 3", exact=True)).to_be_visible()
    page.get_by_label("won").nth(0).check()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Record result").click()
    page.wait_for_url("**/m/*")
    expect(page.locator("h1")).to_have_text("Azul")
    expect(page.locator("#turn")).to_contain_text("Ann")
    match = ledger.match(page.url.rpartition("/")[2])
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ((1,), (61, 48))


@pytest.mark.deep
def test_a_day_to_come_is_asked_about(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", viewport=PHONE, at="/result")
    before = ledger.match_ids()
    page.get_by_label("Game and options").fill("Azul")
    page.get_by_placeholder("Name 1", exact=True).fill("Ann")
    page.get_by_label("won").nth(0).check()
    page.get_by_text("Date, place, duration").click()
    page.get_by_label("Date").fill("2999-01-02")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        (dialog.accept if asked[1:] else dialog.dismiss)()

    page.on("dialog", answer)
    page.get_by_role("button", name="Record result").click()
    expect(page.locator("#new-result .problem")).to_contain_text("is in the future")
    assert ledger.match_ids() == before
    page.get_by_role("button", name="Record result").click()
    page.wait_for_url("**/m/*")
    assert asked == ["2999-01-02 is in the future. Record it?"] * 2
    assert getattr(ledger.match(page.url.rpartition("/")[2]).opening.options, "played", "") == "2999-01-02"


@pytest.mark.deep
def test_a_template_is_chosen_when_a_match_is_opened(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", viewport=PHONE, at="/new?game=freeform")
    page.get_by_label("Template").select_option("resources")
    page.locator("[name=name-1]").fill("Ann")
    page.locator("[name=name-2]").fill("Ben")
    page.get_by_text("Details (title, event, tags)").click()
    page.locator("[name=data-title]").fill("Catan")
    page.get_by_role("button", name="Start match").click()
    page.wait_for_url("**/m/*")
    expect(page.locator("h1")).to_have_text("Catan")
    assert ledger.match(page.url.rpartition("/")[2]).table.get("wool:2") == 0


@pytest.mark.deep
def test_by_what_a_match_is_found_is_said_on_its_page_also_when_it_is_closed(people: People, ledger: Ledger) -> None:
    match = opened(ledger, "points", "Skyjo")
    page = people.come("recorder", match, viewport=PHONE)
    page.locator("#describe").click()
    form = page.locator("[data-post=descriptions]")
    expect(form.locator("[name=title]")).to_have_value("Skyjo")
    form.locator("[name=event]").fill("club evening")
    form.locator("[name=tags]").fill("casual, late")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".moves > ol > li").first).to_contain_text("club evening")
    Scribe(ledger).close(match, abandoned=True)
    expect(page.locator("#turn")).to_contain_text("Closed")
    page.locator("#describe").click()
    expect(page.locator("[data-post=descriptions] [name=tags]")).to_have_value("casual, late")
    page.locator("[data-post=descriptions] [name=event]").fill("")
    page.locator("[data-post=descriptions]").get_by_role("button", name="Save").click()
    expect(page.locator(".moves > ol > li")).to_have_count(4)
    last = ledger.match(match).descriptions[-1]
    assert (last.title, last.event, last.tags) == ("Skyjo", "", ("casual", "late"))
