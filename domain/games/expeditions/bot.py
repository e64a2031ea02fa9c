"""A simple bot for the human's seat: it takes sensible legal turns, so that whole games can run unattended.

It looks only one action ahead. The caller passes in randomness, because the domain has none of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.expeditions import actions, taking
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.choices import could, exposed, parts, plays
from tablescribe.domain.games.expeditions.effects import Cost
from tablescribe.domain.games.expeditions.paths import distances
from tablescribe.domain.games.expeditions.zones import GUILE, POWER
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Table

Pick = Callable[[int], int]
"""Returns a number from 0 to n-1."""

ALWAYS = {
    taking.Boast: 100, taking.Solve: 90, taking.Meld: 80, taking.Upgrade: 80, taking.Vanquish: 70,
    taking.GainCard: 40, taking.GainWorker: 40, taking.Take: 30, taking.GatherAt: 30,
}  # fmt: skip
"""The benefits worth taking whenever they are available."""


def choose(opening: Opening, table: Table, seat: int, pick: Pick) -> Action:
    """Return a legal action that looks good.

    Raises:
        ValueError: no action is legal, because the game is over.
    """
    board = Board(opening, table)
    legal = list(legal_actions(opening, table, seat))
    if not legal:
        raise ValueError("nothing is legal")
    return max(legal, key=lambda action: (worth(board, action), pick(1000)))


def worth(board: Board, action: Action) -> float:
    """Return a score for how good an action looks."""
    kind = type(action)
    if kind in ALWAYS:
        return ALWAYS[kind]
    if isinstance(action, actions.Move | taking.Travel):
        return place_worth(board, action.to)
    if isinstance(action, actions.PlayCard | taking.PlayMore):
        return card_worth(board, action.card, with_worker=action.worker is not None)
    if isinstance(action, actions.Gather):
        return gather_worth(board)
    if isinstance(action, actions.Shift):
        return shift_worth(board, action.to)
    if isinstance(action, taking.ReturnCard):
        return 5
    return 0 if isinstance(action, taking.Done) else 1


def place_worth(board: Board, place: str) -> float:
    """Return a score for standing at a place: quests to solve, corruption to vanquish, benefits, unexplored tiles."""
    if board.is_face_down(place):
        return 14
    location = board.location(place)
    if location is None:
        return 0
    quests = [card for _, piece in board.controlled("quest") if (card := board.card(piece))]
    value = 15.0 * any(card.location == location.id for card in quests)
    stack = board.stack(place)
    if stack:
        power, guile = board.price(stack[-1][1])
        value += 10 if _affords(board, power, guile) else 0
    elif location.covered is not None:
        value += 25 if could(board, exposed(board, place)[-1]) else 2
    return value + 2 * sum(could(board, part) for one in exposed(board, place) for part in parts(one))


def card_worth(board: Board, piece: str, *, with_worker: bool) -> float:
    """Return a score for playing a card."""
    card = board.card(piece)
    if card is None:
        return 0
    room = {POWER: 10 - board.table.number(POWER), GUILE: 10 - board.table.number(GUILE)}
    value = 8.0 + min(card.power, room[POWER]) + min(card.guile, room[GUILE])
    if with_worker:
        value += 15 if any(could(board, part) for part in parts(card.ability)) else -5
    return value


def gather_worth(board: Board) -> float:
    """Return a score for gathering before anything else."""
    if not board.here:
        return -1
    return 3 + 10.0 * sum(could(board, part) for one in exposed(board, board.here) for part in parts(one))


def shift_worth(board: Board, to: str) -> float:
    """Return a score for covering an action: the value of the two others. Refresh scores high with an empty hand."""
    if to == "refresh":
        return 60 if not board.hand else 18 if len(board.hand) == 1 else 0
    there = max((place_worth(board, place) for place in distances(board, board.reach)), default=0)
    colours = {piece: colour for piece, colour in plays(board) if colour}
    card = max((card_worth(board, piece, with_worker=piece in colours) for piece in board.hand), default=0)
    here = max(0, gather_worth(board))
    return {"move": card + here, "play": there + max(here, there / 2), "gather": card + there}[to]


def _affords(board: Board, power: int, guile: int) -> bool:
    cost = Cost(power=power, guile=guile)
    return board.table.number(POWER) >= cost.power and board.table.number(GUILE) >= cost.guile
