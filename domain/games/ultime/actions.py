"""The actions of Le ultime persone, one decision each, and the answers to its two windows."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.ultime.board import (
    DEFENCE_CARD,
    DEFENDING,
    DISCARDING,
    MOVEMENT,
    pawn,
    terrain,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.names import deck, seat, who
from tablescribe.domain.words.text import Text, Thing, say

Use = Literal["circle", "square", "split", "first"]
"""How a movement card is used: its circle, its square, or its circle split into two moves (UP-12, UP-15).

`first` makes only the first of the two moves, where the options leave the second open (UP-16).
"""


class PlayPower(Action):
    """Play a power card (UP-20, UP-39), with its target if it has one.

    Swap also names where the own pawn (`own_at`) and the opponent's pawn (`other_at`) stand.
    """

    do: Literal["play_power"] = "play_power"
    card: str
    target: int | None = None
    own_at: int | None = None
    other_at: int | None = None

    def text(self) -> Text:
        """Return the action in words."""
        card = Thing(self.card)
        if self.target is None:
            return say("plays {card}", card=card)
        against = who(self.target)
        if self.own_at is None or self.other_at is None:
            return say("plays {card} against {seat}", card=card, seat=against)
        own, other = Thing(terrain(self.own_at)), Thing(terrain(self.other_at))
        return say(
            "plays {card} against {seat}: pawns on {own} and {other}", card=card, seat=against, own=own, other=other
        )

    def touches(self) -> tuple[str, ...]:
        """Return the card and the terrain cards to select for this action."""
        return (
            self.card,
            *(seat(n) for n in (self.target,) if n),
            *(terrain(n) for n in (self.own_at, self.other_at) if n),
        )


class PlayMovement(Action):
    """Play a movement card (UP-21 B): whose pawn it moves, where that stands, and how the card is used.

    `opposite` names whose pawn on the far side takes part in an event, where there is a choice (UP-34). `second_at` is
    where the other pawn stands, where the table allows that a split card's second move is made with it (UP-16).
    """

    do: Literal["play_movement"] = "play_movement"
    card: str
    pawn: int
    at: int
    use: Use
    opposite: int | None = None
    second_at: int | None = None

    def text(self) -> Text:
        """Return the action in words."""
        card, moved, place = Thing(self.card), Thing(pawn(self.pawn)), Thing(terrain(self.at))
        if self.use == "circle":
            played = say("plays {card}: {pawn} on {place}, using the circle", card=card, pawn=moved, place=place)
        elif self.use == "square":
            played = say("plays {card}: {pawn} on {place}, straight to the square", card=card, pawn=moved, place=place)
        elif self.use == "first":
            played = say("plays {card}: {pawn} on {place}, first move only", card=card, pawn=moved, place=place)
        elif self.second_at is None:
            played = say("plays {card}: {pawn} on {place}, split into two moves", card=card, pawn=moved, place=place)
        else:
            played = say(
                "plays {card}, split: {pawn} on {place} first, then the one on {other}",
                card=card, pawn=moved, place=place, other=Thing(terrain(self.second_at)),
            )  # fmt: skip
        if self.opposite is None:
            return played
        return say("{played}, with {opposite}", played=played, opposite=Thing(pawn(self.opposite)))

    def touches(self) -> tuple[str, ...]:
        """Return the card, the opponent's seat and the terrain cards to select for this action."""
        others = (pawn(n) for n in (self.opposite,) if n)
        return (self.card, pawn(self.pawn), terrain(self.at), *(terrain(n) for n in (self.second_at,) if n), *others)


class Skip(Action):
    """Skip movement and draw two movement cards (UP-21 A)."""

    do: Literal["skip"] = "skip"
    sentence = say("skips and draws two movement cards")
    points_at = (deck(MOVEMENT),)


class Defend(Action):
    """Play Defence out of turn, against a power card or an attack (UP-41)."""

    answers = DEFENDING

    do: Literal["defend"] = "defend"
    sentence = say("plays {card}", card=Thing("power:defence"))
    points_at = (DEFENCE_CARD,)


class Decline(Action):
    """Decline to play Defence (UP-44)."""

    answers = DEFENDING

    do: Literal["decline"] = "decline"
    sentence = say("does not defend")


class Discard(Action):
    """Discard one card above the hand limit (UP-25)."""

    answers = DISCARDING

    do: Literal["discard"] = "discard"
    card: str
    sentence = say("discards {card}", card=Thing("{card}"))
    points_at = ("{card}",)


ACTIONS = Annotated[PlayPower | PlayMovement | Skip | Defend | Decline | Discard, Field(discriminator="do")]
