"""The audit of a match's end, and of events in the wrong place."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import Result
from tablescribe.domain.table.table import Changed
from tablescribe.replays.auditing.audit import audit
from tests.replays.auditing.forging import Expected, Forgery, findings, forged, played, reordered, retold, won
from tests.support import STAMP

WRONG: Expected = ("result.wrong", "doubt", None, "TT-6")
STRAY: Expected = ("record.stray", "doubt", None, "")


def closed() -> Match:
    """Won by seat 1, and closed."""
    match = won()
    match.close(STAMP)
    return match


def abandoned() -> Match:
    """Three moves, the last taken back, then given up (event 6)."""
    match = played()
    match.take_back(2, STAMP)
    match.close(STAMP, abandoned=True)
    return match


def noted() -> Match:
    match = played()
    match.note("look here", STAMP, about=3)
    return match


def missed() -> Match:
    match = played()
    match.miss([Changed("hat", None, "on")], STAMP, moves=1, reason="tea")
    match.close(STAMP, abandoned=True)
    return match


ENDS = [
    Forgery("another winner", closed, forged(5, result=Result("ten_fields", "TT-6", (2,), (12, 1))), [WRONG],
            "closed with: seat:2 won (TT-6): seat:1 12, seat:2 1 (ten_fields); the rules give: seat:1 won (TT-6)"),
    Forgery("other points", closed, forged(5, result=Result("ten_fields", "TT-6", (1,), (12, 9))), [WRONG]),
    Forgery("won under another rule", closed, forged(5, result=Result("ten_fields", "TT-1", (1,), (12, 1))), [WRONG]),
    Forgery("another ending", closed, forged(5, result=Result("abandoned", "", (), ())), [WRONG]),
    Forgery("a winner of an abandoned match", abandoned, forged(6, result=Result("ten_fields", "TT-6", (1,), ())),
            [WRONG], "the rules give: the game is not over"),
    Forgery("abandoned with points", abandoned, forged(6, result=Result("abandoned", "", (), (3, 4))),
            [("result.wrong", "doubt", None, "")]),
    Forgery("a table that tells no result", missed, forged(5, facts=(Changed("winner", None, "me"),)),
            [("undecidable", "doubt", None, "")], "the rules give no result: winner is 'me', not a number"),
    Forgery("a move after the close", abandoned, lambda match: reordered(match, 1, 2, 3, 6, 4, 5),
            [("after_end", "doubt", 3, ""), ("after_end", "doubt", None, "")], "recorded after the match was closed"),
    Forgery("a take-back after the close", abandoned, lambda match: reordered(match, 1, 2, 3, 4, 6, 5),
            [("after_end", "doubt", None, "")], "when only notes and signatures can be added"),
    Forgery("closed twice", abandoned, lambda match: reordered(match, 1, 2, 3, 4, 5, 6, 6),
            [("record.gap", "doubt", None, "")], "event 6 closed the match, and it was closed again"),
    Forgery("a clock that ran backwards", played, forged(4, at=STAMP.at - timedelta(seconds=2)),
            [("clock.backwards", "note", 3, "")], "its time is 2 s earlier than that of the previous event"),
    Forgery("a move of another match", played, forged(3, originator_id="other"), [STRAY],
            "events of other matches: 3 (of match other)"),
    Forgery("a beginning of another match", abandoned, forged(1, originator_id="other"), [STRAY],
            "(of match toy-match), 3 (of match toy-match), 4 (of match toy-match) and 2 more"),
    Forgery("a note about no move", noted, forged(5, about=4), [STRAY], "a note refers to move 4, which did not exist"),
    Forgery("a note about a move below zero", noted, forged(5, about=-1), [STRAY]),
    Forgery("a note about a later move", noted, lambda match: reordered(match, 1, 2, 3, 5, 4), [STRAY]),
]  # fmt: skip


@pytest.mark.parametrize("forgery", ENDS, ids=lambda forgery: forgery.name)
def test_a_forged_end_is_found(forgery: Forgery) -> None:
    forgery.check()


def test_findings_stand_in_the_order_of_the_moves_and_those_about_the_match_last() -> None:
    wrong = retold(reordered(abandoned(), 1, 2, 6, 3, 4, 5), 5, citations=())
    assert findings(wrong) == [
        ("after_end", "doubt", 2, ""),
        ("citations.differ", "note", 3, ""),
        ("after_end", "doubt", 3, ""),
        ("after_end", "doubt", None, ""),
    ]


def test_three_events_of_other_matches_are_named_all() -> None:
    (finding,) = audit(forged(1, originator_id="other")(played())).findings
    assert str(finding.why) == (
        "events of other matches: 2 (of match toy-match), 3 (of match toy-match), 4 (of match toy-match)"
    )


def test_notes_may_follow_the_close() -> None:
    match = closed()
    match.note("well played", STAMP)
    match.note("that one", STAMP, about=0)
    assert findings(match) == []


def test_a_wrong_result_is_told_with_the_right_one_and_its_rule() -> None:
    wrong = forged(5, result=Result("ten_fields", "TT-6", (2,), (12, 1)))(closed())
    (finding,) = audit(wrong).findings
    assert (finding.text, tuple(map(str, finding.expected))) == ("Rule 6.", ("seat:1 won (TT-6): seat:1 12, seat:2 1",))
    assert str(audit(wrong).verdict()).startswith("Moves 1–3 sound; closed with: seat:2 won (TT-6)")
