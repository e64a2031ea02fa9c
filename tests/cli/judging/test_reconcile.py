"""`compare` and `reconcile`: two logs of one match, as people use them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.cli.conftest import Once, Run

Ask = Callable[..., Any]
GOLDEN = Path(__file__).parents[2] / "matches"
LINES = (GOLDEN / "morris" / "no_move.jsonl").read_text("utf-8").splitlines()
BOARD = (GOLDEN / "freeform" / "two_players.jsonl").read_text("utf-8").splitlines()


def recorded(ask: Ask, lines: list[str]) -> str:
    return str(ask("record", "-", "--as-played", stdin="\n".join(lines))["match"])


@pytest.fixture
def first(ask: Ask, once: Once) -> str:
    return once(lambda: recorded(ask, LINES))


@pytest.fixture
def lacking(ask: Ask, first: str) -> str:
    """A log without move 5, which a rule reveals."""
    return recorded(ask, [*LINES[:5], *LINES[6:]])


@pytest.fixture
def ending(ask: Ask, first: str) -> str:
    """A log that ends two moves early; no rule decides whether they were played."""
    return recorded(ask, LINES[:-2])


def test_a_difference_is_told_with_the_rule_that_settles_it(run: Run, ask: Ask, first: str, lacking: str) -> None:
    words = run("compare", first, lacking).output
    assert "differ in 1 place: 1 settled, 0 for a person to decide" in words
    assert "first: 5 white places a man on" in words
    assert "second: nothing" in words
    assert "settled as the first log says: " in words
    assert "would break MO-2" in words
    data = ask("compare", first, lacking)
    assert (data["agreed"], data["questions"]) == (18, [])
    (one,) = data["differences"]
    assert (one["how"], one["take"], one["after"], one["second"]) == ("rule", "first", 4, [])
    assert [one["rule"] for one in one["candidates"] if not one["possible"]] == ["MO-2"]


def test_logs_that_agree_say_so(run: Run, ask: Ask, first: str) -> None:
    assert run("compare", first, recorded(ask, LINES)).output == "Both logs tell the same match: 19 moves.\n"


def test_reconciling_records_a_third_match_that_its_audit_finds_sound(
    run: Run, ask: Ask, first: str, lacking: str
) -> None:
    done = ask("reconcile", first, lacking)
    assert (done["sources"], done["move"]) == ([first, lacking], 19)
    assert done["settled"] == {"order": 0, "rule": 1, "person": 0}
    found = ask("audit", done["match"])
    assert [one["code"] for one in found["findings"]] == ["sources"]
    log = run("log", done["match"]).output
    assert f"merged from two logs of one match: {first} (20, " in log
    assert "the first log has 5, the second nothing: settled by MO-2: 5 of log 1" in log


def test_what_is_open_is_told_with_the_way_out_and_nothing_is_recorded(
    run: Run, ask: Ask, first: str, ending: str
) -> None:
    assert ask("compare", first, ending, code=1)["questions"] == [1]
    assert "second: it ends here" in run("compare", first, ending, code=1).output
    there = len(ask("matches"))
    fault = ask("reconcile", first, ending, code=1)["error"]
    assert fault["code"] == "logs.undecided"
    assert [one["take"] for one in fault["questions"][0]["candidates"] if one["possible"]] == ["first", "second"]
    assert "--take N=first" in run("reconcile", first, ending, code=1).stderr
    assert len(ask("matches")) == there
    done = ask("reconcile", first, ending, "--take", "1=second", "--judge", "--reason", "the clock had run out")
    assert (done["move"], done["settled"]["person"]) == (17, 1)
    assert "settled by the judge: nothing: the clock had run out" in run("log", done["match"]).output


@pytest.mark.parametrize(
    ("take", "code", "words"),
    [
        ("2=first", 3, "difference 2 needs no decision"),
        ("1=third", 2, "is not a decision. Write N=first"),
        ("one=first", 2, "is not a decision. Write N=first"),
        ("1=both", 3, "difference 1 cannot be settled with both"),
    ],
)
def test_a_wrong_answer_is_refused(run: Run, first: str, ending: str, take: str, code: int, words: str) -> None:
    assert words in run("reconcile", first, ending, "--take", take, code=code).stderr


def test_the_second_log_comes_as_a_file_and_is_imported_only_to_be_reconciled(
    run: Run, ask: Ask, first: str, lacking: str, tmp_path: Path
) -> None:
    file = tmp_path / "second.json"
    run("export", lacking, "-o", str(file))
    there = str(tmp_path / "other.db")
    mine = ask("--ledger", there, "record", "-", stdin="\n".join(LINES))["match"]
    assert ask("--ledger", there, "compare", mine, str(file))["questions"] == []
    assert len(ask("--ledger", there, "matches")) == 1
    done = ask("--ledger", there, "reconcile", mine, str(file))
    assert done["sources"] == [mine, lacking]
    assert ask("--ledger", there, "audit", done["match"])["clean"]


def test_ratings_and_fairness_count_the_match_once(ask: Ask) -> None:
    """As the lists do: what both logs came to stands for them."""
    lines = ['{"new": {"game": "freeform", "seats": ["Ada", "Ben"]}}', '{"do": "score", "to": 1, "points": 2}',
             '{"do": "finish", "winners": [1]}']  # fmt: skip
    logs = [recorded(ask, lines), recorded(ask, lines)]
    for one in (*logs, ask("reconcile", *logs)["match"]):
        ask("close", one)
    assert ask("stats", "--fairness")["matches"] == 1
    assert ask("ratings")["tables"] == 1


def test_other_matches_are_not_compared(run: Run, ask: Ask, first: str) -> None:
    assert "this is one log" in run("compare", first, first, code=3).stderr
    other = recorded(ask, BOARD)
    assert (
        "these are not logs of the same match: they differ in the game" in run("compare", first, other, code=3).stderr
    )


def test_who_may_not_read_everything_reads_no_reason_that_may_name_a_card(run: Run, first: str, lacking: str) -> None:
    words = run("compare", first, lacking, "--spectator").output
    assert "would break MO-2: impossible" in words


def test_at_a_terminal_it_asks_and_goes_on_with_the_answer(ledger: str, ask: Ask, first: str, ending: str) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tablescribe.cli.main", "--ledger", ledger, "reconcile", first, ending],
        encoding="utf-8",
        timeout=60,
    )
    child.expect("second: it ends here")
    child.expect("Which log is right?")
    child.sendline("maybe")
    child.expect("Which log is right?")
    child.sendline("first")
    child.expect(r"merges both logs: 19 moves. Differences settled by a rule: 0, by a person: 1")
    child.expect(pexpect.EOF)


def test_it_is_told_in_the_readers_language(run: Run, first: str, lacking: str) -> None:
    assert "entschieden, wie das erste Protokoll sagt" in run("compare", first, lacking, "--language", "de").output
