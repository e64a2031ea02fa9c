"""A strategy for Root that reaches each ending soon: the Marquise builds for many points, and is left alone.

The Vagabond, who moves first, joins her in a coalition; or she wins alone, by points or by a dominance card.
"""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tests.domain.kit import Liking, Way

MARQUISE = 2
"""Her seat; the Vagabond has the first."""

BUILDING = {"build": 200, "settle": 5, "move": 3, "recruit": 5, "go_on": 2, "battle": 0.1, "overwork": 0.1}
"""The preferences of the Marquise."""

PEACE = {"go_on": 10.0, "battle": 0.01}
"""The preferences of everybody else."""

NEVER = 1e-9


def liking(card: str) -> Liking:
    """Return the preferences of players who play dominance cards for one purpose: `coalition`, `dominate`, or none."""

    def likes(match: Match, seat: int, action: Action) -> float:
        data = action.data()
        if data["do"] in ("coalition", "dominate"):
            hers = data.get("faction") == "marquise" if data["do"] == "coalition" else seat == MARQUISE
            return 1e6 if data["do"] == card and hers else NEVER
        return float((BUILDING if seat == MARQUISE else PEACE).get(data["do"], 1))

    return likes


def worth_building(data: dict[str, Any]) -> dict[str, Any]:
    """Return the components with buildings that cost no wood and bring many points, and with many dominance cards."""
    kinds = data["marquise"]["points"]
    cards = [one | ({"n": 9} if one["kind"] == "dominance" else {}) for one in data["cards"]["both"]]
    return data | {
        "marquise": data["marquise"] | {"wood": [0] * 6, "points": {kind: [0, 2, 5, 5, 5, 5] for kind in kinds}},
        "cards": data["cards"] | {"both": cards},
    }


TABLE = {"factions": "VCEALO", "first_player": 1, "coalition_10": False, "setup": "standard", "hirelings": False}


def way(card: str = "") -> Way:
    """Return the strategy with this use of dominance cards."""
    return Way(TABLE, liking(card), 1500, worth_building, quick=True, seats=(4,))


WAYS = {"coalition": way("coalition"), "dominance": way("dominate"), "points": way()}
