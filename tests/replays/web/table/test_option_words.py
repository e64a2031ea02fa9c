"""The form of a new match shows options in words, in each language, and sends their codes."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.robinson.components import SCENARIOS
from tablescribe.domain.games.root.components import LANDMARKS
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.choices import Choice, grouped
from tests.replays.web.conftest import Service

WORDS = {
    "en": ("the Elder Treetop", "Signal Race"), "de": ("der alte Wipfel", "Wettlauf der Signale"),
    "it": ("la Chioma Antica", "Corsa dei segnali"), "pt": ("a Copa Anciã", "Corrida de sinais"),
}  # fmt: skip


@pytest.mark.parametrize("language", WORDS)
def test_landmarks_and_scenarios_are_picked_by_name(service: Service, organiser: str, language: str) -> None:
    for game, told in zip(("root", "robinson"), WORDS[language], strict=True):
        page = service.get(f"/new?game={game}", organiser, headers={"Accept-Language": language}).text
        assert told.casefold() in page.casefold()
        visible = re.sub(r"<[^>]*>", "\n", page)
        assert not re.search(r"^\s*(treetop|signal_race|ferry tower.*)\s*$", visible, flags=re.M)
        assert 'value="ferry tower treetop market forge city"' not in page
    root = service.get("/new?game=root", organiser).text
    assert root.count('name="option-landmark_pool" data-type="word"') == len(LANDMARKS) == 6


@pytest.mark.parametrize(("game", "has_chance"), [("chess", False), ("morris", False), ("root", True)])
def test_a_game_without_dice_and_cards_is_not_asked_how_they_are_dealt(
    service: Service, organiser: str, game: str, has_chance: bool
) -> None:
    form = service.get(f"/new?game={game}", organiser).text
    assert ('<select name="chance">' in form, '<select name="beacon">' in form) == (has_chance, has_chance)
    assert ('name="chance" value="table"' in form) != has_chance, "what the form sends all the same"
    assert '<select name="take_back">' in form


def test_what_forms_name_is_all_that_the_catalogues_have() -> None:
    robinson, root = (cast(Any, opening(game, 2).catalogue) for game in ("robinson", "root"))
    assert list(SCENARIOS) == [one.id for one in robinson.scenarios]
    assert list(LANDMARKS) == [one.id for one in root.landmarks]


def test_what_partisans_do_with_birds_is_no_building(service: Service, organiser: str) -> None:
    told = service.get("/api/v1/games/root", organiser, headers={"Accept-Language": "de"}).json()["options"]
    (birds,) = (field for field in told if field["name"] == "partisan_birds")
    assert (birds["choices"], birds["said"]) == (["discard", "keep"], ["abwerfen", "behalten"])
    assert (birds["type"], birds["default"]) == ("text", "discard")


def test_a_value_that_is_no_thing_is_said_in_words_under_its_field() -> None:
    reader = Reader(opening("root", 2), "de")
    choices = [
        Choice(1, {"do": "build", "building": kind, "at": at}, f"{kind} {at}")
        for kind in ("sawmill", "workshop") for at in range(1, 13)
    ]  # fmt: skip
    (group,) = grouped(choices, reader)
    assert [below.title for below in group.groups] == ["Gebäude Sägewerk", "Gebäude Werkstatt"]


def test_a_leader_is_called_by_name() -> None:
    assert Reader(opening("root", 2), "de").value("leader", "commander") == "der Befehlshaber"
