"""Strategies for Robinson Crusoe in which all die together, or live to see the last round."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tests.domain.kit import Way


def with_hearts(n: int, data: dict[str, Any]) -> dict[str, Any]:
    """Return the components with so many hearts for each character."""
    return data | {"characters": [one | {"wounds_to_die": n, "arrows": [1]} for one in data["characters"]]}


def peaceful(match: Match, seat: int, action: Action) -> float:
    """Prefer peace with the others, no pyre, gathering, and a shelter."""
    data = action.data()
    if data.get("track") == "shelter":
        return 30.0
    return {"attack": 0.001, "feed_pyre": 0.001, "hunt": 0.01, "gather": 5.0, "rest": 3.0}.get(data["do"], 1.0)


def careless(match: Match, seat: int, action: Action) -> float:
    """Prefer peace with the others, and no preparation for the night."""
    data = action.data()
    return {"arrange": 20.0, "attack": 0.001, "hunt": 0.001, "gather": 0.1, "rest": 0.1}.get(data["do"], 1.0)


WAYS = {
    "all_dead": Way(likes=careless, changed=lambda data: with_hearts(2, data)),
    "last_round": Way(likes=peaceful, changed=lambda data: with_hearts(20, data)),
}

ELSEWHERE = dict.fromkeys(
    ("objective", "last_one_standing", "last_round", "all_dead"), "reached with the components that come with the game"
)
"""Endings that boxes of blanks and texts need not reach ten times each."""
