"""Sharing a replay: as a link for everybody, and as one file that needs no service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.in_course import RECORDS
from tests.replays.web.pages.test_panels import PHONE
from tests.replays.web.pages.test_replay_page import at_move, press
from tests.replays.web.visitors import People, base, browser, people

__all__ = ["base", "browser", "people"]

SLOW = 60_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


@pytest.fixture(scope="module")
def ledger(folder: Path) -> Iterator[Ledger]:
    session = RECORDS / "ultime" / "four_players.jsonl"
    assert CliRunner().invoke(cli, ["--ledger", f"{folder}/ledger.db", "record", str(session)]).exit_code == 0
    ledger = open_ledger(folder / "ledger.db")
    Scribe(ledger).close(ledger.match_ids()[0])
    yield ledger
    ledger.close()


@pytest.fixture(scope="module")
def match(ledger: Ledger) -> str:
    return ledger.match_ids()[0]


# --- the link for everybody ----------------------------------------------------------------------


def test_the_link_opens_for_anybody_and_ends_when_it_is_taken_back(
    people: People, browser: Browser, ledger: Ledger, match: str
) -> None:
    """Given a link that a recorder made, it outlives the recorder's pass, until an organiser takes it back."""
    recorder = people.come("recorder", match, at=f"/m/{match}/replay")
    recorder.get_by_role("link", name="Public replay link").click()
    recorder.get_by_role("button", name="Create link").click()
    link = recorder.locator("#public").input_value()
    assert recorder.get_by_role("button", name="Revoke link").count() == 0
    for one in people.access.passes(match):
        if one.role == "recorder":
            people.access.revoke(one.id)
    anybody = browser.new_context(viewport=ViewportSize(width=360, height=740)).new_page()
    anybody.goto(f"{link}?move=10")
    anybody.locator("#step[aria-busy=false]").wait_for(timeout=SLOW)
    press(anybody, "ArrowRight", 20)
    at_move(anybody, 30)
    assert anybody.context.cookies() == []
    assert anybody.locator("#remark").count() == 0
    organiser = people.come("organiser", at=f"/m/{match}/public")
    assert organiser.locator("#public").input_value() == link
    organiser.goto(link)
    expect(organiser.locator("#step")).to_be_visible()
    organiser.goto(f"{people.base}/m/{match}/public")  # who has come in stays who they are
    organiser.get_by_role("button", name="Revoke link").click()
    expect(organiser.get_by_role("button", name="Create link")).to_be_visible()
    answer = anybody.reload()
    assert answer is not None
    assert answer.status == 401
    anybody.context.close()


def test_no_other_pass_opens_a_match_by_that_address(people: People, match: str) -> None:
    service_pass = people.access.grant("seat", match=match, seat=1)[1]
    with httpx.Client(base_url=people.base, timeout=60) as spectator:
        assert spectator.get(f"/enter/{people.access.grant('spectator', match=match)[1]}").status_code == 200
        assert spectator.get(f"/see/{service_pass}/replay").status_code == 401


# --- the file ------------------------------------------------------------------------------------


def written(ledger: Ledger, folder: Path, match: str, *options: str) -> Path:
    file = folder / f"{len(options)}.html"
    done = CliRunner().invoke(cli, ["--ledger", f"{folder}/ledger.db", "replay", match, "--html", str(file), *options])
    assert done.exit_code == 0, done.output
    assert "57 moves" not in done.output or str(file) in done.output
    return file


def alone(browser: Browser, file: Path, **options: object) -> tuple[Page, list[str]]:
    """Open a file in an offline browser; return the page, and its errors and requests."""
    context = browser.new_context(**{"viewport": PHONE, "offline": True, **options})  # type: ignore[arg-type]
    page, heard = context.new_page(), list[str]()
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url) if request.url != file.as_uri() else None)
    page.goto(file.as_uri())
    return page, heard


def test_the_file_steps_without_a_connection_in_the_readers_language(
    browser: Browser, ledger: Ledger, folder: Path, match: str
) -> None:
    file = written(ledger, folder, match, "--language", "de")
    page, heard = alone(browser, file)
    heading = page.locator(".said h2")
    expect(heading).to_have_text("Zug 0")
    page.locator("#forward:not([aria-disabled=true])").wait_for(timeout=SLOW)
    press(page, "ArrowRight", 20)
    expect(heading).to_have_text("Zug 21", timeout=SLOW)
    page.locator("#last").click()
    expect(page.locator("#won")).to_have_text("Gewonnen hat Dan: Ada 1, Ben 8, Cleo 10, Dan 12", timeout=SLOW)
    assert page.locator("[data-kind=board] svg").count() == 1
    page.locator("#lines [data-move='12'] a").click()
    expect(heading).to_have_text("Zug 12")
    page.wait_for_url(re.compile("#move=12$"), timeout=SLOW)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert [one for one in heard if not one.startswith("data:")] == []
    page.context.close()


def test_the_file_is_small_and_forbids_all_that_is_not_in_it(ledger: Ledger, folder: Path, match: str) -> None:
    html = written(ledger, folder, match).read_text("utf-8")
    assert len(html) < 150_000
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;; script-src &#39;sha256-")
    assert not re.findall(r'(?:src|href)="(?!#)', html)
