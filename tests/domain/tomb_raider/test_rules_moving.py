"""The order of a turn, moving and mapping: TR-28 to TR-46, TR-132, TR-133."""

from __future__ import annotations

from tablescribe.domain.games import opening
from tablescribe.domain.games.tomb_raider.actions.choosing import Choose
from tablescribe.domain.games.tomb_raider.actions.keeping import Draw, NoSearch, PlayOn
from tablescribe.domain.games.tomb_raider.actions.moving import (
    LetBegin,
    MoveFirst,
    NoAttack,
    NoOffer,
    Offer,
    RollOrder,
    Stay,
    Step,
)
from tablescribe.domain.games.tomb_raider.actions.playing import PlayCard
from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.games.tomb_raider.board import Way
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed, Fact, Moved, Turned
from tests.domain.tomb_raider.box import BOX
from tests.domain.tomb_raider.cases import breaks, forged, obeys
from tests.domain.tomb_raider.table import asked, at, count, given, lies_at, when
from tests.support import STAMP


def forward(stop: bool = False) -> Step:
    """Return a step forward."""
    return Step(way="forward", stop=stop)


def turn_over(match: Match, *seats: int) -> None:
    """Let nobody search and let all draw and continue."""
    for seat in seats:
        when(match, seat, NoSearch())
    for seat in seats:
        when(match, seat, Draw())
        when(match, seat, PlayOn())


# --- exits and orientation (positions 9 to 15) ------------------------------------------------


@obeys("TR-28", "TR-39")
def an_exit_leads_one_way() -> Match:
    """The cross has an arrow to the shaft, which has none that leads back."""
    match = given({"2-2": "cross", "2-3": "shaft"}, {1: "2-2"})
    when(match, 1, forward())
    assert at(match, 1) == "2-3"
    return match


@breaks("TR-28")
def going_back_where_no_arrow_is() -> None:
    match = given({"2-2": "cross", "2-3": "shaft"}, {1: "2-3"})
    when(match, 1, Step(way="back"))


@obeys("TR-29")
def an_arrow_out_of_the_map_is_none() -> Match:
    match = given({"1-2": "cross", "1-3": "cross"}, {1: "1-2"})
    when(match, 1, forward())
    assert at(match, 1) == "1-3"
    return match


@breaks("TR-29")
def walking_out_of_the_map_to_the_left() -> None:
    when(given({"1-2": "cross"}, {1: "1-2"}), 1, Step(way="left"))


@obeys("TR-30", "TR-45")
def entered_to_the_right_a_card_is_turned_clockwise() -> Match:
    """Exits at its top and left lead right and forward then: no way back."""
    match = given({"1-2": "cross", "1-3": "bone"}, {1: "1-2"})
    when(match, 1, Step(way="right"), "level:corner")
    assert "level:corner.right" in lies_at(match, "2-2")
    match = given({"2-2": "corner.right", "2-3": "cross", "3-2": "cross", "1-2": "cross"}, {1: "2-2"})
    ways: tuple[tuple[Way, str], ...] = (("forward", "2-3"), ("right", "3-2"))
    for way, there in ways:
        other = given({"2-2": "corner.right", "2-3": "cross", "3-2": "bone"}, {1: "2-2"})
        when(other, 1, Step(way=way))
        assert at(other, 1) == there
    return entered_to_the_left()


def entered_to_the_left() -> Match:
    """Exits at its top, right and bottom lead left, forward and right."""
    match = given({"3-2": "cross"}, {1: "3-2"})
    when(match, 1, Step(way="left"), "level:tee")
    assert "level:tee.left" in lies_at(match, "2-2")
    ways: tuple[tuple[Way, str], ...] = (("left", "1-2"), ("forward", "2-3"), ("right", "3-2"))
    for way, there in ways:
        other = given({"2-2": "tee.left", "1-2": "cross", "2-3": "bone", "3-2": "rich"}, {1: "2-2"})
        when(other, 1, Step(way=way))
        assert at(other, 1) == there
    return match


@obeys("TR-31", "TR-54")
def thrown_into_a_vacant_space() -> Match:
    """The card lies upright, the raider stands on it, and its steps 3 to 5 follow at once."""
    match = given({"2-2": "cross", "1-3": "cross"}, {1: "2-2", 2: "1-3"}, {1: ["chute"], 2: ["bats", "dust"]})
    when(match, 1, PlayCard(card="draw1:chute"))
    when(match, 1, Choose(what="raider:2"), "level:ledge")
    assert at(match, 2) == "1-2"
    assert "level:ledge.forward" in lies_at(match, "1-2")
    assert asked(match) == ("face", (2,))
    return match


@obeys("TR-32")
def a_location_that_may_not_lie_there_is_put_aside() -> Match:
    """The treasure room from the fourth row on, and what has a least depth of 4: the next that fits is laid."""
    match = given({"2-2": "cross"}, {1: "2-2"})
    when(match, 1, forward(), "level:room", "level:deep", "level:cross")
    assert lies_at(match, "2-3") == {"level:cross.forward"}
    assert count(match, "unseen:level", "level:room") == 1
    assert count(match, "unseen:level", "level:deep") == 6
    assert not lies_at(match, "rejected")
    return match


@breaks("TR-32")
def no_location_is_left() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, more=all_drawn())
    when(match, 1, forward())


def all_drawn() -> list[Fact]:
    """Return facts by which only locations of the fourth row are left in the level deck."""
    table = given({"2-2": "cross"}, {1: "2-2"}).table
    facts: list[Fact] = []
    for card, n in table.pieces("unseen:level").items():
        if card not in ("?level", "level:deep", "level:room"):
            facts += [Moved("?level", n, "deck:level", "box"), Turned("box", "?level", card, n)]
            facts += [Turned("unseen:level", card, "?level", n)]
    return facts


@obeys("TR-33")
def the_last_space_is_the_treasure_rooms() -> Match:
    """Of two spaces where it may lie one is mapped otherwise: it lies face down on the other, still unknown."""
    rest = {f"{col}-{depth}": "" for depth in (4, 5) for col in (1, 2, 3)}
    names = ["bone", "rich", "camp", "shaft"]
    places = {"2-3": "cross", **dict(zip(list(rest)[:1] + list(rest)[3:], names, strict=False))}
    match = given(places, {1: "2-3"})
    when(match, 1, forward(), "level:cross")
    assert lies_at(match, "3-4") == {"level:room.down"}
    assert count(match, "unseen:level", "level:room") == 0
    return match


@obeys("TR-34")
def a_location_keeps_its_orientation() -> Match:
    match = given({"1-2": "cross", "1-3": "cross"}, {1: "1-2", 2: "1-3"})
    when(match, 1, Step(way="right"), "level:bone")
    when(match, 1, NoOffer()) if asked(match)[0] == "offer" else None
    when(match, 2, Step(way="back"))
    when(match, 2, Step(way="right"))
    assert "level:bone.right" in lies_at(match, "2-2")
    return match


forged("TR-30", "TR-31", "TR-33", "TR-34", "TR-45")

# --- the turn ---------------------------------------------------------------------------------


@obeys("TR-35", "TR-36", "TR-83")
def four_rounds() -> Match:
    """Each finishes a round before anybody begins the next; then a new turn begins."""
    match = given({"2-2": "cross"}, {2: "2-2"})
    assert asked(match) == ("movement", (1,))
    when(match, 1, Stay())
    assert asked(match) == ("movement", (2,))
    when(match, 2, Stay())
    assert asked(match) == ("search", (1,))
    turn_over(match, 1, 2)
    assert (match.table.number("turn"), asked(match)) == (2, ("movement", (1,)))
    return match


@breaks("TR-35")
def rolling_for_the_order_once_somebody_has_moved() -> None:
    match = given()
    when(match, 1, Stay())
    when(match, 1, RollOrder())


@breaks("TR-36")
def moving_before_the_other_has_finished() -> None:
    when(given(), 2, Stay())


forged("TR-83")


@obeys("TR-37")
def the_highest_chooses_who_moves_first() -> Match:
    """The first sums tie and are rolled again; the winner lets another begin, and it goes round clockwise."""
    match = begun_unrolled(3)
    when(match, 1, RollOrder(), 2, 2, 2, 1, 1, 1, 1, 2, 3, 6, 6, 6, 1, 1, 1)
    assert asked(match) == ("first_mover", (1,))
    when(match, 1, LetBegin(raider=3))
    when(match, 3, Stay())
    when(match, 3, NoAttack())
    assert asked(match) == ("movement", (1,))
    return match


def begun_unrolled(seats: int) -> Match:
    """Return a match in the hall in which nobody has rolled for the order yet."""
    fixed = opening("tomb_raider", seats, {"level": "hall", "rerolls": False}, BOX)
    return Match.open("m", fixed, [Seat(f"r{n}", "c") for n in range(seats)], STAMP)


@breaks("TR-37")
def another_than_the_highest_chooses() -> None:
    match = begun_unrolled(2)
    when(match, 1, RollOrder(), 6, 6, 6, 1, 1, 1)
    when(match, 2, MoveFirst())


@obeys("TR-38")
def a_new_roll_because_somebody_asks() -> Match:
    match = four_rounds()
    when(match, 2, RollOrder(), 1, 1, 1, 6, 6, 6)
    when(match, 2, MoveFirst())
    assert asked(match) == ("movement", (2,))
    return match


@breaks("TR-38")
def asking_for_a_roll_twice() -> None:
    match = four_rounds()
    when(match, 2, RollOrder(), 1, 1, 1, 6, 6, 6)
    when(match, 2, MoveFirst())
    when(match, 1, RollOrder())


# --- moving -----------------------------------------------------------------------------------


@breaks("TR-39")
def moving_further_than_move_goes() -> None:
    """As if three locations had been walked, and movement had not ended."""
    match = given({"2-2": "cross", "2-3": "bone"}, {1: "2-2"}, values={"steps:1": 3})
    when(match, 1, forward())


@obeys("TR-40", "TR-44")
def staying() -> Match:
    match = given()
    when(match, 1, Stay())
    assert at(match, 1) == "2-1"
    return match


@breaks("TR-40")
def a_stuck_raider_walks() -> None:
    """It got stuck by a card just now, before it moved."""
    match = given({"2-2": "cross"}, lies={"raider:1": ["marker:stuck"]})
    when(match, 1, forward())


@breaks("TR-44")
def moving_after_movement_is_over() -> None:
    match = given({"2-2": "cross"}, values={"halted:1": True})
    when(match, 1, forward())


@obeys("TR-41")
def a_vacant_space_ends_movement() -> Match:
    """With a Move of 3 the first step enters a vacant space: two steps lapse."""
    match = given({"2-2": "cross"}, hands={2: []})
    when(match, 1, Step(way="left"), "level:cross")
    assert asked(match) == ("movement", (2,))
    return match


@breaks("TR-41")
def stopping_in_the_unknown() -> None:
    when(given({"2-2": "cross"}), 1, Step(way="left", stop=True))


@obeys("TR-42", "TR-55", "TR-132")
def obstacles_on_the_way() -> Match:
    """Who passes survives first, is hit, and may walk on; staying there, it is not faced a second time."""
    match = given({"2-2": "ledge", "2-3": "cross"})
    when(match, 1, forward())
    assert asked(match) == ("face", (1,))
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 1, 1, 1)
    assert count(match, "raider:1", "marker:damage") == 1
    assert asked(match) == ("movement", (1,)), "failing does not end movement"
    when(match, 1, Stay())
    assert asked(match) == ("movement", (2,)), "faced once for one entry"
    return match


@breaks("TR-55")
def walking_on_before_obstacles_are_survived() -> None:
    match = given({"2-2": "ledge", "2-3": "cross"})
    when(match, 1, forward())
    when(match, 1, forward())


forged("TR-42", "TR-132")


@obeys("TR-43", "TR-94")
def getting_stuck_ends_movement() -> Match:
    match = given({"2-2": "hole", "2-3": "cross"})
    when(match, 1, forward())
    when(match, 1, Face(obstacle="level:hole.forward", ability="think"), 1, 1)
    assert count(match, "raider:1", "marker:stuck") == 1
    assert asked(match) == ("movement", (2,))
    return match


forged("TR-43")


@obeys("TR-46", "TR-49")
def the_others_may_lay_an_obstacle() -> Match:
    """Also on the treasure room, in standard play."""
    match = given({"2-2": "cross", "2-3": "bone"}, {1: "2-3"}, {2: ["bats"]})
    when(match, 1, forward(), "level:room")
    assert asked(match) == ("offer", (2,))
    when(match, 2, Offer(card="draw2:bats"))
    assert "draw2:bats" in lies_at(match, "2-4")
    return match


@breaks("TR-46")
def the_mover_lays_an_obstacle() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["bats"], 2: ["bats"]})
    when(match, 1, forward(), "level:cross")
    when(match, 1, Offer(card="draw1:bats"))


forged("TR-49")


@obeys("TR-133")
def playing_alone_by_the_standard_rules() -> Match:
    """Nobody rolls for the order, and an obstacle comes from the obstacle deck."""
    match = given({"2-2": "cross"}, seats=1)
    assert asked(match) == ("movement", (1,))
    when(match, 1, forward())
    when(match, 1, Step(way="left"), "level:cross", "obstacles:bear", "obstacles:dust")
    assert lies_at(match, "1-2") == {"level:cross.left", "obstacles:dust"}
    return match


@breaks("TR-133")
def rolling_for_the_order_alone() -> None:
    match = given(seats=1)
    match.rule([Changed("round", "action", "ready")], STAMP, clause="a prepared position", reason="test")
    when(match, 1, RollOrder())
