"""What the scenario says (stubs)."""

from __future__ import annotations

from domain.games.robinson.board import Board
from domain.games.robinson.rules.deaths import end
from domain.play import Play


def has_event(board: Board, work: str) -> bool:
    return work in board.scenario.events


def event(play: Play, seat: int, work: str) -> None:
    return


def totem(play: Play, seat: int) -> None:
    return


def book(play: Play) -> None:
    return


def at_action_start(play: Play) -> None:
    return


def at_night_end(play: Play) -> None:
    return


def at_last_round_end(play: Play) -> None:
    end(play, "last_round", Board(play.opening, play.table).living[:1])
