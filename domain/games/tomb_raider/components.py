"""The cards of Tomb Raider as data (TR-2, TR-3), and the options of a match.

`printed` names the fields whose values the manual prints. Every other value is a house value until a table declares
what its own card says. `None` is blank: the table reads the card when the value is first needed.
"""

import json
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter, model_validator

from tablescribe.domain.box.catalogue import Catalogue, Component
from tablescribe.domain.games.tomb_raider.card_lists import as_catalogue, is_card_list
from tablescribe.domain.games.tomb_raider.designs import LevelDesign, Starter
from tablescribe.domain.games.tomb_raider.effects import IN_PLAY, ON_FAILURE, Ability, Effect, Sort

CardId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,23}$")]
"""The number of a card: the printed one (`004`), or a name of the table's own (`h-l02`)."""

Power = Annotated[int, Field(ge=1, le=3)]
Rating = Annotated[int, Field(ge=1, le=6)]
Edge = Literal["top", "right", "bottom", "left"]
"""An edge of an upright location card, in the order of clockwise quarter turns (TR-30)."""

EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")

Family = Literal["generic", "cave", "tomb", "atlantean", "other"]


class Test(Component):
    """One way to overcome an obstacle: an ability and the target for its result (TR-58)."""

    __test__ = False

    ability: Ability
    target: Annotated[int, Field(ge=2, le=36)]


class Block(Component):
    """An obstacle, on a card of its own or printed on a location (TR-58 to TR-62).

    Attributes:
        name, kind: its name (of an obstacle card, the card's name), and its sort.
        tests: the tests from which the player chooses one.
        on_fail: the effects of failing, in order.
        health: the damage that removes it; `None`: it cannot be fought.
    """

    name: str = ""
    kind: Sort = "other"
    tests: Annotated[tuple[Test, ...], Field(min_length=1, max_length=4)]
    on_fail: tuple[Effect, ...] = ()
    health: Annotated[int, Field(ge=1, le=12)] | None = None

    @model_validator(mode="after")
    def _can_be_carried_out(self) -> "Block":
        if odd := [one.do for one in self.on_fail if one.do not in ON_FAILURE]:
            raise ValueError(f"{self.name or 'the obstacle'}: failing cannot {', '.join(odd)}")
        if (self.health is not None) != any(test.ability == "fight" for test in self.tests):
            raise ValueError(f"{self.name or 'the obstacle'}: with a Fight test, and only then, it has health")
        return self


class _Card(Component):
    """The fields of every card (TR-5).

    Attributes:
        id: its number, or a name of the table's own.
        name: its printed name.
        printed: the fields whose values the manual prints; all others are house values.
    """

    id: CardId
    name: Annotated[str, Field(min_length=1, max_length=60)]
    printed: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _printed_are_fields(self) -> "_Card":
        if odd := set(self.printed) - set(type(self).model_fields):
            raise ValueError(f"{self.id}: it has no {', '.join(sorted(odd))}")
        return self

    @property
    def blank(self) -> tuple[str, ...]:
        """The fields that the rules need and that have not been read yet."""
        return tuple(name for name in NEEDED[type(self).__name__] if getattr(self, name) is None)


class Location(_Card):
    """A location (TR-26 to TR-32).

    Attributes:
        exits: the edges with an arrow.
        danger: the danger added to the depth for obstacles that may be placed (TR-47).
        search_bonus: the additional dice for a search (TR-70).
        treasure_difficulty: the result that finds the treasure in a treasure room (TR-74).
        power: the power of a treasure room (TR-86).
        min_depth: the minimum depth at which it can be placed (TR-32).
    """

    type: Literal["location"]
    family: Family = "other"
    exits: tuple[Edge, ...] | None = None
    danger: Annotated[int, Field(ge=0, le=20)] | None = None
    search_bonus: Annotated[int, Field(ge=0, le=9)] | None = None
    entrance: bool = False
    save_point: bool = False
    treasure_room: bool = False
    treasure_difficulty: Annotated[int, Field(ge=3, le=60)] | None = None
    power: Power = 1
    min_depth: Annotated[int, Field(ge=1, le=30)] = 1
    printed_obstacle: Block | None = None

    @model_validator(mode="after")
    def _printed_obstacle_is_called_something(self) -> "Location":
        if self.printed_obstacle is not None and not self.printed_obstacle.name:
            raise ValueError(f"{self.id}: its obstacle has a name")
        return self

    @property
    def blank(self) -> tuple[str, ...]:
        """The unread fields that the rules need; the treasure's number only in a treasure room."""
        needed = ("treasure_difficulty",) if self.treasure_room and self.treasure_difficulty is None else ()
        return (*super().blank, *needed)


class Abilities(Component):
    """A raider's ratings (TR-18)."""

    fight: Rating
    move: Rating
    search: Rating
    think: Rating

    @property
    def lowest(self) -> int:
        """The lowest rating: health before any change (TR-21)."""
        return min(self.fight, self.move, self.search, self.think)


class Raider(_Card):
    """A raider (TR-18, TR-22)."""

    type: Literal["raider"]
    power: Power = 1
    abilities: Abilities | None = None


class Obstacle(_Card):
    """An obstacle card; `block` is the obstacle to overcome (TR-46, TR-47)."""

    type: Literal["obstacle"]
    danger: Annotated[int, Field(ge=0, le=30)] | None = None
    block: Block | None = None

    @model_validator(mode="after")
    def _obstacle_is_called_as_its_card(self) -> "Obstacle":
        if self.block is not None and not self.block.name:
            object.__setattr__(self, "block", self.block.model_copy(update={"name": self.name}))  # the model is frozen
        return self


class Action(_Card):
    """An action card (TR-103).

    Attributes:
        timing: when it may be played; `any`: at any time.
    """

    type: Literal["action"]
    timing: Literal[
        "any", "before_own_fight_roll", "before_own_test_roll", "after_own_test_roll", "after_own_search_roll",
        "own_move_step", "own_action_round", "instead_of_search", "when_own_raider_is_dealt_damage", "response_cancel",
        "own_draw_round", "opponents_action_round",
    ] = "any"  # fmt: skip
    effects: tuple[Effect, ...] | None = None


class _InPlay(_Card):
    """A card that stays in a row and works there.

    Attributes:
        use: how effects that are not automatic are used: by discarding the card, once a turn, or at will.
    """

    effects: tuple[Effect, ...] | None = None
    use: Literal["discard", "once_a_turn", "at_will"] | None = None

    @model_validator(mode="after")
    def _can_be_used(self) -> "_InPlay":
        if self.use is None and any(one.do not in IN_PLAY for one in self.effects or ()):
            raise ValueError(f"{self.id}: say how it is used: discard, once_a_turn or at_will")
        return self


class Discovery(_Card):
    """A discovery: an item, which stays, or a triggered one, which takes effect at once (TR-71, TR-72)."""

    type: Literal["discovery"]
    discovery_kind: Literal["item", "triggered"] = "item"
    difficulty: Annotated[int, Field(ge=2, le=60)] | None = None
    effects: tuple[Effect, ...] | None = None
    use: Literal["discard", "once_a_turn", "at_will"] | None = None

    @model_validator(mode="after")
    def _can_be_used(self) -> "Discovery":
        lies_there = self.discovery_kind == "item"
        if lies_there and self.use is None and any(one.do not in IN_PLAY for one in self.effects or ()):
            raise ValueError(f"{self.id}: say how it is used: discard, once_a_turn or at_will")
        return self


class Treasure(_InPlay):
    """A treasure (TR-86)."""

    type: Literal["treasure"]
    power: Power = 1


class Moment(Component):
    """The event that an upgrade waits for, or that a secret move requires (TR-85, TR-87).

    Attributes:
        event: the raider saved, passed a test, found a discovery, removed an obstacle, or won a fight against a raider;
            `any`: no event is required.
        ability, least: the ability tested, and the lowest result or difficulty.
        sort: the sort of obstacle.
    """

    event: Literal["any", "saved", "test_passed", "discovery_found", "obstacle_removed", "fight_won"] = "any"
    ability: Ability | None = None
    least: Annotated[int, Field(ge=0, le=60)] = 0
    sort: Sort | None = None


class Upgrade(_InPlay):
    """An upgrade (TR-87 to TR-89).

    Attributes:
        for_raider: the start of the raider's name, if the card names a raider.
    """

    type: Literal["upgrade"]
    power: Annotated[int, Field(ge=2, le=3)] | None = None
    for_raider: str | None = None
    play_when: Moment | None = None


class SecretMove(_InPlay):
    """A secret move (TR-85)."""

    type: Literal["secret_move"]
    requirement: Moment = Moment()


AnyCard: TypeAlias = Location | Raider | Treasure | Upgrade | Action | Discovery | Obstacle | SecretMove
Card = Annotated[AnyCard, Field(discriminator="type")]

DRAW_TYPES = ("upgrade", "action", "discovery", "obstacle", "secret_move")
"""The kinds of cards in a draw deck (TR-3)."""

NEEDED: dict[str, tuple[str, ...]] = {
    "Location": ("exits", "danger", "search_bonus"), "Raider": ("abilities",), "Obstacle": ("danger", "block"),
    "Action": ("effects",), "Discovery": ("difficulty", "effects"), "Treasure": ("effects",),
    "Upgrade": ("power", "play_when", "effects"), "SecretMove": ("effects",),
}  # fmt: skip
"""The fields of each kind of card that the rules need."""

_CARD: TypeAdapter[AnyCard] = TypeAdapter(Card, config=ConfigDict(defer_build=True))


def read_card(text: str) -> AnyCard:
    """Return a card that a table has declared, from JSON.

    Raises:
        pydantic.ValidationError: it has not the form of a card.
    """
    return _CARD.validate_json(text, strict=True)


class TombRaiderCatalogue(Catalogue):
    """The cards that a table plays with, and the levels.

    Attributes:
        cards: all cards that levels and decks may name, without repeats.
        starters: the starter decks, used by some levels.
        levels: the manual's levels, and any designed by a table (TR-129).
        deck: the draw deck of players who bring none, in its text form (`decks.py`).
    """

    cards: tuple[Card, ...]
    starters: tuple[Starter, ...] = ()
    levels: tuple[LevelDesign, ...]
    deck: str

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **how: Any) -> "TombRaiderCatalogue":
        """Return the catalogue that JSON tells; a list of cards becomes one (`card_lists.py`).

        Raises:
            pydantic.ValidationError: it has not the form of a catalogue, nor of a list of cards.
        """
        if '"levels"' not in str(json_data):
            data = json.loads(json_data)
            json_data = json.dumps(as_catalogue(data)) if is_card_list(data) else json_data
        return super().model_validate_json(json_data, **how)

    @model_validator(mode="after")
    def _fits_together(self) -> "TombRaiderCatalogue":
        for what, ids in (("card", [one.id for one in self.cards]), ("level", [one.id for one in self.levels])):
            if twice := sorted({one for one in ids if ids.count(one) > 1}):
                raise ValueError(f"each {what} stands there once, not so {', '.join(twice)}")
        for starter in self.starters:
            if odd := sorted(one for one in starter.all_cards if one not in self.by_id):
                raise ValueError(f"the starter {starter.id} names cards that are not there: {', '.join(odd)}")
        return self

    @cached_property
    def worked_out(self) -> dict[object, object]:
        """Results derived from these data and a match's options, cached by the modules that compute them."""
        return {}

    @cached_property
    def by_id(self) -> dict[str, AnyCard]:
        """The cards by number."""
        return {one.id: one for one in self.cards}

    def of_kind(self, kind: type) -> frozenset[str]:
        """Return the numbers of the cards of a kind in the catalogue."""
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = frozenset(one.id for one in self.cards if isinstance(one, kind))
        return found

    @cached_property
    def _by_kind(self) -> dict[type, frozenset[str]]:
        return {}

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """The location cards."""
        return tuple(card for card in self.cards if isinstance(card, Location))

    def card(self, id_: str) -> AnyCard | None:
        """Return the card with this number, if there is one."""
        return self.by_id.get(id_)

    def starter(self, id_: str) -> Starter | None:
        """Return the starter deck with this name, if there is one."""
        return next((one for one in self.starters if one.id == id_), None)

    def design(self, id_: str) -> LevelDesign | None:
        """Return the level with this name, if there is one."""
        return next((one for one in self.levels if one.id == id_), None)
