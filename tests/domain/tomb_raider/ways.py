"""A strategy for Tomb Raider in which a raider finds the treasure, or brings it back: straight on, in easy tunnels."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.board import CARRIER
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tests.domain.kit import Way

STRAIGHT = {
    "search": 30, "take_treasure": 1000, "no_offer": 100, "no_attack": 50, "reset": 0.01, "play_on": 10, "accept": 5,
    "no_use": 20, "ask_reroll": 0.2, "move_first": 5, "play_card": 0.1, "use_card": 0.1, "stay": 0.05, "no_search": 0.1,
}  # fmt: skip
"""The preferences of a raider."""


def straight(match: Match, seat: int, action: Action) -> float:
    """Prefer to go deeper, and back with the treasure; to search; and to be left alone."""
    data = action.data()
    if data["do"] == "step":
        home = match.table.get(CARRIER) == seat
        return 8.0 if data["way"] == ("back" if home else "forward") else 1.0
    return float(STRAIGHT.get(data["do"], 1))


def easy(data: dict[str, Any]) -> dict[str, Any]:
    """Return the components with arrows all round, no obstacles, and treasures that are visible at once."""

    def one(card: dict[str, Any]) -> dict[str, Any]:
        if card["type"] != "location":
            return card
        kept = {key: value for key, value in card.items() if key not in ("printed_obstacle", "printed")}
        found = kept | {"exits": ["top", "right", "bottom", "left"], "danger": 0, "search_bonus": 0}
        return found | ({"treasure_difficulty": 3} if card.get("treasure_room") else {})

    return data | {"cards": [one(card) for card in data["cards"]]}


def way(*, quick: bool = False, **options: Any) -> Way:
    """Return the strategy with these options."""
    return Way({"most_turns": 99, **options}, straight, 3000, easy, quick)


TREASURE = {"treasure": way(quick=True)}
"""For levels whose objective is the treasure."""

WAYS = {
    "treasure": way(objective=None), "recovery": way(objective="recovery"), "bounty": way(objective="bounty"),
}  # fmt: skip
