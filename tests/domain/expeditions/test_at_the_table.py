"""Regression tests from tables with the real box."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.scene import Panel
from tablescribe.replays.pictures.scenes import scene
from tablescribe.replays.reading.reader import Reader
from tests.domain.expeditions.table import at, cited, due, given, house, lies, number, when

COINS_FOR_SOLVED = {"do": "per", "count": "solved", "gain": "coins", "each": 1, "max": 9}


def with_benefit(benefit: dict[str, Any]) -> Any:
    """Return the catalogue with another benefit of quest q02, Debt at the Depot at location 2."""
    data = house()
    next(one for one in data["cards"] if one["id"] == "q02")["benefit"] = benefit
    return data


def solving(benefit: dict[str, Any], **position: Any) -> Match:
    match = given("S2", workers={"red": 1}, hand=["card:q02"], catalogue=with_benefit(benefit), **position)
    when(match, "play", card="starter:p1-character", worker="red")
    when(match, "solve", card="card:q02")
    return match


# --- Solve: the benefit, then the tuck --------------------------------------------------------


def test_a_benefit_that_counts_solved_quests_does_not_count_this_one() -> None:
    match = solving(COINS_FOR_SOLVED, tucked={"solved": ["card:q11", "card:q12"]})
    assert number(match, "coins") == 2 + 1, "two were solved before; the character's own coin comes on top"
    assert len(lies(match, "solved:1")) == 3


def test_the_quest_is_controlled_until_its_benefit_has_been_taken() -> None:
    match = solving({"do": "choose", "of": [{"do": "gain", "power": 1}, {"do": "gain", "coins": 5}]})
    assert (lies(match, "solved:1"), "card:q02" in lies(match, "hand:1")) == ([], True)
    when(match, "take", benefit="5_coins")
    assert (lies(match, "solved:1"), number(match, "coins")) == (["card:q02"], 6)


def test_declining_the_benefit_tucks_the_quest_all_the_same() -> None:
    match = solving({"do": "choose", "of": [{"do": "gain", "power": 1}, {"do": "gain", "coins": 5}]})
    when(match, "done")
    assert (lies(match, "solved:1"), due(match)) == (["card:q02"], [])


def test_a_quest_that_waits_for_its_tuck_is_not_solved_again() -> None:
    match = solving({"do": "all", "of": [{"do": "solve"}, {"do": "worker"}]})
    assert "solve" not in {action.data()["do"] for action in match.opening.game.offers(match.opening, match.table, 1)}


def test_a_match_of_the_first_edition_tucks_first() -> None:
    match = solving(COINS_FOR_SOLVED, edition="1", tucked={"solved": ["card:q11", "card:q12"]})
    assert number(match, "coins") == 3 + 1


# --- a mech where no mech may be --------------------------------------------------------------


def test_the_human_stands_where_an_automa_mech_stands_and_play_goes_on() -> None:
    match = given("N2", tiles={"N1": 14, "N2": 15}, values={"token": "play"})
    when(match, "shift", to="gather")
    when(match, "move", to="N1", as_played=True)
    assert (at(match, "north"), at(match, "human")) == ("N1", "N1")
    if 2 not in match.to_act:
        when(match, "play", card="starter:p1-character")
    when(match, "automa", "decision:8")  # the north mech's distance is 2: it counts others than the human's
    assert at(match, "north") == "N3"


def test_what_lies_where_both_stand_is_no_target() -> None:
    match = given(
        "N1", tiles={"N1": 14}, stacks={"N1": ["orange3"]}, turn=2, glory=7
    )  # fmt: skip
    when(match, "automa", "decision:6")
    assert (match.table.count("taken:2"), "EX-80" in cited(match)) == (0, True)


# --- a text that triggers ---------------------------------------------------------------------


def with_text(ongoing: dict[str, Any]) -> Any:
    data = house()
    next(one for one in data["cards"] if one["id"] == "i07")["ongoing"] = ongoing
    return data


def test_a_text_ability_that_triggers_is_asked_for() -> None:
    text = {"on": "explore", "text": "look at the top card of the deck"}
    match = given("S1", tucked={"upgraded": ["card:i07"]}, catalogue=with_text(text))
    when(match, "move", "central:9", "corruption:orange6", to="C1")
    assert [str(effect.words()) for effect in due(match)] == ["look at the top card of the deck"]
    assert match.to_act == (1,)


# --- the sketch in a terminal -----------------------------------------------------------------


def test_two_places_of_a_region_in_one_column_are_both_sketched() -> None:
    data = house()
    for one in data["cells"]:
        if one["id"] == "N2":
            one["at"] = [1.0, 1]
    match = given(catalogue=data)
    board: Panel = next(panel for panel in scene(match.opening, match.table) if panel.kind == "board")
    reader = Reader(match.opening)
    sketch = " ".join(reader.tell(words) for row in board.rows for cell in row for words, _ in cell)
    assert all(f"{place} " in sketch for place in ("N1", "N2", "N3", "S1", "S7"))
    assert sketch.count("camp") == 1
