"""Actions of the Lord of the Hundreds, besides those of every seat."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Item, Mood, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say


class RazeItem(Action):
    """Take one of the two items under a razed ruin."""

    answers = "razed_item"
    do: Literal["raze_item"] = "raze_item"
    item: Item
    sentence = say("takes {item} from the ruin", item=Thing("item:{item}"))
    points_at = ("item:{item}",)


class PlaceMob(Action):
    """Choose where to place a mob, if several clearings are possible."""

    answers = "mob"
    do: Literal["place_mob"] = "place_mob"
    at: Place
    sentence = say("a mob gathers in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Anoint(Action):
    """Choose where to place the new warlord."""

    answers = "anointing"
    do: Literal["anoint"] = "anoint"
    at: Place
    sentence = say("anoints a warlord in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class ChooseMood(Action):
    """Choose the warlord's new mood."""

    answers = "mood"
    do: Literal["choose_mood"] = "choose_mood"
    mood: Mood
    sentence = say("the warlord's mood: {mood}", mood=Thing("mood:{mood}"))
    points_at = ("mood:{mood}",)


class Squander(Action):
    """Lavish: remove an item of the Hoard for two warriors."""

    do: Literal["squander"] = "squander"
    item: Item
    sentence = say("squanders {item}", item=Thing("item:{item}"))
    points_at = ("item:{item}",)


class Fortify(Action):
    """Spend a card to build a stronghold."""

    do: Literal["fortify"] = "fortify"
    at: Place
    card: str
    sentence = say("builds a stronghold in {at} for {card}", at=Thing("clearing:{at}"), card=Thing("{card}"))
    points_at = ("clearing:{at}", "{card}")


class Lead(Action):
    """Move the warlord and warriors, to command or to advance."""

    do: Literal["lead"] = "lead"
    to: Place
    n: Annotated[int, Field(ge=0, le=20)]
    points_at = ("hundreds:warlord", "clearing:{to}")

    def text(self) -> Text:
        """Return what the seat does."""
        if not self.n:
            return say("moves the warlord alone to {to}", to=Thing(clearing(self.to)))
        if self.n == 1:
            return say("moves the warlord and a warrior to {to}", to=Thing(clearing(self.to)))
        return say(
            "moves the warlord and {n_warriors} warriors to {to}", n_warriors=self.n, to=Thing(clearing(self.to))
        )


class Incite(Action):
    """Spend a card to incite a mob."""

    do: Literal["incite"] = "incite"
    at: Place
    card: str
    sentence = say("incites a mob in {at} for {card}", at=Thing("clearing:{at}"), card=Thing("{card}"))
    points_at = ("clearing:{at}", "{card}")


class Revel(Action):
    """Jubilant: roll the mob die once more."""

    answers = "jubilation"
    do: Literal["revel"] = "revel"
    sentence = say("rolls the mob die")


class NoRevel(Action):
    """Jubilant: stop rolling the mob die."""

    answers = "jubilation"
    do: Literal["no_revel"] = "no_revel"
    sentence = say("stops rolling the mob die")


class KeepItem(Action):
    """Put a crafted item in the Hoard without scoring its points."""

    answers = "spoils"
    do: Literal["keep_item"] = "keep_item"
    sentence = say("keeps the item")


class SellItem(Action):
    """Remove a crafted item from the game, for its points."""

    answers = "spoils"
    do: Literal["sell_item"] = "sell_item"
    sentence = say("discards the item for its points")


class DropItem(Action):
    """Choose which item to remove from the game when the track is full."""

    answers = "full_track"
    do: Literal["drop_item"] = "drop_item"
    item: Item
    sentence = say("removes {item} from the game", item=Thing("item:{item}"))
    points_at = ("item:{item}",)


class TakeLoot(Action):
    """Loot one of the defender's items."""

    answers = "loot"
    do: Literal["take_loot"] = "take_loot"
    item: Item
    sentence = say("loots {item}", item=Thing("item:{item}"))
    points_at = ("item:{item}",)


ACTIONS: tuple[type[Action], ...] = (
    RazeItem, PlaceMob, Anoint, ChooseMood, Squander, Fortify, Lead, Incite, Revel, NoRevel, KeepItem, SellItem,
    DropItem, TakeLoot,
)  # fmt: skip
