"""Cards, tokens, characters and dice as data."""

from typing import Literal

from pydantic import Field, model_validator

from tablescribe.domain.box.catalogue import Component, Origin
from tablescribe.domain.games.robinson.effects import Effect, Kind
from tablescribe.domain.games.robinson.land import ID, Terrain
from tablescribe.domain.games.robinson.scenario import Die

Face = Literal["success", "determination", "wound", "adventure", "blank"]
HELPER_NAMES = ("hunt", "build", "gather", "explore", "gather_explore")
"""The neutral pawns that there are, by the kinds of action with which they help (RC-B17)."""

WeatherFace = Literal["rain_1", "rain_2", "snow_1", "snow_2", "food", "palisade", "beast", "blank"]


class BeastCard(Component):
    """A beast card (RC-B30, RC-B32).

    Attributes:
        weapon: by how many levels the fight wears the weapon.
        wounds: what its last line costs; `cure`: unless the hunter has a Cure.
        discovery: how many discovery tokens its last line brings.
        text: what else it does once it was fought, which only people can read (RC-B97).
        blank: as in every component, it stands for one of the table's own box; what is printed on it is declared when
            it shows (RC-B96).
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
    """What something costs: all of it."""

    wood: int = Field(default=0, ge=0, le=9)
    fur: int = Field(default=0, ge=0, le=9)


class OneOff(Component):
    """What an invention gives once (RC-72).

    Attributes:
        preserved: food that keeps.
        camp_food: food that the camp's token gives in each production phase (RC-B90).
        parrot: a source with a parrot beside the camp is exhausted for it.
        shortcut: the token of the Shortcut is laid on a tile beside the camp (RC-B89).
    """

    palisade: int = Field(default=0, ge=0, le=9)
    weapon: int = Field(default=0, ge=0, le=9)
    preserved: int = Field(default=0, ge=0, le=9)
    camp_food: int = Field(default=0, ge=0, le=3)
    parrot: bool = False
    shortcut: bool = False


class Rest(Component):
    """What rest gives with a Bed."""

    heal: int = Field(ge=0, le=9)
    determination: int = Field(ge=0, le=9)


class Invention(Component):
    """An invention card (RC-B23, RC-B70).

    Attributes:
        group: `default` ones lie on the board, `random` ones are drawn, `personal` ones belong to a character.
        terrain, items: what it requires.
        prices: what it costs, one of them; none: nothing.
        one_off: what it gives once.
        pawn: the kinds of action with one of which its neutral pawn helps, each round.
        determination: how much more in each morale phase.
        snow: how many snow clouds it takes off in each weather phase.
        keeps_food: food does not spoil.
        prevents_wounds: beasts that name it cost no wounds by their last line.
        night_heal: how much 1 food heals in the night.
        more_gathered: one more of what was gathered, once a round.
        rest: what rest gives instead.
        pit: how much food a wound on the brown die gives in the production phase.
        text: what else it does once, which only people can read (RC-B97).
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
        """The name of its neutral pawn: its kinds joined, such as `gather_explore`; empty if it has none."""
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
    """A starting item (RC-7, RC-B71): how often it is used, and what each use does."""

    id: str = Field(pattern=ID)
    name: str
    uses: int = Field(ge=1, le=9)
    effect: Effect
    blank: bool = False
    origin: Origin = "printed"


class Discovery(Component):
    """A discovery token (RC-B72).

    Attributes:
        immediate: it takes effect when it is drawn.
        item: the item without which it cannot be used.
        weapon: the weapon level without which it cannot be used.
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
    """An ability of a character: what it costs in determination, what it does (RC-B73)."""

    id: str = Field(pattern=ID)
    name: str
    cost: int = Field(ge=1, le=9)
    effect: Effect


class Character(Component):
    """A character (RC-10).

    Attributes:
        wounds_to_die: of how many it dies.
        arrows: after how many wounds the base game lowers morale; here nothing happens (RC-66).
        invention: its own invention.
    """

    id: str = Field(pattern=ID)
    name: str
    wounds_to_die: int = Field(ge=1, le=20)
    arrows: tuple[int, ...]
    invention: str
    abilities: tuple[Ability, ...]
    origin: Origin = "printed"

    def ability(self, name: str) -> Ability | None:
        """Return an ability by its name."""
        return next((one for one in self.abilities if one.id == name), None)


class Prices(Component):
    """What building costs two players, and therefore here everybody (RC-6)."""

    camp: tuple[Price, ...]
    weapon: tuple[Price, ...]


class Icons(Component):
    """How many event cards show which icon (RC-B2)."""

    book: int = Field(ge=1)
    build: int = Field(ge=0)
    gather: int = Field(ge=0)
    explore: int = Field(ge=0)


class ActionDice(Component):
    """The three dice of a kind of action: how many of six sides show what (RC-B19)."""

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
