"""Resolving the Decree (RO-7.5.2): column by column from left to right, each card in a clearing of its suit."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.eyrie import Muster, Roost
from tablescribe.domain.games.root.board import BIRD, CLEARINGS, Board, this
from tablescribe.domain.games.root.decree import decree, done, remaining
from tablescribe.domain.games.root.parts import Column
from tablescribe.domain.games.root.pieces import EYRIE, warrior
from tablescribe.domain.games.root.rules.ruling import ways
from tablescribe.domain.games.root.rules.turn import in_stage, pass_on
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import named
from tablescribe.domain.words.text import Thing, say

COLUMNS: tuple[Column, ...] = ("recruit", "move", "battle", "build")
CRAFTING, DECREEING, TURMOIL, NEW = "craft", "decree", "turmoil", "new_roost"
COMMANDER, DESPOT, CHARISMATIC = "commander", "despot", "charismatic"
STUCK = "stuck"
"""The counter set when a card could not be resolved in full."""


fallen = named("fallen:")  # the key of whether a leader has been turned face down


def charismatic(board: Board) -> bool:
    """Return whether the Charismatic leads: each Recruit places two warriors (RO-7.8.2)."""
    return board.table.get(decree("leader")) == CHARISMATIC


def column_now(board: Board) -> Column | None:
    """Return the column being resolved: the first with cards left (RO-7.5.2)."""
    return next((column for column in COLUMNS if remaining(board, column)), None)


def suit_for(board: Board, column: str, at: int, by: str) -> str:
    """Return the suit of the card to resolve in a clearing: the clearing's own before a bird; empty if none."""
    left = remaining(board, column)
    suits = [suit for suit in (*board.suits(at), BIRD) if suit in left]
    return next((suit for suit in suits if not by or suit == by), "")


def must_carry_out(play: Play, seat: int, rule: str, column: str, at: int, by: str) -> Board:
    """Require that a card of a column can be resolved in a clearing now (RO-7.5.2)."""
    pass_on(play, seat, CRAFTING, DECREEING)
    board = in_stage(play, seat, rule, DECREEING)
    now = column_now(board)
    first = say("resolve {column} first", column=Thing(decree(now or column)))
    play.require("RO-7.5.2", now == column or not remaining(board, column), first)
    none = say("no card left in {column} lets you do that", column=Thing(decree(column)))
    play.require(rule, suit_for(board, column, at, by), none)
    return board


def carried_out(play: Play, column: str, at: int, by: str) -> None:
    """Record that a card was resolved in a clearing."""
    board = Board(play.opening, play.table)
    if suit := suit_for(board, column, at, by):
        play.add(this(done(column, suit)), 1)


# --- moving and battling by the Decree ------------------------------------------------------------


def place_of(act: Move | Battle) -> int:
    """Return the clearing whose suit counts: a move's origin or a battle's clearing."""
    return act.origin if isinstance(act, Move) else act.at


def column_of(act: Move | Battle) -> Column:
    """Return the Decree column for a move or battle."""
    return "move" if isinstance(act, Move) else "battle"


def is_by_decree(board: Board, seat: int, act: Action) -> bool:
    """Return whether a move or battle resolves a Decree card."""
    theirs = board.faction(seat) == EYRIE and isinstance(act, Move | Battle)
    return theirs and getattr(act, "by", "") in ("", BIRD, "fox", "rabbit", "mouse")


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the suits of the Decree cards that allow a move or battle now."""
    if board.faction(seat) == EYRIE and board.stage in (CRAFTING, DECREEING) and column_now(board) == deed:
        yield from sorted(remaining(board, deed))


def permits(play: Play, seat: int, act: Action) -> bool:
    """Decree cards allow moves (RO-7.5.2-II) and battles (RO-7.5.2-III)."""
    board = Board(play.opening, play.table)
    if not is_by_decree(board, seat, act) or not isinstance(act, Move | Battle):
        return False
    if board.stage not in (CRAFTING, DECREEING):
        return False
    rule = "RO-7.5.2-II" if isinstance(act, Move) else "RO-7.5.2-III"
    must_carry_out(play, seat, rule, column_of(act), place_of(act), act.by)
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Record that a card was resolved."""
    board = Board(play.opening, play.table)
    if is_by_decree(board, seat, act) and isinstance(act, Move | Battle) and board.stage == DECREEING:
        carried_out(play, column_of(act), place_of(act), act.by)


# --- cards that can be resolved -------------------------------------------------------------------


def candidates(board: Board, column: str, suit: str) -> Iterator[Action]:
    """Yield candidate actions to resolve a card; enough of them to see whether any is legal."""
    for at in CLEARINGS:
        if suit != BIRD and suit not in board.suits(at):
            continue
        if column == "recruit":
            yield Muster(at=at, by=suit)
        elif column == "build":
            yield Roost(at=at, by=suit)
        elif column == "move" and board.at(at, warrior(EYRIE)):
            yield from (Move(origin=at, to=to, n=1, by=suit) for to in ways(board, EYRIE, at))
        elif column == "battle":
            for other in board.owners(at):
                if other != EYRIE:
                    yield Battle.model_validate({"at": at, "defender": other, "by": suit})
