"""The audit of moves: each is decided again on the table on which it was made."""

from __future__ import annotations

import msgspec
import pytest

from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import ScriptedChance
from tablescribe.domain.rules.deciding import decide
from tablescribe.domain.rules.play import Irregularity
from tablescribe.domain.table.table import Changed
from tablescribe.replays.auditing.audit import audit
from tests.domain.cases import forge, nothing_happened
from tests.domain.ultime.table import a_point_more, card, given, when
from tests.replays.auditing.forging import (
    Forgery,
    as_regular,
    events_of,
    findings,
    forged,
    played,
    retold,
    told_by,
    won,
)
from tests.support import STAMP, Block, Let, Push, Step, do, toy_match


def pushed() -> Match:
    """Seat 1 pushes 2, which does nothing about it; then 2 walks on."""
    match = toy_match(3)
    do(match, 1, Push(seat=2))
    do(match, 2, Step(fields=1))
    return match


def just_pushed() -> Match:
    match = toy_match(3)
    do(match, 1, Push(seat=2))
    return match


def supplied() -> Match:
    """Seat 1 completes Supply: two points (UP-27)."""
    match = given({1: (1, 2)})
    when(match, 1, card(2, 1, 2), "movement:5", "movement:17")
    return match


def plays_over_the_window(match: Match) -> Match:
    """Somebody recorded seat 1's next step while seat 2 could still block."""
    again = told_by(match, match._pending)
    step = Step(fields=1)
    decision = decide(again.opening, again.table, 1, step, ScriptedChance(), as_played=True)
    again.record(
        Played, STAMP, number=len(again.moves), seat=1, action=step.data(), outcomes=decision.outcomes,
        facts=decision.facts, citations=decision.citations, irregularities=(), implied=False,
    )  # fmt: skip
    return again


MOVES = [
    Forgery(
        "too long a step passed off as regular",
        played,
        forged(4, action={"do": "step", "fields": 3}, facts=(Changed("field:1", 2, 5), Changed("turn", 1, 2))),
        [("unnoticed", "breach", 3, "TT-1")],
        "recorded as regular, but the rules refuse it: two fields at most",
    ),
    Forgery("another seat than the one in turn", played, forged(4, seat=2), [("unnoticed", "breach", 3, "TT-0")]),
    Forgery("a seat that is not there", played, forged(2, seat=7), [("undecidable", "doubt", 1, "")], "no seat 7"),
    Forgery(
        "an action that the game does not have",
        played,
        forged(2, action={"do": "fly"}),
        [("undecidable", "doubt", 1, "")],
        "it cannot be replayed: the current rules do not have this action",
    ),
    Forgery(
        "an action with a field too many",
        played,
        forged(2, action={"do": "step", "fields": 2, "far": 1}),
        [("undecidable", "doubt", 1, "")],
    ),
    Forgery(
        "a field further than the step goes",
        played,
        forged(4, facts=(Changed("field:1", 2, 4), Changed("turn", 1, 2))),
        [("facts.differ", "doubt", 3, "")],
        "what was recorded is not what the rules give (TT-0, TT-1, TT-2)",
    ),
    Forgery("another action than what happened", played, forged(2, action={"do": "step", "fields": 1}),
            [("facts.differ", "doubt", 1, "")]),
    Forgery("another face of the die", played, forged(3, outcomes=(5,)), [("facts.differ", "doubt", 2, "")]),
    Forgery("a die too many", played, forged(3, outcomes=(4, 4)), [("undecidable", "doubt", 2, "")], "no die or card"),
    Forgery("no die", played, forged(3, outcomes=()), [("undecidable", "doubt", 2, "")], "seat:2 rolls d6"),
    Forgery("a seven", played, forged(3, outcomes=(7,)), [("undecidable", "doubt", 2, "")], "is not possible"),
    Forgery(
        "other grounds",
        played,
        forged(2, citations=("TT-5",)),
        [("citations.differ", "note", 1, "")],
        "recorded under TT-5; today it follows from TT-0, TT-1, TT-2",
    ),
    Forgery("no grounds", played, forged(2, citations=()), [("citations.differ", "note", 1, "")], "under none"),
    Forgery(
        "a breach that was none",
        played,
        forged(2, irregularities=(Irregularity("TT-2", "only forwards"),)),
        [("irregular", "breach", 1, "TT-2"), ("breaches.differ", "doubt", 1, "")],
    ),
    Forgery(
        "a breach, recorded as one",
        played,
        lambda match: done_as_played(match),
        [("irregular", "breach", 4, "TT-1")],
        "two fields at most",
    ),
    Forgery(
        "a window that nobody used, though none was open",
        played,
        forged(2, implied=True),
        [("window", "doubt", 1, "")],
        "none was open",
    ),
    Forgery(
        "the wrong seat lets it happen",
        pushed,
        forged(3, seat=3),
        [("window", "doubt", 2, ""), ("unnoticed", "breach", 2, "TT-5")],
    ),
    Forgery(
        "play goes on over an open window",
        just_pushed,
        plays_over_the_window,
        [("window", "doubt", 2, ""), ("unnoticed", "breach", 2, "TT-5")],
        "a window was still open: seat:2 had to use it",
    ),
    Forgery(
        "a move after the end",
        won,
        lambda match: done_as_played(match, Step(fields=1)),
        [("after_end", "doubt", 4, "TT-6")],
        "played after the end: ten_fields",
    ),
    Forgery("a point more", supplied, lambda match: forge(match, 2, a_point_more), [("facts.differ", "doubt", 2, "")]),
    Forgery("no effect", supplied, lambda match: forge(match, 2, nothing_happened), [("facts.differ", "doubt", 2, "")]),
]  # fmt: skip


def done_as_played(match: Match, step: Step | None = None) -> Match:
    again = told_by(match, match._pending)
    do(again, 2, step or Step(fields=5), as_played=True)
    return again


@pytest.mark.parametrize("forgery", MOVES, ids=lambda forgery: forgery.name)
def test_a_forged_move_is_found(forgery: Forgery) -> None:
    forgery.check()


def test_what_the_rules_would_have_given_is_told() -> None:
    (finding,) = audit(retold(played(), 3, outcomes=(5,))).findings
    assert tuple(map(str, finding.expected)) == ("field:2: 0 → 5", "turn: 2 → 1")
    (finding,) = audit(forge(supplied(), 2, nothing_happened)).findings[1:]
    assert "score:1: 0 → 2" in tuple(map(str, finding.expected))


def test_a_breach_recorded_under_another_rule_is_a_breach_and_in_doubt() -> None:
    match = played()
    do(match, 2, Step(fields=5), as_played=True)
    wrong = retold(match, 5, irregularities=(Irregularity("TT-2", "only forwards"),))
    assert findings(wrong) == [("irregular", "breach", 4, "TT-2"), ("breaches.differ", "doubt", 4, "")]
    assert "the rules broken are: TT-1" in str(audit(wrong).findings[1].why)


def test_a_breach_of_ultime_hidden_by_the_recorder_is_found_with_its_rule() -> None:
    match = given(turn=1)
    when(match, 2, card(10, 2, 6), as_played=True)
    assert findings(match) == [("irregular", "breach", 1, "UP-9")]
    (finding,) = audit(as_regular(match)).findings
    assert (finding.code, finding.rule) == ("unnoticed", "UP-9")
    assert finding.text == match.opening.game.rulebook["UP-9"].text


def test_one_fault_does_not_make_the_moves_after_it_look_wrong() -> None:
    events = events_of(played())
    events[1] = msgspec.structs.replace(events[1], facts=(Changed("field:1", 0, 1), Changed("turn", 1, 2)))
    events[3] = msgspec.structs.replace(events[3], facts=(Changed("field:1", 1, 2), Changed("turn", 1, 2)))
    assert findings(told_by(played(), events)) == [("facts.differ", "doubt", 1, "")]


def test_windows_used_left_and_closed_by_playing_on_are_all_sound() -> None:
    for answer in (Block(), Let()):
        match = just_pushed()
        do(match, 2, answer)
        do(match, 2, Step(fields=1))
        assert findings(match) == []
    told: list[tuple[int, int]] = []
    assert audit(pushed(), lambda done, total: told.append((done, total))).findings == ()
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert findings(retold(pushed(), 3, implied=False)) == [], "whether it was said or understood is all the same"
