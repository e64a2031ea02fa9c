"""Moves typed one after another, as fast as people type."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

WIDE = {"width": 1100, "height": 900}


def enter(page: Page, *moves: str) -> None:
    """Type moves with Enter after each, and wait for nothing in between."""
    for move in moves:
        page.locator("#find").fill(move)
        page.locator("#find").press("Enter")


def at_the_board(people: People, ledger: Ledger) -> tuple[Page, str]:
    match = Scribe(ledger).new("chess", ["Ann", "Ben"]).id
    return people.come("organiser", viewport=WIDE, at=f"/m/{match}"), match


def test_the_next_move_is_typed_before_the_last_one_is_acknowledged(people: People, ledger: Ledger) -> None:
    page, match = at_the_board(people, ledger)
    enter(page, "e2-e4", "e7e5", "Nf3", "Nc6")
    expect(page.locator(".live")).to_have_attribute("data-head", "4")
    expect(page.locator("#find")).to_have_value("")
    squares = ledger.match(match).table.zones
    assert [next(iter(squares[f"square:{at}"])).partition(":")[0] for at in ("e4", "e5", "f3", "c6")] == [
        "pawn", "pawn", "knight", "knight",
    ]  # fmt: skip


def test_what_is_typed_before_the_scripts_are_there_is_searched_for(people: People, ledger: Ledger) -> None:
    match, held = Scribe(ledger).new("freeform", ["Ada", "Ben"]).id, list[Route]()
    page = people.come("organiser", at=None)
    page.route("**/static/table.js", lambda route: held.append(route))
    page.goto(f"{people.base}/m/{match}", wait_until="commit")
    page.locator("#find").fill("ends the game")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("#found [data-action]").first).to_contain_text("ends the game")


def test_a_word_that_is_being_typed_stays_when_the_own_move_is_drawn(people: People, ledger: Ledger) -> None:
    """Half a word would be another move: of "Nf3" the letters that come after the redraw are "f3"."""
    page, match = at_the_board(people, ledger)
    enter(page, "e4", "e5")
    page.locator("#find").press_sequentially("N")
    expect(page.locator(".live")).to_have_attribute("data-head", "2")
    expect(page.locator("#find")).to_have_value("N")
    page.locator("#find").press_sequentially("f3")
    page.locator("#find").press("Enter")
    expect(page.locator(".live")).to_have_attribute("data-head", "3")
    assert [one.partition(":")[0] for one in ledger.match(match).table.zones["square:f3"]] == ["knight"]


def test_a_line_that_could_not_be_understood_holds_up_no_other(people: People, ledger: Ledger) -> None:
    """A proxy whose service is away answers in its own words, which are no JSON."""
    page, _ = at_the_board(people, ledger)
    page.route("**/typed?*", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"))
    enter(page, "Nf9")
    expect(page.locator("#find")).to_have_value("Nf9")
    enter(page, "e4")
    expect(page.locator(".live")).to_have_attribute("data-head", "1")


def test_enter_in_an_empty_field_records_nothing(people: People, ledger: Ledger) -> None:
    """In a game without a notation of its own, too, where words stand for buttons: no word is no button."""
    match = Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
    page = people.come("organiser", viewport=WIDE, at=f"/m/{match}")
    head, version = ledger.match(match).head, ledger.match(match).version
    opened = page.locator("#choices details[open]").count()
    page.locator("#find").press("Enter")
    assert page.locator("#choices details[open]").count() == opened
    page.reload()
    assert (ledger.match(match).head, ledger.match(match).version) == (head, version)


def test_a_word_stays_whole_when_another_device_records_while_it_is_typed(people: People, ledger: Ledger) -> None:
    """Its letters go on where they were, also in its middle; Enter asks once whether it is meant on the new table."""
    page, match = at_the_board(people, ledger)
    field, still = page.locator("#find"), page.locator("#still")
    field.press_sequentially("N6")
    field.press("ArrowLeft")
    Scribe(ledger).play(match, 1, {"do": "move", "man": "e2", "to": "e4"})
    expect(page.locator(".live")).to_have_attribute("data-head", "1")
    expect(still).to_have_text("The table has changed. Check what you typed.")
    page.keyboard.type("f")
    expect(field).to_have_value("Nf6")
    field.press("Enter")
    expect(still).to_have_text("The table has changed. To record what you typed, press Enter again.")
    expect(field).to_have_value("Nf6")
    assert ledger.match(match).head == 1
    field.press("Enter")
    expect(page.locator(".live")).to_have_attribute("data-head", "2")
    assert [one.partition(":")[0] for one in ledger.match(match).table.zones["square:f6"]] == ["knight"]
