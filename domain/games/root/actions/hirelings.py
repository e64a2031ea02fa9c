"""Hirelings: who gets them, and what is done with them."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.games.root.actions.core import Owner, Pieces, carrying, loaded
from tablescribe.domain.games.root.board import clearing, controller, under
from tablescribe.domain.games.root.parts import Carried, Clearing, HirelingKey
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Text, Thing, say

Seat = Annotated[int, Field(ge=1, le=6)]


class TakeHireling(Action):
    """Take a hireling from the supply, for a marker of the score track."""

    answers: ClassVar[str | None] = "new_hireling"
    do: Literal["take_hireling"] = "take_hireling"
    hireling: HirelingKey

    def text(self) -> Text:
        """Return what the seat does."""
        return say("hires {hireling}", hireling=Thing(self.hireling))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (controller(self.hireling),)


class HandOn(Action):
    """Say to whom a hireling goes whose control markers are used up."""

    answers: ClassVar[str | None] = "hand_on"
    do: Literal["hand_on"] = "hand_on"
    to: Seat

    def text(self) -> Text:
        """Return what the seat does."""
        return say("hands the hireling on to {seat}", seat=Thing(seat_name(self.to)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (seat_name(self.to),)


class Employ(Action):
    """Let a hireling do what it does once in Daylight; some have two ways."""

    do: Literal["employ"] = "employ"
    hireling: HirelingKey
    how: Literal["", "march", "return", "battle", "place", "force", "lead", "steal"] = ""

    def text(self) -> Text:
        """Return what the seat does."""
        if self.how:
            return say("employs {hireling}: {how}", hireling=Thing(self.hireling), how=Thing(f"employ:{self.how}"))
        return say("employs {hireling}", hireling=Thing(self.hireling))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (controller(self.hireling),)


class HireMove(Action):
    """Move the hireling that one is asked about."""

    answers: ClassVar[str | None] = "hireling"
    do: Literal["hire_move"] = "hire_move"
    origin: Clearing
    to: Clearing
    n: Pieces
    load: Carried = ""

    def text(self) -> Text:
        """Return what the seat does."""
        ends = {"origin": Thing(clearing(self.origin)), "to": Thing(clearing(self.to))}
        return carrying(say("moves {n} of the hireling from {origin} to {to}", n=self.n, **ends), self.load)

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.origin), clearing(self.to), *dict.fromkeys(loaded(self.load)))


class HireBattle(Action):
    """Battle with the hireling that one is asked about, or with whom it forces."""

    answers: ClassVar[str | None] = "hireling"
    do: Literal["hire_battle"] = "hire_battle"
    at: Clearing
    defender: Owner

    def text(self) -> Text:
        """Return what the seat does."""
        return say("lets it battle {defender} in {at}", defender=Thing(self.defender), at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


class HirePlace(Action):
    """Say where pieces of the hireling go: a clearing, forest or path, by the name of the zone."""

    answers: ClassVar[str | None] = "hireling"
    do: Literal["hire_place"] = "hire_place"
    place: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("puts the hireling in {place}", place=Thing(self.place))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.place,)


class HireTake(Action):
    """Name a piece in a clearing that the hireling removes, or pulls along."""

    answers: ClassVar[str | None] = "hireling"
    do: Literal["hire_take"] = "hire_take"
    at: Clearing
    piece: str
    load: Carried = ""

    def text(self) -> Text:
        """Return what the seat does."""
        deed = say("takes {piece} in {at}", piece=Thing(self.piece), at=Thing(clearing(self.at)))
        return carrying(deed, self.load)

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at), self.piece, *dict.fromkeys(loaded(self.load)))


class HirePass(Action):
    """Let the hireling do nothing more of what is asked."""

    answers: ClassVar[str | None] = "hireling"
    do: Literal["hire_pass"] = "hire_pass"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("lets the hireling be")


class Treat(Action):
    """Spend a card so that the fallen come where own pieces are (Feline Physicians)."""

    answers: ClassVar[str | None] = "physicians"
    do: Literal["treat"] = "treat"
    card: str
    to: Clearing

    def text(self) -> Text:
        """Return what the seat does."""
        return say(
            "saves the fallen with {card}: they come to {to}", card=Thing(self.card), to=Thing(clearing(self.to))
        )

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card, clearing(self.to))


class NoTreat(Action):
    """Let the fallen go."""

    answers: ClassVar[str | None] = "physicians"
    do: Literal["no_treat"] = "no_treat"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("lets the fallen go")


class Outfit(Action):
    """Give The Exile a crafted item, for a card and a point."""

    do: Literal["outfit"] = "outfit"
    item: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("gives The Exile {item}", item=Thing(self.item))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.item,)


class Plunder(Action):
    """Take an item from a ruin (The Brigand)."""

    do: Literal["plunder"] = "plunder"
    at: Clearing

    def text(self) -> Text:
        """Return what the seat does."""
        return say("plunders the ruin in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (under(self.at), clearing(self.at))


class Rob(Action):
    """Exhaust a crafted item to take a random card of somebody who shares a clearing (The Brigand)."""

    do: Literal["rob"] = "rob"
    item: str
    victim: Seat

    def text(self) -> Text:
        """Return what the seat does."""
        return say("robs {seat} with {item}", seat=Thing(seat_name(self.victim)), item=Thing(self.item))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.item, seat_name(self.victim))


class Envoy(Action):
    """Take a card of the top five of the discard pile (Lizard Envoys)."""

    answers: ClassVar[str | None] = "hireling"
    do: Literal["envoy"] = "envoy"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("takes {card} from the discard pile", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


NEW_HIRELING = Window("new_hireling", "RO-16.4.1-I", say("which hireling is taken"))
HAND_ON = Window("hand_on", "RO-16.4.1-III", say("to whom a hireling goes"))
HIRELING = Window("hireling", "RO-16.4.2", say("what the hireling does"), unused=HirePass)
PHYSICIANS = Window("physicians", "RO-H-PHYSICIANS", say("the Feline Physicians"), unused=NoTreat)

ACTIONS: tuple[type[Action], ...] = (
    TakeHireling, HandOn, Employ, HireMove, HireBattle, HirePlace, HireTake, HirePass, Treat, NoTreat, Outfit, Plunder,
    Rob, Envoy,
)  # fmt: skip
WINDOWS: tuple[Window, ...] = (NEW_HIRELING, HAND_ON, HIRELING, PHYSICIANS)
