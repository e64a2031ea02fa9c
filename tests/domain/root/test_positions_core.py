"""Positions T-2 to T-13 of the core: battles, the keep and its hospitals, rule, the Decree."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.alliance import Yield
from tablescribe.domain.games.root.actions.core import Ambush, Battle, Craft, Foil, Move, NoEffect, NoFoil, Remove
from tablescribe.domain.games.root.actions.marquise import Build, Heal, NoHeal
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.reign import ruler
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_battle import scores
from tests.domain.root.cases_eyrie import decreeing
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.table import at, given, when


def ruling(match: Match, number: int) -> str:
    """Return the ruler of a clearing."""
    return ruler(Board(match.opening, match.table), number)


# --- battles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "kept"),
    [
        ("alliance:base.fox", {"card:bake-sale": 1, "card:anvil": 1}),
        ("alliance:sympathy", {"card:bake-sale": 1}),
    ],
)
def test_the_alliance_orders_base_and_outrage(first: str, kept: dict[str, int]) -> None:
    """T-2: one hit by the limit and one without defenders; base first keeps the card of the Outrage."""
    match = given(
        "CA", clearings={8: "marquise:warrior, alliance:base.fox, alliance:sympathy"}, hands={1: ["anvil"]},
        zones={"supporters": "card:foxfolk-steel, card:bake-sale"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="alliance"), 2, 2)
    assert match.to_act == (2,)
    when(match, 2, Remove(piece=first))
    when(match, 1, Yield(card="card:anvil"))
    assert at(match, 8) == {"marquise:warrior": 1}
    assert scores(match) == [2, 0]
    assert match.table.pieces("supporters") == kept


def eyrie_against_three(*cards: str, ambushes: tuple[str, ...] = ("ambush-rabbit",), crafted: str = "") -> Match:
    """Return a match in which two of the Eyrie attack three cats in clearing 10 by their Decree, and are ambushed."""
    zones = {"crafted:2": crafted} if crafted else {}
    match = decreeing(
        {"battle": "card:bake-sale"}, clearings={10: "2 eyrie:warrior, 3 marquise:warrior"},
        hands={1: cards, 2: ambushes}, zones=zones, values={"score:1": 5},
    )  # fmt: skip
    when(match, 1, Battle(at=10, defender="marquise"))
    when(match, 2, Ambush(card="card:ambush-rabbit"))
    return match


def test_an_ambushed_battle_carries_the_decree_out() -> None:
    """T-3: the attackers are gone, nobody rolls; the card of the Decree counts as done, there is no turmoil."""
    match = eyrie_against_three()
    assert at(match, 10) == {"marquise:warrior": 3}
    assert match.table.count("supply:eyrie", "eyrie:warrior") == 20
    assert (match.table.get("leader"), match.table.get("fallen:builder")) == ("builder", None)
    assert match.table.pieces("decree:battle") == {"card:bake-sale": 1}
    assert match.table.get("score:1") == 5
    assert (match.table.get("turn"), match.table.get("awaits")) == (2, None)


def test_a_foiled_ambush_is_not_followed_by_another() -> None:
    """T-4: both ambushes are discarded and the dice decide; the defender plays no second one."""
    match = eyrie_against_three("ambush-bird", ambushes=("ambush-rabbit", "ambush-bird"), crafted="card:sappers")
    with pytest.raises(Illegal, match=r"RO-4\.3\.1:"):
        when(match, 2, Ambush(card="card:ambush-bird"))
    when(match, 1, Foil(card="card:ambush-bird"), 2, 1)
    assert match.table.count("discard:card") == 2
    assert match.table.get("awaits") == "effects"  # the battle goes on: the defender has Sappers
    with pytest.raises(Illegal, match=r"RO-4\.3\.1:"):
        when(match, 2, Ambush(card="card:ambush-bird"))
    when(match, 2, NoEffect())
    assert at(match, 10) == {"eyrie:warrior": 1, "marquise:warrior": 1}


# --- the keep and its hospitals -------------------------------------------------------------------


def test_the_fallen_come_back_to_the_keep_and_battle_on() -> None:
    """T-5: attackers at the keep are ambushed and healed, so attackers remain, and the dice are rolled."""
    match = given(
        "CE", clearings={1: "marquise:keep, 2 marquise:warrior, 2 eyrie:warrior"},
        hands={1: ["anvil"], 2: ["ambush-fox"]},
    )  # fmt: skip
    when(match, 1, Battle(at=1, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-fox"))
    when(match, 1, NoFoil())
    assert match.table.get("awaits") == "hospitals"
    assert at(match, 1) == {"marquise:keep": 1, "eyrie:warrior": 2}
    when(match, 1, Heal(card="card:anvil"), 2, 1)
    assert at(match, 1) == {"marquise:keep": 1, "marquise:warrior": 1}


def the_rabbits_favour() -> Match:
    """Return a match in which the Eyrie has just removed cats from three rabbit clearings by Favor of the Rabbits."""
    match = given(
        "EC",
        clearings={
            3: "2 marquise:warrior", 4: "3 eyrie:roost", 5: "marquise:warrior", 10: "3 marquise:warrior",
            1: "marquise:keep",
        },
        hands={1: ["favor-of-the-rabbits"], 2: ["bake-sale", "anvil"]}, stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:favor-of-the-rabbits"))
    return match


def test_one_rabbit_card_saves_the_fallen_of_one_clearing() -> None:
    """T-6: each clearing takes a card of its own; with one card she picks which clearing."""
    match = the_rabbits_favour()
    for answer in (NoHeal(), NoHeal(), Heal(card="card:bake-sale")):
        when(match, 2, answer)
    assert at(match, 1) == {"marquise:keep": 1, "marquise:warrior": 3}
    match = the_rabbits_favour()
    when(match, 2, Heal(card="card:bake-sale"))
    assert match.table.pieces("hand:2") == {"card:anvil": 1}
    with pytest.raises(Illegal, match=r"RO-6\.2\.3"):
        when(match, 2, Heal(card="card:anvil"))
    for _ in range(2):
        when(match, 2, NoHeal())
    assert at(match, 1) == {"marquise:keep": 1, "marquise:warrior": 2}
    assert [at(match, number) for number in (3, 5, 10)] == [{}, {}, {}]


# --- rule -----------------------------------------------------------------------------------------


def test_a_tie_is_the_eyries_unless_a_garden_stands_there() -> None:
    """T-8: two cats against one of the Eyrie and a roost; a garden goes before that."""
    there = "2 marquise:warrior, eyrie:warrior, eyrie:roost"
    assert ruling(given("CEL", clearings={9: there}), 9) == "eyrie"
    assert ruling(given("CEL", clearings={9: f"{there}, lizards:garden.mouse"}), 9) == "lizards"


def test_an_uncontrolled_patrol_rules_and_a_controlled_one_for_its_controller() -> None:
    """T-9: one cat and two patrols; she builds there only while they are hers."""
    there = {7: "marquise:warrior, 2 patrol:warrior"}
    match = hiring("patrol", seat=0, clearings=there)
    assert ruling(match, 7) == "patrol"
    with pytest.raises(Illegal, match=r"RO-6\.5\.4"):
        when(match, 1, Build(building="sawmill", at=7))
    match = hiring("patrol", clearings=there)
    when(match, 1, Build(building="sawmill", at=7))
    assert at(match, 7)["marquise:sawmill"] == 1


def test_each_uncontrolled_hireling_counts_alone() -> None:
    """T-10: two cats rule over one patrol and one of the uprising."""
    there = "2 marquise:warrior, patrol:warrior, uprising:warrior"
    match = hiring("patrol", "uprising", seat=0, clearings={7: there})
    assert ruling(match, 7) == "marquise"


# --- the Decree -----------------------------------------------------------------------------------


def test_a_bird_moves_before_a_fox_and_no_battle_before_both() -> None:
    """T-13: within a column any order; the next column waits."""
    match = decreeing(
        {"move": "card:anvil, card:sappers", "battle": "loyal-vizier"},
        clearings={3: "2 eyrie:warrior", 8: "2 eyrie:warrior", 7: "marquise:warrior"},
    )  # fmt: skip
    when(match, 1, Move(origin=3, to=7, n=2))
    with pytest.raises(Illegal, match=r"RO-7\.5\.2"):
        when(match, 1, Battle(at=7, defender="marquise"))
    when(match, 1, Move(origin=8, to=4, n=1))
    when(match, 1, Battle(at=7, defender="marquise"), 1, 0)
    assert at(match, 7) == {"eyrie:warrior": 2}
    assert match.table.get("leader") == "builder"


def test_the_fox_card_is_not_carried_out_from_a_rabbit_clearing() -> None:
    """T-13: once the bird has moved, the fox card needs the fox clearing."""
    match = decreeing({"move": "card:anvil, card:sappers"}, clearings={3: "2 eyrie:warrior", 8: "eyrie:warrior"})
    when(match, 1, Move(origin=3, to=7, n=1))
    with pytest.raises(Illegal, match=r"RO-7\.5\.2-II"):
        when(match, 1, Move(origin=3, to=7, n=1))
