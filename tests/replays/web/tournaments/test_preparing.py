"""Drafts, check-in and byes through the API; tags and prizes through the API and on pages."""

from __future__ import annotations

import json
from typing import Any

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import PLAN, announced, done
from tests.replays.web.tournaments.test_pages import SITE
from tests.support import has_word

PRIZES: dict[str, Any] = {"categories": [
    {"name": "Main", "prizes": [{"amount": 30000}, {"amount": 10001}]},
    {"name": "Juniors", "tag": "U18", "prizes": [{"amount": 5000}]},
]}  # fmt: skip


def with_prizes(service: Service, organiser: str) -> str:
    """Announce a tournament with prizes, and enter four people."""
    plan = json.dumps({**PLAN, "prizes": PRIZES})
    answer = service.post("/api/v1/tournaments", organiser, command_id=service.command(), plan=plan)
    found = str(answer.json()["tournament"])
    done(service, organiser, found, "entrants", people=[{"name": one} for one in ("Ada", "Ben", "Cleo", "Dora")])
    return found


def test_a_round_is_drafted_changed_and_published(service: Service, organiser: str, ledger: Ledger) -> None:
    found = announced(service, organiser)
    path = f"/api/v1/tournaments/{found}/draft"
    assert service.get(path, organiser).status_code == 409
    made = service.post(path, organiser).json()
    assert (made["revision"], made["changed"], len(made["tables"])) == (1, False, 2)
    one, other = (table["people"][0]["number"] for table in made["tables"])
    swapped = service.post(f"{path}/swaps", organiser, revision=1, one=one, other=other).json()
    assert (swapped["revision"], [table["changed"] for table in swapped["tables"]]) == (2, [True, True])
    assert service.post(f"{path}/swaps", organiser, revision=1, one=one, other=other).status_code == 409
    assert not service.post(f"{path}/restorations", organiser, revision=2).json()["changed"]
    swapped = service.post(f"{path}/swaps", organiser, revision=3, one=one, other=other).json()
    assert service.get(path, organiser).json() == swapped
    said = {"command_id": service.command(), "revision": 4, "reason": "siblings"}
    told = service.post(f"{path}/publications", organiser, **said)
    assert told.status_code == 201
    assert told.json()["tables"][0]["seats"] != []
    assert service.post(f"{path}/publications", organiser, **said).json() == told.json(), "a retry publishes once"
    assert not verify(of_ledger(ledger, found)).findings


def test_a_draft_is_discarded_and_players_never_see_it(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    path = f"/api/v1/tournaments/{found}/draft"
    made = service.post(path, organiser, byes={"1": "half"}).json()
    assert {one["kind"] for one in made["byes"]} >= {"half"}
    player = service.token("player", match=found, seat=1)
    for token in (player, service.token("public", match=found), service.token("desk", match=found)):
        assert service.get(path, token).status_code == 403
    assert service.ask("DELETE", path, organiser).json() == {"discarded": True}
    assert service.get(path, organiser).status_code == 409


def test_people_are_checked_in_and_ask_for_byes(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    path = f"/api/v1/tournaments/{found}"
    done(service, organiser, found, "check-ins", number=1)
    done(service, organiser, found, "check-ins", number=2)
    done(service, organiser, found, "check-ins", number=2, here=False)
    told = service.get(f"{path}/attendance", organiser).json()
    assert (told["here"], told["left_out"], told["open"]) == (1, [2, 3, 4], True)
    player = service.token("player", match=found, seat=3)
    assert service.get(f"{path}/attendance", player).status_code == 403
    done(service, player, found, "bye-requests", round=2, kind="zero")
    asked = service.get(f"{path}/bye-requests", organiser).json()["requests"]
    assert [(one["name"], one["round"], one["kind"]) for one in asked] == [("Cleo", 2, "zero")]
    done(service, organiser, found, "bye-requests", number=3, round=2, kind="none")
    assert service.get(f"{path}/bye-requests", organiser).json()["requests"] == []


def test_prizes_are_shown_to_everybody_with_what_is_left_over(service: Service, organiser: str) -> None:
    found = with_prizes(service, organiser)
    page = service.get(f"/t/{found}/prizes").text
    assert "300.00 EUR, 100.01 EUR" in page
    assert "300.00 EUR, 100.01 EUR" in service.get(f"/t/{found}/board").text
    tagged = service.post(f"/api/v1/tournaments/{found}/tags", organiser, numbers=[1, 2], tag="U18").json()
    assert [one["tags"] for one in tagged] == [["U18"], ["U18"], [], []]
    done(service, organiser, found, "pairings", seed=1)
    for table in (1, 2):
        done(service, organiser, found, "reports", table=table, result="½-½")
    told = service.get(f"/api/v1/tournaments/{found}/prizes", organiser).json()
    assert [one["amount"] for one in told["categories"][0]["awards"]] == [10000, 10000, 10000, 10000]
    assert told["categories"][0]["rounding"] == 1
    assert told["categories"][1]["not_won"]["amount"] == 5000, "both juniors win more in the first category"
    assert (told["paid"], told["left"], told["total"]) == (40000, 5001, 45001)
    page = service.get(f"/t/{found}/prizes").text
    assert "0.01 EUR is left over" in page
    assert "the organiser&#39;s word" in page
    assert not has_word(page, "Ada"), "everybody reads numbers"
    sheet = service.get(f"/t/{found}/prizes/sheet", organiser).text
    assert "PROVISIONAL" in sheet
    assert "Ada" in sheet
    assert told["digest"] in sheet


def test_officials_tick_who_has_a_tag(service: Service, organiser: str) -> None:
    found = with_prizes(service, organiser)
    base = f"/t/{found}"
    assert f'href="{base}/tags"' in service.get(f"{base}/people", organiser).text
    said = {"tag": "U18", "person": ["1", "3"]}
    assert service.ask("POST", f"{base}/tags", organiser, data=said, headers=SITE).status_code == 303
    page = service.get(f"{base}/tags", organiser).text
    assert page.count(" checked") == 2
    service.ask("POST", f"{base}/tags", organiser, data={"tag": "U18", "person": ["3"]}, headers=SITE)
    tags = service.get(f"/api/v1/tournaments/{found}/tags", organiser).json()
    assert [one["tags"] for one in tags] == [[], [], ["U18"], []]


def test_a_tournament_without_prizes_has_no_page_that_leads_to_them(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    assert f"/t/{found}/prizes" not in service.get(f"/t/{found}/board").text
    assert "has no prizes" in service.get(f"/t/{found}/prizes").text
    assert service.get(f"/t/{found}/prizes/sheet").status_code == 409
    assert service.get(f"/api/v1/tournaments/{found}/prizes", organiser).status_code == 409
