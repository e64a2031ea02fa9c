"""The audit of take-backs, restores, and judges' rulings."""

from __future__ import annotations

import pytest

from tablescribe.domain.match.events import TakenBack
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed
from tablescribe.replays.auditing.audit import audit
from tests.replays.auditing.forging import Expected, Forgery, findings, forged, played, retold, then
from tests.support import STAMP, RollOn, Step, do, toy_match

REFUSED: Expected = ("taken_back.refused", "breach", None, "")


def stepped(take_back: str) -> Match:
    """Two steps without any chance, under a policy."""
    match = toy_match(take_back=take_back)
    do(match, 1, Step(fields=1))
    do(match, 2, Step(fields=2))
    return match


def taken_back(policy: str = "free", **by: object) -> Match:
    """The second of two steps taken back."""
    match = stepped(policy)
    match.take_back(1, STAMP, **by)  # type: ignore[arg-type]
    return match


def after_the_die() -> Match:
    """The die and the step after it taken back, with everybody's consent."""
    match = played()
    match.take_back(1, STAMP, by=1, agreed=[2], reason="misread")
    return match


def branched() -> Match:
    """A step taken back, another made; that one taken back, and restored."""
    match = taken_back()
    do(match, 2, Step(fields=1))
    match.take_back(1, STAMP)
    match.restore(3, STAMP, by=2)
    return match


def ruled() -> Match:
    """A judge replaces the second step."""
    match = stepped("judge")
    match.rule([Changed("field:2", 0, 1), Changed("turn", 2, 1)], STAMP, clause="TT-2", reason="r", replaces=2)
    return match


TAKE_BACKS = [
    Forgery(
        "taken back after the die had been seen",
        played,
        then(lambda match: match.take_back(1, STAMP, by=1, agreed=[2], reason="misread")),
        [("taken_back.seen", "note", None, "")],
        "taken back to move 1 with the consent of seat:2 after a die or a card had been seen (move 2): misread",
    ),
    Forgery(
        "the log denies that a die had been seen",
        after_the_die,
        forged(5, seen=False),
        [("taken_back.denied", "doubt", None, "")],
        "according to the log nothing had been seen, but move 2 had shown a die or a card",
    ),
    Forgery(
        "the log says that a die had been seen, but there was none",
        taken_back,
        forged(4, seen=True),
        [("taken_back.denied", "doubt", None, "")],
        "a die or a card had been seen, but no move had shown one",
    ),
    Forgery("past a die without the others", after_the_die, forged(5, agreed=()),
            [("taken_back.seen", "note", None, ""), REFUSED], "without any consent"),
    Forgery("no consent", lambda: taken_back("consent", by=2, agreed=[1]), forged(4, agreed=()), [REFUSED],
            "against the policy of the match (consent): seat:1 must agree to undo the last move"),
    Forgery("somebody else's move", lambda: taken_back("own", by=2), forged(4, by=1), [REFUSED],
            "not all of this was played by seat:1"),
    Forgery("no judge", lambda: taken_back("judge", judge=True), forged(4, judge=False), [REFUSED], "only a judge"),
    Forgery("in a stranger's name", lambda: taken_back(by=1), forged(4, by=3), [REFUSED],
            "on behalf of seat 3, which does not exist in this match"),
    Forgery("a stranger agreed", lambda: taken_back(by=1, agreed=[2]), forged(4, agreed=(0, 2)), [REFUSED],
            "on behalf of seat 0, which"),
    Forgery("taken back to another line", branched, forged(6, to=2), [REFUSED, REFUSED],
            "which was not an earlier move at that time"),
    Forgery("taken back to where it stood", taken_back, forged(4, to=2), [REFUSED]),
    Forgery("restored what is not ahead", branched, forged(7, to=1), [REFUSED], "which does not follow move 1"),
    Forgery("restored by a stranger", branched, forged(7, by=9), [REFUSED], "seat 9, which does not exist"),
    Forgery(
        "a ruling",
        lambda: stepped("judge"),
        then(lambda match: match.rule([Changed("field:1", 1, 2)], STAMP, clause="TT-1", reason="too far")),
        [("ruling", "note", 3, "TT-1")],
        "too far",
    ),
    Forgery("a ruling instead of another move", ruled, forged(5, replaces=1),
            [("ruling.stray", "doubt", 3, "TT-2")], "it replaces move 1, but no judge took that move back"),
    Forgery("a ruling instead of no move", ruled, forged(5, replaces=77), [("ruling.stray", "doubt", 3, "TT-2")]),
    Forgery("no judge took the move back", lambda: ruled_freely(), forged(4, judge=False),
            [("ruling.stray", "doubt", 3, "TT-2")]),
    Forgery(
        "moves that nobody recorded",
        played,
        then(lambda match: match.miss([Changed("field:2", 4, 5)], STAMP, moves=2)),
        [("missed", "note", 4, "")],
        "moves were missed",
    ),
]  # fmt: skip


def ruled_freely() -> Match:
    match = stepped("free")
    match.rule([Changed("field:2", 0, 1)], STAMP, clause="TT-2", reason="r", replaces=2)
    return match


@pytest.mark.parametrize("forgery", TAKE_BACKS, ids=lambda forgery: forgery.name)
def test_a_forged_take_back_is_found(forgery: Forgery) -> None:
    forgery.check()


@pytest.mark.parametrize(
    "honest",
    [
        lambda: taken_back("free"),
        lambda: taken_back("own", by=2),
        lambda: taken_back("own", by=1, agreed=[2]),
        lambda: taken_back("consent", by=1, agreed=[2]),
        lambda: taken_back("judge", judge=True),
        branched,
    ],
)
def test_take_backs_within_the_policy_are_no_finding(honest: object) -> None:
    assert callable(honest)
    assert findings(honest()) == []


def test_a_judge_may_take_back_what_chance_has_shown_and_it_is_noted() -> None:
    match = toy_match(take_back="judge")
    do(match, 1, RollOn(), 3)
    match.take_back(0, STAMP, judge=True, reason="the die fell off the table")
    (finding,) = audit(match).findings
    assert str(finding.why) == (
        "taken back to move 0 by a judge after a die or a card had been seen (move 1): the die fell off the table"
    )
    assert str(audit(match).verdict()) == "no moves yet"


def test_a_ruling_may_replace_the_first_of_several_moves_and_stands_for_that_one() -> None:
    match = stepped("free")
    match.rule([Changed("turn", 1, 2)], STAMP, clause="TT-0", reason="r", replaces=1)
    assert findings(match) == [("ruling", "note", 3, "TT-0")]
    assert findings(retold(match, 5, replaces=2)) == [
        ("ruling", "note", 3, "TT-0"),
        ("ruling.stray", "doubt", 3, "TT-0"),
    ]


def test_moves_of_lines_that_were_left_are_decided_again_on_their_own_table() -> None:
    match = branched()
    assert isinstance(match.take_backs[0], TakenBack)
    assert audit(match).line == (0, 1, 3)
    wrong = forged(3, action={"do": "step", "fields": 1})(match)
    assert findings(wrong) == [("facts.differ", "doubt", 2, "")]
    assert str(audit(wrong).verdict()).startswith("Moves 1–3 sound; 2, taken back, is in doubt: what was recorded")
