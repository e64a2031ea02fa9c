"""`clock` and `new --clock`: set, shown at the prompt, corrected with a reason, included in the log and in PGN."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Run


def test_a_match_is_opened_with_a_clock_and_the_prompt_shows_it(run: Run, ask: Callable[..., Any]) -> None:
    match = ask("new", "chess", "Ann", "Ben", "--clock", "90m+30s")["id"]
    assert "Clock: Ann (white) 1:30:00 · Ben (black) 1:30:00 · not started" in run("clock", match).output
    assert "Time: 90 minutes + 30 seconds a move" in run("clock", match).output
    shown = run("play", match, stdin="e4\n").output
    assert re.search(r"Clock: Ann \(white\) 1:30:30 · Ben \(black\) 1:(30:00|29:\d\d) \(runs\)", shown)
    told = run("export", match, "--pgn").output
    assert '[TimeControl "5400+30"]' in told
    assert re.search(r"1\. e4 \{\[%clk 1:30:(30|29)\]\}", told)
    assert "clock: " in run("replay", match, "--plain").output
    run("verify")


def test_judges_pause_and_correct(run: Run, ask: Callable[..., Any]) -> None:
    match = ask("new", "chess", "Ann", "Ben")["id"]
    assert "has no clock" in run("clock", match).output
    run("clock", match, "set", "5+3")
    run("clock", match, "start")
    run("clock", match, "pause", "--reason", "fire alarm")
    run("clock", match, "correct", "--seat", "2", "--to", "4:05", "--reason", "pressed by accident")
    clock = ask("clock", match, "resume")["clock"]
    assert clock["seats"][1]["shows"] == 245_000
    assert clock["running"] == [1]
    run("clock", match, "tap", "--seat", "1")
    assert ask("clock", match)["clock"]["tapped"]
    log = run("log", match).output
    assert "clock paused: fire alarm" in log
    assert "clock of Ben (black) corrected to 4:05: pressed by accident" in log


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["set", "soon"], 2), (["stop"], 2), (["start", "now"], 2), (["tap"], 2), (["correct", "--seat", "1"], 2),
        (["correct", "--seat", "1", "--to", "later", "--reason", "x"], 2), (["start", "--flag-loses"], 2),
        (["pause"], 3), (["flag"], 3), (["correct", "--seat", "1", "--to", "4:05"], 3),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused(run: Run, ask: Callable[..., Any], words: list[str], code: int) -> None:
    match = ask("new", "chess", "Ann", "Ben", "--clock", "5")["id"]
    run("clock", match, *words, code=code)


def test_a_flag_loses_only_where_a_rule_says_how(run: Run) -> None:
    run("new", "morris", "Ann", "Ben", "--clock", "5", "--flag-loses", code=3)
    run("new", "chess", "Ann", "Ben", "--flag-loses", code=2)


def test_play_opens_a_match_with_a_clock(run: Run) -> None:
    shown = run("play", "--new", "chess", "Ann", "Ben", "--clock", "5+3", stdin="e4\n").output
    assert "Clock: Ann (white) 5:03 · Ben (black) " in shown
    run("play", "--clock", "5+3", code=2)
