"""Positions of the spec that no rule's case covers: given this table, when somebody does this, then …"""

from __future__ import annotations

from domain.games.root.actions.alliance import DropSupporter, NoSupporter
from domain.games.root.actions.core import Ambush, Battle, Craft, GoOn, NoAmbush, NoFoil, PutPiece
from domain.games.root.actions.hundreds import SellItem
from domain.games.root.actions.marquise import NoHeal
from tests.domain.root.cases_hundreds import led
from tests.domain.root.table import at, given, when


def test_too_little_wood_goes_where_she_says() -> None:
    match = given(
        "CE", clearings={8: "marquise:sawmill", 1: "marquise:sawmill", 5: "7 marquise:wood"}, turn=2, stage="turn_end"
    )
    when(match, 2, GoOn())
    when(match, 1, PutPiece(at=1))
    assert at(match, 1) == {"marquise:sawmill": 1, "marquise:wood": 1}


def test_hospitals_need_the_keep() -> None:
    match = given(
        "EC", clearings={8: "3 eyrie:warrior, 2 marquise:warrior"}, hands={2: ["anvil"]},
        zones={"decree:battle": "loyal-vizier"}, stage="decree",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"))
    when(match, 2, NoAmbush(), 2, 0)
    assert match.to_act != (2,) or match.table.get("awaits") is None


def test_the_fallen_go() -> None:
    match = given(
        "EC", clearings={8: "3 eyrie:warrior, 2 marquise:warrior", 1: "marquise:keep"}, hands={2: ["anvil"]},
        zones={"decree:battle": "loyal-vizier"}, stage="decree",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"))
    when(match, 2, NoAmbush(), 2, 0)
    when(match, 2, NoHeal())
    assert match.table.count("supply:marquise", "marquise:warrior") == 25


def test_an_ambush_deals_two_hits_however_few_defend() -> None:
    """T-46: one defender's ambush removes two; then both are limited to one."""
    match = given("CE", clearings={9: "3 marquise:warrior, eyrie:warrior"}, hands={1: ["anvil"], 2: ["ambush-mouse"]})
    when(match, 1, Battle(at=9, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-mouse"))
    when(match, 1, NoFoil(), 3, 2)
    assert at(match, 9) == {}


def test_nobody_is_asked_without_cards() -> None:
    match = given("CE", clearings={9: "3 marquise:warrior, eyrie:warrior"}, hands={2: ["anvil"]})
    when(match, 1, Battle(at=9, defender="eyrie"))
    assert match.to_act == (2,)
    when(match, 2, NoAmbush(), 0, 0)
    assert match.to_act == (1,)


def test_unknown_supporters_are_looked_through() -> None:
    match = given(
        "CA", clearings={8: "marquise:warrior, alliance:base.fox"}, zones={"supporters": "card:investments, 2 ?card"}
    )
    when(match, 1, Battle(at=8, defender="alliance"), 0, 0)
    when(match, 2, DropSupporter(card="card:sappers"))
    when(match, 2, NoSupporter())
    assert match.table.pieces("supporters") == {"?card": 1, "card:investments": 1}


def test_a_crafted_item_of_the_hundreds_is_sold() -> None:
    match = led(hands={1: ["anvil"]}, stage="craft")
    when(match, 1, Craft(card="card:anvil"))
    when(match, 1, SellItem())
    assert match.table.count("hoard") == 0
    assert match.table.get("score:1") == 2
