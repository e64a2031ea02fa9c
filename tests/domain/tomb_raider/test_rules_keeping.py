"""The search round, the draw round and winning: TR-65 to TR-84, TR-105, TR-106, TR-118, TR-119."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.tomb_raider.actions.choosing import Choose
from tablescribe.domain.games.tomb_raider.actions.keeping import (
    Discard,
    Discover,
    Draw,
    EndSearch,
    NoSearch,
    PlayOn,
    Reset,
    Search,
)
from tablescribe.domain.games.tomb_raider.actions.moving import Attack, NoAttack, Stay
from tablescribe.domain.games.tomb_raider.actions.playing import PlayCard
from tablescribe.domain.games.tomb_raider.actions.prizes import NoSave, Save
from tablescribe.domain.games.tomb_raider.actions.testing import Accept, Face
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Fact, Moved, Turned
from tests.domain.tomb_raider.cases import breaks, forged, obeys
from tests.domain.tomb_raider.table import asked, at, count, given, lies_at, when
from tests.support import STAMP

EMPTY = "marker:empty"


def searching(place: str = "cross", hand: tuple[str, ...] = (), **more: Any) -> Match:
    """Return a match in which both have stayed, seat 1 where it may search, seat 2 at the gate."""
    match = given({"2-2": place}, {1: "2-2"}, {1: hand}, **more)
    when(match, 1, Stay())
    when(match, 2, Stay())
    return match


def drawing(hand: tuple[str, ...] = (), place: str = "cross", **more: Any) -> Match:
    """Return a match in which nobody has searched, and seat 1 is to discard and draw."""
    match = searching(place, hand, **more)
    when(match, 1, NoSearch())
    when(match, 2, NoSearch())
    return match


def pile(seat: int, n: int) -> list[Fact]:
    """Return facts by which all of a seat's deck but one card is away, and n cards lie in its discard pile."""
    names = ["bear", "bats", "wolf", "pit", "dust", "rock", "blade", "lamp", "balm", "coat"][:n]
    deck, facts = f"draw{seat}", list[Fact]()
    for name in names:
        card = f"{deck}:{name}"
        facts += [Moved(f"?{deck}", 1, f"deck:{deck}", f"discard:{deck}")]
        facts += [Turned(f"discard:{deck}", f"?{deck}", card, 1), Turned(f"unseen:{deck}", card, f"?{deck}", 1)]
    return facts


# --- searching --------------------------------------------------------------------------------


@obeys("TR-65", "TR-70", "TR-71", "TR-72", "TR-73")
def an_item_is_found() -> Match:
    """Search 3 and +2 of the location: five dice. The item lies in the unsaved row, the location is empty."""
    match = searching("rich", ("lamp", "pistols"))
    moves = when(match, 1, Search(), 1, 1, 2, 2, 2)
    assert sum(len(move.outcomes) for move in moves) == 5
    if asked(match)[0] == "after_roll":
        when(match, 1, Accept())
    assert asked(match) == ("find", (1,))
    when(match, 1, Discover(card="draw1:lamp"))
    assert lies_at(match, "unsaved:1") == {"draw1:lamp"}
    assert EMPTY in lies_at(match, "2-2")
    assert asked(match) == ("search", (2,))
    return match


@breaks("TR-65")
def searching_out_of_order() -> None:
    when(searching(), 2, Search())


@breaks("TR-71")
def a_discovery_that_is_too_difficult() -> None:
    match = searching("cross", ("lamp", "pistols"))
    when(match, 1, Search(), 3, 3, 3)
    when(match, 1, Discover(card="draw1:pistols"))


forged("TR-70", "TR-72", "TR-73")


@obeys("TR-66", "TR-68")
def who_used_fight_is_not_asked() -> Match:
    match = given({"2-2": "cross"}, {1: "2-2", 2: "2-2"})
    when(match, 1, Stay())
    when(match, 1, Attack(raider=2), 6, 6, 1, 1)
    when(match, 2, Stay())
    when(match, 2, NoAttack())
    assert asked(match) == ("search", (2,))
    return match


def test_who_may_not_search_is_told_why_though_another_is_asked() -> None:
    """Given that seat 2 is asked, when seat 1 searches that fought or is stuck, then its turn is not the reason."""
    with pytest.raises(Illegal, match="TR-68"):
        when(who_used_fight_is_not_asked(), 1, Search())
    stuck = searching(lies={"raider:1": ["marker:stuck"]})
    assert asked(stuck) == ("search", (2,))
    with pytest.raises(Illegal, match="TR-66"):
        when(stuck, 1, Search())


@breaks("TR-68")
def a_fighter_searches_by_a_card() -> None:
    match = given({"2-2": "cross"}, {2: "2-2"}, {1: ["probe"]}, values={"fought:1": True})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, PlayCard(card="draw1:probe"))


@breaks("TR-66")
def a_stuck_raider_searches_by_a_card() -> None:
    match = given({"2-2": "cross"}, {2: "2-2"}, {1: ["probe"]}, lies={"raider:1": ["marker:stuck"]})
    when(match, 1, PlayCard(card="draw1:probe"))


@obeys("TR-67")
def an_empty_location_is_passed_over() -> Match:
    """Nobody is asked who could not search there."""
    match = searching(lies={"2-2": [EMPTY]})
    assert asked(match) == ("search", (2,))
    return match


@breaks("TR-67")
def a_normal_search_of_an_empty_location() -> None:
    """It is asked, because its player may hold a card that searches."""
    match = searching("cross", ("lamp",), lies={"2-2": [EMPTY]})
    when(match, 1, Search())


@obeys("TR-69")
def a_card_searches_an_empty_location() -> Match:
    """One die more; position 31."""
    match = searching("cross", ("probe",), lies={"2-2": [EMPTY]})
    moves = when(match, 1, PlayCard(card="draw1:probe"), 1, 1, 1, 1)
    assert [move.outcomes for move in moves if move.outcomes] == [(1, 1, 1, 1)]
    assert asked(match) == ("search", (2,))
    return match


@breaks("TR-69")
def a_card_that_searches_out_of_its_time() -> None:
    when(given(hands={1: ["probe"]}), 1, PlayCard(card="draw1:probe"))


@obeys("TR-74", "TR-84", "TR-134")
def the_treasure_is_found() -> Match:
    """13 against 13, although the room is marked empty: won at once, and nobody searches after (position 38)."""
    match = given({"2-4": "room"}, {1: "2-4"}, lies={"2-4": [EMPTY]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 1)
    assert match.is_over
    assert match.close(STAMP).result.winners == (1,)
    return match


forged("TR-74", "TR-84")


def test_who_declines_leaves_the_location_searchable() -> None:
    """Position 30."""
    match = searching("cross", ("pistols", "lamp"))
    when(match, 1, Search(), 6, 6, 4)
    when(match, 1, EndSearch())
    assert EMPTY not in lies_at(match, "2-2")


def test_an_item_adds_to_the_result_and_not_to_the_dice() -> None:
    """Position 29: Search 3, +2 of the location, an item giving +1: five dice, the sum and one."""
    match = given({"2-2": "rich"}, {1: "2-2"}, {1: ["lamp"]}, rows={"unsaved:1": ["lamp"]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 1, 1, 1, 2, 2)
    when(match, 1, Discover(card="draw1:lamp"))
    assert count(match, "unsaved:1", "draw1:lamp") == 2


def test_a_triggered_discovery_acts_and_is_discarded() -> None:
    match = given({"2-2": "shaft", "2-3": "cross"}, {1: "2-2"}, {1: ["passage"]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    when(match, 1, Discover(card="draw1:passage"))
    assert asked(match) == ("choice", (1,))
    when(match, 1, Choose(what="marker:exit_left"))
    assert "marker:exit_left" in lies_at(match, "2-2")
    assert count(match, "discard:draw1", "draw1:passage") == 1


# --- discarding and drawing -------------------------------------------------------------------


@obeys("TR-75", "TR-76")
def a_hand_of_seven_draws_one() -> Match:
    """Think 2: never above eight; with eight none; with an empty hand four (position 32)."""
    seven = ("bear", "bats", "wolf", "pit", "dust", "rock", "lamp")
    match = drawing(seven)
    when(match, 1, Draw())
    assert match.table.count("hand:1") == 8
    match = drawing((*seven, "balm"))
    when(match, 1, Draw())
    assert match.table.count("hand:1") == 8
    match = drawing(("bear", "bats", "wolf"))
    for card in ("bear", "bats", "wolf"):
        when(match, 1, Discard(card=f"draw1:{card}"))
    when(match, 1, Draw())
    assert match.table.count("hand:1") == 4
    assert match.table.count("discard:draw1") == 3
    return match


@breaks("TR-75")
def discarding_a_card_face_down() -> None:
    match = drawing(("bear",))
    when(match, 1, Draw())
    when(match, 1, PlayOn())
    when(match, 2, Draw())
    when(match, 2, PlayOn())
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, NoSearch())
    when(match, 2, NoSearch())
    when(match, 1, Discard(card="?draw1"))


forged("TR-76")


@obeys("TR-77")
def an_empty_deck_is_made_anew() -> Match:
    """One card left and ten discarded: one is drawn, the pile is shuffled, another is drawn (position 33)."""
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["lamp", "coat"]}, more=almost_empty())
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, NoSearch())
    when(match, 2, NoSearch())
    when(match, 1, Draw())
    assert match.table.count("hand:1") == 4
    assert (match.table.count("deck:draw1"), match.table.count("discard:draw1")) == (9, 0)
    return match


def almost_empty() -> list[Fact]:
    """Return facts by which seat 1 has one card in its deck and ten in its discard pile."""
    table = given({"2-2": "cross"}, {1: "2-2"}, {1: ["lamp", "coat"]}, more=pile(1, 10)).table
    return [*pile(1, 10), Moved("?draw1", table.count("deck:draw1") - 1, "deck:draw1", "box")]


forged("TR-77")

# --- reset, save, reload ----------------------------------------------------------------------


@obeys("TR-78", "TR-80", "TR-81", "TR-82")
def a_reset_saves_nothing() -> Match:
    """On a save point: no saving, the items go, and back to the entrance (position 34)."""
    match = drawing(("bear",), "camp", rows={"unsaved:1": ["lamp", "coat"], "saved:1": ["pistols"]})
    when(match, 1, Draw())
    when(match, 1, Reset())
    assert at(match, 1) == "2-1"
    assert not lies_at(match, "unsaved:1")
    assert lies_at(match, "saved:1") == {"draw1:pistols"}
    assert match.table.count("discard:draw1") == 0
    assert match.table.pieces("hand:1") == {"?draw1": 2}
    return match


@breaks("TR-78")
def resetting_for_another() -> None:
    match = drawing()
    when(match, 1, Draw())
    when(match, 2, Reset())


forged("TR-80", "TR-81", "TR-82")


def test_what_is_shuffled_in_when_a_raider_reloads() -> None:
    """Position 35: hand 5, unsaved 2, saved 1, discards 9, Think injured: 16 into the deck, then a healed hand."""
    hand = ("bear", "bats", "wolf", "pit", "dust")
    rows = {"unsaved:1": ["notes", "notes"], "saved:1": ["pistols"]}
    match = given(
        {"2-2": "den"}, {1: "2-2"}, {1: hand}, rows=rows, more=pile(1, 9), values={"dead:1": None},
        lies={"raider:1": ["marker:injury_think"]},
    )  # fmt: skip
    deck = match.table.count("deck:draw1")
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:den.forward", ability="move"), 1, 1, 1)
    when(match, 2, Stay())
    assert at(match, 1) == "off", "an injured Think leaves one health"
    when(match, 2, NoSearch())
    when(match, 2, Draw())
    assert match.table.count("hand:1") == 2
    assert match.table.count("deck:draw1") == deck + 16 - 2
    assert lies_at(match, "saved:1") == {"draw1:pistols"}


@obeys("TR-79", "TR-90")
def saving() -> Match:
    """What is unsaved is saved, and the place is noted: there the raider comes back."""
    match = drawing((), "camp", rows={"unsaved:1": ["lamp"]})
    when(match, 1, Draw())
    when(match, 1, PlayOn())
    assert lies_at(match, "saved:1") == {"draw1:lamp"}
    assert match.table.get("save:1") == "space:2-2"
    upgrade = given(hands={1: ["swift"]})
    when(upgrade, 1, PlayCard(card="draw1:swift"))
    assert lies_at(upgrade, "saved:1") == {"draw1:swift"}
    return upgrade_and_save()


def upgrade_and_save() -> Match:
    """Save with an upgrade in the row."""
    match = given({"2-2": "camp"}, {1: "2-2"}, {1: ["swift"]}, rows={"unsaved:1": ["lamp"]})
    when(match, 1, PlayCard(card="draw1:swift"))
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, NoSearch())
    when(match, 2, NoSearch())
    when(match, 1, Draw())
    when(match, 1, PlayOn())
    assert lies_at(match, "saved:1") == {"draw1:lamp", "draw1:swift"}
    return match


forged("TR-79", "TR-90")


def test_saving_is_a_choice_where_that_was_agreed() -> None:
    for answer, row in ((Save(), "saved:1"), (NoSave(), "unsaved:1")):
        match = drawing((), "camp", rows={"unsaved:1": ["lamp"]}, saving="choice")
        when(match, 1, Draw())
        when(match, 1, PlayOn())
        assert asked(match) == ("save", (1,))
        when(match, 1, answer)
        assert lies_at(match, row) == {"draw1:lamp"}
