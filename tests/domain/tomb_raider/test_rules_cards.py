"""Cards: upgrades, secret moves, what they do and when: TR-5, TR-63, TR-85 to TR-89, TR-97 to TR-103."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.tomb_raider.actions.choosing import Choose
from tablescribe.domain.games.tomb_raider.actions.keeping import Discover, Search
from tablescribe.domain.games.tomb_raider.actions.moving import Stay, Step
from tablescribe.domain.games.tomb_raider.actions.playing import NoCancel, NoUse, PlayCard, UseCard
from tablescribe.domain.games.tomb_raider.actions.testing import Accept, Face
from tablescribe.domain.games.tomb_raider.cards import abilities, health, power
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.domain.tomb_raider.cases import breaks, forged, obeys
from tests.domain.tomb_raider.table import asked, at, count, given, lies_at, when

HIT = "marker:damage"


def plays(match: Match, card: str, *outcomes: str | int, seat: int = 1) -> Match:
    """Let a seat play a card of its deck."""
    when(match, seat, PlayCard(card=f"draw{seat}:{card}"), *outcomes)
    return match


# --- upgrades (position 36) -------------------------------------------------------------------


@obeys("TR-87", "TR-88", "TR-89")
def a_step_of_power_at_a_time() -> Match:
    """After a power 2 a power 3; a second power 2 counts as well, and the other raider may have the same."""
    match = given({"2-2": "cross"}, {2: "2-2"}, {1: ["swift", "great", "keen"], 2: ["swift"]})
    plays(match, "swift")
    assert power(match.opening, match.table, 1) == 2
    plays(match, "great")
    plays(match, "keen")
    plays(match, "swift", seat=2)
    assert power(match.opening, match.table, 1) == 3
    assert abilities(match.opening, match.table, 1) == {"fight": 2, "move": 4, "search": 4, "think": 2}
    assert health(match.opening, match.table, 1) == 3
    return match


@breaks("TR-88")
def two_steps_of_power_at_once() -> None:
    plays(given(hands={1: ["great"]}), "great")


@breaks("TR-89")
def the_same_upgrade_twice() -> None:
    plays(plays(given(hands={1: ["swift", "swift"]}), "swift"), "swift")


@breaks("TR-87")
def an_upgrade_whose_moment_is_not_there() -> None:
    plays(given(hands={1: ["bold"]}), "bold")


def test_upgrades_are_never_lost_by_death() -> None:
    match = given({"2-2": "ledge"}, {1: "2-2"}, {1: ["swift"]}, lies={"raider:1": [HIT]})
    plays(match, "swift")
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 1, 1, 1, 1)
    assert at(match, 1) == "off"
    assert lies_at(match, "saved:1") == {"draw1:swift"}


# --- secret moves -----------------------------------------------------------------------------


@obeys("TR-85")
def a_secret_move_stays_and_is_used_again() -> Match:
    match = given({"2-2": "cross", "2-3": "cross"}, {}, {1: ["leap"]})
    plays(match, "leap")
    when(match, 1, Choose(what="space:2-2")) if asked(match)[0] == "choice" else None
    assert at(match, 1) == "2-2"
    assert lies_at(match, "saved:1") == {"draw1:leap"}
    when(match, 1, UseCard(card="draw1:leap"))
    when(match, 1, Choose(what="space:2-3"))
    assert at(match, 1) == "2-3"
    return match


@breaks("TR-85")
def a_secret_move_without_what_it_asks_for() -> None:
    plays(given(hands={1: ["vault"]}, lies={"raider:1": [HIT]}), "vault")


def test_a_secret_move_when_its_moment_is_there() -> None:
    match = given({"2-2": "ledge"}, {1: "2-2"}, rows={"saved:1": ["vault"]}, lies={"raider:1": [HIT]})
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 6, 6, 6)
    assert asked(match) == ("moment", (1,))
    when(match, 1, UseCard(card="draw1:vault"))
    assert count(match, "raider:1", HIT) == 0
    when(match, 1, NoUse())
    assert asked(match) == ("movement", (2,))


# --- the map (positions 9 and 16) -------------------------------------------------------------


@obeys("TR-97")
def to_an_adjacent_space() -> Match:
    """The shaft has one arrow, so it is adjacent to one space only, whatever leads back."""
    match = given({"2-2": "shaft", "2-3": "shaft.back", "1-2": "cross"}, {1: "2-2"}, {1: ["rope"]})
    plays(match, "rope")
    assert at(match, 1) == "2-3"
    assert list(LevelMap(match.opening, match.table).adjacent("space:1-2")) == ["space:1-1", "space:1-3", "space:2-2"]
    return match


@breaks("TR-98")
def walking_through_a_blocked_exit() -> None:
    match = given({"2-2": "cross"}, lies={"2-1": ["marker:block_forward"]})
    when(match, 1, Step(way="forward"))


@obeys("TR-98")
def a_block_closes_one_side_and_a_new_exit_lifts_it() -> Match:
    match = given({"2-2": "cross", "2-3": "cross"}, {1: "2-2", 2: "2-3"}, {1: ["fall", "passage"]})
    plays(match, "fall")
    when(match, 1, Choose(what="marker:block_forward"))
    level_map = LevelMap(match.opening, match.table)
    assert "forward" not in level_map.open_exits("space:2-2")
    assert "back" in level_map.open_exits("space:2-3"), "from the other side it is open"
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    if asked(match)[0] == "after_roll":
        when(match, 1, Accept())
    when(match, 1, Discover(card="draw1:passage"))
    assert "forward" in LevelMap(match.opening, match.table).open_exits("space:2-2")
    assert not any(piece.startswith("marker:block") for piece in lies_at(match, "2-2"))
    return match


@obeys("TR-99")
def to_a_connected_location() -> Match:
    match = given({"2-2": "cross", "2-3": "shaft", "2-4": "cross"}, {}, {1: ["lift"]})
    plays(match, "lift")
    assert asked(match) == ("choice", (1,))
    when(match, 1, Choose(what="space:2-4"))
    assert at(match, 1) == "2-4"
    return match


@obeys("TR-100")
def out_of_a_place_that_is_cut_off() -> Match:
    """The treasure room lies face down somewhere, and the only exit is blocked."""
    match = given(
        {"2-2": "shaft.back", "2-4": "room"}, {1: "2-2"}, {1: ["escape"]}, lies={"2-2": ["marker:block_back"]}
    )
    level_map = LevelMap(match.opening, match.table)
    assert level_map.is_cut_off("space:2-2")
    assert not level_map.is_cut_off("space:2-1")
    plays(match, "escape")
    assert at(match, 1) == "2-1"
    return match


forged("TR-54", "TR-97", "TR-99", "TR-100")


def test_an_exit_to_a_vacant_space_is_a_way_to_the_treasure() -> None:
    """Position 16: vacant spaces count as open all round; with the exit blocked the place is cut off."""
    match = given({"2-2": "shaft", "3-5": "room"}, {1: "2-2"})
    assert not LevelMap(match.opening, match.table).is_cut_off("space:2-2")
    match = given({"2-2": "shaft", "3-5": "room"}, {1: "2-2"}, lies={"2-2": ["marker:block_forward"]})
    assert LevelMap(match.opening, match.table).is_cut_off("space:2-2")


def test_a_raider_that_is_not_cut_off_stays() -> None:
    with pytest.raises(Illegal, match="TR-103"):
        plays(given(hands={1: ["escape"]}), "escape")


@obeys("TR-63")
def an_obstacle_is_removed_outright() -> Match:
    """Of the two obstacles there only the creature is of that sort, and no test is made."""
    match = given({"2-2": "den"}, {1: "2-2"}, {1: ["smoke"]}, lies={"2-2": [HIT, "draw2:dust"]})
    plays(match, "smoke")
    assert lies_at(match, "2-2") == {"level:den.forward", "marker:removed", "draw2:dust"}
    return match


forged("TR-63")

# --- when cards are played --------------------------------------------------------------------


@obeys("TR-103")
def an_action_at_any_time_and_its_cancelling() -> Match:
    """Played out of turn, cancelled at once: nothing happens, and the movement is asked for again."""
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["warn"], 2: ["chute"]})
    plays(match, "chute", seat=2)
    assert asked(match) == ("cancel", (1,))
    plays(match, "warn")
    assert (at(match, 1), asked(match)) == ("2-2", ("movement", (1,)))
    return match


@breaks("TR-103")
def an_action_out_of_its_time() -> None:
    plays(given(hands={1: ["aim"]}), "aim")


def test_what_is_not_cancelled_takes_effect() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["warn"], 2: ["chute"]})
    plays(match, "chute", seat=2)
    when(match, 1, NoCancel())
    assert at(match, 1) == "2-1"


def test_a_card_of_another_deck_is_not_played() -> None:
    with pytest.raises(Impossible):
        when(given(hands={1: ["chute"]}), 2, PlayCard(card="draw1:chute"))
