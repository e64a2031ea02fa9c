"""The Lizard Cult: what no single rule's case covers."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.lizards import Convert, PlantGarden, Sanctify, ScoreGardens
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_lizards import conspiring
from tests.domain.root.table import at, given, when


def acolytes(match: Match) -> int:
    """Return how many acolytes there are."""
    return match.table.count("acolytes", "lizards:warrior")


def test_nobody_else_rules_where_a_garden_stands() -> None:
    match = given("CL", clearings={8: "3 marquise:warrior, lizards:garden.fox", 7: "marquise:sawmill, marquise:wood"})
    with pytest.raises(Illegal) as refused:
        when(match, 1, Build(building="workshop", at=8))
    assert refused.value.rule == "RO-6.5.4"


def test_attackers_of_the_cult_go_to_the_supply() -> None:
    match = conspiring({8: "2 lizards:warrior, marquise:warrior"}, 2)
    when(match, 1, Battle(at=8, defender="marquise", by="crusade"), 1, 1)
    assert at(match, 8) == {"lizards:warrior": 1}
    assert acolytes(match) == 0


@pytest.mark.parametrize("hated", [False, True])
def test_what_conspiracies_cost(hated: bool) -> None:
    match = conspiring({8: "marquise:warrior, marquise:sawmill"}, 5, hated=hated)
    when(match, 1, Convert(at=8, piece="marquise:warrior"))
    assert acolytes(match) == (4 if hated else 3)
    when(match, 1, Sanctify(at=8, piece="marquise:sawmill"))
    assert acolytes(match) == (2 if hated else 0)


def test_a_battle_alone_is_a_crusade_in_outcast_clearings_only() -> None:
    match = conspiring({8: "2 lizards:warrior, marquise:warrior", 7: "2 lizards:warrior, marquise:warrior"}, 4)
    offered = [act for act in legal_actions(match.opening, match.table, 1) if isinstance(act, Battle)]
    assert offered == [Battle(at=8, defender="marquise", by="crusade")]


def test_another_conspiracy_ends_a_crusade() -> None:
    match = conspiring({8: "marquise:warrior, 2 lizards:warrior", 7: "marquise:warrior"}, 6)
    when(match, 1, Move(origin=8, to=7, n=2, by="crusade"))
    when(match, 1, Convert(at=8, piece="marquise:warrior"))
    assert acolytes(match) == 2
    with pytest.raises(Illegal) as refused:
        when(match, 1, Battle(at=7, defender="marquise", by="crusade"), 0, 0)
    assert refused.value.rule == "RO-10.4.3-I"


@pytest.mark.parametrize(("gardens", "points"), [(1, 0), (2, 2), (3, 2), (4, 3), (5, 4)])
def test_points_of_gardens(gardens: int, points: int) -> None:
    clearings = dict.fromkeys((1, 6, 8, 12)[:gardens], "lizards:garden.fox")
    if gardens > 4:
        clearings[8] = "2 lizards:garden.fox"
    match = given("LC", clearings=clearings, hands={1: ["anvil"]})
    when(match, 1, ScoreGardens(card="card:anvil"))
    assert match.table.number("score:1") == points


def test_a_garden_needs_a_slot() -> None:
    match = given("LC", clearings={1: "2 lizards:warrior, lizards:garden.fox"}, hands={1: ["anvil"]})
    with pytest.raises(Illegal) as refused:
        when(match, 1, PlantGarden(card="card:anvil", at=1))
    assert refused.value.rule == "RO-2.2.3"
