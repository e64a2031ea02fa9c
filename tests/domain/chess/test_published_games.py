"""Whole games: every move, position and result equals that of another program."""

from __future__ import annotations

import io

import chess
import chess.pgn
import pytest

from tablescribe.domain.games.chess.actions import Move
from tablescribe.domain.games.chess.board import NUMBERED, position_of
from tablescribe.domain.games.chess.pgn.importing import script
from tests.depth import ALL
from tests.domain.chess.published import how_many_played, some_games
from tests.domain.chess.table import given
from tests.support import STAMP, do

GAMES = some_games(500 if ALL else 16)


def test_some_of_the_games_were_really_played() -> None:
    assert how_many_played(GAMES) >= 13


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_position_of_a_game_is_what_another_program_makes_of_it(number: int) -> None:
    other = chess.pgn.read_game(io.StringIO(GAMES[number]))
    assert other is not None
    assert not other.errors
    told = script(GAMES[number])
    match, board = given(**told.options), other.board()
    for step, node in zip(main_line(GAMES[number]), other.mainline(), strict=True):
        assert (step.man + step.to, step.promote or "") == uci(node.move)
        assert node.move in board.legal_moves
        do(match, match.table.number("turn"), step)
        board.push(node.move)
        assert position_of(match.table).fen(match.table.number(NUMBERED)) == board.fen()
        assert (step.clock, step.spent) == (milliseconds(node.clock()), milliseconds(node.emt()))
    ended = board.outcome()
    assert match.is_over == (ended is not None)
    if ended is not None:
        winners = () if ended.winner is None else ((1,) if ended.winner else (2,))
        assert match.close(STAMP).result.winners == winners


def main_line(text: str) -> list[Move]:
    """Return the moves of a game that count."""
    found: list[Move] = []
    for step in script(text).steps():
        del found[len(found) - step.back :]
        if isinstance(step.action, Move):
            found.append(step.action)
    return found


def uci(move: chess.Move) -> tuple[str, str]:
    """Return a move in UCI notation."""
    kind = chess.piece_name(move.promotion) if move.promotion else ""
    return chess.square_name(move.from_square) + chess.square_name(move.to_square), kind


def milliseconds(seconds: float | None) -> int | None:
    """Return a time in whole milliseconds."""
    return None if seconds is None else round(seconds * 1000)
