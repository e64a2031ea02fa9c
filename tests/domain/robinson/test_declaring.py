"""A table's own box: tiles and beasts are blank until they show, and are declared then (RC-B96)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games import game
from domain.games.robinson.actions.declaring import DeclareBeast, DeclareTile, LeaveBlank
from domain.games.robinson.actions.placing import Explore, Hunt, Rest
from domain.games.robinson.cards import BeastCard
from domain.games.robinson.land import Tile
from domain.match import Match
from domain.names import AWAITS
from domain.play import Illegal
from domain.table import Impossible
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_rest, given, go_on, goods, number, play_it, when

RIVER = Tile(id=8, terrain="river", left="fish", right="beast", discovery=0)


def blank() -> Any:
    """Return a box in which tiles 8 and beyond, and all beasts, are blank."""
    data = game("robinson").catalogue.plain()
    for tile in data["tiles"]:
        if tile["id"] >= 8:
            tile |= {"terrain": "unknown", "left": "unknown", "right": "unknown", "discovery": 0}
            tile.pop("totem", None)
    data["beasts"] = [{**BEAST, "id": one["id"], "name": one["name"], "blank": True} for one in data["beasts"]]
    return data


BEAST = {"strength": 0, "weapon": 0, "food": 0, "fur": 0}


def explored() -> Match:
    """Return a match in which seat 1 has turned up tile 8, which is blank, on space 4."""
    match = given(catalogue=blank())
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), "blank", "success", "blank", "tile:8")
    assert (match.table.get(AWAITS), match.to_act) == ("declaration", (1,))
    return match


@CASES.obeys("RC-B96")
def a_tile_is_declared_when_it_shows() -> Match:
    """It is a river with fish and a beast, which joins the hunting deck."""
    match = explored()
    play_it(match, 1, DeclareTile(says=RIVER))
    assert goods(match, "hunting") == {"?beast": 1}
    return match


@CASES.breaks("RC-B96")
def a_tile_that_the_catalogue_knows() -> None:
    play_it(given(catalogue=blank()), 1, DeclareTile(says=RIVER.model_copy(update={"id": 4})))


def test_what_was_declared_produces() -> None:
    match = given(catalogue=blank(), camps={1: 4}, tiles={4: 8}, stock={1: {"food": 1}})
    play_it(match, 1, DeclareTile(says=RIVER))
    go_on(all_rest(match))
    assert goods(match, "stock:1") == {"food": 1}, "the fish of round 2; no wood"


def test_a_beast_is_declared_before_it_is_fought() -> None:
    match = given(catalogue=blank(), hunting=1, levels={"weapon:1": 1}, stock={1: {}})
    when(match, (1, Hunt()), (2, Rest()), (1, Hunt()))
    play_it(match, 2, Rest(), "beast:fox")
    assert match.table.get(AWAITS) == "declaration"
    play_it(match, 1, DeclareBeast(says=BeastCard(id="fox", name="Fox", strength=2, weapon=0, food=2, fur=1)))
    assert number(match, "hearts:1") == 13 - 1 - 1, "one of the fight, one of the night"
    assert goods(match, "stock:1")["fur"] == 1


def test_nobody_declares_what_nobody_has_seen() -> None:
    with pytest.raises(Impossible):
        play_it(given(catalogue=blank()), 1, DeclareTile(says=RIVER))


def test_what_is_left_blank_may_be_declared_later() -> None:
    match = explored()
    when(match, (1, LeaveBlank()))
    play_it(match, 2, DeclareTile(says=RIVER))
    with pytest.raises(Illegal, match="RC-B96"):
        play_it(match, 2, DeclareTile(says=RIVER))
