"""The Woodland Alliance (RO-8)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.alliance import (
    DropSupporter,
    Mobilize,
    NoSupporter,
    Organize,
    PaySupporter,
    Rally,
    Revolt,
    ShowHand,
    Spread,
    Train,
    Yield,
)
from tablescribe.domain.games.root.actions.core import Battle, Craft, Move, NoAmbush, Settle
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_core import a_new_match
from tests.domain.root.table import at, given, when

CASES.forged(
    "RO-8.2.1", "RO-8.2.2", "RO-8.3", "RO-8.4.2-IIa", "RO-8.5", "RO-8.6.2", "RO-AMB-22", "RO-AMB-24", "RO-16.6.27",
    "RO-16.6.32", "RO-16.6.9", "RO-16.6.10", "RO-16.6.2",
)  # fmt: skip


@CASES.obeys("RO-8.3")
def three_supporters_are_drawn() -> Match:
    match = a_new_match(factions="CA")
    when(match, 1, Settle(at=1))
    for building, place in (("sawmill", 1), ("workshop", 5), ("recruiter", 10)):
        when(match, 1, Build.model_validate({"building": building, "at": place}))
    assert match.table.count("supporters") == 3
    return match


# --- Birdsong -------------------------------------------------------------------------------------


@CASES.obeys("RO-8.4.1", "RO-8.2.3", "RO-16.6.9", "RO-16.6.10")
def a_revolt() -> Match:
    """Without a Vagabond: everything of the enemies goes, a base and two warriors come."""
    match = given(
        "AC",
        clearings={6: "alliance:sympathy, 3 marquise:warrior, marquise:sawmill, marquise:wood", 8: "alliance:sympathy"},
        zones={"supporters": "card:anvil, card:sappers"}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Revolt(at=6))
    when(match, 1, PaySupporter(card="card:anvil"))
    when(match, 1, PaySupporter(card="card:sappers"))
    assert at(match, 6) == {"alliance:sympathy": 1, "alliance:base.fox": 1, "alliance:warrior": 2}
    assert match.table.count("officers") == 1
    assert match.table.get("score:1") == 2
    return match


@CASES.breaks("RO-8.4.1")
def a_revolt_for_a_base_that_is_built() -> None:
    match = given(
        "AC", clearings={6: "alliance:sympathy", 8: "alliance:base.fox"},
        zones={"supporters": "card:anvil, card:sappers"}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Revolt(at=6))


@CASES.breaks("RO-8.4.1")
def a_revolt_where_no_sympathy_lies() -> None:
    match = given("AC", clearings={6: "marquise:warrior"}, zones={"supporters": "2 ?card"}, stage="birdsong")
    when(match, 1, Revolt(at=6))


@CASES.breaks("RO-8.4.1")
def a_revolt_for_one_supporter() -> None:
    match = given("AC", clearings={6: "alliance:sympathy"}, zones={"supporters": "card:anvil"}, stage="birdsong")
    when(match, 1, Revolt(at=6))


@CASES.obeys("RO-AMB-23")
def a_revolt_where_a_sawmill_fills_the_slot() -> Match:
    match = given(
        "AC", clearings={1: "alliance:sympathy, marquise:sawmill"},
        zones={"supporters": "card:anvil, card:sappers"}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Revolt(at=1))
    when(match, 1, PaySupporter(card="card:anvil"))
    when(match, 1, PaySupporter(card="card:sappers"))
    assert at(match, 1) == {"alliance:sympathy": 1, "alliance:base.fox": 1, "alliance:warrior": 1}
    return match


@CASES.breaks("RO-AMB-23")
def a_revolt_where_no_base_fits() -> None:
    match = given(
        "AC", clearings={6: "alliance:sympathy, alliance:base.mouse"},
        zones={"supporters": "card:anvil, card:sappers"}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Revolt(at=6))


@CASES.breaks("RO-8.2.3")
def a_supporter_of_another_suit() -> None:
    match = given(
        "AC", clearings={6: "alliance:sympathy"}, zones={"supporters": "card:anvil, card:sappers, card:bake-sale"},
        stage="birdsong",
    )  # fmt: skip
    when(match, 1, Revolt(at=6))
    when(match, 1, PaySupporter(card="card:bake-sale"))


@CASES.obeys("RO-8.4.2")
def the_first_sympathy_goes_anywhere() -> Match:
    match = given("AC", zones={"supporters": "card:anvil"}, stage="birdsong")
    when(match, 1, Spread(at=12))
    when(match, 1, PaySupporter(card="card:anvil"))
    assert at(match, 12) == {"alliance:sympathy": 1}
    assert match.table.get("score:1") == 0
    return match


@CASES.breaks("RO-8.4.2")
def sympathy_far_from_sympathy() -> None:
    match = given("AC", clearings={1: "alliance:sympathy"}, zones={"supporters": "card:anvil"}, stage="birdsong")
    when(match, 1, Spread(at=12))


@CASES.obeys("RO-8.4.2-IIa")
def three_warriors_make_sympathy_dearer() -> Match:
    """Three cats in a clearing are martial law."""
    match = given(
        "AC", clearings={12: "3 marquise:warrior"}, zones={"supporters": "card:anvil, card:sappers"}, stage="birdsong"
    )
    when(match, 1, Spread(at=12))
    when(match, 1, PaySupporter(card="card:anvil"))
    assert at(match, 12) == {"marquise:warrior": 3}
    when(match, 1, PaySupporter(card="card:sappers"))
    assert at(match, 12) == {"marquise:warrior": 3, "alliance:sympathy": 1}
    return match


@CASES.breaks("RO-8.4.2")
def sympathy_for_one_supporter_under_martial_law() -> None:
    match = given("AC", clearings={12: "3 marquise:warrior"}, zones={"supporters": "card:anvil"}, stage="birdsong")
    when(match, 1, Spread(at=12))


@CASES.obeys("RO-8.2.5", "RO-16.6.2")
def a_second_clearing_with_sympathy() -> Match:
    match = given(
        "AC", clearings={12: "alliance:sympathy"}, zones={"supporters": "card:bake-sale, card:investments"},
        stage="birdsong",
    )  # fmt: skip
    when(match, 1, Spread(at=11))
    when(match, 1, PaySupporter(card="card:investments"))
    assert match.table.get("score:1") == 1
    return match


@CASES.breaks("RO-8.2.5")
def a_second_sympathy_in_a_clearing() -> None:
    match = given("AC", clearings={12: "alliance:sympathy"}, zones={"supporters": "card:anvil"}, stage="birdsong")
    when(match, 1, Spread(at=12))


# --- Daylight and Evening -------------------------------------------------------------------------


@CASES.obeys("RO-8.2.1", "RO-8.5")
def sympathy_crafts() -> Match:
    match = given("AC", clearings={12: "alliance:sympathy"}, hands={1: ["anvil"]})
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 2
    return match


@CASES.obeys("RO-8.5.2")
def a_card_is_mobilized() -> Match:
    match = given("AC", hands={1: ["?card"]})
    when(match, 1, Mobilize(card="?card"))
    assert match.table.pieces("supporters") == {"?card": 1}
    return match


@CASES.breaks("RO-8.5.2")
def mobilizing_in_evening() -> None:
    match = given("AC", hands={1: ["?card"]}, zones={"officers": "alliance:warrior"}, stage="operations")
    when(match, 1, Mobilize(card="?card"))


@CASES.obeys("RO-8.2.3-I")
def five_supporters_without_a_base() -> Match:
    """The drawn card is discarded."""
    match = given(
        "CA", clearings={9: "alliance:sympathy", 1: "marquise:warrior"}, hands={1: ["anvil"]},
        zones={"supporters": "5 ?card"},
    )  # fmt: skip
    when(match, 1, Move(origin=1, to=9, n=1))
    when(match, 1, ShowHand(), "card:sappers")
    assert match.table.count("supporters") == 5
    assert match.table.pieces("discard:card") == {"card:sappers": 1}
    return match


@CASES.breaks("RO-8.2.3-I")
def a_sixth_supporter_is_mobilized() -> None:
    match = given("AC", hands={1: ["?card"]}, zones={"supporters": "5 ?card"})
    when(match, 1, Mobilize(card="?card"))


@CASES.obeys("RO-AMB-22")
def a_sixth_supporter_is_discarded() -> Match:
    match = given(
        "CA", clearings={9: "alliance:sympathy", 1: "marquise:warrior"}, hands={1: ["investments"]},
        zones={"supporters": "5 ?card"},
    )  # fmt: skip
    when(match, 1, Move(origin=1, to=9, n=1))
    when(match, 1, Yield(card="card:investments"))
    assert match.table.pieces("discard:card") == {"card:investments": 1}
    return match


@CASES.obeys("RO-8.5.3")
def an_officer_is_trained() -> Match:
    match = given("AC", clearings={8: "alliance:base.fox"}, hands={1: ["anvil"]})
    when(match, 1, Train(card="card:anvil"))
    assert match.table.count("officers", "alliance:warrior") == 1
    return match


@CASES.breaks("RO-8.5.3")
def training_without_that_base() -> None:
    match = given("AC", clearings={8: "alliance:base.fox"}, hands={1: ["bake-sale"]})
    when(match, 1, Train(card="card:bake-sale"))


@CASES.breaks("RO-8.5.3")
def training_without_any_base() -> None:
    when(given("AC", hands={1: ["anvil"]}), 1, Train(card="card:anvil"))


@CASES.obeys("RO-8.6.1", "RO-8.6.1-III", "RO-8.6.1-IV", "RO-8.6.2")
def three_officers_act() -> Match:
    match = given(
        "AC", clearings={8: "alliance:base.fox, 2 alliance:warrior"}, zones={"officers": "3 alliance:warrior"},
        stage="operations",
    )  # fmt: skip
    when(match, 1, Rally(at=8))
    when(match, 1, Move(origin=8, to=7, n=1))
    when(match, 1, Organize(at=7))
    assert at(match, 8) == {"alliance:base.fox": 1, "alliance:warrior": 2}
    assert at(match, 7) == {"alliance:sympathy": 1}
    assert match.table.count("hand:1") == 2  # a card, and one for the base
    return match


@CASES.breaks("RO-8.6.1")
def a_second_operation_of_one_officer() -> None:
    match = given(
        "AC", clearings={8: "alliance:base.fox, 2 alliance:warrior"}, zones={"officers": "alliance:warrior"},
        stage="operations", values={"this:operated": 1},
    )  # fmt: skip
    when(match, 1, Rally(at=8))


@CASES.breaks("RO-8.6.1-III")
def recruiting_without_a_base() -> None:
    match = given("AC", clearings={8: "alliance:warrior"}, zones={"officers": "alliance:warrior"}, stage="operations")
    when(match, 1, Rally(at=8))


@CASES.breaks("RO-8.6.1-IV")
def organizing_without_a_warrior() -> None:
    match = given("AC", zones={"officers": "alliance:warrior"}, stage="operations")
    when(match, 1, Organize(at=8))


# --- what others meet -----------------------------------------------------------------------------


@CASES.obeys("RO-8.2.2")
def guerrillas_take_the_higher_roll() -> Match:
    match = given("CA", clearings={8: "3 marquise:warrior, 3 alliance:warrior"})
    when(match, 1, Battle(at=8, defender="alliance"), 3, 1)
    assert at(match, 8) == {"alliance:warrior": 2}
    return match


@CASES.obeys("RO-8.2.6", "RO-16.6.32")
def outrage_out_of_turn() -> Match:
    """T-20: who removes sympathy while defending owes a card, too."""
    match = given(
        "AE", clearings={2: "alliance:warrior, alliance:sympathy, 2 eyrie:warrior"}, hands={2: ["investments"]},
        zones={"officers": "alliance:warrior"}, stage="operations",
    )  # fmt: skip
    when(match, 1, Battle(at=2, defender="eyrie"))
    when(match, 2, NoAmbush(), 3, 2)
    when(match, 2, Yield(card="card:investments"))
    assert match.table.get("score:2") == 1
    assert match.table.pieces("supporters") == {"card:investments": 1}
    return match


@CASES.breaks("RO-8.2.6")
def a_card_of_another_suit_for_the_outrage() -> None:
    match = given("CA", clearings={9: "alliance:sympathy", 1: "marquise:warrior"}, hands={1: ["anvil"]})
    when(match, 1, Move(origin=1, to=9, n=1))
    when(match, 1, Yield(card="card:anvil"))


@CASES.breaks("RO-8.2.6")
def a_card_of_the_suit_is_not_kept_back() -> None:
    match = given("CA", clearings={9: "alliance:sympathy", 1: "marquise:warrior"}, hands={1: ["investments"]})
    when(match, 1, Move(origin=1, to=9, n=1))
    when(match, 1, ShowHand())


@CASES.obeys("RO-2.1.1-I", "RO-16.6.27")
def a_hand_without_the_suit_is_shown() -> Match:
    match = given("CA", clearings={9: "alliance:sympathy", 1: "marquise:warrior"}, hands={1: ["anvil"]})
    when(match, 1, Move(origin=1, to=9, n=1))
    when(match, 1, ShowHand())
    assert match.table.pieces("supporters") == {"?card": 1}
    return match


@CASES.breaks("RO-2.1.1-I")
def a_bird_is_not_kept_back() -> None:
    match = given("CA", clearings={9: "alliance:sympathy", 1: "marquise:warrior"}, hands={1: ["anvil", "sappers"]})
    when(match, 1, Move(origin=1, to=9, n=1))
    when(match, 1, ShowHand())


@CASES.obeys("RO-8.2.4")
def a_base_is_lost() -> Match:
    """T-18: its suit and birds go, half the officers, rounded up."""
    match = given(
        "CA", clearings={8: "marquise:warrior, alliance:base.fox"},
        zones={
            "supporters": "card:anvil, card:foxfolk-steel, card:sappers, card:investments, card:sword-mouse, "
            "card:crossbow-mouse, card:bake-sale, card:cobbler",
            "officers": "3 alliance:warrior",
        },
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="alliance"), 0, 0)
    assert match.table.count("officers") == 1
    assert match.table.pieces("discard:card") == {"card:anvil": 1, "card:foxfolk-steel": 1, "card:sappers": 1}
    assert match.table.count("supporters") == 5
    assert match.table.get("awaits") is None
    return match


@CASES.breaks("RO-8.2.4")
def a_supporter_that_stays() -> None:
    match = given(
        "CA", clearings={8: "marquise:warrior, alliance:base.fox"}, zones={"supporters": "card:investments, ?card"}
    )
    when(match, 1, Battle(at=8, defender="alliance"), 0, 0)
    when(match, 2, DropSupporter(card="card:investments"))


@CASES.breaks("RO-8.2.4")
def six_supporters_stay_without_a_base() -> None:
    match = given("CA", clearings={8: "marquise:warrior, alliance:base.fox"}, zones={"supporters": "6 ?card"})
    when(match, 1, Battle(at=8, defender="alliance"), 0, 0)
    when(match, 2, NoSupporter())  # none of them is a fox or a bird
    when(match, 2, NoSupporter())


@CASES.obeys("RO-AMB-24")
def the_keep_and_its_guards_fall_together() -> Match:
    """T-7: the keep is gone before anybody could be brought to it."""
    match = given(
        "EC", clearings={1: "marquise:keep, 3 marquise:warrior", 8: "3 eyrie:roost"},
        hands={1: ["favor-of-the-foxes"], 2: ["anvil"]}, stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:favor-of-the-foxes"))
    assert at(match, 1) == {}
    assert match.table.get("score:1") == 1 + 2  # the keep, and in Evening three roosts
    assert match.table.get("awaits") is None
    return match
