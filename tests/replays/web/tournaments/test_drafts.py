"""The draft of a round: only officials see it, swaps list the rules they break, publishing records both."""

from __future__ import annotations

import re
from typing import Any

import httpx

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.tournaments.drafts import draft_of
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, do, done, token_of
from tests.replays.web.tournaments.test_pages import SITE

DRAFT = re.compile(r'<section id="draft">.*?</section>', re.S)


def asks(service: Service, organiser: str, found: str, what: str = "", **said: Any) -> httpx.Response:
    """Submit a form of the draft's page."""
    shown = DRAFT.search(service.get(f"/t/{found}", organiser).text)
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', shown[0])) if shown else {}
    path = f"/t/{found}/draft" + (f"/{what}" if what else "")
    return service.ask("POST", path, organiser, data={**hidden, **said}, headers=SITE)


def pairs(service: Service, organiser: str, found: str, number: int) -> list[list[str]]:
    told = service.get(f"/api/v1/tournaments/{found}/rounds/{number}", organiser).json()
    return [one["names"] for one in told["tables"]]


def played(service: Service, organiser: str, found: str) -> None:
    """Pair round 1 of four entrants, and let the first seats win."""
    done(service, organiser, found, "pairings")
    for table in (1, 2):
        done(service, organiser, found, "reports", table=table, result="1-0")


def test_a_draft_is_for_officials_until_it_is_published(service: Service, organiser: str, ledger: Ledger) -> None:
    found = announced(service, organiser)
    base = f"/t/{found}"
    played(service, organiser, found)
    players = service.get(f"/api/v1/tournaments/{found}/links", organiser).json()["tables"][0]["players"]
    assert asks(service, organiser, found).status_code == 303
    page = service.get(base, organiser).text
    assert "Draft of round 2" in page
    for token in (token_of(players[0]["link"]), service.token("spectator", match=found)):
        assert "Draft of round" not in service.get(base, token).text
    assert service.get(f"/api/v1/tournaments/{found}", organiser).json()["round"] == 1
    first = pairs(service, organiser, found, 1)
    tables = re.findall(r'name="person" value="(\d)"> (\w+)', page.partition('id="draft"')[2])
    number = {name: value for value, name in tables}
    # Everybody meets again: who played at table 1 in round 1 is put at one table.
    (one, _), (other, partner) = tables[0], tables[1]
    again = next(a if b == tables[0][1] else b for a, b in first if tables[0][1] in (a, b))
    assert partner != again
    told = asks(service, organiser, found, "swap", person=[other])
    assert (told.status_code, "Tick two people" in told.text) == (409, True)
    assert asks(service, organiser, found, "swap", person=[other, number[again]]).status_code == 303
    page = service.get(base, organiser).text
    assert page.count("have played each other") == 2
    assert "ifferent score groups" in page
    late = asks(service, organiser, found, "swap", person=[one, other], revision="1")
    assert (late.status_code, "Someone else changed the draft" in late.text) == (409, True)
    assert asks(service, organiser, found, "publish", reason="they asked for it").status_code == 303
    assert {frozenset(pair) for pair in pairs(service, organiser, found, 2)} == set(map(frozenset, first))
    log = service.get(f"/api/v1/tournaments/{found}/log", organiser).json()
    assert [one["type"] for one in log[-2:]] == ["Paired", "Adjusted"]
    assert "Draft of round" not in service.get(base, organiser).text
    assert not verify(of_ledger(ledger, found)).findings


def test_a_draft_keeps_its_seed_and_is_refused_after_something_changed(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    base = f"/t/{found}"
    played(service, organiser, found)
    assert asks(service, organiser, found).status_code == 303
    before = service.get(base, organiser).text
    done(service, organiser, found, "withdrawals", number=4)
    told = asks(service, organiser, found, "publish")
    assert (told.status_code, "Make a new draft" in told.text) == (409, True)
    assert asks(service, organiser, found, "discard").status_code == 303
    assert "Draft first" in service.get(base, organiser).text
    assert asks(service, organiser, found).status_code == 303
    assert "Draft of round 2" in before
    assert asks(service, organiser, found, "publish").status_code == 303
    assert service.get(f"/api/v1/tournaments/{found}", organiser).json()["round"] == 2


def test_the_desk_makes_no_draft(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    link = do(service, organiser, found, "passes", role="desk").json()["link"]
    told = service.ask("POST", f"/t/{found}/draft", token_of(link), headers={"Origin": "http://table.test"})
    assert told.status_code == 403


def test_drafting_again_draws_no_other_lot(service: Service, organiser: str, ledger: Ledger) -> None:
    """Given a round that is drafted, thrown away, and drafted again; its seed stays the first, and is published."""
    found, seeds = announced(service, organiser), list[int]()
    for _ in range(2):
        assert asks(service, organiser, found).status_code == 303
        kept = draft_of(ledger, ledger.tournament(found))
        assert kept is not None
        seeds.append(kept.draft.made.seed)
        assert asks(service, organiser, found, "discard").status_code == 303
    done(service, organiser, found, "pairings")
    assert [ledger.tournament(found).seating(1).paired.seed] * 2 == seeds
