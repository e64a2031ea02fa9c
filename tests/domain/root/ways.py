"""How Root is played so that a Vagabond forms a coalition: by those who like nothing better."""

from __future__ import annotations

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tests.domain.kit import Way

EAGER = {"coalition": 10_000, "dominate": 0.001}


def eager(match: Match, seat: int, action: Action) -> float:
    """Like a coalition."""
    return float(EAGER.get(action.data()["do"], 1))


WAYS = {"coalition": Way({"factions": "CEAV", "map": "autumn", "setup": "standard", "hirelings": False}, eager, 6000)}
