"""The catalogue: the built-in one, a table's own file, and the vocabulary of effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from tablescribe.domain.box.catalogue import load_catalogue
from tablescribe.domain.games import WrongOptions, opening
from tablescribe.domain.games.expeditions.components import ExpeditionsCatalogue
from tablescribe.domain.games.expeditions.effects import Effect, arguments, load, slug
from tablescribe.domain.rules.agenda import written
from tests.domain.expeditions.table import given, house

Catalogue = dict[str, Any]


def test_what_is_printed_and_what_is_ours_is_marked() -> None:
    catalogue = load_catalogue(ExpeditionsCatalogue, "tablescribe.domain.games.expeditions")
    assert catalogue.origin == "house"
    assert {card.origin for card in catalogue.decisions} == {"printed"}
    assert [card.level for card in catalogue.levels if card.origin == "printed"] == [1, 2, 3]
    assert [mech.id for mech in catalogue.mechs if mech.origin == "printed"] == ["marsh_strider", "tatanka"]
    assert {card.origin for card in catalogue.cards} == {"house"}
    assert {location.origin for location in catalogue.locations} == {"house"}


def test_the_printed_decision_deck() -> None:
    decisions = load_catalogue(ExpeditionsCatalogue, "tablescribe.domain.games.expeditions").decisions
    assert len(decisions) == 14
    assert [card.id for card in decisions if not card.progress] == [1, 5, 8]
    assert Counter(card.north.target.kind for card in decisions if card.north.target) == {
        "map": 5,
        "corruption": 6,
        "twenty": 3,
    }
    assert Counter(card.central.target.kind if card.central.target else "none" for card in decisions) == {
        "corruption": 6, "map": 5, "none": 3,
    }  # fmt: skip
    assert [card.id for card in decisions if card.north.sweep] == [3, 4, 5]
    assert [card.id for card in decisions if card.central.sweep] == [12, 13]


def test_the_bag_and_the_counts_of_the_box() -> None:
    catalogue = load_catalogue(ExpeditionsCatalogue, "tablescribe.domain.games.expeditions")
    assert sum(token.count for token in catalogue.tokens) == 36
    assert catalogue.map_tokens == 24
    assert [len(card.glory_spaces) for card in catalogue.levels] == [8] * 5
    assert all(card.glory_spaces[-1] < card.spaces for card in catalogue.levels)


def put(path: str, value: Any) -> Callable[[Catalogue], None]:
    """Return a change of a catalogue: `cards.0.worker`."""

    def change(data: Any) -> None:
        *way, last = path.split(".")
        for step in way:
            data = data[int(step)] if step.isdigit() else data[step]
        data[int(last) if last.isdigit() else last] = value

    return change


def cut_off(data: Catalogue) -> None:
    """N1 has no neighbour any more."""
    for one in data["cells"]:
        one["adjacent"] = [] if one["id"] == "N1" else [other for other in one["adjacent"] if other != "N1"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (put("cells.0.adjacent", ["N3"]), "must have it beside itself"),
        (put("cells.0.id", "N2"), "each place has a name of its own"),
        (put("cells.0.region", "south"), "the south region has 6 places"),
        (put("locations.0.region", "north"), "the south region has 6 locations"),
        (put("locations.19.level", 5), "location 20, and only that"),
        (put("basecamp", []), "Basecamp lies beside places"),
        (put("north", ["N1"] * 7), "the order of the north region"),
        (put("cards.0.worker", "pink"), "there is no worker 'pink'"),
        (put("cards.0.id", "i02"), "each card has a name of its own"),
        (put("cards.0.coins", -1), "is too small: at least 0"),
        (put("cards.0.kind", "quest"), "items have `ongoing`"),
        (put("cards.0.ability", {"do": "fly"}), "'fly' is not known here"),
        (put("cards.0.ability", {"do": "gain", "joy": 1}), "joy: is not known here"),
        (put("cards.0.ability", {"do": "all", "of": [{"do": "solve"}]}), "too short: at least 2"),
        (put("cards.0.ongoing", {"on": "worker", "then": {"do": "worker"}}), "it would never end"),
        (put("cards.0.ongoing", {"on": "worker", "then": {"do": "gain", "workers": {"red": 1}}}), "it would never end"),
        (put("slots.0.adjacent", ["Z1"]), "slots touch places"),
        (put("slots.0.id", "M2"), "each slot has a name of its own"),
        (cut_off, "every place can be reached"),
        (put("levels.0.glory_spaces", [1, 2, 3, 4, 5, 6, 7, 31]), "its track ends at space 30"),
        (put("levels.0.glory_spaces", [0, 2, 3, 4, 5, 6, 7, 8]), "its glory spaces ascend"),
        (put("levels.0.glory_spaces", [2, 1, 3, 4, 5, 6, 7, 8]), "its glory spaces ascend"),
        (put("decisions.0.north.distance", 4), "is too large: at most 3"),
        (put("levels.0.glory_spaces", [1, 2]), "too short: at least 8"),
    ],
)
def test_a_tables_own_file_is_checked(change: Callable[[Catalogue], None], why: str) -> None:
    data = house()
    change(data)
    with pytest.raises(WrongOptions) as wrong:
        opening("expeditions", 2, {}, data)
    assert why in str(wrong.value)


def test_a_tables_own_values_are_what_counts() -> None:
    data = house()
    put("levels.1.glory", 9)(data)
    put("locations.0.name", "Our Harbour")(data)
    match = given(catalogue=data)
    assert match.opening.label("south:1") == "1 Our Harbour"


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ({"do": "gain", "power": 2, "coins": 1}, "2 power, 1 coin"),
        ({"do": "gain", "maps": 2, "corruption": 1, "workers": {"red": 2}}, "2 maps, 1 corruption, 2 red workers"),
        ({"do": "worker", "n": 2}, "2 workers"),
        ({"do": "card", "source": "deck"}, "the top card"),
        ({"do": "move", "range": [1, 3]}, "move 1-3"),
        ({"do": "play"}, "play a card"),
        ({"do": "gather"}, "gather at an adjacent location"),
        ({"do": "return_cards", "n": 2}, "return 2 cards"),
        ({"do": "return_workers"}, "return 1 worker"),
        ({"do": "all", "of": [{"do": "solve"}, {"do": "meld"}]}, "solve, meld"),
        ({"do": "choose", "of": [{"do": "solve"}, {"do": "meld"}]}, "solve or meld"),
        ({"do": "pay", "cost": {"power": 1, "guile": 2}, "then": {"do": "boast"}}, "pay 1 power, 2 guile for boast"),
        ({"do": "per", "count": "maps", "gain": "coins", "max": 3}, "1 coins for each of maps, at most 3"),
        ({"do": "judge", "text": "sing"}, "sing"),
    ],
)
def test_effects_have_words_and_come_back_from_the_table(effect: dict[str, Any], words: str) -> None:
    import json

    read = load(json.dumps(effect))
    assert str(read.words()) == words
    due = written(read.do, arguments(read))
    assert load(due) == read
    assert " " not in slug(read)
    assert json.loads(due) == effect


def test_an_effect_is_of_the_vocabulary_or_none() -> None:
    assert Effect
    with pytest.raises(ValidationError):
        load('{"do": "win"}')
