"""The rules of Root: the core by theme, and a module for each faction, hirelings and landmarks."""

from tablescribe.domain.games.root.rules import advanced, battle, beginning, crafting, dominance, hits, moving, placing
from tablescribe.domain.games.root.rules.turn import action

__all__ = ["action", "advanced", "battle", "beginning", "crafting", "dominance", "hits", "moving", "placing"]
