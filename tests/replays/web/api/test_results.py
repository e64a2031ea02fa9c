"""Results and templates over the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.replays.web.conftest import Service

RESULT: dict[str, Any] = {
    "title": "Catan", "players": [{"name": "Ann", "points": 10, "won": True}, {"name": "Ben", "points": 7}],
    "played": "2026-11-20", "data": {"place": "Club"},
}  # fmt: skip


def test_a_result_over_the_api_is_recorded_once(service: Service, organiser: str) -> None:
    first = service.post("/api/v1/results", organiser, **RESULT, command_id="evening-1")
    again = service.post("/api/v1/results", organiser, **RESULT, command_id="evening-1")
    assert (first.status_code, again.status_code) == (201, 201), first.text
    assert first.json()["id"] == again.json()["id"]
    assert first.json()["result"]["winners"] == [1]
    assert first.json()["title"] == "Catan"


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": [{"name": "Ann", "points": 1}, {"name": "Ben"}]},
        {"players": [{"name": "Ann"}, {"name": "ann"}]},
        {"played": "2026-99-99"},
        {"players": []},
        {"title": ""},
    ],
)
def test_a_result_that_makes_no_sense_is_refused(service: Service, organiser: str, wrong: dict[str, Any]) -> None:
    answer = service.post("/api/v1/results", organiser, **{**RESULT, **wrong}, command_id="evening-2")
    assert answer.status_code in (409, 422), answer.text


def test_only_an_organiser_records_results(service: Service) -> None:
    answer = service.post("/api/v1/results", service.token("spectator"), **RESULT, command_id="evening-3")
    assert answer.status_code == 403


def test_a_template_over_the_api(service: Service, organiser: str) -> None:
    body = {"game": "freeform", "names": ["Ann", "Ben"], "template": "grid", "data": {"title": "Noughts"}}
    first = service.post("/api/v1/matches", organiser, **body, command_id="evening-4")
    assert first.status_code == 201, first.text
    assert first.json()["title"] == "Noughts"
    assert service.post("/api/v1/matches", organiser, **body, command_id="evening-4").json()["id"] == first.json()["id"]
    wrong = service.post("/api/v1/matches", organiser, **{**body, "template": "poker"})
    assert wrong.status_code == 422
