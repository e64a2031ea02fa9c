"""The Riverfolk Company (RO-11)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.advanced import Choose
from tablescribe.domain.games.root.actions.cards import StandAndDeliver
from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move, Settle
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.actions.riverfolk import (
    Buy,
    Enlist,
    Export,
    Fetch,
    KeepPrices,
    LoseFund,
    Moor,
    NoService,
    OpenPost,
    SetPrice,
)
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.reign import ruler
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import drafted
from tests.domain.root.cases_core import a_new_match
from tests.domain.root.table import at, given, when

CASES.forged(
    "RO-A-O", "RO-11.2.1", "RO-11.2.2", "RO-11.2.3", "RO-11.2.5-I", "RO-11.2.7-I", "RO-11.2.7-IIIa", "RO-11.4.1",
    "RO-11.4.2", "RO-11.4.3", "RO-11.5.2", "RO-11.5.2-I",
)  # fmt: skip

PRICES = {"price:hand": 2, "price:boats": 1, "price:mercenaries": 1}


# --- set-up ---------------------------------------------------------------------------------------


def riverfolk_set_up() -> Match:
    """Return a match in which the Riverfolk set up, three cards lying open before them."""
    match = a_new_match(factions="CO")
    when(match, 1, Settle(at=1))
    when(match, 1, Build(building="sawmill", at=1))
    when(match, 1, Build(building="workshop", at=9))
    when(match, 1, Build(building="recruiter", at=10))
    return match


@CASES.obeys("RO-11.3")
def four_on_rivers_and_three_payments() -> Match:
    match = riverfolk_set_up()
    for number in (4, 5, 5, 11):
        when(match, 2, Moor(at=number))
    assert match.table.pieces("payments") == {"riverfolk:warrior": 3}
    when(match, 2, SetPrice(service="hand", price=3))
    when(match, 2, SetPrice(service="boats", price=1))
    when(match, 2, SetPrice(service="mercenaries", price=4), "card:anvil", "card:armorers", "card:sappers")
    assert [match.table.get(f"price:{one}") for one in ("hand", "boats", "mercenaries")] == [3, 1, 4]
    assert match.table.count("clearing:5", "riverfolk:warrior") == 2
    assert match.table.pieces("hand:2") == {"card:anvil": 1, "card:armorers": 1, "card:sappers": 1}
    assert match.to_act == (1,)
    return match


@CASES.breaks("RO-11.3")
def beginning_away_from_rivers() -> None:
    when(riverfolk_set_up(), 2, Moor(at=8))


@CASES.obeys("RO-A-O")
def set_up_by_their_setup_card() -> Match:
    match = drafted("marquise", "riverfolk", "eyrie", "duchy")
    when(match, 3, Choose(faction="riverfolk"))
    for number in (4, 7, 10, 11):
        when(match, 3, Moor(at=number))
    when(match, 3, SetPrice(service="hand", price=3))
    when(match, 3, SetPrice(service="boats", price=1))
    when(match, 3, SetPrice(service="mercenaries", price=2))
    assert match.table.pieces("payments") == {"riverfolk:warrior": 3}
    assert match.to_act == (2,)
    return match


# --- abilities ------------------------------------------------------------------------------------


@CASES.obeys("RO-11.2.1", "RO-11.5.2")
def crafting_with_funds_on_an_empty_space() -> Match:
    match = given(
        "OC", clearings={8: "riverfolk:post.fox"}, hands={1: ["anvil"]},
        zones={"funds": "2 marquise:warrior"}, values=PRICES,
    )  # fmt: skip
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 2
    assert match.table.pieces("committed:fox") == {"marquise:warrior": 1}
    assert match.table.pieces("funds") == {"marquise:warrior": 1}
    return match


@CASES.obeys("RO-11.2.2")
def along_a_river_whoever_rules() -> Match:
    match = given(
        "OC", clearings={4: "2 marquise:warrior, riverfolk:warrior", 7: "2 marquise:warrior"},
        zones={"funds": "2 marquise:warrior"}, values=PRICES,
    )  # fmt: skip
    when(match, 1, Move(origin=4, to=7, n=1, by="fund:marquise"))
    assert at(match, 7) == {"marquise:warrior": 2, "riverfolk:warrior": 1}
    return match


@CASES.obeys("RO-11.2.3")
def a_random_card_of_the_open_hand() -> Match:
    match = given(
        "CO", hands={2: ["anvil", "sappers"]}, zones={"crafted:1": "card:stand-and-deliver"}, values=PRICES,
        stage="birdsong_end",
    )  # fmt: skip
    when(match, 1, StandAndDeliver(victim=2), "card:sappers")
    assert match.table.pieces("hand:1") == {"card:sappers": 1}
    return match


@CASES.obeys("RO-16.6.22", "RO-11.2.5-I")
def a_lost_post_takes_half_of_the_funds() -> Match:
    """T-30: three of five funds are lost, the Riverfolk choose which."""
    match = given(
        "CO", clearings={5: "2 marquise:warrior, riverfolk:post.rabbit"},
        zones={"funds": "3 marquise:warrior, 2 riverfolk:warrior"}, values=PRICES,
    )  # fmt: skip
    when(match, 1, Battle(at=5, defender="riverfolk"), 0, 0)
    when(match, 2, LoseFund(fund="riverfolk"))
    when(match, 2, LoseFund(fund="marquise"))
    when(match, 2, LoseFund(fund="marquise"))
    assert match.table.pieces("funds") == {"marquise:warrior": 1, "riverfolk:warrior": 1}
    assert match.table.count("box", "riverfolk:post.rabbit") == 1
    assert match.table.get("score:1") == 1
    return match


# --- services -------------------------------------------------------------------------------------


def buying(factions: str = "OC", *, hand: tuple[str, ...] = ("anvil",), **more: Any) -> Match:
    """Return the start of Birdsong of the second seat, which may buy."""
    more.setdefault("clearings", {})
    match = given(factions, hands={1: hand}, values=PRICES, stage="turn_end", **more)
    when(match, 1, GoOn())
    return match


def vagabond_buying() -> Match:
    """Return the Vagabond's start of Birdsong with two swords and a torch, and exhausted items."""
    match = given(
        "CVO", hands={3: ["anvil"]}, values=PRICES, stage="turn_end",
        zones={"satchel:2": "2 item:sword, item:torch, 2 item:boot.exhausted, item:bag.exhausted"},
    )  # fmt: skip
    when(match, 1, GoOn())
    return match


@CASES.obeys("RO-11.2.6", "RO-11.2.7-I", "RO-11.2.7-II")
def a_hand_card_and_riverboats() -> Match:
    """Pieces at two trade posts: up to three services."""
    match = buying(clearings={
        5: "marquise:warrior, riverfolk:post.rabbit", 7: "marquise:sawmill, riverfolk:post.mouse",
        2: "riverfolk:post.mouse",
    })  # fmt: skip
    when(match, 2, Buy(service="hand", card="card:anvil"))
    when(match, 2, Buy(service="boats"))
    assert match.table.pieces("payments") == {"marquise:warrior": 3}
    assert match.table.pieces("hand:2") == {"card:anvil": 1}
    when(match, 2, NoService())
    when(match, 2, Move(origin=5, to=10, n=1))
    assert match.table.count("clearing:10", "marquise:warrior") == 1
    return match


@CASES.breaks("RO-11.2.6")
def more_services_than_clearings_with_posts() -> None:
    match = buying(clearings={5: "marquise:warrior, riverfolk:post.rabbit"}, hand=("anvil", "sappers"))
    when(match, 2, Buy(service="mercenaries"))
    when(match, 2, Buy(service="boats"))
    when(match, 2, Buy(service="hand", card="card:anvil"))


@CASES.breaks("RO-11.2.6")
def a_service_that_costs_more_than_is_left() -> None:
    match = given(
        "OC", hands={1: ["anvil"]}, values={**PRICES, "price:mercenaries": 4}, stage="turn_end",
        clearings={1: "22 marquise:warrior"},
    )  # fmt: skip
    when(match, 1, GoOn())
    when(match, 2, Buy(service="mercenaries"))


@CASES.breaks("RO-11.2.7-II")
def riverboats_twice() -> None:
    match = buying(clearings={5: "marquise:warrior, riverfolk:post.rabbit"})
    when(match, 2, Buy(service="boats"))
    when(match, 2, Buy(service="boats"))


@CASES.breaks("RO-11.2.7-III")
def mercenaries_for_the_vagabond() -> None:
    match = vagabond_buying()
    when(match, 2, Buy(service="mercenaries"))


def with_mercenaries(own: str = "marquise:warrior") -> Match:
    """Return the Marquise's Daylight with mercenaries in clearing 5 against the Eyrie."""
    return given(
        "COE", clearings={5: f"{own}, 2 riverfolk:warrior, 4 eyrie:warrior", 4: "riverfolk:warrior"},
        values={**PRICES, "this:mercenaries": 1},
    )  # fmt: skip


CASES.forged("RO-16.6.33")


@CASES.obeys("RO-11.2.7-III", "RO-11.2.7-IIIa", "RO-16.6.33", "RO-1.5.2")
def mercenaries_share_the_hits() -> Match:
    """T-29: of three hits two fall on the mercenaries where one warrior stands beside them."""
    match = with_mercenaries()
    when(match, 1, Battle(at=5, defender="eyrie"), 3, 3)
    assert at(match, 5) == {"eyrie:warrior": 1}
    assert ruler(Board(match.opening, match.table), 4) == "marquise"
    return match


@CASES.obeys("RO-11.4.1", "RO-11.4.2", "RO-11.4.3")
def payments_and_dividends() -> Match:
    match = given(
        "CO", clearings={5: "riverfolk:post.rabbit"}, values=PRICES, stage="turn_end",
        zones={"funds": "3 marquise:warrior", "committed": "marquise:warrior", "committed:fox": "marquise:warrior"},
    )  # fmt: skip
    when(match, 1, GoOn())
    assert match.table.get("score:2") == 1
    assert match.table.pieces("funds") == {"marquise:warrior": 5, "riverfolk:warrior": 2}
    assert not match.table.pieces("payments")
    return match


# --- Daylight and Evening -------------------------------------------------------------------------


def in_daylight(clearings: dict[int, str], funds: str, *hand: str) -> Match:
    """Return the Riverfolk's Daylight with funds."""
    return given("OC", clearings=clearings, zones={"funds": funds}, hands={1: hand}, values=PRICES)


@CASES.obeys("RO-11.5", "RO-11.5.1")
def committed_to_move_battle_and_draw() -> Match:
    match = in_daylight({4: "2 riverfolk:warrior", 7: "marquise:warrior"}, "2 marquise:warrior, 2 riverfolk:warrior")
    when(match, 1, Move(origin=4, to=7, n=2, by="fund:marquise"))
    when(match, 1, Battle(at=7, defender="marquise", by="fund:riverfolk"), 1, 0)
    when(match, 1, Fetch(fund="marquise"), "card:anvil")
    assert match.table.pieces("committed") == {"marquise:warrior": 2, "riverfolk:warrior": 1}
    assert match.table.pieces("hand:1") == {"card:anvil": 1}
    assert at(match, 7) == {"riverfolk:warrior": 2}
    return match


@CASES.breaks("RO-11.5")
def a_fund_in_evening() -> None:
    match = given("OC", zones={"funds": "marquise:warrior"}, values=PRICES, stage="turn_end")
    when(match, 1, Fetch(fund="marquise"))


@CASES.breaks("RO-11.5.1")
def a_fund_of_those_who_did_not_pay() -> None:
    when(in_daylight({}, "marquise:warrior"), 1, Fetch(fund="riverfolk"))


@CASES.obeys("RO-11.5.2-I")
def an_exported_anvil() -> Match:
    match = in_daylight({8: "riverfolk:post.fox"}, "2 marquise:warrior", "anvil")
    when(match, 1, Export(card="card:anvil"))
    assert match.table.get("score:1") == 0
    assert match.table.pieces("payments") == {"riverfolk:warrior": 1}
    assert match.table.count("discard:card", "card:anvil") == 1
    assert match.table.count("items", "item:hammer") == 1
    return match


@CASES.obeys("RO-11.5.3")
def a_warrior_on_the_river() -> Match:
    match = in_daylight({}, "2 marquise:warrior")
    supply = match.table.count("supply:marquise", "marquise:warrior")
    when(match, 1, Enlist(at=11, fund="marquise"))
    assert at(match, 11) == {"riverfolk:warrior": 1}
    assert match.table.count("supply:marquise", "marquise:warrior") == supply + 1
    return match


@CASES.breaks("RO-11.5.3")
def a_warrior_away_from_rivers() -> None:
    when(in_daylight({}, "2 marquise:warrior"), 1, Enlist(at=8, fund="marquise"))


@CASES.obeys("RO-11.5.4")
def a_post_for_two_of_the_ruler() -> Match:
    match = in_daylight({8: "marquise:warrior"}, "3 marquise:warrior, riverfolk:warrior")
    when(match, 1, OpenPost(at=8))
    assert at(match, 8) == {"marquise:warrior": 1, "riverfolk:post.fox": 1, "riverfolk:warrior": 1}
    assert match.table.get("score:1") == 2
    assert match.table.pieces("funds") == {"marquise:warrior": 1, "riverfolk:warrior": 1}
    return match


@CASES.breaks("RO-11.5.4")
def a_post_where_nobody_rules() -> None:
    when(in_daylight({8: "marquise:warrior, riverfolk:warrior"}, "2 marquise:warrior"), 1, OpenPost(at=8))


@CASES.obeys("RO-11.6")
def no_draw_and_new_prices() -> Match:
    match = in_daylight({}, "marquise:warrior", "anvil")
    when(match, 1, GoOn())
    when(match, 1, SetPrice(service="boats", price=4))
    when(match, 1, KeepPrices())
    assert match.table.count("hand:1") == 1
    assert match.table.get("price:boats") == 4
    assert match.to_act == (2,)
    return match


@CASES.breaks("RO-11.6")
def the_same_price() -> None:
    match = in_daylight({}, "marquise:warrior")
    when(match, 1, GoOn())
    when(match, 1, SetPrice(service="boats", price=1))
