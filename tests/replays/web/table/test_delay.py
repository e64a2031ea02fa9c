"""A viewer with a delay sees only the past, whatever they request."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.app import make_app
from tests.replays.web.conftest import Service, serving

SKIP = {"do": "skip"}


@pytest.fixture
def service(ledger: Ledger, access: Access) -> Iterator[Service]:
    yield from serving(make_app(ledger, delay=3600), access)


TIME_OF_DAY = re.compile(r'data-at="[0-9T:+-]+"')
"""When a page was made: no secret."""


def reading(service: Service, match: str) -> list[str]:
    """Return every address that reads and ends, from the service's own routes."""
    ends = ("/events", "/{token}", "/{name}", "/healthz", "/openapi.json")
    paths = [path for method, path in service.routes() if method == "GET" and not path.endswith(ends)]
    of_ada = ["/api/v1/statistics?person=Ada", "/people?person=Ada"]
    return [*(path.replace("{match_id}", match).replace("{game}", "ultime") for path in paths), *of_ada]


def test_a_delayed_spectator_is_told_the_same_before_and_after_something_happens(
    service: Service, organiser: str, match: str
) -> None:
    followers = {"a pass": service.token("spectator"), "a share link": service.access.share(_giver(service), match)}

    def told(token: str) -> dict[str, tuple[int, str]]:
        answers = {path: service.get(path, token) for path in reading(service, match)}
        return {path: (answer.status_code, TIME_OF_DAY.sub("", answer.text)) for path, answer in answers.items()}

    before = {name: told(token) for name, token in followers.items()}
    assert len(before["a pass"]) >= 25
    assert sum(status == 200 for status, _ in before["a pass"].values()) >= 15
    one, two = (service.token("seat", match=match, seat=seat) for seat in (1, 2))
    assert service.record(match, one, "moves", action=SKIP).status_code == 201
    assert service.record(match, organiser, "notes", text="a remark of now").status_code == 201
    assert service.record(match, two, "moves", action=SKIP).status_code == 201
    assert service.record(match, one, "take-backs", reason="a reason of now").status_code == 202
    after = {name: told(token) for name, token in followers.items()}
    for name in followers:
        changed = [path for path, answer in after[name].items() if answer != before[name][path]]
        assert changed == [], name
    assert service.record(match, organiser, "close", abandoned=True).status_code == 201
    for name, token in followers.items():
        assert told(token) == before[name]


def test_a_refusal_tells_a_delayed_spectator_nothing_of_the_match(service: Service, organiser: str, match: str) -> None:
    token = service.token("spectator", match=match)
    for _ in range(2):
        service.record(match, organiser, "notes", text="a remark")
    for what, body in (
        ("moves", {"action": SKIP}), ("take-backs", {}), ("restores", {}), ("notes", {"text": "x"}), ("close", {}),
        ("missed", {"moves": 1}), ("rulings", {"clause": "1", "reason": "x"}),
    ):  # fmt: skip
        answer = service.record(match, token, what, **body)
        assert answer.json()["code"] == "access.denied"
        assert not {"version", "move", "legal", "question"} & set(answer.json()), json.dumps(answer.json())


def _giver(service: Service) -> Pass:
    return service.access.grant("recorder")[0]
