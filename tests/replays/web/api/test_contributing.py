"""Contributions to the shuffle through the API: who may send whose, and what a waiting match shows."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.match.beacon import QUICKNET
from tablescribe.domain.match.contributions import contribution_commitment
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.auditing.audit import audit
from tests.depth import a_few
from tests.replays.web.conftest import Service

DATABASES = a_few(["sqlite", "postgresql"], 1)
BODY = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "options": {"first_player": 1}, "chance": "sealed"}


def nonce(seat: int) -> str:
    return f"{seat:02x}" * 32


@pytest.fixture
def waiting(service: Service, organiser: str) -> str:
    answer = service.post("/api/v1/matches", organiser, **BODY, contribute=True)
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert (told["waits"], told["to_act"], told["zones"], told["over"]) == (True, [], {}, False)
    return str(told["id"])


def commitment(ledger: Ledger, match: str, seat: int) -> str:
    return contribution_commitment(match, ledger.match(match).opened.commitment, seat, nonce(seat))


def part(service: Service, match: str, token: str, **body: Any) -> Any:
    answer = service.post(f"/api/v1/matches/{match}/contributions", token, **body)
    return answer.json() if answer.status_code == 201 else answer.json()["code"]


def test_each_seat_tells_its_own_part_and_nobody_elses(service: Service, ledger: Ledger, waiting: str) -> None:
    seats = {seat: service.token("seat", match=waiting, seat=seat) for seat in (1, 2, 3)}
    codes = {seat: commitment(ledger, waiting, seat) for seat in seats}
    assert part(service, waiting, seats[1], seat=2, commitment=codes[2]) == "access.denied"
    assert (
        part(service, waiting, service.token("spectator", match=waiting), seat=1, commitment=codes[1])
        == "access.denied"
    )
    assert part(service, waiting, seats[1], seat=1) == "chance.part"
    for seat, token in seats.items():
        told = part(service, waiting, token, seat=seat, commitment=codes[seat])
    assert (told["uncommitted"], told["unrevealed"], told["waits"], told["beacon"]) == ([], [1, 2, 3], True, False)
    assert part(service, waiting, seats[2], seat=2, nonce=nonce(1)) == "chance.part"
    for seat, token in seats.items():
        told = part(service, waiting, token, seat=seat, nonce=nonce(seat))
    assert not told["waits"]
    assert part(service, waiting, seats[1], seat=1, nonce=nonce(1))["version"] == told["version"], (
        "a retry is no new one"
    )
    state = service.get(f"/api/v1/matches/{waiting}", seats[1]).json()
    assert (state["waits"], state["to_act"]) == (False, [1])
    assert len(state["zones"]["hand:1"]) == 2
    parts = ledger.match(waiting).contributions
    assert parts is not None
    assert {event.by for event in parts.committed.values()} == {"seat:1", "seat:2", "seat:3"}


def test_what_the_recorder_tells_for_a_seat_is_recorded_as_the_recorders(
    service: Service, ledger: Ledger, waiting: str
) -> None:
    recorder, ada = service.token("recorder", match=waiting), service.token("seat", match=waiting, seat=1)
    part(service, waiting, ada, seat=1, commitment=commitment(ledger, waiting, 1))
    for seat in (2, 3):
        part(service, waiting, recorder, seat=seat, commitment=commitment(ledger, waiting, seat))
    for seat in (1, 2, 3):
        part(service, waiting, ada if seat == 1 else recorder, seat=seat, nonce=nonce(seat))
    (found,) = [one for one in audit(ledger.match(waiting)).findings if one.code == "chance.foreign"]
    assert (found.severity, "seat:2 and seat:3 came from the recorder" in str(found.why)) == ("note", True)


def test_a_match_that_waits_is_shown_as_such_everywhere(service: Service, organiser: str, waiting: str) -> None:
    """No page breaks, nothing is drawn, and what cannot be told yet is refused with the cause."""
    path, api = f"/m/{waiting}", f"/api/v1/matches/{waiting}"
    page = service.get(path, organiser, headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "Shared deal" in page.text
    for one in (
        "/",
        f"{path}/share",
        f"{path}/judge",
        f"{path}/thumbnail",
        f"{api}/legal",
        f"{api}/log",
        f"{api}/audit",
        api,
    ):
        assert service.get(one, organiser).status_code == 200, one
    for one in (f"{path}/replay", f"{path}/steps", f"{path}/file", f"{api}/board.svg", f"{api}/report"):
        answer = service.get(one, organiser)
        assert answer.status_code == 409, one
    assert service.get(f"{api}/board.svg", organiser).json()["code"] == "chance.awaited"
    for what, body in (
        ("moves", {"action": {"do": "skip"}}), ("take-backs", {}), ("restores", {}), ("missed", {"moves": 1}),
        ("rulings", {"clause": "1", "reason": "so"}), ("moves", {"seat": 1, "action": {"do": "skip"}}),
    ):  # fmt: skip
        answer = service.record(waiting, organiser, what, **body)
        assert (answer.status_code, answer.json()["code"]) in ((409, "chance.awaited"), (409, "match.refused")), what
    assert service.record(waiting, organiser, "notes", text="Cleo is late").status_code == 201
    assert service.record(waiting, organiser, "close", abandoned=True).status_code == 201
    assert "abandoned before the deal" in service.get(path, organiser, headers={"Accept": "text/html"}).text


def test_a_retry_of_the_opening_opens_it_once_and_no_other(service: Service, organiser: str) -> None:
    first = service.post("/api/v1/matches", organiser, **BODY, contribute=True, command_id="the-same-one-twice").json()
    again = service.post("/api/v1/matches", organiser, **BODY, contribute=True, command_id="the-same-one-twice").json()
    assert first["id"] == again["id"]
    other = service.post("/api/v1/matches", organiser, **BODY, command_id="the-same-one-twice")
    assert other.json()["code"] == "command.reused"
    assert (
        service.post("/api/v1/matches", organiser, game="freeform", names=["Ada"], contribute=True).status_code == 409
    )


def test_a_match_is_opened_with_a_round_of_a_beacon(service: Service, ledger: Ledger, organiser: str) -> None:
    """With the devices of the seats, or alone: then one device at the table cannot know the draws either."""
    form = service.get("/new?game=ultime", organiser, headers={"Accept": "text/html"}).text
    assert '<select name="beacon"><option value="0">' in form
    for seats in (True, False):
        body = {**BODY, "contribute": seats, "beacon": 60, "command_id": f"an-evening-{seats}"}
        first, again = (service.post("/api/v1/matches", organiser, **body).json() for _ in range(2))
        assert (first["waits"], first["id"]) == (True, again["id"])
        parts = ledger.match(first["id"]).contributions
        assert parts is not None
        awaited = parts.awaited
        assert (awaited.seats, awaited.chain) == ((1, 2, 3) if seats else (), QUICKNET.hash)
        assert 59 <= awaited.due - awaited.at.timestamp() <= 64, "the first round after a minute"
        other = service.post("/api/v1/matches", organiser, **{**body, "beacon": 0})
        assert other.json()["code"] == "command.reused"
        page = service.get(f"/m/{first['id']}", organiser, headers={"Accept": "text/html"}).text
        assert f"Beacon quicknet, round {awaited.round}" in page
    answer = service.post("/api/v1/matches", organiser, game="freeform", names=["Ada"], beacon=60)
    assert answer.status_code == 409, "nothing is sealed there"


def test_a_beacon_that_nobody_awaits(service: Service, organiser: str, waiting: str) -> None:
    body = {"round": 1, "randomness": "0" * 64, "signature": "0" * 96}
    answer = service.post(f"/api/v1/matches/{waiting}/beacon", organiser, **body)
    assert (answer.status_code, answer.json()["code"]) == (409, "chance.part")
