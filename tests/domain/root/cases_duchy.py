"""Cases of Root's rules: the Underground Duchy (RO-12)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move, Remove, Settle
from tablescribe.domain.games.root.actions.duchy import Back, Bank, Dig, Dismiss, Levy, Proclaim, Raise, Sway
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import go_on_until, opened
from tests.domain.root.table import at, given, when

FOX, OTHER_FOX, MOUSE, BIRD = "anvil", "travel-gear-fox", "root-tea-mouse", "crossbow-bird"


def digging(*cards: str, stage: str = "assembly", ministers: str = "", **more: Any) -> Match:
    """Return a match of Duchy and Marquise: the Duchy rules 1 (fox) and 5 (rabbit), three warriors in the Burrow."""
    clearings = {
        1: "3 duchy:warrior, duchy:tunnel", 5: "2 duchy:warrior", 0: "3 duchy:warrior", **more.pop("clearings", {})
    }  # fmt: skip
    values = {"crowns:squire": 3, "crowns:noble": 3, "crowns:lord": 3, **more.pop("values", {})}
    court = ("foremole", "captain", "marshal", "brigadier", "banker", "mayor", "duchess-of-mud", "baron-of-dirt")
    rest = ", ".join(f"minister:{one}" for one in court if one not in ministers)
    zones = {"ministers": ministers, "unswayed": rest, **more.pop("zones", {})}
    hands = {1: list(cards), **more.pop("hands", {})}
    return given("DC", clearings=clearings, zones=zones, values=values, hands=hands, stage=stage, **more)


# --- what lasts (12.2), set-up (12.3) --------------------------------------------------------------


@CASES.obeys("RO-12.2.1")
def a_market_crafts_in_evening() -> Match:
    match = digging("crossbow-bird", stage="crafting", clearings={1: "3 duchy:warrior, duchy:market"})
    when(match, 1, Craft(card="card:crossbow-bird"))
    assert match.table.count("items:1", "item:crossbow") == 1
    return match


CASES.forged("RO-12.2.1")


@CASES.obeys("RO-12.2.2", "RO-12.5.1-III", "RO-12.5.1")
def out_of_the_burrow_by_a_tunnel() -> Match:
    match = digging()
    when(match, 1, Move(origin=0, to=1, n=2))
    assert at(match, 1)["duchy:warrior"] == 5
    return match


CASES.forged("RO-12.2.2", "RO-12.5.1-III")


@CASES.breaks("RO-12.5.1")
def a_third_action() -> None:
    when(digging(values={"this:assembly": 2}), 1, Levy())


def failing(ministers: str) -> Match:
    """A cat strikes a market down, in clearing 5; the Duchy holds a card."""
    match = digging(
        MOUSE, stage="daylight", turn=2, ministers=ministers,
        clearings={1: "duchy:tunnel", 5: "duchy:market, duchy:citadel, 3 marquise:warrior"},
    )  # fmt: skip
    when(match, 2, Battle(at=5, defender="duchy"), 1, 0)
    when(match, 1, Remove(piece="duchy:market"))
    return match  # the second hit has no choice


@CASES.obeys("RO-12.2.3")
def the_price_of_failure() -> Match:
    match = failing("minister:captain, minister:brigadier, minister:mayor")
    when(match, 1, Dismiss(minister="mayor"))  # two buildings fell in one event: one minister
    assert match.table.pieces("ministers") == {"minister:captain": 1, "minister:brigadier": 1}
    assert match.table.count("hand:1") == 0
    return match


@CASES.breaks("RO-12.2.3")
def a_squire_instead_of_a_noble() -> None:
    when(failing("minister:captain, minister:brigadier, minister:mayor"), 1, Dismiss(minister="captain"))


@CASES.obeys("RO-12.2.4", "RO-12.5.1-V")
def a_tunnel_is_moved() -> Match:
    match = digging(MOUSE, clearings={5: "duchy:tunnel", 10: "duchy:tunnel"})
    when(match, 1, Dig(card=f"card:{MOUSE}", at=2, n=3, instead=10))
    assert at(match, 2) == {"duchy:tunnel": 1, "duchy:warrior": 3}
    assert at(match, 10) == {}
    return match


@CASES.breaks("RO-12.2.4")
def a_tunnel_is_moved_while_one_is_left() -> None:
    when(digging(MOUSE), 1, Dig(card=f"card:{MOUSE}", at=2, instead=1))


@CASES.breaks("RO-12.5.1-V")
def a_tunnel_beside_a_tunnel() -> None:
    when(digging(FOX), 1, Dig(card=f"card:{FOX}", at=1))


def set_up() -> Match:
    """The Marquise has begun in clearing 1; the Duchy is to begin."""
    return go_on_until(opened(2, factions="DC"), lambda match: match.table.get("setting-up") == 1)


@CASES.obeys("RO-12.3")
def it_begins_in_a_corner() -> Match:
    match = set_up()
    when(match, 1, Settle(at=3))
    assert at(match, 3)["duchy:warrior"] == 2
    assert [at(match, n).get("duchy:warrior") for n in (6, 7, 11)] == [2, 2, 2]
    return match


@CASES.breaks("RO-12.3")
def it_begins_in_the_middle() -> None:
    when(set_up(), 1, Settle(at=11))


# --- the turn (12.4 to 12.6) -----------------------------------------------------------------------


@CASES.obeys("RO-12.4")
def four_moles_for_two_citadels() -> Match:
    match = digging(stage="daylight", turn=2, clearings={1: "2 duchy:citadel", 5: "marquise:warrior"})
    when(match, 2, GoOn())
    assert at(match, 0) == {"duchy:warrior": 3 + 4}
    return match


CASES.forged("RO-12.4")


@CASES.obeys("RO-12.5.1-I")
def a_market_for_a_revealed_card() -> Match:
    match = digging(FOX)
    when(match, 1, Raise(building="market", at=1, card=f"card:{FOX}"))
    assert at(match, 1)["duchy:market"] == 1
    assert match.table.pieces("revealed:duchy") == {f"card:{FOX}": 1}
    return match


@CASES.breaks("RO-12.5.1-I")
def a_market_for_a_card_of_another_suit() -> None:
    when(digging(MOUSE), 1, Raise(building="market", at=1, card=f"card:{MOUSE}"))


@CASES.obeys("RO-12.5.1-II")
def a_recruit_in_the_burrow() -> Match:
    match = digging()
    when(match, 1, Levy())
    assert at(match, 0) == {"duchy:warrior": 4}
    return match


@CASES.breaks("RO-12.5.1-II")
def a_recruit_in_evening() -> None:
    when(digging(stage="crafting"), 1, Levy())


@CASES.obeys("RO-12.5.1-IV")
def a_battle_of_the_assembly() -> Match:
    match = digging(clearings={1: "3 duchy:warrior, 2 marquise:warrior"})
    when(match, 1, Battle(at=1, defender="marquise"), 2, 0)
    assert at(match, 1) == {"duchy:warrior": 3}
    return match


CASES.forged("RO-12.5.1-IV")


@CASES.obeys("RO-12.5.2")
def ministers_act_each_in_own_way() -> Match:
    match = digging(
        FOX, OTHER_FOX, stage="parliament", clearings={1: "3 duchy:warrior, duchy:market, 2 marquise:warrior"},
        ministers="minister:brigadier, minister:banker, minister:mayor, minister:baron-of-dirt",
    )  # fmt: skip
    when(match, 1, Battle(at=1, defender="marquise", by="brigadier"), 1, 0)
    when(match, 1, Battle(at=1, defender="marquise", by="brigadier"), 1, 0)
    when(match, 1, Bank(card=f"card:{FOX}"))
    when(match, 1, Bank(card=f"card:{OTHER_FOX}"))
    when(match, 1, Proclaim(minister="baron-of-dirt"))
    when(match, 1, Move(origin=1, to=5, n=1, by="mayor:brigadier"))
    assert match.table.get("score:1") == 3
    assert at(match, 5)["duchy:warrior"] == 3
    return match


@CASES.breaks("RO-12.5.2")
def the_brigadier_battles_and_moves() -> None:
    match = digging(
        stage="parliament", ministers="minister:brigadier", clearings={1: "3 duchy:warrior, 2 marquise:warrior"}
    )
    when(match, 1, Battle(at=1, defender="marquise", by="brigadier"), 1, 0)
    when(match, 1, Move(origin=1, to=5, n=1, by="brigadier"))


@CASES.obeys("RO-12.5.3")
def a_squire_for_two_cards() -> Match:
    match = digging(FOX, "root-tea-rabbit", stage="swaying")
    when(match, 1, Sway(minister="captain"))
    when(match, 1, Back(card=f"card:{FOX}"))
    when(match, 1, Back(card="card:root-tea-rabbit"))
    assert match.table.pieces("ministers") == {"minister:captain": 1}
    assert match.table.get("score:1") == 1
    assert match.table.get("crowns:squire") == 2
    return match


@CASES.breaks("RO-12.5.3")
def a_squire_without_a_crown() -> None:
    match = digging(FOX, "root-tea-rabbit", stage="swaying", values={"crowns:squire": 0})
    when(match, 1, Sway(minister="captain"))


@CASES.obeys("RO-12.5.3-II")
def a_bird_stands_for_any_clearing() -> Match:
    match = digging(FOX, BIRD, stage="swaying")
    when(match, 1, Sway(minister="captain"))
    when(match, 1, Back(card=f"card:{BIRD}"))
    when(match, 1, Back(card=f"card:{FOX}"))
    assert match.table.pieces("ministers") == {"minister:captain": 1}
    return match


@CASES.breaks("RO-12.5.3-II")
def one_fox_clearing_for_two_foxes() -> None:
    """T-34: pieces in one fox clearing and in the Burrow, and the hand has two foxes and a bird."""
    match = digging(FOX, OTHER_FOX, BIRD, stage="swaying", clearings={5: "marquise:warrior"})
    when(match, 1, Sway(minister="brigadier"))


@CASES.breaks("RO-12.5.3-II")
def a_second_fox_for_one_fox_clearing() -> None:
    match = digging(FOX, OTHER_FOX, BIRD, stage="swaying")
    when(match, 1, Sway(minister="captain"))
    when(match, 1, Back(card=f"card:{FOX}"))
    when(match, 1, Back(card=f"card:{OTHER_FOX}"))


@CASES.breaks("RO-12.5.3-II")
def an_unseen_card_that_turns_out_to_be_the_same_fox() -> None:
    """Unseen it might have been a rabbit: now two foxes are held, and there is one fox clearing."""
    match = digging("?card", FOX, stage="swaying")
    when(match, 1, Sway(minister="captain"))
    when(match, 1, Back(card=f"card:{OTHER_FOX}"))


@CASES.obeys("RO-12.6.1", "RO-12.6.3")
def revealed_birds_go_the_others_come_back() -> Match:
    match = digging(stage="swaying", zones={"revealed:duchy": f"card:{FOX}, card:{BIRD}"},
                    clearings={1: "3 duchy:warrior, 2 duchy:market"})  # fmt: skip
    when(match, 1, GoOn())
    assert match.table.count("hand:1", f"card:{FOX}") == 1
    assert match.table.count("discard:card", f"card:{BIRD}") == 1
    when(match, 1, GoOn())
    assert match.table.count("hand:1") == 1 + 3
    return match


CASES.forged("RO-12.6.1", "RO-12.6.3")
