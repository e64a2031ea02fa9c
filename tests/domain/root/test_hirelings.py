"""Hirelings of Root beyond the cases."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn
from tablescribe.domain.games.root.actions.hirelings import Employ, HireMove, HirePlace
from tablescribe.domain.games.root.rules.tasks import asked
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.domain.root.cases_hireling_cards import crafted
from tests.domain.root.cases_hirelings import hiring, patrols, turn_over
from tests.domain.root.table import at, when


def test_nothing_is_removed_where_the_stoic_protector_stands() -> None:
    workshops = {1: "marquise:workshop", 6: "marquise:workshop", 8: "marquise:workshop, 2 eyrie:warrior"}
    clearings = {**workshops, 12: "2 eyrie:warrior, protector:pawn"}
    hand = {1: ["favor-of-the-foxes"]}
    match = hiring("protector", down=True, seat=2, clearings=clearings, hands=hand, stage="craft")
    when(match, 1, Craft(card="card:favor-of-the-foxes"))
    assert at(match, 8) == {"marquise:workshop": 1}
    assert at(match, 12) == {"eyrie:warrior": 2, "protector:pawn": 1}


def test_whom_the_stoic_protector_shelters_nobody_battles() -> None:
    match = hiring("protector", down=True, seat=2, clearings={12: "2 marquise:warrior, eyrie:warrior, protector:pawn"})
    with pytest.raises(Illegal, match="RO-H-STOIC-A"):
        when(match, 1, Battle(at=12, defender="eyrie"))


def test_one_card_pays_not_both_the_smugglers_and_the_uprising() -> None:
    clearings = {12: "2 marquise:warrior, uprising:warrior"}
    match = hiring("flame", down=True, clearings=clearings, hands={1: ["anvil", "travel-gear-fox"]}, stage="craft")
    with pytest.raises(Impossible, match="you have too few cards"):
        when(match, 1, Battle(at=12, defender="uprising", by="smugglers:card:anvil", how="card:anvil"))
    when(match, 1, Battle(at=12, defender="uprising", by="smugglers:card:anvil", how="card:travel-gear-fox"), 1, 0)
    assert match.table.count("hand:1") == 0


def test_a_hireling_on_the_map_brings_nothing_when_hired() -> None:
    match = hiring("flame", clearings={3: "flame:warrior"}, values={"markers:flame": 1}, hands={2: ["anvil"]})
    turn_over(match, 2)
    assert match.table.get("controls:flame") == 2
    assert asked(match.table)["rule"] == "RO-H-FLAME-B"  # what it does in Birdsong is the first that is asked


def test_what_is_not_used_is_passed_by_playing_on() -> None:
    """Going on declines the move that a patrol may make, and no more: the turn ends by going on once more."""
    match = patrols(values={"this:marches": 2})
    when(match, 1, Employ(hireling="patrol", how="march"))
    assert match.table.get("awaits") == "hireling"
    when(match, 1, GoOn())
    assert match.table.get("awaits") == "hireling", "a second warrior may march"
    when(match, 1, GoOn())
    assert (match.table.get("awaits"), match.to_act) == (None, (1,))
    when(match, 1, GoOn())
    assert (match.table.get("awaits"), match.to_act) == (None, (2,))
    assert not due(match.table)


def test_a_newly_hired_card_keeps_its_markers() -> None:
    """Cards are handed on first and gained after (RO-AMB-7)."""
    match = crafted("flame")
    for _ in range(2):
        when(match, 1, HirePlace(place="clearing:6"))
    assert match.table.get("markers:flame") == 1


def test_hirelings_need_rule_as_everybody() -> None:
    match = hiring("patrol", clearings={12: "patrol:warrior, 2 eyrie:warrior", 4: "eyrie:warrior, 2 patrol:warrior"})
    when(match, 1, Employ(hireling="patrol", how="march"))
    with pytest.raises(Illegal, match=r"RO-4\.2\.1"):
        when(match, 1, HireMove(origin=12, to=9, n=1))
