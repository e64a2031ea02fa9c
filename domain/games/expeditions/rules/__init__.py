"""The rules of Expeditions, by chapter: turn, actions, explore, cards, agenda, benefits, box, objectives, automa,
declaring."""

from tablescribe.domain.games.expeditions.rules import actions, automa, benefits, box, declaring, objectives
from tablescribe.domain.games.expeditions.rules.turn import action

__all__ = ["action", "actions", "automa", "benefits", "box", "declaring", "objectives"]
