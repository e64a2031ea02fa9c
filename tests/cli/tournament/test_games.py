"""`tournament games`: a round of chess as PGN, for publication."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

from tests.cli.conftest import Run
from tests.support import has_word

Ask = Callable[..., Any]

PLAN = """
title: Club evening
stages:
  - {name: Swiss, kind: swiss, rounds: 2, game: chess}
"""


@pytest.fixture
def tables(ask: Ask, run: Run, tmp_path: Path) -> list[str]:
    """The matches of a first round of four people; at table 1 black has mated after a move was taken back."""
    file = tmp_path / "plan.yaml"
    file.write_text(PLAN, "utf-8")
    ask("tournament", "announce", str(file))
    ask("tournament", "enter", "last", "Ada", "Ben", "Cleo", "Dora")
    ask("tournament", "pair", "last", "--seed", "1")
    first, second = [one["match"] for one in ask("tournament", "start", "last")["tables"]]
    for words in (["f3", "1:29:58"], ["e6"]):
        run("move", first, *words)
    run("undo", first, "--judge")
    for words in (["e5", "29:59"], ["g4"], ["Qh4"]):
        run("move", first, *words)
    run("note", first, "a short game", "--about", "1")
    return [first, second]


def test_a_round_that_is_over_is_written_as_pgn(run: Run, ask: Ask, tables: list[str], tmp_path: Path) -> None:
    run("close", tables[0])
    said = run("tournament", "games", "last", code=3).output
    assert "Tables that are still playing: 2." in said
    run("tournament", "report", "last", "2", "1-0")
    file = tmp_path / "round.pgn"
    told = ask("tournament", "games", "last", "1", "-o", str(file))
    assert (told["tables"], told["without"], told["notation"]) == ([1], [2], "pgn")
    game = chess.pgn.read_game(io.StringIO(file.read_text("utf-8")))
    assert game is not None
    assert (game.headers["Event"], game.headers["Round"], game.headers["Result"]) == ("Club evening", "1.1", "0-1")
    assert {game.headers["White"], game.headers["Black"]} < {"Ada", "Ben", "Cleo", "Dora"}
    assert [one.clock() for one in game.mainline()] == [5398, 1799, None, None]
    assert "a short game" not in file.read_text("utf-8")
    assert not game.variations[0].variations[1:], "what was taken back is not published"
    assert "a short game" in run("tournament", "games", "last", "--notes").output
    hidden = run("tournament", "games", "last", "--numbers").output
    assert '[White "#' in hidden
    assert not has_word(hidden, "Ada")


def test_a_game_without_a_public_notation_is_named(run: Run, ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text(PLAN.replace("chess", "morris"), "utf-8")
    ask("tournament", "announce", str(file))
    ask("tournament", "enter", "last", "Ada", "Ben")
    ask("tournament", "pair", "last", "--seed", "1")
    assert "it has no standard notation" in run("tournament", "games", "last", code=3).output
