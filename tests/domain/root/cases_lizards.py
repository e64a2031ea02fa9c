"""The Lizard Cult (RO-10)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.advanced import Choose
from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move, Settle
from tablescribe.domain.games.root.actions.lizards import (
    ChooseOutcast,
    Convert,
    Gather,
    PlantGarden,
    Sacrifice,
    Sanctify,
    ScoreGardens,
)
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.reign import ruler
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import drafted
from tests.domain.root.cases_core import a_new_match
from tests.domain.root.table import at, given, when

CASES.forged("RO-10.2.1", "RO-10.2.3", "RO-10.2.5", "RO-10.2.6", "RO-10.4.1", "RO-10.4.2", "RO-10.6.1", "RO-10.6.3")
CASES.forged("RO-A-L", "RO-AMB-26", "RO-AMB-25", "RO-10.2.4")

FOX_OUTCAST = {"outcast": "fox", "hated": False}


# --- set-up ---------------------------------------------------------------------------------------


def the_marquise_stands() -> Match:
    """Return a match in which the Marquise has set up in clearing 1, opposite clearing 3."""
    match = a_new_match(factions="CL")
    when(match, 1, Settle(at=1))
    when(match, 1, Build(building="sawmill", at=1))
    when(match, 1, Build(building="workshop", at=9))
    when(match, 1, Build(building="recruiter", at=10))
    return match


@CASES.obeys("RO-10.3")
def a_garden_and_pilgrims() -> Match:
    match = the_marquise_stands()
    when(match, 2, Settle(at=3))
    when(match, 2, ChooseOutcast(suit="mouse"))
    assert at(match, 3) == {"lizards:warrior": 4, "lizards:garden.rabbit": 1}
    assert [match.table.count(f"clearing:{n}", "lizards:warrior") for n in (6, 7, 11)] == [1, 1, 1]
    assert (match.table.get("outcast"), match.table.get("hated")) == ("mouse", False)
    assert match.to_act == (1,)
    return match


@CASES.breaks("RO-10.3")
def beginning_beside_a_used_corner() -> None:
    when(the_marquise_stands(), 2, Settle(at=2))


@CASES.obeys("RO-A-L")
def a_homeland_by_its_setup_card() -> Match:
    """Three more stand as evenly as possible beside it, and there are two acolytes."""
    match = drafted("marquise", "lizards", "eyrie", "duchy")
    when(match, 3, Choose(faction="lizards"))
    when(match, 3, Settle(at=2))
    when(match, 3, ChooseOutcast(suit="rabbit"))
    assert at(match, 2) == {"lizards:warrior": 4, "lizards:garden.mouse": 1}
    assert [at(match, number) for number in (5, 6, 10)] == [{"lizards:warrior": 1}] * 3
    assert match.table.pieces("acolytes") == {"lizards:warrior": 2}
    assert match.to_act == (2,)
    return match


# --- abilities ------------------------------------------------------------------------------------


@CASES.obeys("RO-10.2.1")
def crafting_with_gardens_of_the_outcast_suit() -> Match:
    match = given("LC", clearings={8: "lizards:garden.fox"}, hands={1: ["anvil"]}, values=FOX_OUTCAST, stage="evening")
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 2
    return match


@CASES.obeys("RO-10.2.2", "RO-10.5", "RO-10.5.2")
def a_warrior_for_a_card_of_its_clearing() -> Match:
    match = given("LC", hands={1: ["anvil", "sappers"]})
    when(match, 1, Gather(card="card:anvil", at=8))
    assert at(match, 8) == {"lizards:warrior": 1}
    assert match.table.pieces("revealed:1") == {"card:anvil": 1}
    return match


@CASES.breaks("RO-10.2.2")
def a_bird_for_a_garden() -> None:
    """Birds are not wild for rituals."""
    match = given("LC", clearings={8: "2 lizards:warrior"}, hands={1: ["sappers"]})
    when(match, 1, PlantGarden(card="card:sappers", at=8))


@CASES.breaks("RO-10.2.2")
def a_bird_scores_no_gardens() -> None:
    match = given("LC", clearings={8: "lizards:garden.fox"}, hands={1: ["sappers"]})
    when(match, 1, ScoreGardens(card="card:sappers"))


@CASES.breaks("RO-1.1.2")
def the_warlord_is_not_converted() -> None:
    match = given(
        "LH", clearings={8: "lizards:warrior, hundreds:warlord, hundreds:warrior"},
        zones={"acolytes": "2 lizards:warrior"}, values={**FOX_OUTCAST, "mood": "stubborn"}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Convert(at=8, piece="hundreds:warlord"))


@CASES.breaks("RO-10.5.2")
def a_warrior_in_a_clearing_of_another_suit() -> None:
    when(given("LC", hands={1: ["anvil"]}), 1, Gather(card="card:anvil", at=2))


@CASES.breaks("RO-10.5")
def a_ritual_in_birdsong() -> None:
    match = given("LC", hands={1: ["anvil"]}, zones={"acolytes": "2 lizards:warrior"}, stage="birdsong")
    when(match, 1, Gather(card="card:anvil", at=8))


@CASES.obeys("RO-10.2.3")
def defenders_that_fall_become_acolytes() -> Match:
    match = given("CL", clearings={8: "3 marquise:warrior, 2 lizards:warrior"})
    when(match, 1, Battle(at=8, defender="lizards"), 2, 1)
    assert match.table.pieces("acolytes") == {"lizards:warrior": 2}
    assert at(match, 8) == {"marquise:warrior": 2}
    return match


@CASES.obeys("RO-10.2.4")
def a_garden_rules_before_all_other_claims() -> Match:
    """The Eyrie rules a tie without a garden; a garden rules alone."""
    match = given(
        "LCE",
        clearings={9: "2 marquise:warrior, eyrie:warrior, eyrie:roost, lizards:warrior", 2: "lizards:garden.mouse"},
        hands={1: ["sword-mouse"]},
        values={"outcast": "mouse", "hated": False},
    )
    board = Board(match.opening, match.table)
    assert (ruler(board, 9), ruler(board, 2)) == ("eyrie", "lizards")
    when(match, 1, PlantGarden(card="card:sword-mouse", at=2))
    assert at(match, 2) == {"lizards:garden.mouse": 2}
    return match


@CASES.breaks("RO-10.5.1")
def a_garden_where_others_rule() -> None:
    match = given(
        "LCE", clearings={9: "2 marquise:warrior, lizards:warrior"}, hands={1: ["sword-mouse"]},
    )  # fmt: skip
    when(match, 1, PlantGarden(card="card:sword-mouse", at=9))


@CASES.obeys("RO-10.2.5", "RO-AMB-25")
def a_fallen_garden_costs_a_random_card() -> Match:
    match = given(
        "CL", clearings={8: "3 marquise:warrior, 2 lizards:garden.fox"}, hands={2: ["anvil", "sappers", "cobbler"]}
    )
    when(match, 1, Battle(at=8, defender="lizards"), 1, 0, "card:anvil", "card:cobbler")
    assert match.table.pieces("hand:2") == {"card:sappers": 1}
    assert match.table.pieces("lost-souls") == {"card:anvil": 1, "card:cobbler": 1}
    assert match.table.get("score:1") == 2
    return match


@CASES.obeys("RO-10.2.6")
def cards_of_everybody_become_lost_souls() -> Match:
    match = given("CLA", clearings={8: "marquise:workshop"}, hands={1: ["anvil"]}, stage="craft")
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.pieces("lost-souls") == {"card:anvil": 1}
    assert not match.table.pieces("discard:card")
    return match


# --- Birdsong -------------------------------------------------------------------------------------


def birdsong_with(souls: str) -> Match:
    """Return the Cult's Birdsong after such Lost Souls, mouse having been outcast."""
    match = given("CL", zones={"lost-souls": souls}, values={"outcast": "mouse", "hated": False}, stage="turn_end")
    when(match, 1, GoOn())
    return match


@CASES.obeys("RO-10.4.1", "RO-10.4.2")
def most_lost_souls_are_outcast() -> Match:
    """Three foxes among them, and birds do not count."""
    match = birdsong_with("card:anvil, card:foxfolk-steel, card:tax-collector, card:sappers, card:sword-mouse")
    assert (match.table.get("outcast"), match.table.get("hated")) == ("fox", False)
    assert not match.table.pieces("lost-souls")
    assert match.table.count("discard:card") == 5
    return match


@CASES.obeys("RO-AMB-26")
def where_no_suit_leads_the_outcast_is_hated() -> Match:
    """Two foxes and two rabbits; it is the same for none at all."""
    empty = birdsong_with("")
    assert (empty.table.get("outcast"), empty.table.get("hated")) == ("mouse", True)
    match = birdsong_with("card:anvil, card:foxfolk-steel, card:cobbler, card:bake-sale, card:sword-mouse")
    assert (match.table.get("outcast"), match.table.get("hated")) == ("mouse", True)
    return match


def conspiring(clearings: dict[int, str], acolytes: int, *, hated: bool = False, factions: str = "LC") -> Match:
    """Return the Cult's Birdsong with acolytes, fox being outcast."""
    return given(
        factions, clearings=clearings, zones={"acolytes": f"{acolytes} lizards:warrior"},
        values={"outcast": "fox", "hated": hated}, stage="birdsong",
    )  # fmt: skip


@CASES.obeys("RO-10.4.3", "RO-10.4.3-II", "RO-10.4.3-III", "RO-AMB-37")
def hated_conspiracies_are_cheaper() -> Match:
    match = conspiring({8: "marquise:warrior, marquise:sawmill"}, 3, hated=True)
    when(match, 1, Convert(at=8, piece="marquise:warrior"))
    assert match.table.count("acolytes", "lizards:warrior") == 2
    when(match, 1, Sanctify(at=8, piece="marquise:sawmill"))
    assert at(match, 8) == {"lizards:warrior": 1, "lizards:garden.fox": 1}
    assert match.table.count("acolytes", "lizards:warrior") == 0
    assert match.table.get("score:1") == 1
    return match


@CASES.breaks("RO-10.4.3")
def too_few_acolytes() -> None:
    match = conspiring({8: "marquise:warrior, marquise:sawmill"}, 2)
    when(match, 1, Sanctify(at=8, piece="marquise:sawmill"))


@CASES.breaks("RO-10.4.3-II")
def converting_a_building() -> None:
    match = conspiring({8: "marquise:warrior, marquise:sawmill"}, 2)
    when(match, 1, Convert(at=8, piece="marquise:sawmill"))


@CASES.breaks("RO-10.4.3-III")
def sanctifying_a_warrior() -> None:
    match = conspiring({8: "marquise:warrior, marquise:sawmill"}, 3)
    when(match, 1, Sanctify(at=8, piece="marquise:warrior"))


@CASES.breaks("RO-AMB-37")
def converting_beside_the_keep() -> None:
    """Nothing of theirs can be placed there, so nothing is replaced."""
    match = conspiring({1: "marquise:warrior, marquise:keep"}, 2)
    when(match, 1, Convert(at=1, piece="marquise:warrior"))


@CASES.obeys("RO-10.4.3-I")
def a_crusade_moves_and_then_battles() -> Match:
    match = conspiring({8: "3 lizards:warrior", 7: "marquise:warrior"}, 2)
    when(match, 1, Move(origin=8, to=7, n=3, by="crusade"))
    assert match.table.count("acolytes", "lizards:warrior") == 0
    when(match, 1, Battle(at=7, defender="marquise", by="crusade"), 1, 0)
    assert at(match, 7) == {"lizards:warrior": 3}
    assert match.to_act == (2,), "no acolyte is left, and no card for rituals: the turn is over"
    return match


@CASES.breaks("RO-10.4.3-I")
def a_second_battle_of_one_crusade() -> None:
    match = conspiring({8: "3 lizards:warrior", 7: "3 marquise:warrior"}, 4)
    when(match, 1, Move(origin=8, to=7, n=3, by="crusade"))
    when(match, 1, Battle(at=7, defender="marquise", by="crusade"), 1, 0)
    when(match, 1, Battle(at=7, defender="marquise", by="crusade"), 1, 0)


# --- Daylight and Evening -------------------------------------------------------------------------


CASES.forged("RO-16.6.23")


@CASES.obeys("RO-10.5.1", "RO-16.6.23")
def a_garden_in_a_ruled_clearing() -> Match:
    match = given("LC", clearings={8: "2 lizards:warrior, marquise:warrior"}, hands={1: ["anvil"]})
    when(match, 1, PlantGarden(card="card:anvil", at=8))
    assert at(match, 8) == {"lizards:warrior": 2, "marquise:warrior": 1, "lizards:garden.fox": 1}
    return match


@CASES.obeys("RO-10.5.3")
def three_gardens_score_two() -> Match:
    """One card for the gardens of its suit."""
    match = given(
        "LC", clearings={8: "2 lizards:garden.fox", 1: "lizards:garden.fox"}, hands={1: ["anvil", "foxfolk-steel"]}
    )
    when(match, 1, ScoreGardens(card="card:anvil"))
    assert match.table.get("score:1") == 2
    assert match.table.pieces("lost-souls") == {"card:anvil": 1}
    return match


@CASES.breaks("RO-10.5.3")
def a_suit_scored_twice() -> None:
    match = three_gardens_score_two()
    when(match, 1, ScoreGardens(card="card:foxfolk-steel"))


@CASES.obeys("RO-10.5.4", "RO-10.6.1", "RO-10.6.3")
def a_bird_for_an_acolyte_and_back_to_the_hand() -> Match:
    """Two gardens of a suit draw a card more; one of another suit does not."""
    match = given(
        "LC", clearings={8: "2 lizards:garden.fox", 2: "lizards:garden.mouse"}, hands={1: ["sappers", "armorers"]},
        values=FOX_OUTCAST,
    )  # fmt: skip
    when(match, 1, Sacrifice(card="card:sappers"))
    assert match.table.pieces("acolytes") == {"lizards:warrior": 1}
    assert match.table.pieces("revealed:1") == {"card:sappers": 1}
    when(match, 1, GoOn())
    assert match.table.count("hand:1", "card:sappers") == 1
    assert match.table.get("stage") == "evening"
    when(match, 1, GoOn())
    assert match.table.count("hand:1", "?card") == 2
    return match


@CASES.breaks("RO-10.5.4")
def a_fox_for_an_acolyte() -> None:
    when(given("LC", hands={1: ["anvil"]}), 1, Sacrifice(card="card:anvil"))
