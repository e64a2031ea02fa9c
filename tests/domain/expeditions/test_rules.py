"""The rulebook of Expeditions tied to what the program does, three ways; the cases stand in `test_rules_*.py`."""

from __future__ import annotations

import pytest

from tests.domain.cases import enforced
from tests.domain.expeditions import (
    test_rules_automa,
    test_rules_box,
    test_rules_cards,
    test_rules_end,
    test_rules_objectives,
    test_rules_setup,
    test_rules_turn,
)
from tests.domain.expeditions.cases import CASES

FILLED_BY = (
    test_rules_automa,
    test_rules_box,
    test_rules_cards,
    test_rules_end,
    test_rules_objectives,
    test_rules_setup,
    test_rules_turn,
)
"""Importing them fills the tables of cases."""


@pytest.mark.parametrize("number", enforced("expeditions"))
def test_a_move_that_obeys(number: str) -> None:
    CASES.is_obeyed(number)


@pytest.mark.parametrize("number", CASES.breaking)
def test_a_move_that_breaks_is_refused_with_that_number(number: str) -> None:
    CASES.is_refused(number)


@pytest.mark.parametrize("number", CASES.forging)
def test_a_record_that_breaks_it_is_found_by_the_audit_with_that_number(number: str) -> None:
    CASES.is_found(number)


def test_every_rule_is_obeyed_and_broken_by_a_test() -> None:
    CASES.are_complete("expeditions")
