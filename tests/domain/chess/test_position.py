"""Legal moves: counted against known numbers, and compared with another program's in each position."""

from __future__ import annotations

import random

import chess
import pytest

from tablescribe.domain.games.chess.position import NAMES, START, Move, Position, from_fen
from tablescribe.domain.games.chess.san import read, written
from tests.depth import ALL, times

POSITIONS = {
    "start": (START, (20, 400, 8902, 197281, 4865609)),
    "castling": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        (48, 2039, 97862, 4085603, 193690690),
    ),
    "passing": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238, 674624)),
    "promotion": (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        (6, 264, 9467, 422333, 15833292),
    ),
    "trap": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379, 2103487, 89941194)),
    "middle": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        (46, 2079, 89890, 3894594, 164075551),
    ),
}
"""The positions by which chess programs are tested, with how many ways there are to play one to five moves."""

DEEPEST = 5 if ALL else 3
SMALL = {"start", "passing"}


def ways(position: Position, depth: int, known: dict[tuple[Position, int], int]) -> int:
    """Return the number of sequences of this many moves (perft)."""
    if depth == 1:
        return sum(1 for _ in position.legal())
    if (found := known.get((position, depth))) is None:
        found = known[position, depth] = sum(ways(position.after(one), depth - 1, known) for one in position.legal())
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_there_are_as_many_ways_to_move_as_all_programs_count(name: str) -> None:
    fen, counts = POSITIONS[name]
    position = from_fen(fen)
    depth = DEEPEST if ALL or name in SMALL else 2
    if ALL and name not in SMALL:
        depth = 4  # five were counted once; they take most of an hour
    for n in range(1, depth + 1):
        assert ways(position, n, {}) == counts[n - 1], f"{n} moves from {fen}"


def game(number: int) -> list[tuple[Position, Move]]:
    """Return the moves of a random game that likes captures, with the positions before them."""
    choose, position, played = random.Random(number), from_fen(START), list[tuple[Position, Move]]()
    while position.has_move and len(played) < 200:
        legal = sorted(position.legal())
        taking = [one for one in legal if position.board[one.to] != "."]
        move = choose.choice(taking if taking and choose.random() < 0.3 else legal)
        played.append((position, move))
        position = position.after(move)
    return played


@pytest.mark.parametrize("number", range(times(6, 500)))
def test_every_move_of_a_game_is_what_another_program_makes_of_it(number: int) -> None:
    other = chess.Board()
    for position, move in game(number):
        ours = {NAMES[one.man] + NAMES[one.to] + one.promote.lower() for one in position.legal()}
        assert ours == {one.uci() for one in other.legal_moves}, other.fen()
        assert position.is_check == other.is_check()
        assert position.fen(other.fullmove_number) == other.fen()
        uci = chess.Move.from_uci(NAMES[move.man] + NAMES[move.to] + move.promote.lower())
        san = other.san(uci)
        assert written(position, move) == san
        assert read(position, san) == move
        other.push(uci)
        after = position.after(move)
        assert after.can_mate(True) is not other.has_insufficient_material(chess.WHITE)
        assert after.can_mate(False) is not other.has_insufficient_material(chess.BLACK)
        assert (after.is_mate, after.is_stalemate) == (other.is_checkmate(), other.is_stalemate())


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "one king"), ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "king and rook"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "first or last rank"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "cannot be in check"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "passed that square"), ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "eight ranks"), ("4k3 w", "six fields"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "more pieces"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_with_the_reason(fen: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        from_fen(fen)
