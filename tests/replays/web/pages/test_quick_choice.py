"""A game that is chosen quickly is asked for its own fields: on the form of a match, and of a tournament."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tablescribe.ledger.matches.ledger import Ledger
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


def test_a_game_chosen_before_the_scripts_are_there_is_asked_for_its_fields(people: People) -> None:
    page = people.come("organiser")

    def late(route: Route) -> None:
        page.evaluate("document.querySelector('[name=game]').value = 'root'")  # nobody listens yet
        route.continue_()

    page.route("**/static/htmx.min.js", late)
    page.goto(f"{people.base}/new?game=chess")
    expect(page.locator("[data-of]")).to_have_attribute("data-of", "root")
    expect(page.locator("[name=option-map]")).to_have_count(1)
    expect(page.locator("[name=option-position]")).to_have_count(0)


def test_a_match_is_opened_with_the_fields_of_the_game_that_was_chosen_last(people: People, ledger: Ledger) -> None:
    page = people.come("organiser")
    page.goto(f"{people.base}/new?game=expeditions")
    held: list[Route] = []
    page.route("**/new?game=chess", lambda route: held.append(route))
    page.select_option("[name=game]", "chess")
    page.fill("[name=name-1]", "Ann")
    page.get_by_role("button", name="Start match").click()
    page.wait_for_timeout(500)
    assert "/new" in page.url  # it waits for what chess asks
    for route in held:
        route.continue_()
    expect(page.locator("[data-of]")).to_have_attribute("data-of", "chess")
    page.fill("[name=name-1]", "Ann")
    page.fill("[name=name-2]", "Ben")
    page.get_by_role("button", name="Start match").click()
    page.wait_for_url("**/m/*")
    assert ledger.match(page.url.rpartition("/")[2]).opening.game.key == "chess"


def test_a_tournament_of_chess_is_not_asked_who_rolls(people: People) -> None:
    page = people.come("organiser")
    page.goto(f"{people.base}/tournaments/new?game=chess")
    expect(page.locator("[name=chance]")).to_have_count(0)
    page.select_option("[name=game]", "root")
    expect(page.locator("[name=chance]")).to_have_count(1)
    page.select_option("[name=game]", "morris")
    expect(page.locator("[name=chance]")).to_have_count(0)
