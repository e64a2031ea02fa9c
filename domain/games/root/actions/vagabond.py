"""Actions of the Vagabonds, besides those of every seat."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.root.actions.core import Owner, carrying, loaded
from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Carried, CharacterKey, FactionKey, Item, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say

Companions = Annotated[int, Field(ge=0, le=25)]
ForestName = Annotated[str, Field(pattern=r"^\d{1,2}(_\d{1,2}){1,11}$")]
OwnItem = Annotated[str, Field(pattern=r"^item:[a-z]+(\.exhausted)?$")]


class Become(Action):
    """Choose a character, during setup."""

    do: Literal["become"] = "become"
    character: CharacterKey
    sentence = say("becomes {character}", character=Thing("vagabond-character:{character}"))


class Camp(Action):
    """Choose the forest you begin in, during setup."""

    do: Literal["camp"] = "camp"
    forest: ForestName
    sentence = say("begins in {forest}", forest=Thing("forest:{forest}"))
    points_at = ("forest:{forest}",)


class Refresh(Action):
    """Refresh an exhausted item; a damaged one stays damaged."""

    answers = "refresh"
    do: Literal["refresh"] = "refresh"
    item: Item
    damaged: bool = False
    points_at = ("item:{item}.exhausted",)

    def text(self) -> Text:
        """Return what the seat does."""
        if self.damaged:
            return say("refreshes a damaged {item}", item=Thing(f"item:{self.item}"))
        return say("refreshes {item}", item=Thing(f"item:{self.item}"))


class Slip(Action):
    """Slip to an adjacent clearing or forest, in Birdsong."""

    do: Literal["slip"] = "slip"
    to: str = Field(pattern=r"^(clearing:\d{1,2}|forest:\d{1,2}(_\d{1,2}){1,11})$")
    sentence = say("slips to {to}", to=Thing("{to}"))
    points_at = ("{to}",)


class Roam(Action):
    """Move with a boot, with warriors of one allied faction if you like."""

    do: Literal["roam"] = "roam"
    to: Place
    ally: FactionKey | None = None
    n: Companions = 0
    how: str = ""
    load: Carried = ""

    def text(self) -> Text:
        """Return what the seat does."""
        if self.ally is None:
            return say("moves to {to}", to=Thing(clearing(self.to)))
        ally, to = Thing(self.ally), Thing(clearing(self.to))
        if self.n == 1:
            return carrying(say("moves to {to} with a warrior of {ally}", to=to, ally=ally), self.load)
        deed = say("moves to {to} with {n_warriors} warriors of {ally}", to=to, n_warriors=self.n, ally=ally)
        return carrying(deed, self.load)

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (clearing(self.to), *dict.fromkeys(loaded(self.load)))


class Explore(Action):
    """Explore the ruin of the clearing with a torch."""

    do: Literal["explore"] = "explore"
    sentence = say("explores the ruin")
    points_at = ("ruin",)


class TakeFind(Action):
    """Take one of the two items that lie under a ruin."""

    answers = "find"
    do: Literal["take_find"] = "take_find"
    item: Item
    sentence = say("takes {item}", item=Thing("item:{item}"))
    points_at = ("ruin:{item}",)


class Aid(Action):
    """Exhaust an item to aid a player here: give a card, and take a crafted item if you like."""

    do: Literal["aid"] = "aid"
    faction: FactionKey
    card: str
    item: Item
    take: Item | None = None
    points_at = ("{card}", "item:{item}")

    def text(self) -> Text:
        """Return what the seat does."""
        words = {"faction": Thing(self.faction), "card": Thing(self.card), "item": Thing(f"item:{self.item}")}
        if self.take is None:
            return say("aids {faction} with {card}, exhausting {item}", **words)
        took = Thing(f"item:{self.take}")
        return say("aids {faction} with {card}, exhausting {item}, and takes {took}", **words, took=took)


class Quest(Action):
    """Complete a quest for points or for two cards; the Adventurer can use an item as another."""

    do: Literal["quest"] = "quest"
    quest: str
    reward: Literal["points", "cards"]
    instead: Item | None = None
    of: Item | None = None
    points_at = ("{quest}",)

    def text(self) -> Text:
        """Return what the seat does."""
        quest = Thing(self.quest)
        if self.reward == "points":
            return say("completes {quest} for points", quest=quest)
        return say("completes {quest} for two cards", quest=quest)


class Strike(Action):
    """Strike an enemy piece here with a crossbow: a warrior if there is one."""

    do: Literal["strike"] = "strike"
    piece: str
    sentence = say("strikes {piece}", piece=Thing("{piece}"))
    points_at = ("{piece}",)


class Repair(Action):
    """Repair a damaged item with a hammer."""

    do: Literal["repair"] = "repair"
    item: OwnItem
    sentence = say("repairs {item}", item=Thing("{item}"))
    points_at = ("{item}",)


class Carry(Action):
    """Put a ready tea, coin or bag on its track, or into the satchel."""

    do: Literal["carry"] = "carry"
    item: Literal["tea", "coin", "bag"]
    to: Literal["track", "satchel"]
    points_at = ("item:{item}",)

    def text(self) -> Text:
        """Return what the seat does."""
        item = Thing(f"item:{self.item}")
        if self.to == "track":
            return say("puts {item} on its track", item=item)
        return say("puts {item} in the satchel", item=item)


class Mend(Action):
    """Choose an item that the hideout repairs."""

    answers = "mend"
    do: Literal["mend"] = "mend"
    item: OwnItem
    sentence = say("repairs {item}", item=Thing("{item}"))
    points_at = ("{item}",)


class Damage(Action):
    """Choose the item damaged by an enemy's effect."""

    answers = "item_hit"
    do: Literal["damage"] = "damage"
    item: OwnItem
    sentence = say("damages {item}", item=Thing("{item}"))
    points_at = ("{item}",)


class Drop(Action):
    """Leave behind an item over your limit: it is removed from the game."""

    answers = "surplus"
    do: Literal["drop"] = "drop"
    item: OwnItem
    damaged: bool = False
    sentence = say("leaves {item} behind", item=Thing("{item}"))
    points_at = ("{item}",)


class Coalition(Action):
    """Form a coalition with a player who has the fewest points, using a dominance card."""

    do: Literal["coalition"] = "coalition"
    card: str
    faction: FactionKey
    sentence = say("forms a coalition with {faction} using {card}", faction=Thing("{faction}"), card=Thing("{card}"))
    points_at = ("{card}",)


class Steal(Action):
    """Take a random card from a player here (Thief)."""

    do: Literal["steal"] = "steal"
    faction: FactionKey
    sentence = say("steals a card from {faction}", faction=Thing("{faction}"))


class DayLabor(Action):
    """Take a card from the discard pile (Tinker)."""

    do: Literal["day_labor"] = "day_labor"
    card: str
    sentence = say("takes {card} from the discard pile", card=Thing("{card}"))
    points_at = ("{card}",)


class Hideout(Action):
    """Repair three items and end Daylight (Ranger)."""

    do: Literal["hideout"] = "hideout"
    sentence = say("repairs items at the hideout")


class Instigate(Action):
    """Start a battle between others, or with yourself (Vagrant)."""

    do: Literal["instigate"] = "instigate"
    attacker: Owner
    defender: Owner
    how: str = ""  # the card that a battle against the Spring Uprising costs (RO-H-UPRISING-A)
    sentence = say(
        "instigates a battle: {attacker} against {defender}", attacker=Thing("{attacker}"), defender=Thing("{defender}")
    )


class ScorchedEarth(Action):
    """Burn down your clearing (Scoundrel)."""

    do: Literal["scorched_earth"] = "scorched_earth"
    sentence = say("burns down the clearing")


class Glide(Action):
    """Glide to any clearing (Harrier)."""

    do: Literal["glide"] = "glide"
    to: Place
    sentence = say("glides to {to}", to=Thing("clearing:{to}"))
    points_at = ("clearing:{to}",)


ACTIONS: tuple[type[Action], ...] = (
    Become, Camp, Refresh, Slip, Roam, Explore, TakeFind, Aid, Quest, Strike, Repair, Carry, Mend, Damage, Drop,
    Coalition, Steal, DayLabor, Hideout, Instigate, ScorchedEarth, Glide,
)  # fmt: skip
