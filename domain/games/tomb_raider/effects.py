"""The effects of cards and obstacles: a small, closed vocabulary, validated as data and carried out by the rules.

An effect is data with a `do`. A card text beyond this vocabulary is a `judge` effect: play stops until the table
records what it did (TR-135).
"""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tablescribe.domain.box.catalogue import Component, Worded
from tablescribe.domain.words.text import Slot, Text, either, listed, say

Ability: TypeAlias = Literal["fight", "move", "search", "think"]
"""The four abilities, in the order on a raider's card from top to bottom (TR-18)."""

ABILITIES: tuple[Ability, ...] = ("fight", "move", "search", "think")

Sort = Literal["trap", "creature", "hazard", "other"]
"""The sort of an obstacle; the manual mentions traps and creatures."""

Some = Annotated[int, Field(ge=1, le=9)]


class Against(Worded):
    """The tests to which an effect applies. Fields that are not set match any test.

    Attributes:
        abilities: the abilities tested; empty: any.
        facing: the kind of test: against an obstacle, another raider, or nobody (a search).
        sort: only obstacles of this sort.
        name: only obstacles with this name.
    """

    abilities: tuple[Ability, ...] = ()
    facing: Literal["obstacle", "raider", "search"] | None = None
    sort: Sort | None = None
    name: str | None = None

    def words(self) -> Text:
        """Return the tests in words."""
        what = say("a test")
        if self.abilities:
            what = say("a test of {abilities}", abilities=either(ABILITY_NAMES[one] for one in self.abilities))
        if self.name is not None:
            return say("{test} against {obstacle}", test=what, obstacle=self.name)
        if self.sort is not None:
            return say("{test} against {obstacle}", test=what, obstacle=SORT_NAMES[self.sort])
        return say("{test} against {obstacle}", test=what, obstacle=FACING[self.facing]) if self.facing else what


# --- states of a raider ---------------------------------------------------------------------


class Damage(Worded):
    """Deal damage to a raider: who failed against the obstacle, or one there whom the player chooses (TR-91)."""

    do: Literal["damage"]
    amount: Some = 1
    sentence = say("{n} damage", n="{amount}")


class Heal(Worded):
    """Heal damage or injuries of your own raider, each as you choose (TR-93)."""

    do: Literal["heal"]
    amount: Some = 1
    sentence = say("heal {n} damage or injury", n="{amount}")


class Injure(Worded):
    """Lower an ability of a raider by one or more (TR-93)."""

    do: Literal["injure"]
    ability: Ability
    amount: Some = 1

    def words(self) -> Text:
        """Return the effect in words."""
        return say("{ability} injured by {n}", ability=ABILITY_NAMES[self.ability], n=self.amount)


class Plain(Worded):
    """Effects without further fields: stuck, death, changes of the location, and effects on single cards.

    `stick`: the raider gets stuck (TR-94). `die`: it dies (TR-91). `add_exit`: put an exit marker on a side of your
    location that you choose (TR-74). `block_exit`: block an open exit there (TR-98). `add_save_point`: your location
    becomes a save point (TR-79). `swap_location`: replace an unknown location by another card (TR-111). `take_item`:
    take an unsaved item from a raider in the same location. `lose_item`: the raider's player discards an item.
    `cancel`: the card just played has no effect (TR-103).
    """

    do: Literal[
        "stick", "die", "add_exit", "block_exit", "add_save_point", "swap_location", "take_item", "lose_item", "cancel"
    ]

    def words(self) -> Text:
        """Return the effect in words."""
        return PLAIN[self.do]


class ExtraHealth(Worded):
    """Extra health above the lowest ability, shown by green markers (TR-21)."""

    do: Literal["extra_health"]
    amount: Some = 1
    sentence = say("+{n} health", n="{amount}")


class AbilityBonus(Worded):
    """Raise abilities: the named ones, or those that started at a value (TR-16, TR-21)."""

    do: Literal["ability_bonus"]
    amount: Some = 1
    abilities: tuple[Ability, ...] = ()
    began_at: Annotated[int, Field(ge=1, le=6)] | None = None

    def words(self) -> Text:
        """Return the effect in words."""
        if self.began_at is not None:
            return say("+{n} to each ability that began at {began}", n=self.amount, began=self.began_at)
        named = listed(ABILITY_NAMES[one] for one in self.abilities)
        return say("+{n} to {abilities}", n=self.amount, abilities=named)


# --- tests ----------------------------------------------------------------------------------


class ExtraDice(Worded):
    """Roll more dice in a test (TR-19)."""

    do: Literal["extra_dice"]
    dice: Some = 1
    on: Against = Against()
    sentence = say("+{n} dice in {test}", n="{dice}", test="{on}")


class ResultBonus(Worded):
    """Add to the result of a test, never to its dice (TR-19)."""

    do: Literal["result_bonus"]
    bonus: Some = 1
    on: Against = Against()
    sentence = say("+{n} to the result of {test}", n="{bonus}", test="{on}")


class DamageBonus(Worded):
    """More damage from a Fight test that is won or passed (TR-50, TR-60)."""

    do: Literal["damage_bonus"]
    amount: Some = 1
    facing: Literal["obstacle", "raider"] | None = None

    def words(self) -> Text:
        """Return the effect in words."""
        if self.facing is None:
            return say("+{n} damage in a fight", n=self.amount)
        return say("+{n} damage in a fight against {whom}", n=self.amount, whom=FACING[self.facing])


class Reroll(Worded):
    """Reroll all dice of your own test (TR-103)."""

    do: Literal["reroll"]
    on: Against = Against()
    sentence = say("roll again in {test}", test="{on}")


class ReduceDamage(Worded):
    """Reduce damage as it is dealt to your own raider (TR-96)."""

    do: Literal["reduce_damage"]
    amount: Some = 1
    sentence = say("{n} damage less", n="{amount}")


# --- the map --------------------------------------------------------------------------------


class RemoveObstacle(Worded):
    """Remove an obstacle of your location outright, of one sort or any (TR-63)."""

    do: Literal["remove_obstacle"]
    sort: Sort | None = None

    def words(self) -> Text:
        """Return the effect in words."""
        return say("remove {obstacle}", obstacle=say("an obstacle") if self.sort is None else SORT_NAMES[self.sort])


class MoveRaider(Worded):
    """Move a raider without walking (TR-31, TR-54).

    Attributes:
        whom: your own raider, another player's, or any.
        to: `shallower`: the same column, one row nearer the first; `adjacent`: a location that an open exit points to,
            known or not (TR-97); `connected`: a mapped location reached by a path of open exits (TR-99); `entrance`:
            the raider's own entrance.
        if_cut_off: only a raider that is cut off from the treasure (TR-100).
    """

    do: Literal["move_raider"]
    whom: Literal["own", "other", "any"] = "own"
    to: Literal["shallower", "adjacent", "connected", "entrance"]
    if_cut_off: bool = False

    def words(self) -> Text:
        """Return the effect in words."""
        moved = say("move {raider} to {place}", raider=WHOM[self.whom], place=WHITHER[self.to])
        return say("{effect}, if it is cut off", effect=moved) if self.if_cut_off else moved


class Look(Worded):
    """Look at the top cards of a deck and put them back on top in any order, or one at the bottom.

    Attributes:
        deck: the level deck for this place, or your own draw deck.
        count: the number of cards.
        may_sink: whether one of them may go to the bottom.
    """

    do: Literal["look"]
    deck: Literal["level", "draw"] = "level"
    count: Some = 1
    may_sink: bool = False

    def words(self) -> Text:
        """Return the effect in words."""
        whose = say("the level deck") if self.deck == "level" else say("the own deck")
        return say("look at {n} cards of {deck}", n=self.count, deck=whose)


# --- cards and limits -----------------------------------------------------------------------


class ExtraCards(Worded):
    """Draw more cards: in the draw round for cards in play, at once for played cards (TR-76)."""

    do: Literal["extra_cards"]
    n: Some = 1
    sentence = say("+{n} cards", n="{n}")


class DiscardCards(Worded):
    """Discard cards from the hand: the player who failed, or a player chosen by the player of the card."""

    do: Literal["discard_cards"]
    n: Some = 1
    sentence = say("discard {n} cards", n="{n}")


class ExtraMovement(Worded):
    """Move further in this action round (TR-39)."""

    do: Literal["extra_movement"]
    steps: Some = 1
    sentence = say("+{n} steps", n="{steps}")


class Search(Worded):
    """Search by a card instead of the normal search, also in an empty location (TR-69)."""

    do: Literal["search"]
    dice: Annotated[int, Field(ge=0, le=9)] = 0
    sentence = say("search, +{n} dice, also where it is empty", n="{dice}")


class Judge(Component):
    """A text beyond this vocabulary. The table carries it out and records what it did (TR-135)."""

    do: Literal["judge"]
    says: Annotated[str, Field(min_length=1, max_length=500)]

    def words(self) -> Slot:
        """Return the text itself."""
        return self.says


AnyEffect: TypeAlias = (
    Damage | Heal | Injure | Plain | ExtraHealth | AbilityBonus | ExtraDice | ResultBonus | DamageBonus | Reroll
    | ReduceDamage | RemoveObstacle | MoveRaider | Look | ExtraCards | DiscardCards | ExtraMovement | Search | Judge
)  # fmt: skip

Effect = Annotated[AnyEffect, Field(discriminator="do")]
"""One effect, as data with a `do`."""

ON_FAILURE: tuple[str, ...] = ("damage", "injure", "stick", "die", "lose_item", "discard_cards", "move_raider", "judge")
"""The possible effects of failing against an obstacle (TR-58)."""

IN_PLAY: tuple[str, ...] = (
    "result_bonus", "extra_dice", "damage_bonus", "ability_bonus", "extra_health", "extra_cards", "extra_movement",
)  # fmt: skip
"""Effects that are automatic while a card is in play; all others of a card in play happen when it is used."""


def words(effects: Sequence[AnyEffect]) -> Text:
    """Return several effects in words."""
    return listed([one.words() for one in effects], "; ") if effects else say("nothing")


ABILITY_NAMES: dict[str, Text] = {
    "fight": say("Fight"), "move": say("Move"), "search": say("Search"), "think": say("Think"),
}  # fmt: skip

SORT_NAMES: dict[str, Text] = {
    "trap": say("a trap"), "creature": say("a creature"), "hazard": say("a hazard"), "other": say("another obstacle"),
}  # fmt: skip

FACING: dict[str, Text] = {
    "obstacle": say("an obstacle"), "raider": say("another raider"), "search": say("nobody, in a search"),
}  # fmt: skip

WHOM: dict[str, Text] = {
    "own": say("the own raider"), "other": say("another raider"), "any": say("a raider"),
}  # fmt: skip

WHITHER: dict[str, Text] = {
    "shallower": say("one row back"), "adjacent": say("an adjacent space"),
    "connected": say("a connected location"), "entrance": say("its entrance"),
}  # fmt: skip

PLAIN: dict[str, Text] = {
    "stick": say("stuck"), "die": say("death"), "add_exit": say("add an exit here"),
    "block_exit": say("block an exit here"), "add_save_point": say("a save point here"),
    "swap_location": say("swap an unknown location"), "take_item": say("take an item of a raider here"),
    "lose_item": say("lose an item"), "cancel": say("cancel a card"),
}  # fmt: skip
