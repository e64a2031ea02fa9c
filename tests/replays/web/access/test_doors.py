"""Seats and PINs with many people at once, and links that must not be created."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access, ChairTaken
from tablescribe.replays.web.access.pin_attempts import PIN_TRIES
from tablescribe.replays.web.access.seat_pins import WrongPin
from tests.replays.web.conftest import Service

DATABASES = ["sqlite", "postgresql"]
SAME = {"Origin": "http://table.test"}


def other_than(pin: str) -> str:
    return "000000" if pin != "000000" else "111111"


def refusal(access: Access, match: str, pin: str, seat: int | None, sender: str = "") -> str:
    try:
        access.take_chair(match, pin, seat, sender)
    except (WrongPin, ChairTaken) as error:
        return str(error)
    return ""


def test_a_seat_that_two_take_at_once_goes_to_one(access: Access) -> None:
    pin = access.pins.assign("m", 2)
    with ThreadPoolExecutor(8) as people:
        answers = list(people.map(lambda _: refusal(access, "m", pin, 2), range(8)))
    assert sorted(answers) == ["", *["seat 2 is taken: the organiser can free it"] * 7]
    assert [one.seat for one in access.passes("m")] == [2]


def test_guesses_made_at_once_all_count(access: Access) -> None:
    wrong = other_than(access.pins.assign("m", 1))
    with ThreadPoolExecutor(16) as guessers:
        answers = list(guessers.map(lambda _: refusal(access, "m", wrong, 1), range(PIN_TRIES * 3)))
    assert (
        sum(answer == "wrong PIN for this seat. Check it, or ask the organiser for a link" for answer in answers)
        == PIN_TRIES
    )


def test_guessing_at_many_matches_counts_for_who_guesses(access: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablescribe.replays.web.access.pin_attempts.PIN_TRIES_FROM", 3)
    pins = {f"m{n}": access.pins.assign(f"m{n}", 1) for n in range(4)}
    *others, last = pins
    for match in others:
        assert "wrong PIN" in refusal(access, match, other_than(pins[match]), 1, "198.51.100.7")
    assert "too many" in refusal(access, last, pins[last], 1, "198.51.100.7")
    assert refusal(access, last, pins[last], 1, "192.0.2.1") == ""


def test_a_right_pin_between_wrong_ones_forgives_none(access: Access) -> None:
    pin = access.pins.assign("m")
    for _ in range(PIN_TRIES):
        assert "wrong PIN" in refusal(access, "m", other_than(pin), None)
        if _ < PIN_TRIES - 1:
            assert refusal(access, "m", pin, None) == ""
    assert "too many" in refusal(access, "m", pin, None)


def test_the_pin_of_one_chair_opens_no_other(service: Service, organiser: str, match: str) -> None:
    """Who was told the PIN of seat 1 sits down there: not at seat 2 as well, nor at the recorder's, who sees more."""
    path = f"/api/v1/matches/{match}"
    told = service.post(f"{path}/pin", organiser, seat=1).json()
    assert told["seat"] == 1
    for seat in (2, None):
        answer = service.ask("POST", f"{path}/chairs", json={"pin": told["pin"], "seat": seat}, headers=SAME)
        assert (answer.status_code, answer.json()["code"]) == (403, "access.pin"), seat
    answer = service.ask("POST", f"{path}/chairs", json={"pin": told["pin"], "seat": 1}, headers=SAME)
    assert (answer.status_code, answer.json()["role"], answer.json()["seat"]) == (201, "seat", 1)


def test_the_recorders_pin_opens_no_seat(service: Service, organiser: str, match: str) -> None:
    path = f"/api/v1/matches/{match}"
    pin = service.post(f"{path}/pin", organiser).json()["pin"]
    answer = service.ask("POST", f"{path}/chairs", json={"pin": pin, "seat": 1}, headers=SAME)
    assert answer.json()["code"] == "access.pin"
    answer = service.ask("POST", f"{path}/chairs", json={"pin": pin}, headers=SAME)
    assert (answer.status_code, answer.json()["role"]) == (201, "recorder")


def test_a_chair_that_nobody_chose_is_not_the_recorders(service: Service, organiser: str, match: str) -> None:
    pin = service.post(f"/api/v1/matches/{match}/pin", organiser).json()["pin"]
    form = service.get(f"/m/{match}/chair").text
    assert re.findall(r'<option value="(\w*)" selected>', form)[:1] == [""]
    assert form.index('value="3"') < form.index('value="recorder"')
    for data in ({"pin": pin}, {"pin": pin, "seat": ""}):
        answer = service.ask("POST", f"/m/{match}/chair", data=data, headers=SAME)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
        assert "Choose a seat, or the recorder" in answer.text


def test_a_pin_is_given_for_a_chair_that_there_is(service: Service, organiser: str, match: str) -> None:
    refused = service.post(f"/api/v1/matches/{match}/pin", organiser, seat=4)
    assert (refused.status_code, refused.json()["code"]) == (409, "match.refused")


@pytest.mark.parametrize("seat", ["0", "4", "99"])
def test_there_is_no_chair_that_the_match_has_not(service: Service, organiser: str, match: str, seat: str) -> None:
    pin = service.post(f"/api/v1/matches/{match}/pin", organiser).json()["pin"]
    before = service.get("/api/v1/passes", organiser).json()
    answer = service.ask("POST", f"/m/{match}/chair", data={"pin": pin, "seat": seat}, headers=SAME)
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    assert service.get("/api/v1/passes", organiser).json() == before


def test_an_organiser_of_one_match_could_make_himself_organiser_of_all(
    service: Service, organiser: str, match: str, ledger: Ledger
) -> None:
    refused = service.post("/api/v1/passes", organiser, role="organiser", match=match)
    assert (refused.status_code, refused.json()["code"]) == (409, "match.refused")
    narrow = service.token("organiser", match=match)  # as an older version gave it
    for method, path, body in (
        ("POST", "/api/v1/passes", {"role": "organiser"}),
        ("POST", "/api/v1/matches", {"game": "freeform", "names": ["Ada"]}),
        ("GET", "/api/v1/passes", None),
        ("GET", "/links", None),
        ("GET", "/metrics", None),
    ):
        assert service.ask(method, path, narrow, json=body).json()["code"] == "access.denied", path


def test_the_table_is_asked_for_consent_and_spectators_are_not(service: Service, organiser: str, match: str) -> None:
    one, two = (service.token("seat", match=match, seat=seat) for seat in (1, 2))
    service.record(match, one, "moves", action={"do": "skip"})
    service.record(match, one, "take-backs", reason="a reason")
    path = f"/api/v1/matches/{match}/consent"
    assert service.get(path, two).json()["reason"] == "a reason"
    assert service.get(path, service.token("spectator")).json() is None


def test_who_was_sent_away_does_not_come_back_by_the_pin(access: Access) -> None:
    pin, first, second = access.pins.assign("m"), access.pins.assign("m", 1), access.pins.assign("m", 2)
    other = access.pins.assign("other", 2)
    taken, seated = access.take_chair("m", pin, None)[0], access.take_chair("m", first, 1)[0]
    access.revoke(access.grant("spectator", match="m")[0].id)
    assert refusal(access, "m", pin, None) == ""
    access.revoke(seated.id)
    assert "no PIN now" in refusal(access, "m", first, 1)
    assert refusal(access, "m", pin, None) == ""
    access.revoke(taken.id)  # who may have given all the others
    assert "no PIN now" in refusal(access, "m", pin, None)
    assert "no PIN now" in refusal(access, "m", second, 2)
    assert refusal(access, "m", access.pins.assign("m", 2), 2) == ""
    access.revoke(access.grant("organiser")[0].id)  # who could have had any
    assert "no PIN now" in refusal(access, "other", other, 2)
