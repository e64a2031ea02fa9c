"""Check whether a move is legal, piece by piece in the order of article 3, and name the article that forbids it."""

from __future__ import annotations

from tablescribe.domain.games.chess.board import at, piece
from tablescribe.domain.games.chess.position import CASTLING, EMPTY, KINGS, KNIGHTS, TAKES, Castling, Move, Position
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Text, Thing, say


def must_be_legal(play: Play, position: Position, move: Move, *, claimed: bool = False) -> None:
    """Require that a move is legal by article 3; with `claimed`, the promotion need not be given yet.

    Raises:
        Impossible: there is no piece on the square.
    """
    letter = position.board[move.man]
    if letter == EMPTY:
        raise Impossible(say("there is no piece on {square}", square=Thing(at(move.man))))
    own = position.is_own(move.man)
    play.require("CH-1.3", own, say("the piece on {square} is your opponent's", square=Thing(at(move.man))))
    castling = castling_of(position, move)
    if castling is not None:
        must_be_able_to_castle(play, position, castling)
        return
    must_not_stand_there(play, position, move)
    RULES[letter.upper()](play, position, move)
    if not claimed:
        must_say_what_it_becomes(play, position, move)
    exposed = position.exposes(move) and own
    play.require("CH-3.9.2", not exposed, exposed_king(position))


def exposed_king(position: Position) -> Text:
    """Return a sentence: the move leaves or puts the own king in check."""
    if position.is_check:
        return say("this move leaves your king in check")
    return say("this move would put your own king in check")


def must_not_stand_there(play: Play, position: Position, move: Move) -> None:
    """Require that the target has no piece of the same colour (CH-3.1) and no king (CH-1.4)."""
    square = Thing(at(move.to))
    taken = position.board[move.to]
    if taken == EMPTY:
        return
    white = position.board[move.man].isupper()
    why = say("your own {piece} is on {square}", piece=Thing(piece(taken)), square=square)
    play.require("CH-3.1", taken.isupper() != white and move.man != move.to, why)
    play.require("CH-1.4", taken.upper() != "K", say("a king cannot be captured"))
    play.cite("CH-3.1.1")


# --- the pieces --------------------------------------------------------------------------------------


def bishop(play: Play, position: Position, move: Move) -> None:
    """The bishop moves along a diagonal (CH-3.2)."""
    play.require("CH-3.2", is_diagonal(move), say("a bishop moves along a diagonal"))
    nothing_between(play, position, move)


def rook(play: Play, position: Position, move: Move) -> None:
    """The rook moves along a file or a rank (CH-3.3)."""
    play.require("CH-3.3", is_straight(move), say("a rook moves along a file or a rank"))
    nothing_between(play, position, move)


def queen(play: Play, position: Position, move: Move) -> None:
    """The queen moves along a file, a rank or a diagonal (CH-3.4)."""
    along = is_straight(move) or is_diagonal(move)
    play.require("CH-3.4", along, say("a queen moves along a file, a rank or a diagonal"))
    nothing_between(play, position, move)


def nothing_between(play: Play, position: Position, move: Move) -> None:
    """Bishop, rook and queen do not jump over pieces (CH-3.5)."""
    standing = next((square for square in between(move) if position.board[square] != EMPTY), None)
    if standing is None:
        play.cite("CH-3.5")
        return
    in_the_way = Thing(piece(position.board[standing]))
    why = say("the {piece} on {square} is in the way", piece=in_the_way, square=Thing(at(standing)))
    play.require("CH-3.5", False, why)


def knight(play: Play, position: Position, move: Move) -> None:
    """The knight moves to one of the nearest squares not on the same rank, file or diagonal (CH-3.6)."""
    why = say("a knight moves two squares in a straight line and one to the side")
    play.require("CH-3.6", move.to in KNIGHTS[move.man], why)


def pawn(play: Play, position: Position, move: Move) -> None:
    """The pawn moves one square ahead (CH-3.7.1), two from its first (CH-3.7.2), and captures diagonally (CH-3.7.3)."""
    white = position.board[move.man].isupper()
    ahead = (move.to - move.man) * (1 if white else -1)
    if move.to in TAKES[white][move.man]:
        takes(play, position, move)
    elif ahead == 16:
        on_first = move.man // 8 == (1 if white else 6)
        play.require("CH-3.7.2", on_first, say("a pawn moves two squares only from its starting square"))
        free = position.board[(move.man + move.to) // 2] == position.board[move.to] == EMPTY
        play.require("CH-3.7.2", free, say("both squares ahead of the pawn must be free"))
    else:
        why = say("a pawn moves one square straight ahead and captures one square diagonally ahead")
        play.require("CH-3.7.1", ahead == 8, why)
        free = position.board[move.to] == EMPTY
        play.require("CH-3.7.1", free, say("the square ahead of the pawn must be free"))


def takes(play: Play, position: Position, move: Move) -> None:
    """A pawn captures diagonally ahead (CH-3.7.3), or en passant (CH-3.7.3.1, .2)."""
    if position.board[move.to] != EMPTY:
        play.cite("CH-3.7.3")
        return
    beside = move.to + (-8 if position.board[move.man].isupper() else 8)
    pawns = position.board[beside].upper() == "P" and not position.is_own(beside)
    if not pawns:
        play.require("CH-3.7.3", False, say("there is nothing to capture on {square}", square=Thing(at(move.to))))
        return
    rank = move.to // 8 == (5 if position.board[move.man].isupper() else 2)
    play.require("CH-3.7.3.1", rank, say("only a pawn that has just moved two squares can be captured en passant"))
    why = say("a pawn can be captured en passant only on the move right after its two-square advance")
    play.require("CH-3.7.3.2", move.to == position.passed, why)


def must_say_what_it_becomes(play: Play, position: Position, move: Move) -> None:
    """A pawn on the last rank is promoted to a queen, rook, bishop or knight (CH-3.7.3.3); nothing else is promoted."""
    if position.is_promotion(move.man, move.to):
        why = say("choose a piece to promote to: queen, rook, bishop or knight")
        play.require("CH-3.7.3.3", move.promote, why)
        play.cite("CH-3.7.3.4")
    elif move.promote:
        play.require("CH-3.7.3.3", False, say("only a pawn that reaches the last rank is promoted"))


def king(play: Play, position: Position, move: Move) -> None:
    """The king moves to an adjacent square (CH-3.8.1)."""
    play.require("CH-3.8.1", move.to in KINGS[move.man], say("a king moves one square in any direction"))


RULES = {"B": bishop, "R": rook, "Q": queen, "N": knight, "P": pawn, "K": king}


# --- castling ----------------------------------------------------------------------------------------


def castling_of(position: Position, move: Move) -> Castling | None:
    """Return the castling that a move stands for: a king's move of two squares along its first rank; else `None`."""
    one = CASTLING.get((move.man, move.to))
    return one if one and position.board[move.man] == ("K" if one.right.isupper() else "k") else None


def must_be_able_to_castle(play: Play, position: Position, one: Castling) -> None:
    """Require that king and rook have not moved (CH-3.8.2.1), and that castling is not prevented now (CH-3.8.2.2)."""
    play.cite("CH-3.8.2")
    why = say("you can no longer castle on this side: the king or rook has moved, or the rook is gone")
    play.require("CH-3.8.2.1", one.right in position.castling, why)
    standing = next((square for square in one.between if position.board[square] != EMPTY), None)
    if standing is not None:
        in_the_way = Thing(piece(position.board[standing]))
        blocked = say("the {piece} on {square} is in the way", piece=in_the_way, square=Thing(at(standing)))
        play.require("CH-3.8.2.2", False, blocked)
    white = one.right.isupper()
    attacked = next((square for square in one.crossed if position.is_attacked(square, not white)), None)
    if attacked is not None:
        threatened = say("{square} is attacked: the king cannot castle out of, through or into check",
                         square=Thing(at(attacked)))  # fmt: skip
        play.require("CH-3.8.2.2", False, threatened)
    play.cite("CH-3.8.2.2")


# --- lines -------------------------------------------------------------------------------------------


def is_straight(move: Move) -> bool:
    """Return whether two squares are on one file or rank."""
    return move.man != move.to and (move.man % 8 == move.to % 8 or move.man // 8 == move.to // 8)


def is_diagonal(move: Move) -> bool:
    """Return whether two squares are on one diagonal."""
    return move.man != move.to and abs(move.man % 8 - move.to % 8) == abs(move.man // 8 - move.to // 8)


def between(move: Move) -> range:
    """Return the squares between two squares on a line; empty if they are not on one."""
    if not is_straight(move) and not is_diagonal(move):
        return range(0)
    dx, dy = move.to % 8 - move.man % 8, move.to // 8 - move.man // 8
    step = (dx > 0) - (dx < 0) + 8 * ((dy > 0) - (dy < 0))
    return range(move.man + step, move.to, step)
