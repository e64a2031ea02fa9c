"""Checks that only moves recorded as played reach: in a strict match their windows ask nobody who would fail them."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.tomb_raider.actions.keeping import Reset
from tablescribe.domain.games.tomb_raider.actions.moving import Offer
from tablescribe.domain.games.tomb_raider.actions.prizes import Save
from tablescribe.domain.games.tomb_raider.actions.start import KeepCard, TakeHand
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import tell
from tests.domain.tomb_raider.opened import opened
from tests.domain.tomb_raider.sentences.rows import acts, asks
from tests.domain.tomb_raider.table import given, when


def dead_while_another_resets() -> Match:
    """Seat 2 has died, and seat 1 is asked whether it resets."""
    match = given({"2-2": "ledge"}, {2: "2-2"}, lies={"raider:2": ["marker:damage"]})
    acts(match, "1 stay", "2 stay", "2 face level:ledge.forward move: 1 1 1", "1 no_search", "1 draw")
    assert asks(match) == ("reset", (1,))
    return match


def another_saves() -> Match:
    """Seat 1 is on a save point and is asked; seat 2 is on none."""
    match = given({"2-2": "camp"}, {1: "2-2"}, saving="choice")
    acts(match, "1 stay", "2 stay", "1 no_search", "2 no_search", "1 draw", "1 play_on")
    assert asks(match) == ("save", (1,))
    return match


def the_others_are_asked_for_an_obstacle() -> Match:
    return acts(given({"2-2": "cross"}, {1: "2-2"}, {1: ["bats"], 2: ["bats"]}), "1 step left: level:cross")


def another_takes_a_first_hand() -> Match:
    """Seat 1 has taken its first hand, and others have not."""
    return acts(opened("into_the_caves", 3, raiders="044, 044, 044"), "1 take_hand")


BREACHES: tuple[tuple[Match, int, Action, str, str], ...] = (
    (dead_while_another_resets(), 2, Reset(), "TR-78", "already dead"),
    (another_saves(), 2, Save(), "TR-79", "not on a save point"),
    (the_others_are_asked_for_an_obstacle(), 1, Offer(card="draw1:bats"), "TR-46", "the moving player"),
    (another_takes_a_first_hand(), 1, KeepCard(card="draw1:068"), "TR-25", "as many cards as your Think"),
    (another_takes_a_first_hand(), 1, TakeHand(), "TR-25", "as many cards as your Think"),
)


@pytest.mark.parametrize(("match", "seat", "action", "rule", "why"), BREACHES)
def test_a_breach_that_was_played_is_noted(match: Match, seat: int, action: Action, rule: str, why: str) -> None:
    noted = [one for move in when(match, seat, action, as_played=True) for one in move.irregularities]
    assert [one for one in noted if one.rule == rule and why in str(tell(one.why))], noted
