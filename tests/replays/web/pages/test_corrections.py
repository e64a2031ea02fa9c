"""Corrections of closed matches: through the API by role, and by the form on the match's page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


@pytest.fixture
def slip(ledger: Ledger) -> str:
    """Ann had 10 points and Ben 7; by a slip of the finger Ben won."""
    return record_result(Scribe(ledger), PlayedMatch("Catan", ["Ann", "Ben"], [10, 7], [2], "2026-11-20"))[0].id


def test_an_organiser_corrects_the_result_by_a_form(people: People, ledger: Ledger, slip: str) -> None:
    page = people.come("organiser", viewport={"width": 360, "height": 740}, at=f"/m/{slip}")
    page.locator("#correct").click()
    form = page.locator("form[data-post=corrections]")
    form.get_by_label("has won", exact=True).nth(0).check()
    form.get_by_label("has won", exact=True).nth(1).uncheck()
    form.get_by_label("Why (required)").fill("a slip")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    form.get_by_role("button", name="Correct").click()
    expect(page.locator("#turn")).to_contain_text("Victory for Ann")
    expect(page.locator(".moves")).to_contain_text("result corrected (the organiser)")
    match = ledger.match(slip)
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ((1,), (10, 7))


def test_a_match_recorded_twice_is_voided_where_it_is_pointed_out(people: People, ledger: Ledger) -> None:
    told = PlayedMatch("Azul", ["Ann", "Ben"], [61, 48], [1], "2026-11-21")
    slip, twice = (record_result(Scribe(ledger), told)[0].id for _ in range(2))
    page = people.come("organiser", at=f"/m/{twice}")
    expect(page.get_by_text("Possible duplicate of this match")).to_contain_text(slip)
    page.locator("#void").click()
    form = page.locator("form[data-post=voids]")
    expect(form.get_by_label("Replacement match")).to_have_value(slip)
    form.get_by_label("Why (required)").fill("two phones")
    form.get_by_role("button", name="Declare void").click()
    expect(page.get_by_text("this match does not count")).to_be_visible()
    voided = ledger.match(twice).corrections.void
    assert voided is not None
    assert (voided.instead, voided.by) == (slip, "organiser")
    page.locator("#reinstate").click()
    page.locator("form[data-post=reinstatements]").get_by_label("Why (required)").fill("no, it was another")
    page.get_by_role("button", name="Count again").click()
    expect(page.get_by_text("this match does not count")).to_have_count(0)
    assert ledger.match(twice).counts


@pytest.mark.deep
def test_who_may_correct_is_told_by_the_pass(people: People, slip: str) -> None:
    for role in ("seat", "spectator"):
        page = people.come(role, match=slip, seat=1 if role == "seat" else None, at=f"/m/{slip}")
        expect(page.locator("#turn")).to_contain_text("Victory for Ben")
        expect(page.locator("#correct")).to_have_count(0)
        answer: Any = page.request.post(
            f"{people.base}/api/v1/matches/{slip}/voids",
            data={"command_id": "00112233", "expected_version": 3, "reason": "x"},
            headers={"Origin": people.base},
        )
        assert answer.status == 403, answer.text()
