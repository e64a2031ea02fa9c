"""What cards of the real box do besides, and texts that only people can read: EX-95, EX-106 to EX-112."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import WrongOptions, opening
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.domain.expeditions.cases import breaks, forged, obeys
from tests.domain.expeditions.table import (
    cited,
    due,
    given,
    house,
    lay_card,
    lies,
    number,
    row,
    said,
    when,
    with_ability,
)


def using(effect: dict[str, Any], here: str = "S2", **position: Any) -> Match:
    """Return a match in which an item with only that effect is played; the mech is beside slot M4, card q01."""
    position.setdefault("workers", {"red": 1})
    hand = ["card:i03", *position.pop("hand", [])]
    match = given(here, hand=hand, catalogue=with_ability(effect, "i03"), **position)
    when(match, "play", card="card:i03", worker="red")
    return match


def offered(match: Match) -> set[str]:
    """Return the kinds of action that are offered."""
    return {one.data()["do"] for one in match.opening.game.offers(match.opening, match.table, 1)}


# --- sweep, trash, rescue ------------------------------------------------------------------------


@obeys("EX-106")
def a_card_beside_the_mech_is_swept_once() -> Match:
    match = using({"do": "sweep"})
    assert {one.data().get("card") for one in legal_actions(match.opening, match.table, 1)} == {"card:q01", None}
    when(match, "sweep", "card:m20", card="card:q01")
    assert (lies(match, "swept"), lies(match, "slot:M4")) == (["card:q01"], ["card:m20"])
    assert not due(match), "what fills the slot is not swept by the same effect"
    return match


@breaks("EX-106")
def a_card_elsewhere_is_not_swept() -> None:
    when(using({"do": "all", "of": [{"do": "sweep"}, {"do": "worker"}]}), "sweep", card="card:i01")


@obeys("EX-107")
def a_controlled_card_leaves_the_game() -> Match:
    match = using({"do": "trash"}, active=[("card:i04", "blue")])
    when(match, "trash", card="card:i04")
    assert (lies(match, "trashed"), "worker:blue" in lies(match, "workers:1")) == (["card:i04"], True)
    match = using({"do": "trash", "n": 2}, hand=["card:i04"])
    when(match, "trash", card="card:i04")
    assert [str(effect.words()) for effect in due(match)] == ["trash 1 card"]
    when(match, "trash", card="card:i03")
    assert (due(match), row(match)) == ([], [])
    return match


@breaks("EX-107")
def nothing_is_trashed_by_itself() -> None:
    when(given("S2"), "trash", card="starter:p1-character")


@obeys("EX-108")
def a_swept_card_is_rescued() -> Match:
    match = using({"do": "rescue"}, more=lambda play: lay_card(play, "card:m05", "swept"))
    when(match, "rescue", card="card:m05")
    assert (lies(match, "swept"), row(match)) == ([], ["card:i03", "card:m05"])
    return match


@breaks("EX-108")
def nothing_is_rescued_by_itself() -> None:
    when(given("S2", more=lambda play: lay_card(play, "card:m05", "swept")), "rescue", card="card:m05")


def test_what_does_not_lie_on_the_sweep_pile_is_not_rescued() -> None:
    match = using({"do": "all", "of": [{"do": "rescue"}, {"do": "worker"}]})
    with pytest.raises(Impossible, match="is not in the sweep pile"):
        when(match, "rescue", card="card:q01")


# --- an adjacent card's ability, one benefit of an adjacent location -----------------------------


def with_two(one: dict[str, Any], other: dict[str, Any]) -> Any:
    """Return the catalogue with other abilities on i03, which is played, and on q01, which lies in slot M4."""
    data = with_ability(one, "i03")
    next(card for card in data["cards"] if card["id"] == "q01")["ability"] = other
    return data


def borrowing(other: dict[str, Any], here: str = "S2") -> Match:
    catalogue = with_two({"do": "all", "of": [{"do": "ability"}, {"do": "worker"}]}, other)
    match = given(here, hand=["card:i03"], workers={"red": 1}, catalogue=catalogue)
    when(match, "play", card="card:i03", worker="red")
    return match


@obeys("EX-109")
def the_ability_of_an_adjacent_card_is_used() -> Match:
    match = borrowing({"do": "gain", "coins": 3})
    when(match, "use_ability", card="card:q01")
    assert (number(match, "coins"), lies(match, "slot:M4")) == (3, ["card:q01"])
    return match


@breaks("EX-109")
def only_of_a_card_beside_the_mech() -> None:
    when(borrowing({"do": "gain", "coins": 3}), "use_ability", card="card:i01")


def test_an_ability_that_would_use_anothers_again_is_not_used_so() -> None:
    match = borrowing({"do": "choose", "of": [{"do": "ability"}, {"do": "gain", "coins": 1}]})
    assert "use_ability" not in offered(match)


@obeys("EX-110")
def one_benefit_of_an_adjacent_location() -> Match:
    """Timber Depot lies at S2, a "/" of two workers; beside it are S1 and S3, face up."""
    match = using({"do": "benefit"}, "S3")
    when(match, "gather_one", place="S2", benefit="1_green_worker_or_1_yellow_worker")
    when(match, "take", benefit="1_green_worker")
    assert "worker:green" in lies(match, "workers:1")
    return match


@breaks("EX-110")
def not_of_ones_own_location() -> None:
    match = using({"do": "all", "of": [{"do": "benefit"}, {"do": "worker"}]}, "S3")
    when(match, "gather_one", place="S3", benefit="a_card")


# --- what a tile gives when it is revealed -------------------------------------------------------


def revealing(effect: dict[str, Any]) -> Any:
    data = house()
    next(one for one in data["locations"] if one["id"] == 9)["revealed"] = effect
    return data


@obeys("EX-111")
def who_reveals_a_tile_gets_what_it_gives() -> Match:
    match = given("S1", catalogue=revealing({"do": "gain", "coins": 2}))
    when(match, "move", "central:9", "corruption:orange6", to="C1")
    assert (number(match, "coins"), "EX-111" in cited(match)) == (2, True)
    return match


forged("EX-111")


def test_the_automa_takes_nothing_of_it() -> None:
    match = given("S1", turn=2, catalogue=revealing({"do": "gain", "coins": 2}))
    when(match, "automa", "decision:11", "central:9", "corruption:orange6")
    assert (number(match, "coins"), due(match)) == (0, [])


# --- prices in coins and maps --------------------------------------------------------------------

BUY = {"do": "pay", "cost": {"coins": 2, "maps": 1}, "then": {"do": "gain", "power": 5}}


@obeys("EX-112")
def coins_and_maps_are_paid() -> Match:
    match = using(BUY, maps={1: 2}, values={"coins": 3})
    when(match, "take", benefit="pay_2_coins_1_map_for_5_power")
    assert (number(match, "coins"), match.table.count("maps:1"), number(match, "power")) == (1, 1, 5 + 1)
    return match


@breaks("EX-112")
def not_without_them() -> None:
    both = {"do": "all", "of": [BUY, {"do": "worker"}]}
    when(using(both, values={"coins": 3}), "take", benefit="pay_2_coins_1_map_for_5_power")


def test_a_quest_may_cost_coins() -> None:
    data = house()
    next(one for one in data["cards"] if one["id"] == "q02")["cost"] = {"coins": 2}
    match = given("S2", hand=["card:q02"], workers={"red": 1}, values={"coins": 1}, catalogue=data)
    when(match, "play", card="starter:p1-character", worker="red")
    assert number(match, "coins") == 2, "the character's own coin"
    when(match, "solve", card="card:q02")
    when(match, "gain_worker", colour="blue")
    assert (lies(match, "solved:1"), number(match, "coins")) == (["card:q02"], 0)


def test_a_discount_is_in_power_and_guile() -> None:
    data = house()
    data["cards"][0]["ongoing"] = {"discount": {"coins": 1}}
    with pytest.raises(WrongOptions, match="a discount is in power and guile"):
        opening("expeditions", 2, {}, data)


# --- triggers with any benefit -------------------------------------------------------------------


def test_an_ability_that_waits_for_something_may_give_anything() -> None:
    data = house()
    either = {"do": "choose", "of": [{"do": "gain", "coins": 2}, {"do": "sweep"}]}
    next(one for one in data["cards"] if one["id"] == "i07")["ongoing"] = {"on": "explore", "then": either}
    match = given("S1", tucked={"upgraded": ["card:i07"]}, catalogue=data)
    when(match, "move", "central:9", "corruption:orange6", to="C1")
    assert [str(effect.words()) for effect in due(match)] == ["2 coins or sweep"]
    when(match, "take", benefit="2_coins")
    assert number(match, "coins") == 2


def test_an_ability_that_waits_for_a_card_brings_none() -> None:
    data = house()
    data["cards"][0]["ongoing"] = {"on": "card", "then": {"do": "card", "source": "deck"}}
    with pytest.raises(WrongOptions, match="it would never end"):
        opening("expeditions", 2, {}, data)


# --- texts ---------------------------------------------------------------------------------------

SINGS = {"do": "judge", "text": "sing, then draw the top card"}
NAME = "sing_then_draw_the_top_card"


@obeys("EX-95")
def a_text_is_carried_out_and_told_in_facts() -> Match:
    match = using(SINGS)
    when(match, "tell", benefit=NAME, facts=["move card:m20 1 deck:card hand:1", "set coins 4"])
    assert ("card:m20" in lies(match, "hand:1"), number(match, "coins"), due(match)) == (True, 4, [])
    assert not match.table.count("unseen:card", "card:m20"), "it is drawn no second time"
    return match


@breaks("EX-95")
def play_does_not_go_on_before_it_is_told() -> None:
    when(using(SINGS, values={"token": "refresh"}), "move", to="S1")


def test_it_did_nothing() -> None:
    match = using(SINGS)
    assert {one.data()["do"] for one in legal_actions(match.opening, match.table, 1)} == {"tell"}
    with pytest.raises(Illegal, match="EX-95: first record what this did"):
        when(match, "done")
    when(match, "tell", benefit=NAME)
    assert due(match) == []


def test_a_table_that_played_on_forgot_it_and_the_audit_says_so() -> None:
    from tablescribe.replays.auditing.audit import audit

    match = using(SINGS)
    when(match, "done", as_played=True)
    assert due(match) == []
    assert {one.rule for one in audit(match).findings if one.severity == "breach"} == {"EX-95"}


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (["move card:i01 1 hand:1 swept"], "cannot leave"),
        (["move card:m20 1 deck:card hand:1", "move card:m20 1 deck:card hand:1"], "cannot"),
        (["set awaits 3"], "a text cannot change"),
    ],
)
def test_facts_are_checked(facts: list[str], why: str) -> None:
    match = using(SINGS)
    before = match.table.digest()
    with pytest.raises(Impossible, match=why):
        when(match, "tell", benefit=NAME, facts=facts)
    assert match.table.digest() == before


def test_a_text_of_the_first_edition_is_taken_without_a_word() -> None:
    match = using(SINGS, edition="1")
    when(match, "take", benefit=NAME)
    assert due(match) == []


def test_what_is_no_fact_is_no_action() -> None:
    from pydantic import ValidationError

    with pytest.raises(ValidationError):
        said("tell", benefit=NAME, facts=["take two coins"])
