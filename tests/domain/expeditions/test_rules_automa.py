"""The Automa's turn: EX-56 to EX-68, EX-80 to EX-84, EX-90, EX-91, EX-94."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.table.table import Fact, Moved
from tests.domain.expeditions.cases import forged, obeys
from tests.domain.expeditions.table import at, cited, given, lies, number, when


def automa(*outcomes: str, **position: Any) -> Match:
    """Return a match after the Automa's turn in that position."""
    match = given(turn=2, **position)
    when(match, "automa", *outcomes)
    return match


# --- steps 1 to 3 --------------------------------------------------------------------------------


@obeys("EX-56", "EX-90")
def an_empty_deck_is_shuffled_with_the_cards_set_aside() -> Match:
    def use_up(play: Any) -> None:
        for n in range(1, 12):
            play.move("?decision", 1, "deck:decision", "discard:decision")
            play.reveal("discard:decision", "decision", f"decision:{n}")
        play.move("?decision", 1, "deck:decision", "decided")
        play.reveal("decided", "decision", "decision:12")

    match = given(turn=2, more=use_up)
    assert match.table.count("deck:decision") == 0, "not before the next card is wanted"
    when(match, "automa", "decision:7")
    table = match.table
    assert (table.count("deck:decision"), lies(match, "aside")) == (11, ["?decision"] * 2)
    assert lies(match, "decided") == ["decision:7"]
    assert table.count("discard:decision") == 0
    return match


@obeys("EX-57")
def a_card_is_drawn() -> Match:
    match = given(turn=2)
    with pytest.raises(NeedsOutcome, match="the Automa's decision card"):
        when(match, "automa")
    when(match, "automa", "decision:7")
    assert lies(match, "decided") == ["decision:7"]
    return match


@obeys("EX-58")
def progress_and_glory() -> Match:
    match = automa("decision:8", values={"progress": 1})  # no progress sign
    assert (number(match, "progress"), lies(match, "basecamp")) == (1, ["mech:human"])
    match = automa("decision:7", values={"progress": 1})  # level 2: glory on spaces 2, 6, 11, …
    assert (number(match, "progress"), lies(match, "glorycard:1"), lies(match, "glorycard:2")) == (2, [], ["glory:2"])
    assert match.table.count("basecamp", "glory:2") == 1
    match = automa("decision:7", values={"progress": 28}, glory=8)
    assert number(match, "progress") == 28, "the last space"
    return automa("decision:7", values={"progress": 5}, glory=1)


@pytest.mark.parametrize(("level", "first"), [(1, 3), (2, 2), (3, 2), (4, 2), (5, 1)])
def test_each_level_has_its_own_track(level: int, first: int) -> None:
    match = automa("decision:7", values={"progress": first - 1}, level=level)
    assert match.table.count("basecamp", "glory:2") == 1


# --- steps 4 and 5 -------------------------------------------------------------------------------


@obeys("EX-59", "EX-60", "EX-66", "EX-67", "EX-68")
def north_mech_east_then_central_mech_west() -> Match:
    match = automa("decision:4", automa={"north": "N6", "central": "C2"}, more=no_slots)  # no glory: distance 1 and 2
    assert (at(match, "north"), at(match, "central")) == ("N7", "C7"), "the central mech goes round from C1 to C7"
    match = automa("decision:6", automa={"north": "N6", "central": "C2"})  # distance 3 and 1
    assert (at(match, "north"), at(match, "central")) == ("N2", "C1")
    assert match.table.count("cell:N2", "?north") == 1, "it stops on a face-down location"
    return match


def no_slots(play: Any) -> None:
    """Take the face-up cards off the table, so that nothing is swept."""
    for n in range(1, 6):
        play.move_all(f"slot:M{n}", "box")


@obeys("EX-61", "EX-91")
def cards_beside_the_mech_are_swept() -> Match:
    match = automa("decision:4", "card:q20", automa={"north": "N1"})  # sweeps in the north; slot M1 touches N1
    assert (lies(match, "swept"), lies(match, "slot:M1")) == (["card:i01"], ["card:q20"])
    assert at(match, "north") == "N2", "after the sweep"
    match = automa("decision:12", "card:q19", "card:q20", automa={"central": "C6"}, glory=0)  # M2 and M5 touch C6
    assert lies(match, "swept") == ["card:i02", "card:q02"]
    return match


@obeys("EX-62", "EX-64", "EX-65")
def the_first_match_in_sight() -> Match:
    # card 11: central, map, glory 0. All of the centre has maps: its own place matches first
    match = automa("decision:11", "central:10", "corruption:orange6", automa={"central": "C5"})
    assert at(match, "central") == "C5"
    assert (match.table.count("maps:2", "map"), match.table.count("cell:C5", "map")) == (1, 0)
    assert lies(match, "stack:C5:1") == ["corruption:orange6"]
    # nothing on C5, C4, C3; the map on C2 is three away
    match = automa(
        "decision:11", "central:9", "corruption:orange6", automa={"central": "C5"}, tiles={"C5": 7, "C4": 8, "C3": 10}
    )
    assert at(match, "central") == "C2"
    # card 5: north wants glory 4 for a map; with 3 it moves by its distance of 2. Central, glory 3: one token
    match = automa(
        "decision:5", automa={"north": "N2", "central": "C5"}, glory=3, tiles={"C4": 8},
        stacks={"C4": ["orange3", "turquoise4"]}, more=no_slots,
    )  # fmt: skip
    assert (at(match, "north"), at(match, "central")) == ("N4", "C4")
    assert (lies(match, "taken:2"), lies(match, "stack:C4:1")) == (["corruption:turquoise4"], ["corruption:orange3"])
    return match


@pytest.mark.parametrize(
    ("card", "glory", "taken"), [("decision:8", 3, 2), ("decision:9", 4, 3), ("decision:10", 4, 1)]
)
def test_the_multiplier_counts_tokens(card: str, glory: int, taken: int) -> None:
    match = automa(card, *(["central:7", "corruption:orange6"] if card == "decision:10" else []), glory=glory,
                   automa={"north": "N1"}, tiles={"N2": 16},
                   stacks={"N2": ["orange3", "orange4", "orange3", "turquoise6"]})  # fmt: skip
    assert at(match, "north") == "N2"
    assert match.table.count("taken:2") == taken
    assert "EX-83" not in cited(match), "something is left"


def test_four_locations_ahead_is_out_of_sight() -> None:
    match = automa("decision:8", glory=3, automa={"north": "N1"}, tiles={"N5": 16}, stacks={"N5": ["orange3"]})
    assert at(match, "north") == "N3", "by its distance of 2"


@obeys("EX-63", "EX-81", "EX-94")
def the_human_is_passed_over() -> Match:
    match = automa("decision:6", here="N3", automa={"north": "N1"})  # distance 3, the human not counted
    assert at(match, "north") == "N5"
    assert "EX-82" not in cited(match)
    return match


@obeys("EX-80")
def the_humans_place_is_no_target_not_even_under_the_mech_itself() -> Match:
    """The human was put onto the north mech's place: its corruption is looked for there by nobody."""
    position: dict[str, Any] = {"automa": {"north": "N1"}, "tiles": {"N1": 14}, "stacks": {"N1": ["orange3"]}}
    match = automa("decision:8", here="N1", glory=3, **position)
    assert at(match, "north") == "N3", "by its distance of 2"
    assert (lies(match, "taken:2"), lies(match, "stack:N1:1")) == ([], ["corruption:orange3"])
    match = automa("decision:8", here="S1", glory=3, **position)
    assert (at(match, "north"), lies(match, "taken:2")) == ("N1", ["corruption:orange3"]), "elsewhere, it is one"
    return automa("decision:8", here="N1", glory=3, **position)


@obeys("EX-80")
def only_the_humans_location_would_match() -> Match:
    match = automa(
        "decision:8", here="N2", glory=3, tiles={"N2": 16}, stacks={"N2": ["orange3"]}, automa={"north": "N1"}
    )
    assert at(match, "north") == "N4", "by its distance of 2, the human not counted"
    assert lies(match, "stack:N2:1") == ["corruption:orange3"]
    return match


@obeys("EX-82", "EX-83")
def a_match_where_it_stands() -> Match:
    match = automa("decision:8", glory=3, tiles={"N1": 16}, stacks={"N1": ["orange3"]})
    assert at(match, "north") == "N1"
    assert lies(match, "taken:2") == ["corruption:orange3"]
    return match


@obeys("EX-84")
def the_20_under_other_corruption() -> Match:
    beneath: dict[str, Any] = {"tiles": {"N2": 20}, "stacks": {"N2": ["twenty", "orange3"]}}
    match = automa("decision:12", "central:7", "corruption:orange6", glory=6, automa={"north": "N1", "central": "C4"},
                   more=no_slots, **beneath)  # fmt: skip
    assert at(match, "north") == "N4", "wants the 20 alone, so it moves by its distance of 3"
    match = automa("decision:8", glory=3, automa={"north": "N1"}, **beneath)
    assert (lies(match, "taken:2"), lies(match, "stack:N2:1")) == (["corruption:orange3"], ["twenty"])
    return match


def test_the_20_alone_is_taken_with_enough_glory() -> None:
    alone: dict[str, Any] = {"tiles": {"N2": 20, "C4": 7}, "stacks": {"N2": ["twenty"]}, "more": no_slots,
                             "automa": {"north": "N1", "central": "C4"}}  # fmt: skip
    explored = ("central:8", "corruption:orange6")
    match = automa("decision:12", *explored, glory=6, **alone)
    assert (at(match, "north"), lies(match, "taken:2")) == ("N2", ["twenty"])
    match = automa("decision:12", *explored, glory=5, **alone)
    assert (at(match, "north"), lies(match, "taken:2")) == ("N4", [])


def test_it_explores_location_20_as_anybody_does() -> None:
    match = automa("decision:1", "north:20", glory=1)
    assert (at(match, "north"), lies(match, "stack:N1:1")) == ("N1", ["twenty"])
    assert match.table.count("maps:2") == 1


def test_a_map_on_a_face_up_location_is_all_it_takes() -> None:
    match = automa("decision:1", glory=1, tiles={"N1": 16}, more=lambda play: play.move("map", 1, "supply", "cell:N1"))
    assert (match.table.count("maps:2"), match.table.zones_of("stack:")) == (1, [])


def test_a_swept_card_may_come_back_from_the_pile() -> None:
    match = automa("decision:4", "card:i01", more=lambda play: play.move_all("deck:card", "box"))
    assert lies(match, "slot:M1") == ["card:i01"]


def without_mechs(facts: tuple[Fact, ...]) -> list[Fact]:
    """Forge: the mechs stayed where they were."""
    return [one for one in facts if not (isinstance(one, Moved) and one.piece in ("mech:north", "mech:central"))]


forged("EX-56", "EX-57", "EX-58", "EX-61", "EX-90", "EX-91")
forged("EX-59", "EX-60", "EX-62", "EX-63", "EX-64", "EX-65", "EX-66", "EX-67", "EX-68", "EX-80", "EX-81",
       "EX-84", "EX-94", by=without_mechs)  # fmt: skip
forged("EX-82", "EX-83", by=lambda facts: [one for one in facts if getattr(one, "dst", "") != "taken:2"])
