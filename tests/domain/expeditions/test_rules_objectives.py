"""Vanquish, Solve, Upgrade, Meld and Boast: EX-45 to EX-55, EX-87 to EX-89."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.domain.expeditions.cases import breaks, forged, obeys
from tests.domain.expeditions.table import (
    CHARACTER,
    COMPANION,
    cited,
    due,
    given,
    lies,
    number,
    row,
    when,
    with_ability,
)


def vanquishing(stack: list[str], **position: Any) -> Match:
    """Return a match in which Vanquish is due, by an item that does only that; the tokens lie as drawn."""
    position.setdefault("catalogue", with_ability({"do": "vanquish"}))
    match = given("C2", tiles={"C2": 9}, stacks={"C2": stack}, hand=["card:i01"], workers={"red": 1}, **position)
    when(match, "play", card="card:i01", worker="red")  # its core value is 1 power
    return match


@obeys("EX-45", "EX-46")
def two_of_three() -> Match:
    """The published example: 10 power, 6 guile; orange 3, turquoise 3, turquoise 4 from the top: two are taken."""
    match = vanquishing(["turquoise4", "turquoise3", "orange3"], values={"power": 9, "guile": 6})
    when(match, "vanquish")
    when(match, "vanquish")
    assert (number(match, "power"), number(match, "guile")) == (7, 3)
    assert lies(match, "taken:1") == ["corruption:orange3", "corruption:turquoise3"]
    assert not due(match), "the third costs 4 guile"
    return match


@breaks("EX-45")
def nothing_lets_one_vanquish() -> None:
    when(given("C2", tiles={"C2": 9}, stacks={"C2": ["orange3"]}, values={"power": 9}), "vanquish")


@breaks("EX-46")
def the_20_costs_ten_of_each() -> None:
    both = with_ability({"do": "all", "of": [{"do": "vanquish"}, {"do": "worker"}]})
    when(vanquishing(["twenty"], values={"power": 9, "guile": 9}, catalogue=both), "vanquish")


def test_the_20_is_vanquished_with_ten_of_each_and_no_discount() -> None:
    match = vanquishing(["twenty"], values={"power": 9, "guile": 10}, tucked={"upgraded": ["card:i02"]})
    when(match, "vanquish")
    assert (number(match, "power"), number(match, "guile"), lies(match, "taken:1")) == (0, 0, ["twenty"])


def test_a_discount_lowers_the_price() -> None:
    match = vanquishing(
        ["orange3", "turquoise3"], values={"power": 4, "guile": 4}, tucked={"upgraded": ["card:i02", "card:i17"]}
    )
    when(match, "vanquish")
    when(match, "vanquish")
    assert (number(match, "power"), number(match, "guile")) == (3, 2)


def test_abilities_that_wait_for_a_vanquished_token() -> None:
    match = vanquishing(["orange3", "orange3"], values={"power": 9}, tucked={"upgraded": ["card:i07"]})
    when(match, "vanquish")
    assert number(match, "coins") == 1, "at once, not when Vanquish is finished"
    when(match, "vanquish")
    assert number(match, "coins") == 2


@obeys("EX-47")
def the_last_token_uncovers_the_benefit() -> Match:
    match = vanquishing(["orange3"], values={"power": 4})
    when(match, "vanquish")
    assert "EX-47" in cited(match)
    assert match.to_act == (1,)
    return match


@obeys("EX-48")
def cleansed_corruption_goes_back_into_the_bag() -> Match:
    match = vanquishing(["orange3", "turquoise6"], catalogue=with_ability({"do": "cleanse"}))
    when(match, "cleanse")
    assert (match.table.count("deck:corruption"), match.table.count("unseen:corruption", "corruption:turquoise6")) == (
        35,
        2,
    )
    assert lies(match, "taken:1") == []
    assert (due(match), match.table.get("awaits")) == ([], None), "one token, not all"
    match = vanquishing(["twenty"], catalogue=with_ability({"do": "cleanse"}))
    when(match, "cleanse")
    assert lies(match, "beside") == ["twenty"]
    assert "EX-47" in cited(match)
    return match


@breaks("EX-48")
def corruption_does_not_go_back_by_itself() -> None:
    when(given("C2", tiles={"C2": 9}, stacks={"C2": ["orange3"]}), "cleanse")


forged("EX-47")

# --- Solve ---------------------------------------------------------------------------------------


def solving(here: str = "S2", **position: Any) -> Match:
    """Return a match in which Solve and a coin are due, by the character."""
    match = given(here, workers={"red": 1}, **position)
    when(match, "play", card=CHARACTER, worker="red")  # 1 power and 1 guile
    return match


@obeys("EX-49", "EX-88")
def a_quest_is_solved_where_it_says() -> Match:
    """Debt at the Depot: at location 2, for 1 guile, any worker: it is tucked once that has been taken."""
    match = solving(active=[("card:q02", "green"), ("card:i03", "")])
    when(match, "solve", card="card:q02")
    assert (lies(match, "solved:1"), number(match, "guile"), number(match, "coins")) == ([], 0, 1)
    assert [str(effect.words()) for effect in due(match)] == ["1 worker"]
    when(match, "gain_worker", colour="blue")
    assert (lies(match, "solved:1"), due(match)) == (["card:q02"], [])
    assert row(match) == ["card:i03", CHARACTER]
    assert lies(match, "workers:1") == ["worker:blue", "worker:green"], "the worker on the quest comes back"
    match = solving(active=[("card:q02", "green")])
    when(match, "solve", card="card:q02")
    when(match, "gain_worker", colour="blue")
    return match


@breaks("EX-49")
def not_elsewhere() -> None:
    when(solving(active=[("card:q01", "")], hand=["card:q02"]), "solve", card="card:q01")


def test_solving_from_next_door_needs_an_ability() -> None:
    match = solving("S3", hand=["card:q02"], mech="longarm")
    when(match, "solve", card="card:q02")
    when(match, "done")
    assert lies(match, "solved:1") == ["card:q02"], "also without what it gives"


def test_a_quest_that_cannot_be_paid_for() -> None:
    either = with_ability({"do": "all", "of": [{"do": "solve"}, {"do": "worker"}]})
    match = given("S5", hand=["card:i01", "card:q04"], workers={"red": 1}, catalogue=either)
    when(match, "play", card="card:i01", worker="red")  # its core value is 1 power; the quest costs 2
    with pytest.raises(Illegal, match="EX-49: it costs 2 power; you have 1"):
        when(match, "solve", card="card:q04")


@obeys("EX-87")
def the_fifth_quest_with_tatanka() -> Match:
    match = solving(hand=["card:q02"], tucked={"solved": ["card:q11", "card:q12", "card:q13", "card:q14"]})
    when(match, "solve", card="card:q02")
    when(match, "gain_worker", colour="blue")
    assert len(lies(match, "solved:1")) == 5
    return match


def full_edge(edge: str, do: str, cards: list[str]) -> Match:
    """Return a match with four cards tucked at an edge, the fifth in hand, and its tucking effect pending."""
    either = with_ability({"do": "all", "of": [{"do": do}, {"do": "worker"}]}, "i19")
    match = given("S2", hand=["card:i19", cards[4]], tucked={edge: cards[:4]}, workers={"red": 1}, mech="hauler",
                  catalogue=either, values={"guile": 5})  # fmt: skip
    when(match, "play", card="card:i19", worker="red")
    return match


FULL = [
    ("solved", "solve", ["card:q11", "card:q12", "card:q13", "card:q14", "card:q02"]),
    ("upgraded", "upgrade", ["card:i11", "card:i12", "card:i13", "card:i14", "card:i15"]),
    ("melded", "meld", ["card:m02", "card:m03", "card:m04", "card:m05", "card:m06"]),
]


@breaks("EX-87")
def no_fifth_without_it() -> None:
    when(full_edge(*FULL[2]), "meld", card="card:m06")


@pytest.mark.parametrize(("edge", "do", "cards"), FULL)
def test_no_edge_takes_a_fifth(edge: str, do: str, cards: list[str]) -> None:
    with pytest.raises(Illegal, match="EX-87: 4 cards are tucked there"):
        when(full_edge(edge, do, cards), do, card=cards[4])


# --- Upgrade, Meld -------------------------------------------------------------------------------


@obeys("EX-50")
def an_item_is_tucked() -> Match:
    match = given("C2", tiles={"C2": 7}, active=[("card:i02", "green")])
    when(match, "gather")
    when(match, "upgrade", card="card:i02")
    assert (lies(match, "upgraded:1"), lies(match, "workers:1")) == (["card:i02"], ["worker:green"])
    assert not due(match), "Bear-Tooth Saw's Vanquish is not used"
    return match


@breaks("EX-50")
def no_upgrade_without_a_benefit() -> None:
    when(given(hand=["card:i02"]), "upgrade", card="card:i02")


@obeys("EX-51")
def all_melded_meteorites_give_their_bonus() -> Match:
    match = given("C2", tiles={"C2": 8}, hand=["card:m05"], tucked={"melded": ["card:m13"]})
    when(match, "gather")  # Singing Quarry: 3 guile, and Meld
    when(match, "meld", card="card:m05")
    assert number(match, "coins") == 2 + 1
    return match


@breaks("EX-51")
def no_meld_without_a_benefit() -> None:
    when(given(hand=["card:m05"]), "meld", card="card:m05")


def test_only_cards_of_the_kind_that_are_controlled() -> None:
    match = given("C2", tiles={"C2": 7}, hand=["card:i02", "card:m05"])
    when(match, "gather")
    with pytest.raises(Impossible, match="card:m05 is not of the kind needed here: item"):
        when(match, "upgrade", card="card:m05")
    with pytest.raises(Impossible, match="you do not control card:i03"):
        when(match, "upgrade", card="card:i03")


def test_abilities_that_wait_for_tucking() -> None:
    match = given("C2", tiles={"C2": 8}, hand=["card:m05"], tucked={"upgraded": ["card:i08"]})
    when(match, "gather")
    when(match, "meld", card="card:m05")
    assert number(match, "power") == 1
    match = solving("S2", hand=["card:q02"], tucked={"upgraded": ["card:i09"]})
    when(match, "solve", card="card:q02")
    when(match, "gain_worker", colour="blue")
    assert number(match, "coins") == 1 + 2


# --- Boast ---------------------------------------------------------------------------------------


def boasting(**position: Any) -> Match:
    """Return a match in which Boast is due, at Lost Chapel; the adjacent card is left."""
    match = given("C2", tiles={"C2": 9}, **position)
    when(match, "gather")
    return match


EIGHT = [f"card:m{n:02}" for n in range(2, 8)]
"""Six cards, with the starting two eight."""


@obeys("EX-52", "EX-53", "EX-54", "EX-55")
def eight_controlled_cards() -> Match:
    match = boasting(hand=EIGHT[:3], active=[(card, "") for card in EIGHT[3:]])
    when(match, "boast", category="cards")
    assert (lies(match, "category:cards"), match.table.count("mat:1")) == (["glory:1"], 3)
    return match


@breaks("EX-52")
def one_token_in_each_category() -> None:
    match = boasting(hand=EIGHT, boasted=["cards"])
    when(match, "boast", category="cards")


@breaks("EX-53")
def only_what_is_met() -> None:
    when(boasting(hand=EIGHT), "boast", category="quests")


@breaks("EX-55")
def one_token_for_each_benefit() -> None:
    match = boasting(hand=EIGHT, maps={1: 5})
    when(match, "boast", category="cards")
    when(match, "boast", category="people")


forged("EX-54")


@obeys("EX-89")
def nothing_new_to_boast_of() -> Match:
    match = given("N2", tiles={"N2": 20}, hand=EIGHT, boasted=["cards"])
    when(match, "gather")
    assert not due(match)
    assert match.table.count("mat:1") == 3
    return match


forged("EX-88", "EX-89")


@pytest.mark.parametrize(
    ("category", "position"),
    [
        ("quests", {"tucked": {"solved": ["card:q11", "card:q12", "card:q13", "card:q14"]}}),
        ("meteorites", {"tucked": {"melded": ["card:m11", "card:m12", "card:m13", "card:m14"]}}),
        ("items", {"tucked": {"upgraded": ["card:i11", "card:i12", "card:i13", "card:i14"]}}),
        ("crater", {"taken": {1: ["twenty"]}}),
        ("corruption", {"taken": {1: ["orange3"] * 4 + ["turquoise3"] * 3}}),
        ("people", {"workers": {"red": 6}, "active": [("card:i03", "yellow")]}),
        ("people", {"maps": {1: 5}}),
        ("cards", {"hand": EIGHT}),
    ],
)
def test_each_category_exactly(category: str, position: dict[str, Any]) -> None:
    match = boasting(**position)
    when(match, "boast", category=category)
    assert lies(match, f"category:{category}") == ["glory:1"]


@pytest.mark.parametrize(
    ("category", "position"),
    [
        ("quests", {"tucked": {"solved": ["card:q11", "card:q12", "card:q13"]}}),
        ("meteorites", {"tucked": {"melded": ["card:m11", "card:m12", "card:m13"]}}),
        ("items", {"tucked": {"upgraded": ["card:i11", "card:i12", "card:i13"]}}),
        ("corruption", {"taken": {1: ["twenty"] + ["orange3"] * 4 + ["turquoise3"] * 2}}),
        ("people", {"workers": {"red": 5}, "active": [("card:i03", "yellow")]}),
        ("people", {"maps": {1: 4}}),
        ("cards", {"hand": EIGHT[:5]}),
    ],
)
def test_one_too_few_is_too_few(category: str, position: dict[str, Any]) -> None:
    match = boasting(**position)
    with pytest.raises(Illegal, match=r"EX-5[35]"):
        when(match, "boast", category=category)


def test_the_companion_vanquishes_at_basecamp_in_vain() -> None:
    match = given(workers={"red": 1})
    when(match, "play", card=COMPANION, worker="red")
    assert (due(match), number(match, "power")) == ([], 2)
    with pytest.raises(Illegal, match="EX-45"):
        when(match, "vanquish")
