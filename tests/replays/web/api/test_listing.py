"""Lists and statistics over the API and on pages: as many as requested, and only what each may see."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.replays.web.conftest import Service, serving

DATABASES = ["sqlite", "postgresql"]
MATCHES = 60


@pytest.fixture
def club(ledger: Ledger) -> list[str]:
    """Sixty matches of people in pairs, every fifth abandoned, with events of ten."""
    scribe = Scribe(ledger)
    found = []
    for n in range(MATCHES):
        data = {"title": f"Game {n}", "event": f"Evening {n // 10}", "tags": ["odd" if n % 2 else "even"]}
        found.append(scribe.new("freeform", [f"Person {n % 4}", f"Person {n % 4 + 1}"], data=data).id)
        if n % 5 == 0:
            scribe.close(found[-1], abandoned=True)
    return found


def ids(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [one["id"] for one in answer.json()]


def test_pages_of_fifty_or_as_many_as_are_asked_for(service: Service, organiser: str, club: list[str]) -> None:
    """`?limit` was ignored, and everything was sent at once."""
    first = service.get("/api/v1/matches", organiser)
    assert ids(first) == club[:9:-1]
    assert ids(service.get("/api/v1/matches?limit=3", organiser)) == club[:-4:-1]
    assert service.get("/api/v1/matches?limit=501", organiser).status_code == 422
    address = first.headers["Link"].removeprefix("<http://table.test").removesuffix('>; rel="next"')
    last = service.get(address, organiser)
    assert ids(last) == club[9::-1]
    assert "Link" not in last.headers


def test_matches_are_found_over_the_api(service: Service, organiser: str, club: list[str]) -> None:
    def found(query: str) -> list[str]:
        return ids(service.get(f"/api/v1/matches?limit=100&{query}", organiser))

    assert found("event=evening+2") == club[29:19:-1]
    assert found("event=evening+2&tag=odd") == club[29:19:-2]
    assert found("state=finished&event=Evening+0") == [club[5], club[0]]
    assert len(found("person=person+0")) == 15
    assert found("text=game+7") == [club[7]]
    assert found("since=2999-01-01T00:00:00Z") == []
    assert len(found("until=2999-01-01T00:00:00Z")) == MATCHES


def test_statistics_over_the_api(service: Service, organiser: str, club: list[str]) -> None:
    def told(query: str = "") -> Any:
        return service.get(f"/api/v1/statistics?{query}", organiser).json()

    games = {one["game"]: (one["title"], one["matches"], one["finished"], one["decided"]) for one in told()["games"]}
    assert games == {f"freeform:Game {n}": (f"Game {n}", 1, int(n % 5 == 0), 0) for n in range(MATCHES)}
    assert len(told("game=freeform")["games"]) == MATCHES, "a key stands for whatever was played under it"
    assert [one["game"] for one in told("game=game+7")["games"]] == ["freeform:Game 7"]
    assert {one["person"]: one["matches"] for one in told()["people"]} == {
        "Person 0": 15, "Person 1": 30, "Person 2": 30, "Person 3": 30, "Person 4": 15,
    }  # fmt: skip
    assert len(told("limit=2")["people"]) == 2
    assert len(told("limit=2&after=4")["people"]) == 1
    assert {one["person"] for one in told("person=person+1")["against"]} == {"Person 0", "Person 2"}
    assert [one["seat"] for one in told("game=freeform")["seats"]] == [1, 2]
    assert told()["behind"] == 0


def test_who_may_enter_one_match_counts_that_one_only(service: Service, club: list[str]) -> None:
    one = service.token("recorder", match=club[0])
    assert ids(service.get("/api/v1/matches", one)) == [club[0]]
    told = service.get("/api/v1/statistics", one).json()
    assert {line["person"]: line["matches"] for line in told["people"]} == {"Person 0": 1, "Person 1": 1}
    assert [(line["game"], line["matches"], line["finished"]) for line in told["games"]] == [("freeform:Game 0", 1, 1)]
    sheet = list(csv.DictReader(io.StringIO(service.get("/matches.csv", one).text)))
    assert [row["id"] for row in sheet] == [club[0]]


def test_sheets_have_all_and_pages_some(service: Service, organiser: str, club: list[str]) -> None:
    sheet = list(csv.DictReader(io.StringIO(service.get("/matches.csv?tag=odd", organiser).text)))
    assert [row["id"] for row in sheet] == club[::-2]
    people = list(csv.DictReader(io.StringIO(service.get("/people.csv", organiser).text)))
    assert sum(int(row["matches"]) for row in people) == 2 * MATCHES
    shown = service.get("/people?limit=2", organiser).text
    assert "Person 1" in shown
    assert "after=2" in shown
    assert "Person 0" in service.get("/people?person=Person+1", organiser).text


def test_a_match_is_described_over_the_api(service: Service, organiser: str) -> None:
    body = {"game": "freeform", "names": ["Ada", "Ben"], "data": {"title": "Catan", "tags": ["cup"]}}
    match = service.post("/api/v1/matches", organiser, **body).json()["id"]
    path, command = f"/api/v1/matches/{match}/descriptions", service.command()
    for _ in range(2):  # a retry is recorded once
        answer = service.post(path, organiser, command_id=command, event="Final", tags=[])
        assert (answer.status_code, answer.json()["version"]) == (201, 3)
    (found,) = service.get("/api/v1/matches", organiser).json()
    assert (found["title"], found["event"], found["tags"]) == ("Catan", "Final", [])
    page = service.get("/", organiser).text
    assert '<p>Catan<br><span class="soft">Final</span></p>' in page


@pytest.mark.parametrize("names", [["Ada", "ada"], ["Ada", " "]])
def test_names_that_are_empty_or_stand_twice_are_refused(service: Service, organiser: str, names: list[str]) -> None:
    answer = service.post("/api/v1/matches", organiser, game="freeform", names=names)
    assert (answer.status_code, answer.json()["code"]) == (409, "match.refused")


class TestDelayed:
    """Spectators who follow with a delay."""

    @pytest.fixture
    def service(self, ledger: Ledger, access: Access) -> Iterator[Service]:
        yield from serving(make_app(ledger, delay=3600), access)

    def test_what_was_said_of_a_match_just_now_is_told_later(
        self, service: Service, organiser: str, match: str
    ) -> None:
        spectator = service.token("spectator")
        before = [service.get(path, spectator).text for path in ("/", "/api/v1/matches", "/matches.csv")]
        command = service.command()
        answer = service.post(f"/api/v1/matches/{match}/descriptions", organiser, command_id=command, title="A final")
        assert answer.status_code == 201
        assert [service.get(path, spectator).text for path in ("/", "/api/v1/matches", "/matches.csv")] == before
        assert "A final" in service.get("/", organiser).text

    def test_statistics_call_a_game_as_it_was_called_then(self, service: Service, organiser: str) -> None:
        """The new name was told at once; and whoever narrowed them down to the game saw who had won just now."""
        body = {"game": "freeform", "names": ["Ada", "Ben"], "data": {"title": "Catan"}}
        match = service.post("/api/v1/matches", organiser, **body).json()["id"]
        command, spectator = service.command(), service.token("spectator")
        path = f"/api/v1/matches/{match}/descriptions"
        assert service.post(path, organiser, command_id=command, title="Root").status_code == 201
        assert service.record(match, organiser, "close", abandoned=True).status_code == 201

        def told(who: str) -> Any:
            found = service.get("/api/v1/statistics?game=freeform", who).json()
            people = {one["person"]: one["finished"] for one in found["people"]}
            return [(one["game"], one["matches"], one["finished"]) for one in found["games"]], people

        assert told(spectator) == ([("freeform:Catan", 1, 0)], {"Ada": 0, "Ben": 0})
        assert told(organiser) == ([("freeform:Root", 1, 1)], {"Ada": 1, "Ben": 1})

    def test_a_match_that_ended_just_now_is_open_to_them(self, service: Service, organiser: str, match: str) -> None:
        spectator = service.token("spectator")
        assert service.record(match, organiser, "close", abandoned=True).status_code == 201
        assert ids(service.get("/api/v1/matches?state=open", spectator)) == [match]
        assert ids(service.get("/api/v1/matches?state=finished", spectator)) == []
        assert ids(service.get("/api/v1/matches?state=finished", organiser)) == [match]
        assert service.get("/api/v1/statistics", spectator).json()["games"][0]["finished"] == 0
        assert service.get("/api/v1/statistics", organiser).json()["games"][0]["finished"] == 1


def test_a_game_without_rules_is_chosen_by_its_real_name(service: Service, organiser: str, ledger: Ledger) -> None:
    scribe = Scribe(ledger)
    catan = scribe.new("freeform", ["Ann", "Ben"], data={"title": "Catan"}).id
    scribe.play(catan, 1, {"do": "score", "to": 1, "points": 2})
    other = scribe.new("morris", ["Ann", "Ben"]).id
    for page in ("/", "/people"):
        assert '<option value="Catan">Catan</option>' in service.get(page, organiser).text
        assert '<option value="Catan" selected>Catan</option>' in service.get(f"{page}?game=Catan", organiser).text
    shown = service.get("/?game=Catan", organiser).text
    assert (f"/m/{catan}" in shown, f"/m/{other}" in shown, "1 move ·" in shown) == (True, False, True)
    assert '<option value="Catan" selected>' in service.get("/people?game=freeform%3ACatan", organiser).text
    spectator = service.token("spectator", match=catan)
    assert "Catan</option>" not in service.get("/", spectator).text, "what others played is no concern of theirs"
