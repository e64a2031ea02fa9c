"""The components of Robinson Crusoe as data, and the options of a match."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, TypeVar

from pydantic import Field, model_validator

from domain.catalogue import Catalogue, Origin
from domain.games.robinson.effects import Effect, Kind
from domain.games.robinson.land import ID, Component, Layout, Terrain, Tile
from domain.games.robinson.scenario import Die, Scenario
from domain.setting import Options

Face = Literal["success", "determination", "wound", "adventure", "blank"]
WeatherFace = Literal["rain_1", "rain_2", "snow_1", "snow_2", "food", "palisade", "beast", "blank"]


class BeastCard(Component):
    """A beast card (RC-B30, RC-B32).

    Attributes:
        weapon: by how many levels the fight wears the weapon.
        wounds: what its last line costs; `cure`: unless the hunter has a Cure.
        discovery: how many discovery tokens its last line brings.
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
        group: `default` ones lie on the board from the start, `random` ones are drawn, `personal` ones belong to a character.
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
    origin: Origin = "printed"

    @property
    def helper(self) -> str:
        """The name of its neutral pawn: its kinds joined, such as `gather_explore`; empty if it has none."""
        return "_".join(self.pawn)

    @model_validator(mode="after")
    def _personal_ones_have_a_character(self) -> Invention:
        if (self.group == "personal") != bool(self.character):
            raise ValueError(f"invention {self.id}: a personal one, and only that, has a character")
        return self


class StartingItem(Component):
    """A starting item (RC-7, RC-B71): how often it is used, and what each use does."""

    id: str = Field(pattern=ID)
    name: str
    uses: int = Field(ge=1, le=9)
    effect: Effect
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
    def _have_six_sides(self) -> Dice:
        dice = [
            die
            for kind in (self.build, self.gather, self.explore)
            for die in (kind.success, kind.wound, kind.adventure)
        ]
        if any(sum(die.values()) != 6 for die in (*dice, *self.weather.values())):
            raise ValueError("every die has six sides")
        return self


Known = TypeVar("Known", BeastCard, Invention, StartingItem, Discovery, Character, Layout, Scenario)


def _named(what: str, found: Iterable[Known]) -> dict[str, Known]:
    """Return components by their names.

    Raises:
        ValueError: two have the same.
    """
    listed = list(found)
    by_name = {one.id: one for one in listed}
    if len(by_name) < len(listed):
        raise ValueError(f"two of the {what} have one name")
    return by_name


class RobinsonCatalogue(Catalogue):
    """All components of the game."""

    layouts: tuple[Layout, ...] = Field(min_length=1)
    tiles: tuple[Tile, ...] = Field(min_length=2)
    beasts: tuple[BeastCard, ...] = Field(min_length=1)
    inventions: tuple[Invention, ...]
    ideas: int = Field(default=5, ge=0)
    starting_items: tuple[StartingItem, ...]
    discoveries: tuple[Discovery, ...]
    characters: tuple[Character, ...] = Field(min_length=2)
    prices: Prices
    icons: Icons
    dice: Dice
    scenarios: tuple[Scenario, ...] = Field(min_length=1)

    # --- looking up, by piece (`tile:4`) or by name -------------------------------------------

    @cached_property
    def _tiles(self) -> dict[str, Tile]:
        return {f"tile:{tile.id}": tile for tile in self.tiles}

    @cached_property
    def _beasts(self) -> dict[str, BeastCard]:
        return _named("beasts", self.beasts)

    @cached_property
    def _inventions(self) -> dict[str, Invention]:
        return _named("inventions", self.inventions)

    @cached_property
    def _starting_items(self) -> dict[str, StartingItem]:
        return _named("starting items", self.starting_items)

    @cached_property
    def _discoveries(self) -> dict[str, Discovery]:
        return _named("discovery tokens", self.discoveries)

    @cached_property
    def _characters(self) -> dict[str, Character]:
        return _named("characters", self.characters)

    @cached_property
    def _scenarios(self) -> dict[str, Scenario]:
        return _named("scenarios", self.scenarios)

    @cached_property
    def _layouts(self) -> dict[str, Layout]:
        return _named("layouts", self.layouts)

    def tile(self, piece: str) -> Tile:
        """Return a tile by its piece; raise `KeyError` if there is none, as for every other component."""
        return self._tiles[piece]

    def beast(self, piece: str) -> BeastCard:
        """Return a beast by its piece."""
        return self._beasts[piece.partition(":")[2]]

    def invention(self, piece: str) -> Invention:
        """Return an invention by its piece."""
        return self._inventions[piece.partition(":")[2]]

    def starting_item(self, piece: str) -> StartingItem:
        """Return a starting item by its piece."""
        return self._starting_items[piece.partition(":")[2]]

    def discovery(self, piece: str) -> Discovery:
        """Return a discovery token by its piece."""
        return self._discoveries[piece.partition(":")[2]]

    def character(self, piece: str) -> Character:
        """Return a character by its piece."""
        return self._characters[piece.partition(":")[2]]

    def scenario(self, name: str) -> Scenario | None:
        """Return a scenario by its name."""
        return self._scenarios.get(name)

    def layout(self, name: str) -> Layout:
        """Return a layout by its name; the first one where a table's own components do not have it."""
        return self._layouts.get(name, self.layouts[0])

    # --- checking -------------------------------------------------------------------------------

    @model_validator(mode="after")
    def _fits_together(self) -> RobinsonCatalogue:
        if len(self._tiles) < len(self.tiles):
            raise ValueError("two tiles have one number")
        for one in self.inventions:
            if missing := [item for item in one.items if item not in self._inventions]:
                raise ValueError(f"invention {one.id} requires what there is not: {missing[0]}")
            if one.character and one.character not in self._characters:
                raise ValueError(f"invention {one.id}: there is no character {one.character}")
        for person in self.characters:
            own = self._inventions.get(person.invention)
            if own is None or own.character != person.id:
                raise ValueError(f"character {person.id} has an invention of its own")
        for scenario in self.scenarios:
            for layout, starts in scenario.start.spaces.items():
                spaces = {space for taken in starts.values() for space in taken}
                if layout not in self._layouts or not spaces <= set(self._layouts[layout].spaces):
                    raise ValueError(f"scenario {scenario.id} begins on spaces of a layout")
            if not {f"tile:{number}" for number in scenario.start.pool} <= self._tiles.keys():
                raise ValueError(f"scenario {scenario.id} begins on tiles that there are")
        return self


class RobinsonOptions(Options):
    """What is chosen for a match, and where tables differ; the ruling of each rule is the default.

    Attributes:
        scenario: the name of the scenario (RC-62).
        layout: the island's spaces (RC-B27).
        start_mode: RC-62, where the camps begin: as the scenario says, or all on the beach.
        event_in_round_1: RC-65.
        shared_hunt: RC-22.
        shared_attacks: RC-71.
        attack_needs_path: RC-43, over explored tiles only.
        shared_camp_tile_counts: RC-81.
        shelter_wound_after_move: RC-76.
        raid_takes_reserved: RC-87.
        helper_joins_attack: RC-88.
        stolen_item_usable_at_once: RC-89.
        revert_on_theft: RC-98.
        personal_cards_of_the_dead: RC-56, they lie on the board for all, or leave the game.
        claim_replaces_reward: RC-95.
    """

    scenario: str = "signal_race"
    layout: Literal["core_10", "wide_15"] = "core_10"
    start_mode: Literal["scenario", "beach"] = "scenario"
    event_in_round_1: bool = False
    shared_hunt: bool = False
    shared_attacks: bool = False
    attack_needs_path: bool = False
    shared_camp_tile_counts: bool = False
    shelter_wound_after_move: bool = False
    raid_takes_reserved: bool = False
    helper_joins_attack: bool = True
    stolen_item_usable_at_once: bool = True
    revert_on_theft: bool = True
    personal_cards_of_the_dead: bool = True
    claim_replaces_reward: bool = False


__all__ = [
    "Ability", "ActionDice", "BeastCard", "Character", "Dice", "Discovery", "Face", "Icons", "Invention", "Layout",
    "OneOff", "Price", "Prices", "Rest", "RobinsonCatalogue", "RobinsonOptions", "Scenario", "StartingItem", "Terrain",
    "Tile", "WeatherFace",
]  # fmt: skip
