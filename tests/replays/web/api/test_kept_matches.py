"""Moves decided on a cached match get the same answers as on one read from the log."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.conftest import Service

DATABASES = ["sqlite", "postgresql"]
SKIP, WRONG, UNKNOWN = {"do": "skip"}, {"do": "take", "card": "no such card"}, {"do": "dance"}


@pytest.fixture
def elsewhere(target: str, ledger: Ledger) -> Any:
    """A scribe of another process, of which this one hears by the ledger only."""
    other = open_ledger(target)
    yield Scribe(other)
    other.close()


def move(service: Service, match: str, token: str, action: dict[str, Any], version: int, **more: Any) -> Any:
    body = {"command_id": service.command(), "expected_version": version, "action": action, **more}
    answer = service.post(f"/api/v1/matches/{match}/moves", token, **body)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("role", ["organiser", "recorder"])
@pytest.mark.parametrize("action", [SKIP, WRONG, UNKNOWN])
def test_who_was_overtaken_elsewhere_is_answered_on_the_match_as_it_is(
    service: Service, match: str, elsewhere: Scribe, role: str, action: dict[str, Any]
) -> None:
    token = service.token(role)
    kept = service.app.state.queries.cache.now(match)
    elsewhere.play(match, None, SKIP)
    service.app.state.queries.cache._latest.put(match, kept)  # it may have heard of it meanwhile
    first = move(service, match, token, action, 1, seat=1)
    service.app.state.queries.cache.forget()
    assert first == move(service, match, token, action, 1, seat=1)
    assert first[0] in (409, 422)
    assert elsewhere.match(match).version == 2


def test_a_retry_and_a_match_that_was_closed_elsewhere_are_answered_as_ever(
    service: Service, match: str, organiser: str, elsewhere: Scribe
) -> None:
    cache = service.app.state.queries.cache
    kept = cache.now(match)
    body = {"command_id": service.command(), "expected_version": 1, "seat": 1, "action": SKIP}
    first = service.post(f"/api/v1/matches/{match}/moves", organiser, **body)
    cache._latest.put(match, kept)  # as in a process that has not heard of it
    again = service.post(f"/api/v1/matches/{match}/moves", organiser, **body)
    assert (again.status_code, again.json()) == (201, first.json())
    before = cache.now(match)
    elsewhere.close(match, abandoned=True)
    cache._latest.put(match, before)
    answers = [move(service, match, organiser, SKIP, before.match.version) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0][0] == 409


def test_a_recorder_s_move_reads_nothing_of_a_match_that_is_kept(
    service: Service, match: str, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = service.app.state.queries
    version = queries.cache.now(match).match.version
    read: list[object] = []
    rows_told = queries.ledger.rows_told

    def watched(*of: Any, **more: Any) -> Any:
        read.append(of)
        return rows_told(*of, **more)

    monkeypatch.setattr(queries.ledger, "rows_told", watched)
    assert move(service, match, organiser, SKIP, version)[0] == 201
    assert read == []
