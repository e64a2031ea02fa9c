"""The common tests of every game, for freeform."""

from __future__ import annotations

from tablescribe.domain.games.freeform.actions import Pass
from tablescribe.domain.rules.action import Action
from tests.domain.a_game import a_game
from tests.domain.freeform.table import COMPONENTS


def has_no_end(action: Action) -> bool:
    """Return whether it is one of the many things that anybody may say at any time (FF-1): all but to pass."""
    return action != Pass()


TestFreeform = a_game("freeform", catalogue=COMPONENTS, endings=("declared",), rounds=4, unoffered=has_no_end)
