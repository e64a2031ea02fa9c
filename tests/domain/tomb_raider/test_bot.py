"""The bot walks to the treasure, chooses the likeliest tests and the most harmful obstacles, and beats random play."""

from __future__ import annotations

import random

import pytest

from tablescribe.domain.games.tomb_raider.actions.keeping import Discover, EndSearch, Reset, Search
from tablescribe.domain.games.tomb_raider.actions.moving import Offer, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.playing import PlayCard
from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.games.tomb_raider.bot import choose
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tests.depth import times
from tests.domain.kit import carry_on
from tests.domain.tomb_raider.opened import opened
from tests.domain.tomb_raider.table import given, when


def first(match: Match) -> Action:
    """Return the bot's action: the first of the equally promising ones."""
    return choose(match.opening, match.table, match.to_act[0], lambda n: 0)


def test_it_walks_to_the_treasure_room_and_stays_there() -> None:
    match = given({"2-2": "cross", "1-2": "room"}, {1: "2-2"})
    assert first(match) == Step(way="left")
    match = given({"2-4": "room"}, {1: "2-4"})
    assert first(match) == Stay()
    when(match, 1, Stay())
    when(match, 2, Stay())
    assert first(match) == Search()


def test_it_takes_the_treasure_rather_than_an_item() -> None:
    match = given({"2-4": "room"}, {1: "2-4"}, {1: ["lamp"]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    if match.table.get("awaits") == "after_roll":
        when(match, 1, first(match))
    assert first(match) == EndSearch()


def test_it_takes_an_item_that_it_finds() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["lamp", "passage"]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    if match.table.get("awaits") == "after_roll":
        when(match, 1, first(match))
    assert first(match) == Discover(card="draw1:lamp")


def test_it_tests_what_is_likeliest_to_succeed() -> None:
    match = given({"2-2": "den"}, {1: "2-2"})
    when(match, 1, Stay())
    assert first(match) == Face(obstacle="level:den.forward", ability="move")


def test_it_lays_the_most_dangerous_obstacle_that_fits() -> None:
    match = given({"1-2": "cross"}, {1: "1-2"}, {2: ["bats", "pit", "rock"]})
    when(match, 1, Step(way="right"), "level:bone")
    assert first(match) == Offer(card="draw2:pit")


def test_it_plays_an_upgrade_and_what_lessens_damage() -> None:
    match = given(hands={1: ["swift"]})
    assert first(match) == PlayCard(card="draw1:swift")
    match = given({"2-2": "ledge"}, {1: "2-2"}, {1: ["flip"]})
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 1, 1, 1)
    while match.table.get("awaits") != "hit":
        when(match, 1, first(match))
    assert first(match) == PlayCard(card="draw1:flip")


def test_it_resets_where_no_way_leads_on() -> None:
    places, blocked = {"2-2": "shaft.back", "2-4": "room"}, {"2-2": ["marker:block_back"]}
    match, dice = given(places, {1: "2-2"}, seats=1, lies=blocked, chance="open"), random.Random(3)
    while match.table.get("awaits") != "reset" or isinstance(first(match), PlayCard):
        carry_on(match, 1, first(match), dice)
    assert first(match) == Reset()


@pytest.mark.parametrize("seed", range(times(1, 3)))
def test_it_finds_the_treasure_before_whoever_plays_at_random(seed: int) -> None:
    dice = random.Random(seed)
    match = opened("introductory", 2, 6, 1, most_turns=40)
    while not match.is_over:
        seat = match.to_act[0]
        if seat == 1:
            carry_on(match, seat, choose(match.opening, match.table, seat, dice.randrange), dice)
        else:
            carry_on(match, seat, dice.choice(list(legal_actions(match.opening, match.table, seat))), dice)
    result = match.opening.game.result(match.opening, match.table)
    assert result is not None
    assert result.winners == (1,)
