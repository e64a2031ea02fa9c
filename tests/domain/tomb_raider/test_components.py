"""The cards as data: built-in ones, blank ones, and people's own lists."""

from __future__ import annotations

from typing import cast

import pytest

from tablescribe.domain.box.catalogue import from_data, read_catalogue
from tablescribe.domain.games import game
from tablescribe.domain.games.tomb_raider.components import (
    Discovery,
    Location,
    Obstacle,
    Raider,
    TombRaiderCatalogue,
    Upgrade,
    read_card,
)
from tablescribe.domain.games.tomb_raider.effects import IN_PLAY, ON_FAILURE, AnyEffect
from tablescribe.domain.words.text import Text, tell

HOUSE = cast(TombRaiderCatalogue, game("tomb_raider").catalogue)
assert isinstance(HOUSE, TombRaiderCatalogue)


def test_what_the_manual_prints_is_marked_so() -> None:
    pistols, remains, dark = HOUSE.card("068"), HOUSE.card("004"), HOUSE.card("005")
    assert isinstance(pistols, Discovery)
    assert isinstance(remains, Location)
    assert isinstance(dark, Location)
    assert (pistols.difficulty, "difficulty" in pistols.printed, "effects" in pistols.printed) == (15, True, False)
    assert (remains.danger, remains.printed) == (3, ("name", "danger"))
    assert dark.printed_obstacle is not None
    assert [(one.ability, one.target) for one in dark.printed_obstacle.tests] == [("think", 7), ("search", 9)]
    bear, bats, pit = (HOUSE.card(one) for one in ("022", "059", "062"))
    assert [one.danger for one in (bear, bats, pit) if isinstance(one, Obstacle)] == [8, 3, 4]


def test_no_card_that_comes_with_the_program_is_blank() -> None:
    assert [card.id for card in HOUSE.cards if card.blank] == []


def test_the_starters_have_fifty_cards() -> None:
    for starter in HOUSE.starters:
        drawn = len(starter.others) + len(starter.hand) + len(starter.clever)
        assert (len(starter.locations), len(starter.obstacles), drawn) == (18, 9, 21)
        assert len(starter.locations) + len(starter.obstacles) + drawn + 2 == 50


def effects() -> list[AnyEffect]:
    """Return every effect in the catalogue."""
    found: list[AnyEffect] = []
    for card in HOUSE.cards:
        found += getattr(card, "effects", None) or ()
        block = getattr(card, "block", None) or getattr(card, "printed_obstacle", None)
        found += block.on_fail if block else ()
    return found


def test_every_word_of_the_vocabulary_is_used_by_a_card_but_the_judges() -> None:
    words = {one.do for one in effects()}
    assert (set(IN_PLAY) | set(ON_FAILURE)) - words == {"judge"}


def test_every_effect_can_be_said() -> None:
    for one in effects():
        said = one.words()
        assert said == "" or "{" not in tell(said if isinstance(said, str | Text) else str(said))


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ('{"id": "x", "type": "discovery", "name": "X", "effects": [{"do": "heal"}]}', "how it is used"),
        ('{"id": "x", "type": "obstacle", "name": "X", "danger": 1, "block": {"name": "X", "kind": "trap", '
         '"tests": [{"ability": "fight", "target": 6}]}}', "with a Fight test, and only then, it has health"),
        ('{"id": "x", "type": "obstacle", "name": "X", "danger": 1, "block": {"name": "X", "tests": '
         '[{"ability": "move", "target": 6}], "on_fail": [{"do": "heal"}]}}', "cannot heal"),
        ('{"id": "x", "type": "location", "name": "X", "exits": ["up"]}', "top"),
        ('{"id": "x", "type": "spell", "name": "X"}', "spell"),
        ('{"id": "x", "type": "raider", "name": "X", "printed": ["luck"]}', "luck"),
    ],
)  # fmt: skip
def test_a_card_that_cannot_be_is_refused(card: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_card(card)


def test_a_blank_card_says_what_is_needed() -> None:
    room = read_card('{"id": "x", "type": "location", "name": "X", "treasure_room": true, "danger": 2}')
    assert room.blank == ("exits", "search_bonus", "treasure_difficulty")
    assert read_card('{"id": "x", "type": "action", "name": "X"}').blank == ("effects",)


# --- lists of cards ---------------------------------------------------------------------------

COLLECTION = """
schema_version: 1
count: 5
cards:
- {id: TR-004, set: base, number: 4, name: Bone Hall, type: location, rarity: fixed, source: item}
- {id: TR-068, set: base, number: 68, name: Twin Pistols, type: discovery, rarity: fixed, source: item}
- {id: TR-067, set: base, number: 67, name: The Adventurer, type: upgrade, rarity: rare, source: item}
- {id: SW-017, set: wet, number: 17, name: Bubbling Spring, type: location, exits: [top, left], danger: 2}
- {id: PR-GUEST, set: other, number: null, name: A Guest, type: character, rarity: promo}
- {id: PR-222, set: other, number: 222, name: Who Knows, type: null}
"""


def collection() -> TombRaiderCatalogue:
    return read_catalogue(TombRaiderCatalogue, COLLECTION)


def test_a_list_of_cards_is_part_of_a_catalogue() -> None:
    found = collection()
    assert found.origin == "printed"
    spring, guest = found.card("sw-017"), found.card("pr-guest")
    assert isinstance(spring, Location)
    assert isinstance(guest, Raider)
    assert (spring.name, spring.exits, spring.danger, spring.blank) == (
        "Bubbling Spring", ("top", "left"), 2, ("search_bonus",),
    )  # fmt: skip
    assert guest.blank == ("abilities",)
    assert found.card("pr-222") is None
    assert found.levels == HOUSE.levels


def test_what_a_list_does_not_tell_is_blank_but_for_what_the_manual_prints() -> None:
    found = collection()
    hall, pistols, adventurer = found.card("004"), found.card("068"), found.card("067")
    assert isinstance(hall, Location)
    assert isinstance(pistols, Discovery)
    assert isinstance(adventurer, Upgrade)
    assert (hall.name, hall.family, hall.danger, hall.exits) == ("Bone Hall", "cave", 3, None)
    assert (pistols.difficulty, pistols.effects) == (15, None)
    assert adventurer.play_when is not None
    assert adventurer.play_when.event == "saved"
    assert found.card("005") == HOUSE.card("005")


def test_a_match_keeps_the_catalogue_that_a_list_became() -> None:
    found = collection()
    again = from_data(TombRaiderCatalogue, found.plain())
    assert again == found
    assert again.digest() == found.digest()


def test_a_list_with_a_card_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="top"):
        read_catalogue(TombRaiderCatalogue, "cards: [{id: TR-900, type: location, name: X, exits: [up]}]")


@pytest.mark.parametrize("text", ["cards: 7", "name: x", "cards: [7, {}]\nlevels: 3", "own_levels: [7]"])
def test_what_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="validation error"):
        read_catalogue(TombRaiderCatalogue, text)
