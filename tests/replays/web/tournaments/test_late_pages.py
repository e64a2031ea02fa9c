"""A tournament's page and its wall show new results even if the first requests for them failed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.publicity import show
from tests.depth import a_few
from tests.ledger.played_tournaments import hall, opened
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


@pytest.fixture
def officials(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def found(officials: TournamentCommands, ledger: Ledger) -> str:
    """A tournament of four whose names are shown, before its first round."""
    found = opened(officials, ["Ada", "Ben", "Cleo", "Dan"])
    show(ledger, found, names=True, by="organiser")
    return found


def fail_twice(page: Page, path: str) -> list[str]:
    """Let the next two responses at a path fail; return a list of them."""
    failed = list[str]()

    def handle(route: Route) -> None:
        if len(failed) == 2:
            route.continue_()
        elif failed:
            failed.append("busy")
            route.fulfill(status=503, body="")
        else:
            failed.append("lost")
            route.abort("connectionreset")

    page.route(f"**{path}", handle)
    return failed


@pytest.mark.parametrize("path", a_few(["", "/wall"], 1))
def test_a_round_that_was_paired_is_shown_although_the_page_did_not_come_at_first(
    people: People, base: str, officials: TournamentCommands, found: str, path: str
) -> None:
    page = people.come("organiser", at=None, service_workers="block")
    with page.expect_response("**/events*"):
        page.goto(f"{base}/t/{found}{path}")
    page.wait_for_timeout(500)  # what the stream tells at its begin
    failed = fail_twice(page, f"/t/{found}/wall/part" if path else f"/t/{found}")
    officials.pair(found, seed=1)
    expect(page.locator("#wall" if path else "#hall-now")).to_contain_text("Round 1")
    assert failed == ["lost", "busy"]
    people.complaints[:] = [one for one in people.complaints if "registration blocked by Playwright" not in one]
