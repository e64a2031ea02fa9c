"""The check-in of a tournament, write rates, streams: limits rely on what was verified, not on what clients claim."""

from __future__ import annotations

import re

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.limits import TokenBuckets, TooMany
from tablescribe.replays.web.public import live as public_live
from tests.depth import a_few
from tests.replays.web.conftest import Service, serving
from tests.replays.web.tournament_visitors import announced, token_of
from tests.replays.web.tournaments.test_pages import SITE, went
from tests.support import has_word

DATABASES = a_few(["sqlite", "postgresql"], 1)


def door(service: Service, organiser: str, found: str) -> str:
    """Return the path of the code at the door."""
    page = service.get(f"/t/{found}/people", organiser).text
    return "/door/" + page.split("/door/")[1].split('"')[0]


def come(service: Service, door: str, name: str, command: str, cookie: str = "") -> int:
    headers = {**SITE, **({"Cookie": f"tablescribe={cookie}"} if cookie else {})}
    answer = service.ask("POST", door, data={"command": command, "name": name}, headers=headers)
    return answer.status_code


def test_as_many_a_minute_come_in_as_the_organiser_allows_and_others_are_sent_to_the_desk(
    service: Service, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)
    found = announced(service, organiser, ())
    here = door(service, organiser, found)
    went(service, organiser, f"/t/{found}/people", f"/t/{found}/door-rate", a_minute="2")
    assert [come(service, here, f"Guest {n}", f"phone-{n:04}") for n in range(4)] == [200, 200, 429, 429]
    assert come(service, here, "Guest 0", "phone-0000") == 200, "a phone that asks again is answered"
    assert service.get(f"/api/v1/tournaments/{found}", organiser).json()["version"] == 5, "two entered and checked in"
    at_desk = service.post(f"/api/v1/tournaments/{found}/entrants", organiser, command_id=service.command(),
                           people=[{"name": "Guest 2"}])  # fmt: skip
    assert at_desk.status_code == 201
    went(service, organiser, f"/t/{found}/people", f"/t/{found}/door-rate", a_minute="0")
    page = service.ask("POST", here, data={"command": "phone-0009", "name": "Guest 9"}, headers=SITE)
    assert (page.status_code, "Registration is closed. Enter at the desk" in page.text) == (429, True)


def test_only_the_organiser_opens_the_door_wider(service: Service, organiser: str) -> None:
    found = announced(service, organiser, ())
    given = service.post(f"/api/v1/tournaments/{found}/passes", organiser, role="desk").json()["link"]
    desk = token_of(given)
    refused = service.ask("POST", f"/t/{found}/door-rate", desk, data={"a_minute": "1000"}, headers=SITE)
    assert refused.status_code == 403
    assert "door-rate" not in service.get(f"/t/{found}/people", desk).text


def test_made_up_cookies_write_no_more_than_their_address_may(ledger: Ledger, access: Access) -> None:
    """Given a clock that stands still; then sixty writes come from one address, whatever cookies it makes up."""
    clock = [1000.0]
    for timed in serving(make_app(ledger, clock=lambda: clock[0]), access):
        answers = [come(timed, "/door/nobody", "Ada", f"phone-{n:04}", cookie=f"made-up-{n}") for n in range(70)]
        assert [one == 429 for one in answers] == [False] * 60 + [True] * 10
        body = {"game": "freeform", "names": ["Ada", "Ben"]}
        assert timed.post("/api/v1/matches", timed.token(), **body).status_code == 201, "a pass counts by itself"


def test_a_blank_authorization_is_none_so_another_sites_page_is_refused(service: Service, organiser: str) -> None:
    body = {"game": "freeform", "names": ["Ada", "Ben"]}
    for blank in ("", " ", "\t"):
        headers = {"Authorization": blank, "Cookie": f"tablescribe={organiser}", "Origin": "http://evil.test"}
        answer = service.ask("POST", "/api/v1/matches", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "request.origin")
        ours = service.ask("POST", "/api/v1/matches", json=body, headers=headers | SITE)
        assert ours.status_code == 201, "as a proxy that sends it blank has it"


def test_one_address_does_not_hold_all_streams(
    service: Service, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_live, "MOST_FROM_ONE", 2)
    found, live = announced(service, organiser), service.app.state.boardlive

    async def follow() -> None:
        streams = [live.follow(found, 0, "192.0.2.1") for _ in range(2)]
        for one in streams:
            await anext(one)
        with pytest.raises(TooMany):
            live.check_room("192.0.2.1")
        live.check_room("192.0.2.2")
        for one in streams:
            await one.aclose()
        live.check_room("192.0.2.1")

    service.run(follow)


def test_each_entrant_has_a_card_with_number_pin_and_code(service: Service, organiser: str) -> None:
    """Given people on the list; each card has a PIN that lets that person in at the door, and only officials print."""
    found = announced(service, organiser, ("Ada", "Ben"))
    page = service.get(f"/t/{found}/cards", organiser).text
    cards = re.findall(r'<article class="card">.*?</article>', page, re.S)
    assert [re.findall(r"<h2>(.*?)</h2>.*Number (\d)", card, re.S) for card in cards] == [
        [("Ada", "1")],
        [("Ben", "2")],
    ]
    assert all(card.count('class="qr"') == 1 for card in cards)
    (pin,) = re.findall(r'class="pin">(\d{6})<', cards[1])
    here = door(service, organiser, found)
    told = {"command": service.command(), "name": "Ben", "pin": pin}
    answer = service.ask("POST", here, data=told, headers=SITE)
    player = str(answer.cookies.get("tablescribe"))
    assert service.get(f"/t/{found}/cards", player).status_code == 403
    assert pin in service.get(f"/t/{found}/me", player).text
    assert not has_word(service.get(f"/t/{found}/cards?number=2", organiser).text, "Ada")
