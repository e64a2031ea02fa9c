"""Moves as people write them on paper: letters of other languages, small letters, castling in noughts, signs apart."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.chess.pgn import reading
from tablescribe.domain.games.chess.position import NAMES, from_fen
from tablescribe.domain.games.chess.san import NoSuchMove, is_written_like_a_move, read, written
from tablescribe.ledger.exchange.recognising import recognised

START = from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
OPEN = from_fen("r3k2r/1P3pp1/8/3pP3/8/5N2/1PPQ1PP1/R3K2R w KQkq d6 0 1")


@pytest.mark.parametrize(
    ("word", "moved"),
    [
        ("Sf3", "Nf3"), ("Cf3", "Nf3"), ("nf3", "Nf3"), ("sf3", "Nf3"), ("Sg1-f3", "Nf3"), ("Ng1f3", "Nf3"),
        ("e2-e4", "e4"), ("e2 e4", ""), ("Nf3 +", "Nf3"), ("Nf3!", "Nf3"),
    ],
)  # fmt: skip
def test_the_first_move_is_read_as_paper_has_it(word: str, moved: str) -> None:
    if not moved:
        assert not is_written_like_a_move(word), "two words are two squares, which the prompt reads"
        return
    assert written(START, read(START, word)) == moved


@pytest.mark.parametrize(
    ("word", "to"),
    [
        ("exd6e.p.", "d6"), ("exd6 e.p.", "d6"), ("exd6ep", "d6"), ("exd6 (e.p.)", "d6"), ("e5:d6", "d6"),
        ("0-0", "g1"),
        ("o-o-o", "c1"), ("0-0-0", "c1"), ("Dd5:", ""), ("Dxd5", "d5"), ("Txh8+", "h8"), ("b8D", "b8"), ("b8=S", "b8"),
        ("bxa8=T", "a8"), ("bxa8=L", "a8"),
    ],
)  # fmt: skip
def test_slips_of_a_score_sheet_are_read(word: str, to: str) -> None:
    if not to:
        with pytest.raises(NoSuchMove, match="not written like a move"):
            read(OPEN, word)
        return
    assert NAMES[read(OPEN, word).to] == to


@pytest.mark.parametrize("word", ["resign", "settle", "leg", "draw", "Salz", "b", ""])
def test_words_stay_words(word: str) -> None:
    assert not is_written_like_a_move(word)


def test_a_pawn_that_stands_on_b_is_no_bishop() -> None:
    assert written(START, read(START, "b4")) == "b4"
    with pytest.raises(NoSuchMove):
        read(START, "bc4")


@pytest.mark.parametrize(
    ("text", "moves", "result"),
    [
        ("1. e4 e5 2. Sf3 + Sc6 1:0", ["e4", "e5", "Sf3", "Sc6"], "1-0"),
        ("1. e4 d5 2. e5 f5 3. exf6 ep 0–1", ["e4", "d5", "e5", "f5", "exf6"], "0-1"),
        ("1. e4 e5 ½:½", ["e4", "e5"], "½-½"), ("1. e4 e5 2. 0-0", ["e4", "e5", "0-0"], "*"),
    ],
)  # fmt: skip
def test_signs_beside_moves_are_no_moves(text: str, moves: list[str], result: str) -> None:
    game = reading.read(text)
    assert ([move.word for move in game.moves], game.result) == (moves, result)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("1. e4 e5 2. Sf3", "pgn"), ("1.e2-e4 e7-e5", "pgn"), ("\n 1. Ng1f3 d5", "pgn"), ("1. item, two, three", "table"),
     ("1.5 2.5", "unknown"), ("1. e", "unknown")],
)  # fmt: skip
def test_moves_without_tags_are_a_game_of_chess(text: str, kind: str) -> None:
    assert recognised(text.encode()) == kind
