"""The service in the reader's language: pages, reports, refusals and errors of forms."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from tablescribe.domain.games import game
from tablescribe.replays.web.http.i18n import LANGUAGES
from tablescribe.replays.web.http.limits import TokenBuckets
from tests.replays.web.conftest import Service

TITLES = {"Expeditions (solo)", "Le ultime persone", "Robinson Crusoe (versus)",
          "Root", "Tomb Raider CCG"}  # fmt: skip
SAME = TITLES | {*LANGUAGES.values(), "Tablescribe", "Ada", "Ben", "Cleo", "PIN", "Esc", "UP-50", "gone", "a remark"}
for rule in game("ultime").rulebook.rules:
    SAME |= {rule.text, rule.text[:80].strip(), f"{rule.number}: {rule.text}"}
"""Texts that are the same in all languages: names, titles of games, untranslated rules, people's own words."""

SHARED = {"Downloads", "Links", "Links · Tablescribe", "Person", "Frost"}
"""English words that a language has taken, or has itself."""

ENGLISH = re.compile(r"\b(the|of|and|with|is|are|must|may not|should|cannot|this|that|input|field|string)\b", re.I)
ELSEWHERE = {"de": {"is"}, "it": set[str](), "pt": set[str]()}


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


class Words(HTMLParser):
    """The words that people read or hear on a page, except those that are in another language on purpose."""

    def __init__(self) -> None:
        super().__init__()
        self.read: set[str] = set()
        self._inside: list[str] = []
        self._foreign = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self._foreign += bool(self._foreign) and tag not in VOID
        if tag != "html" and "lang" in told and not self._foreign and tag not in VOID:
            self._foreign = 1
        self.read |= {told[name] or "" for name in ("aria-label", "placeholder", "title", "alt") if name in told}
        self._inside += [] if tag in VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        self._foreign -= bool(self._foreign)
        if self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._foreign and not {"style", "script", "code", "select", "pre"} & set(self._inside):
            self.read.add(data.strip())


VOID = {"meta", "link", "input", "br", "img", "hr", "path", "rect", "circle", "use"}


def words(answer: httpx.Response) -> set[str]:
    if "json" in answer.headers["content-type"]:
        told = answer.json()
        return {told["detail"], told.get("hint", "")}
    reader = Words()
    reader.feed(answer.text)
    return reader.read


class Table:
    """A match with every event that a page or a report can show, and everybody's link."""

    def __init__(self, service: Service) -> None:
        self.service, self.organiser = service, service.token()
        body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "outcomes": [1]}
        self.id = service.post("/api/v1/matches", self.organiser, **body).json()["id"]
        record, mine = service.record, self.organiser
        record(self.id, mine, "moves", seat=2, action={"do": "skip"}, as_played=True)
        record(self.id, mine, "notes", text="a remark")
        record(self.id, mine, "missed", moves=2, facts=["set score:1 2"], reason="gone")
        record(self.id, mine, "rulings", facts=["set score:1 3"], clause="UP-50", reason="gone")
        record(self.id, mine, "take-backs", steps=1, judge=True, reason="gone")
        self.recorder, self.seat = (
            service.token("recorder", match=self.id),
            service.token("seat", match=self.id, seat=1),
        )
        pin = service.post(f"/api/v1/matches/{self.id}/pin", mine, seat=3).json()["pin"]
        path = f"/m/{self.id}/chair"
        service.ask("POST", path, data={"pin": pin, "seat": "3"}, headers={"Origin": "http://table.test"})

    def asks(self) -> list[tuple[str, str, str, dict[str, Any]]]:
        """Return requests: method, path, token, and body."""
        m, organiser, api = f"/m/{self.id}", self.organiser, f"/api/v1/matches/{self.id}"
        pages = ["/", "/new", "/people", "/links", "/offline", m, f"{m}/watch", f"{m}/replay", f"{m}/judge",
                 f"{m}/share", f"{m}/chair", f"{m}/key", f"{api}/report", "/nowhere", "/m/none", "/rules/none",
                 f"{m}/replay?move=99", f"{m}/replay?move=x", f"/m/{'x' * 100}", "/?state=much-too-long"]  # fmt: skip
        found: list[tuple[str, str, str, dict[str, Any]]] = [("GET", path, organiser, {}) for path in pages]
        found += [("GET", "/", "", {}), ("GET", "/new", self.recorder, {}), ("GET", f"{m}/share", self.seat, {})]
        found += [("POST", f"{m}/chair", "", {"data": data}) for data in ({}, {"pin": "12", "seat": "2"}, {"pin": "1"})]
        now = {"command_id": "12345678", "expected_version": 6}
        ruling = {**now, "clause": "1", "reason": "x"}
        found += [("POST", f"{api}/rulings", organiser, {"json": {**ruling, "facts": [fact]}})
                  for fact in ("put x", "move pawn:1 9 box terrain:1", "set turn 9")]  # fmt: skip
        match = {"game": "ultime", "names": ["a", "b", "c"]}
        bodies = [{}, {**match, "names": [""], "x": 1, "chance": "no"}, {**match, "names": ["a"]},
                  {**match, "outcomes": [7]}]  # fmt: skip
        found += [("POST", "/api/v1/matches", organiser, {"json": body}) for body in bodies]
        found += [("POST", f"{api}/signatures", organiser, {"json": {"holder": "judge"}}),
                  ("POST", f"{api}/missed", organiser, {"json": {**now, "moves": "2"}}),
                  ("POST", "/api/v1/passes", organiser, {"json": {"role": "seat", "seat": 0, "days": -1}}),
                  ("POST", "/api/v1/passes", organiser, {"json": {"role": "seat"}})]  # fmt: skip
        return found


def test_nothing_that_people_meet_is_left_in_english(service: Service) -> None:
    """Given everything that is shown or refused, what reads as the English page does is a name, or somebody's words."""
    table, left = Table(service), dict[str, set[str]]()
    for method, path, token, more in table.asks():
        answers = {
            language: service.ask(
                method, path, token, **more,
                headers={"Accept-Language": language, "Accept": "text/html", "Origin": "http://table.test"},
            )
            for language in LANGUAGES
        }  # fmt: skip
        english = words(answers["en"])
        for language in ("de", "it", "pt"):
            mine = {one for one in words(answers[language]) - SAME if not re.fullmatch(r"[\W\d]*|[\w-]+\.[\w.]+", one)}
            same = {one for one in mine & english if re.search(r"[a-z]{4}", one) and not _is_plain(one)} - SHARED
            odd = {one for one in mine if set(map(str.lower, ENGLISH.findall(one))) - ELSEWHERE[language]}
            if same | odd:
                left[f"{language} {method} {path}"] = same | odd
    assert left == {}


def _is_plain(text: str) -> bool:
    """Return whether a text is no sentence: an id, a time, an address, a notation, or names after one another."""
    return bool(
        re.fullmatch(r"[0-9a-f]{16,}|[0-9a-z]{12}|[\d-]+ [\d:]+ UTC|Ada, Ben, Cleo|(set|move) .*", text, re.S)
        or any(title in text for title in TITLES)
    )


def test_the_trail_is_told_to_programs_in_the_language_they_ask_for(service: Service) -> None:
    table = Table(service)
    path = f"/api/v1/matches/{table.id}/trail"
    told = [service.get(path, table.organiser, headers=h).json() for h in ({}, {"Accept-Language": "de"})]
    took = [[one for one in lines if "PIN" in one["what"]] for lines in told]
    assert [(one["who"], one["what"]) for one in took[0]] == [("seat 3", "took seat 3 by PIN")]
    assert took[1][0]["who"] == "Rot"
    assert "took" not in took[1][0]["what"]
