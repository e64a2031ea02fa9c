"""The rules of Le ultime persone, by chapter: turn, cards, movement, events, powers."""

from tablescribe.domain.games.ultime.rules import events, movement, powers
from tablescribe.domain.games.ultime.rules.turn import action

__all__ = ["action", "events", "movement", "powers"]
