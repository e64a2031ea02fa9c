"""The rules of Expeditions, by chapter: turn, actions, explore, cards, agenda, benefits, box, objectives, automa."""

from domain.games.expeditions.rules import actions, automa, benefits, box, objectives
from domain.games.expeditions.rules.turn import action

__all__ = ["action", "actions", "automa", "benefits", "box", "objectives"]
