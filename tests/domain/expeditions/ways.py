"""A strategy for Expeditions in which the human places all glory tokens: eagerly, against a slow Automa."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tests.domain.kit import Way

EAGER = {
    "boast": 10_000, "meld": 500, "upgrade": 500, "solve": 500, "vanquish": 500, "play": 40, "gather": 40,
    "gain_worker": 40, "gain_card": 40, "take": 20, "done": 0.1,
}  # fmt: skip
"""Actions that the human prefers."""


def eager(match: Match, seat: int, action: Action) -> float:
    """Prefer what leads to a boast."""
    return float(EAGER.get(action.data()["do"], 1))


def slow_automa(data: dict[str, Any]) -> dict[str, Any]:
    """Return the components with a track on which the Automa's glory comes late."""
    late = {"spaces": 400, "glory_spaces": [391, 392, 393, 394, 395, 396, 397, 398]}
    return data | {"levels": [one | (late if one["level"] == 1 else {}) for one in data["levels"]]}


WAYS = {"fourth_glory": Way({"level": 1, "fourth_glory_ends": True}, eager, 3000, slow_automa)}
