"""Effects of cards, one test for each word of the vocabulary."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.tomb_raider.actions.choosing import Choose, LeaveOrder, PutOnTop, Sink, Throw
from tablescribe.domain.games.tomb_raider.actions.keeping import Discover, Draw, EndSearch, NoSearch, PlayOn, Search
from tablescribe.domain.games.tomb_raider.actions.moving import Attack, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.playing import (
    AllowReroll,
    AskReroll,
    NoCancel,
    NoUse,
    RefuseReroll,
    UseCard,
)
from tablescribe.domain.games.tomb_raider.actions.testing import Accept, Face
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tests.domain.tomb_raider.table import asked, count, given, lies_at, when
from tests.domain.tomb_raider.test_rules_cards import HIT, plays

# --- what cards do ----------------------------------------------------------------------------


def test_healing_is_a_choice_between_damage_and_injuries() -> None:
    hurt = {"raider:1": [HIT, "marker:injury_move"]}
    match = given(rows={"unsaved:1": ["balm"]}, lies=hurt)
    when(match, 1, UseCard(card="draw1:balm"))
    assert asked(match) == ("choice", (1,))
    when(match, 1, Choose(what="marker:injury_move"))
    assert lies_at(match, "raider:1") == {"raider:lara", HIT}
    assert count(match, "discard:draw1", "draw1:balm") == 1


def test_a_card_that_is_worn_lessens_the_damage() -> None:
    match = given({"2-2": "ledge"}, {1: "2-2"}, rows={"unsaved:1": ["coat"]})
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 1, 1, 1)
    assert asked(match) == ("hit", (1,))
    when(match, 1, UseCard(card="draw1:coat"))
    assert count(match, "raider:1", HIT) == 0


def test_what_is_used_once_a_turn_is_not_used_twice() -> None:
    match = given({"2-2": "den"}, {1: "2-2"}, rows={"unsaved:1": ["charm"]})
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:den.forward", ability="fight"))
    when(match, 1, UseCard(card="draw1:charm"))
    with pytest.raises(Illegal, match="TR-103"):
        when(match, 1, UseCard(card="draw1:charm"))


def test_rolling_again_by_a_card() -> None:
    match = given({"2-2": "ledge"}, {1: "2-2"}, {1: ["again"]})
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 1, 1, 1)
    assert asked(match) == ("after_roll", (1,))
    plays(match, "again", 6, 6, 6)
    assert count(match, "raider:1", HIT) == 0


def test_rolling_again_because_another_player_allows_it() -> None:
    for answer, hits in ((AllowReroll(), 0), (RefuseReroll(), 1)):
        match = given({"2-2": "ledge"}, {1: "2-2"}, rerolls=True)
        when(match, 1, Stay())
        when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 1, 1, 1)
        when(match, 1, AskReroll())
        assert asked(match) == ("consent", (2,))
        when(match, 2, answer, *([6, 6, 6] if hits == 0 else []))
        if asked(match)[0] == "after_roll":
            when(match, 1, Accept())
        assert count(match, "raider:1", HIT) == hits


def test_more_steps() -> None:
    match = given({"2-2": "cross"}, {}, {1: ["sprint"]}, values={"steps:1": 2})
    plays(match, "sprint")
    for way in ("forward", "back", "forward"):
        when(match, 1, Step(way=way))
    assert asked(match) != ("movement", (1,))


def test_an_item_is_taken_from_a_raider_in_the_same_location() -> None:
    match = plays(given(hands={1: ["theft"]}, rows={"unsaved:2": ["lamp"]}), "theft")
    assert lies_at(match, "unsaved:1") == {"draw2:lamp"}
    with pytest.raises(Illegal, match="TR-103"):
        plays(given({"2-2": "cross"}, {2: "2-2"}, {1: ["theft"]}, rows={"unsaved:2": ["lamp"]}), "theft")


def test_others_discard() -> None:
    match = given({"2-2": "cross"}, {2: "2-2"}, {1: ["lamp", "coat"], 2: ["luck"]})
    plays(match, "luck", seat=2)
    when(match, 1, NoCancel())
    assert asked(match) == ("throw", (1,))
    when(match, 1, Throw(card="draw1:coat"))
    assert match.table.pieces("hand:1") == {"draw1:lamp": 1}


def test_a_stone_hits_whoever_stands_there() -> None:
    match = plays(given(hands={1: ["stone"]}, seats=3), "stone")
    assert asked(match) == ("choice", (1,))
    when(match, 1, Choose(what="raider:3"))
    assert count(match, "raider:3", HIT) == 1


def test_more_cards_while_an_item_lies_there() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["lamp"]}, rows={"unsaved:1": ["notes"]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, NoSearch())
    when(match, 2, NoSearch())
    when(match, 1, Draw())
    assert match.table.count("hand:1") == 4


def test_a_save_point_is_made() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["mark"]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    when(match, 1, Discover(card="draw1:mark"))
    when(match, 2, NoSearch())
    when(match, 1, Draw())
    when(match, 1, PlayOn())
    assert match.table.get("save:1") == "space:2-2"


def looked() -> Match:
    """Return a match dealt openly in which seat 1 has looked at the next two locations."""
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["chart"]}, chance="open")
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    if asked(match)[0] == "after_roll":
        when(match, 1, Accept())
    when(match, 1, Discover(card="draw1:chart"), "level:bone", "level:rich")
    assert asked(match) == ("arrange", (1,))
    return match


def test_who_looks_knows_and_the_others_do_not() -> None:
    match = looked()
    assert match.table.pieces("top:level:1") == {"level:bone": 1}
    for viewer, sees in ((1, "level:bone"), (2, "?level"), (None, "?level")):
        assert view(match.opening, match.table, viewer).pieces("top:level:1") == {sees: 1}


def test_what_was_put_on_top_is_drawn_first() -> None:
    match = looked()
    when(match, 1, PutOnTop(place=2))
    when(match, 1, LeaveOrder())
    to_the_next_turn(match)
    when(match, 1, Step(way="left"))
    assert "level:rich.left" in lies_at(match, "1-2")


def test_what_was_put_under_the_deck_is_not_drawn_first() -> None:
    match = looked()
    when(match, 1, Sink(place=1))
    to_the_next_turn(match)
    when(match, 1, Step(way="left"))
    assert "level:rich.left" in lies_at(match, "1-2")
    assert match.table.pieces("bottom:level") == {"level:bone": 1}


def to_the_next_turn(match: Match) -> None:
    """Continue to the next movement, declining all questions on the way."""
    while asked(match)[0] != "movement":
        seat = match.to_act[0]
        action = {"search": NoSearch(), "draw": Draw(), "reset": PlayOn(), "find": EndSearch(), "moment": NoUse(),
                  "arrange": LeaveOrder()}[asked(match)[0]]  # fmt: skip
        told: list[str | int] = []
        while True:
            try:
                when(match, seat, action, *told)
                break
            except NeedsOutcome as needs:
                told.append(next(iter(needs.question.among)))


def test_a_card_may_be_played_in_a_duel_before_the_dice() -> None:
    match = given(hands={2: ["aim"]})
    when(match, 1, Stay())
    when(match, 1, Attack(raider=2))
    assert asked(match) == ("before_roll", (2,))
    plays(match, "aim", 1, 2, 1, 1, 2, seat=2)
    assert count(match, "raider:1", HIT) == 1
