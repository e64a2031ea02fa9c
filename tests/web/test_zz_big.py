"""Whatever is sent to the documented API, the service does not fail, and answers as it says it does."""

from __future__ import annotations

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

from ledger.ledger import open_ledger
from ledger.scribe import Scribe
from replays.web.access import ORGANISER, Access
from replays.web.app import make_app
from replays.web.limits import Buckets
from tests.web.browser import running

MATCH = "schema0match"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
QUESTIONS = 200
"""How many questions each operation is asked."""


def test_no_question_makes_the_service_fail(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Buckets, "take", lambda self, client, now: True)  # rates are tested elsewhere
    ledger = open_ledger(tmp_path_factory.mktemp("schema") / "ledger.db")
    Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1], match_id=MATCH)
    token = Access(ledger).grant(ORGANISER)[1]
    asked: list[str] = []
    with running(make_app(ledger, keys=tmp_path_factory.mktemp("keys"))) as base:
        schema = schemathesis.openapi.from_url(f"{base}/api/v1/openapi.json")
        for found in schema.get_all_operations():
            operation: Any = found.ok()  # type: ignore[union-attr]
            if not operation.path.endswith("/events"):  # a stream has no end to wait for
                _ask(operation, token)
                asked.append(operation.path)
    ledger.close()
    assert len(asked) >= 30


def _ask(operation: Any, token: str) -> None:
    @settings(max_examples=QUESTIONS, deadline=None, suppress_health_check=list(HealthCheck), derandomize=False)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if "match_id" in case.path_parameters and len(str(case.body)) % 4:
            case.path_parameters["match_id"] = MATCH  # most questions are about the match that there is
        case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Bearer {token}"})

    ask()
