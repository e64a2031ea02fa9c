"""The Exile (RO-H-EXILE): items on its card let it move between forests and battle next to its forest."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.root.abilities import Fight, Tiers
from tablescribe.domain.games.root.actions.hirelings import Outfit
from tablescribe.domain.games.root.board import SETUP, Board, forest, items
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.rules.control import is_promoted
from tablescribe.domain.games.root.rules.hand import draw
from tablescribe.domain.games.root.rules.hireling_setup import EXILE_CARD
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.tasks import BATTLE, PLACE, line_up
from tablescribe.domain.games.root.rules.turn import action, begin
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import bare, in_state, state_of
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import say

EXILE = "exile"
EXHAUSTED = "exhausted"
EXILE_WAYS = {"march": 1, "battle": 2}
"""The Exile's actions, each with the number of items it exhausts."""

RULE = "RO-H-EXILE-D"


def wood(board: Board) -> str:
    """Return the forest of the Exile; the empty string if it is in none."""
    return next((one for one in land(board.setting).forests if board.table.count(forest(one), "exile:pawn")), "")


def ready(board: Board) -> list[str]:
    """Return the ready items on the Exile's card."""
    return [piece for piece in board.table.each(EXILE_CARD) if not state_of(piece)]


def must_have_items(play: Play, how: str) -> None:
    """Require enough ready items for an action, and that the Exile is in a forest."""
    board = Board(play.opening, play.table)
    play.require(RULE, len(ready(board)) >= EXILE_WAYS[how], say("too few of its items are ready"))
    if not wood(board):
        raise Impossible(say("The Exile is in no forest"))


def employ_exile(how: str) -> Callable[[Play, int], None]:
    """Return an action of the Exile: exhaust items, then move or battle."""

    def way(play: Play, seat: int) -> None:
        board = Board(play.opening, play.table)
        for piece in sorted(ready(board))[: EXILE_WAYS[how]]:
            play.turn(EXILE_CARD, piece, in_state(piece, EXHAUSTED))
        place, more = forest(wood(board)), {"seat": seat, "key": EXILE, "rule": RULE, "must": True}
        if how == "march":
            pawn = {"pieces": {"exile:pawn": 1}, "source": place}
            line_up(play, {**more, "what": PLACE, "where": "beside_forest", **pawn})
        else:
            line_up(play, {**more, "what": BATTLE, "at": list(land(play.opening).clearings_at(wood(board)))})

    return way


def refresh(play: Play) -> None:
    """Refresh all its items after Daylight (RO-H-EXILE-D)."""
    for piece, n in play.table.pieces(EXILE_CARD).items():
        play.turn(EXILE_CARD, piece, bare(piece), n)


@action(Outfit)
def outfit(play: Play, seat: int, act: Outfit) -> None:
    """Put a crafted item on the card, on your own turn, to draw a card and score one point (RO-H-EXILE-A)."""
    board, rule = begin(play, seat), "RO-H-EXILE-A"
    if board.stage == SETUP or not is_promoted(board, EXILE) or not wood(board):
        raise Impossible(say("The Exile is in no forest"))
    near = any(board.count(board.faction(seat), at) for at in land(play.opening).clearings_at(wood(board)))
    play.cite("RO-16.4.3-III")
    play.require(rule, near, say("you have no pieces beside The Exile"))
    if not act.item.startswith("item:"):
        raise Impossible(say("that is not an item"))
    play.move(act.item, 1, items(seat), EXILE_CARD)
    play.checked()
    gain(play, seat, 1, rule)
    draw(play, seat, 1, say("the card for the item"), rule)


# --- in battle ------------------------------------------------------------------------------------


def more_cap(board: Board, fight: Fight, side: str) -> int:
    """Limit the Exile's rolled hits to the number of its items (RO-H-EXILE-D)."""
    return board.table.count(EXILE_CARD) if side == EXILE else 0


def cap(board: Board, fight: Fight, side: str) -> int | None:
    """Count no warriors for the Exile, and at most three hits for the Flotilla (RO-H-FLOTILLA-A)."""
    if side == "flotilla":
        return 3
    return 0 if side == EXILE else None


def defenceless(board: Board, fight: Fight, side: str) -> bool | None:
    """Count the Exile as defenceless only without items."""
    return not board.table.count(EXILE_CARD) if side == EXILE else None


def targets(board: Board, fight: Fight, side: str) -> Tiers | None:
    """Return the item that a hit exhausts; if none is ready, one that it removes (RO-H-EXILE-D)."""
    if side != EXILE:
        return None
    able = tuple(dict.fromkeys(ready(board)))
    return (able,) if able else (tuple(board.table.pieces(EXILE_CARD)),)


def hit(play: Play, fight: Fight, side: str, piece: str) -> bool:
    """Exhaust one of its items for a hit, or remove an exhausted one."""
    if side != EXILE or not play.table.count(EXILE_CARD, piece):
        return False
    play.cite(RULE)
    if state_of(piece):
        play.move(piece, 1, EXILE_CARD, BOX)
    else:
        play.turn(EXILE_CARD, piece, in_state(piece, EXHAUSTED))
    return True
