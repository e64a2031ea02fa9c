"""A table's own box on a phone: created, used, declared with few taps, learnt, and not asked again."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tablescribe.domain.box.blanks import declared_in
from tablescribe.ledger.matches.boxes import box, for_match
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.cli.table.test_declaring import SET_UP
from tests.domain.expeditions.table import SLOTS, SOUTH, house
from tests.domain.robinson.blank import PRINTED
from tests.domain.robinson.table import opened, set_up_outcomes
from tests.domain.tomb_raider.table import sung
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}


class Thumb:
    """Somebody with a phone: counts the taps, and the letters typed."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, name: str, *, within: str = "body", exact: bool = True) -> None:
        self.page.locator(within).get_by_role("button", name=name, exact=exact).click()
        self.taps += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def word(self, name: str) -> None:
        """Tap a suggested next word."""
        self.tap(name, within="#say-words")


def evening(ledger: Ledger, name: str) -> str:
    catalogue = for_match(ledger, name, "expeditions")
    return Scribe(ledger).new("expeditions", ["Ada", "Automa"], catalogue=catalogue, outcomes=SET_UP).id


def made(people: People, name: str) -> Page:
    """Make a box of which all that can be is blank, by the form."""
    page = people.come("organiser", viewport=PHONE, at="/boxes")
    page.get_by_label("Game").select_option("expeditions")
    page.get_by_label("Name of the box").fill(name)
    page.get_by_label("Values to enter yourself").select_option("all")
    page.get_by_role("button", name="Create box").click()
    page.wait_for_url("**/box?name=*")
    expect(page.locator("h1")).to_have_text(name)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    return page


def test_a_new_card_is_declared_by_at_most_6_taps_and_asked_for_on_no_other_evening(
    people: People, ledger: Ledger
) -> None:
    made(people, "ours")
    match = evening(ledger, "ours")
    page = people.come("recorder", match, viewport=PHONE)
    thumb = Thumb(page)
    thumb.tap("b01", within="#blanks")
    thumb.word("item")
    thumb.type("Axe 2 0 ")
    thumb.word("red")
    thumb.word("vanquish")
    thumb.word("reach1")
    expect(page.locator("#say-says")).to_contain_text("item Axe")
    thumb.type("\n")  # the key of the keyboard that says "done"; a button does the same
    expect(page.locator(".moves > ol > li").first).to_contain_text("Axe")
    assert (thumb.taps <= 6, thumb.keys <= 40) == (True, True), (thumb.taps, thumb.keys)
    known = declared_in(ledger.match(match).table)["card:b01"]
    assert (known["name"], known["power"], known["worker"], known["ongoing"]["move_range"]) == ("Axe", 2, "red", 1)
    expect(page.locator("#blanks")).not_to_contain_text("Axe")
    Scribe(ledger).close(match, abandoned=True)
    second = people.come("recorder", evening(ledger, "ours"), viewport=PHONE)
    expect(second.locator("#blanks")).to_contain_text("b02")
    expect(second.locator("#blanks")).not_to_contain_text("b01")


@pytest.mark.deep
def test_the_button_records_too_and_an_effect_is_put_together_by_tapping(people: People, ledger: Ledger) -> None:
    made(people, "by taps")
    match = evening(ledger, "by taps")
    page = people.come("recorder", match, viewport=PHONE)
    thumb = Thumb(page)
    thumb.tap("b02", within="#blanks")
    thumb.word("quest")
    thumb.type("Raid 0 2 b c 9 ")
    thumb.word("2power")
    thumb.word("gather")
    thumb.word("or …")
    thumb.word("3coins")
    thumb.tap("Record", within="#say")
    expect(page.locator(".moves > ol > li").first).to_contain_text("Raid")
    known = declared_in(ledger.match(match).table)["card:b02"]
    assert known["benefit"] == {"do": "choose", "of": [{"do": "gather"}, {**known["benefit"]["of"][1], "coins": 3}]}
    assert known["cost"]["power"] == 2


def test_a_match_is_opened_with_a_box_and_closing_it_says_what_the_box_learnt(people: People, ledger: Ledger) -> None:
    token = people.access.grant("organiser")[1]
    body = {"game": "expeditions", "name": "evenings", "blank": ["all"]}
    mine = {"Authorization": f"Bearer {token}"}
    new = httpx.post(f"{people.base}/api/v1/boxes", json=body, headers=mine, timeout=60)
    assert new.status_code == 201, new.text
    page = people.come("organiser", viewport=PHONE, at="/new?game=expeditions")
    page.wait_for_load_state("networkidle")  # the game's options have come
    page.get_by_label("Box").select_option("evenings")
    page.fill("[name=name-1]", "Ada")
    page.get_by_role("button", name="Start match").click()
    asked = page.locator("#ask[open]")
    for _ in range(600):
        if "/m/" in page.url:
            break
        if asked.count():
            page.locator("#ask-pad button").first.click()
        page.wait_for_timeout(100)
    page.wait_for_load_state()  # a tap before the scripts are there opens nothing
    match = page.url.rpartition("/")[2]
    assert ledger.match(match).opening.catalogue.digest() == box(ledger, "evenings").digest
    page.locator("#blanks button").first.click()
    expect(page.locator("#say[open]")).to_be_visible()
    page.locator("#say-line").press_sequentially("i Rope 1 1 any vanquish nearby")
    expect(page.locator("#say-line")).to_have_value("b01 i Rope 1 1 any vanquish nearby")
    expect(page.locator("#say-says")).to_contain_text("Rope")
    page.get_by_role("button", name="Record", exact=True).last.click()
    expect(page.locator(".moves > ol > li").first).to_contain_text("Rope")
    page.get_by_text("Missed moves · Abandon").click()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Abandon match").click()
    expect(page.locator(".learnt")).to_contain_text("The box evenings knows 1 component more.")


@pytest.mark.deep
def test_what_is_known_of_a_component_is_corrected_by_the_same_words(people: People, ledger: Ledger) -> None:
    page = made(people, "wrong")
    page.locator("summary", has_text="cards").click()
    for line in ("item Axe 2 0 red vanquish reach1", "item Axe 3 0 red vanquish reach1"):
        page.locator(".parts button").first.click()
        page.locator("#say-line").press_sequentially(line)
        with page.expect_event("load"):  # before its scripts, a tap opens nothing
            page.locator("#say").get_by_role("button", name="Record").click()
        page.locator("summary", has_text="cards").click()
        expect(page.locator(".parts li").first).to_contain_text("power 2" if "2 0" in line else "power 3")
    expect(page.locator("main")).to_contain_text("Values changed later: Axe.")
    first = page.locator(".parts li").first
    expect(first).to_contain_text("ability vanquish")
    expect(first).to_contain_text("ongoing reach +1")
    assert box(ledger, "wrong").revision == 3
    for path in ("/boxes", "/box?name=wrong"):
        page.goto(people.base + path)
        assert Axe().run(page).response["violations"] == []


@pytest.mark.deep
def test_a_text_that_no_word_can_say_stops_play_and_is_told_in_the_same_place(people: People, ledger: Ledger) -> None:
    data = house()
    data["locations"][2]["gather"] = {"do": "judge", "text": "take what you like"}
    options = {"mech": "tatanka", "pair": "p1", "first_player": 1}
    scribe = Scribe(ledger)
    match = scribe.new("expeditions", ["Ada", "Automa"], options=options, catalogue=data, outcomes=[*SOUTH, *SLOTS]).id
    scribe.play(match, 1, {"do": "move", "to": "S3"})
    scribe.play(match, 1, {"do": "gather"})
    page = people.come("recorder", match, viewport=PHONE)
    told = page.locator("#choices [data-tells]")
    expect(told).to_contain_text("take what you like")
    told.click()
    page.locator("#say-line").press_sequentially("set coins 3")
    page.locator("#say-add").click()
    page.locator("#say-line").press_sequentially("dance")
    expect(page.locator("#say-says")).to_contain_text("is not a fact")
    page.locator("#say-line").fill("")
    page.locator("#say-words").get_by_role("button", name="move").click()
    page.locator("#say-line").press_sequentially("card:i0")
    page.locator("#say-words button").first.click()
    page.locator("#say-line").fill("")
    expect(page.locator("#say-record")).to_be_enabled()
    page.locator("#say-record").click()
    expect(page.locator("#turn")).to_contain_text("Move 3")
    assert ledger.match(match).table.get("coins") == 3


@pytest.mark.deep
def test_a_text_of_an_item_is_told_on_the_page_of_whose_it_is(people: People, ledger: Ledger) -> None:
    data = PRINTED.plain() | {"name": "texts"}
    item = next(one for one in data["starting_items"] if one["id"] == "biscuits")
    item["effect"] = {"do": "judge", "text": "take what you like"}
    scribe, outcomes = Scribe(ledger), set_up_outcomes(opened(catalogue=data).opening)
    match = scribe.new("robinson", ["Ada", "Ben"], options={"scenario": "idols"}, catalogue=data, outcomes=outcomes).id
    scribe.play(match, 1, {"do": "use_item", "item": "starting:biscuits"})
    had = ledger.match(match).table.count("stock:1", "food")
    page = people.come("seat", match, 1, viewport=PHONE)
    told = page.locator("#choices [data-tells]")
    expect(told).to_contain_text("take what you like")
    told.click()
    page.locator("#say-line").press_sequentially("move food 2 supply stock:1")
    page.locator("#say-add").click()
    expect(page.locator("#say-record")).to_be_enabled()
    page.locator("#say-record").click()
    expect(page.locator("#turn")).to_contain_text("Move 2")
    assert ledger.match(match).table.count("stock:1", "food") == had + 2


@pytest.mark.deep
@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_text_of_a_card_of_tomb_raider_is_told_on_the_page_of_whose_it_is(
    people: People, ledger: Ledger, viewport: Any
) -> None:
    match = sung(Scribe(ledger))
    page = people.come("seat", match, 1, viewport=viewport)
    expect(page.locator("body")).to_contain_text("everybody sings")
    told = page.locator("#choices [data-tells]")
    expect(told).to_contain_text("everybody sings")
    told.click()
    expect(page.locator("#say-words")).to_have_text("moveturnset")
    page.locator("#say-line").press_sequentially("move marker:stuck 1 box raider:2")
    page.locator("#say-add").click()
    expect(page.locator("#say-record")).to_be_enabled()
    page.locator("#say-record").click()
    expect(page.locator("#turn")).to_contain_text("Move 5")
    assert ledger.match(match).table.count("raider:2", "marker:stuck") == 1
