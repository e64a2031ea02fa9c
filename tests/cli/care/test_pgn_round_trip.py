"""PGN import and export lose only what the README names."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

from tablescribe.domain.games.chess.pgn.kept_tags import UNKNOWN
from tablescribe.domain.games.chess.pgn.reading import unescaped
from tests.cli.conftest import Run
from tests.depth import ALL, a_few
from tests.domain.chess.published import some_games

GAMES = some_games(500 if ALL else 16)


def tree(node: chess.pgn.GameNode) -> list[Any]:
    """Return the tree after a position: moves with signs, times, evaluations and comments, in the order of the file."""
    return [
        (
            child.move.uci(), sorted(child.nags), child.clock(), child.emt(), child.eval(),
            sorted(f"{child.starting_comment} {child.comment}".split()), tree(child),
        )
        for child in node.variations
    ]  # fmt: skip


def read(text: str) -> chess.pgn.Game:
    """Return a game as another program reads it, which finds nothing wrong in it."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return game


@pytest.mark.parametrize("text", a_few(GAMES, 6))
def test_a_game_comes_out_as_it_went_in(run: Run, ask: Callable[..., Any], tmp_path: Path, text: str) -> None:
    file = tmp_path / "in.pgn"
    file.write_text(text, "utf-8")
    taken = ask("import", str(file))
    assert taken["findings"] == []
    first = ask("export", taken["match"], "--pgn")["text"]
    before, after = read(text), read(first)
    assert tree(after) == tree(before)
    assert after.comment == before.comment
    known = {name: value for name, value in before.headers.items() if value not in UNKNOWN}
    assert {name: unescaped(after.headers[name]) for name in known} == known
    file.write_text(first, "utf-8")
    assert ask("export", ask("import", str(file))["match"], "--pgn")["text"] == first
