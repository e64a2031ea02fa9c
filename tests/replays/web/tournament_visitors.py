"""A tournament in the service for tests: announce, enter, play."""

from __future__ import annotations

import json
from typing import Any

from tests.replays.web.conftest import Service

PLAN = {"title": "Autumn Open", "stages": [{"name": "Swiss", "kind": "swiss", "rounds": 3, "game": "freeform",
        "tie_breaks": ["buchholz", "wins"], "late": {"until": 2}}]}  # fmt: skip
FOUR = ("Ada", "Ben", "Cleo", "Dora")


def do(service: Service, token: str, tournament: str, what: str, **body: Any) -> Any:
    """Send a new command for a tournament; return the answer."""
    given = body if what in ("starts", "passes") else {"command_id": service.command(), **body}
    return service.post(f"/api/v1/tournaments/{tournament}/{what}", token, **given)


def done(service: Service, token: str, tournament: str, what: str, **body: Any) -> dict[str, Any]:
    """Send a command that must succeed; return its result."""
    answer = do(service, token, tournament, what, **body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def announced(service: Service, token: str, people: tuple[str, ...] = FOUR, **more: Any) -> str:
    """Announce a tournament and enter people; return its id."""
    plan = {**PLAN, "stages": [{**PLAN["stages"][0], **more}]}  # type: ignore[dict-item]
    answer = service.post("/api/v1/tournaments", token, command_id=service.command(), plan=json.dumps(plan))
    assert answer.status_code == 201, answer.text
    found = str(answer.json()["tournament"])
    if people:
        done(service, token, found, "entrants", people=[{"name": name} for name in people])
    return found


def token_of(link: str) -> str:
    """Return the token of a link."""
    return link.rpartition("/")[2]


def play(service: Service, match: str, token: str, winner: int = 1) -> None:
    """Play a match to its end and close it, with a link that records for all seats."""
    told = service.record(match, token, "moves", seat=winner, action={"do": "finish", "winners": [winner]})
    assert told.status_code == 201, told.text
    assert service.record(match, token, "close").status_code == 201
