"""The judge's page for two recorders: both logs side by side, settled by taps, recorded as a new match."""

from __future__ import annotations

import re

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.ledger.matches.test_reconciling import LINES, recorded
from tests.replays.web.conftest import Service

ORIGIN = {"Origin": "http://table.test"}


@pytest.fixture
def logs(ledger: Ledger) -> tuple[str, str]:
    """Return two logs. The second lacks move 5, which a rule reveals, and ends two moves early, which none does."""
    scribe = Scribe(ledger)
    return recorded(scribe, LINES, close=True).id, recorded(scribe, [*LINES[:5], *LINES[6:-2]]).id


def test_a_judge_sees_both_logs_and_settles_by_a_tap_without_scripts(
    service: Service, organiser: str, logs: tuple[str, str], ledger: Ledger
) -> None:
    first, second = logs
    asked = service.get(f"/m/{first}/compare", organiser).text
    assert f'href="?with={second}"' in asked  # the same game and people
    page = service.get(f"/m/{first}/compare?with={second}", organiser)
    assert page.status_code == 200
    assert "resolved by a rule" in page.text
    assert "MO-2" in page.text
    assert "unresolved" in page.text
    (tap,) = re.findall(r'href="(\?[^"]*first)#d2"', page.text)
    settled = service.get(f"/m/{first}/compare{tap.replace('&amp;', '&')}", organiser).text
    assert "resolved by you" in settled
    assert "unresolved" not in settled
    said = {"command": "compare-once", "other": second, "take": "2=first", "reason": "both seats say so"}
    done = [service.ask("POST", f"/m/{first}/compare", organiser, data=said, headers=ORIGIN) for _ in range(2)]
    assert [one.status_code for one in done] == [303, 303], done[0].text
    assert done[0].headers["location"] == done[1].headers["location"], "sent twice, it is recorded once"
    reading = done[0].headers["location"].rpartition("done=")[2]
    assert reading in service.get(done[0].headers["location"], organiser).text
    match = ledger.match(reading)
    assert [(one.how, one.by, one.reason) for one in match.settled] == [
        ("rule", "", ""), ("person", "judge", "both seats say so"),
    ]  # fmt: skip
    assert len(ledger.match_ids()) == 3


def test_what_is_open_is_not_recorded(service: Service, organiser: str, logs: tuple[str, str]) -> None:
    first, second = logs
    said = {"command": "compare-open", "other": second}
    answer = service.ask("POST", f"/m/{first}/compare", organiser, data=said, headers=ORIGIN)
    assert answer.status_code == 409
    assert "difference 2" in answer.text
    wrong = service.get(f"/m/{first}/compare?with={second}&take=2=perhaps", organiser)
    assert wrong.status_code == 409
    unknown = service.get(f"/m/{first}/compare?with=nowhere", organiser)
    assert (unknown.status_code, "There is no match nowhere" in unknown.text) == (404, True)


def test_the_same_by_the_api(service: Service, organiser: str, logs: tuple[str, str]) -> None:
    first, second = logs
    found = service.get(f"/api/v1/matches/{first}/comparison?with={second}", organiser).json()
    assert (found["questions"], [one["how"] for one in found["differences"]]) == ([2], ["rule", "open"])
    body = {"command_id": service.command(), "with": second, "takes": [{"difference": 2, "take": "second"}]}
    made = [service.post(f"/api/v1/matches/{first}/readings", organiser, **body) for _ in range(2)]
    assert [one.status_code for one in made] == [201, 201], made[0].text
    assert made[0].json() == made[1].json()
    assert made[0].json()["settled"] == {"order": 0, "rule": 1, "person": 1}
    body["command_id"] = service.command()
    body["takes"] = []
    open_still = service.post(f"/api/v1/matches/{first}/readings", organiser, **body)
    assert (open_still.status_code, open_still.json()["code"]) == (409, "logs.undecided")


def test_only_judges_compare(service: Service, logs: tuple[str, str]) -> None:
    first, second = logs
    for role, seat in (("recorder", None), ("seat", 1), ("spectator", None)):
        token = service.token(role, match=first, seat=seat)
        assert service.get(f"/m/{first}/compare?with={second}", token).status_code == 403
    judge = service.token("judge", match=first)
    assert service.get(f"/m/{first}/compare?with={second}", judge).status_code == 200
