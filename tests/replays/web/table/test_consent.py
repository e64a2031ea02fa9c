"""Consent to a take-back is given to the request that was read, never to another that came meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from tests.replays.web.conftest import Service

SKIP = {"do": "skip"}


class Table:
    """Three phones at a match in which each seat has skipped once. Nobody can take a drawn card back alone."""

    def __init__(self, service: Service, match: str) -> None:
        self.service, self.match = service, match
        self.phones = {k: service.token("seat", match=match, seat=k) for k in (1, 2, 3)}
        for seat in (1, 2, 3):
            assert service.record(match, self.phones[seat], "moves", action=SKIP).status_code == 201

    def ask(self, seat: int, **wanted: Any) -> str:
        answer = self.service.record(self.match, self.phones[seat], "take-backs", **wanted)
        assert answer.status_code == 202, answer.text
        return str(self.waits()["request"])

    def waits(self) -> Any:
        return self.service.get(f"/api/v1/matches/{self.match}/consent", self.phones[1]).json()

    def answer(self, seat: int, request: str, agrees: bool = True) -> tuple[int, dict[str, Any]]:
        told = self.service.post(
            f"/api/v1/matches/{self.match}/consent", self.phones[seat], request=request, agrees=agrees
        )
        return told.status_code, told.json()

    def head(self) -> int:
        return int(self.service.get(f"/api/v1/matches/{self.match}", self.phones[1]).json()["head"])


@pytest.fixture
def table(service: Service, match: str) -> Table:
    return Table(service, match)


def test_an_answer_to_one_request_does_not_count_for_another(table: Table) -> None:
    """Blue asks for one move; red asks for all; yellow's late "I agree" to blue takes nothing of red's back."""
    to_blue = table.ask(1, to=2)
    to_red = table.ask(3, to=0)
    status, told = table.answer(2, to_blue)
    assert (status, told["code"]) == (409, "match.consent_other")
    assert "red" in told["detail"]
    assert table.waits()["agreed"] == []
    assert table.answer(1, to_red)[0] == 200
    assert table.answer(2, to_red, agrees=True)[1]["done"] is True
    assert table.head() == 0


def test_a_refusal_meant_for_one_request_does_not_end_another(table: Table) -> None:
    to_blue = table.ask(1, to=2)
    table.ask(3, to=0)
    assert table.answer(2, to_blue, agrees=False)[1]["code"] == "match.consent_other"
    assert table.waits()["refused"] is None


def test_an_answer_that_names_no_request_is_refused(table: Table, service: Service, match: str) -> None:
    table.ask(1, to=2)
    told = service.post(f"/api/v1/matches/{match}/consent", table.phones[2], agrees=True)
    assert (told.status_code, told.json()["code"]) == (422, "request.form")
    assert table.waits()["agreed"] == []


def test_who_asks_for_the_same_again_keeps_what_was_agreed(table: Table) -> None:
    """A phone that lost the answer asks again; who has agreed need not do so twice."""
    first = table.ask(1, to=2, reason="the wrong pawn")
    table.answer(2, first)
    assert table.ask(1, to=2, reason="the wrong pawn") == first
    assert table.waits()["agreed"] == [2]


def test_after_a_refusal_the_same_wish_is_a_new_request(table: Table) -> None:
    first = table.ask(1, to=2)
    table.answer(2, first, agrees=False)
    again = table.ask(1, to=2)
    assert again != first
    assert table.answer(3, first)[1]["code"] == "match.consent_other"
    assert [table.answer(seat, again)[1]["done"] for seat in (2, 3)] == [False, True]
