"""Rights to act and to see: a person without the right link has neither."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tablescribe.ledger.log.schema import access as access_table
from tablescribe.ledger.log.schema import pins
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access, ChairTaken, NoPass
from tablescribe.replays.web.access.pin_attempts import PIN_TRIES
from tablescribe.replays.web.access.seat_pins import WrongPin
from tablescribe.replays.web.app import make_app
from tests.replays.web.conftest import Service, serving


def test_without_a_pass_nothing_is_shown(service: Service, match: str) -> None:
    for path in ("/api/v1/matches", f"/api/v1/matches/{match}", f"/api/v1/matches/{match}/board.svg", "/metrics"):
        answer = service.get(path)
        assert (answer.status_code, answer.json()["code"]) == (401, "access.none"), path
    assert service.get("/healthz").status_code == 200


def test_tokens_and_pins_are_kept_as_hashes_only(ledger: Ledger, access: Access) -> None:
    token = access.grant("organiser")[1]
    pin = access.pins.assign("m")
    rows = ledger.log.select(access_table.select()) + ledger.log.select(pins.select())
    assert token not in str(rows)
    assert f"'{pin}'" not in str(rows)
    assert rows[-1].hash.startswith("$argon2id$")


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("organiser", {"moves", "rulings", "close", "passes", "pin", "share", "audit"}),
        ("recorder", {"moves", "close", "pin", "share"}),
        ("judge", {"rulings", "close", "share", "audit"}),
        ("spectator", set()),
    ],
)
def test_each_role_may_do_what_it_is_for(service: Service, match: str, role: str, allowed: set[str]) -> None:
    token = service.token(role, match=None if role == "organiser" else match)
    asked = {
        "audit": service.get(f"/api/v1/matches/{match}/audit", token),
        "passes": service.get("/api/v1/passes", token),
        "pin": service.post(f"/api/v1/matches/{match}/pin", token),
        "share": service.post(f"/api/v1/matches/{match}/share", token),
        "moves": service.record(match, token, "moves", seat=1, action={"do": "skip"}),
        "rulings": service.record(match, token, "rulings", facts=[], clause="1", reason="r"),
        "close": service.record(match, token, "close", abandoned=True),
    }
    assert {what for what, answer in asked.items() if answer.status_code < 300} == allowed
    assert {answer.json()["code"] for what, answer in asked.items() if what not in allowed} <= {"access.denied"}


def test_a_pass_for_one_match_opens_no_other(service: Service, organiser: str, match: str) -> None:
    other = service.post("/api/v1/matches", organiser, game="freeform", names=["Ada", "Ben"]).json()["id"]
    token = service.token("recorder", match=other)
    assert service.get(f"/api/v1/matches/{match}", token).json()["code"] == "access.denied"
    assert service.record(match, token, "moves", seat=1, action={"do": "skip"}).json()["code"] == "access.denied"
    assert [line["id"] for line in service.get("/api/v1/matches", token).json()] == [other]


def test_a_beginning_of_an_id_opens_nothing(service: Service, organiser: str, match: str) -> None:
    assert service.get(f"/api/v1/matches/{match[:6]}", organiser).json()["code"] == "match.unknown"


def test_a_seat_acts_for_itself_alone_and_breaks_no_rule(service: Service, match: str) -> None:
    token = service.token("seat", match=match, seat=2)
    assert service.record(match, token, "moves", seat=1, action={"do": "skip"}).json()["code"] == "access.denied"
    anyway = service.record(match, token, "moves", action={"do": "skip"}, as_played=True)
    assert anyway.json()["code"] == "access.denied"


def test_revoked_and_expired_passes_end(service: Service, organiser: str, ledger: Ledger) -> None:
    given = service.post("/api/v1/passes", organiser, role="judge", label="Maria").json()
    assert service.get("/api/v1/me", given["token"]).json()["label"] == "Maria"
    assert service.ask("DELETE", f"/api/v1/passes/{given['id']}", organiser).json() == {"revoked": True}
    assert service.get("/api/v1/me", given["token"]).status_code == 401
    token = service.token("judge", days=1)
    later = Access(ledger, lambda: datetime.now(UTC) + timedelta(days=2))
    with pytest.raises(NoPass):
        later.who(token)


def test_a_share_link_follows_one_match_and_dies_with_its_giver(service: Service, organiser: str, match: str) -> None:
    giver = service.access.grant("recorder", match=match)
    link = service.post(f"/api/v1/matches/{match}/share", giver[1]).json()["link"]
    token = link.rpartition("/")[2]
    assert service.get(f"/api/v1/matches/{match}", token).json()["viewer"] == "spectator"
    forged = token.replace(match, "x" * len(match))
    assert service.get("/api/v1/me", forged).status_code == 401
    service.ask("DELETE", f"/api/v1/passes/{giver[0].id}", organiser)
    assert service.get("/api/v1/me", token).status_code == 401


def test_a_pass_revoked_by_another_process_ends_soon(
    service: Service, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablescribe.replays.web.access.access.KNOWN_FOR", 0.2)
    given, token = service.access.grant("judge")
    assert service.get("/api/v1/me", token).status_code == 200
    service.access.revoke(given.id)  # not by the Access that the service has
    time.sleep(0.25)
    assert service.get("/api/v1/me", token).status_code == 401


def test_a_pin_gives_each_seat_once(service: Service, organiser: str, match: str) -> None:
    pin = service.post(f"/api/v1/matches/{match}/pin", organiser, seat=2).json()["pin"]
    taken = service.post(f"/api/v1/matches/{match}/chairs", "", pin=pin, seat=2)
    assert taken.status_code == 403
    assert taken.json()["code"] == "request.origin"
    same = {"Origin": "http://table.test"}
    taken = service.ask("POST", f"/api/v1/matches/{match}/chairs", json={"pin": pin, "seat": 2}, headers=same)
    assert service.get("/api/v1/me", taken.json()["token"]).json()["seat"] == 2
    again = service.ask("POST", f"/api/v1/matches/{match}/chairs", json={"pin": pin, "seat": 2}, headers=same)
    assert again.json()["code"] == "access.taken"


def test_guessing_a_pin_closes_the_door(access: Access) -> None:
    pin = access.pins.assign("m", 1)
    wrong = "000000" if pin != "000000" else "111111"
    for _ in range(PIN_TRIES):
        with pytest.raises(WrongPin, match="wrong PIN"):
            access.take_chair("m", wrong, 1)
    with pytest.raises(WrongPin, match="too many"):
        access.take_chair("m", pin, 1)
    assert access.pins.assign("m") != wrong


def test_right_pins_do_not_count_as_guesses(access: Access) -> None:
    pin = access.pins.assign("m")
    for _ in range(PIN_TRIES + 1):
        access.take_chair("m", pin, None)
    pin = access.pins.assign("m", 1)
    access.take_chair("m", pin, 1)
    with pytest.raises(ChairTaken):
        access.take_chair("m", pin, 1)


def test_hands_are_shown_to_their_seat_alone_and_each_look_is_noted(service: Service, organiser: str) -> None:
    body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "chance": "sealed"}
    match = service.post("/api/v1/matches", organiser, **body).json()["id"]
    seat, other = (service.token("seat", match=match, seat=k, label=f"phone {k}") for k in (1, 2))
    recorder, spectator = service.token("recorder", match=match), service.token("spectator", match=match)

    def hand(token: str) -> list[str]:
        zones = service.get(f"/api/v1/matches/{match}", token).json()["zones"]
        return sorted(zones["hand:1"])

    assert all(card.startswith("movement:") for card in hand(seat))
    for token in (other, recorder, spectator):
        assert hand(token) == ["?movement"]
        everything = [service.get(f"/api/v1/matches/{match}/{what}", token).text for what in ("board.svg", "log")]
        assert not any(re.search(rf"{card}(?!\d)", text) for card in hand(seat) for text in everything)
    trail = service.get(f"/api/v1/matches/{match}/trail", organiser).json()
    assert ("seat 1", "phone 1", "the hand of seat 1") in [(one["who"], one["label"], one["what"]) for one in trail]
    assert not any(one["who"] in ("recorder", "spectator") for one in trail)


def test_another_sites_page_cannot_use_the_cookie(service: Service, organiser: str) -> None:
    body = {"game": "freeform", "names": ["Ada", "Ben"]}
    cookie = {"Cookie": f"tablescribe={organiser}"}
    foreign = [{"Origin": "http://evil.test"}, {}, {"Sec-Fetch-Site": "cross-site"}]
    for headers in foreign:
        answer = service.ask("POST", "/api/v1/matches", json=body, headers=cookie | headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "request.origin")
    for headers in ({"Origin": "http://table.test"}, {"Sec-Fetch-Site": "same-origin"}):
        assert service.ask("POST", "/api/v1/matches", json=body, headers=cookie | headers).status_code == 201


def test_sizes_and_headers(service: Service, organiser: str, match: str) -> None:
    large = service.record(match, organiser, "take-backs", reason="x" * 70_000)
    assert (large.status_code, large.json()["code"]) == (413, "request.too_large")
    headers = service.get("/healthz").headers
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


@pytest.fixture
def clock() -> list[float]:
    """A clock of one figure that a test moves."""
    return [1000.0]


@pytest.fixture
def timed(ledger: Ledger, access: Access, clock: list[float]) -> Iterator[Service]:
    """A service whose rate limits use a stopped clock."""
    yield from serving(make_app(ledger, clock=lambda: clock[0]), access)


def test_who_writes_too_often_waits_until_tokens_are_back(timed: Service, clock: list[float]) -> None:
    """Sixty at once, then ten a second; each credential by itself."""
    one, other = timed.token(), timed.token()

    def write(token: str) -> int:
        return timed.post("/api/v1/matches/none/consent", token, agrees=True).status_code

    assert [write(one) == 429 for _ in range(62)] == [False] * 60 + [True] * 2
    assert write(other) != 429
    assert timed.get("/api/v1/matches", one).status_code == 200
    clock[0] += 0.35
    assert [write(one) == 429 for _ in range(4)] == [False] * 3 + [True]
    clock[0] += 3600
    assert [write(one) == 429 for _ in range(61)] == [False] * 60 + [True]


def test_who_tries_links_too_often_waits(timed: Service, clock: list[float]) -> None:
    """Twenty at once, then one in two seconds."""

    def knock() -> int:
        return timed.get("/enter/nobody").status_code

    assert [knock() == 429 for _ in range(22)] == [False] * 20 + [True] * 2
    clock[0] += 2
    assert [knock() == 429 for _ in range(2)] == [False, True]
