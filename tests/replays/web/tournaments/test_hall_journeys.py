"""Journeys through a tournament in Chromium, with pages, prompts and links only, and default values of forms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.app import make_app
from tests.replays.web.browser import running
from tests.replays.web.tournaments.test_tournament_browser import fits, shot
from tests.replays.web.visitors import People, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1440, "height": 900}
REACH = "http://192.0.2.20:8765"


@pytest.fixture(scope="module")
def base(ledger: Ledger) -> Iterator[str]:
    """A service that believes that other devices reach it: its pages have codes to scan."""
    with running(make_app(ledger, reach=REACH)) as base:
        yield base


def announced(people: People, title: str, game: str, names: list[str], rounds: int = 1) -> Page:
    """Announce a tournament with the form's defaults, enter people, and return the organiser's page of it."""
    desk = people.come("organiser", viewport=DESK, at="/tournaments")
    desk.get_by_role("link", name="New tournament").click()
    desk.get_by_label("Title").fill(title)
    desk.get_by_label("Game").select_option(game)
    desk.get_by_label("Rounds").fill(str(rounds))
    expect(desk.locator(f"[name=proposed][value={game}]")).to_be_attached()
    shot(desk, f"new-{game}")
    desk.get_by_role("button", name="Create tournament").first.click()
    desk.get_by_label("One name per line").fill("\n".join(names))
    desk.get_by_role("button", name="Add entrants").click()
    expect(desk.locator(".entrants li")).to_have_count(len(names))
    desk.get_by_role("link", name="Overview").click()
    desk.get_by_role("button", name="Pair round 1").click()
    return desk


def come_as(people: People, desk: Page, name: str, **options: object) -> Page:
    """Sign a player in with their own code from the tables' page, on a phone."""
    hall = desk.url.partition("#")[0].partition("?")[0]
    desk.goto(f"{hall}/tables")
    link = desk.locator(".codes").get_by_role("link", name=name).get_attribute("href")
    desk.goto(hall)
    assert link is not None
    return people.by(link.replace(REACH, people.base), viewport=PHONE, **options)


@pytest.mark.deep
def test_tables_whose_set_up_asks_are_opened_by_answering(people: People) -> None:
    """Given the form as it stands for a game whose opening rolls; the desk answers for a table, a player for theirs."""
    desk = announced(people, "Dice Open", "ultime", [f"Player {n}" for n in range(1, 9)])
    expect(desk.locator("[id^=table-]")).to_have_count(2)
    expect(desk.get_by_role("button", name="Start all matches")).to_have_count(0)
    shot(desk, "asking")
    fits(desk)
    first = desk.locator("#table-1")
    expect(first).to_contain_text("Draw lots to see who begins")
    second = desk.locator("#table-2 .seating li").first.inner_text().strip()
    first.locator("form.opening").get_by_role("button", name="2 ·").click()
    expect(first.get_by_text("in progress")).to_be_visible()

    phone = come_as(people, desk, second)
    shot(phone, "asked")
    fits(phone)
    phone.locator("form.opening").get_by_role("button", name="3 ·").click()
    phone.get_by_role("link", name="Play", exact=True).click()
    expect(phone.locator(".live")).to_be_visible()
    expect(desk.locator("#table-2").get_by_text("in progress")).to_be_visible()  # by itself


def played_out(phone: Page) -> None:
    """Play a freeform match to its end by its own buttons."""
    phone.locator("#find").fill("ends the game")
    phone.locator("#found [data-action]").first.click()


def test_a_match_that_two_phones_finish_reaches_the_hall(people: People) -> None:
    """Given two at a table who play to the end; then both say that the result is right, and the hall has it."""
    desk = announced(people, "Two Phones", "freeform", ["Ada", "Ben", "Cleo", "Dora"])
    desk.get_by_role("button", name="Start all matches").click()
    expect(desk.locator("#table-1").get_by_text("in progress")).to_be_visible()
    one, other = (text.strip() for text in desk.locator("#table-1 .seating li").all_inner_texts())
    phones = [come_as(people, desk, one), come_as(people, desk, other)]
    for phone in phones:
        phone.get_by_role("link", name="Play", exact=True).click()
    played_out(phones[0])
    for phone in phones:
        expect(phone.get_by_role("button", name="Result is right")).to_be_visible()
        expect(phone.get_by_role("button", name="Record result and close")).to_have_count(0)
    shot(phones[0], "finished-match")
    fits(phones[0])
    expect(desk.locator("#table-1")).to_contain_text("not confirmed")
    phones[1].get_by_role("button", name="Object").click()
    expect(desk.locator("#table-1")).to_contain_text(f"objection: {other}")
    for phone in phones:
        phone.get_by_role("button", name="Result is right").click()
    expect(phones[0].locator("#turn")).to_contain_text("Closed")
    expect(phones[1].locator("#turn")).to_contain_text("Closed")
    expect(desk.locator("#table-1")).to_contain_text("From its match")  # by itself
    shot(desk, "reported")


@pytest.mark.deep
def test_a_player_finds_the_way_back_from_the_table(people: People) -> None:
    """Given a code that is scanned while the table is played; it leads to one's own page, and the table back to it."""
    desk = announced(people, "Way Back Open", "freeform", ["Ada", "Ben"])
    desk.get_by_role("button", name="Start all matches").click()
    phone = come_as(people, desk, "Ada")
    expect(phone).to_have_url(desk.url.partition("#")[0] + "/me")
    expect(phone.get_by_text("against")).to_contain_text("Ben")
    phone.get_by_role("link", name="Play", exact=True).click()
    expect(phone.locator(".live")).to_be_visible()
    shot(phone, "bar")
    fits(phone)
    phone.get_by_role("link", name="Way Back Open").click()
    expect(phone.get_by_text("Withdraw from tournament").first).to_be_visible()
    desk.get_by_role("link", name="The match").click()
    desk.get_by_role("link", name="Way Back Open").click()
    expect(desk.get_by_role("heading", name="Next step")).to_be_visible()


@pytest.mark.deep
def test_a_slip_ends_the_match_of_its_table(people: People) -> None:
    """Given a table that plays with pieces and reports on paper; its match says so, and nobody is to act in it."""
    desk = announced(people, "Paper Open", "morris", ["Ada", "Ben"])
    desk.get_by_role("button", name="Start all matches").click()
    phone = come_as(people, desk, "Ada")
    phone.get_by_role("link", name="Play", exact=True).click()
    expect(phone.locator(".live")).to_be_visible()
    desk.locator("#table-1").get_by_text("Result slip", exact=True).click()
    desk.get_by_role("button", name="Draw").click()
    expect(phone.locator("#turn")).to_contain_text("Closed")  # by itself
    expect(phone.get_by_text("The match ended when the result slip was entered")).to_be_visible()
    shot(phone, "by-slip")


@pytest.mark.deep
def test_somebody_on_the_list_is_recognised_at_the_door(people: People) -> None:
    """Given a list that was typed in; who scans the code tells their PIN, and is that person."""
    desk = announced(people, "Door Open", "morris", ["Ada", "Ben"])
    desk.get_by_role("link", name="People", exact=True).last.click()
    door = desk.get_by_role("link", name="Registration page").get_attribute("href")
    assert door is not None
    phone = people.by(door.replace(REACH, people.base), viewport=PHONE)
    phone.get_by_label("Your name").fill("ada")
    phone.get_by_role("button", name="Enter", exact=True).click()
    expect(phone.get_by_text("is already entered")).to_be_visible()
    shot(phone, "recognised")
    fits(phone)
    phone.get_by_label("Your PIN").fill("000")
    phone.get_by_role("button", name="This is me").click()
    expect(phone.get_by_text("Wrong PIN")).to_be_visible()
    ada = desk.locator(".entrants li", has_text="Ada")
    ada.locator("summary").click()
    phone.get_by_label("Your PIN").fill(ada.locator(".pin-of").inner_text())
    phone.get_by_role("button", name="This is me").click()
    expect(phone.get_by_text("against")).to_contain_text("Ben")
    expect(desk.locator(".entrants li")).to_have_count(2)
