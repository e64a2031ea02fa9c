"""Pieces have the letters of the reader's language in sentences, and English letters in data."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.chess.letters import lettered
from tablescribe.domain.games.chess.san import in_letters_of
from tablescribe.replays.reading.reader import Reader

MOVES = ("K", "Kxe2+", "Qh4#", "R1a3", "Bb5", "Nbd2", "e4", "exd8=Q+", "bxa8=N", "O-O", "O-O-O#")


@pytest.mark.parametrize("language", ["en", "de", "it", "pt"])
@pytest.mark.parametrize("move", MOVES)
def test_a_move_is_told_as_it_is_typed_in_each_language(language: str, move: str) -> None:
    reader = Reader(opening("chess", 2), language)
    assert reader.tell(lettered(move)) == in_letters_of(language, move)
    assert str(lettered(move)) == move
