"""Pyres: adding wood stage by stage, and lighting (RC-S4, RC-S5)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.scenario import FeedPyre, LeavePyre
from tablescribe.domain.games.robinson.board import WOOD, Board, pyre, stock
from tablescribe.domain.games.robinson.marks import lit
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.gains import gain_determination
from tablescribe.domain.games.robinson.windows import FEED
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say


def stage(board: Board, seat: int) -> int:
    """Return the number of the first stage that is not full; 0 if all are, or there is no pyre."""
    for number, n in enumerate(board.scenario.pyre, start=1):
        if board.table.count(pyre(seat, number), WOOD) < n:
            return number
    return 0


def room(board: Board, seat: int) -> int:
    """Return how much wood still fits on the current stage."""
    number = stage(board, seat)
    return board.scenario.pyre[number - 1] - board.table.count(pyre(seat, number), WOOD) if number else 0


def lay(play: Play, seat: int, n: int, src: str) -> None:
    """Add wood to the current stage, as much as fits (RC-S4)."""
    board = Board(play.opening, play.table)
    play.cite("RC-S4")
    if number := stage(board, seat):
        n = min(n, room(board, seat), play.table.count(src, WOOD))
        play.move(WOOD, n, src, pyre(seat, number))


@action.step("feed")
def feed(play: Play, *, left: list[int]) -> None:
    """Ask the players in player order what to add to their pyres (RC-S4)."""
    board = Board(play.opening, play.table)
    for k, seat in enumerate(left):
        if board.is_alive(seat) and stage(board, seat) and board.has(seat, WOOD):
            play.cite("RC-S4")
            play.then("feed", left=left[k + 1 :])
            play.ask(FEED, seat)
            return


@action(FeedPyre)
def feed_pyre(play: Play, seat: int, act: FeedPyre) -> None:
    """Add wood from the stock to one stage of the seat's pyre (RC-S4)."""
    board = Board(play.opening, play.table)
    play.require("RC-S4", act.wood <= board.has(seat, WOOD), say("you do not have that much wood"))
    free = room(board, seat)
    play.require(
        "RC-S4",
        act.wood <= free,
        say("this stage takes {n} more wood, and you can complete only one stage a round", n=free),
    )
    play.checked()
    lay(play, seat, act.wood, stock(seat))
    play.answered(seat)


@action(LeavePyre)
def leave_pyre(play: Play, seat: int, act: LeavePyre) -> None:
    """Add nothing to the pyre (RC-S4)."""
    play.checked()
    play.answered(seat)


def can_light(board: Board, seat: int) -> bool:
    """Return whether a seat can light its pyre: it is full, with the item or determination for it (RC-S5)."""
    light = board.scenario.light
    if light is None or stage(board, seat):
        return False
    return board.serves(seat, f"invention:{light.item}") or board.determination(seat) >= light.determination


def light_it(play: Play, seat: int) -> None:
    """Light the pyre with the scenario's item, or else for determination (RC-S5)."""
    board = Board(play.opening, play.table)
    play.cite("RC-S5")
    light = board.scenario.light
    if light is not None and not board.serves(seat, f"invention:{light.item}"):
        gain_determination(play, seat, -light.determination)
    play.set(lit(seat), True)
