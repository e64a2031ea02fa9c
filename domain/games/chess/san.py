"""Algebraic notation (Appendix C of the Laws; SAN in PGN): parsing and writing moves."""

from __future__ import annotations

import re

from tablescribe.domain.games.chess.board import at, piece
from tablescribe.domain.games.chess.letters import lettered
from tablescribe.domain.games.chess.position import CASTLING, EMPTY, NAMES, NUMBER, Move, Position
from tablescribe.domain.words.text import Spoken, Text, Thing, listed, say

FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")

WRITTEN = re.compile(
    r"(?P<piece>[KQRBNP])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x:]?(?P<to>[a-h][1-8])(?:=?\(?(?P<promote>[QRBNqrbn])\)?)?"
)
CASTLES = {"O-O": 2, "O-O-O": -2}

LETTERS = {"S": "N", "L": "B", "D": "Q", "T": "R", "C": "N", "A": "B"}
"""English letters for German, Italian and Portuguese letters of pieces that mean no other piece in English."""

OWN_LETTERS: dict[str, dict[str, str]] = {
    "de": {"K": "K", "D": "Q", "T": "R", "L": "B", "S": "N"},
    "it": {"R": "K", "D": "Q", "T": "R", "A": "B", "C": "N"},
    "pt": {"R": "K", "D": "Q", "T": "R", "B": "B", "C": "N"},
}
"""Letters of pieces by language, with the English ones. For example, an Italian R is a king (re), not a rook."""

SMALL = "nrqkslt"
"""Letters of pieces that are not files, so that they may be lower case."""

PASSING = re.compile(r"\s*\(?e\.?p\.?\)?$")


class NoSuchMove(Spoken, ValueError):
    """The words have the form of a move but do not denote a legal one.

    Attributes:
        said: the reason.
        move: the illegal move that they denote; `None` if they denote none.
    """

    code = "chess.no_such_move"

    def __init__(self, text: Text, move: Move | None = None) -> None:
        super().__init__(text)
        self.said = text
        self.move = move


def is_written_like_a_move(word: str) -> bool:
    """Return whether a word has the form of a move: `Nf3`, `exd8=Q+`, `0-0`."""
    bare = stripped(word)
    return bare in CASTLES or WRITTEN.fullmatch(bare) is not None


def stripped(word: str) -> str:
    """Return a move in English letters, without annotations (check and mate signs, `!`, `?`, `e.p.`)."""
    bare = PASSING.sub("", word.translate(FIGURINES).strip().rstrip("+#!?†‡ ")).rstrip("+#!?†‡ ")
    castles = bare.upper().replace("0", "O")
    return castles if castles in CASTLES else in_english(bare)


def in_english(bare: str) -> str:
    """Return a move in English letters: `Nf3` for `Sf3` and `nf3`, `e8=Q` for `e8=D`."""
    first, end = bare[:1], bare[-1:]
    first = first.upper() if first in SMALL else first
    english = LETTERS.get(first, first) + bare[1:-1] + LETTERS.get(end, end) if len(bare) > 1 else bare
    return english if WRITTEN.fullmatch(english) else bare


def from_letters_of(language: str, word: str) -> str:
    """Return a move in English letters, given the language it is written in."""
    first = word[:1].upper() if word[:1] in SMALL else word[:1]
    letter = OWN_LETTERS.get(language, {}).get(first, "")
    return letter + word[1:] if letter and WRITTEN.fullmatch(stripped(letter + word[1:])) else word


def in_letters_of(language: str, word: str) -> str:
    """Return a move in the letters of a language: `Sf3` for `Nf3`, `e8=D` for `e8=Q`."""
    own = {english: letter for letter, english in OWN_LETTERS.get(language, {}).items()}
    if word in CASTLES or not own:
        return word
    before, equals, piece = word.partition("=")
    return own.get(before[:1], before[:1]) + before[1:] + equals + own.get(piece[:1], piece[:1]) + piece[1:]


def read(position: Position, word: str) -> Move:
    """Parse a move.

    Raises:
        NoSuchMove: no move matches, several do, or the one that does is illegal.
    """
    bare = stripped(word)
    legal = list(position.legal())
    if bare in CASTLES:
        king = position.king(position.white)
        move = Move(king, king + CASTLES[bare]) if king >= 0 else None
        if move in legal:
            return move
        raise NoSuchMove(say("castling is not legal now"), move if move and move[:2] in CASTLING else None)
    found = WRITTEN.fullmatch(bare)
    if found is None:
        raise NoSuchMove(say("{word} is not written like a move, such as e4, Nf3, exd5, O-O or e8=Q", word=word))
    fitting = [one for one in legal if means(position, found, one)]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        ways = listed(lettered(written(position, one)) for one in fitting)
        raise NoSuchMove(say("{word} is ambiguous: write {moves}", word=word, moves=ways))
    raise forbidden(position, found, word)


def means(position: Position, found: re.Match[str], one: Move) -> bool:
    """Return whether written text can denote a move."""
    kind, promote = position.board[one.man].upper(), (found["promote"] or "").upper()
    from_square = NAMES[one.man]
    # "e2e4" and "e7e8q", the format of programs, name the square without the piece.
    said = found["piece"] or (kind if found["file"] and found["rank"] else "P")
    return (
        kind == said
        and NAMES[one.to] == found["to"]
        and found["file"] in (None, from_square[0])
        and found["rank"] in (None, from_square[1])
        and promote == one.promote
    )


def forbidden(position: Position, found: re.Match[str], word: str) -> NoSuchMove:
    """Return the error for text that denotes no legal move, with the illegal move if only one piece fits."""
    to = NUMBER[found["to"]]
    kind = found["piece"] or "P"
    letter = kind if position.white else kind.lower()
    named = found["file"] and found["rank"]
    men = (
        [NUMBER[found["file"] + found["rank"]]]
        if named
        else [
            man
            for man, one in enumerate(position.board)
            if one == letter and found["file"] in (None, NAMES[man][0]) and found["rank"] in (None, NAMES[man][1])
        ]
    )
    men = [man for man in men if position.board[man] != EMPTY]
    near = [man for man in men if to in position.reached(man)] or men
    promote = (found["promote"] or "").upper()
    if len(near) == 1:
        return NoSuchMove(say("{word} is not legal now", word=word), Move(near[0], to, promote))
    if not men:
        return NoSuchMove(say("{word}: there is no such piece", word=word))
    squares = listed(Thing(at(man)) for man in near)
    return NoSuchMove(say("{word}: the {piece} on {squares} cannot move there", word=word, piece=Thing(piece(letter)),
                          squares=squares))  # fmt: skip


def written(position: Position, move: Move) -> str:
    """Return a legal move in algebraic notation (Appendix C.8 to C.12): `Nbd2`, `exd6`, `O-O`, `e8=Q+`, `Qh7#`."""
    after = position.after(move)
    sign = ("" if not after.is_check else "+") if after.has_move else ("#" if after.is_check else "")
    return _moved(position, move) + sign


def _moved(position: Position, move: Move) -> str:
    kind, to = position.board[move.man].upper(), NAMES[move.to]
    if kind == "K" and (move.man, move.to) in CASTLING and abs(move.to - move.man) == 2:
        return "O-O" if move.to > move.man else "O-O-O"
    takes = "x" if position.board[move.to] != EMPTY or (kind == "P" and (move.to - move.man) % 8) else ""
    if kind == "P":
        return (NAMES[move.man][0] + "x" if takes else "") + to + (f"={move.promote}" if move.promote else "")
    return kind + _which(position, move, kind) + takes + to


def _which(position: Position, move: Move, kind: str) -> str:
    """Return the disambiguation of a piece from others that can move to the same square: file, rank, or both."""
    name = NAMES[move.man]
    others = [
        NAMES[one.man]
        for one in position.legal()
        if one.to == move.to and one.man != move.man and position.board[one.man].upper() == kind
    ]
    if not others:
        return ""
    if all(other[0] != name[0] for other in others):
        return name[0]
    return name[1] if all(other[1] != name[1] for other in others) else name
