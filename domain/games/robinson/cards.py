"""Cards, tokens, characters and dice as data."""

from typing import Literal

from pydantic import Field, model_validator

from tablescribe.domain.box.catalogue import Component, Origin
from tablescribe.domain.games.robinson.effects import Effect, Kind
from tablescribe.domain.games.robinson.land import ID, Terrain
from tablescribe.domain.games.robinson.scenario import Die

Face = Literal["success", "determination", "wound", "adventure", "blank"]
HELPER_NAMES = ("hunt", "build", "gather", "explore", "gather_explore")
"""The neutral pawns, named after the kinds of action they help with (RC-B17)."""

WeatherFace = Literal["rain_1", "rain_2", "snow_1", "snow_2", "food", "palisade", "beast", "blank"]


class BeastCard(Component):
    """A beast card (RC-B30, RC-B32).

    Attributes:
        weapon: the weapon levels lost in the fight.
        wounds: the wounds of its last line; `cure`: unless the hunter has a Cure.
        discovery: the number of discovery tokens of its last line.
        text: a further text after the fight that only people can carry out (RC-B97).
        blank: whether it represents a component of the table's own box, declared when it first shows (RC-B96).
    """

    id: str = Field(pattern=ID)
    name: str
    strength: int = Field(ge=0, le=9)
    weapon: int = Field(ge=0, le=9)
    food: int = Field(ge=0, le=9)
    fur: int = Field(ge=0, le=9)
    wounds: int = Field(default=0, ge=0, le=9)
    cure: bool = False
    discovery: int = Field(default=0, ge=0, le=4)
    text: str | None = Field(default=None, min_length=1, max_length=300)
    blank: bool = False
    origin: Origin = "printed"


class Price(Component):
    """A price; all of it is paid."""

    wood: int = Field(default=0, ge=0, le=9)
    fur: int = Field(default=0, ge=0, le=9)


class OneOff(Component):
    """The one-time gain of an invention (RC-72).

    Attributes:
        preserved: food that is not lost at night.
        camp_food: food that the camp's token produces in each production phase (RC-B90).
        parrot: whether it exhausts a source with a parrot next to the camp.
        shortcut: whether the Shortcut token goes on a tile next to the camp (RC-B89).
    """

    palisade: int = Field(default=0, ge=0, le=9)
    weapon: int = Field(default=0, ge=0, le=9)
    preserved: int = Field(default=0, ge=0, le=9)
    camp_food: int = Field(default=0, ge=0, le=3)
    parrot: bool = False
    shortcut: bool = False


class Rest(Component):
    """The gain of rest with a Bed (RC-B92)."""

    heal: int = Field(ge=0, le=9)
    determination: int = Field(ge=0, le=9)


class Invention(Component):
    """An invention card (RC-B23, RC-B70).

    Attributes:
        group: `default` ones lie on the board, `random` ones are drawn, `personal` ones belong to a character.
        terrain, items: its requirements.
        prices: its alternative prices; empty if it is free.
        one_off: its one-time gain.
        pawn: the kinds of action that its neutral pawn can help with, one each round.
        determination: extra determination in each morale phase.
        snow: snow clouds removed in each weather phase.
        keeps_food: whether food is not lost at night.
        prevents_wounds: whether it prevents the wounds of the last line of beasts that name it.
        night_heal: the wounds healed for 1 food at night.
        more_gathered: whether it adds one more of a gathered resource once a round.
        rest: a better gain of rest.
        pit: food in the production phase for a wound on the brown die.
        text: a further one-time text that only people can carry out (RC-B97).
    """

    id: str = Field(pattern=ID)
    name: str
    group: Literal["default", "random", "personal"]
    character: str = ""
    terrain: Terrain | None = None
    items: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()
    one_off: OneOff | None = None
    pawn: tuple[Kind, ...] = ()
    determination: int = Field(default=0, ge=0, le=5)
    snow: int = Field(default=0, ge=0, le=5)
    keeps_food: bool = False
    prevents_wounds: bool = False
    night_heal: int = Field(default=0, ge=0, le=5)
    more_gathered: bool = False
    rest: Rest | None = None
    pit: int = Field(default=0, ge=0, le=5)
    text: str | None = Field(default=None, min_length=1, max_length=300)
    blank: bool = False
    origin: Origin = "printed"

    @property
    def helper(self) -> str:
        """The name of its neutral pawn: its kinds joined, such as `gather_explore`; the empty string if it has none."""
        return "_".join(self.pawn)

    @model_validator(mode="after")
    def _personal_ones_have_a_character(self) -> "Invention":
        if (self.group == "personal") != bool(self.character):
            raise ValueError(f"invention {self.id}: a personal one, and only that, has a character")
        return self

    @model_validator(mode="after")
    def _has_a_pawn_that_there_is(self) -> "Invention":
        if self.helper not in ("", *HELPER_NAMES):
            raise ValueError(f"invention {self.id}: its pawn is one of {', '.join(HELPER_NAMES)}")
        return self


class StartingItem(Component):
    """A starting item: the number of its markers and the effect of each use (RC-7, RC-B71)."""

    id: str = Field(pattern=ID)
    name: str
    uses: int = Field(ge=1, le=9)
    effect: Effect
    blank: bool = False
    origin: Origin = "printed"


class Discovery(Component):
    """A discovery token (RC-B72).

    Attributes:
        immediate: whether it takes effect when drawn.
        item: an item required to use it.
        weapon: the least weapon level required to use it.
    """

    id: str = Field(pattern=ID)
    name: str
    count: int = Field(default=1, ge=1, le=22)
    immediate: bool = False
    item: str = ""
    weapon: int = Field(default=0, ge=0, le=9)
    effect: Effect
    blank: bool = False
    origin: Origin = "printed"


class Ability(Component):
    """A character's ability: its cost in determination and its effect (RC-B73)."""

    id: str = Field(pattern=ID)
    name: str
    cost: int = Field(ge=1, le=9)
    effect: Effect


class Character(Component):
    """A character (RC-10).

    Attributes:
        wounds_to_die: the number of wounds that kill it.
        arrows: the wounds after which the base game lowers morale; no effect here (RC-66).
        invention: its personal invention.
    """

    id: str = Field(pattern=ID)
    name: str
    wounds_to_die: int = Field(ge=1, le=20)
    arrows: tuple[int, ...]
    invention: str
    abilities: tuple[Ability, ...]
    origin: Origin = "printed"

    def ability(self, name: str) -> Ability | None:
        """Return the ability with this name, if there is one."""
        return next((one for one in self.abilities if one.id == name), None)


class Prices(Component):
    """The building prices for two players, which here apply to all (RC-6)."""

    camp: tuple[Price, ...]
    weapon: tuple[Price, ...]


class Icons(Component):
    """The number of event cards with each icon (RC-B2)."""

    book: int = Field(ge=1)
    build: int = Field(ge=0)
    gather: int = Field(ge=0)
    explore: int = Field(ge=0)


class ActionDice(Component):
    """The three dice of a kind of action: on how many of six sides each face is (RC-B19)."""

    success: dict[Face, int]
    wound: dict[Face, int]
    adventure: dict[Face, int]


class Dice(Component):
    """All dice."""

    build: ActionDice
    gather: ActionDice
    explore: ActionDice
    weather: dict[Die, dict[WeatherFace, int]]

    def of(self, kind: Literal["build", "gather", "explore"]) -> ActionDice:
        """Return the dice of a kind of action."""
        return {"build": self.build, "gather": self.gather, "explore": self.explore}[kind]

    @model_validator(mode="after")
    def _have_six_sides(self) -> "Dice":
        kinds = (self.build, self.gather, self.explore)
        faces = [sum(die.values()) for kind in kinds for die in (kind.success, kind.wound, kind.adventure)]
        faces += [sum(die.values()) for die in self.weather.values()]
        if set(faces) != {6}:
            raise ValueError("every die has six sides")
        return self
