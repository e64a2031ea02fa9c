"""The interface in four languages: every text of every page is translated, and no translation is unused."""

from __future__ import annotations

import re

import pytest

from tablescribe.replays.reading.titles import CLASSICS
from tablescribe.replays.web.http.i18n import LANGUAGES, catalogue, wanted
from tablescribe.replays.web.tournaments.page import WAYS
from tests.replays.web.conftest import Service
from tests.replays.web.http.test_i18n import TEMPLATES

BY_NAME = {
    "organiser", "recorder", "seat", "judge", "spectator", "player", "door",
    "breach", "doubt", "note", "open", "finished",
    *(name for _, name, _ in WAYS), *CLASSICS,
}  # fmt: skip
"""Texts that templates name by a value: roles, kinds of findings, states of a match, titles of classic games."""


def texts() -> set[str]:
    found = set(BY_NAME)
    for template in TEMPLATES:
        found.update(re.findall(r"_\('([^']*)'\)", template.read_text("utf-8")))
    return found


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_text_is_translated_and_none_is_left_over(language: str) -> None:
    assert set(catalogue(language)) == texts()


def test_the_browser_or_the_reader_chooses_the_language() -> None:
    assert wanted("", "fr-FR, de-AT;q=0.8, en;q=0.5") == "de"
    assert wanted("it", "de") == "it"
    assert wanted("xx", "fr;q=oops") == "en"


def test_a_page_speaks_the_readers_language(service: Service, organiser: str) -> None:
    page = service.get("/", organiser, headers={"Accept-Language": "pt-BR"}).text
    assert '<html lang="pt-BR">' in page
    assert "Nova partida" in page
    assert "New match" not in page


def test_what_the_game_says_is_read_in_the_readers_language(service: Service, organiser: str, match: str) -> None:
    german, italian = {"Accept-Language": "de"}, {"Accept-Language": "it"}
    table = service.get(f"/m/{match}", organiser, headers=german).text
    assert "passt und zieht zwei Bewegungskarten" in table
    assert "skips and draws" not in table
    assert "Am Zug: Blau" in service.get(f"/api/v1/matches/{match}/board.svg", organiser, headers=german).text
    move = {"command_id": "out-of-turn", "expected_version": 1, "seat": 2, "action": {"do": "skip"}}
    refused = service.ask("POST", f"/api/v1/matches/{match}/moves", organiser, json=move, headers=italian).json()
    assert (refused["rule"], refused["why"], refused["rule_language"]) == ("UP-9", "Di turno: Blu", "it")
    assert refused["legal"][0] == "Blu salta e pesca due carte movimento"
    log = service.get(f"/api/v1/matches/{match}/log", organiser).json()
    assert log[0]["words"].startswith("Le ultime persone, 3 seats")
