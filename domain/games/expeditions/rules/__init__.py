"""The rules of Expeditions, by chapter: turn, actions, explore, cards, agenda, benefits, objectives, automa,
declaring."""

from domain.games.expeditions.rules import actions, automa, benefits, declaring, objectives
from domain.games.expeditions.rules.turn import action

__all__ = ["action", "actions", "automa", "benefits", "declaring", "objectives"]
