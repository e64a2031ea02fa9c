"""What cards do (stubs)."""

from __future__ import annotations

from domain.games.robinson.board import Board, fresh
from domain.games.robinson.rules.base import action
from domain.games.robinson.rules.gains import gain_determination, heal
from domain.play import Play


def fight_bonuses(board: Board, seat: int) -> dict[str, int]:
    return {}


def spend_in_fight(play: Play, seat: int, what: str) -> None:
    return


def can_reroll(board: Board, seat: int, work: str) -> bool:
    return False


def pay_for_reroll(play: Play, seat: int, work: str) -> None:
    return


def can_soften(board: Board, seat: int) -> bool:
    return False


def snow_taken_off(board: Board, seat: int) -> int:
    return 0


def has_cure(board: Board, seat: int) -> bool:
    return False


def keeps_food(board: Board, seat: int) -> bool:
    return False


def camp_moved(play: Play, seat: int) -> None:
    return


def revert(play: Play, seat: int, piece: str) -> None:
    return


def discovered(play: Play, seat: int, token: str) -> None:
    return


def gathered(play: Play, seat: int, good: str) -> None:
    return


def rest(play: Play, seat: int, n: int) -> None:
    heal(play, seat, n)


def arrange(play: Play, seat: int, n: int) -> None:
    gain_determination(play, seat, 2 * n)


def morale(play: Play, seat: int) -> None:
    return


def production(play: Play, seat: int) -> None:
    return


def helpers(board: Board, seat: int) -> list[str]:
    return []


@action.step("one_offs")
def one_offs(play: Play) -> None:
    board = Board(play.opening, play.table)
    for seat in board.living:
        for piece in board.items(seat):
            play.set(fresh(piece), None)
