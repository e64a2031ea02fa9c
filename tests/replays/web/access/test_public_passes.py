"""A public link of a tournament shows what the public pages do: numbers, unless its organiser shows names."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tablescribe.ledger.tournaments.publicity import show
from tablescribe.replays.web.http.limits import TokenBuckets
from tests.replays.web.access.test_roles import GET
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done, play, token_of
from tests.support import has_word

PEOPLE = ("Adalind", "Benedikta", "Clothilde", "Dorothea")
SAID = ("misread", "overslept", "unheard", "T-4", "T-9")


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


@pytest.fixture
def found(service: Service, organiser: str) -> str:
    """A tournament: a round played, corrected, penalised and contested, a second one that is being played."""
    found = announced(service, organiser, PEOPLE)
    done(service, organiser, found, "pairings")
    for one in done(service, organiser, found, "starts")["tables"]:
        play(service, one["match"], token_of(one["recorder"]))
    ruled: dict[str, Any] = {"as": "arbiter"}
    done(service, organiser, found, "corrections", **ruled, round=1, table=1, draw=True, clause="T-4", reason="misread")
    done(service, organiser, found, "penalties", **ruled, number=4, points="1/2", clause="T-9", reason="overslept")
    report = service.get(f"/api/v1/tournaments/{found}", organiser).json()["seatings"][0]["tables"][1]["report"]
    done(service, organiser, found, "appeals", number=3, about=report, reason="unheard")
    done(service, organiser, found, "pairings")
    done(service, organiser, found, "starts")
    return found


@pytest.fixture
def public(service: Service, organiser: str, found: str) -> str:
    return token_of(done(service, organiser, found, "passes", role="public")["link"])


ELSEWHERE = ("/door", "/enter", "/see", "/api/v1/openapi", "/api/v1/festivals", "/f/", "/festival")
"""Addresses that are of no tournament; festivals have tests of their own."""


def everything(service: Service, token: str, found: str) -> dict[str, str]:
    """Return all that a pass of a tournament reads there, and at a match of it that is closed and one that is not."""
    matches = [seating["tables"][0]["match"] for seating in
               service.get(f"/api/v1/tournaments/{found}", token).json()["seatings"]]  # fmt: skip
    told = {}
    for path, who in GET.items():
        if "t-public" not in who.split() or path.startswith(ELSEWHERE) or "{photo_id}" in path:
            continue
        for match in matches if "{match_id}" in path else matches[:1]:
            for number in range(1, 5) if "/why/" in path else (1,):
                one = path.format(match_id=match, tournament_id=found, game="freeform", name="style.css", table=1,
                                  number=number, event=1)  # fmt: skip
                answer = service.get(one, token)
                assert answer.status_code in (200, 303, 409), (one, answer.text)
                told[one] = answer.text
    return told


def betrayed(told: dict[str, str], *words: str) -> list[tuple[str, str]]:
    """Return where each word is read; clauses only where they stand alone: salts of events are random letters."""
    return [
        (path, one)
        for path, text in told.items()
        for one in words
        if (one in text if len(one) > 4 else has_word(text, one))
    ]


def test_a_public_pass_reads_names_and_words_nowhere_until_they_are_shown(
    service: Service, organiser: str, found: str, public: str
) -> None:
    told = everything(service, public, found)
    assert len(told) > 30
    assert betrayed(told, *PEOPLE, *SAID) == []
    assert "#4" in told[f"/t/{found}"]
    show(service.app.state.queries.ledger, found, names=True, by="organiser")
    service.app.state.boards.outdated(found)
    told = everything(service, public, found)
    assert betrayed(told, *SAID) == []
    api = f"/api/v1/tournaments/{found}"
    for path in (f"/t/{found}", api, f"{api}/standings", f"{api}/log", f"{api}/certified"):
        assert "Adalind" in told[path], path
    match = service.get(api, public).json()["seatings"][1]["tables"][0]
    assert match["names"][0] in service.get(f"/api/v1/matches/{match['match']}", public).text
    show(service.app.state.queries.ledger, found, names=False, words=True, by="organiser")
    service.app.state.boards.outdated(found)
    told = everything(service, public, found)
    assert betrayed(told, *PEOPLE) == []
    for word, path in (("misread", f"{api}/log"), ("unheard", api), ("T-9", f"{api}/why/4")):
        assert word in told[path], path


def test_those_who_play_and_officials_read_names_and_words(service: Service, organiser: str, found: str) -> None:
    player = token_of(done(service, organiser, found, "passes", role="player", number=1)["link"])
    for token in (organiser, player):
        told = service.get(f"/api/v1/tournaments/{found}/log", token).text
        assert {word for word in (*PEOPLE, "misread", "overslept") if word in told} == {*PEOPLE, "misread", "overslept"}


def test_what_is_counted_for_officials_is_not_what_a_public_pass_reads(
    service: Service, organiser: str, found: str, public: str
) -> None:
    """Standings name the clauses of penalties: one that was counted before for another must not come to it."""
    why = f"/api/v1/tournaments/{found}/why/4"
    for _ in range(2):
        assert "T-9" in service.get(why, organiser).text
        assert "T-9" not in service.get(why, public).text


def test_a_stream_of_a_match_tells_a_public_pass_no_names(
    service: Service, organiser: str, found: str, public: str
) -> None:
    live, queries = service.app.state.live, service.app.state.queries
    match = service.get(f"/api/v1/tournaments/{found}", organiser).json()["seatings"][0]["tables"][0]["match"]

    async def told(token: str, at: Any) -> bytes:
        who = await asyncio.to_thread(lambda: queries.hall.at(queries.access.who(token), match))
        stream = live.follow(who, token, match, 0, queries=at)
        heard = b""
        async with asyncio.timeout(60):
            while b'"Closed"' not in heard:
                heard += await anext(stream)
        await stream.aclose()
        return heard

    async def both() -> tuple[bytes, bytes]:
        return await told(organiser, None), await told(public, service.app.state.numbered.queries)

    for heard, names in zip(service.run(both), (True, False), strict=True):
        assert any(name.encode() in heard for name in PEOPLE) is names, heard
