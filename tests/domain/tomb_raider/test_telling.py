"""Moves in everyday words."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.keeping import Draw, Reset
from tablescribe.domain.games.tomb_raider.actions.moving import Offer, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.start import ChooseEntrance, KeepCard
from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.tomb_raider.finishing import calm, closet, finish, go_on, is_calm
from tests.domain.tomb_raider.opened import opened
from tests.domain.tomb_raider.table import asked, given, when
from tests.support import do


def told(match: Match, number: int | None = None, viewer: int | None = None) -> list[str]:
    """Return the changes of a move in words, by default of the last one."""
    reader = Reader(match.opening)
    return [reader.tell(text) for text in Timeline(match).changes(match.head if number is None else number, viewer)]


def test_a_location_is_mapped_and_an_obstacle_laid() -> None:
    match = given(hands={2: ["pit", "dust"]})
    when(match, 1, Step(way="forward"), "level:bone")
    assert told(match) == ["bone is mapped at column 2, depth 2", "the action round begins"]
    when(match, 2, Offer(card="draw2:pit"))
    assert told(match)[0] == "pit is placed at column 2, depth 2"


def test_hits_and_traps_are_told() -> None:
    match = given({"2-2": "hole"}, {1: "2-2"})
    when(match, 1, Stay())
    go_on(match, 1, Face(obstacle="level:hole.forward", ability="move"), 1)
    while asked(match)[0] in ("before_roll", "after_roll"):
        go_on(
            match,
            1,
            next(
                one
                for one in legal_actions(match.opening, match.table, 1)
                if one.data()["do"] in ("roll_now", "accept")
            ),
            1,
        )
    lines = [line for number in range(match.head + 1) for line in told(match, number)]
    assert "seat 1 is stuck" in lines
    assert any(line.startswith("rolls 1") for line in lines)


def test_who_chose_a_card_is_told_and_to_others_not_which() -> None:
    match = opened("into_the_caves", 3)
    do(match, 1, KeepCard(card="draw1:068"))
    reader, line = Reader(match.opening), Timeline(match)
    assert reader.tell(line.say(match.head, 1)) == "seat 1 takes Magnum Pistols into the first hand"
    assert reader.tell(line.say(match.head, 2)) == "seat 1 takes some card into the first hand"
    assert told(match) == []


def test_entering_is_told() -> None:
    match = opened("into_the_caves", 2, 6, 1)
    do(match, 1, ChooseEntrance(space="space:3-1"))
    assert told(match) == ["seat 1 begins at column 3, depth 1", "seat 2 begins at column 1, depth 1"]


def test_a_reset_is_told_once() -> None:
    match = closet(1)
    while match.table.get("awaits") != "reset":
        finish_one(match)
    go_on(match, 1, Reset(), 1)
    lines = told(match)
    assert [line for line in lines if line == "seat 1 dies"] == ["seat 1 dies"]
    assert "turn 2 begins" in lines


def finish_one(match: Match) -> None:
    """Let the raider take one calm action, with dice showing ones."""
    legal = [one for one in legal_actions(match.opening, match.table, match.to_act[0]) if is_calm(match, one)]
    go_on(match, match.to_act[0], min((one for one in legal if one.data()["do"] != "step"), key=calm), 1)


def test_how_it_ended_is_told() -> None:
    match = finish(closet(2))
    assert told(match)[-2:] == ["the treasure is found", "winner: seat 1"]


def test_cards_that_are_drawn_are_counted() -> None:
    match = closet(1)
    while match.table.get("awaits") != "draw":
        finish_one(match)
    go_on(match, 1, Draw(), 1)
    assert told(match) == ["seat 1 draws 2 cards"]
