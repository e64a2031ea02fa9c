"""A chess position and its legal moves (articles 3 and 5 of the Laws).

Squares are numbered 0 to 63, a1 to h8 rank by rank. A piece is a letter of Forsyth-Edwards Notation: `P` is a white
pawn, `p` a black one, `.` an empty square. This module does not depend on tables, seats or matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import msgspec

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The initial position (CH-2.3)."""

FILES, RANKS = "abcdefgh", "12345678"
NAMES = tuple(file + rank for rank in RANKS for file in FILES)
"""The names of the squares, by their number."""

NUMBER = {name: square for square, name in enumerate(NAMES)}
"""The numbers of the squares, by their name."""

EMPTY = "."
STRAIGHT, DIAGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
DIRECTIONS = {"B": DIAGONAL, "R": STRAIGHT}
PROMOTIONS = "QRBN"


def _reached(steps: tuple[tuple[int, int], ...], most: int = 1) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return, for each square and each direction, the squares reached in order, up to `most` steps."""
    return tuple(tuple(line for dx, dy in steps if (line := _line(square, dx, dy, most))) for square in range(64))


def _line(square: int, dx: int, dy: int, most: int) -> tuple[int, ...]:
    across, up = _room(square % 8, dx, most), _room(square // 8, dy, most)
    step = dx + 8 * dy
    return tuple(range(square + step, square + step * (min(across, up) + 1), step))


def _room(at: int, step: int, most: int) -> int:
    """Return how many steps the board has room for along a file or rank, at most `most`."""
    return min(most, (7 - at) // step if step > 0 else at // -step) if step else most


def _joined(lines: tuple[tuple[tuple[int, ...], ...], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(square for line in found for square in line) for found in lines)


LINES = {kind: _reached(steps, 7) for kind, steps in DIRECTIONS.items()}
LINES["Q"] = tuple(straight + diagonal for straight, diagonal in zip(LINES["R"], LINES["B"], strict=True))
KNIGHTS = _joined(_reached(LEAPS))
KINGS = tuple(tuple(line[0] for line in lines) for lines in LINES["Q"])
TAKES = {white: _joined(_reached(((-1, up), (1, up)))) for white, up in ((True, 1), (False, -1))}
"""The squares that a pawn attacks, by its colour (whether white) and its square."""


class Castling(NamedTuple):
    """One of the four ways to castle: letter of the right, squares of king and rook before and after."""

    right: str
    king: int
    to: int
    rook: int
    rook_to: int

    @property
    def between(self) -> range:
        """The squares between king and rook."""
        return range(min(self.king, self.rook) + 1, max(self.king, self.rook))

    @property
    def crossed(self) -> range:
        """The king's square, the squares it crosses, and its destination."""
        return range(min(self.king, self.to), max(self.king, self.to) + 1)


CASTLINGS = (
    Castling("K", 4, 6, 7, 5), Castling("Q", 4, 2, 0, 3), Castling("k", 60, 62, 63, 61), Castling("q", 60, 58, 56, 59),
)  # fmt: skip
CASTLING = {(one.king, one.to): one for one in CASTLINGS}
LOSES = {4: "KQ", 0: "Q", 7: "K", 60: "kq", 56: "q", 63: "k"}
"""The castling rights lost when a piece leaves a square or is captured on it."""


class Move(NamedTuple):
    """A move from one square to another, with the letter of the promoted piece (`Q`), if any."""

    man: int
    to: int
    promote: str = ""


class Position(msgspec.Struct, frozen=True, dict=True):
    """A position: everything that makes two positions equal (CH-9.2.2), and the count for the fifty-move rule.

    Attributes:
        board: the pieces on the 64 squares.
        white: whether white has the move.
        castling: the remaining castling rights, some of `KQkq`.
        passed: the en passant square, which a pawn has just passed over; -1: none.
        quiet: the number of moves by either player since the last pawn move or capture.
    """

    board: tuple[str, ...]
    white: bool
    castling: str
    passed: int = -1
    quiet: int = 0

    # --- reading ----------------------------------------------------------------------------------

    def is_own(self, square: int, *, white: bool | None = None) -> bool:
        """Return whether a square has a piece of the side to move, or of the given side."""
        piece = self.board[square]
        return piece != EMPTY and piece.isupper() == (self.white if white is None else white)

    def king(self, white: bool) -> int:
        """Return the square of a king; -1 if it is not on the board."""
        letter = "K" if white else "k"
        return self.board.index(letter) if letter in self.board else -1

    def attackers(self, square: int, by_white: bool) -> Iterator[int]:
        """Yield the squares from which a side attacks a square (CH-3.1.2)."""
        board, case = self.board, str.upper if by_white else str.lower
        pawn, knight, king, queen = case("p"), case("n"), case("k"), case("q")
        yield from (one for one in TAKES[not by_white][square] if board[one] == pawn)
        yield from (one for one in KNIGHTS[square] if board[one] == knight)
        yield from (one for one in KINGS[square] if board[one] == king)
        for kind in "BR":
            mine = (case(kind), queen)
            for line in LINES[kind][square]:
                for one in line:
                    if board[one] != EMPTY:
                        if board[one] in mine:
                            yield one
                        break

    def is_attacked(self, square: int, by_white: bool) -> bool:
        """Return whether a side attacks a square."""
        return next(self.attackers(square, by_white), None) is not None

    @cached_property
    def is_check(self) -> bool:
        """Whether the king of the side to move is in check (CH-3.9.1)."""
        king = self.king(self.white)
        return king >= 0 and self.is_attacked(king, not self.white)

    # --- moves ------------------------------------------------------------------------------------

    def reached(self, man: int) -> Iterator[int]:
        """Yield the squares that the piece on a square can reach, without castling (CH-3.2 to CH-3.8.1)."""
        piece, board = self.board[man], self.board
        white, kind = piece.isupper(), piece.upper()
        if kind == "P":
            yield from self._pawn(man, white)
        elif kind in "NK":
            yield from (to for to in (KNIGHTS if kind == "N" else KINGS)[man] if not self.is_own(to, white=white))
        else:
            for line in LINES[kind][man]:
                for to in line:
                    if board[to] == EMPTY:
                        yield to
                        continue
                    if board[to].isupper() != white:
                        yield to
                    break

    def _pawn(self, man: int, white: bool) -> Iterator[int]:
        """Yield the squares that a pawn can reach (CH-3.7.1 to CH-3.7.3.2)."""
        ahead = man + (8 if white else -8)
        if 0 <= ahead < 64 and self.board[ahead] == EMPTY:
            yield ahead
            twice = ahead + (8 if white else -8)
            if man // 8 == (1 if white else 6) and self.board[twice] == EMPTY:
                yield twice
        for to in TAKES[white][man]:
            if self.is_own(to, white=not white) or (to == self.passed and self.board[to] == EMPTY):
                yield to

    def castlings(self) -> Iterator[Castling]:
        """Yield the castlings that are possible now (CH-3.8.2)."""
        for one in CASTLINGS:
            if one.right in self.castling and one.right.isupper() == self.white and not self.is_prevented(one):
                yield one

    def is_prevented(self, one: Castling) -> bool:
        """Return whether a castling is temporarily prevented, by pieces between or by an attack (CH-3.8.2.2)."""
        return any(self.board[square] != EMPTY for square in one.between) or any(
            self.is_attacked(square, not self.white) for square in one.crossed
        )

    def legal(self) -> Iterator[Move]:
        """Yield the legal moves (CH-3.10.1)."""
        king, check = self.king(self.white), self.is_check
        pinned = self._shielding(king) if king >= 0 else frozenset()
        for man in range(64):
            if not self.is_own(man):
                continue
            for to in self.reached(man):
                doubtful = check or man == king or man in pinned or to == self.passed
                if doubtful and self.exposes(Move(man, to)):
                    continue
                if self.is_promotion(man, to):
                    yield from (Move(man, to, letter) for letter in PROMOTIONS)
                else:
                    yield Move(man, to)
        yield from (Move(one.king, one.to) for one in self.castlings())

    def _shielding(self, king: int) -> frozenset[int]:
        """Return the own pieces nearest to the king on each line. Only moves of these can expose the king."""
        first = (next((one for one in line if self.board[one] != EMPTY), -1) for line in LINES["Q"][king])
        return frozenset(one for one in first if one >= 0 and self.is_own(one))

    def is_promotion(self, man: int, to: int) -> bool:
        """Return whether a move takes a pawn to the last rank (CH-3.7.3.3)."""
        return to // 8 in (0, 7) and self.board[man].upper() == "P"

    def exposes(self, move: Move) -> bool:
        """Return whether a move leaves or puts the own king in check (CH-3.9.2)."""
        after = self.after(move)
        king = after.king(self.white)
        return king >= 0 and after.is_attacked(king, not self.white)

    def after(self, move: Move) -> Position:
        """Return the position that a move leads to, legal or not."""
        board = list(self.board)
        man, to = move.man, move.to
        piece, taken = board[man], board[to]
        board[man], board[to] = EMPTY, piece
        is_pawn, passed = piece.upper() == "P", -1
        if is_pawn and to == self.passed and taken == EMPTY and (to - man) % 8:
            board[to + (-8 if piece == "P" else 8)] = EMPTY
        elif is_pawn and abs(to - man) == 16:
            passed = (man + to) // 2
        elif is_pawn and to // 8 in (0, 7):
            letter = move.promote or "Q"
            board[to] = letter if piece == "P" else letter.lower()
        elif piece.upper() == "K" and (one := CASTLING.get((man, to))) and one.right in self.castling:
            board[one.rook], board[one.rook_to] = EMPTY, board[one.rook]
        lost = LOSES.get(man, "") + LOSES.get(to, "")
        castling = "".join(one for one in self.castling if one not in lost) if lost else self.castling
        quiet = 0 if is_pawn or taken != EMPTY else self.quiet + 1
        return Position(tuple(board), not self.white, castling, passed, quiet)

    # --- how it ends ------------------------------------------------------------------------------

    @cached_property
    def has_move(self) -> bool:
        """Whether the side to move has a legal move."""
        return next(self.legal(), None) is not None

    @property
    def is_mate(self) -> bool:
        """Whether the side to move is checkmated (CH-5.1.1)."""
        return self.is_check and not self.has_move

    @property
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move, and its king is not in check (CH-5.2.1)."""
        return not self.is_check and not self.has_move

    def can_mate(self, white: bool) -> bool:
        """Return whether a side's pieces could mate by some series of moves, judged by material only.

        Squares are not considered, so locked pawns are not recognised.
        """
        own = "".join(one for one in self.board if one != EMPTY and one.isupper() == white).upper().replace("K", "")
        other = "".join(one for one in self.board if one != EMPTY and one.isupper() != white).upper().replace("K", "")
        if any(one in own for one in "PRQ"):
            return True
        if "N" in own:
            # A lone knight can mate only if the king's own pieces, other than queens, block its last squares.
            return len(own) > 1 or bool(set(other) & set("PRBN"))
        if "B" in own:
            # Bishops on one colour cannot cover the other colour's squares: other pieces must block or attack them.
            return len(self._bishops_colours()) > 1 or bool(set(other) & set("PN"))
        return False

    def _bishops_colours(self) -> set[int]:
        """Return the square colours of all bishops of either side."""
        return {(square + square // 8) % 2 for square, one in enumerate(self.board) if one in "Bb"}

    @property
    def is_dead(self) -> bool:
        """Whether neither side can mate, judged by material only (CH-5.2.2)."""
        return not self.can_mate(True) and not self.can_mate(False)

    # --- writing ----------------------------------------------------------------------------------

    @cached_property
    def key(self) -> str:
        """The key for repetition (CH-9.2.2): pieces, the player to move, and the possible moves.

        The en passant square counts only if a pawn can really be captured there (CH-9.2.3.1).
        """
        return " ".join(self.fen().split()[:4])

    @property
    def is_passed(self) -> bool:
        """Whether a pawn attacks the en passant square, whether or not the capture is legal."""
        return self.passed >= 0 and any(
            self.is_own(man) and self.board[man].upper() == "P" for man in TAKES[not self.white][self.passed]
        )

    def takes_in_passing(self) -> bool:
        """Return whether a pawn can legally capture en passant."""
        return self.passed >= 0 and any(
            self.is_own(man) and self.board[man].upper() == "P" and not self.exposes(Move(man, self.passed))
            for man in TAKES[not self.white][self.passed]
        )

    def fen(self, number: int = 1) -> str:
        """Return the position in Forsyth-Edwards Notation; the en passant square only if a capture there is legal."""
        ranks = ("".join(self.board[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1))
        placed = re.sub(r"\.+", lambda found: str(len(found[0])), "/".join(ranks))
        passed = NAMES[self.passed] if self.takes_in_passing() else "-"
        return f"{placed} {'w' if self.white else 'b'} {self.castling or '-'} {passed} {self.quiet} {number}"


def from_fen(text: str) -> Position:
    """Parse a position in Forsyth-Edwards Notation.

    Raises:
        ValueError: the text does not have that form, or the position is impossible; the message says why.
    """
    fields = text.split()
    if len(fields) == 4:
        fields += ["0", "1"]
    if len(fields) != 6:
        raise ValueError("a position has six fields: pieces, w or b, castling, square passed, quiet moves, move number")
    placed, to_move, castling, passed, quiet, _ = fields
    rows = [re.sub("[1-8]", lambda found: EMPTY * int(found[0]), row) for row in placed.split("/")]
    if len(rows) != 8 or any(len(row) != 8 or set(row) - set("PNBRQKpnbrqk.") for row in rows):
        raise ValueError("the pieces are eight ranks of eight squares, from rank 8 to rank 1, in letters PNBRQKpnbrqk")
    if to_move not in ("w", "b") or not re.fullmatch(r"-|K?Q?k?q?", castling) or not castling:
        raise ValueError("after the pieces come w or b, and the rights to castle: KQkq, some of them, or -")
    if not re.fullmatch(r"-|[a-h][36]", passed) or not re.fullmatch(r"[0-9]{1,3}", quiet):
        raise ValueError("then come the square that a pawn has passed, such as e3, or -, and the number of quiet moves")
    board = tuple("".join(reversed(rows)))
    position = Position(
        board, to_move == "w", castling.strip("-"), NUMBER.get(passed, -1), min(int(quiet), 149)
    )  # fmt: skip
    _must_be_possible(position)
    return position


def _must_be_possible(position: Position) -> None:
    """Refuse an impossible position.

    Raises:
        ValueError: the position is impossible; the message says why.
    """
    board = position.board
    for white, side in ((True, "white"), (False, "black")):
        own = [one.upper() for one in board if one != EMPTY and one.isupper() == white]
        if own.count("K") != 1:
            raise ValueError(f"{side} must have one king")
        promoted = sum(max(0, own.count(kind) - n) for kind, n in (("Q", 1), ("R", 2), ("B", 2), ("N", 2)))
        if own.count("P") + promoted > 8:
            raise ValueError(f"{side} has more pieces than its pawns could have become")
    if any(one in "Pp" for one in board[:8] + board[56:]):
        raise ValueError("no pawn stands on the first or last rank")
    for one in CASTLINGS:
        king, rook = ("K", "R") if one.right.isupper() else ("k", "r")
        if one.right in position.castling and (board[one.king], board[one.rook]) != (king, rook):
            raise ValueError("a right to castle needs king and rook on their first squares")
    if position.is_attacked(position.king(not position.white), position.white):
        raise ValueError("the king of the player who has just moved cannot be in check")
    passed = position.passed
    if passed >= 0:
        up = 8 if position.white else -8
        pawn = "p" if position.white else "P"
        rank = 5 if position.white else 2
        if passed // 8 != rank or board[passed] != EMPTY or board[passed - up] != pawn or board[passed + up] != EMPTY:
            raise ValueError("no pawn has just passed that square")
