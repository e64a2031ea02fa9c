"""Acceleration is shown wherever people read a round: the plan, the pairings, the officials' page, the API."""

from __future__ import annotations

from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done
from tests.replays.web.tournaments.test_pages import SITE

EIGHT = ("Ada", "Ben", "Cleo", "Dora", "Egon", "Fee", "Gus", "Hana")
SAID = "for the first 4 in the starting list"


def test_a_round_says_that_it_is_accelerated_until_it_is_no_more(service: Service) -> None:
    token = service.token()
    found = announced(service, token, EIGHT, acceleration="baku", rounds=3, game="freeform")
    done(service, token, found, "pairings", seed=1)
    told = service.get(f"/api/v1/tournaments/{found}/rounds/1", token).json()["accelerated"]
    assert told == {"method": "baku", "points": "1", "numbers": [1, 2, 3, 4]}
    for page in ("", "/pairings"):
        assert f"Virtual points for pairing: +1 {SAID}" in service.get(f"/t/{found}{page}", token).text
    assert "Virtual points: 1 in round" in service.get(f"/t/{found}/board", token).text
    for number in (1, 2):
        for table in range(1, 5):
            done(service, token, found, "reports", table=table, round=number, winners=[1])
        done(service, token, found, "pairings", seed=1)
    assert SAID not in service.get(f"/t/{found}/pairings?round=3", token).text
    assert "accelerated" not in service.get(f"/api/v1/tournaments/{found}/rounds/3", token).json()


def test_the_form_offers_acceleration_for_a_swiss_only(service: Service) -> None:
    token = service.token()
    assert 'name="accelerated"' in service.get("/tournaments/new?game=morris&kind=swiss", token).text
    assert 'name="accelerated"' not in service.get("/tournaments/new?game=morris&kind=round_robin", token).text
    form = {"command": service.command(), "title": "Large Open", "kind": "swiss", "game": "morris", "rounds": "9",
            "seats": "2", "accelerated": "yes"}  # fmt: skip
    answer = service.ask("POST", "/tournaments/new", token, data=form, headers=SITE)
    assert answer.status_code == 303, answer.text
    tournament = answer.headers["location"].split("/")[2]
    assert service.get(f"/api/v1/tournaments/{tournament}", token).json()["plan"]["stages"][0]["acceleration"] == "baku"
