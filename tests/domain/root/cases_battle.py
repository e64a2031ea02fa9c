"""Battles: ambush and foil, dice and their limit, effects, what hits remove (RO-4.3)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.cards import Shed
from tablescribe.domain.games.root.actions.core import Ambush, Battle, Foil, NoAmbush, UseEffect
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.table import at, given, when

CASES.forged("RO-1.4.2", "RO-4.3.1-II", "RO-4.3.2", "RO-4.3.2-I", "RO-4.3.3-I", "RO-4.3.3-II")


def scores(match: Match) -> list[object]:
    """Return the points of all seats."""
    return [match.table.get(f"score:{seat}") for seat in match.opening.all_seats]


@CASES.obeys("RO-4.3", "RO-4.3.2", "RO-4.3.2-I", "RO-4.3.4")
def a_battle_of_two_against_three() -> Match:
    """T-1: the attacker deals no more hits than it has warriors."""
    match = given("CE", clearings={12: "2 marquise:warrior, 3 eyrie:warrior"})
    when(match, 1, Battle(at=12, defender="eyrie"), 3, 1)
    assert at(match, 12) == {"marquise:warrior": 1, "eyrie:warrior": 1}
    assert scores(match) == [0, 0]
    return match


@CASES.breaks("RO-4.3")
def a_battle_without_warriors() -> None:
    match = given("CE", clearings={12: "marquise:sawmill, 3 eyrie:warrior"})
    when(match, 1, Battle(at=12, defender="eyrie"), 3, 1)


@CASES.breaks("RO-4.3")
def a_battle_against_nobody() -> None:
    match = given("CE", clearings={12: "2 marquise:warrior"})
    when(match, 1, Battle(at=12, defender="eyrie"))


@CASES.breaks("RO-16.6.8")
def a_battle_against_oneself() -> None:
    match = given("CE", clearings={12: "2 marquise:warrior"})
    when(match, 1, Battle(at=12, defender="marquise"), 3, 1)


# --- ambushes -------------------------------------------------------------------------------------


@CASES.obeys("RO-4.3.1", "RO-4.3.1-II", "RO-2.1.2", "RO-1.4.2")
def an_ambush_that_leaves_no_attacker() -> Match:
    """Two hits at once, and nobody rolls."""
    match = given("CE", clearings={10: "2 marquise:warrior, 3 eyrie:warrior"}, hands={2: ["ambush-rabbit"]})
    when(match, 1, Battle(at=10, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-rabbit"))
    assert at(match, 10) == {"eyrie:warrior": 3}
    assert match.table.count("discard:card", "card:ambush-rabbit") == 1
    assert match.to_act == (1,)
    return match


@CASES.breaks("RO-4.3.1")
def an_ambush_of_another_suit() -> None:
    match = given("CE", clearings={10: "2 marquise:warrior, 3 eyrie:warrior"}, hands={2: ["ambush-fox"]})
    when(match, 1, Battle(at=10, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-fox"))


@CASES.obeys("RO-4.3.1-I")
def an_ambush_that_is_foiled() -> Match:
    """Both cards are discarded, and the battle is an ordinary one."""
    match = given(
        "CE", clearings={10: "2 marquise:warrior, 3 eyrie:warrior"},
        hands={1: ["ambush-bird"], 2: ["ambush-rabbit"]},
    )  # fmt: skip
    when(match, 1, Battle(at=10, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-rabbit"))
    when(match, 1, Foil(card="card:ambush-bird"), 2, 1)
    assert at(match, 10) == {"marquise:warrior": 1, "eyrie:warrior": 1}
    assert match.table.count("discard:card") == 2
    return match


@CASES.breaks("RO-4.3.1-I")
def a_foil_of_another_suit() -> None:
    match = given(
        "CE", clearings={10: "2 marquise:warrior, 3 eyrie:warrior"},
        hands={1: ["ambush-mouse"], 2: ["ambush-rabbit"]},
    )  # fmt: skip
    when(match, 1, Battle(at=10, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-rabbit"))
    when(match, 1, Foil(card="card:ambush-mouse"))


# --- hits -----------------------------------------------------------------------------------------


@CASES.obeys("RO-4.3.3-II", "RO-3.2.1", "RO-16.6.3")
def a_defender_without_warriors() -> Match:
    """One hit more; who removes a building or token scores."""
    match = given("CE", clearings={8: "marquise:warrior, eyrie:roost"})
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 0)
    assert at(match, 8) == {"marquise:warrior": 1}
    assert scores(match) == [1, 0]
    assert match.table.count("supply:eyrie", "eyrie:roost") == 7
    return match


CASES.forged("RO-3.2.1", "RO-16.6.22", "RO-1.5.2", "RO-16.6.3")


CASES.forged("RO-4.3.4")


@CASES.obeys("RO-4.3.3", "RO-4.3.3-I", "RO-CARD-SAPPERS")
def sappers_deal_a_hit_more() -> Match:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, eyrie:warrior"}, zones={"crafted:2": "card:sappers"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 1)
    when(match, 2, UseEffect(effect="card:sappers"))
    assert at(match, 8) == {"marquise:warrior": 1}
    assert match.table.count("discard:card", "card:sappers") == 1
    return match


@CASES.breaks("RO-4.3.3")
def sappers_of_the_attacker() -> None:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, eyrie:warrior"},
        zones={"crafted:1": "card:sappers", "crafted:2": "card:sappers"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 1)
    when(match, 2, UseEffect(effect="card:brutal-tactics"))


CASES.forged("RO-CARD-SAPPERS", "RO-CARD-ARMORERS", "RO-CARD-BRUTAL-TACTICS", "RO-CARD-SCOUTING-PARTY")


@CASES.obeys("RO-CARD-ARMORERS")
def armorers_ignore_rolled_hits() -> Match:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, 3 eyrie:warrior"}, zones={"crafted:2": "card:armorers"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 3, 1)
    when(match, 2, UseEffect(effect="card:armorers"))
    assert at(match, 8) == {"marquise:warrior": 2, "eyrie:warrior": 3}
    assert match.table.count("discard:card", "card:armorers") == 1
    return match


@CASES.obeys("RO-CARD-BRUTAL-TACTICS")
def brutal_tactics_cost_a_point() -> Match:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, 3 eyrie:warrior"}, zones={"crafted:1": "card:brutal-tactics"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 1)
    when(match, 1, UseEffect(effect="card:brutal-tactics"))
    assert at(match, 8) == {"marquise:warrior": 2, "eyrie:warrior": 1}
    assert scores(match) == [0, 1]
    assert match.table.count("crafted:1", "card:brutal-tactics") == 1
    return match


@CASES.obeys("RO-CARD-SCOUTING-PARTY")
def a_scouting_party_meets_no_ambush() -> Match:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, 3 eyrie:warrior"}, hands={2: ["ambush-fox"]},
        zones={"crafted:1": "card:scouting-party"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 1)
    assert at(match, 8) == {"marquise:warrior": 2, "eyrie:warrior": 2}
    return match


@CASES.obeys("RO-CARD-PARTISANS", "RO-AMB-32")
def partisans_cost_the_other_cards() -> Match:
    """Birds go, too."""
    match = given(
        "CE", clearings={8: "3 marquise:warrior, 3 eyrie:warrior"}, hands={2: ["anvil", "bake-sale", "arms-trader"]},
        zones={"crafted:2": "card:fox-partisans"}, deck="exiles",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 1)
    when(match, 2, UseEffect(effect="card:fox-partisans"))
    assert at(match, 8) == {"marquise:warrior": 1, "eyrie:warrior": 2}
    assert match.table.pieces("hand:2") == {"card:anvil": 1}
    assert match.table.count("discard:card") == 2
    return match


CASES.forged("RO-CARD-PARTISANS", "RO-AMB-32")


@CASES.breaks("RO-CARD-PARTISANS")
def a_card_of_their_suit_is_shed_for_the_partisans() -> None:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, 3 eyrie:warrior"}, hands={2: ["?card", "?card"]},
        zones={"crafted:2": "card:fox-partisans"}, deck="exiles",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"))
    when(match, 2, NoAmbush(), 1, 1)
    when(match, 2, UseEffect(effect="card:fox-partisans"))
    when(match, 2, Shed(card="card:anvil"))
