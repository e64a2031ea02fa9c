"""The pages on which organisers see people's words in a match or tournament, and erase them."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done

HERE = {"Origin": "http://table.test"}
NAME = "Quux"


def erase(service: Service, path: str, token: str) -> int:
    """Press the button of a page that asks before it erases."""
    return service.ask("POST", path, token, headers=HERE).status_code


@pytest.fixture
def noted(ledger: Ledger) -> str:
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"], data={"title": f"of {NAME}"})
    scribe.note(match.id, f"{NAME} was late")
    scribe.describe(match.id, {"tags": [NAME]})
    return match.id


def test_an_organiser_erases_words_of_a_match(service: Service, organiser: str, noted: str) -> None:
    """Given a title and a note, each goes after a question, and no page shows it any more."""
    pages = (f"/m/{noted}", f"/m/{noted}/replay", f"/m/{noted}/words", f"/api/v1/matches/{noted}/log", "/")
    shown = service.get(f"/m/{noted}/words", organiser).text
    assert (f"{NAME} was late" in shown, f"of {NAME}" in shown) == (True, True)
    assert f'href="/m/{noted}/words"' in service.get(f"/m/{noted}/judge", organiser).text
    asked = service.get(f"/m/{noted}/words/2", organiser).text
    assert f"<blockquote>{NAME} was late</blockquote>" in asked
    assert "This cannot be undone." in asked
    assert f"{NAME} was late" in service.get(f"/m/{noted}/words", organiser).text, "to look erases nothing"
    for event in (1, 2, 3):
        assert erase(service, f"/m/{noted}/words/{event}", organiser) == 303
    assert not [page for page in pages if NAME in service.get(page, organiser).text]
    assert "Erased." in service.get(f"/m/{noted}/words", organiser).text
    assert service.get(f"/m/{noted}/words/2", organiser).status_code == 404
    assert erase(service, f"/m/{noted}/words/2", organiser) == 303, "once more, it is still erased"


def test_an_organiser_erases_words_of_a_tournament(service: Service, organiser: str) -> None:
    """Given a ruling with a reason and a title, all pages, also those for everybody, show the words and then do not."""
    plan = f"title: {NAME} cup\nstages: [{{name: S, kind: swiss, rounds: 3, game: freeform}}]"
    answer = service.post("/api/v1/tournaments", organiser, command_id=service.command(), plan=plan)
    found = answer.json()["tournament"]
    done(service, organiser, found, "entrants", people=[{"name": "Ada"}, {"name": "Ben"}])
    done(service, organiser, found, "pairings", seed=2)
    ruling = {"number": 1, "points": "1", "clause": "4", "reason": f"{NAME} was late", "as": "arbiter"}
    done(service, organiser, found, "penalties", **ruling)
    done(service, organiser, found, "clock", does="start")
    service.ask("POST", f"/t/{found}/shown", organiser, headers=HERE, data={"names": "all", "words": "yes"})
    arbiter = service.token("arbiter", match=found)
    pages = [f"/t/{found}{page}" for page in ("", "/board", "/ruled", "/rulings", "/words", "/board?as_played=1")]
    pages += [f"/api/v1/tournaments/{found}", f"/api/v1/tournaments/{found}/log", "/tournaments"]
    for page in pages[:5]:
        assert NAME in service.get(page, organiser).text, page
    assert NAME in service.get(f"/t/{found}/ruled", arbiter).text
    assert f'href="/t/{found}/words"' in service.get(f"/t/{found}/rulings", organiser).text
    assert f'href="/t/{found}/words"' not in service.get(f"/t/{found}/rulings", arbiter).text
    shown = service.get(f"/t/{found}/words", organiser).text
    assert "Penalty" in shown
    event = int(shown.split("Penalty")[1].split("Log event ")[1].split("<")[0])
    assert f"{NAME} was late" in service.get(f"/t/{found}/words/{event}", organiser).text
    assert erase(service, f"/t/{found}/words/{event}", organiser) == 303
    assert f"{NAME} was late" not in service.get(f"/t/{found}/ruled", organiser).text
    assert f"{NAME} cup" in service.get(f"/t/{found}/board", organiser).text, "the others stay"
    assert erase(service, f"/t/{found}/words/1", organiser) == 303
    for page in pages:
        answer = service.get(page, organiser)
        assert (answer.status_code, NAME in answer.text) == (200, False), page
    assert NAME not in service.get(f"/t/{found}/ruled", arbiter).text
    assert "(gel\u00f6scht)" in service.get(f"/t/{found}/ruled", organiser, headers={"Accept-Language": "de"}).text


def test_others_neither_see_nor_erase_them(service: Service, organiser: str, noted: str) -> None:
    found = announced(service, organiser, ("Ada", "Ben"))
    own = service.token("organiser", match=found)
    tokens = {role: service.token(role, match=noted) for role in ("recorder", "judge", "spectator")}
    tokens |= {role: service.token(role, match=found) for role in ("arbiter", "desk", "public")}
    for role, token in tokens.items():
        base = f"/t/{found}/words" if role in ("arbiter", "desk", "public") else f"/m/{noted}/words"
        assert service.get(base, token).status_code == 403, role
        assert service.get(f"{base}/1", token).status_code == 403, role
        assert erase(service, f"{base}/1", token) == 403, role
        assert erase(service, f"{base}/finish", token) == 403, role
    assert f"of {NAME}" in service.get(f"/m/{noted}/words", organiser).text
    assert service.get(f"/t/{found}/words", own).status_code == 200
    assert erase(service, f"/t/{found}/words/1", own) == 303


def test_what_stays_in_the_log_has_no_button(service: Service, organiser: str, ledger: Ledger) -> None:
    """Given a note that an earlier version recorded in the log, the page says that it stays."""
    from eventsourcing.persistence import StoredEvent

    from tablescribe.ledger.log.codec import encode

    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada"])
    old: Any = scribe.match(match.id).note(f"{NAME} was late", scribe.stamp())
    ledger.log.insert_events([StoredEvent(match.id, 2, "Noted", encode(old))], expected_version=1)
    shown = service.get(f"/m/{match.id}/words", organiser).text
    assert "Written to the log by an earlier version. It cannot be erased." in shown
    assert f"/m/{match.id}/words/2" not in shown
    assert service.get(f"/m/{match.id}/words/2", organiser).status_code == 404


def test_an_erasure_that_another_program_kept_open_is_finished(
    service: Service, organiser: str, noted: str, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given files that another program reads, the page says that words may still be in them, and finishes later."""
    monkeypatch.setattr("tablescribe.ledger.matches.people.People.erasure_is_unfinished", lambda self: True)
    shown = service.get(f"/m/{noted}/words", organiser).text
    assert f'action="/m/{noted}/words/finish"' in shown
    assert erase(service, f"/m/{noted}/words/finish", organiser) == 303
    assert f"{NAME} was late" in service.get(f"/m/{noted}/words", organiser).text, "nothing else is erased"
