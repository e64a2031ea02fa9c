"""A scheduled start in Chromium: entered in local time, counted down on every page, carried out by the service."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tablescribe.domain.tournament.round_clock import read_clock
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.round_starts import set_start, times_told
from tests.ledger.played_tournaments import hall, opened, plan
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

TOKYO = timedelta(hours=9)


def announced(ledger: Ledger) -> tuple[TournamentCommands, str]:
    """Return a tournament of two people whose round is paired."""
    organiser = hall(Scribe(ledger))
    found = opened(organiser, ["Ada", "Ben"], plan(1, time_limit=50))
    organiser.pair(found)
    return organiser, found


def test_a_time_is_that_of_the_device_and_everybody_sees_it_coming(people: People, ledger: Ledger) -> None:
    """Given an organiser whose device is in Tokyo."""
    _, found = announced(ledger)
    page = people.come("organiser", timezone_id="Asia/Tokyo", at=f"/t/{found}/timer")
    expect(page.locator("[data-zone]").first).to_have_text("(Asia/Tokyo)")
    at = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=2)
    page.locator("input[name=time]").first.fill((at + TOKYO).strftime("%Y-%m-%dT%H:%M"))
    page.get_by_role("button", name="Set time").click()
    expect(page.locator(".countdown")).to_have_text(re.compile(r"^1:5\d:\d\d$|^2:00:00$"))
    assert times_told(ledger, found) == {1: at}
    page.goto(f"{people.base}/t/{found}/wall")
    expect(page.locator(".before .timer")).to_have_text(re.compile(r"^1:5\d:\d\d$|^2:00:00$"))


@pytest.mark.deep
def test_a_round_starts_before_everybodys_eyes(people: People, ledger: Ledger) -> None:
    organiser, found = announced(ledger)
    page, wall = people.come("organiser"), people.come("organiser")
    soon = datetime.now(UTC) + timedelta(seconds=12)
    earlier = soon - timedelta(minutes=1)  # nobody may set a time that is only seconds away: here it was set before
    set_start(ledger, organiser.tournament(found), 1, soon, earlier, by="organiser")
    page.goto(f"{people.base}/t/{found}")
    wall.goto(f"{people.base}/t/{found}/wall")
    expect(page.locator("#round-start .countdown")).to_have_text(re.compile(r"^0:\d\d$"))
    expect(wall.locator(".running .timer")).to_have_text(re.compile(r"^49:\d\d$|^50:00$"))
    expect(page.locator("#round-start")).to_have_count(0)
    expect(page.get_by_text("All matches are open, and their results arrive automatically.")).to_be_visible()
    started = read_clock(organiser.tournament(found).seatings[-1]).started
    assert started is not None
    assert started >= soon, "not before its time"
