"""Every rule of Expeditions three ways: cited in code, obeyed by a move, broken by a move or found by the audit."""

from __future__ import annotations

import msgspec
import pytest

from domain.events import Played
from domain.games import game
from domain.match import Match
from domain.play import Illegal
from replays.audit import audit
from tests.domain.expeditions import (
    test_rules_automa,
    test_rules_cards,
    test_rules_end,
    test_rules_objectives,
    test_rules_setup,
    test_rules_turn,
)
from tests.domain.expeditions.cases import BREAKS, FORGED, OBEYS
from tests.domain.expeditions.table import forge

_ = (test_rules_setup, test_rules_turn, test_rules_cards, test_rules_objectives, test_rules_automa, test_rules_end)
"""Importing them fills the three tables."""

ENFORCED = [rule.number for rule in game("expeditions").rulebook.rules if rule.kind == "enforced"]


@pytest.mark.parametrize("number", ENFORCED)
def test_a_move_that_obeys(number: str) -> None:
    match = OBEYS[number]()
    cited = {rule for move in match.moves for rule in getattr(move, "citations", ())}
    assert number in cited
    assert audit(match).clean


@pytest.mark.parametrize("number", BREAKS)
def test_a_move_that_breaks_is_refused_with_that_number(number: str) -> None:
    with pytest.raises(Illegal) as refused:
        BREAKS[number]()
    assert refused.value.rule == number


@pytest.mark.parametrize("number", FORGED)
def test_a_record_that_breaks_it_is_found_by_the_audit_with_that_number(number: str) -> None:
    match = OBEYS[number]()
    citing = [move for move in match.moves if number in getattr(move, "citations", ())]
    move = citing[-1]
    if isinstance(move, Played):
        wrong = forge(match, move.number, FORGED[number])
    else:
        opened = msgspec.structs.replace(match.opened, facts=match.opened.facts[:-3])
        wrong = Match(opened, match.opening)
    (finding,) = [found for found in audit(wrong).findings if found.severity == "doubt"]
    assert finding.code == "facts.differ"
    assert number in finding.why


def test_every_rule_is_obeyed_and_broken_by_a_test() -> None:
    assert set(OBEYS) == set(ENFORCED)
    assert set(BREAKS) | set(FORGED) == set(ENFORCED)
