"""The audit as people read it: the verdict, the findings as text and data, and what everybody may read.

Its findings are tested in `test_beginning.py`, `_moves`, `_chance`, `_take_backs` and `_end`; that nothing
escapes it, in `test_forged_logs.py`.
"""

from __future__ import annotations

import random

import pytest

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.auditing.findings import CODES
from tablescribe.replays.reading.reader import Reader
from tests.domain.random_play import SEED, open_match, random_move
from tests.replays.auditing.forging import Forgery, as_regular, findings, played, retold, won
from tests.replays.auditing.test_beginning import BEGINNINGS
from tests.replays.auditing.test_chance import CHANCE
from tests.replays.auditing.test_clock import CLOCKS
from tests.replays.auditing.test_contributions import CONTRIBUTIONS
from tests.replays.auditing.test_end import ENDS
from tests.replays.auditing.test_moves import MOVES
from tests.replays.auditing.test_take_backs import TAKE_BACKS
from tests.support import STAMP, Step, Take, do, toy_match

ALL = [*BEGINNINGS, *MOVES, *CHANCE, *CONTRIBUTIONS, *TAKE_BACKS, *ENDS, *CLOCKS]


def test_every_code_is_found_in_some_forgery_and_no_other_is() -> None:
    """Signatures, time stamps, series, readings of two logs and duplicate play need a ledger: see
    `test_signatures.py`, `test_series.py`, `test_reconciling.py` and `test_seeds.py`.
    """
    signed = {"signature.missing", "signature.wrong", "signature.late", "signature.revoked", "signature.foreign"}
    signed |= {"time.wrong", "time.unchecked", "key.changed", "opening.again"}  # see `test_prior_conduct.py`, too
    signed |= {"result.void", "result.corrected"}  # see `tests/domain/match/test_corrections.py`
    series = {"series.missing", "series.wrong", "sources", "sources.missing", "sources.wrong", "seal.waiting"}
    assert {code for forgery in ALL for code, *_ in forgery.expected} | signed | series == set(CODES)


@pytest.mark.parametrize("forgery", ALL, ids=lambda forgery: forgery.name)
def test_every_finding_is_in_the_text_the_data_and_if_wrong_in_the_verdict(forgery: Forgery) -> None:
    result = audit(forgery.forge(forgery.honest()))
    text, data, verdict = result.text(), result.data(), str(result.verdict())
    assert data["clean"] == result.clean == ({one["severity"] for one in data["findings"]} <= {"note"})
    for finding, plain in zip(result.findings, data["findings"], strict=True):
        assert f"(event {finding.version})" in text
        assert str(finding.why) in text
        assert (plain["code"], plain["move"], plain["version"]) == (finding.code, finding.move, finding.version)
        if finding.severity != "note" and finding.move is None:
            assert str(finding.why) in verdict


# --- the verdict ------------------------------------------------------------------------------


def stood(*rules_broken: bool) -> Match:
    """Seats in turn walk a field, or stand still, which breaks TT-2."""
    match = toy_match(3)
    for broken in rules_broken:
        do(match, match.table.number("turn"), Step(fields=0 if broken else 1), as_played=broken)
    return match


def test_a_sound_match_has_no_findings() -> None:
    result = audit(played())
    assert (result.findings, result.clean, str(result.verdict())) == ((), True, "Moves 1–3 sound")
    assert str(audit(toy_match()).verdict()) == "no moves yet"
    assert str(audit(stood(False)).verdict()) == "Move 1 sound"


def test_an_irregular_move_is_named_with_its_rule_and_the_others_are_sound() -> None:
    match = played()
    do(match, 2, Step(fields=5), as_played=True)
    do(match, 1, Step(fields=1))
    result = audit(match)
    assert str(result.verdict()) == "Moves 1–3 sound; 4 breaks TT-1: two fields at most; 5 sound"
    assert result.text() == (
        "Match toy-match: Moves 1–3 sound; 4 breaks TT-1: two fields at most; 5 sound\n"
        "\n"
        "BREACH at move 4 (event 5) TT-1: two fields at most\n"
        "  TT-1: Rule 1."
    )
    assert (result.match, result.moves, result.line) == ("toy-match", 5, (0, 1, 2, 3, 4, 5))
    assert result.data()["findings"][0]["rule"] == "TT-1"
    unnoticed = str(audit(as_regular(match)).verdict())
    assert unnoticed.startswith("Moves 1–3 sound; 4 breaks TT-1: recorded as regular, but the rules refuse it: two")


def test_a_verdict_names_six_wrong_moves_and_counts_the_others() -> None:
    names = [f"{n} breaks TT-2: only forwards" for n in range(1, 7)]
    assert str(audit(stood(*[True] * 6)).verdict()) == f"Move {'; '.join(names)}"
    assert str(audit(stood(*[True] * 6, False, False)).verdict()) == f"Move {'; '.join(names)}; 7–8 sound"
    assert str(audit(stood(*[True] * 9)).verdict()) == f"Move {'; '.join(names)}; 7–9 in question, see the findings"
    spread = str(audit(stood(*[False, True] * 8)).verdict())
    assert spread.startswith("Move 1 sound; 2 breaks TT-2: only forwards; 3 sound; 4 breaks")
    assert spread.endswith("11 sound; 12 breaks TT-2: only forwards; 2 of 13–16 in question, see the findings")


def test_a_verdict_names_lines_that_were_left_after_the_line_that_counts() -> None:
    match = stood(False, True)
    match.take_back(1, STAMP)
    do(match, 2, Step(fields=1))
    assert str(audit(match).verdict()) == "Moves 1–3 sound; 2, taken back, breaks TT-2: only forwards"
    six = stood(*[True] * 6)
    six.take_back(0, STAMP)
    assert str(audit(six).verdict()).endswith("6, taken back, breaks TT-2: only forwards")
    match = stood(*[True] * 8)
    match.take_back(0, STAMP)
    named = "; ".join(f"{n}, taken back, breaks TT-2: only forwards" for n in range(1, 7))
    more = "2 more taken-back moves in question, see the findings"
    assert str(audit(match).verdict()) == f"no moves yet; {named}; {more}"
    assert not audit(match).clean


def test_a_doubt_that_rests_on_a_rule_is_no_breach_of_it() -> None:
    match = won()
    do(match, 2, Step(fields=1), as_played=True)
    assert str(audit(match).verdict()) == "Moves 1–3 sound; 4 in doubt: played after the end: ten_fields"


def test_notes_are_no_faults() -> None:
    match = played()
    match.take_back(1, STAMP, agreed=[1, 2], reason="misread")
    match.rule([Changed("field:1", 2, 1)], STAMP, clause="TT-1", reason="r")
    match.miss([], STAMP, moves=2)
    assert [code for code, *_ in findings(match)] == ["ruling", "missed", "taken_back.seen"]
    assert (audit(match).clean, str(audit(match).verdict())) == (True, "Moves 1–5 sound")


# --- what everybody may read --------------------------------------------------------------------


def test_everybody_reads_which_rule_was_broken_but_not_the_cards() -> None:
    match = toy_match(chance="open")
    do(match, 1, Take(), "card:c")
    forged = retold(match, 2, outcomes=("card:d",))
    assert "card:d" in audit(forged).text()
    everybody = audit(forged).for_everybody()
    assert "card:" not in everybody.text().replace("?card", "")
    (finding,) = everybody.findings
    assert (str(finding.why), tuple(map(str, finding.expected))) == ("what was recorded is not what the rules give", ())
    broken = played()
    do(broken, 2, Step(fields=5), as_played=True)
    assert str(audit(broken).for_everybody().verdict()) == (
        "Moves 1–3 sound; 4 breaks TT-1: a rule was broken, and recorded as broken"
    )
    assert audit(broken).for_everybody({4}).findings == (), "nor that a move whose action is hidden broke a rule"


@pytest.mark.parametrize("number", range(6))
def test_no_card_of_a_hand_is_told_to_everybody_wherever_a_log_is_forged(number: int) -> None:
    """Outcomes of a sealed match are told in full in its log, and so to a judge; others must not read them."""
    match, choose = open_match("ultime", 3, first_player=1), random.Random(number)
    for _ in range(8):
        random_move(match, choose)
    match.close(STAMP, seed=SEED, abandoned=True)
    names = [piece for piece, _ in match.opened.box if ":" in piece and not piece.startswith("pawn")]
    told = [*names, *(Reader(match.opening).name(name) for name in names)]
    for version in range(1, match.version - 1):  # the last two tell the seed and the end
        event = match._pending[version - 1]
        backwards = tuple(reversed(getattr(event, "outcomes", ())))
        forged = retold(match, version, outcomes=(*backwards, "movement:1"))
        text = audit(forged).for_everybody().text()
        assert not audit(forged).clean
        assert not [name for name in told if name in text and name not in everything_in_rules(match)]


def everything_in_rules(match: Match) -> str:
    """Return the texts of all rules: they name power cards, and everybody may read them."""
    return " ".join(rule.text for rule in match.opening.game.rulebook.rules)
