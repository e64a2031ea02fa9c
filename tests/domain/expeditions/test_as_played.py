"""A move against a rule can be recorded as played, and the audit names the rule."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Chance, NeedsOutcome, Outcome
from tablescribe.domain.table.table import Impossible
from tablescribe.replays.auditing.audit import audit
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
from tests.domain.expeditions.table import given, number, when

_ = (
    test_rules_setup,
    test_rules_turn,
    test_rules_cards,
    test_rules_box,
    test_rules_objectives,
    test_rules_automa,
    test_rules_end,
)
"""Importing them fills the table of cases."""

BEFORE_THE_FIRST_MOVE = {"EX-3", "EX-10", "EX-11", "EX-14"}
DECIDED_ONLY = {"EX-24", "EX-70"}  # these cases ask what would be decided; see below
CANNOT_BE = {"EX-38", "EX-110"}  # taking a benefit that is not there changes nothing on the table


@pytest.mark.parametrize("rule", sorted(set(CASES.breaking) - BEFORE_THE_FIRST_MOVE - DECIDED_ONLY - CANNOT_BE))
def test_a_breach_is_recorded_and_found(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    matches: list[Match] = []
    strictly = Match.play

    def as_played(match: Match, seat: int, action: Action, _: Chance, stamp: Stamp, **__: Any) -> list[Played]:
        matches.append(match)
        outcomes: list[Outcome] = []
        while True:
            try:
                return strictly(match, seat, action, match.chance(outcomes), stamp, as_played=True)
            except NeedsOutcome as needs:
                outcomes.append(next(iter(needs.question.among)))

    monkeypatch.setattr(Match, "play", as_played)
    CASES.breaking[rule]()
    total = sum(n for _, n in matches[-1].opened.box)
    result = audit(matches[-1])
    assert rule in {one.rule for one in result.findings if one.severity == "breach"}
    assert not [one for one in result.findings if one.severity == "doubt"]
    assert matches[-1].table.total() == total


def test_the_human_acts_although_something_is_due() -> None:
    match = given("S1", values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "gather")
    moves = when(match, "move", to="S2", as_played=True)
    assert [one.action["do"] for one in moves] == ["done", "move"], "the window closes first, so nothing is broken"


def test_a_turn_taken_out_of_turn_ends_the_one_before() -> None:
    match = given("S1", values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "automa", "decision:7", as_played=True)
    assert match.to_act == (1,)
    assert match.table.get("left") is None
    when(match, "shift", to="gather")


def test_something_is_played_after_the_end() -> None:
    match = test_rules_end.each_has_one_more_turn_and_then_coins_are_counted()
    when(match, "automa", "decision:9", as_played=True)
    assert "EX-70" in {one.rule for one in audit(match).findings if one.severity == "breach"}


def test_paying_less_than_it_costs_takes_what_there_is() -> None:
    match = given("C2", tiles={"C2": 9}, stacks={"C2": ["orange3"]}, values={"power": 1})
    when(match, "vanquish", as_played=True)
    assert (number(match, "power"), match.table.count("taken:1")) == (0, 1)
    assert {one.rule for one in audit(match).findings if one.severity == "breach"} == {"EX-45", "EX-46"}


def test_what_cannot_be_is_refused_as_played_too() -> None:
    actions: tuple[tuple[str, dict[str, Any]], ...] = (
        ("take", {"benefit": "3_coins"}), ("play", {"card": "card:i01"}), ("vanquish", {}), ("move", {"to": "X1"}),
        ("gain_worker", {"colour": "pink"}), ("return_card", {"card": "card:i01"}), ("solve", {"card": "card:q01"}),
        ("return_worker", {"card": "starter:p1-character"}), ("gather_at", {"place": "X1"}),
        ("gain_card", {"card": "card:i20"}), ("upgrade", {"card": "starter:p1-character"}),
    )  # fmt: skip
    for do, fields in actions:
        match = given("S1")
        before = match.table.digest()
        with pytest.raises(Impossible):
            when(match, do, as_played=True, **fields)
        assert match.table.digest() == before
