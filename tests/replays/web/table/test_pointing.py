"""Selecting on the table: drawn things are tapped until one move is left; choices on an old table are dropped."""

from __future__ import annotations

import gzip
import re
import time
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, expect

from tablescribe.domain.table.scene import SMALLEST
from tablescribe.ledger.matches.fact_checks import read_facts
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few
from tests.replays.web.in_course import IN_COURSE, ledger, matches
from tests.replays.web.visitors import People, base, browser, people

__all__ = ["base", "browser", "ledger", "matches", "people"]

PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}

SMALL_TARGETS = """(least) => [...document.querySelectorAll(
    '.actions button, .actions summary, .tools summary, .head a, .head button, #find')]
  .map((one) => [one.textContent.trim() || one.id, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height < least).map(([name, box]) => `${name}: ${box.height}`)"""

SMALL_HITS = """(least) => [...document.querySelectorAll('.hit')]
  .map((one) => [one.dataset.hit, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < least || box.height < least)
  .map(([name, box]) => `${name}: ${box.width}×${box.height}`)"""

SMALLEST_TYPE = """Math.min(...[...document.querySelectorAll('main *')]
  .filter((one) => one.offsetParent && one.textContent.trim())
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


@pytest.fixture(scope="module")
def played() -> dict[str, tuple[str, int]]:
    """As in the course, but in Root one of two players."""
    return IN_COURSE | {"root": ("two_players", 80)}


@pytest.fixture
def match(ledger: Ledger) -> str:
    """A match of Le ultime persone with open cards."""
    hands = [f"movement:{n}" for n in range(1, 7)]
    scribe = Scribe(ledger)
    return scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="open", outcomes=[*hands, 1]).id


@pytest.fixture
def dealt(ledger: Ledger) -> str:
    """A match of Le ultime persone that the program deals."""
    return Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed").id


def on_a_phone(people: People, match: str, role: str = "recorder", seat: int | None = None, **more: Any) -> Page:
    page = people.come(role, match, seat, viewport=PHONE, has_touch=True, reduced_motion="reduce", **more)
    page.wait_for_selector("#choices")
    return page


def drawn(page: Page, name: str) -> Locator:
    """Return the drawn elements of a name that can be tapped."""
    return page.locator(f".hit[data-hit='{name}']").first


def middle(button: Locator) -> tuple[float, float]:
    """Return where a button is in the window, for a finger that does not wait until it may be tapped."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def moves(ledger: Ledger, match: str) -> int:
    return len(ledger.match(match).moves) - 1


# --- pointing ------------------------------------------------------------------------------------------


def test_a_move_of_ultime_is_three_taps_on_a_phone(people: People, ledger: Ledger, dealt: str) -> None:
    """Given a hand that is seen; when a card is tapped, then a pawn; then one tap of what is left records it."""
    seat = ledger.match(dealt).to_act[0]
    page = on_a_phone(people, dealt, "seat", seat)
    card = page.locator("[data-kind=hand] .hit").first
    name = card.get_attribute("data-hit")
    card.tap()
    taps = 2  # this one, and the one that records
    expect(page.locator("#chips button")).to_have_count(1)
    if (lit := page.locator("[data-kind=board] .hit.leads")).count():
        lit.first.tap()
        taps += 1
    one = page.locator("#record")
    (one if one.is_visible() else page.locator("#found .choice").first).tap()
    expect(page.locator("#turn")).to_contain_text("Move 1")
    assert ledger.match(dealt).moves[1].action["card"] == name  # type: ignore[union-attr]
    assert taps <= 3


@pytest.mark.deep
def test_what_is_tapped_again_is_released_and_what_does_not_go_with_it_is_let_go(people: People, match: str) -> None:
    page = on_a_phone(people, match)
    card, other = drawn(page, "movement:1"), drawn(page, "movement:2")
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#choices")).to_be_hidden()
    other.tap()
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#chips button")).to_have_count(1)
    other.tap()
    expect(page.locator("#pointed")).to_be_hidden()
    expect(page.locator("#choices")).to_be_visible()


def test_where_a_pawn_would_land_is_tapped_as_well(people: People, match: str) -> None:
    """Given a pawn on 2; when 3 is tapped, then the cards that lead there are left; then one of them."""
    page = on_a_phone(people, match)
    drawn(page, "terrain:3").tap()
    left = page.evaluate("pointing.left.map(({ button }) => JSON.parse(button.dataset.action))")
    assert left
    assert {(one["pawn"], one["at"]) for one in left} == {(1, 2)}
    drawn(page, "movement:1").tap()  # one step by its circle; its square is 2, where the pawn stands
    expect(page.locator("#chips")).to_contain_text("3")
    expect(page.locator(".hit[data-hit='terrain:3']")).to_have_attribute("aria-pressed", "true")
    words = page.locator("#sum .words, #found .words").first
    expect(words).to_contain_text("circle")


def test_one_that_is_left_says_what_it_comes_to_before_it_is_recorded(
    people: People, ledger: Ledger, match: str
) -> None:
    page = on_a_phone(people, match)
    drawn(page, "deck:movement").tap()
    expect(page.locator("#sum .words")).to_have_text("skips and draws two movement cards")
    expect(page.locator("#sum .changes")).to_contain_text("?")  # all cards are told here: chance asks for one
    expect(page.locator("#still")).to_have_text("One action left.")
    assert moves(ledger, match) == 0


@pytest.mark.deep
def test_what_it_comes_to_is_told_in_the_words_of_the_game(people: People, ledger: Ledger) -> None:
    match = Scribe(ledger).new("freeform", ["Ada", "Ben"]).id
    page = on_a_phone(people, match)
    drawn(page, "score:2").tap()
    expect(page.locator("#found .choice")).to_have_text(
        [re.compile(r"\+1"), re.compile(r"\+5"), re.compile(r"\+10"), re.compile("−1")]
    )
    expect(page.locator("#found .choice").first.locator("small")).to_contain_text("0 → 1")


def test_the_table_is_played_by_keys_alone(people: People, ledger: Ledger, dealt: str) -> None:
    """Tab leads to a picture, arrows lead from thing to thing in it, Enter taps, a number records."""
    page = on_a_phone(people, dealt, "seat", ledger.match(dealt).to_act[0])
    hand = page.locator("[data-kind=hand] .hit[tabindex='0']")
    expect(hand).to_have_count(1)
    page.locator(".skip").focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-kind=hand]') !== null"):
            break
    first = page.evaluate("document.activeElement.dataset.hit")
    page.keyboard.press("ArrowRight")
    name = page.evaluate("document.activeElement.dataset.hit")
    assert {first[:9], name[:9]} == {"movement:"}
    assert name != first
    expect(page.locator(f".hit[data-hit='{name}']")).to_have_accessible_name(re.compile("^movement card"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", pressed=True)).to_have_count(1)
    expect(page.locator("#still")).to_contain_text(re.compile("possible|Only this"))
    if page.locator("[data-kind=board] .hit.leads").count():
        page.locator("[data-kind=board] .hit.leads").first.focus()
        page.keyboard.press("Enter")
    page.wait_for_selector("#found .choice .key:not(:empty), #record:visible", state="attached")
    page.keyboard.press("1")
    expect(page.locator("#turn")).to_contain_text("Move 1")


# --- one table, one tap --------------------------------------------------------------------------------


def test_what_was_pointed_at_on_an_old_table_is_let_go_with_a_word(people: People, ledger: Ledger, match: str) -> None:
    page = on_a_phone(people, match)
    drawn(page, "movement:1").tap()
    expect(page.locator("#pointed")).to_be_visible()
    Scribe(ledger).play(match, 1, {"do": "skip"}, ["movement:20", "movement:21"])
    expect(page.locator("#still")).to_contain_text("The table has changed")
    expect(page.locator("#pointed")).to_be_hidden()


@pytest.mark.deep
def test_an_open_search_is_not_sent_with_the_version_of_another_table(
    people: People, ledger: Ledger, match: str
) -> None:
    """When another records while somebody searches, nothing of the old list can be recorded, nor at once of the new."""
    page = people.come("recorder", match, viewport=WIDE)
    page.fill("#find", "skip")
    expect(page.locator("#found .choice")).to_have_count(1)
    page.locator("#find").focus()
    Scribe(ledger).play(match, 1, {"do": "skip"}, ["movement:20", "movement:21"])
    expect(page.locator("#turn")).to_contain_text("Move 1")
    expect(page.locator("#find")).to_have_value("skip")
    expect(page.locator("#found .choice")).to_have_attribute("data-seat", "2")
    expect(page.locator("#still")).to_contain_text("The table has changed")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert ledger.match(match).head == 1
    assert {button["data-seat"] for button in buttons(page)} == {"2"}


def buttons(page: Page) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page.locator("#choices [data-action]").evaluate_all(
        "all => all.map(one => ({'data-seat': one.dataset.seat}))"
    )
    return found


@pytest.mark.parametrize("pause", a_few([60, 280], 1))
def test_a_finger_that_taps_twice_plays_one_move(people: People, ledger: Ledger, dealt: str, pause: int) -> None:
    """Given a button that is tapped again, before the next table is drawn and at once after it; neither is recorded.

    The clock of the page stands still, so that the taps are as close together on a busy machine.
    """
    page = people.come("recorder", dealt, viewport=PHONE, has_touch=True, at=None)
    page.clock.install()
    page.goto(f"{people.base}/m/{dealt}")
    expect(page.locator("#link-state")).to_have_text("live")
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 10)
    skips = page.locator("#choices [data-action]", has_text="skips").first
    skips.scroll_into_view_if_needed()
    place = middle(skips)
    page.touchscreen.tap(*place)
    page.clock.run_for(pause)  # milliseconds
    page.touchscreen.tap(*place)
    expect(page.locator("#turn")).to_contain_text("Move 1")
    page.touchscreen.tap(*middle(skips))
    expect(page.locator("#waiting li")).to_have_count(0)
    assert moves(ledger, dealt) == 1
    page.clock.run_for(1000)
    page.touchscreen.tap(*middle(skips))  # a finger that means it is not refused
    expect(page.locator("#turn")).to_contain_text("Move 2")


# --- what is asked, and what happened ------------------------------------------------------------------


@pytest.mark.deep
def test_who_is_to_act_stands_in_reach_by_name_and_colour(people: People, ledger: Ledger, match: str) -> None:
    page = on_a_phone(people, match)
    bar = page.locator(".actions")
    for y in (0, 600, 10_000):
        page.evaluate(f"scrollTo(0, {y})")
        box = bar.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"] + 1
    expect(bar.locator("#turn")).to_contain_text("Ada (blue) to play")
    assert bar.locator("#turn .swatch circle").get_attribute("fill") == "var(--blue, #2b6cb0)"


@pytest.mark.deep
def test_a_window_that_nobody_used_is_told_where_the_table_is_looked_at(people: People, ledger: Ledger) -> None:
    """Given an attack to which nobody answered; when play goes on; then what it came to stands beside the board."""
    scribe = Scribe(ledger)
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
    facts = read_facts(scribe.match(match).table, ["move ?power 1 deck:power hand:1"])
    scribe.ruling(match, facts, clause="UP-50", reason="a card was forgotten")
    scribe.play(match, 1, {"do": "play_power", "card": "power:black_magic", "target": 2})
    page = on_a_phone(people, match)
    scribe.play(match, 1, {"do": "skip"}, ["movement:9"])
    expect(page.locator("#turn")).to_contain_text("Move 4")
    expect(page.locator(".news .one")).to_have_count(2)
    expect(page.locator(".news")).to_contain_text("does not defend")
    expect(page.locator(".news .changes li").last).to_be_visible()


@pytest.mark.deep
def test_what_the_automa_did_stands_as_a_list(people: People, ledger: Ledger, matches: dict[str, str]) -> None:
    page = on_a_phone(people, matches["expeditions"], "organiser")
    line = page.locator(".moves li[value='56'] .changes li")
    assert line.count() >= 5
    expect(line.first).to_have_text("it draws decision card 2")


@pytest.mark.deep
def test_a_turn_of_expeditions_is_few_taps_and_the_automas_two(
    people: People, ledger: Ledger, matches: dict[str, str]
) -> None:
    """Each thing that is turned up is one tap more; the Automa's orders stand as a list then."""
    match = matches["expeditions"]
    page = on_a_phone(people, match, "organiser")
    page.goto(f"{people.base}/m/{match}")
    drawn(page, "cell:C6").tap()
    page.locator("#record").tap()
    taps = 2 + turned_up(page, ledger, match)
    expect(page.locator("#turn")).to_contain_text("the Automa")
    assert taps <= 8
    page.get_by_role("button", name="takes its turn").tap()
    assert turned_up(page, ledger, match) <= 4  # its card, which is the second tap; and what exploring turns up
    expect(page.locator("#turn")).to_contain_text("the human")
    assert page.locator(".news .changes li").count() >= 3


def turned_up(page: Page, ledger: Ledger, match: str) -> int:
    """Tap the first possible outcome as long as one is asked and nothing is recorded; return how often."""
    before, taps = ledger.match(match).version, 0
    until = time.monotonic() + 60
    while ledger.match(match).version == before and time.monotonic() < until:
        title = page.locator("#ask-title")
        if page.locator("#ask[open]").count():
            asked = title.inner_text()
            page.locator("#ask-pad button").first.tap()
            taps += 1
            page.wait_for_function(
                """asked => !document.querySelector("#ask[open]")
                         || document.getElementById("ask-title").textContent !== asked""",
                arg=asked,
            )
        page.wait_for_timeout(100)
    return taps


@pytest.mark.deep
def test_a_phone_says_whose_turn_it_is_in_its_title(people: People, ledger: Ledger, match: str) -> None:
    page = on_a_phone(people, match, "seat", 1)
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator("#bell")).to_have_attribute("aria-pressed", "false")
    page.locator("#bell").tap()
    expect(page.locator("#bell")).to_have_attribute("aria-pressed", "true")
    Scribe(ledger).play(match, 1, {"do": "skip"}, ["movement:20", "movement:21"])
    expect(page).to_have_title(re.compile("^Le ultime"))


# --- something else ------------------------------------------------------------------------------------


@pytest.mark.deep
def test_something_else_offers_names_and_says_that_it_was_recorded(people: People, ledger: Ledger, match: str) -> None:
    page = on_a_phone(people, match)
    page.get_by_text("Other actions").click()
    page.select_option("#which-form", "play_movement")
    form = page.locator(".say:not([hidden])")
    pawns = form.locator("[name=pawn] option").all_inner_texts()
    assert "red pawn" in pawns
    form.locator("[name=pawn]").select_option(label="blue pawn")
    labels = form.locator("[name=at] option").all_inner_texts()
    assert "2 (village Frost)" in labels
    page.select_option("#which-form", "skip")
    page.locator(".say:not([hidden]) button").click()
    answer_all(page, ["movement card 20", "movement card 21"])
    expect(page.locator("#done")).to_contain_text("Recorded")


def answer_all(page: Page, labels: list[str]) -> None:
    for label in labels:
        page.locator("#ask[open] #ask-pad").get_by_role("button", name=label).first.click()
        page.wait_for_timeout(200)


@pytest.mark.deep
def test_a_name_that_was_picked_is_sent_as_what_it_names(people: People, ledger: Ledger) -> None:
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    scribe.play(match, 1, {"do": "bring", "piece": "meeple", "to": "board"})
    page = on_a_phone(people, match)
    page.get_by_text("Other actions").click()
    page.select_option("#which-form", "move")
    form = page.locator(".say:not([hidden])")
    form.locator("[name=piece]").fill("meeple")
    form.locator("[name=src]").fill("board")
    form.locator("[name=dst]").fill("the hand of Ben")
    form.locator("button").click()
    expect(page.locator("#done")).to_contain_text("Recorded")
    assert ledger.match(match).table.count("hand:2", "meeple") == 1


# --- every game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", a_few(IN_COURSE, 1))
def test_every_game_fits_the_hand(people: People, matches: dict[str, str], key: str) -> None:
    """Nothing too small to tap, too small to read, or wider than the phone; and axe finds nothing while pointing."""
    page = on_a_phone(people, matches[key], "organiser", color_scheme="dark")
    page.wait_for_selector(".hit")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL_TARGETS, 44) == []
    assert page.evaluate(SMALL_HITS, 23.9) == []
    assert page.evaluate(SMALLEST_TYPE) >= SMALLEST
    places = "[...document.querySelectorAll('.panel')].map((one) => one.getBoundingClientRect().y + scrollY)"
    before = page.evaluate(places)
    page.locator(".hit").first.press("Enter")
    expect(page.locator("#pointed")).to_be_visible()
    assert page.evaluate(places) == before, "pointing moves nothing that is drawn"
    found = Axe().run(page)
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found.response["violations"]] == []


@pytest.mark.deep
def test_the_first_load_is_small(people: People, ledger: Ledger, match: str) -> None:
    page = people.come("recorder", match)
    page.wait_for_selector("#choices")
    loaded = "performance.getEntriesByType('resource').map((one) => one.name).filter((one) => one.includes('/static/'))"
    paths = {page.url, *page.evaluate(loaded)}
    assert any("figtree" in path for path in paths)
    sizes = {path: len(gzip.compress(page.request.get(path).body())) for path in paths}
    assert sum(sizes.values()) < 100 * 1024, sizes


def test_what_no_action_uses_says_so_when_it_is_tapped(people: People, ledger: Ledger) -> None:
    scribe = Scribe(ledger)
    match = scribe.new("morris", ["Ada", "Ben"]).id
    scribe.play(match, 1, {"do": "place", "to": "a7"}, [])
    page = people.come("organiser", viewport=PHONE, at=f"/m/{match}")
    page.locator("[data-hit='point:d7']").click()
    expect(page.locator("#still")).to_have_text("One action left.")
    page.locator(".panel [data-name='point:a7']").first.click(force=True)
    expect(page.locator("#still")).to_have_text("No legal action uses this now.")
    page.locator("[data-hit='point:g7']").click()
    expect(page.locator("#still")).to_have_text("One action left.")
