"""Battles: ambush and foil, dice and their limit, effects, what hits remove (RO-4.3)."""

from __future__ import annotations

from domain.games.root.actions.core import Ambush, Battle
from domain.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.table import at, given, when


@CASES.obeys("RO-4.3", "RO-4.3.2", "RO-4.3.2-I", "RO-4.3.4")
def a_battle_of_two_against_three() -> Match:
    match = given("CE", clearings={12: "2 marquise:warrior, 3 eyrie:warrior"})
    when(match, 1, Battle(at=12, defender="eyrie"), 3, 1)
    assert at(match, 12) == {"marquise:warrior": 1, "eyrie:warrior": 1}  # two hits at most
    assert [match.table.get(f"score:{seat}") for seat in (1, 2)] == [0, 0]
    return match


@CASES.breaks("RO-4.3")
def a_battle_without_warriors() -> None:
    match = given("CE", clearings={12: "marquise:sawmill, 3 eyrie:warrior"})
    when(match, 1, Battle(at=12, defender="eyrie"), 3, 1)


@CASES.breaks("RO-4.3.1")
def an_ambush_of_another_suit() -> None:
    match = given("CE", clearings={10: "2 marquise:warrior, 3 eyrie:warrior"}, hands={2: ["ambush-fox"]})
    when(match, 1, Battle(at=10, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-fox"))
