"""Whole matches in a real browser: opened, recorded by thumb, closed, replayed and audited on the pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablescribe.domain.games import opening
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.opening import Opening
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.reading.reader import Reader
from tests.depth import a_few, times
from tests.replays.web.visitors import People, base, browser, ledger, people
from tests.tools.make_golden import FOLDER, golden

__all__ = ["base", "browser", "ledger", "people"]


@pytest.mark.parametrize(
    ("record", "by_thumbs"),
    a_few([("ultime/three_players", times(3, 38)), ("expeditions/humans_fourth", times(3, 15))], 1),
)
def test_a_whole_match_recorded_on_the_page_is_the_golden_one(
    people: People, ledger: Ledger, record: str, by_thumbs: int
) -> None:
    """The last lines of the record are recorded on the page; those before go straight into the ledger."""
    new, *lines = map(json.loads, (FOLDER / f"{record}.jsonl").read_text("utf-8").splitlines())
    scribe = Scribe(ledger)
    page = people.come("organiser", at=None)
    match = opened(page, people.base, **new["new"])
    for line in lines[:-by_thumbs]:
        straight_into_the_ledger(scribe, match, dict(line))
    for line in lines[-by_thumbs:]:
        by_thumb(page, ledger, match, dict(line))
    page.get_by_role("button", name="Record result and close").click()
    expect(page.locator("#turn")).to_contain_text("Closed")
    assert golden(scribe, scribe.match(match)).splitlines()[:-2] == expected(record)[:-1]

    page.locator("#more").click()
    page.locator("#links").get_by_role("link", name="Replay").click()
    expect(page.locator(".said h2")).to_contain_text(f"Move {scribe.match(match).head}")
    page.goto(f"{people.base}/m/{match}/judge")
    expect(page.locator(".verdict")).to_contain_text("sound")
    expect(page.locator(".verdict")).to_have_class(re.compile("good"))


def expected(record: str) -> list[str]:
    return Path(FOLDER / f"{record}.golden").read_text("utf-8").splitlines()


def opened(page: Page, address: str, game: str, seats: list[str], options: dict[str, Any], outcomes: list[Any]) -> str:
    """Open a match with the form, and answer the questions of the set-up."""
    page.goto(f"{address}/new?game={game}")
    for k, name in enumerate(seats, start=1):
        page.fill(f"[name=name-{k}]", name)
    page.get_by_text("Game options").click()
    for name, value in options.items():
        field = page.locator(f"[name=option-{name}]")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    page.get_by_role("button", name="Start match").click()
    for outcome in outcomes:
        answer(page, opening(game, len(seats), options), outcome)
    page.wait_for_url(re.compile("/m/"))
    return page.url.rpartition("/")[2]


def answer(page: Page, opening: Opening, outcome: Outcome) -> None:
    """Enter an outcome."""
    page.locator("#ask[open]").wait_for()
    label = Reader(opening).name(str(outcome))
    asked = page.locator("#ask-title").inner_text()
    named = re.compile(rf"^{re.escape(label)}( · .+)?$")  # a lot that says a seat says who sits there
    page.locator("#ask-pad").get_by_role("button", name=named).click()
    page.wait_for_function(
        """asked => !document.querySelector("#ask[open]")
                 || document.getElementById("ask-title").textContent !== asked
                 || document.getElementById("ask-pad").contains(document.activeElement)""",
        arg=asked,
    )


def straight_into_the_ledger(scribe: Scribe, match: str, line: dict[str, Any]) -> None:
    if "undo" in line:
        scribe.undo(match, **line["undo"])
        return
    seat, outcomes = line.pop("seat"), line.pop("outcomes", ())
    scribe.play(match, seat, line, outcomes)


def by_thumb(page: Page, ledger: Ledger, match: str, line: dict[str, Any]) -> None:
    """Record one line, and wait until the page shows it."""
    now = ledger.match(match)
    expect(page.locator(".live")).to_have_attribute("data-version", str(now.version))
    if "undo" in line:
        take_back(page, **line["undo"])
    else:
        seat, outcomes = line.pop("seat"), line.pop("outcomes", ())
        press(page, seat, line)
        for outcome in outcomes:
            answer(page, now.opening, outcome)
    expect(page.locator(".live")).not_to_have_attribute("data-version", str(now.version))


def press(page: Page, seat: int, action: dict[str, Any]) -> None:
    """Press the button of an action, opening the headings above it as a thumb would."""
    buttons = page.locator(f"#choices [data-action][data-seat='{seat}']")
    wanted = [json.loads(text or "") for text in buttons.evaluate_all("all => all.map(one => one.dataset.action)")]
    button = buttons.nth(wanted.index(action))
    closed = button.locator("xpath=ancestor::details[not(@open)]/summary")
    while closed.count():
        closed.first.click()
    button.click()


def take_back(page: Page, agreed: list[int], reason: str) -> None:
    page.locator("#undo").click()
    for seat in agreed:
        page.locator(f"[name=agreed][value='{seat}']").check()
    page.fill("[data-post=take-backs] [name=reason]", reason)
    page.locator("[data-post=take-backs] button").click()
