"""Check-in before round one, and byes that players ask for on their own page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done, token_of
from tests.replays.web.tournaments.test_pages import SITE, went

REQUESTS = {"half_points": 1, "last_round": 2}


def tokens(service: Service, organiser: str, found: str) -> dict[str, str]:
    """Return each player's token by name, in the round that is paired now."""
    tables = service.get(f"/api/v1/tournaments/{found}/links", organiser).json()["tables"]
    return {one["name"]: token_of(one["link"]) for table in tables for one in table["players"]}


def ask(service: Service, token: str, found: str, **said: Any) -> httpx.Response:
    told = {"command": service.command(), **said}
    return service.ask("POST", f"/t/{found}/request", token, data=told, headers=SITE)


def byes(service: Service, organiser: str, found: str, number: int) -> Mapping[str, str]:
    return dict(service.get(f"/api/v1/tournaments/{found}/rounds/{number}", organiser).json()["byes"])


def test_a_player_asks_for_a_bye_and_is_left_out_of_that_round(
    service: Service, organiser: str, ledger: Ledger
) -> None:
    """Given a plan that gives each a half-point bye; one asks for two. Officials may say otherwise."""
    found = announced(service, organiser, requests=REQUESTS)
    done(service, organiser, found, "pairings")
    mine = tokens(service, organiser, found)
    page = service.get(f"/t/{found}/me", mine["Ada"]).text
    assert "Request bye" in page
    assert ask(service, mine["Ada"], found, round="1", kind="zero").status_code == 409, "round 1 is paired"
    assert ask(service, mine["Ada"], found, round="3", kind="half").status_code == 409, "the plan says: until round 2"
    assert ask(service, mine["Ada"], found, round="2", kind="half").status_code == 303
    assert ask(service, mine["Ben"], found, round="2", kind="zero").status_code == 303
    assert ask(service, mine["Ben"], found, round="2", kind="none").status_code == 303
    assert ask(service, mine["Cleo"], found, round="2", kind="zero").status_code == 303
    assert ask(service, mine["Dora"], found, number="1", round="2", kind="zero").status_code == 403
    assert "Cancel request" in service.get(f"/t/{found}/me", mine["Ada"]).text
    for table in (1, 2):
        done(service, organiser, found, "reports", table=table, result="1-0")
    hall = service.get(f"/t/{found}", organiser).text
    assert '<option value="1=half" selected>' in hall
    went(service, organiser, f"/t/{found}", f"/t/{found}/pair", bye="3=none")
    assert byes(service, organiser, found, 2) == {"Ada": "half"} | {
        name: kind for name, kind in byes(service, organiser, found, 2).items() if kind == "pairing"
    }
    assert not verify(of_ledger(ledger, found)).findings


def test_who_is_not_here_is_left_out_of_the_first_round(service: Service, organiser: str) -> None:
    """Given four on the list, of whom the desk checks in three; the pairing of round one leaves the fourth out."""
    found = announced(service, organiser)
    people = f"/t/{found}/people"
    assert "0 / 4" in service.get(people, organiser).text
    for number in (1, 2, 3):
        told = {"command": service.command(), "number": number, "here": "yes"}
        answer = service.ask("POST", f"/t/{found}/here", organiser, data=told, headers=SITE)
        assert answer.headers["location"] == f"{people}#entrant-{number}"
    assert "3 / 4" in service.get(people, organiser).text
    assert "not checked in" in service.get(f"/t/{found}", organiser).text
    done(service, organiser, found, "pairings")
    assert byes(service, organiser, found, 1)["Dora"] == "zero"
    told = {"command": service.command(), "number": 4, "here": "yes"}
    late = service.ask("POST", f"/t/{found}/here", organiser, data=told, headers=SITE)
    assert (late.status_code, "round 1 is paired" in late.text) == (409, True)


def test_without_a_check_in_everybody_on_the_list_is_paired(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    assert byes(service, organiser, found, 1) == {}
