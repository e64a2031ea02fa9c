"""Statistics by time on the people page and over the API."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


@pytest.fixture
def season(ledger: Ledger) -> None:
    for day, winner in (("2025-12-31", 2), ("2026-01-15", 1), ("2026-02-02", 1)):
        told = PlayedMatch("Catan", ["Ann", "Ben"], [10, 7], [winner], day, data={"event": "Club"})
        record_result(Scribe(ledger), told)


@pytest.mark.usefixtures("season")
def test_who_won_most_in_a_year_is_shown_with_a_chart(people: People) -> None:
    page = people.come("organiser", viewport={"width": 360, "height": 740}, at="/people")
    page.get_by_label("Played from").fill("2026-01-01")
    page.get_by_label("Played until").fill("2026-12-31")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("Most wins: Ann", exact=True)).to_be_visible()
    expect(page.locator(".chart .bar")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    answer = page.request.get(f"{people.base}/api/v1/statistics/periods?by=year&event=club")
    assert [(one["period"], one["matches"], one["most_wins"]) for one in answer.json()] == [
        ("2025", 1, ["Ben"]), ("2026", 2, ["Ann"])
    ]  # fmt: skip
