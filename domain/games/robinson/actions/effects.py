"""Decisions for effects: sides of a choice, cards looked at, a source, a tile."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.robinson.amounts import changes
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.rules.typed_facts import ToldFacts, told_of
from tablescribe.domain.words.text import Text, Thing, say


class ChooseSide(Action):
    """Take one side of an effect that offers a choice (RC-S9): `determination+1`, `wounds-1 wood+1`."""

    answers = "side"
    do: Literal["choose_side"] = "choose_side"
    side: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("chooses {what}", what=changes(self.side))


class TakeFrom(Action):
    """Choose the player an effect takes from (RC-S9)."""

    answers = "richer"
    do: Literal["take_from"] = "take_from"
    target: Annotated[int, Field(ge=1, le=4)]
    sentence = say("takes from {seat}", seat=Thing("seat:{target}"))
    points_at = ("seat:{target}",)


class PutBack(Action):
    """Put one of the tiles you looked at back on top; the last one ends up uppermost (RC-B80)."""

    answers = "put_back"
    do: Literal["put_back"] = "put_back"
    tile: Hidden[str]
    sentence = say("puts {tile} back on top", tile=Thing("{tile}"))
    points_at = ("{tile}",)


class KeepToken(Action):
    """Keep one of the discovery tokens you drew (RC-B81)."""

    answers = "keep_token"
    do: Literal["keep_token"] = "keep_token"
    token: str
    sentence = say("keeps {token}", token=Thing("{token}"))
    points_at = ("{token}",)


class LayIdea(Action):
    """Put one of the drawn inventions on the board for all players (RC-B76)."""

    answers = "idea"
    do: Literal["lay_idea"] = "lay_idea"
    invention: str
    sentence = say("puts {card} on the board", card=Thing("{invention}"))
    points_at = ("{invention}",)


class PutBeast(Action):
    """Leave the beast you looked at on top of the hunting deck, or put it at the bottom (RC-B82)."""

    answers = "tracked"
    do: Literal["put_beast"] = "put_beast"
    where: Literal["top", "bottom"]

    def text(self) -> Text:
        """Return what the seat does."""
        if self.where == "top":
            return say("leaves the beast on top of the hunting deck")
        return say("puts the beast at the bottom of the hunting deck")


class Exhaust(Action):
    """Exhaust this source with a parrot for the Corral (RC-B90)."""

    answers = "corral"
    do: Literal["exhaust"] = "exhaust"
    space: Annotated[int, Field(ge=0, le=30)]
    side: Literal["left", "right"]
    sentence = say("exhausts {source}", source=Thing("source:{space}:{side}"))
    points_at = ("source:{space}:{side}",)


class LayShortcut(Action):
    """Place the Shortcut token on a tile (RC-B89)."""

    answers = "shortcut"
    do: Literal["lay_shortcut"] = "lay_shortcut"
    space: Annotated[int, Field(ge=0, le=30)]
    sentence = say("places the Shortcut at {space}", space=Thing("space:{space}"))
    points_at = ("space:{space}",)


class Tell(Action):
    """Record what a free text did, as facts; none if it did nothing (RC-B97)."""

    answers = "judge"
    do: Literal["tell"] = "tell"
    benefit: str
    facts: ToldFacts = ()

    def text(self) -> Text:
        """Return what the seat does."""
        return told_of(Thing(f"benefit:{self.benefit}"), self.facts)


ACTIONS = ChooseSide | TakeFrom | PutBack | KeepToken | LayIdea | PutBeast | Exhaust | LayShortcut | Tell
