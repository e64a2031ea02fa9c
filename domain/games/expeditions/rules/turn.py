"""The turn, its end, and the end of the game (EX-17 to EX-24, EX-69 to EX-75)."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.choices import can_be_done
from tablescribe.domain.games.expeditions.scoring import automa_coins, human_coins
from tablescribe.domain.games.expeditions.zones import (
    ACTIONS,
    AUTOMA,
    BLANK,
    FINAL,
    HUMAN,
    LEFT,
    REFRESH,
    TOKEN,
    TRIGGER,
    TURN,
    WINNER,
    ActionName,
)
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.table.names import score, who
from tablescribe.domain.words.text import Text, Thing, listed, say

action = Rules()
"""The game's rule functions, registered by the decorator `@action(…)`."""

LOST = {"move": "EX-92", "play": "EX-77"}
"""The rule by which an impossible action is lost."""

ACTION_NAMES = {"move": say("Move"), "play": say("Play"), "gather": say("Gather"), "refresh": say("Refresh")}

GAME_OVER = say("the game is over")
SHIFT_FIRST = say("start the turn by shifting the action token")


def begin(play: Play, seat: int, whose: int) -> Board:
    """Require that this seat may act and that it is its turn, and return the board."""
    board = Board(play.opening, play.table)
    play.require("EX-70", not board.is_over, GAME_OVER)
    play.require("EX-2", seat == whose, say("only {seat} can do that", seat=who(whose)))
    if (tile := board.undeclared) != "":
        play.require(
            "EX-105", False, say("{location} has not been declared yet: declare it first", location=Thing(tile))
        )
    play.cite("EX-17")
    if board.turn != whose:
        play.require("EX-17", False, say("it is {seat}'s turn", seat=who(board.turn)))
        # as played: the acting seat takes over the turn
        play.set(LEFT, None)
        play.set(TURN, whose)
    return board


def begin_action(play: Play, seat: int, name: ActionName) -> Board:
    """Require that an action is exposed, and mark it as taken (EX-18, EX-19, EX-22)."""
    board = begin(play, seat, HUMAN)
    play.cite("EX-24")  # pending benefits come first: their window refuses this action
    if not board.shifted and board.token == REFRESH:
        play.cite("EX-19")
        play.set(TOKEN, BLANK)
        play.set(LEFT, ",".join(ACTIONS))
    play.require("EX-18", board.shifted, SHIFT_FIRST)
    if not board.shifted:  # as played without a shift: the token still covers the same action
        play.set(LEFT, ",".join(one for one in ACTIONS if one != board.token))
    left = board.left
    play.cite("EX-22")
    if name not in left:
        play.require("EX-22", False, _why_not(name, left))
    play.set(LEFT, ",".join(one for one in left if one != name))
    return board


def _why_not(name: ActionName, left: list[str]) -> Text:
    exposed = listed(ACTION_NAMES[one] for one in left if one in ACTION_NAMES) if left else say("nothing")
    return say("{action} is covered or already taken; still available: {left}", action=ACTION_NAMES[name], left=exposed)


def carry_on(play: Play) -> None:
    """After an action, pass the turn if nothing is left to do (EX-23) or to declare (EX-105)."""
    board = Board(play.opening, play.table)
    left = board.left
    if (
        board.is_over
        or not board.shifted
        or board.undeclared
        or any(can_be_done(board, name) for name in ACTIONS if name in left)
    ):
        return
    if left:
        play.cite("EX-23")
    for name in left:
        if name in LOST:
            play.cite(LOST[name])
    pass_the_turn(play)


def pass_the_turn(play: Play) -> None:
    """Pass the turn, or end the game after the last one (EX-17, EX-70)."""
    board = Board(play.opening, play.table)
    play.set(LEFT, None)
    by_correction = board.has_all_glory if board.corrections_end and play.table.get(TRIGGER) is None else None
    if by_correction is not None:
        trigger_end(play, by_correction)
    if play.table.get(FINAL) is not None:
        play.cite("EX-70")
        play.add(FINAL, -1)
        if not play.table.number(FINAL):
            finish(play)
            return
    elif play.table.get(TRIGGER) is not None:
        play.cite("EX-70")
        play.set(FINAL, 2)
    play.cite("EX-17")
    play.set(TURN, AUTOMA if board.turn == HUMAN else HUMAN)


def trigger_end(play: Play, seat: int) -> None:
    """Record who triggered the end; a second trigger changes nothing (EX-69, EX-71)."""
    play.cite("EX-69")
    if play.table.get(TRIGGER) is None:
        play.set(TRIGGER, seat)
    else:
        play.cite("EX-71")


def finish(play: Play) -> None:
    """End the game: count both players' coins and decide the winner (EX-72 to EX-75)."""
    board = Board(play.opening, play.table)
    for rule in ("EX-1", "EX-72", "EX-73", "EX-74"):
        play.cite(rule)
    human, automa = human_coins(board), automa_coins(board)
    play.set(score(HUMAN), human)
    play.set(score(AUTOMA), automa)
    if human == automa:
        play.cite("EX-75")
    play.set(WINNER, HUMAN if human > automa else AUTOMA)
