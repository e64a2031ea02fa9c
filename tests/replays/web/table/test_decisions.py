"""Decisions on a page: refusals have reasons, typed text is not lost, and no answer goes to an unread question."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, match, people, skip, version

__all__ = ["base", "browser", "ledger", "match", "people"]

RULING = "[data-post=rulings]"
DEAF = """() => {
  window.hears = fetch;
  window.fetch = (to, how) => (to.endsWith("/part") ? Promise.reject() : hears(to, how));
}"""
REASON = "the second card was drawn by mistake, and all three saw it"


def write_ruling(page: Page, facts: str) -> None:
    page.fill(f"{RULING} [name=clause]", "UP-9")
    page.fill(f"{RULING} [name=reason]", REASON)
    page.locator(RULING).get_by_text("Enter as text").click()
    page.fill(f"{RULING} [name=facts]", facts)


def rule(page: Page) -> None:
    page.get_by_role("button", name="Record ruling").click()


def test_a_refused_ruling_says_why_and_keeps_what_was_typed(people: People, ledger: Ledger, match: str) -> None:
    """Given a ruling with a fact that cannot be, when it is refused, then it can be mended and recorded."""
    judge = people.come("judge", match)
    write_ruling(judge, "move pawn:1 9 box terrain:1")

    rule(judge)

    expect(judge.locator("#refusal")).to_be_visible()
    expect(judge.locator("#refusal")).to_contain_text("pawn")
    expect(judge.locator(f"{RULING} [name=reason]")).to_have_value(REASON)
    expect(judge.locator(f"{RULING} [name=clause]")).to_have_value("UP-9")
    assert version(ledger, match) == 1
    judge.fill(f"{RULING} [name=facts]", "set score:1 3")
    rule(judge)
    expect(judge.locator(".finding.note")).to_contain_text(REASON)
    expect(judge.locator(f"{RULING} [name=reason]")).to_have_value("")
    assert version(ledger, match) == 2


@pytest.mark.deep
def test_a_refused_take_back_says_why_and_keeps_what_was_typed(people: People, ledger: Ledger, match: str) -> None:
    judge = people.come("judge", match)
    form = "[data-post=take-backs]"
    judge.fill(f"{form} [name=to]", "7")
    judge.fill(f"{form} [name=reason]", REASON)
    judge.locator(f"{form} button").click()
    expect(judge.locator("#refusal")).to_contain_text("move 7")
    expect(judge.locator(f"{form} [name=to]")).to_have_value("7")
    expect(judge.locator(f"{form} [name=reason]")).to_have_value(REASON)
    assert version(ledger, match) == 1


@pytest.mark.deep
def test_a_ruling_that_came_too_late_shows_the_match_as_it_is_now_and_can_be_sent_again(
    people: People, ledger: Ledger, match: str
) -> None:
    judge = people.come("judge", match)
    write_ruling(judge, "set score:1 3")
    Scribe(ledger).play(match, 2, {"do": "skip"}, as_played=True)
    rule(judge)
    expect(judge.locator("#refusal")).to_contain_text("Another device recorded a move first")
    expect(judge.locator(".verdict")).to_contain_text("breaks UP-9")  # the page has looked again
    expect(judge.locator(f"{RULING} [name=reason]")).to_have_value(REASON)
    assert version(ledger, match) == 2
    rule(judge)
    expect(judge.locator(".finding.note")).to_contain_text(REASON)
    assert version(ledger, match) == 3


@pytest.mark.deep
def test_a_ruling_without_a_connection_is_not_sent_behind_the_judges_back(
    people: People, ledger: Ledger, match: str
) -> None:
    judge = people.come("judge", match)
    write_ruling(judge, "set score:1 3")
    judge.context.set_offline(True)
    rule(judge)
    expect(judge.locator("#refusal")).to_contain_text("No connection")
    expect(judge.locator(f"{RULING} [name=reason]")).to_have_value(REASON)
    judge.context.set_offline(False)
    rule(judge)
    expect(judge.locator(".finding.note")).to_contain_text(REASON)
    assert version(ledger, match) == 2


@pytest.mark.deep
def test_a_page_that_shows_an_old_request_says_so_and_agrees_to_nothing(people: People, match: str) -> None:
    """Ben's phone has not heard yet that Cleo asks for more than Ada did when he taps "I agree"."""
    ada, ben, cleo = (people.come("seat", match, seat) for seat in (1, 2, 3))
    for page in (ada, ben):
        expect(page.locator("#turn")).to_contain_text({ada: "blue", ben: "yellow"}[page])
        skip(page)
    expect(cleo.locator("#turn")).to_contain_text("Move 2")
    take_back(ada, "1")
    expect(ben.locator(".asking")).to_contain_text("to move 1")
    ben.evaluate(DEAF)
    take_back(cleo, "2")
    expect(ada.locator(".asking")).to_contain_text("to move 0")
    ben.evaluate("() => { window.fetch = window.hears; }")
    ben.get_by_role("button", name="I agree").click()
    expect(ben.locator("#refusal")).to_contain_text("Cleo (red) has made a new request")
    expect(ben.locator(".asking")).to_contain_text("to move 0")
    expect(ada.locator(".asking li")).to_have_text(
        [re.compile(r"Ada \(.*\): waiting for an answer"), re.compile(r"Ben \(.*\): waiting for an answer")]
    )


def take_back(page: Page, steps: str) -> None:
    page.locator("#undo").click()
    page.fill("[data-post=take-backs] [name=steps]", steps)
    page.locator("[data-post=take-backs] button").click()


@pytest.mark.deep
def test_a_name_stays_at_its_seat_and_a_gap_between_names_is_told(people: People, ledger: Ledger) -> None:
    """Seats 1, 2, 3 and 5 have names: nobody is moved up to seat 4."""
    page = people.come("organiser", at="/new?game=ultime")
    for seat, name in ((1, "Ada"), (2, "Ben"), (3, "Cleo"), (5, "Eve")):
        page.fill(f"[name=name-{seat}]", name)
    before = ledger.match_ids()
    page.get_by_role("button", name="Start match").click()
    expect(page.locator("#new-match .problem")).to_contain_text("one has none. (4 ·")
    expect(page.locator("[name=name-4]")).to_be_focused()
    assert ledger.match_ids() == before
    page.fill("[name=name-4]", "Dan")
    page.get_by_role("button", name="Start match").click()
    expect(page.locator("#ask[open]")).to_be_visible()
    page.locator("#ask-pad button").first.click()
    page.wait_for_url(re.compile("/m/"))
    expect(page.locator(".seats").first).to_have_text(re.compile("Ada.*Ben.*Cleo.*Dan.*Eve", re.S))


@pytest.mark.deep
def test_the_organiser_who_opens_the_spectators_link_stays_organiser(people: People, match: str) -> None:
    page = people.come("organiser", at=f"/m/{match}/share")
    expect(page.get_by_role("alert")).to_contain_text("Other devices cannot reach this service")
    page.get_by_role("link", name="Spectator link").first.click()
    page.get_by_role("button", name="Continue as spectator (the new link)").click()
    page.wait_for_url(f"**/m/{match}/watch")
    expect(page.locator(".foot")).to_contain_text("Signed in as spectator")
    page.get_by_role("button", name="Continue as organiser").click()
    expect(page.locator(".foot")).to_contain_text("Signed in as organiser")
    expect(page.locator("#choices")).to_be_visible()
