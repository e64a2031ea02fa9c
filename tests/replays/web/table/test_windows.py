"""Windows at a table of phones: whose decision it is, what a refusal reveals, and simultaneous answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tablescribe.domain.match.match import Match
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.limits import TokenBuckets
from tests.replays.web.auction import registered
from tests.replays.web.browser import running
from tests.replays.web.conftest import Service

__all__ = ["registered"]

CHASE = {"do": "chase", "fields": 1}
OFFER = {"do": "offer"}


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


class Hall:
    """A match of the auction: a recorder, and a phone for each seat."""

    def __init__(self, service: Service, chance: str = "table", seats: int = 4) -> None:
        self.service, self.organiser = service, service.token()
        names = [f"Player {k}" for k in range(1, seats + 1)]
        body = {"game": "auction", "names": names, "chance": chance}
        opened = service.post("/api/v1/matches", self.organiser, **body)
        assert opened.status_code == 201, opened.text
        self.id = opened.json()["id"]
        self.recorder = service.token("recorder", match=self.id)
        self.phones = {k: service.token("seat", match=self.id, seat=k) for k in range(1, seats + 1)}

    def moves(self, token: str, action: dict[str, Any], **more: Any) -> httpx.Response:
        return self.service.record(self.id, token, "moves", action=action, **more)

    def by(self, seat: int, action: dict[str, Any], **more: Any) -> httpx.Response:
        return self.moves(self.phones[seat], action, **more)

    def state(self) -> dict[str, Any]:
        return dict(self.service.get(f"/api/v1/matches/{self.id}", self.organiser).json())


@pytest.mark.parametrize("chance", ["table", "open", "sealed"])
def test_a_seats_pass_cannot_close_the_window_of_another(service: Service, auction: str, chance: str) -> None:
    """The attacker's phone goes on before the attacked has said whether it parries."""
    hall = Hall(service, chance) if chance != "open" else _open_hall(service)
    assert hall.by(1, {"do": "attack", "seat": 2}).status_code == 201
    before = hall.state()
    for outcomes in ([], [6]) if chance != "sealed" else ([],):
        refused = hall.by(1, CHASE, outcomes=outcomes)
        told = refused.json()
        assert (refused.status_code, told["code"], told["rule"]) == (422, "rule.broken", "AU-4")
        assert told["why"] == "seat 2 must first decide whether the attack is parried"
        assert "recorded" not in told
    assert hall.state() == before
    assert hall.by(2, {"do": "parry"}).status_code == 201


def _open_hall(service: Service) -> Hall:
    hall = Hall.__new__(Hall)
    hall.service, hall.organiser = service, service.token()
    body = {"game": "auction", "names": ["A", "B"], "chance": "open", "outcomes": ["card:a", "card:b"]}
    hall.id = service.post("/api/v1/matches", hall.organiser, **body).json()["id"]
    hall.phones = {k: service.token("seat", match=hall.id, seat=k) for k in (1, 2)}
    return hall


def test_what_goes_on_if_nobody_answers_is_offered_to_who_keeps_the_table(service: Service, auction: str) -> None:
    hall = Hall(service)
    hall.by(1, {"do": "attack", "seat": 2})
    path = f"/api/v1/matches/{hall.id}/legal"
    assert [service.get(path, hall.phones[k]).json()["if_nobody_answers"] for k in (1, 3)] == [[], []]
    asked = hall.moves(hall.recorder, CHASE, seat=1)
    assert asked.json()["code"] == "chance.needed"  # the recorder may go on, and is asked for the die
    done = hall.moves(hall.recorder, CHASE, seat=1, outcomes=[3])
    assert [line["words"] for line in done.json()["recorded"]] == [
        "seat 2 is hit (no one responded)", "seat 1 chases for 1",
    ]  # fmt: skip


def test_a_seat_that_alone_is_asked_may_go_on_without_answering(service: Service, auction: str) -> None:
    hall = Hall(service)
    hall.by(1, {"do": "attack", "seat": 2})
    refused = hall.by(2, {"do": "attack", "seat": 1}, outcomes=[3])
    assert refused.json()["rule"] == "AU-1"  # its own window closes; only then it turns out not to be its turn
    assert hall.state()["version"] == 2


def test_no_refusal_tells_a_sealed_die(service: Service, auction: str) -> None:
    """Whatever die the seal holds, the seat's refusal reads the same; the recorder's leaves the closing recorded."""
    refusals, leads = set(), set()
    for _ in range(12):
        hall = Hall(service, "sealed", 2)
        hall.by(1, {"do": "attack", "seat": 2})
        refusals.add(hall.by(1, {"do": "chase", "fields": 4}).text.replace(hall.id, "MATCH"))
        assert hall.state()["version"] == 2

        told = hall.moves(hall.recorder, {"do": "chase", "fields": 9}, seat=1)

        found, state = told.json(), hall.state()
        assert (told.status_code, found["code"], found["rule"], found["version"]) == (422, "rule.broken", "AU-5", 3)
        assert state["version"] == 3
        (line,) = found["recorded"]
        assert line["words"] == "seat 2 is hit (no one responded)"
        lead = state["values"]["lead"]
        assert any(str(lead) in change for change in line["changes"])
        assert "this is recorded" in found["hint"]
        log = service.get(f"/api/v1/matches/{hall.id}/log", hall.phones[2]).json()
        assert log[-1]["words"] == line["words"]
        assert hall.by(1, {"do": "chase", "fields": lead}).status_code == 201  # nothing is rolled again
        leads.add(lead)
    assert len(refusals) == 1
    assert len(leads) > 1


def test_a_stale_command_closes_no_window(service: Service, auction: str) -> None:
    hall = Hall(service, "sealed", 2)
    hall.by(1, {"do": "attack", "seat": 2})
    stale = hall.moves(hall.recorder, {"do": "chase", "fields": 9}, seat=1, expected_version=1)
    assert (stale.status_code, stale.json()["code"]) == (409, "match.stale")
    assert hall.state()["version"] == 2


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3, 4)))[::5])
def test_four_secret_bids_come_in_any_order_each_on_the_version_its_phone_saw(
    service: Service, auction: str, order: tuple[int, ...]
) -> None:
    hall = Hall(service, "sealed")
    hall.by(1, OFFER)
    for n, seat in enumerate(order):
        told = hall.by(seat, {"do": "bid", "amount": seat}, expected_version=2, command_id=f"bid-of-seat-{seat}")
        assert (told.status_code, told.json()["version"]) == (201, 3 + n), told.text
        again = hall.by(seat, {"do": "bid", "amount": seat}, expected_version=2, command_id=f"bid-of-seat-{seat}")
        assert (again.status_code, again.json()["version"]) == (201, 3 + n)
    values = hall.state()["values"]
    assert [values[f"coins:{seat}"] for seat in (1, 2, 3, 4)] == [9, 9, 9, 5]
    late = hall.by(2, {"do": "bid", "amount": 9}, expected_version=2)
    assert late.json()["code"] == "match.stale"


def test_nobody_bids_twice_and_no_bid_crosses_anything_but_bids(service: Service, auction: str) -> None:
    hall = Hall(service)
    hall.by(1, OFFER)
    assert hall.by(3, {"do": "bid", "amount": 1}, expected_version=2).status_code == 201
    assert hall.by(3, {"do": "bid", "amount": 2}, expected_version=2).json()["code"] == "match.stale"
    assert hall.by(3, {"do": "bid", "amount": 2}).json()["rule"] == "AU-2"
    service.record(hall.id, hall.recorder, "notes", text="a remark changes nothing")
    service.record(hall.id, hall.recorder, "missed", moves=1, facts=[])
    assert hall.by(4, {"do": "bid", "amount": 2}, expected_version=2).json()["code"] == "match.stale"


@pytest.fixture
def base(ledger: Ledger) -> Iterator[str]:
    with running(make_app(ledger)) as address:
        yield f"{address}/api/v1"


def test_bids_sent_at_the_same_time_are_all_recorded_once(base: str, auction: str, access: Access) -> None:
    organiser = access.grant("organiser")[1]

    def send(path: str, token: str, **body: Any) -> httpx.Response:
        return httpx.post(f"{base}{path}", json=body, headers={"Authorization": f"Bearer {token}"}, timeout=60)

    for turn in range(5):
        opened = send("/matches", organiser, game="auction", names=list("ABCD"), chance="sealed")
        match = opened.json()["id"]
        first = {"command_id": f"offer-{turn:04}", "expected_version": 1, "seat": 1, "action": OFFER}
        assert send(f"/matches/{match}/moves", organiser, **first).status_code == 201
        phones = {seat: access.grant("seat", match=match, seat=seat)[1] for seat in (1, 2, 3, 4)}

        def answer(seat: int, match: str = match, phones: dict[int, str] = phones) -> httpx.Response:
            body = {
                "command_id": f"bid-{seat:06}", "expected_version": 2, "action": {"do": "bid", "amount": seat}
            }  # fmt: skip
            return send(f"/matches/{match}/moves", phones[seat], **body)

        with ThreadPoolExecutor(8) as people:
            answers = list(people.map(answer, [1, 2, 3, 4] * 2))
        assert [one.status_code for one in answers] == [201] * 8, [one.text for one in answers]
        assert sorted({one.json()["version"] for one in answers}) == [3, 4, 5, 6]
        mine = {"Authorization": f"Bearer {organiser}"}
        state = httpx.get(f"{base}/matches/{match}", headers=mine, timeout=60).json()
        assert (state["version"], state["values"]["score:4"]) == (6, 1)


def test_an_answer_whose_retry_overtakes_it_is_no_conflict(ledger: Ledger, auction: str) -> None:
    """Another seat's bid comes first, and then this bid's own retry, while this one is being saved."""
    scribe = Scribe(ledger)
    match = scribe.new("auction", ["A", "B"]).id
    scribe.play(match, 1, OFFER)
    mine: dict[str, Any] = {"command_id": "bid-of-seat-2", "expected_version": 2}
    meanwhile = [
        lambda: scribe.play(match, 2, {"do": "bid", "amount": 2}, **mine),
        lambda: scribe.play(match, 1, {"do": "bid", "amount": 1}, expected_version=2),
    ]

    def late(match_id: str) -> Match:
        found = ledger.match(match_id)
        if meanwhile:
            meanwhile.pop()()
        return found if found.version == 2 else ledger.match(match_id)

    (done,) = Scribe(ledger, load=late).play(match, 2, {"do": "bid", "amount": 2}, **mine)
    assert (done.seat, done.originator_version, meanwhile) == (2, 4, [])
    assert ledger.match(match).version == 4
