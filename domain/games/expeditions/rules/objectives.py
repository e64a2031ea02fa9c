"""Vanquish, Solve, Upgrade, Meld and Boast (EX-45 to EX-55, EX-87 to EX-89)."""

from __future__ import annotations

from domain.games.expeditions.actions import Boast, Cleanse, Meld, Solve, Upgrade, Vanquish
from domain.games.expeditions.board import (
    CORRUPTION,
    HUMAN,
    HUMAN_GLORY,
    MAT,
    MELDED,
    SOLVED,
    TWENTY,
    UPGRADED,
    Board,
    category,
    glory,
    taken,
)
from domain.games.expeditions.choices import solvable_at
from domain.games.expeditions.components import Card
from domain.games.expeditions.rules.actions import uncover
from domain.games.expeditions.rules.agenda import add, begin_benefit, drop, due_for, fire, keep, settle, use
from domain.games.expeditions.rules.benefits import pay
from domain.games.expeditions.rules.cards import tuck, zone_of
from domain.games.expeditions.rules.turn import action, trigger_end
from domain.play import Play
from domain.table import Impossible


@action(Vanquish)
def vanquish(play: Play, seat: int, act: Vanquish) -> None:
    """Pay for the top token and take it; the benefit goes on while one can and wishes (EX-45 to EX-47)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "vanquish", act)
    use(play, "EX-45", key, "nothing lets you Vanquish now")
    zone, token = top(board)
    pay(play, "EX-46", *board.price(token))
    play.move(token, 1, zone, taken(HUMAN))
    fire(play, "vanquish")
    keep(play, key)
    uncover(play, board.here)
    settle(play)


@action(Cleanse)
def cleanse(play: Play, seat: int, act: Cleanse) -> None:
    """Put the top token back into the bag; the 20 waits beside it again (EX-48)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "cleanse", act)
    use(play, "EX-48", key, "nothing lets you put corruption back now")
    zone, token = top(board)
    if token == TWENTY:
        play.move(token, 1, zone, "beside")
    else:
        play.shuffle_in(zone, CORRUPTION)
    drop(play, key)
    uncover(play, board.here)
    settle(play)


def top(board: Board) -> tuple[str, str]:
    """Return the top token at the human's location, with its zone.

    Raises:
        Impossible: there is none.
    """
    stack = board.stack(board.here) if board.here else []
    if not stack:
        raise Impossible("no corruption lies at the human's location")
    return stack[-1]


@action(Solve)
def solve(play: Play, seat: int, act: Solve) -> None:
    """Solve a quest where it says (EX-49)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "solve", act)
    use(play, "EX-49", key, "nothing lets you Solve now")
    card = of_kind(board, act.card, "quest")
    check_edge(play, board, SOLVED)
    at = f"{act.card} is solved at location {card.location}; the mech is at {board.number(board.here) or 'Basecamp'}"
    play.require("EX-49", solvable_at(board, card), at)
    if card.cost is not None:
        pay(play, "EX-49", card.cost.power, card.cost.guile)
    tuck(play, act.card, SOLVED)
    drop(play, key)
    if card.benefit is not None:
        add(play, card.benefit)
    fire(play, "solve")
    settle(play)


@action(Upgrade)
def upgrade(play: Play, seat: int, act: Upgrade) -> None:
    """Tuck an item: its ongoing ability counts from now on (EX-50)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "upgrade", act)
    use(play, "EX-50", key, "nothing lets you Upgrade now")
    of_kind(board, act.card, "item")
    check_edge(play, board, UPGRADED)
    drop(play, key)
    fire(play, "upgrade")
    tuck(play, act.card, UPGRADED)
    settle(play)


@action(Meld)
def meld(play: Play, seat: int, act: Meld) -> None:
    """Tuck a meteorite, then gain the bonus of every melded one (EX-51)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "meld", act)
    use(play, "EX-51", key, "nothing lets you Meld now")
    of_kind(board, act.card, "meteorite")
    check_edge(play, board, MELDED)
    tuck(play, act.card, MELDED)
    drop(play, key)
    for piece in play.table.each(MELDED):
        melded = board.card(piece)
        if melded is not None and melded.bonus is not None:
            add(play, melded.bonus)
    fire(play, "meld")
    settle(play)


def of_kind(board: Board, piece: str, kind: str) -> Card:
    """Return a controlled card of that kind.

    Raises:
        Impossible: it is not one, or the human does not control it.
    """
    zone_of(board, piece)
    card = board.card(piece)
    if card is None or card.kind != kind:
        raise Impossible(f"{piece} is no {kind}")
    return card


def check_edge(play: Play, board: Board, edge: str) -> None:
    """An edge of the mat takes four cards, five with Tatanka (EX-87)."""
    have = play.table.count(edge)
    play.require("EX-87", have < board.tuck_limit, f"{have} cards are tucked there: the edge is full")


@action(Boast)
def boast(play: Play, seat: int, act: Boast) -> None:
    """Put one glory token on a category that is met (EX-52 to EX-55); the fourth triggers the end (EX-69)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "boast", act)
    use(play, "EX-55", key, "nothing lets you Boast now")
    met = ", ".join(board.boasts) or "none"
    taken_already = play.table.count(category(act.category)) > 0
    play.require("EX-52", not taken_already, f"your token is there already; possible: {met}")
    play.require("EX-53", board.meets(act.category), f"that category is not met; possible: {met}")
    play.cite("EX-54")
    play.move(glory(HUMAN), 1, MAT, category(act.category))
    drop(play, key)
    placed = HUMAN_GLORY - play.table.count(MAT, glory(HUMAN))
    if placed == HUMAN_GLORY and board.options.fourth_glory_ends:
        trigger_end(play, HUMAN)
    settle(play)
