"""Moves answered by the fast path get the same answers as by the ordinary route, whatever is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import httpx
import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.direct_answers import DirectAnswers
from tests.replays.web.conftest import Service

DATABASES = ["sqlite", "postgresql"]
SKIP = {"do": "skip"}
ABOUT = ("content-type", "www-authenticate", "vary", "retry-after")


def sent(service: Service, match: str, token: str, body: bytes, kind: str) -> httpx.Response:
    headers = {"Content-Type": kind, "Accept-Encoding": "gzip"}
    return service.ask("POST", f"/api/v1/matches/{match}/moves", token, content=body, headers=headers)


def a_move(n: int, **more: Any) -> bytes:
    return json.dumps(
        {"command_id": f"directly-{n}", "expected_version": 1, "seat": 1, "action": SKIP, **more}
    ).encode()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (a_move(1), 201),
        (a_move(2, seat=2), 422),
        (a_move(3, action={"do": "fly"}), 422),
        (a_move(4, expected_version=7), 409),
        (a_move(5, lag="x"), 422),
        (a_move(6, more=1), 422),
        (b"{", 422),
        (b"", 422),
        (b"\xff", 422),
        (b"[1]", 422),
        (a_move(7, action={"do": "skip", "x": "y" * 70_000}), 413),
        (a_move(8, expected_version=1.0), 422),
        (a_move(9, expected_version="1"), 422),
        (a_move(10, as_played="no", lag=True), 422),
        (a_move(11, lag=float("nan")), 422),
        (a_move(12, action={"do": "skip", "x": float("inf")}), 422),
        (a_move(13, action={"do": "skip", "x": 10**400}), 422),
        (a_move(14, action={"do": "\ud800"}), 422),
        (a_move(15).decode().encode("utf-16"), 201),
        (b"\xef\xbb\xbf" + a_move(16), 201),
        (a_move(17).replace(b"{", b'{"expected_version": 9, ', 1), 201),
        (a_move(18).replace(b'"do": "skip"', b'"do": "skip", "x": ' + b"[" * 9_000 + b"]" * 9_000), 422),
        (a_move(19).replace(b'"do": "skip"', b'"do": "fly", "do": "skip"'), 201),
    ],
)
@pytest.mark.parametrize("who", ["recorder", "spectator", "nobody"])
def test_the_answer_is_that_of_the_ordinary_route(
    service: Service, ledger: Ledger, body: bytes, status: int, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given two equal matches, one asked directly and the other by the ordinary route, nothing else differs."""
    answers = list[httpx.Response]()
    for directly in (True, False):
        match = Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
        token = service.token(who) if who != "nobody" else ""
        if not directly:
            monkeypatch.setattr(DirectAnswers, "__call__", lambda self, *given: self.app(*given))
        answers.append(sent(service, match, token, body, "application/json"))
    one, other = answers
    assert one.status_code == other.status_code
    if who == "recorder":
        assert one.status_code == status
    assert [one.headers.get(name) for name in ABOUT] == [other.headers.get(name) for name in ABOUT]
    assert _bare(one) == _bare(other)


def test_another_kind_of_body_goes_the_ordinary_way(service: Service, organiser: str, match: str) -> None:
    assert sent(service, match, organiser, a_move(1), "application/json; charset=utf-8").status_code == 201
    assert sent(service, match, organiser, a_move(2), "text/plain").status_code == 422
    assert sent(service, "no-match", organiser, a_move(3), "application/json").status_code == 404


def test_moves_are_counted_and_logged_by_their_route(
    service: Service, organiser: str, match: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "tablescribe.web"):
        assert sent(service, match, organiser, a_move(1), "application/json").status_code == 201
    (facts,) = (one.facts for one in caplog.records if one.getMessage() == "request")  # type: ignore[attr-defined]
    assert facts["route"] == "/api/v1/matches/{match_id}/moves"
    assert (facts["match_id"], facts["status"], facts["version"]) == (match, 201, 2)
    assert 'route="/api/v1/matches/{match_id}/moves",status="201"' in service.get("/metrics", organiser).text


def test_the_pass_of_a_move_is_looked_up_once(
    service: Service, organiser: str, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another process may have revoked it since, so that nothing is believed from before."""
    looks, look = list[str](), Access._told

    def watched(access: Access, tokens: Iterable[str]) -> dict[str, Pass]:
        looks.extend(tokens := [*tokens])
        return look(access, tokens)

    monkeypatch.setattr(Access, "known", lambda self, token: None)
    monkeypatch.setattr(Access, "_told", watched)
    assert sent(service, match, organiser, a_move(1), "application/json").status_code == 201
    assert looks == [organiser]
    service.access.revoke(service.access.who(organiser).id)
    assert sent(service, match, organiser, a_move(2), "application/json").status_code == 401


def _bare(answer: httpx.Response) -> dict[str, Any]:
    """Return an answer without the parts that differ between any two matches."""
    told: dict[str, Any] = answer.json()
    lines = [{**one, "at": "", "position": 0} for one in told.get("recorded", ()) if isinstance(one, dict)]
    found = {**told, "recorded": lines, "instance": ""}
    match = str(answer.request.url).split("/")[-2]
    return dict(json.loads(json.dumps(found).replace(match, "MATCH")))
