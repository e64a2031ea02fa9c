"""What must hold of every game holds of Le ultime persone."""

from __future__ import annotations

from domain.action import Action
from domain.games.ultime.actions import PlayMovement, PlayPower
from tests.domain.a_game import a_game
from tests.domain.ultime.test_random_play import CHOICES


def says_too_much(action: Action) -> bool:
    """Return whether it names places that its card has no use for: nobody is offered that."""
    if isinstance(action, PlayPower):
        return action.card != "power:swap" and (action.own_at, action.other_at) != (None, None)
    return isinstance(action, PlayMovement) and action.opposite is not None


TestUltime = a_game(
    "ultime", options=CHOICES, endings=("twelve_points",), hides=True, rounds=3, looks=2, unoffered=says_too_much
)
