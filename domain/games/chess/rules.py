"""The rules of chess: one function per action, with the articles of the Laws."""

from __future__ import annotations

from tablescribe.domain.games.chess.actions import (
    AcceptDraw,
    ClaimDraw,
    FlagFell,
    IllegalMove,
    Move,
    OfferDraw,
    RefuseDraw,
    Resign,
)
from tablescribe.domain.games.chess.board import (
    AGREED,
    CANNOT_MATE,
    CHECK,
    DEAD,
    ENDING,
    FIFTY,
    FIFTY_MOVES,
    FIVE,
    FIVEFOLD,
    FLAG,
    ILLEGAL_MOVES,
    MATE,
    NUMBERED,
    OFFER,
    PASSED,
    QUIET,
    REPETITION,
    RESIGNED,
    RIGHTS,
    SEVENTY_FIVE,
    SEVENTY_FIVE_MOVES,
    STALEMATE,
    STOOD,
    THREE,
    TURN,
    WHITE,
    WINNER,
    as_move,
    at,
    illegal,
    options_of,
    piece,
    position_of,
)
from tablescribe.domain.games.chess.moving import must_be_legal
from tablescribe.domain.games.chess.position import EMPTY, NAMES, Position
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.table.names import who
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import say

action = Rules()

# --- a move ------------------------------------------------------------------------------------------


@action(Move)
def move(play: Play, seat: int, act: Move) -> None:
    """Move a piece (articles 1.3 and 3), then check whether the game has ended (articles 5 and 9.6)."""
    turn = play.table.number(TURN)
    play.require("CH-1.3", seat == turn, say("it is {seat}'s move", seat=who(turn)))
    play.set(TURN, seat)
    position = position_of(play.table)
    must_be_legal(play, position, as_move(act.man, act.to, act.promote))
    play.checked()
    after = position.after(as_move(act.man, act.to, act.promote))
    put_on_the_board(play, position, after)
    if play.table.number(OFFER) == play.opening.next_seat(seat):
        play.cite("CH-9.1.2")  # touching a piece declines the offer
        play.set(OFFER, None)
    if seat != WHITE:
        play.add(NUMBERED, 1)
    note_position(play, after)
    look_for_the_end(play, seat, after)


def put_on_the_board(play: Play, before: Position, after: Position) -> None:
    """Carry out a move: captures (CH-3.1.1), then moved pieces (CH-3.8.2), then promotion."""
    left = [square for square in range(64) if before.board[square] not in (EMPTY, after.board[square])]
    come = [square for square in range(64) if after.board[square] not in (EMPTY, before.board[square])]
    moved: dict[int, int] = {}
    for to in come:
        source = next((one for one in left if before.board[one] == after.board[to] and one not in moved.values()), None)
        if source is not None:
            moved[to] = source
    for square in left:
        if square not in moved.values():
            play.move(piece(before.board[square]), 1, at(square), BOX)
    for to, source in moved.items():
        play.move(piece(after.board[to]), 1, at(source), at(to))
    for to in come:
        if to not in moved:
            play.move(piece(after.board[to]), 1, BOX, at(to))


def note_position(play: Play, after: Position) -> None:
    """Store the side to move, castling rights, the en passant square, and how often the position has occurred."""
    play.set(TURN, play.opening.next_seat(play.table.number(TURN)))
    play.set(RIGHTS, after.castling or None)
    play.set(PASSED, NAMES[after.passed] if after.is_passed else None)
    play.set(QUIET, after.quiet or None)
    if not after.quiet:
        for key in [key for key in play.table.values if key.startswith(STOOD)]:
            play.set(key, None)  # after a capture or a pawn move, earlier positions cannot recur
    play.add(STOOD + after.key, 1)


def look_for_the_end(play: Play, seat: int, after: Position) -> None:
    """Record check (CH-3.9.1), mate, stalemate, dead positions, and automatic draws."""
    play.set(CHECK, play.opening.next_seat(seat) if after.is_check else None)
    if after.is_check:
        play.cite("CH-3.9.1")
    if after.is_mate:
        play.cite("CH-1.4")
        end(play, "CH-5.1.1", MATE, winner=seat)
    elif after.is_stalemate:
        end(play, "CH-5.2.1", STALEMATE)
    elif after.is_dead:
        play.cite("CH-1.5")
        end(play, "CH-5.2.2", DEAD)
    elif play.table.number(STOOD + after.key) >= FIVE:
        end(play, "CH-9.6.1", FIVEFOLD)
    elif after.quiet >= SEVENTY_FIVE_MOVES:
        end(play, "CH-9.6.2", SEVENTY_FIVE)


# --- draws by agreement and by claim -----------------------------------------------------------------


@action(OfferDraw)
def offer_draw(play: Play, seat: int, act: OfferDraw) -> None:
    """Offer a draw (CH-9.1.2), unless the competition forbids it this early (CH-9.1.1)."""
    may_agree(play)
    play.require("CH-9.1.2", not play.table.number(OFFER), say("a draw has already been offered"))
    play.checked()
    play.set(OFFER, seat)


@action(AcceptDraw)
def accept_draw(play: Play, seat: int, act: AcceptDraw) -> None:
    """Accept the opponent's offer: the game is drawn at once (CH-5.2.3)."""
    must_be_offered(play, seat)
    may_agree(play)
    play.checked()
    end(play, "CH-5.2.3", AGREED)


@action(RefuseDraw)
def refuse_draw(play: Play, seat: int, act: RefuseDraw) -> None:
    """Refuse the opponent's offer (CH-9.1.2)."""
    must_be_offered(play, seat)
    play.checked()
    play.set(OFFER, None)


def may_agree(play: Play) -> None:
    """Require that draws by agreement are allowed at this move (CH-9.1.1)."""
    first, now = options_of(play.opening).no_draw_before, play.table.number(NUMBERED)
    why = say("in this match a draw cannot be agreed before move {first}; this is move {now}", first=first, now=now)
    play.require("CH-9.1.1", now >= first, why)


def must_be_offered(play: Play, seat: int) -> None:
    """Require an open offer. It is open until it is accepted or declined, or a piece is touched (CH-9.1.2)."""
    offered = play.table.number(OFFER) == play.opening.next_seat(seat)
    play.require("CH-9.1.2", offered, say("there is no draw offer for you to answer"))


@action(ClaimDraw)
def claim_draw(play: Play, seat: int, act: ClaimDraw) -> None:
    """Claim a draw by repetition (CH-9.2.1) or fifty moves (CH-9.3), in the current position or by an intended move."""
    rule = "CH-9.2.1" if act.by == "repetition" else "CH-9.3"
    turn = play.table.number(TURN)
    play.require(rule, seat == turn, say("only the player to move can claim a draw: that is {seat}", seat=who(turn)))
    position = position_of(play.table)
    play.require(
        rule, (act.man is None) == (act.to is None), say("give both squares of your intended move, or neither")
    )
    if act.man and act.to:
        # The promoted piece does not matter: a pawn move gives a new position, so no claim follows from it.
        intended = as_move(act.man, act.to, None)
        must_be_legal(play, position, intended, claimed=True)
        position = position.after(intended)
    if act.by == "repetition":
        times = play.table.number(STOOD + position.key) + (act.man is not None and act.to is not None)
        play.cite("CH-9.2.2")
        why = say("this position has occurred {times}×; a claim needs 3×", times=times)
        play.require(rule, times >= THREE, why)
    else:
        why = say("{n} moves of the 100 needed have passed without a capture or pawn move", n=position.quiet)
        play.require(rule, position.quiet >= FIFTY_MOVES, why)
    play.checked()
    play.cite("CH-9.5.2")
    end(play, rule, REPETITION if act.by == "repetition" else FIFTY)


# --- the game is lost --------------------------------------------------------------------------------


@action(Resign)
def resign(play: Play, seat: int, act: Resign) -> None:
    """Resign: the opponent has won (CH-5.1.2)."""
    must_go_on(play, "CH-5.1.2")
    play.checked()
    end(play, "CH-5.1.2", RESIGNED, winner=play.opening.next_seat(seat))


@action(FlagFell)
def flag_fell(play: Play, seat: int, act: FlagFell) -> None:
    """Lose on time, or draw if the opponent could not mate by any series of moves (CH-6.9)."""
    must_go_on(play, "CH-6.9")
    play.checked()
    lose_unless_safe(play, seat, "CH-6.9", FLAG)


@action(IllegalMove)
def illegal_move(play: Play, seat: int, act: IllegalMove) -> None:
    """Count an illegal move that was taken back (CH-7.5.1). The second one loses the game (CH-7.5.5)."""
    turn = play.table.number(TURN)
    play.require("CH-7.5.1", seat == turn, say("it is {seat}'s move: only that move can be illegal", seat=who(turn)))
    play.checked()
    play.cite("CH-7.5.5")
    play.add(illegal(seat), 1)
    if play.table.number(illegal(seat)) >= options_of(play.opening).illegal_moves:
        lose_unless_safe(play, seat, "CH-7.5.5", ILLEGAL_MOVES)


def must_go_on(play: Play, rule: str) -> None:
    """Require that the game has not ended yet."""
    play.require(rule, not play.table.text(ENDING), say("the game has ended"))


def lose_unless_safe(play: Play, seat: int, rule: str, how: str) -> None:
    """End the game as lost, or as drawn if the opponent's pieces could never mate (CH-6.9, CH-7.5.5)."""
    other = play.opening.next_seat(seat)
    if position_of(play.table).can_mate(other == WHITE):
        end(play, rule, how, winner=other)
    else:
        end(play, rule, CANNOT_MATE)


def end(play: Play, rule: str, how: str, *, winner: int | None = None) -> None:
    """Record how the game ended and who won; a draw has no winner."""
    play.cite(rule)
    play.set(OFFER, None)
    play.set(ENDING, how)
    play.set(WINNER, winner)
