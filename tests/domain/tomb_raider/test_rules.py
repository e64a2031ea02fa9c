"""The rulebook of Tomb Raider CCG tied to what the program does, three ways; the cases stand in `test_rules_*.py`."""

from __future__ import annotations

import pytest

from tests.domain.cases import enforced
from tests.domain.tomb_raider import (
    cases_levels,
    cases_series,
    test_rules_cards,
    test_rules_keeping,
    test_rules_learning,
    test_rules_moving,
    test_rules_surviving,
    test_rules_winning,
    test_texts,
)
from tests.domain.tomb_raider.cases import CASES

FILLED_BY = (
    cases_levels, cases_series, test_rules_cards, test_rules_keeping, test_rules_learning, test_rules_moving,
    test_rules_surviving, test_rules_winning, test_texts,
)  # fmt: skip
"""Importing them fills the tables of cases."""


@pytest.mark.parametrize("number", CASES.obeying)
def test_a_move_that_obeys(number: str) -> None:
    CASES.is_obeyed(number)


@pytest.mark.parametrize("number", CASES.breaking)
def test_a_move_that_breaks_is_refused_with_that_number(number: str) -> None:
    CASES.is_refused(number)


@pytest.mark.parametrize("number", CASES.forging)
def test_a_record_that_breaks_it_is_found_by_the_audit_with_that_number(number: str) -> None:
    CASES.is_found(number)


def test_every_rule_is_obeyed_and_broken_by_a_test() -> None:
    CASES.are_complete("tomb_raider")


def test_the_cases_are_of_rules_that_are_enforced() -> None:
    assert set(CASES.obeying) <= set(enforced("tomb_raider"))
