"""Concurrent requests through real sockets: one is recorded per version, a retry once, and everybody is notified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.limits import TokenBuckets
from tests.replays.web.browser import running

DATABASES = ["sqlite", "postgresql"]
SKIP = {"do": "skip"}
MANY = 60


@pytest.fixture
def base(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)
    with running(make_app(ledger)) as address:
        yield f"{address}/api/v1"


@pytest.fixture
def match(ledger: Ledger) -> str:
    return Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id


def at_once(base: str, asked: list[tuple[str, str, dict[str, Any]]]) -> list[httpx.Response]:
    """Send bodies to paths, each with a token, all at the same time."""
    limits = httpx.Limits(max_connections=MANY)
    with httpx.Client(limits=limits, timeout=60) as client, ThreadPoolExecutor(MANY) as people:

        def send(one: tuple[str, str, dict[str, Any]]) -> httpx.Response:
            path, token, body = one
            return client.post(f"{base}{path}", json=body, headers={"Authorization": f"Bearer {token}"})

        return list(people.map(send, asked))


def test_of_many_recorders_one_records_and_all_others_see_the_new_version(
    base: str, access: Access, ledger: Ledger, match: str
) -> None:
    tokens = [access.grant("recorder", match=match)[1] for _ in range(4)]
    for version, seat in ((1, 1), (2, 2)):
        answers = at_once(base, [
            (f"/matches/{match}/moves", tokens[n % 4],
             {"command_id": f"phone-{version}-{n:04}", "expected_version": version, "seat": seat, "action": SKIP})
            for n in range(MANY)
        ])  # fmt: skip
        assert Counter(answer.status_code for answer in answers) == {201: 1, 409: MANY - 1}
        refused = [answer.json() for answer in answers if answer.status_code == 409]
        assert {(one["code"], one["version"]) for one in refused} == {("match.stale", version + 1)}
    assert Scribe(ledger).match(match).version == 3


def test_a_command_sent_many_times_at_once_is_recorded_once(
    base: str, access: Access, ledger: Ledger, match: str
) -> None:
    for what, body in (
        ("moves", {"seat": 1, "action": SKIP}), ("notes", {"text": "a remark"}), ("take-backs", {"agreed": [1, 2, 3]}),
        ("restores", {}),
        ("missed", {"moves": 2}), ("close", {"abandoned": True}),
    ):  # fmt: skip
        token = access.grant("recorder", match=match)[1]  # one pass may send no more than 60 in a second
        version = Scribe(ledger).match(match).version
        sent = {"command_id": f"retried-{what}", **body} | ({} if what == "notes" else {"expected_version": version})
        answers = at_once(base, [(f"/matches/{match}/{what}", token, sent)] * 12)
        assert {answer.status_code for answer in answers} == {201}, what
        assert {answer.json()["version"] for answer in answers} == {version + 1}, what
        assert Scribe(ledger).match(match).version == version + 1, what


def test_an_opening_sent_many_times_at_once_opens_one_match_that_can_be_played(
    base: str, access: Access, ledger: Ledger
) -> None:
    token = access.grant("organiser")[1]
    body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "chance": "sealed", "command_id": "opening-1"}
    answers = at_once(base, [("/matches", token, body)] * 12)
    assert {answer.status_code for answer in answers} == {201}
    (opened,) = {answer.json()["id"] for answer in answers}
    assert Scribe(ledger).play(opened, None, SKIP)[0].number == 1
    other: list[dict[str, Any]] = [
        {"names": ["Ada", "Ben", "Dora"]}, {"chance": "table"}, {"take_back": "own"}, {"nonces": ["x"]},
        {"options": {"score_visibility": "visible"}}, {"names": ["Ada", "Ben"]}, {"game": "freeform"},
    ]  # fmt: skip
    told = at_once(base, [("/matches", token, body | change) for change in other])
    assert [(answer.status_code, answer.json()["code"]) for answer in told] == [(409, "command.reused")] * len(other)


def test_a_command_of_another_pass_or_match_is_another_command(
    base: str, access: Access, ledger: Ledger, match: str
) -> None:
    second = Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
    tokens = [access.grant("seat", match=match, seat=1)[1], access.grant("seat", match=match, seat=2)[1]]
    body = {"command_id": "the-same-id", "expected_version": 1, "action": SKIP}
    first = at_once(base, [(f"/matches/{match}/moves", tokens[0], body)])[0]
    assert first.status_code == 201
    other = at_once(base, [(f"/matches/{match}/moves", tokens[1], body)])[0]
    assert other.json()["code"] == "command.reused"
    elsewhere = at_once(base, [(f"/matches/{second}/moves", access.grant("recorder")[1], body | {"seat": 1})])[0]
    assert elsewhere.status_code == 201
