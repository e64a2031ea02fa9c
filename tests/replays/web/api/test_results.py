"""Results and templates over the API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tablescribe.ledger.matches.results import InTheFuture, check_past
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


@pytest.mark.parametrize("played", ["2999-01-02", "2999-01-02 20:15", "2999-01-02 20:15+01:00"])
def test_a_day_to_come_is_refused_until_somebody_is_sure(service: Service, organiser: str, played: str) -> None:
    body = {**RESULT, "played": played}
    answer = service.post("/api/v1/results", organiser, **body, command_id="evening-5")
    assert (answer.status_code, answer.json()["code"]) == (409, "result.future"), answer.text
    assert "`future`" in answer.json()["hint"]
    done = service.post("/api/v1/results", organiser, **body, future=True, command_id="evening-5")
    assert done.status_code == 201, done.text
    corrections = f"/api/v1/matches/{done.json()['id']}/corrections"
    day = {
        "played": "2999-01-03",
        "reason": "later",
        "command_id": "evening-6",
        "expected_version": done.json()["version"],
    }
    assert service.post(corrections, organiser, **day).json()["code"] == "result.future"
    assert service.post(corrections, organiser, **day, future=True).status_code == 201


def test_today_is_nowhere_in_the_future() -> None:
    """Where it is tomorrow already, people record today's matches, too."""
    now = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
    for day in ("2026-11-26", "2026-11-27", "2026-11-27 01:30", "2026-11-26 13:00+01:00", ""):
        check_past(day, now)
    for day in ("2026-11-28", "2026-11-27 02:30", "2026-11-26 13:01+01:00"):
        with pytest.raises(InTheFuture, match="is in the future"):
            check_past(day, now)


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
