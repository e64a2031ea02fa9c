"""Who may do what: every route there is, and everybody who may come to it.

A new route fails here until somebody has decided who may use it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ledger.ledger import Ledger
from replays.web.access import ORGANISER, RECORDER, ROLES, SPECTATOR, Access
from replays.web.limits import Buckets
from tests.web.conftest import Service

ALL = "organiser recorder seat judge spectator link"
PUBLIC = f"{ALL} other expired revoked nobody"
WITHOUT_MATCH = f"{ALL} other"

GET: dict[str, str] = {
    "/": WITHOUT_MATCH,
    "/api/v1/checkpoint": "organiser judge",
    "/api/v1/games": WITHOUT_MATCH,
    "/api/v1/games/{game}": WITHOUT_MATCH,
    "/api/v1/matches": WITHOUT_MATCH,
    "/api/v1/matches/{match_id}": ALL,
    "/api/v1/matches/{match_id}/audit": "organiser judge",  # and everybody, once the match is closed: see below
    "/api/v1/matches/{match_id}/board.svg": ALL,
    "/api/v1/matches/{match_id}/bundle": "organiser judge",
    "/api/v1/matches/{match_id}/consent": ALL,
    "/api/v1/matches/{match_id}/keys": ALL,
    "/api/v1/matches/{match_id}/legal": ALL,
    "/api/v1/matches/{match_id}/log": ALL,
    "/api/v1/matches/{match_id}/report": "organiser judge",
    "/api/v1/matches/{match_id}/result-text": ALL,
    "/api/v1/matches/{match_id}/trail": "organiser judge",
    "/api/v1/me": WITHOUT_MATCH,
    "/api/v1/openapi.json": PUBLIC,
    "/api/v1/passes": "organiser",
    "/api/v1/statistics": WITHOUT_MATCH,
    "/checkpoint": "organiser judge",
    "/enter/{token}": PUBLIC,  # with a token of somebody's: that is the door
    "/healthz": PUBLIC,
    "/links": "organiser",
    "/m/{match_id}": ALL,
    "/m/{match_id}/chair": PUBLIC,
    "/m/{match_id}/file": ALL,
    "/m/{match_id}/judge": "organiser judge",
    "/m/{match_id}/key": "organiser seat judge",
    "/m/{match_id}/other": "organiser recorder seat",
    "/m/{match_id}/part": ALL,
    "/m/{match_id}/public": "organiser recorder judge",
    "/m/{match_id}/replay": ALL,
    "/m/{match_id}/share": "organiser recorder judge",
    "/m/{match_id}/steps": ALL,
    "/m/{match_id}/thumbnail": ALL,
    "/m/{match_id}/watch": ALL,
    "/matches.csv": WITHOUT_MATCH,
    "/metrics": "organiser",
    "/new": "organiser",
    "/offline": PUBLIC,
    "/people": WITHOUT_MATCH,
    "/people.csv": WITHOUT_MATCH,
    "/result": "organiser",
    "/rules/{game}": WITHOUT_MATCH,
    "/see/{token}/file": PUBLIC,  # with a spectator's token: the link for everybody
    "/see/{token}/replay": PUBLIC,
    "/see/{token}/steps": PUBLIC,
    "/static/{name}": PUBLIC,
    "/worker.js": PUBLIC,
}
STREAM = "/api/v1/matches/{match_id}/events"  # for all who may see the match; it has no end to wait for

OF_SEAT_1 = {"holder": "seat:1", "key": "A" * 43 + "=", "proof": "A" * 86 + "=="}

WRITE: dict[str, tuple[str, dict[str, Any]]] = {
    "/api/v1/matches": ("organiser", {"game": "freeform", "names": ["Ada"]}),
    "/api/v1/matches/{match_id}/chairs": (PUBLIC, {"pin": "PIN"}),
    "/api/v1/matches/{match_id}/beacon": (
        "organiser recorder seat",
        {"round": 1, "randomness": "0" * 64, "signature": "0" * 96},
    ),
    "/api/v1/matches/{match_id}/close": ("organiser recorder judge", {"abandoned": True}),
    "/api/v1/matches/{match_id}/consent": ("seat", {"request": "0" * 16, "agrees": False}),
    "/api/v1/matches/{match_id}/contributions": ("organiser recorder seat", {"seat": 1, "commitment": "0" * 64}),
    "/api/v1/matches/{match_id}/descriptions": ("organiser recorder judge", {"title": "A final"}),
    "/api/v1/matches/{match_id}/keys": ("organiser seat", OF_SEAT_1),  # a judge its own: see test_own_keys.py
    "/api/v1/matches/{match_id}/missed": ("organiser recorder judge", {"moves": 1}),
    "/api/v1/matches/{match_id}/moves": ("organiser recorder seat", {"action": {"do": "skip"}}),
    "/api/v1/matches/{match_id}/notes": ("organiser recorder seat judge", {"text": "a remark"}),
    "/api/v1/matches/{match_id}/pin": ("organiser recorder", {}),
    "/api/v1/matches/{match_id}/preview": ("organiser recorder seat", {"seat": 1, "action": {"do": "skip"}}),
    "/api/v1/matches/{match_id}/restores": ("organiser recorder seat judge", {}),
    "/api/v1/matches/{match_id}/rulings": ("organiser judge", {"clause": "1", "reason": "so"}),
    "/api/v1/matches/{match_id}/share": ("organiser recorder judge", {}),
    "/api/v1/matches/{match_id}/signatures": ("organiser", {"holder": "judge"}),
    "/api/v1/matches/{match_id}/take-backs": ("organiser recorder seat judge", {}),
    "/api/v1/passes": ("organiser", {"role": "spectator"}),
    "/api/v1/results": (
        "organiser",
        {"title": "Catan", "players": [{"name": "Ada", "won": True}], "command_id": "roles-result"},
    ),
    "/api/v1/passes/{pass_id}": ("organiser", {}),
    "/as": ("", {"held": "0" * 16}),  # for whose device holds that pass: see test_devices.py
    "/language": (PUBLIC, {"lang": "it"}),
    "/leave": (PUBLIC, {}),
    "/m/{match_id}/chair": (PUBLIC, {"pin": "PIN", "seat": "recorder"}),
    "/m/{match_id}/public": ("organiser recorder judge", {}),
}
UNVERSIONED = (
    "/beacon",
    "/contributions",
    "/preview",
    "/matches",
    "/results",
    "/chairs",
    "/consent",
    "/pin",
    "/share",
    "/signatures",
    "/keys",
    "/passes",
    "/{pass_id}",
)


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "take", lambda self, client, now: True)


@pytest.fixture
def people(service: Service, ledger: Ledger, match: str) -> dict[str, str]:
    """A token for everybody who may come."""
    found = {role: service.token(role, match=None if role == ORGANISER else match, seat=1 if role == "seat" else None)
             for role in ROLES}  # fmt: skip
    giver = service.access.grant(RECORDER)[0]
    long_ago = Access(ledger, lambda: datetime.now(UTC) - timedelta(days=9))
    gone, revoked = service.access.grant("organiser")
    service.access.revoke(gone.id)
    return {
        **found,
        "link": service.access.share(giver, match),
        "other": service.token("recorder", match="another"),
        "expired": long_ago.grant("organiser", days=1)[1],
        "revoked": revoked,
        "nobody": "",
    }


def test_every_route_has_a_decision(service: Service) -> None:
    reading = {path for method, path in service.routes() if method == "GET"}
    writing = {path for method, path in service.routes() if method != "GET"}
    assert reading == {*GET, STREAM}
    assert writing == set(WRITE)


def allowed(service: Service, people: dict[str, str], method: str, path: str, body: dict[str, Any] | None) -> str:
    """Return who is not refused for want of a pass that may."""
    found = []
    for name, token in people.items():
        more: dict[str, Any] = {"headers": {"Origin": "http://table.test"}}
        if body is not None:
            more |= {"data": body} if not path.startswith("/api/") else {"json": body}
        answer = service.ask(method, path, token, **more)
        refused = answer.status_code in (401, 403) and "access." in answer.text
        assert refused or answer.status_code < 500, (name, path, answer.text)
        found += [] if refused else [name]
    return " ".join(found)


def test_who_may_read_what(service: Service, people: dict[str, str], match: str) -> None:
    found = {}
    for path in GET:
        known = {"match_id": match, "game": "ultime", "token": people[SPECTATOR], "name": "style.css"}
        found[path] = allowed(service, people, "GET", path.format(**known), None)
    assert found == GET


def test_who_may_do_what(service: Service, organiser: str, people: dict[str, str], match: str) -> None:
    found: dict[str, str] = {}
    methods = {path: method for method, path in service.routes() if method != "GET"}
    service.record(match, people["seat"], "moves", action={"do": "skip"})
    for path, (_, body) in WRITE.items():
        pin = service.post(f"/api/v1/matches/{match}/pin", organiser).json()["pin"]
        sent = {key: pin if value == "PIN" else value for key, value in body.items()}
        if path.startswith("/api/") and not path.endswith(UNVERSIONED):
            sent |= {"command_id": f"roles-{len(found):04}"}
            sent |= (
                {} if path.endswith(("/notes", "/descriptions")) else {"expected_version": 1}
            )  # stale: refused, but not for the pass
        found[path] = allowed(
            service, people, methods[path], path.format(match_id=match, pass_id="0" * 16), sent if sent else None
        )
    assert found == {path: who for path, (who, _) in WRITE.items()}


def test_what_depends_on_the_match(service: Service, organiser: str, people: dict[str, str], match: str) -> None:
    body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "outcomes": [1], "take_back": "consent"}
    strict = service.post("/api/v1/matches", organiser, **body).json()["id"]
    seat = service.token("seat", match=strict, seat=1)
    assert service.record(strict, seat, "restores").json()["code"] == "access.denied"
    service.record(match, organiser, "close", abandoned=True)
    path = f"/api/v1/matches/{match}/audit"
    assert allowed(service, people, "GET", path, None) == ALL


def test_a_stream_is_for_those_who_see_the_match(service: Service, people: dict[str, str], match: str) -> None:
    path = STREAM.format(match_id=match)
    refused = {name for name in PUBLIC.split() if name not in ALL.split()}
    assert {service.get(path, people[name]).json()["code"] for name in refused} == {"access.none", "access.denied"}
