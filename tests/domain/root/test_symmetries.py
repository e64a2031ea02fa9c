"""What the symmetries of Root find: a rule that was broken once is broken again, and they say so."""

from __future__ import annotations

import random

import pytest

from tablescribe.domain.rules.opening import Opening
from tests.domain.root import test_rules
from tests.domain.root.symmetries import THE_FERRY
from tests.domain.symmetry import SideBySide


def test_a_ferry_that_makes_clearings_adjacent_is_found() -> None:
    """In the first edition it did, for everything: the Alliance spread over the lake (RO-16.2.2-V)."""
    now = test_rules.TestRoot.kit.opening(9, **THE_FERRY.fixed, factions="CEAV")
    opening = Opening(now.game, now.seats, now.options, now.catalogue, "1")
    both = SideBySide(THE_FERRY, opening, random.Random(9), "open")
    with pytest.raises(AssertionError, match=r"move \d+, seat 3, without the Ferry .*legal no more .*spread"):
        play_on(both)


def play_on(both: SideBySide) -> None:
    """Play both matches on, as long as they agree."""
    for move in both.turns(60):
        both.must_agree(move, both.first.to_act)
