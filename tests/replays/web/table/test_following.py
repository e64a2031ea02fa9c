"""The live table follows the match: redrawn once, smoothly; it says who must answer, and notifies them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few
from tests.replays.web.auction import registered
from tests.replays.web.visitors import People, base, browser, ledger, people, version

__all__ = ["base", "browser", "ledger", "people", "registered"]

PHONE = {"width": 360, "height": 740}

SHIFTS = """() => { window.shifts = [];
    new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifts.push(one.value); })
      .observe({ type: "layout-shift", buffered: true }); }"""

PLACES = """() => Object.fromEntries([...document.querySelectorAll("[data-kind=board], [data-kind=hand], .actions")]
    .map((one) => [one.dataset.panel || "actions", one.getBoundingClientRect()])
    .map(([name, box]) => [name, Math.round(name === "actions" ? box.bottom : box.top)]))"""


def on_a_phone(people: People, match: str, role: str = "recorder", seat: int | None = None) -> Page:
    page = people.come(role, match, seat, viewport=PHONE, has_touch=True, reduced_motion="reduce")
    expect(page.locator("#link-state")).to_have_text("live")
    return page


@pytest.fixture
def match(ledger: Ledger) -> str:
    """A match of Le ultime persone that the program deals."""
    return Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed").id


def to_act(ledger: Ledger, match: str) -> int:
    return ledger.match(match).to_act[0]


def skip(ledger: Ledger, match: str) -> None:
    """Let the seat to act skip, and draw two cards."""
    Scribe(ledger).play(match, to_act(ledger, match), {"do": "skip"})


# --- drawn anew ----------------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_move_is_fetched_once_by_the_phone_that_records_it(people: People, ledger: Ledger) -> None:
    """The answer says that it is recorded, and the stream tells it as well: the table is asked for once."""
    match = Scribe(ledger).new("morris", ["Ada", "Ben"]).id
    page = on_a_phone(people, match)
    fetched = list[str]()
    page.on("request", lambda request: fetched.append(request.url) if request.url.endswith("/part") else None)
    for n in range(1, 5):
        page.locator("#choices [data-action]:not([aria-disabled])").first.evaluate("button => button.click()")
        expect(page.locator("#turn")).to_contain_text(f"Move {n}")
        page.wait_for_timeout(400)  # what would be asked for again is asked for now
        assert len(fetched) == n


def test_what_is_recorded_while_the_table_is_fetched_is_shown_as_well(people: People, ledger: Ledger) -> None:
    """Given a table that is on its way; when more is recorded; then the page asks again, and shows the last."""
    match = Scribe(ledger).new("freeform", ["Ada", "Ben"]).id
    page = on_a_phone(people, match, "spectator")
    for _ in range(8):
        Scribe(ledger).play(match, 1, {"do": "score", "to": 1, "points": 1})
    expect(page.locator(".live")).to_have_attribute("data-version", str(version(ledger, match)))


def test_nothing_jumps_on_a_phone_while_the_table_is_drawn_anew(people: People, ledger: Ledger, match: str) -> None:
    """What the browser counts as a shift, and where the board, the hand and the answers lie, which it cannot know
    again when they are drawn anew."""
    page = on_a_phone(people, match, "seat", to_act(ledger, match))
    skip(ledger, match)  # so that there is news
    expect(page.locator("#turn")).to_contain_text("Move 1")
    page.evaluate(SHIFTS)
    page.wait_for_timeout(300)
    before = page.evaluate("window.shifts.length"), page.evaluate(PLACES)
    skip(ledger, match)
    expect(page.locator("#turn")).to_contain_text("Move 2")
    page.wait_for_timeout(600)
    assert sum(page.evaluate("window.shifts")[before[0] :]) < 0.1
    assert page.evaluate(PLACES) == before[1]


# --- whose it is ---------------------------------------------------------------------------------------


def test_where_several_are_asked_each_answer_says_whose_it_is(people: People, ledger: Ledger, auction: str) -> None:
    """All bid at once; the recorder's phone has the bids of all, and none is taken for another's."""
    scribe = Scribe(ledger)
    match = scribe.new(auction, ["Ada", "Ben", "Cleo"], chance="sealed").id
    page = on_a_phone(people, match)
    assert page.locator("#choices .whose").count() == 0, "one alone is asked"
    scribe.play(match, 1, {"do": "offer"})
    expect(page.locator("#choices .whose").first).to_be_attached()
    told = page.locator("#choices [data-action]").evaluate_all(
        "all => all.map(one => [one.dataset.seat, one.querySelector('.whose')?.textContent])"
    )
    assert {(seat, whose) for seat, whose in told} == {(str(seat), f"seat {seat}") for seat in (1, 2, 3)}
    own = on_a_phone(people, match, "seat", 2)
    assert own.locator("#choices [data-action]").count() > 1
    assert own.locator("#choices .whose").count() == 0, "on a seat's own phone all answers are its own"


# --- whose turn it is ----------------------------------------------------------------------------------


@pytest.mark.deep
def test_the_title_calls_a_seat_when_its_turn_comes_and_no_longer(people: People, ledger: Ledger, match: str) -> None:
    page = on_a_phone(people, match, "seat", to_act(ledger, match) % 3 + 1)
    expect(page).to_have_title(re.compile("^Le ultime"))
    skip(ledger, match)
    expect(page).to_have_title(re.compile("^● Your turn · Le ultime"))
    skip(ledger, match)
    expect(page).to_have_title(re.compile("^Le ultime"))


@pytest.mark.deep
def test_the_sound_stays_as_it_was_chosen(people: People, ledger: Ledger, match: str) -> None:
    """Over a refresh and a visit; and silent is chosen as well."""
    page = on_a_phone(people, match, "seat", 1)
    bell = page.locator("#bell")
    for kept in ("true", "false"):
        bell.tap()
        expect(bell).to_have_attribute("aria-pressed", kept)
        page.reload()
        expect(bell).to_have_attribute("aria-pressed", kept)


# --- the head of a phone's page --------------------------------------------------------------------------

CUT = """() => [...document.querySelectorAll(".head > *, .head a")]
    .filter((one) => one.offsetParent && one.id !== "link-state")
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
                     || one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)"""


@pytest.mark.parametrize("lang", a_few(["de", "en", "it", "pt"], 1))  # German has the longest words
def test_nothing_in_the_head_is_cut_in_any_language(people: People, ledger: Ledger, lang: str) -> None:
    """The longest title there is; the links of the match stand behind one button, in full words."""
    match = Scribe(ledger).new("robinson", ["Ada", "Ben"], chance="sealed").id
    page = people.come("organiser", viewport=PHONE, has_touch=True, locale=lang, at=f"/m/{match}")
    links = page.locator("#links a")
    expect(links.first).to_be_hidden()
    assert page.evaluate(CUT) == []
    page.locator("#more").tap()
    expect(links).to_have_count(5)
    expect(links.last).to_be_visible()
    assert page.evaluate(CUT) == []
    page.keyboard.press("Escape")
    expect(links.first).to_be_hidden()
    expect(page.locator("#more")).to_be_focused()
