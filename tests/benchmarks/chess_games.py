"""Whole games of chess against python-chess, with the same work on both sides: pushed move by move, then replayed.

Both read each move in notation and check that it is legal. Ours also records facts, rules and hashes in a ledger
on SQLite, from which a match is rebuilt and moves are taken back. Theirs keeps a board with its stack of moves.

- push: every move of every game, from its algebraic notation. Ours is saved, with the hash of every event.
- replay: every game again from the stored data, with its last move undone and redone. Ours uses the ledger's bytes.

The games are real ones if `TABLESCRIBE_CHESS_GAMES` names files with enough of them. The rest is generated
(`tests/domain/chess/published.py`), and the first line says how many. Process CPU time; a ratio is the median
of the rounds' own ratios, with their quartiles. `python -m tests.benchmarks.chess_games [ROUNDS] [GAMES]`
"""

from __future__ import annotations

import io
import statistics
import sys
import tempfile
from functools import partial
from pathlib import Path

import chess
import chess.pgn

from tablescribe.domain.games import opening
from tablescribe.domain.games.chess.board import position_of
from tablescribe.domain.games.chess.offers import as_action
from tablescribe.domain.games.chess.san import read
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NoChance
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tests.benchmarks.rebuild import seconds, told
from tests.domain.chess.published import how_many_played, some_games
from tests.support import STAMP

Moves = list[str]
"""The moves of a game in notation."""


def written(text: str) -> Moves:
    """Return the main line of a game in algebraic notation."""
    game = chess.pgn.read_game(io.StringIO(text))
    return [node.san() for node in game.mainline()] if game is not None else []


# --- theirs -----------------------------------------------------------------------------------


def push_theirs(games: list[Moves]) -> list[Moves]:
    """Push every move; return the games in UCI notation."""
    kept = []
    for moves in games:
        board = chess.Board()
        for san in moves:
            board.push_san(san)
        kept.append([move.uci() for move in board.move_stack])
    return kept


def replay_theirs(kept: list[Moves]) -> list[str]:
    """Push every move again, undo the last one and redo it; return the final positions."""
    ends = []
    for moves in kept:
        board = chess.Board()
        for uci in moves:
            board.push_uci(uci)
        board.push(board.pop())
        ends.append(board.fen().rpartition(" ")[0])
    return ends


# --- ours -------------------------------------------------------------------------------------


def push_ours(ledger: Ledger, games: list[Moves], name: str, ids: list[str]) -> None:
    """Record every move, and save each game; add the ids of the matches to `ids`."""
    for number, moves in enumerate(games):
        match = Match.open(f"{name}-{number}", opening("chess", 2, {}), [Seat("a", "c"), Seat("b", "c")], STAMP)
        for san in moves:
            action = as_action(read(position_of(match.table), san))
            match.play(match.table.number("turn"), action, NoChance(), STAMP)
        ledger.save(match)
        ids.append(match.id)


def replay_ours(ledger: Ledger, ids: list[str]) -> list[str]:
    """Rebuild every match, undo the last move and redo it; return the final positions."""
    ends = []
    for one in ids:
        match = ledger.match(one)
        head = match.head
        match.take_back(head - 1, STAMP, judge=True)
        match.restore(head, STAMP)
        ends.append(position_of(match.table).fen().rpartition(" ")[0])
    return ends


# --- measuring --------------------------------------------------------------------------------


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    texts = some_games(number)
    games = [moves for moves in map(written, texts) if moves]
    total = sum(map(len, games))
    print(f"{len(games)} games of chess against python-chess, {how_many_played(texts)} of them played by people; "
          f"{total} moves, {rounds} rounds")  # fmt: skip
    pushed, replayed = list[tuple[float, float]](), list[tuple[float, float]]()
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(Path(folder) / "chess.db")
        kept = push_theirs(games)
        for n in range(rounds):
            ids = list[str]()
            ours = partial(push_ours, ledger, games, f"round{n}", ids)
            pushed.append((seconds(partial(push_theirs, games)), seconds(ours)))
            assert replay_ours(ledger, ids) == replay_theirs(kept)
            replayed.append((seconds(partial(replay_theirs, kept)), seconds(partial(replay_ours, ledger, ids))))
    report("push", pushed, total)
    report("replay", replayed, total)


def report(name: str, times: list[tuple[float, float]], total: int) -> None:
    """Print the time per move on both sides, and the ratio."""
    theirs, ours = (statistics.median(pair[n] for pair in times) / total * 1e6 for n in (0, 1))
    ratios = [one[0] / one[1] for one in times]
    print(f"  {name:<8} theirs {theirs:6.1f} µs a move, ours {ours:6.1f} µs   {told(ratios, 2)} their speed")


if __name__ == "__main__":
    main()
