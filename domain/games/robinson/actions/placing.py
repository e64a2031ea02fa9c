"""Actions that place pawns, one at a time (RC-19 to RC-23, RC-42, RC-43)."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.robinson.board import Side, Track, camp, space
from tablescribe.domain.games.robinson.tasks import ARRANGE, HUNT, REST, source
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say

PawnName = Literal["own", "hunt", "build", "gather", "explore", "gather_explore"]
"""A pawn of the character, or a neutral one named after the work it helps with (RC-B17)."""

Payment = Literal["wood", "fur"]

Space = Annotated[int, Field(ge=0, le=14)]


class Placement(Action):
    """Base class of actions that place a pawn.

    Attributes:
        pawn: the pawn that is placed.
    """

    pawn: PawnName = "own"

    @property
    def where(self) -> str:
        """The location of the pawn (RC-21)."""
        raise NotImplementedError

    @property
    def count(self) -> int:
        """The number of the seat's own action at this location that the pawn joins, from 1."""
        return 1

    def what(self) -> Text:
        """Return the purpose of the pawn, in words: "to hunt"."""
        raise NotImplementedError

    def text(self) -> Text:
        """Return what the seat does."""
        if self.pawn == "own":
            return say("places a pawn {what}", what=self.what())
        return say("places a neutral pawn {what}", what=self.what())

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (self.where,)


class Hunt(Placement):
    """Place a pawn to hunt (RC-B15)."""

    do: Literal["hunt"] = "hunt"

    @property
    def where(self) -> str:
        """The hunting deck."""
        return HUNT

    def what(self) -> Text:
        """Return the purpose of the pawn, in words."""
        return say("to hunt")


class Attack(Placement):
    """Place a pawn to attack another player's camp (RC-42, RC-43).

    Attributes:
        target: whose camp.
        n: which of the own attacks on it; one more than there are begins another.
    """

    do: Literal["attack"] = "attack"
    target: Annotated[int, Field(ge=1, le=4)]
    n: Annotated[int, Field(ge=1, le=6)] = 1

    @property
    def where(self) -> str:
        """The location from which the camp is attacked (RC-71)."""
        return camp(self.target)

    @property
    def count(self) -> int:
        """The number of the seat's own attack on this camp, from 1."""
        return self.n

    def what(self) -> Text:
        """Return the purpose of the pawn, in words."""
        told = say("to attack {seat}", seat=Thing(f"seat:{self.target}"))
        return say("{what} (number {n})", what=told, n=self.n) if self.n > 1 else told


class Build(Placement):
    """Place a pawn to build a shelter, roof, palisade or weapon; the first pawn sets aside the cost (RC-22, RC-B22).

    Attributes:
        pay: wood or fur, with the first pawn of an action.
        n: which of the own actions there; one more than there are begins another (RC-B21).
    """

    do: Literal["build"] = "build"
    track: Track
    pay: Payment | None = None
    n: Annotated[int, Field(ge=1, le=6)] = 1

    @property
    def where(self) -> str:
        """The track of the camp."""
        return self.track

    @property
    def count(self) -> int:
        """The number of the seat's own action on this track, from 1."""
        return self.n

    def what(self) -> Text:
        """Return the purpose of the pawn, in words."""
        told = _BUILDING[self.track]
        if self.pay is not None:
            told = say("{what}, for {pay}", what=told, pay=Thing(self.pay))
        return say("{what} (number {n})", what=told, n=self.n) if self.n > 1 else told

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (self.track, *([self.pay] if self.pay else []))


_BUILDING = {
    "shelter": say("to build a shelter"), "roof": say("to build a roof"),
    "palisade": say("to build a palisade"), "weapon": say("to build a weapon"),
}  # fmt: skip


class Invent(Placement):
    """Place a pawn to build an invention (RC-B23).

    Attributes:
        pay: which resource is set aside, where the card leaves the choice.
    """

    do: Literal["invent"] = "invent"
    invention: str
    pay: Payment | None = None

    @property
    def where(self) -> str:
        """The invention card."""
        return self.invention

    def what(self) -> Text:
        """Return the purpose of the pawn, in words."""
        if self.pay is not None:
            return say("to build {card}, for {pay}", card=Thing(self.invention), pay=Thing(self.pay))
        return say("to build {card}", card=Thing(self.invention))

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (self.invention, *([self.pay] if self.pay else []))


class Gather(Placement):
    """Place a pawn to gather from one source of a tile (RC-21)."""

    do: Literal["gather"] = "gather"
    space: Space
    side: Side

    @property
    def where(self) -> str:
        """The source of the tile."""
        return source(self.space, self.side)

    def what(self) -> Text:
        """Return the purpose of the pawn, in words."""
        place = Thing(space(self.space))
        return say("to gather on {space}, left", space=place) if self.side == "left" else say(
            "to gather on {space}, right", space=place
        )  # fmt: skip


class Explore(Placement):
    """Place a pawn to explore a space (RC-21)."""

    do: Literal["explore"] = "explore"
    space: Space

    @property
    def where(self) -> str:
        """The space of the island."""
        return space(self.space)

    def what(self) -> Text:
        """Return the purpose of the pawn, in words."""
        return say("to explore {space}", space=Thing(space(self.space)))


class Arrange(Placement):
    """Place a pawn to arrange the camp (RC-B16)."""

    do: Literal["arrange"] = "arrange"

    @property
    def where(self) -> str:
        """The location for arranging the camp."""
        return ARRANGE

    def what(self) -> Text:
        """Return the purpose of the pawn, in words."""
        return say("to arrange the camp")


class Rest(Placement):
    """Place a pawn to rest (RC-B16)."""

    do: Literal["rest"] = "rest"

    @property
    def where(self) -> str:
        """The location for rest."""
        return REST

    def what(self) -> Text:
        """Return the purpose of the pawn, in words."""
        return say("to rest")


class NoMorePawns(Action):
    """Leave your remaining neutral pawns unplaced this round (RC-69)."""

    do: Literal["no_more_pawns"] = "no_more_pawns"
    sentence = say("places no more neutral pawns")


ACTIONS = Hunt | Attack | Build | Invent | Gather | Explore | Arrange | Rest | NoMorePawns
