"""Decisions before the first turn: the entrance and the first hand (TR-22, TR-25)."""

from typing import Literal

from tablescribe.domain.games.tomb_raider.board import ENTRANCE, FIRST_HAND
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.table.names import deck, deck_of
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Thing, say


class ChooseEntrance(Action):
    """Begin at one of the level's entrances (TR-111, TR-112, TR-114)."""

    answers = ENTRANCE
    do: Literal["enter"] = "enter"
    space: str
    sentence = say("enters the level at {space}", space=Thing("{space}"))
    points_at = ("{space}",)


class KeepCard(Action):
    """Take a card from your deck into your first hand (TR-25); others see only that you took one."""

    answers = FIRST_HAND
    do: Literal["keep_card"] = "keep_card"
    card: Hidden[str]
    sentence = say("takes {card} into the first hand", card=Thing("{card}"))

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return () if self.card == HIDDEN else (deck(deck_of(self.card)),)


class TakeHand(Action):
    """Fill your first hand without naming cards; where the program deals, at random."""

    answers = FIRST_HAND
    do: Literal["take_hand"] = "take_hand"
    sentence = say("takes the first hand")


ACTIONS = ChooseEntrance | KeepCard | TakeHand
