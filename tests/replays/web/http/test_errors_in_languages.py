"""Errors in the reader's language, in a match or not, on pages and in the API; codes never change."""

from __future__ import annotations

import re

import pytest

from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.log.schema import access_log
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.pin_attempts import PIN_TRIES
from tablescribe.replays.web.app import make_app
from tests.replays.web.api.test_schema import every_error
from tests.replays.web.auction import registered
from tests.replays.web.conftest import Service

__all__ = ["registered"]

PAGE = {"Accept": "text/html", "Origin": "http://table.test"}
GERMAN = {"Accept-Language": "de", **PAGE}
PORTUGUESE = {"Accept-Language": "pt"}


@pytest.mark.parametrize(
    ("path", "role", "code", "words"),
    [
        ("/", "", "", "Öffnen Sie den Link, den Sie bekommen haben"),
        ("/enter/s.a.b.c.d", "", "access.none", "dieser Link ist ungültig"),
        ("/new", "spectator", "access.denied", "nicht erlaubt (Zuschauer): Partien eröffnen"),
        ("/m/{match}/share", "spectator", "access.denied", "nicht erlaubt (Zuschauer): eine Partie teilen"),
        ("/m/{match}/judge", "recorder", "access.denied", "die Prüfung einer offenen Partie ansehen"),
        ("/m/nothing", "organiser", "match.unknown", "eine Partie nothing gibt es nicht"),
        ("/m/{match}/replay?move=9", "organiser", "match.no_such_move", "es gibt keinen Zug 9"),
        ("/rules/skat", "organiser", "game.unknown", "es gibt kein Spiel &#39;skat&#39;"),
        ("/nowhere", "organiser", "request.unknown", "diese Seite gibt es nicht"),
    ],
)  # fmt: skip
def test_a_page_says_in_the_readers_language_what_went_wrong(
    service: Service, match: str, path: str, role: str, code: str, words: str
) -> None:
    token = service.token(role) if role else ""
    told = service.get(path.format(match=match), token, headers=GERMAN)
    assert words.casefold() in told.text.casefold()
    assert re.findall("<code>(.*?)</code>", told.text) == ([code] if code else []), "somebody new has made no error"


def test_a_wrong_pin_is_told_in_the_readers_language(service: Service, organiser: str, match: str) -> None:
    pin = service.post(f"/api/v1/matches/{match}/pin", organiser, seat=2).json()["pin"]
    wrong = "000000" if pin != "000000" else "111111"

    def sit(pin: str) -> str:
        return service.ask("POST", f"/m/{match}/chair", data={"pin": pin, "seat": "2"}, headers=GERMAN).text

    page = sit(wrong)
    assert "Falsche PIN für diesen Platz. Prüfen Sie sie, oder bitten Sie den Veranstalter um einen Link" in page
    assert "selected>Gelb</option>" in page  # and the seats by their names in it
    assert "Platz 2 ist besetzt" in (sit(pin), sit(pin))[1]
    for _ in range(PIN_TRIES):
        last = sit(wrong)
    assert "Zu viele falsche PINs" in last


def test_what_stands_before_everything_else_refuses_in_the_readers_language(service: Service) -> None:
    foreign = service.ask("POST", "/leave", headers={**GERMAN, "Origin": "http://evil.test"})
    assert foreign.status_code == 403
    assert "Die Anfrage kam nicht von einer Seite dieses Dienstes" in foreign.text
    answers = [service.get("/enter/nothing", headers=GERMAN) for _ in range(25)]
    assert (answers[-1].status_code, answers[-1].headers["retry-after"]) == (429, "2")
    assert "Zu viele Versuche. Warten Sie eine Minute" in answers[-1].text


def test_the_api_speaks_english_unless_it_is_asked_for_another_language(
    service: Service, organiser: str, match: str
) -> None:
    recorder = service.token("recorder", match=match)
    for path, token, code, english, portuguese in (
        ("/api/v1/me", "", "access.none", "this link is unknown, expired or revoked", "este link é desconhecido"),
        (
            "/api/v1/passes",
            recorder,
            "access.denied",
            "recorders are not allowed to see all links",
            "ver todos os links",
        ),
        ("/api/v1/matches/none", organiser, "match.unknown", "there is no match none", "não há a partida none"),
        (
            "/api/v1/none",
            organiser,
            "request.unknown",
            "this page does not exist, or you may not see it",
            "esta página não existe, ou você não pode vê-la",
        ),
    ):
        plain, asked = service.get(path, token).json(), service.get(path, token, headers=PORTUGUESE).json()
        assert (plain["code"], asked["code"]) == (code, code)
        assert english in plain["detail"]
        assert portuguese in asked["detail"], asked["detail"]


def test_every_error_that_people_meet_at_the_service_is_a_text() -> None:
    make_app("nowhere.db")  # which loads them all
    plain = [
        kind
        for kind in every_error()
        if kind.__module__.startswith("tablescribe.replays.web") and not issubclass(kind, Spoken)
    ]
    assert plain == []


def test_the_trail_is_read_in_the_readers_language_and_earlier_lines_as_they_stand(
    service: Service, organiser: str, match: str, ledger: Ledger
) -> None:
    service.get(f"/m/{match}", service.token("seat", match=match, seat=2, label="Bens Telefon"))
    seat = service.access.passes(match)[0]
    old = {"id": "0", "at": "2026-01-01", "access_id": seat.id, "match_id": match, "what": "the hand of seat 2"}
    ledger.log.write(ledger.log.into(access_log).values(**old))
    page = service.get(f"/m/{match}/judge", organiser, headers=GERMAN).text
    assert "Ben (Gelb) (Bens Telefon): Hand von Ben (Gelb)" in page
    assert "Ben (Gelb) (Bens Telefon): the hand of seat 2" in page
    trail = service.get(f"/api/v1/matches/{match}/trail", organiser).json()
    assert [one["what"] for one in trail if one["who"] == "seat 2"] == ["the hand of seat 2"] * 2


def test_the_live_log_tells_what_came_of_each_move(service: Service, auction: str) -> None:
    """Also of a window that nobody used: how hard it hit, though no line of its own was said."""
    organiser = service.token()
    body = {"game": auction, "names": ["A", "B"]}
    match = service.post("/api/v1/matches", organiser, **body).json()["id"]
    recorder = service.token("recorder", match=match)
    service.record(match, recorder, "moves", seat=1, action={"do": "attack", "seat": 2})
    service.record(match, recorder, "moves", seat=1, action={"do": "chase", "fields": 1}, outcomes=[5])
    page = service.get(f"/m/{match}", recorder).text
    assert 'B (seat 2) is hit (no one responded)</span><ul class="changes"><li>rolls 5' in page
    assert "lead: 5" in page
