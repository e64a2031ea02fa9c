"""Actions of every seat: go on, move, battle, craft, dominance; and the answers inside a battle."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Carried, Clearing, FactionKey, HirelingKey
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, listed, say

Owner: TypeAlias = FactionKey | HirelingKey
"""The type of a faction or hireling in actions."""

Pieces: TypeAlias = Annotated[int, Field(ge=1, le=25)]


def loaded(load: str) -> tuple[str, ...]:
    """Return the piece names in a load."""
    return tuple(one for one in load.split(",") if one)


def carrying(deed: Text, load: str) -> Text:
    """Return the words of a move, with the pieces that its warriors carry, if any."""
    if not load:
        return deed
    return say("{deed} and carries {relics} along", deed=deed, relics=listed(Thing(one) for one in loaded(load)))


class GoOn(Action):
    """Go to the next part of the turn, or end it."""

    do: Literal["go_on"] = "go_on"
    goes_on = True
    sentence = say("moves on")


class Settle(Action):
    """Choose the clearing in which the faction begins: a corner, a homeland."""

    do: Literal["settle"] = "settle"
    at: Clearing
    sentence = say("begins in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Move(Action):
    """Move warriors from one clearing to an adjacent one."""

    do: Literal["move"] = "move"
    origin: Clearing
    to: Clearing
    n: Pieces
    by: str = ""
    how: str = ""
    load: Carried = ""

    def text(self) -> Text:
        """Return what the seat does."""
        ends = {"origin": Thing(clearing(self.origin)), "to": Thing(clearing(self.to))}
        if self.n == 1:
            return carrying(say("moves a warrior from {origin} to {to}", **ends), self.load)
        deed = say("moves {n_warriors} warriors from {origin} to {to}", n_warriors=self.n, **ends)
        return carrying(deed, self.load)

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (clearing(self.origin), clearing(self.to), *dict.fromkeys(loaded(self.load)))


class Battle(Action):
    """Battle an enemy in a clearing."""

    do: Literal["battle"] = "battle"
    at: Clearing
    defender: Owner
    by: str = ""
    how: str = ""
    sentence = say("battles {defender} in {at}", defender=Thing("{defender}"), at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Ambush(Action):
    """Ambush the attacker with a card of the clearing's suit."""

    answers = "ambush"
    do: Literal["ambush"] = "ambush"
    card: str
    sentence = say("ambushes with {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class NoAmbush(Action):
    """Play no ambush."""

    answers = "ambush"
    do: Literal["no_ambush"] = "no_ambush"
    sentence = say("plays no ambush")


class Foil(Action):
    """Foil an ambush with an ambush card of the clearing's suit."""

    answers = "foil"
    do: Literal["foil"] = "foil"
    card: str
    sentence = say("foils the ambush with {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class NoFoil(Action):
    """Do not foil the ambush."""

    answers = "foil"
    do: Literal["no_foil"] = "no_foil"
    sentence = say("does not foil the ambush")


class UseEffect(Action):
    """Use an effect in battle; some cost a card."""

    answers = "effects"
    do: Literal["use_effect"] = "use_effect"
    effect: str
    card: str = ""

    def text(self) -> Text:
        """Return what the seat does."""
        if self.card:
            return say("uses {effect} with {card}", effect=Thing(self.effect), card=Thing(self.card))
        return say("uses {effect}", effect=Thing(self.effect))

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (self.effect, self.card) if self.card else (self.effect,)


class NoEffect(Action):
    """Use no more effects."""

    answers = "effects"
    do: Literal["no_effect"] = "no_effect"
    sentence = say("uses no effect")


class Remove(Action):
    """Choose what the next hit removes."""

    answers = "casualty"
    do: Literal["remove"] = "remove"
    piece: str
    sentence = say("removes {piece}", piece=Thing("{piece}"))
    points_at = ("{piece}",)


class PutPiece(Action):
    """Choose where to place the next wood or warrior, when there are too few for all places."""

    answers = "short_supply"
    do: Literal["put_piece"] = "put_piece"
    at: Clearing
    sentence = say("places the next piece in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Craft(Action):
    """Craft a card from your hand; `using` names the suits to activate if there is a choice: `fox,mouse`."""

    do: Literal["craft"] = "craft"
    card: str
    using: str = ""
    points_at = ("{card}",)

    def text(self) -> Text:
        """Return what the seat does."""
        if self.using:
            return say("crafts {card} with {suits}", card=Thing(self.card), suits=self.using)
        return say("crafts {card}", card=Thing(self.card))


class Discard(Action):
    """Discard a card down to the hand limit."""

    answers = "hand_limit"
    do: Literal["discard"] = "discard"
    card: str
    sentence = say("discards {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class Dominate(Action):
    """Activate a dominance card: from now on you can win only by it."""

    do: Literal["dominate"] = "dominate"
    card: str
    sentence = say("activates {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class TakeDominance(Action):
    """Spend a card of its suit to take an available dominance card."""

    do: Literal["take_dominance"] = "take_dominance"
    dominance: str
    card: str
    sentence = say("takes {dominance} for {card}", dominance=Thing("{dominance}"), card=Thing("{card}"))
    points_at = ("{dominance}", "{card}")


ACTIONS: tuple[type[Action], ...] = (
    GoOn, Settle, Move, Battle, Ambush, NoAmbush, Foil, NoFoil, UseEffect, NoEffect, Remove, Craft, Discard, Dominate,
    TakeDominance, PutPiece,
)  # fmt: skip
