"""What is said in a battle of Root, and the windows in it (the Law's 4.3, W-1, W-2 and W-6 to W-10)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class Battle(Action):
    """Attack another faction in a clearing (4.3)."""

    do: Literal["battle"] = "battle"
    defender: Annotated[int, Field(ge=1, le=2)]

    def text(self) -> Text:
        return say("attacks {seat}", seat=Thing(f"seat:{self.defender}"))


class March(Action):
    """Move warriors into the clearing (4.2)."""

    do: Literal["march"] = "march"
    n: Annotated[int, Field(ge=1, le=2)]

    def text(self) -> Text:
        return say("moves {n} warriors in", n=self.n)


class Ambush(Action):
    """The defender's ambush (4.3.1)."""

    answers: ClassVar[str | None] = "ambush"
    do: Literal["ambush"] = "ambush"
    card: str

    def text(self) -> Text:
        return say("ambushes with {card}", card=Thing(self.card))


class NoAmbush(Action):
    answers: ClassVar[str | None] = "ambush"
    do: Literal["no_ambush"] = "no_ambush"

    def text(self) -> Text:
        return say("plays no ambush")


class Foil(Action):
    """The attacker cancels the ambush with one of the same suit (4.3.1-I)."""

    answers: ClassVar[str | None] = "foil"
    do: Literal["foil"] = "foil"
    card: str

    def text(self) -> Text:
        return say("foils the ambush with {card}", card=Thing(self.card))


class NoFoil(Action):
    answers: ClassVar[str | None] = "foil"
    do: Literal["no_foil"] = "no_foil"

    def text(self) -> Text:
        return say("does not foil it")


class UseEffect(Action):
    """Brutal Tactics of the attacker, Sappers of the defender: one hit more (4.3.3-I)."""

    answers: ClassVar[str | None] = "effects"
    do: Literal["effect"] = "effect"
    card: str

    def text(self) -> Text:
        return say("uses {card}", card=Thing(self.card))


class NoEffect(Action):
    answers: ClassVar[str | None] = "effects"
    do: Literal["no_effect"] = "no_effect"

    def text(self) -> Text:
        return say("uses no effect")


class Remove(Action):
    """Remove one own piece for a hit taken (4.3.4)."""

    answers: ClassVar[str | None] = "casualty"
    do: Literal["remove"] = "remove"
    piece: str

    def text(self) -> Text:
        return say("removes {piece}", piece=Thing(self.piece))


class GiveCard(Action):
    """Pay for the outrage with a card that matches the clearing (8.2.6)."""

    answers: ClassVar[str | None] = "outrage"
    do: Literal["give"] = "give"
    card: str

    def text(self) -> Text:
        return say("adds {card} to the supporters", card=Thing(self.card))


class ShowHand(Action):
    """Show a hand in which no card matches; one is drawn instead (8.2.6)."""

    answers: ClassVar[str | None] = "outrage"
    do: Literal["show_hand"] = "show_hand"

    def text(self) -> Text:
        return say("shows a hand without such a card")


class Heal(Action):
    """Field Hospitals: spend a matching card, and the fallen go to the keep (6.2.3)."""

    answers: ClassVar[str | None] = "hospital"
    do: Literal["heal"] = "heal"
    card: str

    def text(self) -> Text:
        return say("brings the fallen to the keep for {card}", card=Thing(self.card))


class NoHeal(Action):
    answers: ClassVar[str | None] = "hospital"
    do: Literal["no_heal"] = "no_heal"

    def text(self) -> Text:
        return say("lets the fallen go")


ACTIONS = Annotated[
    Battle | March | Ambush | NoAmbush | Foil | NoFoil | UseEffect | NoEffect | Remove | GiveCard | ShowHand | Heal
    | NoHeal,
    Field(discriminator="do"),
]  # fmt: skip

AMBUSH = Window("ambush", "RO-4.3.1", say("an ambush"), unused="no_ambush")
FOIL = Window("foil", "RO-4.3.1-I", say("a foil"), unused="no_foil")
EFFECTS = Window("effects", "RO-4.3.3", say("the battle effects"), unused="no_effect")
CASUALTY = Window("casualty", "RO-4.3.4", say("the piece that is removed"))
OUTRAGE = Window("outrage", "RO-8.2.6", say("the card for the supporters"))
HOSPITAL = Window("hospital", "RO-6.2.3", say("the field hospitals"), unused="no_heal")
WINDOWS = (AMBUSH, FOIL, EFFECTS, CASUALTY, OUTRAGE, HOSPITAL)
