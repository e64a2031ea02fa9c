"""The rhythm of the turn, moving and exploring: EX-18 to EX-31, EX-76, EX-77, EX-79, EX-92."""

from __future__ import annotations

import pytest

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import decide
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible, Moved, Turned
from tablescribe.replays.auditing.audit import audit
from tests.domain.expeditions.cases import breaks, forged, obeys
from tests.domain.expeditions.table import at, cited, given, house, lies, number, said, when, with_ability


@obeys("EX-18", "EX-19", "EX-22", "EX-76")
def the_red_arrow_turn_has_all_three_actions() -> Match:
    match = given()
    when(match, "gather")  # at Basecamp: nothing
    assert match.table.get("token") == "blank"
    when(match, "play", card="starter:p1-character")
    assert match.to_act == (1,)
    when(match, "move", to="S3")
    assert match.to_act == (2,)
    assert (number(match, "power"), number(match, "guile")) == (1, 1)
    return match


forged("EX-76")


@breaks("EX-18")
def nothing_before_the_shift() -> None:
    when(given(values={"token": "move"}), "gather")


@breaks("EX-19")
def from_refresh_the_token_goes_to_the_blank_space() -> None:
    when(given(), "shift", to="move")


@breaks("EX-22")
def the_covered_action_is_not_available() -> None:
    match = given("S3", values={"token": "blank"})
    when(match, "shift", to="play")
    when(match, "play", card="starter:p1-character")


def test_an_action_is_done_once() -> None:
    match = given()
    when(match, "gather")
    with pytest.raises(Illegal, match="EX-22: Gather is covered or already taken; still available: Move, Play"):
        when(match, "gather")


@obeys("EX-20", "EX-21")
def the_token_goes_on() -> Match:
    match = given("S3", values={"token": "blank"})
    when(match, "shift", to="gather")
    assert match.table.get("left") == "move,play"
    when(match, "play", card="starter:p1-character")
    when(match, "move", to="S2")
    when(match, "automa", "decision:7")
    when(match, "shift", to="move")
    assert match.table.get("left") == "play,gather"
    return match


@breaks("EX-20")
def no_refresh_from_the_blank_space() -> None:
    when(given("S3", values={"token": "blank"}), "shift", to="refresh")


@breaks("EX-21")
def the_token_may_not_stay() -> None:
    when(given("S3", values={"token": "play"}), "shift", to="play")


@obeys("EX-23", "EX-77", "EX-92")
def what_cannot_be_done_is_lost() -> Match:
    walled = surrounded()
    when(walled, "shift", to="gather")
    assert walled.to_act == (2,)
    assert {"EX-23", "EX-77", "EX-92"} <= cited(walled)
    return walled


def surrounded() -> Match:
    """The map is cut down: from Basecamp only S3 can be entered, and a mech stands there; the hand is empty."""
    data = house()
    data["basecamp"] = ["S3"]
    return given(
        automa={"north": "S3"}, catalogue=data, pass_automa_mechs=False, values={"token": "play"},
        more=lambda play: play.move_all("hand:1", "box"),
    )  # fmt: skip


forged("EX-23", "EX-77", "EX-92")


def beside_three_orange_tokens() -> Match:
    stack = ["orange3", "orange4", "orange3"]
    return given("C2", tiles={"C2": 9}, stacks={"C2": stack}, workers={"red": 1}, values={"power": 9})


@obeys("EX-24", "EX-38")
def benefits_in_any_order_and_what_was_begun_first() -> Match:
    """At 10 power, Vanquish comes before the power that the companion gives, and ends when something else is taken."""
    match = beside_three_orange_tokens()
    when(match, "play", card="starter:p1-companion", worker="red")
    assert number(match, "power") == 10
    when(match, "vanquish")
    assert number(match, "power") == 7, "the companion's power waits while Vanquish goes on"
    when(match, "take", benefit="1_power")
    assert number(match, "power") == 8
    assert not match.table.get("awaits"), "Vanquish was finished by that"
    match = beside_three_orange_tokens()
    when(match, "play", card="starter:p1-companion", worker="red")
    when(match, "vanquish")
    when(match, "done")
    assert number(match, "power") == 8, "leaving the choice takes the plain gain all the same"
    return match


@breaks("EX-24")
def an_action_is_finished_first() -> None:
    match = given("S1", values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "gather")
    decide(match.opening, match.table, 1, said("move", to="S2"), match.chance())


def test_going_on_leaves_what_is_due() -> None:
    match = given("S1", values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "gather")
    left, moved = when(match, "move", to="S2")
    assert (left.action, left.implied) == ({"do": "done"}, True)
    assert at(match, "human") == "S2"
    assert moved.action["do"] == "move"


def test_nothing_is_due_so_nothing_is_left() -> None:
    with pytest.raises(Illegal, match="EX-24"):
        when(given(), "done")


@breaks("EX-38")
def only_what_is_due_can_be_taken() -> None:
    match = given("S1", values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "gather")
    when(match, "take", benefit="3_coins")


# --- Move ----------------------------------------------------------------------------------------


@obeys("EX-25", "EX-26", "EX-98")
def one_to_three_locations() -> Match:
    for to, mech in (("S3", "tatanka"), ("S1", "tatanka"), ("S7", "tatanka")):
        match = given(mech=mech)
        when(match, "move", to=to)
        assert at(match, "human") == to
    match = given("S7", tiles={"C6": 7, "C5": 8, "C4": 10}, mech="marsh_strider", values={"token": "refresh"})
    when(match, "move", to="S3")  # S7 - C6 - C5 - C4 - S3: four steps
    assert at(match, "human") == "S3"
    match = given("S7", tiles={"C6": 7, "C5": 8, "C4": 10}, tucked={"upgraded": ["card:i01"]})
    when(match, "move", to="S3")  # Brass Sextant: reach +1
    return match


@breaks("EX-25")
def four_are_too_many() -> None:
    when(given("S7", tiles={"C6": 7, "C5": 8, "C4": 10}), "move", to="S3")


@pytest.mark.parametrize(
    ("to", "why"), [("S2", "a move must end at another location"), ("C2", "there is a mech at C2")]
)
def test_neither_staying_nor_where_somebody_stands(to: str, why: str) -> None:
    with pytest.raises(Illegal, match=f"EX-25: {why}"):
        when(given("S2", automa={"central": "C2"}), "move", to=to)


def test_there_is_no_such_place() -> None:
    with pytest.raises(Impossible, match="there is no location X9"):
        when(given(), "move", to="X9")


forged("EX-26", "EX-98")


@obeys("EX-27")
def past_an_automa_mech() -> Match:
    match = given("S2", tiles={"C2": 9}, automa={"central": "C2"})
    when(match, "move", "central:7", "corruption:orange4", to="C1")
    match = given("S3", automa={"central": "C3"})
    when(match, "move", "north:16", *["corruption:orange4"] * 2, "corruption:turquoise4", to="N3")
    assert at(match, "human") == "N3", "over the face-down location that the mech holds"
    return match


@breaks("EX-27")
def not_over_another_face_down_location() -> None:
    when(given("S3"), "move", to="N3")


def test_an_option_forbids_passing_face_up_locations_with_a_mech() -> None:
    wall = {"C4": 7, "C5": 8}
    free = given("S3", tiles=wall, automa={"central": "C4"})
    when(free, "move", to="C5")
    strict = given("S3", tiles=wall, automa={"central": "C4"}, pass_automa_mechs=False)
    with pytest.raises(Illegal, match="EX-27: every route to C5"):
        when(strict, "move", to="C5")


# --- exploring -----------------------------------------------------------------------------------


@obeys("EX-28", "EX-30", "EX-79")
def a_face_down_location_is_explored() -> Match:
    match = given("S2")
    when(match, "move", "central:8", "corruption:turquoise4", "corruption:orange6", to="C2")  # level 5: 4, then 6
    table = match.table
    assert table.count("maps:1", "map") == 1
    assert table.count("cell:C2", "map") == 0
    assert table.count("cell:C2", "central:8") == 1
    assert [lies(match, f"stack:C2:{k}") for k in (1, 2)] == [["corruption:turquoise4"], ["corruption:orange6"]]
    assert table.count("deck:corruption") == 34
    return match


forged("EX-28", "EX-30", "EX-79", by=lambda facts: [one for one in facts if not isinstance(one, Turned)][:2])


def test_which_token_lies_on_top_is_an_option() -> None:
    for option, price in (("last_drawn", (4, 10)), ("first_drawn", (10, 6))):
        match = given("C2", tiles={"C2": 8}, stacks={"C2": ["turquoise4", "orange6"]}, workers={"red": 1},
                      values={"power": 9, "guile": 9}, corruption_on_top=option)  # fmt: skip
        when(match, "play", card="starter:p1-companion", worker="red")
        when(match, "vanquish")
        assert (number(match, "power"), number(match, "guile")) == price


@obeys("EX-29")
def location_20_gets_the_20() -> Match:
    match = given("C2", tiles={"C2": 9}, mech="longarm")
    when(match, "move", "north:20", to="N2")
    assert lies(match, "stack:N2:1") == ["twenty"]
    assert match.table.count("deck:corruption") == 36
    return match


forged("EX-29", by=lambda facts: [one for one in facts if getattr(one, "piece", "") != "twenty"])


@obeys("EX-31")
def an_empty_bag() -> Match:
    match = given("S2", more=lambda play: play.move("?corruption", 35, "deck:corruption", "box"))
    when(match, "move", "central:8", "corruption:orange3", to="C2")
    assert [lies(match, f"stack:C2:{k}") for k in (1, 2)] == [["corruption:orange3"], []]
    assert audit(match).clean
    match = given("S2", more=lambda play: play.move("?corruption", 36, "deck:corruption", "box"))
    when(match, "move", "central:9", to="C2")
    assert not match.table.zones_of("stack:")
    return match


forged("EX-31", by=lambda facts: [Moved("mech:human", 1, "cell:S2", "cell:C2")])


def test_abilities_that_wait_for_exploring() -> None:
    match = given("S2", tucked={"upgraded": ["card:i05", "card:i06"]})
    when(match, "move", "central:11", "corruption:orange4", to="C2")
    assert (number(match, "coins"), number(match, "guile")) == (1, 1)


def test_with_ability_changes_the_catalogue_only_there() -> None:
    data = with_ability({"do": "cleanse"})
    assert [one["ability"] for one in data["cards"] if one["id"] in ("i01", "i02")] == [
        {"do": "cleanse"}, {"do": "vanquish"},
    ]  # fmt: skip


# --- as played -----------------------------------------------------------------------------------


def test_what_happened_against_the_rhythm_is_recorded_as_played() -> None:
    match = given("S3", values={"token": "play"})
    when(match, "gather", as_played=True)  # without a shift: the token still covers Play
    assert match.table.get("left") == "move"
    when(match, "move", to="S2")
    when(match, "shift", to="move", as_played=True)  # out of turn
    breaches = [(one.move, one.rule) for one in audit(match).findings if one.severity == "breach"]
    assert breaches == [(2, "EX-18"), (5, "EX-17")]
