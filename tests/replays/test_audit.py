"""The audit finds what was forged, and nothing else."""

from typing import Any

import msgspec
import pytest

from domain.events import AnyEvent, Opened
from domain.game import Result
from domain.match import Match, replay
from domain.play import Irregularity
from domain.table import Changed
from replays.audit import audit
from tests.domain.ultime.test_random_play import SEED, open_match
from tests.support import STAMP, Push, RollOn, Step, Take, do, toy_match


def retold(match: Match, version: int, **changes: Any) -> Match:
    """Return the match as if one event had been recorded otherwise."""
    events: list[AnyEvent] = [
        msgspec.structs.replace(event, **changes) if event.originator_version == version else event
        for event in match._pending
    ]
    first = events[0]
    assert isinstance(first, Opened)
    return replay(Match(first, match.opening), events[1:])


def played() -> Match:
    match = toy_match()
    do(match, 1, Step(fields=2))
    do(match, 2, RollOn(), 4)
    do(match, 1, Step(fields=1))
    return match


def test_a_sound_match_has_no_findings() -> None:
    result = audit(played())
    assert (result.findings, result.clean, result.verdict()) == ((), True, "Moves 1–3 sound")
    assert audit(toy_match()).verdict() == "no moves yet"


def test_an_irregular_move_is_named_with_its_rule_and_the_others_are_sound() -> None:
    match = played()
    do(match, 2, Step(fields=5), as_played=True)
    do(match, 1, Step(fields=1))
    result = audit(match)
    assert result.verdict() == "Moves 1–3 sound; 4 breaks TT-1: two fields at most; 5 sound"
    assert not result.clean
    assert result.text() == (
        "Match toy-match: Moves 1–3 sound; 4 breaks TT-1: two fields at most; 5 sound\n"
        "\n"
        "BREACH at move 4 (event 5) TT-1: two fields at most\n"
        "  TT-1: Rule 1."
    )
    assert result.data()["findings"][0]["rule"] == "TT-1"


@pytest.mark.parametrize(
    ("version", "changes", "code", "said"),
    [
        (2, {"action": {"do": "step", "fields": 5}}, "unnoticed", "the rules refuse it: two fields at most"),
        (2, {"action": {"do": "fly"}}, "undecidable", "cannot be decided again"),
        (4, {"facts": (Changed("turn", 1, 2), Changed("field:1", 2, 7))}, "facts.differ", "not what the rules give"),
        (3, {"outcomes": (5,)}, "facts.differ", "not what the rules give"),
        (3, {"outcomes": (4, 4)}, "undecidable", "nothing asked for 4"),
        (3, {"outcomes": (9,)}, "undecidable", "cannot come up"),
        (1, {"edition": "0"}, "rules.changed", "opened under edition 0"),
    ],
)
def test_each_forgery_is_found(version: int, changes: dict[str, Any], code: str, said: str) -> None:
    result = audit(retold(played(), version, **changes))
    (finding,) = result.findings
    assert (finding.code, finding.version) == (code, version)
    assert said in finding.why


def test_a_breach_that_was_no_breach_is_found() -> None:
    match = played()
    do(match, 2, Step(fields=5), as_played=True)
    wrong = retold(match, 5, irregularities=(Irregularity("TT-2", "only forwards"),))
    assert "recorded otherwise than they are: TT-1" in audit(wrong).findings[1].why


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"facts": ()}, "the set-up is not what the rules lay out"),
        ({"box": (("?card", 5),)}, "the box does not hold"),
        ({"outcomes": (3,)}, "cannot be laid out again: nothing asked for 3"),
    ],
)
def test_a_forged_set_up_is_found(changes: dict[str, Any], said: str) -> None:
    match = toy_match()
    first = msgspec.structs.replace(match.opened, **changes, **({"facts": ()} if "box" in changes else {}))
    assert said in " ".join(finding.why for finding in audit(Match(first, match.opening)).findings)


def test_a_wrong_result_is_found() -> None:
    match = toy_match()
    do(match, 1, RollOn(), 6)
    do(match, 2, Step(fields=1))
    do(match, 1, RollOn(), 6)
    match.close(STAMP)
    assert audit(match).clean
    (finding,) = audit(retold(match, 5, result=Result("ten_fields", "TT-6", (2,), (12, 1)))).findings
    assert (finding.code, finding.move) == ("result.wrong", None)
    assert (
        "Moves 1–3 sound; closed with winners (2,)"
        in audit(retold(match, 5, result=Result("ten_fields", "TT-6", (2,), (12, 1)))).verdict()
    )
    early = toy_match()
    early.close(STAMP, abandoned=True)
    assert audit(early).clean
    assert "the game is not over" in audit(retold(early, 2, result=Result("x", "", (1,), ()))).findings[0].why


def test_what_was_taken_back_after_chance_had_spoken_is_noted() -> None:
    match = played()
    match.take_back(1, STAMP, agreed=[1, 2], reason="misread")
    match.rule([Changed("field:1", 2, 1)], STAMP, clause="TT-1", reason="r")
    match.miss([], STAMP, moves=2)
    codes = {finding.code: finding for finding in audit(match).findings}
    assert set(codes) == {"taken_back.seen", "ruling", "missed"}
    assert "with the consent of seats 1, 2" in codes["taken_back.seen"].why
    assert audit(match).clean, "notes are no faults"


def test_windows_and_implied_moves_are_decided_again_too() -> None:
    match = toy_match(3)
    do(match, 1, Push(seat=2))
    do(match, 2, Step(fields=1))
    told: list[tuple[int, int]] = []
    assert audit(match, lambda done, total: told.append((done, total))).clean
    assert told[-1] == (4, 4)


def test_an_opened_seal_shows_every_chosen_outcome() -> None:
    match = toy_match(chance="sealed", seed=SEED, nonces=["a"])
    match.play(1, RollOn(), match.chance(seed=SEED), STAMP)
    match.play(2, Take(), match.chance(seed=SEED), STAMP)
    match.close(STAMP, seed=SEED, abandoned=True)
    assert audit(match).clean
    rolled = match.table.number("field:1")
    other = rolled % 6 + 1
    forged = retold(match, 2, outcomes=(other,), facts=(Changed("field:1", 0, other), Changed("turn", 1, 2)))
    (finding,) = audit(forged).findings
    assert (finding.code, finding.move) == ("chance.differs", 1)
    wrong_seed = retold(match, 4, seed=(b"x" * 32).hex())
    assert "seal.broken" in {finding.code for finding in audit(wrong_seed).findings}


def test_the_deal_of_a_sealed_match_is_checked_too() -> None:
    match = open_match(3, "sealed", {})
    match.close(STAMP, seed=SEED, abandoned=True)
    assert audit(match).clean
