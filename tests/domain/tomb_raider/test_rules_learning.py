"""The learning game: TR-10 to TR-17."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.actions.keeping import (
    Discard,
    Draw,
    KeepHand,
    NoSearch,
    PlayOn,
    Redraw,
    Search,
)
from tablescribe.domain.games.tomb_raider.actions.moving import RollOrder, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.playing import PlayCard
from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.games.tomb_raider.cards import abilities, health
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed
from tests.domain.tomb_raider.cases import breaks, forged, obeys
from tests.domain.tomb_raider.table import asked, at, count, given, lies_at, when
from tests.support import STAMP


def school(*arguments: Any, **more: Any) -> Match:
    """Return a match of the learning game in that position."""
    return given(*arguments, seats=1, level="school", **more)


@obeys("TR-10")
def no_ready_round() -> Match:
    match = school()
    assert asked(match) == ("movement", (1,))
    assert match.table.get("round") == "action"
    assert "TR-10" in match.opened.citations
    when(match, 1, Stay())
    when(match, 1, NoSearch())
    when(match, 1, Draw())
    when(match, 1, KeepHand())
    when(match, 1, PlayOn())
    assert (match.table.get("round"), match.table.get("turn")) == ("action", 2)
    return match


@breaks("TR-10")
def rolling_for_an_order() -> None:
    match = school()
    match.rule([Changed("round", "action", "ready")], STAMP, clause="a prepared position", reason="test")
    when(match, 1, RollOrder())


@obeys("TR-11")
def an_obstacle_from_the_pile_but_none_on_the_treasure_room() -> Match:
    match = school({"2-2": "cross"}, {1: "2-2"})
    when(match, 1, Step(way="forward"), "level:cross", "obstacles:bear", "obstacles:pit")
    assert lies_at(match, "2-3") == {"level:cross.forward", "obstacles:pit"}
    match = school({"2-3": "cross"}, {1: "2-3"})
    when(match, 1, Step(way="forward"), "level:room")
    assert lies_at(match, "2-4") == {"level:room.forward"}
    return match


@obeys("TR-12")
def the_laid_and_the_printed_one_in_any_order() -> Match:
    match = two_obstacles()
    when(match, 1, Face(obstacle="obstacles:dust", ability="think"), 6, 6)
    assert asked(match) == ("face", (1,))
    when(match, 1, Face(obstacle="level:den.left", ability="move"), 6, 6, 6)
    assert asked(match) == ("search", (1,))
    return match


def two_obstacles() -> Match:
    """A creature is printed on the location just mapped, and dust is laid on it."""
    match = school({"2-2": "cross"}, {1: "2-2"})
    when(match, 1, Step(way="left"), "level:den", "obstacles:dust")
    assert asked(match) == ("face", (1,))
    return match


@obeys("TR-13")
def the_second_hit_kills() -> Match:
    match = two_obstacles()
    when(match, 1, Face(obstacle="obstacles:dust", ability="think"), 1, 1)
    assert health(match.opening, match.table, 1) == 1
    when(match, 1, Face(obstacle="level:den.left", ability="move"), 1, 1, 1)
    assert at(match, 1) == "2-1", "dead, and back at the entrance in the draw round"
    assert count(match, "raider:1", "marker:damage") == 0
    return match


@obeys("TR-14")
def who_fought_may_search() -> Match:
    match = school({"2-2": "den"}, {1: "2-2"})
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:den.forward", ability="fight"), 6, 6)
    assert asked(match) == ("search", (1,))
    when(match, 1, Search(), 1, 1, 1)
    return match


forged("TR-11", "TR-12", "TR-13", "TR-14")


@obeys("TR-15")
def a_bad_first_hand_is_thrown_back_once() -> Match:
    match = to_the_draw(("lamp", "coat"))
    when(match, 1, Draw())
    assert asked(match) == ("bad_hand", (1,))
    when(match, 1, Redraw())
    assert match.table.pieces("hand:1") == {"?draw1": 4}
    assert asked(match) == ("reset", (1,))
    return match


def to_the_draw(hand: tuple[str, ...]) -> Match:
    """Return a match of the learning game in which the draw round has come."""
    match = school({"2-2": "cross"}, {1: "2-2"}, {1: hand})
    when(match, 1, Stay())
    when(match, 1, NoSearch())
    return match


@breaks("TR-15")
def drawing_with_seven_cards() -> None:
    when(to_the_draw(("lamp", "coat", "balm", "charm", "notes", "mark", "chart")), 1, Draw())


def test_seven_cards_are_discarded_down_to_six_first() -> None:
    match = to_the_draw(("lamp", "coat", "balm", "charm", "notes", "mark", "chart"))
    when(match, 1, Discard(card="draw1:lamp"))
    when(match, 1, Draw())
    assert match.table.count("hand:1") == 8


@obeys("TR-16")
def who_saves_may_rise() -> Match:
    """Every ability that began at 2 is 3 from then on, and so is health."""
    match = school({"2-2": "camp"}, {1: "2-2"}, {1: ["bold"]})
    when(match, 1, Stay())
    when(match, 1, NoSearch())
    when(match, 1, Draw())
    when(match, 1, KeepHand())
    when(match, 1, PlayOn())
    assert asked(match) == ("moment", (1,))
    when(match, 1, PlayCard(card="draw1:bold"))
    assert abilities(match.opening, match.table, 1) == {"fight": 3, "move": 3, "search": 3, "think": 3}
    assert health(match.opening, match.table, 1) == 3
    return match


@obeys("TR-17")
def the_treasure_is_found_alone() -> Match:
    match = school({"2-4": "room"}, {1: "2-4"})
    when(match, 1, Stay())
    when(match, 1, Search(), 6, 6, 1)
    result = match.close(STAMP).result
    assert (result.ending, result.rule, result.winners) == ("treasure", "TR-17", (1,))
    return match


forged("TR-16", "TR-17")
