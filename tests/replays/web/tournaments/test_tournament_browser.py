"""A tournament in Chromium: from its announcement by a form to the certificate, played by bots."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.web.app import make_app
from tests.depth import times
from tests.ledger.played_tournaments import TWELVE
from tests.replays.web.browser import running
from tests.replays.web.visitors import People, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1440, "height": 900}
REACH = "http://192.0.2.20:8765"
SHOTS = os.environ.get("SHOTS", "")
"""A folder for screenshots, for people to look at."""


ROUNDS = times(2, 3)

PEOPLE = times(6, 12)

TABLES = PEOPLE // 2

BOT: Any = import_module("tablescribe.domain.games.morris.bot")
"""Found by its name: how it plays does not matter here, so a change of that game need not try these pages."""


@pytest.fixture(scope="module")
def base(ledger: Ledger) -> Iterator[str]:
    """A service that believes that other devices reach it: its pages have codes to scan."""
    with running(make_app(ledger, reach=REACH)) as base:
        yield base


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=False)


def fits(page: Page) -> None:
    """Nothing is wider than the window, and nothing in the header overlaps."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} pixels too wide"
    ways = page.locator(".top a:visible").evaluate_all(  # in parts of a pixel: whole ones are rounded, each for itself
        """all => all.map((one) => {
          const box = one.getBoundingClientRect();
          return [box.left, box.right + Math.max(0, one.scrollWidth - Math.ceil(box.width)), box.top];
        })"""
    )
    for (_, right, top), (after, _, lower) in pairwise(ways):
        assert right <= after + 0.1 or top < lower, f"{page.url}: the pages in the head lie over each other"


def play(ledger: Ledger, match_id: str, seed: int) -> None:
    """Play an open match to its end by the rules, one seat by the game's bot, the other by lot; and close it."""
    scribe, lot = Scribe(ledger), random.Random(seed)
    match = ledger.match(match_id)
    version = match.version
    while not match.is_over:
        seat = match.to_act[0]
        actions = list(legal_actions(match.opening, match.table, seat))
        sees = seat == 1 + seed % 2
        action = BOT.choose(match.opening, match.table, seat, lot.randrange) if sees else lot.choice(actions)
        match.play(seat, action, match.chance((), None), scribe.stamp())
    match.close(scribe.stamp())
    ledger.save(match, expected_version=version)
    TournamentCommands(scribe).closed(match_id)


def test_people_play_some_rounds(people: People, base: str, ledger: Ledger) -> None:
    queries = people.come("organiser", viewport=DESK, at="/tournaments")
    queries.get_by_role("link", name="New tournament").click()
    queries.get_by_label("Title").fill("Autumn Open")
    queries.get_by_label("Game").select_option("morris")
    queries.get_by_label("Rounds").fill(str(ROUNDS))
    expect(queries.get_by_label("Format")).to_have_value("swiss")  # what fits the game comes by itself
    shot(queries, "new")
    fits(queries)
    queries.get_by_role("button", name="Create tournament").first.click()

    queries.get_by_label("One name per line").fill("\n".join(TWELVE[: PEOPLE - 1]))
    queries.get_by_role("button", name="Add entrants").click()
    expect(queries.locator(".entrants li")).to_have_count(PEOPLE - 1)
    door = queries.get_by_role("link", name="Registration page").get_attribute("href")
    assert door is not None
    late = people.by(door.replace(REACH, base), viewport=PHONE, device_scale_factor=2 if SHOTS else 1)
    fits(late)
    shot(late, "door")
    late.get_by_label("Your name").fill(TWELVE[PEOPLE - 1])
    late.get_by_role("button", name="Enter", exact=True).click()
    expect(late.get_by_text("Your table appears here")).to_be_visible()
    expect(queries.locator(".entrants li")).to_have_count(PEOPLE)  # by itself
    shot(queries, "people")
    fits(queries)
    tournament = queries.url.split("/")[4]
    hall = f"{base}/t/{tournament}"

    for number in range(1, ROUNDS + 1):
        queries.goto(hall)
        queries.get_by_role("button", name=f"Pair round {number}").click()
        expect(queries.locator("[id^=table-]")).to_have_count(TABLES)
        queries.get_by_role("button", name="Start all matches").click()
        to_play = late.get_by_role("link", name="Play", exact=True)
        expect(to_play).to_be_visible()  # on the phone, by itself
        if number == 2:
            shot(late, "me")
            fits(late)
        to_play.click()
        expect(late.locator(".live")).to_be_visible()
        expect(late.get_by_text("Signed in as seat")).to_be_visible()
        matches = queries.locator("[id^=table-] a.button").evaluate_all(
            "all => all.map((one) => one.href.split('/').pop())"
        )
        assert len(matches) == TABLES
        for n, match in enumerate(matches):
            play(ledger, match, 10 * number + n)
            if number == 2 and n == TABLES - 3:
                expect(queries.locator("#hall-now .turn-of")).to_have_count(2)  # results come in by themselves
                shot(queries, "round")
                fits(queries)
                look_about(queries, hall)
        late.goto(f"{hall}/me")
        queries.goto(hall)

    queries.get_by_role("button", name="Finish tournament").click()
    shot(queries, "finished")
    queries.get_by_role("link", name="Certificate").click()
    expect(queries.get_by_text("Autumn Open").first).to_be_visible()
    shot(queries, "certificate")
    verify_ledger(ledger)


def look_about(queries: Page, hall: str) -> None:
    """Every page of the organiser fits a phone, and is read by night."""
    queries.emulate_media(color_scheme="dark")
    queries.set_viewport_size(PHONE)
    for name in ("", "/people", "/rulings", "/links", "/tables"):
        queries.goto(hall + name)
        fits(queries)
        shot(queries, f"night{name.replace('/', '-')}")
    queries.set_viewport_size(DESK)
    queries.emulate_media(color_scheme="light")
    queries.goto(hall)
