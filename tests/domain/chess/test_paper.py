"""Moves as people write them: letters of other languages, lower case, castling with zeros, annotation signs."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.chess.pgn import reading
from tablescribe.domain.games.chess.position import NAMES, from_fen
from tablescribe.domain.games.chess.san import NoSuchMove, is_written_like_a_move, read, written
from tablescribe.domain.games.chess.shorthand import SHORTHAND, hear
from tablescribe.domain.rules.shorthand import Speaker
from tablescribe.ledger.exchange.recognising import recognised
from tests.domain.chess.table import given

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


# --- letters of the one who types -----------------------------------------------------------------

LETTERS = [
    ("en", "Re2", "rook"), ("it", "Re2", "king"), ("pt", "Re2", "king"), ("de", "Re2", "rook"),
    ("it", "re2", "king"), ("it", "Te2", "rook"), ("pt", "Te2", "rook"), ("de", "Te2", "rook"), ("de", "Ke2", "king"),
    ("it", "Ke2", "king"), ("it", "Db3", "queen"), ("de", "Db3", "queen"), ("it", "Ac4", "bishop"),
    ("pt", "Bc4", "bishop"), ("de", "Lc4", "bishop"), ("it", "Cc3", "knight"), ("pt", "Cc3", "knight"),
    ("de", "Sc3", "knight"), ("it", "Nc3", "knight"), ("en", "Bc4", "bishop"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "word", "kind"), LETTERS)
def test_a_letter_is_the_piece_of_the_language_that_is_typed_in(language: str, word: str, kind: str) -> None:
    found = given(position="k7/8/8/8/8/4R3/8/1N1QKB2 w - - 0 1")
    heard = hear(Speaker(found.opening, found.table, 1, ("Ann", "Ben"), language), [word])
    assert heard is not None
    man = getattr(heard.action, "man")  # noqa: B009
    assert {"b1": "knight", "f1": "bishop", "d1": "queen", "e1": "king", "e3": "rook"}[man] == kind


@pytest.mark.parametrize("language", ["en", "de", "it", "pt"])
def test_what_is_offered_is_read_as_it_is_offered(language: str) -> None:
    found = given(position="r3k2r/1P6/8/8/8/4n3/8/R3K2R w KQkq - 0 1")
    speaker = Speaker(found.opening, found.table, 1, ("Ann", "Ben"), language)
    written = SHORTHAND.written(speaker)
    assert len(written) > 20
    for word, action in written.items():
        heard = hear(speaker, [word])
        assert heard is not None
        assert heard.action == action, word
