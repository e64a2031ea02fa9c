"""The Vagabonds: what they may say beside what everybody may."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.games.root.actions.core import Owner, carrying, loaded
from tablescribe.domain.games.root.board import clearing, forest
from tablescribe.domain.games.root.parts import Carried, CharacterKey, FactionKey, Item, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say

Companions = Annotated[int, Field(ge=0, le=25)]
ForestName = Annotated[str, Field(pattern=r"^\d{1,2}(_\d{1,2}){1,11}$")]
OwnItem = Annotated[str, Field(pattern=r"^item:[a-z]+(\.exhausted)?$")]


class Become(Action):
    """Choose a character, in the set-up."""

    do: Literal["become"] = "become"
    character: CharacterKey

    def text(self) -> Text:
        """Return what the seat does."""
        return say("becomes {character}", character=Thing(f"vagabond-character:{self.character}"))


class Camp(Action):
    """Begin in a forest, in the set-up."""

    do: Literal["camp"] = "camp"
    forest: ForestName

    def text(self) -> Text:
        """Return what the seat does."""
        return say("begins in {forest}", forest=Thing(forest(self.forest)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (forest(self.forest),)


class Refresh(Action):
    """Refresh an exhausted item; a damaged one stays damaged."""

    answers: ClassVar[str | None] = "refresh"
    do: Literal["refresh"] = "refresh"
    item: Item
    damaged: bool = False

    def text(self) -> Text:
        """Return what the seat does."""
        if self.damaged:
            return say("refreshes a damaged {item}", item=Thing(f"item:{self.item}"))
        return say("refreshes {item}", item=Thing(f"item:{self.item}"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"item:{self.item}.exhausted",)


class Slip(Action):
    """Slip into an adjacent clearing or forest, in Birdsong."""

    do: Literal["slip"] = "slip"
    to: str = Field(pattern=r"^(clearing:\d{1,2}|forest:\d{1,2}(_\d{1,2}){1,11})$")

    def text(self) -> Text:
        """Return what the seat does."""
        return say("slips into {to}", to=Thing(self.to))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.to,)


class Roam(Action):
    """Move with a boot; warriors of one allied faction may come along."""

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
        """Return what a person points at."""
        return (clearing(self.to), *dict.fromkeys(loaded(self.load)))


class Explore(Action):
    """Explore the ruin of the clearing with a torch."""

    do: Literal["explore"] = "explore"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("explores the ruin")

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return ("ruin",)


class TakeFind(Action):
    """Take one of the two items that lie under a ruin."""

    answers: ClassVar[str | None] = "find"
    do: Literal["take_find"] = "take_find"
    item: Item

    def text(self) -> Text:
        """Return what the seat does."""
        return say("takes {item}", item=Thing(f"item:{self.item}"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"ruin:{self.item}",)


class Aid(Action):
    """Exhaust an item to give a card to a player here, and perhaps take a crafted item."""

    do: Literal["aid"] = "aid"
    faction: FactionKey
    card: str
    item: Item
    take: Item | None = None

    def text(self) -> Text:
        """Return what the seat does."""
        words = {"faction": Thing(self.faction), "card": Thing(self.card), "item": Thing(f"item:{self.item}")}
        if self.take is None:
            return say("aids {faction} with {card}, exhausting {item}", **words)
        took = Thing(f"item:{self.take}")
        return say("aids {faction} with {card}, exhausting {item}, and takes {took}", **words, took=took)

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card, f"item:{self.item}")


class Quest(Action):
    """Complete a quest: for points, or for two cards; the Adventurer may let an item stand for another."""

    do: Literal["quest"] = "quest"
    quest: str
    reward: Literal["points", "cards"]
    instead: Item | None = None
    of: Item | None = None

    def text(self) -> Text:
        """Return what the seat does."""
        quest = Thing(self.quest)
        if self.reward == "points":
            return say("completes {quest} for points", quest=quest)
        return say("completes {quest} for two cards", quest=quest)

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.quest,)


class Strike(Action):
    """Remove an enemy's piece here with a crossbow: a warrior if there is one."""

    do: Literal["strike"] = "strike"
    piece: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("strikes {piece}", piece=Thing(self.piece))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.piece,)


class Repair(Action):
    """Mend a damaged item with a hammer."""

    do: Literal["repair"] = "repair"
    item: OwnItem

    def text(self) -> Text:
        """Return what the seat does."""
        return say("repairs {item}", item=Thing(self.item))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.item,)


class Carry(Action):
    """Put a ready tea, coin or bag on its track, or into the satchel."""

    do: Literal["carry"] = "carry"
    item: Literal["tea", "coin", "bag"]
    to: Literal["track", "satchel"]

    def text(self) -> Text:
        """Return what the seat does."""
        item = Thing(f"item:{self.item}")
        if self.to == "track":
            return say("puts {item} on its track", item=item)
        return say("puts {item} into the satchel", item=item)

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"item:{self.item}",)


class Mend(Action):
    """Choose an item that the hideout repairs."""

    answers: ClassVar[str | None] = "mend"
    do: Literal["mend"] = "mend"
    item: OwnItem

    def text(self) -> Text:
        """Return what the seat does."""
        return say("repairs {item}", item=Thing(self.item))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.item,)


class Damage(Action):
    """Choose the item that an effect of an enemy damages."""

    answers: ClassVar[str | None] = "item_hit"
    do: Literal["damage"] = "damage"
    item: OwnItem

    def text(self) -> Text:
        """Return what the seat does."""
        return say("damages {item}", item=Thing(self.item))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.item,)


class Drop(Action):
    """Leave an item behind that is too much to carry: it is out of the game."""

    answers: ClassVar[str | None] = "surplus"
    do: Literal["drop"] = "drop"
    item: OwnItem
    damaged: bool = False

    def text(self) -> Text:
        """Return what the seat does."""
        return say("leaves {item} behind", item=Thing(self.item))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.item,)


class Coalition(Action):
    """Form a coalition with a player who has the fewest points, by a dominance card."""

    do: Literal["coalition"] = "coalition"
    card: str
    faction: FactionKey

    def text(self) -> Text:
        """Return what the seat does."""
        return say("forms a coalition with {faction} by {card}", faction=Thing(self.faction), card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class Steal(Action):
    """The Thief takes a random card of a player here."""

    do: Literal["steal"] = "steal"
    faction: FactionKey

    def text(self) -> Text:
        """Return what the seat does."""
        return say("steals a card of {faction}", faction=Thing(self.faction))


class DayLabor(Action):
    """The Tinker takes a card from the discard pile."""

    do: Literal["day_labor"] = "day_labor"
    card: str

    def text(self) -> Text:
        """Return what the seat does."""
        return say("takes {card} from the discard pile", card=Thing(self.card))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card,)


class Hideout(Action):
    """The Ranger repairs three items; Daylight ends."""

    do: Literal["hideout"] = "hideout"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("retires to the hideout")


class Instigate(Action):
    """The Vagrant starts a battle between others, or with himself."""

    do: Literal["instigate"] = "instigate"
    attacker: Owner
    defender: Owner

    def text(self) -> Text:
        """Return what the seat does."""
        return say(
            "instigates a battle: {attacker} against {defender}",
            attacker=Thing(self.attacker), defender=Thing(self.defender),
        )  # fmt: skip


class ScorchedEarth(Action):
    """The Scoundrel burns his clearing down."""

    do: Literal["scorched_earth"] = "scorched_earth"

    def text(self) -> Text:
        """Return what the seat does."""
        return say("burns the clearing down")


class Glide(Action):
    """The Harrier glides to any clearing."""

    do: Literal["glide"] = "glide"
    to: Place

    def text(self) -> Text:
        """Return what the seat does."""
        return say("glides to {to}", to=Thing(clearing(self.to)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.to),)


REFRESH = Window("refresh", "RO-9.4.1", say("which items are refreshed"))
FIND = Window("find", "RO-9.7", say("the item that is taken from the ruin"))
MEND = Window("mend", "RO-16.3.3-II", say("which items are repaired"))
ITEM_HIT = Window("item_hit", "RO-9.2.7", say("which item is damaged"))
SURPLUS = Window("surplus", "RO-9.6.4", say("which items are left behind"))

ACTIONS: tuple[type[Action], ...] = (
    Become, Camp, Refresh, Slip, Roam, Explore, TakeFind, Aid, Quest, Strike, Repair, Carry, Mend, Damage, Drop,
    Coalition, Steal, DayLabor, Hideout, Instigate, ScorchedEarth, Glide,
)  # fmt: skip
WINDOWS: tuple[Window, ...] = (REFRESH, FIND, MEND, ITEM_HIT, SURPLUS)
