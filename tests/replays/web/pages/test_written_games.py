"""A chess game pasted twice is recorded once; one without tags gets its players on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

MOVES = "1. f3 e5 2. g4 Qh4# 0-1"
TAGGED = f'[White "Ann"]\n[Black "Ben"]\n[Date "2026.11.21"]\n\n{MOVES}\n'


def paste(people: People, page: Page, text: str) -> None:
    page.goto(f"{people.base}/import")
    page.locator("[name=table]").fill(text)
    page.locator("main form button.main").click()


def recorded(ledger: Ledger) -> list[list[str]]:
    ledger.lists.fresh()
    return [list(one.seats) for one in ledger.asking.matches()]


def test_a_game_is_recorded_once_until_somebody_says_otherwise(people: People, ledger: Ledger) -> None:
    """Given a game that was pasted, when it is pasted again, then the page leads to it, and records it if told to."""
    page = people.come("organiser", at=None)
    paste(people, page, TAGGED)
    page.wait_for_url("**/m/*")
    first = page.url.rpartition("/")[2]
    paste(people, page, TAGGED.replace("Qh4#", "Qh4"))
    expect(page.get_by_role("heading", name="Already recorded")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Nothing was recorded")
    assert recorded(ledger) == [["Ann", "Ben"]]
    page.get_by_role("link", name="Open match").click()
    page.wait_for_url(f"**/m/{first}")
    paste(people, page, TAGGED)
    page.get_by_role("button", name="Record anyway").click()
    page.wait_for_url("**/m/*")
    assert page.url.rpartition("/")[2] != first
    assert recorded(ledger) == [["Ann", "Ben"], ["Ann", "Ben"]]


@pytest.mark.deep
def test_of_several_games_only_new_ones_are_recorded(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", at=None)
    new = '[White "Eve"]\n[Black "Fay"]\n\n1. d4 d5 1/2-1/2\n'
    paste(people, page, new)
    page.wait_for_url("**/m/*")
    before = len(recorded(ledger))
    paste(people, page, new + "\n" + new.replace("Eve", "Gus"))
    expect(page.get_by_role("heading", name="Games recorded")).to_be_visible()
    expect(page.get_by_role("button", name="Record anyway")).to_have_count(1)
    assert recorded(ledger)[0] == ["Gus", "Fay"]
    assert len(recorded(ledger)) == before + 1


def test_moves_alone_are_given_their_people(people: People, ledger: Ledger) -> None:
    """Given moves with one name, then the page asks who played, and keeps the name that it was told."""
    page = people.come("organiser", at=None, locale="de-DE")
    paste(people, page, f'[White "Cleo"]\n\n{MOVES}')
    expect(page.get_by_role("heading", name="Wer hat gespielt?")).to_be_visible()
    expect(page.get_by_label("Weiß")).to_have_value("Cleo")
    expect(page.get_by_label("Schwarz")).to_have_value("")
    page.get_by_label("Schwarz").fill("Cleo")
    page.get_by_role("button", name="1 Partie eintragen").click()
    expect(page.get_by_role("alert")).to_contain_text("Cleo")  # nobody plays against themselves
    page.get_by_label("Schwarz").fill("Dan")
    page.get_by_role("button", name="1 Partie eintragen").click()
    page.wait_for_url("**/m/*")
    assert recorded(ledger)[0] == ["Cleo", "Dan"]
    paste(people, page, MOVES)
    page.get_by_label("Weiß").fill("Cleo")
    page.get_by_label("Schwarz").fill("Dan")
    page.get_by_role("button", name="1 Partie eintragen").click()
    expect(page.get_by_role("heading", name="Schon eingetragen")).to_be_visible()


@pytest.mark.deep
def test_names_may_stay_unknown(people: People, ledger: Ledger) -> None:
    page = people.come("organiser", at=None)
    paste(people, page, "1. e4 c5 *")
    page.get_by_role("button", name="Record 1 match").click()
    page.wait_for_url("**/m/*")
    assert recorded(ledger)[0] == ["White", "Black"]
