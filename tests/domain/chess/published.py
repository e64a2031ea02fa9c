"""Games of chess for tests and benchmarks: real ones, and generated ones.

`historic.pgn` has games from 1750 to 1923, written from memory: the tests use their moves, not their history.
More real games are read from the files that `TABLESCRIBE_CHESS_GAMES` names, one path or several separated by `:`.
Collections of games are large, and few may be redistributed, so none is kept here. Generated games say so in their tag
`Event`. Like published ones, they have clock times, evaluations, comments, signs and variations.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn

from tablescribe.domain.games.chess.pgn.reading import games

VARIABLE = "TABLESCRIBE_CHESS_GAMES"
HISTORIC = Path(__file__).with_name("historic.pgn")
MADE_UP = "Made up"

MOST_MOVES = 120
"""Maximum number of moves in a generated game, of both players together."""


def played() -> Iterator[str]:
    """Yield real games as PGN."""
    for path in (HISTORIC, *map(Path, filter(None, os.environ.get(VARIABLE, "").split(":")))):
        for _, text in games(path.read_text("utf-8")):
            yield text


def some_games(number: int) -> list[str]:
    """Return this many games as PGN: real ones first, then generated ones."""
    found = [text for text, _ in zip(played(), range(number), strict=False)]
    return found + [made_up(seed) for seed in range(number - len(found))]


def how_many_played(found: list[str]) -> int:
    """Return how many of these games are real."""
    return sum(f'[Event "{MADE_UP}"]' not in text for text in found)


def made_up(seed: int) -> str:
    """Return a random legal game with the annotations of published ones."""
    choose = random.Random(seed)
    game = chess.pgn.Game({"Event": MADE_UP, "Site": "?", "Round": f"{seed + 1}", "White": "Ann", "Black": "Ben"})
    game.headers["WhiteElo"], game.headers["Annotator"] = f"{choose.randrange(800, 2800)}", 'an "odd" name'
    node: chess.pgn.GameNode = game
    left = [180.0, 180.0]
    board = game.board()
    while not board.is_game_over() and board.ply() < choose.choice((MOST_MOVES, MOST_MOVES, 20)):
        before = board.copy()
        move = pick(board, choose)
        if choose.random() < 0.05:
            aside(node, before, choose)
        main = node.add_main_variation(move)
        board.push(move)
        left[before.turn] = max(left[before.turn] - choose.randrange(40) / 10, 0.1)
        dress(main, left[before.turn], choose)
        node = main
    game.headers["Result"] = board.result() if board.is_game_over() else choose.choice(("1-0", "0-1", "1/2-1/2"))
    return str(game)


def pick(board: chess.Board, choose: random.Random) -> chess.Move:
    """Return a legal move, with a preference for captures."""
    legal = sorted(board.legal_moves, key=chess.Move.uci)
    taking = [one for one in legal if board.is_capture(one)]
    return choose.choice(taking if taking and choose.random() < 0.3 else legal)


def aside(node: chess.pgn.GameNode, board: chess.Board, choose: random.Random) -> None:
    """Add a variation of some moves as an alternative to the next one."""
    board = board.copy()
    for n in range(choose.randrange(1, 5)):
        if board.is_game_over():
            return
        move = pick(board, choose)
        node = node.add_variation(move, starting_comment="better is" if n == 0 and choose.random() < 0.3 else "")
        board.push(move)


def dress(node: chess.pgn.ChildNode, left: float, choose: random.Random) -> None:
    """Add comments, signs, an evaluation and clock times to some moves."""
    if choose.random() < 0.1:
        node.comment = choose.choice(("a novelty", "[%csl Gd4] the square", "why not; it is (nearly) lost"))
    if choose.random() < 0.1:
        node.nags.update(choose.sample((1, 2, 3, 4, 5, 6, 14, 146), 2))
    if choose.random() < 0.2:
        node.set_eval(chess.engine.PovScore(chess.engine.Cp(choose.randrange(-300, 300)), chess.WHITE))
    if choose.random() < 0.9:
        node.set_clock(round(left, 1))
    if choose.random() < 0.1:
        node.set_emt(choose.randrange(60))
