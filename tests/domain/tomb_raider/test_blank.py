"""Blank cards of a table's own box: read out when the rules first need them (TR-5)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.tomb_raider.actions.keeping import Discover, EndSearch, Search
from tablescribe.domain.games.tomb_raider.actions.moving import Offer, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.playing import Declare, PlayCard
from tablescribe.domain.games.tomb_raider.actions.testing import Accept, Face
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.tomb_raider.box import BOX
from tests.domain.tomb_raider.opened import opened
from tests.domain.tomb_raider.table import asked, given, lies_at, when

BLANK = ("cross", "pit", "lamp", "stone")
"""A location, an obstacle, a discovery and an action of which only names are known."""


def blank_box() -> dict[str, Any]:
    """Return the small box with some cards left blank."""
    kept = ("id", "type", "name", "timing")
    cards = [
        {key: value for key, value in card.items() if key in kept} if card["id"] in BLANK else card
        for card in BOX["cards"]
    ]
    return {**BOX, "cards": cards}


def printed(match: Match, name: str) -> Declare:
    """Return what is printed on a card of the small box."""
    card = next(card for card in BOX["cards"] if card["id"] == name)
    action = match.opening.game.read_action({"do": "declare", "says": card})
    assert isinstance(action, Declare)
    return action


def test_a_location_is_read_when_it_is_mapped_and_an_obstacle_when_it_is_turned_up() -> None:
    match = given({"2-2": "bone"}, {1: "2-2"}, {2: ["pit"]}, catalogue=blank_box())
    when(match, 1, Step(way="forward"), "level:cross")
    assert asked(match) == ("read", (1,))
    when(match, 1, printed(match, "cross"))
    assert asked(match) == ("offer", (2,))
    when(match, 2, Offer(card="draw2:pit"))
    assert asked(match) == ("read", (2,))
    when(match, 2, printed(match, "pit"))
    assert "draw2:pit" in lies_at(match, "2-3")
    assert asked(match) == ("face", (1,))
    when(match, 1, Face(obstacle="draw2:pit", ability="move"), 6, 6, 6)


def test_a_card_that_is_being_read_is_not_played_once_more() -> None:
    """Each press recorded another move without effect: first it is declared."""
    match = given({"2-2": "bone"}, {1: "2-2"}, {1: ["stone"]}, catalogue=blank_box())
    when(match, 1, PlayCard(card="draw1:stone"))
    with pytest.raises(Illegal, match="TR-5: read out this card first: declare stone"):
        when(match, 1, PlayCard(card="draw1:stone"))
    earlier = given({"2-2": "bone"}, {1: "2-2"}, {1: ["stone"]}, catalogue=blank_box(), edition="2")
    when(earlier, 1, PlayCard(card="draw1:stone"))
    when(earlier, 1, PlayCard(card="draw1:stone"))


def test_an_obstacle_that_proves_too_dangerous_goes_back() -> None:
    box = blank_box()
    match = given({"2-2": "bone"}, {1: "2-2"}, {2: ["pit"]}, catalogue=box)
    when(match, 1, Step(way="forward"), "level:rich")
    when(match, 2, Offer(card="draw2:pit"))
    card = {**next(card for card in BOX["cards"] if card["id"] == "pit"), "danger": 9}
    when(match, 2, match.opening.game.read_action({"do": "declare", "says": card}))
    assert lies_at(match, "2-3") == {"level:rich.forward"}
    assert match.table.pieces("hand:2") == {"draw2:pit": 1}


def test_a_discovery_and_an_action_are_read_before_they_are_played() -> None:
    match = given({"2-2": "bone"}, {1: "2-2"}, {1: ["lamp", "stone"]}, catalogue=blank_box())
    when(match, 1, PlayCard(card="draw1:stone"))
    assert asked(match) == ("read", (1,))
    when(match, 1, printed(match, "stone"))
    assert asked(match) == ("movement", (1,)), "nobody stands there: it is of no use, and stays in the hand"
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 1, 1, 1)
    when(match, 1, Accept())
    when(match, 1, Discover(card="draw1:lamp"))
    assert asked(match) == ("read", (1,))
    when(match, 1, printed(match, "lamp"))
    assert asked(match) == ("search", (2,)), "three is not enough for it"


def test_what_is_read_out_is_that_card_and_lacks_nothing() -> None:
    match = given({"2-2": "bone"}, {1: "2-2"}, catalogue=blank_box())
    when(match, 1, Step(way="forward"), "level:cross")
    for says in (
        next(card for card in BOX["cards"] if card["id"] == "rich"),
        {"id": "cross", "type": "location", "name": "cross"},
        {"id": "cross", "type": "raider", "name": "cross"},
    ):
        with pytest.raises(Illegal, match="TR-5"):
            when(match, 1, match.opening.game.read_action({"do": "declare", "says": says}))


def test_alone_the_obstacle_deck_waits_until_a_blank_card_has_been_read() -> None:
    match = given({"2-2": "bone"}, {1: "2-2"}, seats=1, catalogue=blank_box())
    when(match, 1, Step(way="forward"), "level:rich", "obstacles:bear", "obstacles:pit")
    assert asked(match) == ("read", (1,))
    when(match, 1, printed(match, "pit"))
    assert "obstacles:pit" in lies_at(match, "2-3")


def test_a_table_need_not_say_that_nothing_was_found() -> None:
    match = given({"2-2": "bone"}, {1: "2-2"}, {1: ["lamp"]}, catalogue=blank_box())
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    when(match, 1, Accept())
    when(match, 1, EndSearch())
    assert asked(match) == ("search", (2,))


def test_reading_out_what_nobody_asks_for_is_refused_by_its_own_rule() -> None:
    """While first hands are chosen: not by that of the movement, which nobody is asked for either (TR-36)."""
    match = opened("into_the_caves", 3)
    assert asked(match) == ("first_hand", (1, 2, 3))
    card = next(card for card in BOX["cards"] if card["id"] == "cross")
    with pytest.raises(Illegal, match="TR-5: no one is being asked what is printed on the card"):
        when(match, 1, match.opening.game.read_action({"do": "declare", "says": card}))
