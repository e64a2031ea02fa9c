"""The end and the scoring: EX-1, EX-69 to EX-75. The figures of the published examples."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.match.match import Match, MatchIsClosed
from tablescribe.domain.rules.deciding import decide
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Moved
from tablescribe.replays.auditing.audit import audit
from tests.domain.expeditions.cases import breaks, forged, obeys
from tests.domain.expeditions.table import at, cited, given, lies, number, said, when
from tests.support import STAMP

TEN = ["orange3"] * 6 + ["turquoise3"] * 4


def idle(match: Match) -> None:
    """Let the human take a turn without effect: cover, move to and fro."""
    if match.table.get("token") == "refresh":
        when(match, "move", to="S3" if at(match, "human") != "S3" else "S2")
        when(match, "play", card="starter:p1-character")
        if match.to_act == (1,):
            when(match, "gather")
        if match.to_act == (1,):
            when(match, "done")
        return
    when(match, "shift", to="play" if match.table.get("token") != "play" else "gather")
    when(match, "move", to="S3" if at(match, "human") != "S3" else "S2")
    if match.to_act == (1,):
        when(match, "gather" if match.table.text("left") == "gather" else "play")
    if match.to_act == (1,):
        when(match, "done")


def after_the_eighth(**position: Any) -> Match:
    """Return a match whose Automa has just placed its eighth glory token (level 2: on space 27)."""
    match = given("S2", turn=2, glory=7, values={"progress": 26}, **position)
    when(match, "automa", "decision:7")
    return match


@obeys("EX-1", "EX-69", "EX-70", "EX-72", "EX-73", "EX-74")
def each_has_one_more_turn_and_then_coins_are_counted() -> Match:
    match = after_the_eighth(maps={1: 2, 2: 3}, taken={2: ["twenty", "orange3"]})
    assert (match.table.get("trigger"), match.table.get("final")) == (2, 2)
    idle(match)
    assert (match.to_act, match.table.get("final")) == ((2,), 1)
    when(match, "automa", "decision:8")
    assert match.is_over
    result = match.opening.game.result(match.opening, match.table)
    assert result is not None
    assert (result.ending, result.rule, result.winners, result.scores) == (
        "eighth_glory", "EX-69", (2,), (0, 8 * 4 + 2 * 2 + 3 * 1),
    )  # fmt: skip
    return match


forged("EX-1", "EX-69", "EX-72", "EX-73", "EX-74")


@breaks("EX-70")
def nothing_after_the_end() -> None:
    match = each_has_one_more_turn_and_then_coins_are_counted()
    decide(match.opening, match.table, 1, said("gather"), match.chance())


def test_a_match_that_is_over_takes_no_moves() -> None:
    match = each_has_one_more_turn_and_then_coins_are_counted()
    with pytest.raises(MatchIsClosed):
        when(match, "gather")
    assert match.close(STAMP).result.scores == (0, 39)


def with_three_boasts(**options: Any) -> Match:
    """Return a match whose human has placed three tokens, and may place the fourth, for eight cards."""
    match = given(
        "C2", tiles={"C2": 9}, boasted=["quests", "items", "people"], hand=[f"card:m{n:02}" for n in range(2, 8)],
        values={"token": "move"}, **options,
    )  # fmt: skip
    when(match, "shift", to="play")
    when(match, "gather")
    when(match, "boast", category="cards")
    return match


@obeys("EX-71")
def the_humans_fourth_ends_it_too() -> Match:
    match = with_three_boasts(glory=7)
    when(match, "move", to="S2")
    assert (match.table.get("trigger"), match.table.get("final")) == (1, 2)
    second = given(
        "C2", tiles={"C2": 9}, boasted=["quests", "items", "people"], glory=7,
        hand=[f"card:m{n:02}" for n in range(2, 8)], values={"token": "move", "progress": 26},
    )  # fmt: skip
    when(second, "shift", to="play")
    when(second, "gather")
    when(second, "boast", category="cards")
    when(second, "move", to="S2")
    when(second, "automa", "decision:7")
    assert (second.table.get("trigger"), second.table.get("final"), second.table.count("basecamp", "glory:2")) == (
        1,
        1,
        8,
    )
    return second


forged("EX-71")


def test_the_opponent_first_the_owner_last() -> None:
    match = with_three_boasts()
    when(match, "move", to="S2")
    assert match.to_act == (2,)
    when(match, "automa", "decision:8")
    assert match.to_act == (1,)
    when(match, "shift", to="move")
    when(match, "play", card="starter:p1-character")
    when(match, "gather")
    when(match, "done")
    assert match.is_over
    result = match.opening.game.result(match.opening, match.table)
    assert result is not None
    assert (result.ending, result.winners, result.scores[0]) == ("fourth_glory", (1,), 4 * 5)
    assert audit(match).clean


def test_the_fourth_may_end_nothing() -> None:
    match = with_three_boasts(fourth_glory_ends=False)
    when(match, "move", to="S2")
    assert match.table.get("trigger") is None


def test_after_its_eighth_the_automa_gains_no_more_glory() -> None:
    match = given("S2", turn=2, glory=8, values={"progress": 26, "trigger": 2, "final": 2})
    when(match, "automa", "decision:7")
    assert (number(match, "progress"), match.table.count("basecamp", "glory:2")) == (27, 8)


def corrected(match: Match, *tokens: Moved) -> Match:
    """Let a judge place forgotten glory tokens."""
    match.rule(tokens, STAMP, clause="EX-58", reason="the progress token was forgotten")
    return match


AUTOMAS_EIGHTH = Moved("glory:2", 1, "glorycard:8", "basecamp")


def test_an_eighth_glory_that_a_correction_places_ends_the_game() -> None:
    """The document: "O jogo termina após o turno em que a Automa coloca sua 8ª ficha", then "uma rodada final".

    Before edition 3 such a match never ended, as the Automa had no further token to place.
    """
    match = corrected(given("S2", turn=2, glory=7), AUTOMAS_EIGHTH)
    when(match, "automa", "decision:8")
    assert (match.table.get("trigger"), match.table.get("final"), match.to_act) == (2, 2, (1,))
    assert "EX-69" in cited(match)
    idle(match)
    when(match, "automa", "decision:7")
    assert match.is_over
    assert match.close(STAMP).result.ending == "eighth_glory"
    assert audit(match).clean


def test_a_correction_in_the_humans_turn_triggers_the_end_in_that_turn() -> None:
    match = corrected(given("S2", glory=7), AUTOMAS_EIGHTH)
    idle(match)
    assert (match.table.get("trigger"), match.table.get("final"), match.to_act) == (2, 2, (2,))


@pytest.mark.parametrize(("counts", "trigger"), [(True, 1), (False, None)])
def test_a_fourth_glory_that_a_correction_places_ends_the_game_where_it_counts(
    counts: bool, trigger: int | None
) -> None:
    match = given("S2", boasted=["quests", "items", "people"], fourth_glory_ends=counts)
    corrected(match, Moved("glory:1", 1, "mat:1", "category:cards"))
    idle(match)
    assert match.table.get("trigger") == trigger


def test_a_correction_after_the_trigger_changes_nothing() -> None:
    match = corrected(given("S2", turn=2, glory=7, values={"trigger": 1, "final": 2}), AUTOMAS_EIGHTH)
    when(match, "automa", "decision:8")
    assert (match.table.get("trigger"), match.table.get("final")) == (1, 1)


def test_in_the_second_edition_a_correction_triggered_nothing() -> None:
    match = corrected(given("S2", turn=2, glory=7, edition="2"), AUTOMAS_EIGHTH)
    when(match, "automa", "decision:8")
    assert match.table.get("trigger") is None
    assert audit(match).clean


# --- scoring -------------------------------------------------------------------------------------


def scored(**position: Any) -> tuple[int, int]:
    """Return both scores after the last turn, the Automa's."""
    values = {"trigger": 2, "final": 1, **position.pop("values", {})}
    match = given("S2", turn=2, values=values, **position)
    when(match, "automa", "decision:8")
    assert match.is_over
    return number(match, "score:1"), number(match, "score:2")


def test_the_published_examples() -> None:
    """3 glory, 11 coins, items worth 6, 10 corruption: 67 coins with 3 quests solved, 52 with none."""
    items = ["card:i01", "card:i03", "card:i06"]  # 2 each
    position: dict[str, Any] = {"boasted": ["cards", "people", "crater"], "tucked": {"upgraded": items},
                                "taken": {1: TEN}, "values": {"coins": 11}}  # fmt: skip
    assert scored(**position)[0] == 52
    position["tucked"]["solved"] = ["card:q11", "card:q12", "card:q13"]
    assert scored(**position)[0] == 67


@pytest.mark.parametrize(("solved", "worth"), [(0, 5), (1, 6), (2, 8), (3, 10), (4, 10)])
def test_what_glory_is_worth(solved: int, worth: int) -> None:
    assert scored(boasted=["cards"], tucked={"solved": [f"card:q1{n}" for n in range(solved)]})[0] == worth


def test_abilities_that_bring_coins_at_the_end() -> None:
    star_chart, idol = "card:i20", "card:i14"  # 1 for each map, at most 4; 1 for each melded meteorite
    tucked = {"upgraded": [star_chart, idol], "melded": ["card:m11", "card:m12"]}
    assert scored(tucked=tucked, maps={1: 6})[0] == 1 + 2 + 4 + 2


@pytest.mark.parametrize(
    ("level", "coins"), [(1, 4 * 3 + 2 + 3), (2, 4 * 3 + 4 + 3), (3, 5 * 3 + 4 + 3), (5, 6 * 3 + 6 + 6)]
)
def test_the_automas_tokens_at_each_level(level: int, coins: int) -> None:
    assert scored(level=level, glory=3, taken={2: ["twenty", "orange6"]}, maps={2: 3})[1] == coins


@obeys("EX-75")
def a_tie_is_the_automas() -> Match:
    match = given("S2", turn=2, glory=2, values={"trigger": 2, "final": 1, "coins": 8})
    when(match, "automa", "decision:8")
    assert (number(match, "score:1"), number(match, "score:2"), match.table.get("winner")) == (8, 8, 2)
    return match


forged("EX-75")


def test_the_human_wins_with_one_coin_more() -> None:
    match = given("S2", turn=2, glory=2, values={"trigger": 2, "final": 1, "coins": 9})
    when(match, "automa", "decision:8")
    assert match.table.get("winner") == 1
    assert lies(match, "decided") == ["decision:8"]


def test_the_end_is_the_same_when_it_is_recorded_as_played() -> None:
    match = each_has_one_more_turn_and_then_coins_are_counted()
    with pytest.raises(Illegal, match="EX-70"):
        decide(match.opening, match.table, 2, said("automa"), match.chance(["decision:9"]))
