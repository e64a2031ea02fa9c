"""The components of Robinson Crusoe as data, and the options of a match."""

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, TypeVar

from pydantic import Field, JsonValue, model_validator

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.games.robinson.cards import (
    Ability,
    ActionDice,
    BeastCard,
    Character,
    Dice,
    Discovery,
    Face,
    Icons,
    Invention,
    OneOff,
    Price,
    Prices,
    Rest,
    StartingItem,
    WeatherFace,
)
from tablescribe.domain.games.robinson.land import Layout, Terrain, Tile
from tablescribe.domain.games.robinson.scenario import Scenario
from tablescribe.domain.rules.setting import Options

Known = TypeVar("Known", BeastCard, Invention, StartingItem, Discovery, Character, Layout, Scenario)


def _named(what: str, found: Iterable[Known]) -> dict[str, Known]:
    """Return components by name.

    Raises:
        ValueError: two components have the same name.
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
    def invention_pieces(self) -> frozenset[str]:
        """The pieces of all inventions."""
        return frozenset(f"invention:{name}" for name in self._inventions)

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
        """Return a tile by its piece. Unknown pieces raise `KeyError`, also in the other look-ups."""
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
        """Return the layout with this name; the first one if the catalogue does not have it."""
        return self._layouts.get(name, self.layouts[0])

    # --- checking -------------------------------------------------------------------------------

    @model_validator(mode="after")
    def _fits_together(self) -> "RobinsonCatalogue":
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


SCENARIOS: dict[str, JsonValue] = {"signal_race": "Signal Race", "idols": "Idols of the Interior"}
"""The names of the scenarios in forms."""


class RobinsonOptions(Options):
    """The options of a match. The default follows the ruling of each rule; the others are where tables differ.

    Attributes:
        scenario: the name of the scenario (RC-62).
        layout: the layout of the island's spaces (RC-B27).
        start_mode: RC-62, where the camps start: as the scenario says, or all on the beach.
        event_in_round_1: RC-65.
        shared_hunt: RC-22.
        shared_attacks: RC-71.
        attack_needs_path: RC-43, distance for attacks counts explored tiles only.
        far_attacks: RC-43, attacks over more than two spaces, with one pawn for each space.
        repeated_attacks: RC-43, a camp may be attacked more than once a round, with more pawns.
        shared_camp_tile_counts: RC-81.
        shelter_wound_after_move: RC-76.
        raid_takes_reserved: RC-87.
        helper_joins_attack: RC-88.
        stolen_item_usable_at_once: RC-89.
        revert_on_theft: RC-98.
        personal_cards_of_the_dead: RC-56, they go to the board for all players, or leave the game.
        claim_replaces_reward: RC-95.
    """

    scenario: str = Field(default="signal_race", json_schema_extra={"words": SCENARIOS})
    layout: Literal["core_10", "wide_15"] = "core_10"
    start_mode: Literal["scenario", "beach"] = "scenario"
    event_in_round_1: bool = False
    shared_hunt: bool = False
    shared_attacks: bool = False
    attack_needs_path: bool = False
    far_attacks: bool = False
    repeated_attacks: bool = True
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
