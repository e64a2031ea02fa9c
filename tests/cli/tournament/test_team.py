"""Tournaments of teams on the command line: rosters, line-ups, boards, standings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Ask = Callable[..., Any]
Run = Callable[..., Result]

PLAN = """
title: League
stages:
  - {name: Swiss, kind: swiss, rounds: 2, game: chess, tie_breaks: [game_points],
     scoring: {win: 2, draw: 1, loss: 0, forfeit_win: 2}, byes: {pairing: 2}}
"""


@pytest.fixture
def league(ask: Ask, tmp_path: Path) -> str:
    """A tournament of two teams with rosters, on three boards, its first round paired."""
    file = tmp_path / "league.yaml"
    file.write_text(PLAN, "utf-8")
    found = str(ask("tournament", "announce", str(file))["tournament"])
    ask("tournament", "enter", "last", "Rooks", "Knights")
    ask("team", "boards", "last", "3")
    ask("team", "roster", "last", "Rooks", "Ada", "Ben", "Cleo", "Dora")
    ask("team", "roster", "last", "#2", "Egon", "Fee", "Gus")
    ask("tournament", "pair", "last", "--seed", "1")
    return found


def first_of(ask: Ask) -> str:
    return str(ask("team", "show", "last")["tables"][0]["teams"][0])


def test_a_match_of_teams_reports_when_its_boards_are_done(ask: Ask, run: Run, league: str) -> None:
    listed = ask("team", "list", "last")["teams"][0]
    assert [(one["name"], one["reserve"]) for one in listed["players"]][2:] == [("Cleo", False), ("Dora", True)]
    ask("team", "line-up", "last", "Rooks", "Ada", "Cleo", "#4")
    refused = run("team", "line-up", "last", "Rooks", "Dora", "Ada", code=3)
    assert "must keep the order of the roster" in refused.output
    win, loss = ("1-0", "0-1") if first_of(ask) == "Rooks" else ("0-1", "1-0")
    table = ask("team", "result", "last", "1", win, "1/2-1/2")["tables"][0]
    assert (table["reported"], table["agrees"]) == (False, None)
    assert [one["white"] for one in table["boards"]] == [1, 2, 1]
    table = ask("team", "result", "last", "1", "--board", "3", loss)["tables"][0]
    assert (table["reported"], table["agrees"], table["points"]) == (True, True, ["3/2", "3/2"])
    assert "○" in run("team", "show", "last").output
    standings = ask("team", "standings", league)["standings"]
    assert [(one["match_points"], one["board_points"]) for one in standings] == [("1", "3/2")] * 2
    assert "match points 1, board points 1½" in run("team", "standings", "last").output
    players = ask("team", "players", "last")["players"]
    assert players[0]["points"] == "1"
    assert {one["name"]: one["games"] for one in players}["Ben"] == 0
    assert "games 1 · forfeits 0" in run("team", "players", "last").output
    assert ask("tournament", "verify", "last")["tournaments"][0]["sound"]


def test_forfeits_are_written_as_chess_players_do(ask: Ask, run: Run, league: str) -> None:
    table = ask("team", "result", "last", "1", "--+", "+--", "---")["tables"][0]
    assert [one["result"] for one in table["boards"]] == ["--+", "+--", "---"]
    assert table["points"] == ["1", "1"]
    assert table["reported"]
    assert ask("tournament", "verify", "last")["tournaments"][0]["sound"]


def test_a_slip_that_reads_otherwise_is_said(ask: Ask, run: Run, league: str) -> None:
    ask("team", "result", "last", "1", "1-0")
    ask("tournament", "report", "last", "1", "--draw")
    assert "differs from the results of its boards" in run("team", "show", "last").output
    run("team", "result", "last", "1", "2-0", code=3)


def test_who_is_away_and_times_for_line_ups(ask: Ask, run: Run, league: str) -> None:
    ask("team", "away", "last", "Knights", "Fee")
    table = ask("team", "show", "last")["tables"][0]
    names = [board["players"][table["teams"].index("Knights")] for board in table["boards"]]
    assert names == ["Egon", "Gus", None]
    assert "Fee (away)" in run("team", "list", "last").output
    ask("team", "away", "last", "Knights", "Fee", "--undo")
    at = ask("team", "until", "last", "1", "2126-12-06 10:00")["until"]
    assert at.startswith("2126-12-06")
    assert ask("team", "show", "last")["until"] == ask("team", "show", "last")["until"] is not None
    assert ask("team", "until", "last", "1", "--none")["until"] is None
    run("team", "until", "last", "1", code=2)
    run("team", "away", "last", "Knights", "Zoe", code=3)
