"""The rulebook of Le ultime persone tied to what the program does, three ways; the cases stand in `test_rules_*.py`."""

from __future__ import annotations

import pytest

from tests.domain.cases import enforced
from tests.domain.ultime import test_rules_events, test_rules_powers, test_rules_turn
from tests.domain.ultime.cases import CASES

FILLED_BY = (test_rules_events, test_rules_powers, test_rules_turn)
"""Importing them fills the tables of cases."""


@pytest.mark.parametrize("number", enforced("ultime"))
def test_a_move_that_obeys(number: str) -> None:
    CASES.is_obeyed(number)


@pytest.mark.parametrize("number", CASES.breaking)
def test_a_move_that_breaks_is_refused_with_that_number(number: str) -> None:
    CASES.is_refused(number)


@pytest.mark.parametrize("number", CASES.forging)
def test_a_record_that_breaks_it_is_found_by_the_audit_with_that_number(number: str) -> None:
    CASES.is_found(number)


def test_every_rule_is_obeyed_and_broken_by_a_test() -> None:
    CASES.are_complete("ultime")
