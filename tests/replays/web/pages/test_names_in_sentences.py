"""Sentences on pages name people; those of the API use the game's names, unless requested otherwise."""

from __future__ import annotations

from typing import Any

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.table.queries import hide_names
from tests.replays.web.conftest import Service


def test_pages_name_people_and_the_api_seats(service: Service, organiser: str, match: str) -> None:
    assert service.record(match, organiser, "moves", seat=1, action={"do": "skip"}).status_code == 201
    for page in ("", "/watch", "/part", "/replay"):
        shown = service.get(f"/m/{match}{page}", organiser).text
        assert "Ada (blue) skips and draws two movement cards" in shown, page
    steps = service.get(f"/m/{match}/steps", organiser).text
    assert "Ada (blue) skips" in steps
    api = service.get(f"/api/v1/matches/{match}/log", organiser)
    assert "blue skips" in api.text
    assert "Ada (blue)" not in api.text
    named = service.ask("GET", f"/api/v1/matches/{match}/log", organiser, headers={"Tablescribe-Names": "people"})
    assert "Ada (blue) skips" in named.text


def test_a_refusal_on_a_page_names_people(service: Service, organiser: str, match: str) -> None:
    def refused(**headers: str) -> Any:
        body = {"command_id": f"command-{len(headers)}", "expected_version": 1, "seat": 2, "action": {"do": "skip"}}
        path = f"/api/v1/matches/{match}/moves"
        return service.ask("POST", path, organiser, json=body, headers=headers).json()

    assert refused()["why"] == "it is blue's turn"
    named = refused(**{"Tablescribe-Names": "people"})
    assert named["why"] == "it is Ada (blue)'s turn"
    assert "Ada (blue) skips and draws two movement cards" in named["legal"]


def test_who_is_not_told_names_reads_the_seats(service: Service, ledger: Ledger, match: str) -> None:
    queries = service.app.state.queries
    told = queries.calling_people().reader(Scribe(ledger).match(match))
    assert told.name("seat:1") == "Ada (blue)"
    hidden = hide_names(queries).calling_people().reader(Scribe(ledger).match(match))
    assert hidden.name("seat:1") == "blue"
    ledger.erase("Ada")
    assert queries.calling_people().reader(Scribe(ledger).match(match)).name("seat:1") == "blue"


def test_the_lot_that_opens_a_match_is_told_by_the_people_who_were_entered(service: Service, organiser: str) -> None:
    body = {"command_id": service.command(), "game": "ultime", "names": ["Ada", "Ben", "Cleo"]}
    people, numbers = ["1 · Ada", "2 · Ben", "3 · Cleo"], ["1", "2", "3"]
    for headers, labels in (({"Tablescribe-Names": "people"}, people), ({}, numbers)):
        answer = service.ask("POST", "/api/v1/matches", organiser, json=body, headers=headers).json()
        assert [one["label"] for one in answer["question"]["possible"]] == labels
