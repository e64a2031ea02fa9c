"""Actions with hirelings: gaining, passing on and using them."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.root.actions.core import Owner, Pieces, carrying, loaded
from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Carried, Clearing, HirelingKey
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say

Seat = Annotated[int, Field(ge=1, le=6)]


class TakeHireling(Action):
    """Take a hireling from the supply after taking its marker from the score track."""

    answers = "new_hireling"
    do: Literal["take_hireling"] = "take_hireling"
    hireling: HirelingKey
    sentence = say("hires {hireling}", hireling=Thing("{hireling}"))
    points_at = ("controls:{hireling}",)


class HandOn(Action):
    """Choose the player who gets a hireling without control markers."""

    answers = "hand_on"
    do: Literal["hand_on"] = "hand_on"
    to: Seat
    sentence = say("gives the hireling to {seat}", seat=Thing("seat:{to}"))
    points_at = ("seat:{to}",)


class Employ(Action):
    """Use a hireling's Daylight action; some have two."""

    do: Literal["employ"] = "employ"
    hireling: HirelingKey
    how: Literal["", "march", "return", "battle", "place", "force", "lead", "steal"] = ""
    points_at = ("controls:{hireling}",)

    def text(self) -> Text:
        """Return what the seat does."""
        if self.how:
            return say("uses {hireling}: {how}", hireling=Thing(self.hireling), how=Thing(f"employ:{self.how}"))
        return say("uses {hireling}", hireling=Thing(self.hireling))


class HireMove(Action):
    """Move the hireling."""

    answers = "hireling"
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
        """Return the names of pieces and places to select for this action."""
        return (clearing(self.origin), clearing(self.to), *dict.fromkeys(loaded(self.load)))


class HireBattle(Action):
    """Battle with a hireling, or with the player it forces to battle."""

    answers = "hireling"
    do: Literal["hire_battle"] = "hire_battle"
    at: Clearing
    defender: Owner
    how: str = ""
    sentence = say(
        "battles {defender} in {at} with the hireling", defender=Thing("{defender}"), at=Thing("clearing:{at}")
    )
    points_at = ("clearing:{at}",)


class HirePlace(Action):
    """Choose where to place the hireling's pieces: a clearing, forest or path, by the name of the zone."""

    answers = "hireling"
    do: Literal["hire_place"] = "hire_place"
    place: str
    sentence = say("puts the hireling in {place}", place=Thing("{place}"))
    points_at = ("{place}",)


class HireTake(Action):
    """Choose a piece in a clearing that the hireling removes or pulls along."""

    answers = "hireling"
    do: Literal["hire_take"] = "hire_take"
    at: Clearing
    piece: str
    load: Carried = ""

    def text(self) -> Text:
        """Return what the seat does."""
        deed = say("chooses {piece} in {at}", piece=Thing(self.piece), at=Thing(clearing(self.at)))
        return carrying(deed, self.load)

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (clearing(self.at), self.piece, *dict.fromkeys(loaded(self.load)))


class HirePass(Action):
    """Do nothing more with the hireling."""

    answers = "hireling"
    do: Literal["hire_pass"] = "hire_pass"
    sentence = say("does nothing more with the hireling")


class Treat(Action):
    """Spend a card to return the removed warriors to a clearing with your pieces (Feline Physicians)."""

    answers = "physicians"
    do: Literal["treat"] = "treat"
    card: str
    to: Clearing
    sentence = say(
        "spends {card} to return the removed warriors to {to}", card=Thing("{card}"), to=Thing("clearing:{to}")
    )
    points_at = ("{card}", "clearing:{to}")


class NoTreat(Action):
    """Do not save the removed warriors."""

    answers = "physicians"
    do: Literal["no_treat"] = "no_treat"
    sentence = say("does not save the removed warriors")


class Outfit(Action):
    """Give The Exile a crafted item, for a card and a point."""

    do: Literal["outfit"] = "outfit"
    item: str
    sentence = say("gives The Exile {item}", item=Thing("{item}"))
    points_at = ("{item}",)


class Plunder(Action):
    """Take an item from a ruin (The Brigand)."""

    do: Literal["plunder"] = "plunder"
    at: Clearing
    sentence = say("plunders the ruin in {at}", at=Thing("clearing:{at}"))
    points_at = ("under:{at}", "clearing:{at}")


class Rob(Action):
    """Exhaust a crafted item to take a random card from a player who shares a clearing with you (The Brigand)."""

    do: Literal["rob"] = "rob"
    item: str
    victim: Seat
    sentence = say("robs {seat} with {item}", seat=Thing("seat:{victim}"), item=Thing("{item}"))
    points_at = ("{item}", "seat:{victim}")


class Envoy(Action):
    """Take one of the top five cards of the discard pile (Lizard Envoys)."""

    answers = "hireling"
    do: Literal["envoy"] = "envoy"
    card: str
    sentence = say("takes {card} from the discard pile", card=Thing("{card}"))
    points_at = ("{card}",)


ACTIONS: tuple[type[Action], ...] = (
    TakeHireling, HandOn, Employ, HireMove, HireBattle, HirePlace, HireTake, HirePass, Treat, NoTreat, Outfit, Plunder,
    Rob, Envoy,
)  # fmt: skip
