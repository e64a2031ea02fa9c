"""Choosing a game quickly shows its own fields, on the form of a match and of a tournament."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tablescribe.ledger.matches.ledger import Ledger
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


def test_a_game_chosen_before_the_scripts_are_there_is_asked_for_its_fields(people: People) -> None:
    page = people.come("organiser", at=None)

    def late(route: Route) -> None:
        page.evaluate("document.querySelector('[name=game]').value = 'root'")  # nobody listens yet
        route.continue_()

    page.route("**/static/htmx.min.js", late)
    page.goto(f"{people.base}/new?game=chess")
    expect(page.locator("[data-of]")).to_have_attribute("data-of", "root")
    expect(page.locator("[name=option-map]")).to_have_count(1)
    expect(page.locator("[name=option-position]")).to_have_count(0)


def test_a_match_is_opened_with_the_fields_of_the_game_that_was_chosen_last(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", at="/new?game=expeditions")
    held: list[Route] = []
    page.route("**/new?game=chess", lambda route: held.append(route))
    page.select_option("[name=game]", "chess")
    page.fill("[name=name-1]", "Ann")
    start = page.get_by_role("button", name="Start match")
    start.click()
    page.wait_for_timeout(500)
    assert "/new" in page.url  # it waits for what chess asks
    expect(start).to_be_disabled()
    for route in held:
        route.continue_()
    expect(page.locator("[data-of]")).to_have_attribute("data-of", "chess")
    expect(start).to_be_enabled()  # chess asks for a second name, so nothing was sent
    expect(page.locator("[name=name-1]")).to_have_value("Ann")
    page.fill("[name=name-2]", "Ben")
    start.click()
    page.wait_for_url("**/m/*")
    assert ledger.match(page.url.rpartition("/")[2]).opening.game.key == "chess"


def test_a_name_typed_while_another_game_is_asked_for_stands_at_no_seat_of_the_former_one(people: People) -> None:
    page = people.come("organiser", at="/new?game=ultime")
    held: list[Route] = []
    page.route("**/new?game=chess", lambda route: held.append(route))
    expect(page.get_by_label("1 · blue")).to_be_visible()
    page.select_option("[name=game]", "chess")
    expect(page.get_by_label("1 · blue")).to_have_count(0)  # chess has no blue seat
    page.get_by_label("1", exact=True).press_sequentially("An")
    expect(page.get_by_label("1", exact=True)).to_be_focused()
    for route in held:
        route.continue_()
    expect(page.locator("[data-of]")).to_have_attribute("data-of", "chess")
    page.keyboard.type("na")  # whoever types goes on
    expect(page.locator("[name=name-1]")).to_have_value("Anna")


def test_a_button_pressed_twice_opens_one_match(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", at="/new?game=chess")
    page.fill("[name=name-1]", "Twice")
    page.fill("[name=name-2]", "Once")
    sent = list[str]()
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.get_by_role("button", name="Start match").dblclick()
    page.wait_for_url("**/m/*")
    assert sent == [f"{people.base}/api/v1/matches"]


def test_a_match_whose_answer_was_lost_is_not_opened_again(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", at="/new?game=chess")
    page.fill("[name=name-1]", "Lost")
    page.fill("[name=name-2]", "Found")
    opened = list[str]()

    def lost(route: Route) -> None:
        opened.append(route.fetch().json()["id"])
        route.abort()

    page.route("**/api/v1/matches", lost, times=1)
    start = page.get_by_role("button", name="Start match")
    start.click()
    expect(page.locator(".problem")).to_contain_text("No connection")
    start.click()
    page.wait_for_url("**/m/*")
    assert [page.url.rpartition("/")[2]] == opened


def test_a_tournament_is_asked_who_rolls_where_its_game_has_chance(people: People) -> None:
    asked = {
        game: 'name="chance"' in people.read(f"/tournaments/new?game={game}") for game in ("chess", "root", "morris")
    }
    assert asked == {"chess": False, "root": True, "morris": False}


@pytest.mark.deep
def test_a_tournament_of_another_game_is_asked_who_rolls_at_once(people: People) -> None:
    page = people.come("organiser", at="/tournaments/new?game=chess")
    expect(page.locator("[name=chance]")).to_have_count(0)
    page.select_option("[name=game]", "root")
    expect(page.locator("[name=chance]")).to_have_count(1)
    page.select_option("[name=game]", "morris")
    expect(page.locator("[name=chance]")).to_have_count(0)
