"""A bot for any faction. It picks the action with the best immediate outcome, with expected dice and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tablescribe.domain.games.root.actions.core import Dominate, GoOn, TakeDominance
from tablescribe.domain.games.root.board import CLEARINGS, Board, clearing, dominance
from tablescribe.domain.games.root.cards import held
from tablescribe.domain.games.root.pieces import RUIN, Kind, kind_of, owner_of
from tablescribe.domain.games.root.rules.vagabond_items import EXHAUSTED, is_vagabond, ready_items, satchel
from tablescribe.domain.games.root.rules.vagabond_relations import here
from tablescribe.domain.games.root.standing import track
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import UNKNOWN, Chance, Outcome, Question
from tablescribe.domain.rules.deciding import carry_out, legal_actions
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.names import AWAITS, state_of
from tablescribe.domain.table.table import Impossible, Table

Pick = Callable[[int], int]
"""Returns a number from 0 to n-1."""

MOST = 60
"""The most actions to evaluate; a random sample is taken of more."""

PROMISES = {
    "revolt": 4.0, "spread": 1.5, "decree": 0.5, "craft": 1.0, "quest": 2.0, "explore": 1.5, "sway": 3.0, "build": 0.5,
    "recruit": 0.5, "muster": 0.5, "roost": 1.0, "dig": 0.5, "train": 0.7, "encamp": 0.5, "delve": 0.5, "recover": 1.0,
    "plot": 0.8, "fortify": 1.0, "incite": 0.4, "aid": 0.5, "instigate": 0.3, "mobilize": 0.65,
    "roam": 0.3, "slip": 0.06,
}  # fmt: skip
"""Extra value of actions that lead to later gains."""


WORTH: dict[Kind | None, float] = {"warrior": 0.3, "building": 1.2, "token": 0.6}
"""The value of a piece of the bot's own on the map."""


class Expected(Chance):
    """Expected outcomes instead of random ones: middle dice; unseen cards stay unknown."""

    def answer(self, question: Question) -> Outcome:
        """Return an expected outcome."""
        if question.kind == "draw" and question.secret:
            return UNKNOWN
        among = sorted(question.among, key=str)
        return among[len(among) // 2]

    def unused(self) -> list[Outcome]:
        """Return nothing: no outcomes were entered."""
        return []


def choose(opening: Opening, table: Table, seat: int, pick: Pick) -> Action:
    """Return a seat's best action; ties are broken at random."""
    legal = some_of(list(legal_actions(opening, table, seat)), pick)
    now = worth(Board(opening, table), seat)
    found = [(gain(opening, table, seat, action, now), action) for action in legal]
    most = max(value for value, _ in found)
    best = [action for value, action in found if value >= most - 1e-9]
    return best[pick(len(best))]


def some_of(actions: list[Action], pick: Pick) -> list[Action]:
    """Return the actions, or a sample of too many with at least one of each kind."""
    if len(actions) <= MOST:
        return actions
    kept: list[Action] = []
    for kind in dict.fromkeys(type(action) for action in actions):
        same = [action for action in actions if type(action) is kind]
        share = max(1, MOST * len(same) // len(actions))
        kept += _picked(same, share, pick)
    return kept


def _picked(actions: Sequence[Action], n: int, pick: Pick) -> list[Action]:
    left = list(actions)
    return [left.pop(pick(len(left))) for _ in range(min(n, len(left)))]


def gain(opening: Opening, table: Table, seat: int, action: Action, now: float) -> float:
    """Return how much an action improves a seat's position."""
    if isinstance(action, GoOn):
        return 0.05
    if isinstance(action, Dominate | TakeDominance):
        return 20.0 if isinstance(action, Dominate) and is_desperate(Board(opening, table), seat) else -1.0
    play = Play(opening, table, Expected())
    try:
        carry_out(play, opening, seat, action)
        after = worth(Board(opening, table), seat)
    except (Illegal, Impossible, ValueError):
        return -100.0
    finally:
        play.take_back()
    promised = PROMISES.get(str(action.data()["do"]), 0.0) if AWAITS not in table.values else 0.0
    return after - now + promised


def is_desperate(board: Board, seat: int) -> bool:
    """Return whether the leader is so far ahead that only a dominance card can win."""
    return max(board.score(other) for other in board.setting.all_seats) - board.score(seat) > 12


def worth(board: Board, seat: int) -> float:
    """Return the value of a seat's position: points, pieces, clearings and cards, less the other seats' positions."""
    own = board.faction(seat)
    if board.is_over:
        return 1000.0 if seat in board.winners() else -1000.0
    on_map = sum(standing(board, own, at) for at in CLEARINGS)
    others = sum(rival(board, other) for other in board.setting.opponents(seat)) / max(1, board.setting.seats - 1)
    cards = board.hand(seat) * 0.5
    lone = wandering(board, seat) if is_vagabond(board, seat) else 0.0
    return 3.0 * board.score(seat) + on_map + cards + lone - others


def standing(board: Board, own: str, at: int) -> float:
    """Return the value of a faction's pieces in a clearing; more where it has the most pieces, and so mostly rules."""
    value, strength = 0.0, Counter[str]()
    for piece, n in board.table.pieces(clearing(at)).items():
        owner, kind = owner_of(piece), kind_of(piece)
        if owner == own and kind in WORTH:
            value += WORTH[kind] * n
        if kind in ("warrior", "building"):
            strength[owner] += n
    mine = strength.pop(own, 0)
    most = bool(mine) and mine > max(strength.values(), default=0)
    return value + (0.15 if value else 0.0) + (0.4 if most else 0.0)


def wandering(board: Board, seat: int) -> float:
    """Return the value of a Vagabond's items, ready ones more, and of its location."""
    own = board.faction(seat)
    items = [board.table.pieces(zone) for zone in (satchel(seat), track(seat))]
    value = sum(0.6 * n for zone in items for n in zone.values())
    able = ready_items(board, seat)
    value += 0.2 * sum(n for zone in items for piece, n in zone.items() if state_of(piece) != EXHAUSTED)
    at = here(board, seat)
    if not at:
        return value
    if board.at(at, RUIN) and "torch" in able:
        value += 0.8
    if able and held(board, seat, *board.suits(at)):
        value += 0.5 * sum(owner != own and owner in board.factions for owner in board.owners(at))
    return value


def rival(board: Board, seat: int) -> float:
    """Return the threat of another seat's position."""
    own, pieces = board.faction(seat), Counter[str]()
    for at in CLEARINGS:
        for piece, n in board.table.pieces(clearing(at)).items():
            if owner_of(piece) == own:
                pieces[kind_of(piece) or ""] += n
    threat = 6.0 if dominance(seat) in board.table.values else 0.0
    return 1.5 * board.score(seat) + pieces["building"] + pieces["token"] + pieces["warrior"] // 4 + threat
