"""The turn and its end, points and victory (UP-9, UP-20 to UP-22, UP-46 to UP-53)."""

from __future__ import annotations

from tablescribe.domain.games.ultime.actions import Discard, Skip
from tablescribe.domain.games.ultime.board import (
    DREW_POWER,
    EXTRA_TURNS,
    HAND_LIMIT,
    MOVEMENT,
    POWER_STEP,
    STEP,
    TURN,
    TURN_OVER,
    WINNERS,
    Board,
    skips,
)
from tablescribe.domain.games.ultime.rules.cards import check_hand_limit, draw_movement
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.table.names import deck_of, score, who
from tablescribe.domain.table.names import discard as discard_pile
from tablescribe.domain.words.text import say

action = Rules()
"""The game's rule functions, registered by the decorator `@action(…)`."""

GAME_OVER = say("the game is over")


def begin(play: Play, seat: int) -> Board:
    """Require that it is this seat's turn, and return the board."""
    board = Board(play.opening, play.table)
    play.require("UP-51", not board.winners, GAME_OVER)
    play.cite("UP-25")  # an open window for discards or Defence would have refused this action already
    play.cite("UP-41")
    play.cite("UP-9")
    if seat != board.turn:
        play.require("UP-9", False, say("it is {seat}'s turn", seat=who(board.turn)))
        # as played: the acting seat takes over the turn
        play.set(TURN, seat)
        play.set(STEP, POWER_STEP)
    return board


@action(Skip)
def skip(play: Play, seat: int, act: Skip) -> None:
    """Movement step A: skip and draw two movement cards (UP-21, UP-22)."""
    begin(play, seat)
    play.checked()
    play.cite("UP-21")
    play.cite("UP-22")
    play.set(STEP, TURN_OVER)
    draw_movement(play, seat, 2, say("skipping draws two movement cards"))


@action(Discard)
def discard(play: Play, seat: int, act: Discard) -> None:
    """Discard one card above the hand limit of seven; the holder chooses it (UP-25)."""
    board = Board(play.opening, play.table)
    text = say("{seat} has no more than {limit} cards: there is nothing to discard", seat=who(seat), limit=HAND_LIMIT)
    play.require("UP-25", board.is_above_limit(seat), text)
    counts = deck_of(act.card) == MOVEMENT or board.options.hand_limit_counts_power_cards
    text = say("only movement cards count towards the hand limit: discard one of those")
    play.require("UP-25", counts, text)
    must_hold(play, seat, act.card)
    play.checked()
    lay(play, seat, act.card, discard_pile(deck_of(act.card)))
    if seat in board.awaited and not board.is_above_limit(seat):
        play.answered(seat)


@action.at_rest
def carry_on(play: Play) -> None:
    """After an action with no open question, ask for discards, and pass the turn if it is over."""
    board = Board(play.opening, play.table)
    if board.winners or check_hand_limit(play, board):
        return
    if board.step == TURN_OVER:
        pass_the_turn(play, board)


def pass_the_turn(play: Play, board: Board) -> None:
    """Pass the turn: to the same seat after Speed (UP-47), else clockwise past seats that skip for a Mace (UP-46)."""
    if board.options.victory_check == "end_of_turn":
        check_victory(play)
        if board.winners:
            return
    play.set(DREW_POWER, None)
    if play.table.number(EXTRA_TURNS):
        play.cite("UP-47")
        play.add(EXTRA_TURNS, -1)
    else:
        play.cite("UP-9")
        seat = play.opening.next_seat(board.turn)
        while play.table.number(skips(seat)):
            play.cite("UP-46")
            play.add(skips(seat), -1)
            seat = play.opening.next_seat(seat)
        play.set(TURN, seat)
    play.set(STEP, POWER_STEP)


def award(play: Play, *changes: tuple[int, int]) -> None:
    """Add and subtract points as one award, never below zero (UP-50); then check for a winner (UP-51)."""
    for seat, points in changes:
        have = play.table.number(score(seat))
        if have + points < 0:
            play.cite("UP-50")
        play.score(seat, max(points, -have))
    if Board(play.opening, play.table).options.victory_check == "immediate":
        check_victory(play)


def check_victory(play: Play) -> None:
    """End the game at 12 points (UP-51); of several in one award the highest wins, then the active player (UP-52)."""
    board = Board(play.opening, play.table)
    arrived = board.at_twelve
    if not arrived:
        return
    play.cite("UP-51")
    if len(arrived) > 1:
        play.cite("UP-52")
    play.cite("UP-53")
    play.set(WINNERS, ",".join(str(seat) for seat in board.first_of(arrived)))
