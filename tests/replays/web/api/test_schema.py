"""Whatever is sent to the documented API, the service does not fail, and its answers match the document."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.festivals import add_section, create
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.api import requests
from tablescribe.replays.web.api.openapi import EXAMPLES, OPERATIONS, TAGS
from tablescribe.replays.web.api.problem_details import STATUS
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.festivals import requests as festival_requests
from tablescribe.replays.web.http.limits import TokenBuckets
from tablescribe.replays.web.teams import requests as team_requests
from tablescribe.replays.web.tournaments import preparing_requests
from tablescribe.replays.web.tournaments import requests as tournament_requests
from tests.depth import times
from tests.replays.web.browser import running
from tests.replays.web.documented import document
from tests.replays.web.tournament_visitors import PLAN

MATCH, HALL = "schema0match", "schema0hall0"
FESTIVAL = "/api/v1/festivals/{festival_id}"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
PRIZES = {"categories": [{"name": "Main", "prizes": [{"amount": 300}]}]}
QUESTIONS = times(1, 25)
"""How many questions each operation is asked."""
PARTS = times(1, 5)
"""In how many parts the operations are asked, each far below the time after which a test counts as hung."""


@pytest.mark.parametrize("part", range(PARTS))
def test_no_question_makes_the_service_fail(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)  # rates are tested elsewhere
    ledger = open_ledger(tmp_path_factory.mktemp("schema") / "ledger.db")
    Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1], match_id=MATCH)
    TournamentCommands(Scribe(ledger)).announce(plan_from({**PLAN, "prizes": PRIZES}), tournament_id=HALL)
    add_section(ledger, create(ledger, "Easter", "schema0fest").id, HALL)
    token = Access(ledger).grant(ORGANISER)[1]
    asked: list[str] = []
    with running(make_app(ledger, keys=tmp_path_factory.mktemp("keys"))) as base:
        schema = schemathesis.openapi.from_url(f"{base}/api/v1/openapi.json")
        for found in list(schema.get_all_operations())[part::PARTS]:
            operation: Any = found.ok()  # type: ignore[union-attr]
            if not operation.path.endswith("/events"):  # a stream has no end to wait for
                _ask(operation, token)
                asked.append(operation.path)
    ledger.close()
    assert len(asked) >= 30 // PARTS


def test_the_document_says_all_that_a_client_needs() -> None:
    schema = make_app("nowhere.db").openapi()
    shapes = schema["components"]["schemas"]
    told = [(path, method, one) for path, operations in schema["paths"].items() for method, one in operations.items()]
    assert sorted(one["operationId"] for _, _, one in told) == sorted(name for name, _ in OPERATIONS.values())
    for path, method, one in told:
        where = f"{method} {path}"
        assert one["description"], where
        assert set(one["tags"]) <= set(TAGS), where
        assert "example" in json.dumps(one.get("requestBody", "example")), where
        done = next(answer for status, answer in one["responses"].items() if status in ("200", "201"))
        for kind, content in done["content"].items():
            named = re.findall(r"#/components/schemas/(\w+)", json.dumps(content))
            assert set(named) <= set(shapes), where
            assert named or kind != "application/json", where
        noted = {"202"} if one["operationId"] == "answer_result" else set()
        for status in set(one["responses"]) - {"200", "201"} - noted:
            assert list(one["responses"][status]["content"]) == ["application/problem+json"], where
        for status in noted:
            assert one["responses"][status]["content"] == done["content"], where
        everybody = path in ("/healthz", FESTIVAL, f"{FESTIVAL}/wall")
        assert one.get("security", schema["security"]) == ([] if everybody or "chairs" in path else [
            {"token": []}, {"cookie": []}
        ]), where  # fmt: skip


def test_the_document_names_every_code_of_an_error() -> None:
    shapes = document()["components"]["schemas"]
    assert shapes["Problem"]["properties"]["code"]["anyOf"] == [
        {"$ref": "#/components/schemas/ErrorCode"}, {"type": "string"}  # so that clients accept codes of later versions
    ]  # fmt: skip
    codes = shapes["ErrorCode"]["enum"]
    assert set(codes) == {*STATUS, "internal"}
    known = {kind.code for kind in every_error() if 200 <= STATUS.get(kind.code, 500) < 500}
    assert known <= set(codes)
    assert {"rule.broken", "match.stale", "chance.needed", "access.none", "request.form"} <= known


def every_error() -> list[Any]:
    """Return all of our errors that have a code, wherever they are defined."""
    found, left = [], [Exception]
    while left:
        kinds = left.pop().__subclasses__()
        left += kinds
        found += [one for one in kinds if one.__module__.startswith("tablescribe.")]
    return [one for one in found if isinstance(getattr(one, "code", None), str)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_have_the_form_that_is_asked(name: str) -> None:
    schema = document()
    (one,) = [one for path in schema["paths"].values() for one in path.values() if one["operationId"] == name]
    body = one["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    rooms = (requests, tournament_requests, preparing_requests, festival_requests, team_requests)
    model = next(found for found in (getattr(room, body, None) for room in rooms) if found is not None)
    model.model_validate_json(json.dumps(EXAMPLES[name]))


def _ask(operation: Any, token: str) -> None:
    @settings(max_examples=QUESTIONS, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if "match_id" in case.path_parameters and len(str(case.body)) % 4:
            case.path_parameters["match_id"] = MATCH  # most questions are about the match that there is
        if "tournament_id" in case.path_parameters and len(str(case.body)) % 4:
            case.path_parameters["tournament_id"] = HALL  # and about the tournament
        if "festival_id" in case.path_parameters and len(str(case.body)) % 4:
            case.path_parameters["festival_id"] = "schema0fest"
        case.call_and_validate(checks=CHECKS, timeout=60, headers={"Authorization": f"Bearer {token}"})

    ask()
