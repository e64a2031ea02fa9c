"""The components of Expeditions as data, and the options of a match."""

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from tablescribe.domain.box.catalogue import Catalogue, Component, Origin
from tablescribe.domain.games.expeditions.effects import (
    AnyEffect,
    AnyWorker,
    CardGain,
    Cost,
    Effect,
    Gain,
    JudgeEffect,
    sides,
    slug,
)
from tablescribe.domain.games.expeditions.ongoing import Ongoing
from tablescribe.domain.rules.setting import Options
from tablescribe.domain.words.text import Text, say

Region = Literal["south", "central", "north"]
REGIONS: dict[Region, int] = {"south": 6, "central": 7, "north": 7}
"""The number of locations in each region (EX-5)."""

Colour = Literal["orange", "turquoise"]

KINDS: dict[str, Text] = {
    "item": say("item"), "meteorite": say("meteorite"), "quest": say("quest"), "character": say("character"),
    "companion": say("companion"), "blank": say("blank card"),
}  # fmt: skip
"""The names of the kinds of cards."""


NOT_DECLARED = JudgeEffect(do="judge", text="…")
"""The effect of a blank component until it is declared (EX-105)."""


class Cell(Component):
    """A place for a location tile.

    Attributes:
        id: its name, such as `N1`.
        region: the region whose tiles can lie there.
        at: where it is drawn: column and row, in hexes.
        adjacent: the adjacent places.
    """

    id: str = Field(pattern=r"^[A-Z][0-9]$")
    region: Region
    at: tuple[float, float]
    adjacent: tuple[str, ...]


class Slot(Component):
    """One of the five slots for face-up cards, and the places that it touches (EX-7)."""

    id: str = Field(pattern=r"^M[0-9]$")
    at: tuple[float, float]
    adjacent: tuple[str, ...]


class Location(Component):
    """A location tile (EX-35, EX-36).

    Attributes:
        level: how much corruption appears when it is explored, or `twenty`.
        gather: the benefit that Gather gives there.
        covered: the benefit that Gather also gives once the corruption is gone.
        blank: whether it represents the tile of that number in the table's own box, to be declared when it first shows
            (EX-105).
        revealed: what the human gains for revealing it (EX-111).
    """

    id: int = Field(ge=1, le=20)
    region: Region
    name: str
    level: Annotated[int, Field(ge=0)] | Literal["twenty"]
    gather: Effect = NOT_DECLARED
    covered: Literal["upgrade", "meld", "boast"] | None = None
    blank: bool = False
    revealed: Effect | None = None
    origin: Origin = "house"


class Token(Component):
    """A kind of corruption token in the bag. Orange is paid with power, turquoise with guile."""

    colour: Colour
    value: int = Field(ge=1, le=9)
    count: int = Field(ge=1)

    @property
    def piece(self) -> str:
        """The piece name of its tokens."""
        return f"corruption:{self.colour}{self.value}"


class Card(Component):
    """A card: its core value, the worker that uses its ability, and the fields of its kind.

    A `blank` card represents one from the table's own box. It is declared when it first shows (EX-105).
    """

    id: str = Field(pattern=r"^[a-z0-9_-]+$")
    kind: Literal["item", "meteorite", "quest", "character", "companion", "blank"]
    name: str
    power: int = Field(default=0, ge=0, le=10)
    guile: int = Field(default=0, ge=0, le=10)
    worker: str
    ability: Effect
    ongoing: Ongoing | None = None
    coins: int = Field(default=0, ge=0)
    bonus: Effect | None = None
    location: int = Field(default=0, ge=0, le=20)
    cost: Cost | None = None
    benefit: Effect | None = None
    origin: Origin = "house"

    @model_validator(mode="after")
    def _has_what_its_kind_has(self) -> "Card":
        has = (self.ongoing is not None, self.bonus is not None, self.location > 0 and self.cost is not None)
        wants = {"item": (True, False, False), "meteorite": (False, True, False), "quest": (False, False, True)}
        if has != wants.get(self.kind, (False, False, False)) or (self.benefit is not None) != (self.kind == "quest"):
            raise ValueError(
                f"card {self.id}: items have `ongoing`, meteorites `bonus`, quests `location` and the rest"
            )
        return self


class Mech(Component):
    """A mech mat (EX-10). A `blank` one is declared, as cards are (EX-105)."""

    id: str = Field(pattern=r"^[a-z_]+$")
    name: str
    ability: Ongoing = Field(default_factory=lambda: Ongoing(text="…"))
    blank: bool = False
    origin: Origin = "house"


class Pair(Component):
    """A character and its companion (EX-11)."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    character: Card
    companion: Card


class Target(Component):
    """An Automa mech's target: what it looks for and the least glory for that (EX-62, EX-64).

    `times` is the number of corruption tokens it takes (EX-65).
    """

    glory: int = Field(ge=0, le=8)
    kind: Literal["map", "corruption", "twenty"]
    times: int = Field(default=1, ge=1, le=3)


class Side(Component):
    """A decision card's line for one mech (EX-61, EX-62, EX-66)."""

    sweep: bool = False
    target: Target | None = None
    distance: int = Field(ge=1, le=3)


class DecisionCard(Component):
    """A decision card (EX-15, EX-57 to EX-59)."""

    id: int = Field(ge=1)
    progress: bool
    north: Side
    central: Side
    origin: Origin = "printed"


class ProgressCard(Component):
    """A progress card: the Automa's difficulty, its track, and the values of its tokens (EX-14, EX-74)."""

    level: int = Field(ge=1, le=5)
    name: str
    spaces: int = Field(ge=9)
    glory_spaces: tuple[int, ...] = Field(min_length=8, max_length=8)
    glory: int
    corruption: int
    map: int
    origin: Origin = "printed"

    @model_validator(mode="after")
    def _spaces_ascend(self) -> "ProgressCard":
        if list(self.glory_spaces) != sorted(set(self.glory_spaces)) or self.glory_spaces[0] < 1:
            raise ValueError(f"level {self.level}: its glory spaces ascend, after Start")
        if self.glory_spaces[-1] >= self.spaces:
            raise ValueError(f"level {self.level}: its track ends at space {self.spaces - 1}")
        return self


class ExpeditionsCatalogue(Catalogue):
    """All components of the game.

    Attributes:
        basecamp: the places adjacent to Basecamp (EX-26).
        north, central: the places of a region from west to east; Automa mechs move along them (EX-60).
        map_tokens, workers_per_colour: the number in the supply; `None`: no limit (EX-86).
    """

    cells: tuple[Cell, ...]
    basecamp: tuple[str, ...]
    north: tuple[str, ...]
    central: tuple[str, ...]
    slots: tuple[Slot, ...] = Field(min_length=5, max_length=5)
    locations: tuple[Location, ...]
    tokens: tuple[Token, ...]
    map_tokens: int | None = Field(default=None, ge=14)
    workers_per_colour: int | None = Field(default=None, ge=1)
    workers: tuple[str, ...] = Field(min_length=5, max_length=5)
    mechs: tuple[Mech, ...] = Field(min_length=1)
    pairs: tuple[Pair, ...] = Field(min_length=1)
    cards: tuple[Card, ...]
    decisions: tuple[DecisionCard, ...] = Field(min_length=14, max_length=14)
    levels: tuple[ProgressCard, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _fits_together(self) -> "ExpeditionsCatalogue":
        _once("place", (cell.id for cell in self.cells))
        _once("slot", (slot.id for slot in self.slots))
        _once("location", (location.id for location in self.locations))
        _once("card", (card.id for card in self.cards))
        _once("mech", (mech.id for mech in self.mechs))
        _once("pair", (pair.id for pair in self.pairs))
        _once("decision card", (card.id for card in self.decisions))
        _once("level", (card.level for card in self.levels))
        for region, n in REGIONS.items():
            for what, found in (("places", self.cells), ("locations", self.locations)):
                if sum(one.region == region for one in found) != n:
                    raise ValueError(f"the {region} region has {n} {what}")
        self._check_map()
        self._check_abilities()
        return self

    def _check_map(self) -> None:
        beside = {cell.id: set(cell.adjacent) for cell in self.cells}
        for cell, others in beside.items():
            if not all(cell in beside.get(other, ()) for other in others):
                raise ValueError(f"what is beside {cell} must have it beside itself, and be on the map")
        if not set(self.basecamp) <= set(beside) or not self.basecamp:
            raise ValueError("Basecamp lies beside places of the map")
        reached, edge = set(self.basecamp), list(self.basecamp)
        while edge:
            found = beside[edge.pop()] - reached
            reached |= found
            edge += found
        if reached != set(beside):
            raise ValueError("every place can be reached from Basecamp")
        if not {place for slot in self.slots for place in slot.adjacent} <= set(beside):
            raise ValueError("slots touch places of the map")
        for region, order in (("north", self.north), ("central", self.central)):
            if sorted(order) != sorted(cell.id for cell in self.cells if cell.region == region):
                raise ValueError(f"the order of the {region} region names each of its places once")
        if [one.id for one in self.locations if one.level == "twenty"] != [20]:
            raise ValueError("location 20, and only that, has the level `twenty`")

    def _check_abilities(self) -> None:
        for card in (*self.cards, *(one for pair in self.pairs for one in (pair.character, pair.companion))):
            if card.worker not in (*self.workers, "any"):
                raise ValueError(f"card {card.id}: there is no worker {card.worker!r}")
        for ability in (*(m.ability for m in self.mechs), *(c.ongoing for c in self.cards if c.ongoing)):
            given = tuple(sides(ability.then)) if ability.then is not None else ()
            if ability.on == "worker" and any(
                isinstance(one, AnyWorker) or (isinstance(one, Gain) and one.workers) for one in given
            ):
                raise ValueError("an ability that waits for a worker cannot bring one: it would never end")
            if ability.on == "card" and any(isinstance(one, CardGain) or one.do == "rescue" for one in given):
                raise ValueError("an ability that waits for a card cannot bring one: it would never end")

    # --- look-ups -------------------------------------------------------------------------

    @cached_property
    def by_cell(self) -> dict[str, Cell]:
        """The places by name."""
        return {cell.id: cell for cell in self.cells}

    @cached_property
    def by_number(self) -> dict[int, Location]:
        """The locations by number."""
        return {location.id: location for location in self.locations}

    @cached_property
    def by_piece(self) -> dict[str, Card]:
        """All cards that can be held, by piece name: `card:i01`, `starter:p1-character`."""
        starters = {f"starter:{pair.id}-character": pair.character for pair in self.pairs}
        starters |= {f"starter:{pair.id}-companion": pair.companion for pair in self.pairs}
        return {**{f"card:{card.id}": card for card in self.cards}, **starters}

    @cached_property
    def by_token(self) -> dict[str, Token]:
        """The corruption tokens by piece name."""
        return {token.piece: token for token in self.tokens}

    @cached_property
    def by_benefit(self) -> dict[str, AnyEffect]:
        """The effects that can be taken, by the name that actions use for them."""
        cards = self.by_piece.values()
        found = [
            *(one for location in self.locations for one in (location.gather, location.revealed) if one),
            *(one for card in cards for one in (card.ability, card.bonus, card.benefit) if one),
            *(
                one.gives
                for one in (*(c.ongoing for c in cards if c.ongoing), *(m.ability for m in self.mechs))
                if one.gives
            ),
        ]
        return {slug(side): side for effect in found for side in sides(effect)}

    @cached_property
    def by_decision(self) -> dict[str, DecisionCard]:
        """The decision cards by piece name."""
        return {f"decision:{card.id}": card for card in self.decisions}

    def mech(self, id_: str) -> Mech | None:
        """Return the mech with this name, if there is one."""
        return next((mech for mech in self.mechs if mech.id == id_), None)

    def pair(self, id_: str) -> Pair | None:
        """Return the pair with this name, if there is one."""
        return next((pair for pair in self.pairs if pair.id == id_), None)

    def decision(self, piece: str) -> DecisionCard:
        """Return the decision card with this piece name."""
        return self.by_decision[piece]

    def progress(self, level: int) -> ProgressCard | None:
        """Return the progress card of a level, if there is one."""
        return next((card for card in self.levels if card.level == level), None)


def is_blank(part: BaseModel) -> bool:
    """Return whether a component represents an undeclared one from the table's own box (EX-105)."""
    return part.kind == "blank" if isinstance(part, Card) else isinstance(part, Location | Mech) and part.blank


def _once(what: str, ids: Iterable[object]) -> None:
    found = list(ids)
    if len(set(found)) != len(found):
        raise ValueError(f"each {what} has a name of its own")


class ExpeditionsOptions(Options):
    """The options of a match. The first reading of each is the default.

    Attributes:
        level: the level of the Automa's progress card (EX-14).
        mech, pair: the human's mech and character; `None`: random (EX-10, EX-11).
        first_player: the seat that begins; `None`: random (EX-17).
        fourth_glory_ends: EX-69, ambiguity A1. `false`: only the Automa's eighth glory token triggers the end.
        face_up_cards: EX-41, ambiguity A3.
        corruption_on_top: EX-30, ambiguity A4: which token of a location lies on top.
        uncovered_in_same_gather: EX-37, ambiguity A5.
        pass_automa_mechs: EX-27, ambiguity A7.
    """

    level: int = Field(default=2, ge=1, le=5)
    mech: str | None = None
    pair: str | None = None
    first_player: int | None = Field(default=None, ge=1, le=2)
    fourth_glory_ends: bool = True
    face_up_cards: Literal["any", "adjacent"] = "any"
    corruption_on_top: Literal["last_drawn", "first_drawn"] = "last_drawn"
    uncovered_in_same_gather: bool = False
    pass_automa_mechs: bool = True


__all__ = [
    "KINDS", "REGIONS", "AnyEffect", "Card", "Cell", "DecisionCard", "ExpeditionsCatalogue", "ExpeditionsOptions",
    "Location", "Mech", "Ongoing", "Pair", "ProgressCard", "Region", "Side", "Slot", "Target", "Token", "is_blank",
]  # fmt: skip
