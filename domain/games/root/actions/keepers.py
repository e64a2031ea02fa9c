"""Actions of the Keepers in Iron, besides those of every seat."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tablescribe.domain.games.root.actions.core import Owner, Pieces, loaded
from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Load, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

RelicType: TypeAlias = Literal["figure", "tablet", "jewelry"]
Relic = Annotated[str, Field(pattern=r"^(\?(figure|tablet|jewelry)|(figure|tablet|jewelry):[123])$")]
RetinueColumn: TypeAlias = Literal[1, 2, 3]


class Encamp(Action):
    """Replace a warrior with a waystation of one relic type."""

    do: Literal["encamp"] = "encamp"
    at: Place
    shows: RelicType
    back: RelicType
    sentence = say("encamps in {at} for {relic}", at=Thing("clearing:{at}"), relic=Thing("?{shows}"))
    points_at = ("clearing:{at}",)


class Decamp(Action):
    """Replace a waystation with a warrior."""

    do: Literal["decamp"] = "decamp"
    at: Place
    waystation: str
    sentence = say("decamps in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Enlist(Action):
    """Spend a card to recruit two warriors at a waystation."""

    do: Literal["enlist_warriors"] = "enlist_warriors"
    card: str
    at: Place
    sentence = say("spends {card} for warriors in {at}", card=Thing("{card}"), at=Thing("clearing:{at}"))
    points_at = ("{card}", "clearing:{at}")


class March(Action):
    """Resolve a card of the first or third column: move, with up to one relic for each warrior."""

    do: Literal["march_out"] = "march_out"
    card: str
    origin: Place
    to: Place
    n: Pieces
    load: Load = ""

    def text(self) -> Text:
        """Return what the seat does."""
        words: dict[str, Slot] = {
            "origin": Thing(clearing(self.origin)),
            "to": Thing(clearing(self.to)),
            "card": Thing(self.card),
        }
        if not self.load:
            return say("moves {n_warriors} from {origin} to {to} by {card}", n_warriors=self.n, **words)
        relics = listed(Thing(one) for one in loaded(self.load))
        return say(
            "moves {n_warriors} with {relics} from {origin} to {to} by {card}",
            n_warriors=self.n,
            relics=relics,
            **words,
        )

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (clearing(self.origin), clearing(self.to), *dict.fromkeys(loaded(self.load)))


class Venture(Action):
    """Resolve a card of the second column: battle, then delve if you like."""

    do: Literal["venture"] = "venture"
    card: str
    at: Place
    defender: Owner | None = None
    points_at = ("clearing:{at}", "{card}")

    def text(self) -> Text:
        """Return what the seat does."""
        if self.defender is None:
            return say("ventures in {at} by {card}", at=Thing(clearing(self.at)), card=Thing(self.card))
        words = {"at": Thing(clearing(self.at)), "card": Thing(self.card), "defender": Thing(self.defender)}
        return say("ventures in {at} by {card} and battles {defender}", **words)


class Delve(Action):
    """Delve: take a relic from an adjacent forest."""

    answers = "delve"
    do: Literal["delve"] = "delve"
    forest: str = Field(pattern=r"^\d{1,2}(_\d{1,2}){1,11}$")
    relic: Relic
    sentence = say("delves for {relic} in {forest}", relic=Thing("{relic}"), forest=Thing("forest:{forest}"))
    points_at = ("forest:{forest}",)


class NoDelve(Action):
    """Do not delve."""

    answers = "delve"
    do: Literal["no_delve"] = "no_delve"
    sentence = say("does not delve")


class Recover(Action):
    """Resolve a card of the third column: recover a relic at a waystation of its type."""

    do: Literal["recover"] = "recover"
    card: str
    at: Place
    relic: Relic
    points_at = ("clearing:{at}", "{card}")

    def text(self) -> Text:
        """Return what the seat does."""
        words = {"relic": Thing(self.relic), "at": Thing(clearing(self.at)), "card": Thing(self.card)}
        return say("recovers {relic} in {at} by {card}", **words)


class LayRelic(Action):
    """Place a removed relic face up in a forest."""

    answers = "loose_relic"
    do: Literal["lay_relic"] = "lay_relic"
    forest: str = Field(pattern=r"^\d{1,2}(_\d{1,2}){1,11}$")
    sentence = say("places the relic in {forest}", forest=Thing("forest:{forest}"))
    points_at = ("forest:{forest}",)


class Join(Action):
    """Add a card from your hand to a column of the Retinue."""

    do: Literal["join"] = "join"
    card: str
    column: RetinueColumn
    sentence = say("adds {card} to {column}", card=Thing("{card}"), column=Thing("retinue:{column}"))
    points_at = ("{card}", "retinue:{column}")


class Shift(Action):
    """Shift a card of the Retinue to another column."""

    do: Literal["shift"] = "shift"
    card: str
    column: RetinueColumn
    to: RetinueColumn
    sentence = say("shifts {card} to {column}", card=Thing("{card}"), column=Thing("retinue:{to}"))
    points_at = ("{card}", "retinue:{to}")


ACTIONS: tuple[type[Action], ...] = (
    Encamp, Decamp, Enlist, March, Venture, Delve, NoDelve, Recover, LayRelic, Join, Shift,
)  # fmt: skip
