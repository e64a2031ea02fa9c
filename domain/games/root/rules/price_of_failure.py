"""Price of Failure (RO-12.2.3): removed buildings cost the Duchy a minister of the highest rank and a random card."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Loss
from tablescribe.domain.games.root.actions.duchy import Dismiss
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.pieces import DUCHY, kind_of, owner_of
from tablescribe.domain.games.root.rules.hand import lose_random_card
from tablescribe.domain.games.root.rules.ministers import SWAYED, UNSWAYED, has_minister, minister, rank_of
from tablescribe.domain.games.root.rules.turn import action
from tablescribe.domain.games.root.windows import PRICE_OF_FAILURE
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say


def lost(play: Play, losses: tuple[Loss, ...]) -> None:
    """Apply Price of Failure once for an event that removed buildings (RO-12.2.3)."""
    fell = [loss for loss in losses if owner_of(loss.piece) == DUCHY and kind_of(loss.piece) == "building" and loss.by]
    if fell:
        play.then("price_of_failure")


@action.step("price_of_failure")
def price_of_failure(play: Play) -> None:
    """Lose a minister of the highest rank, and a random card; the Duchy chooses among several (RO-12.2.3)."""
    play.cite("RO-12.2.3")
    board = Board(play.opening, play.table)
    seat, able = board.seat_of(DUCHY), highest(board)
    if len(able) > 1:
        play.then("failed", seat=seat)
        play.ask(PRICE_OF_FAILURE, seat)
    else:
        if able:
            play.move(minister(able[0]), 1, SWAYED, UNSWAYED)
        lose_random_card(play, seat, say("the price of failure"))


@action.step("failed")
def failed(play: Play, *, seat: int) -> None:
    """Discard the random card once the minister is lost (RO-12.2.3)."""
    lose_random_card(play, seat, say("the price of failure"))


def highest(board: Board) -> list[str]:
    """Return the swayed ministers of the highest rank."""
    swayed = [piece.partition(":")[2] for piece in board.table.each(SWAYED)]
    for rank in ("lord", "noble", "squire"):
        if found := [name for name in swayed if rank_of(board, name) == rank]:
            return found
    return []


@action(Dismiss)
def dismiss(play: Play, seat: int, act: Dismiss) -> None:
    """Choose which minister of the highest rank to lose (RO-12.2.3)."""
    board = Board(play.opening, play.table)
    if not has_minister(board, act.minister):
        raise Impossible(say("{minister} is not swayed", minister=Thing(minister(act.minister))))
    play.require("RO-12.2.3", act.minister in highest(board), say("choose a minister of the highest rank"))
    play.checked()
    play.move(minister(act.minister), 1, SWAYED, UNSWAYED)
    play.answered(seat)
