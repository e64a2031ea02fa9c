"""The form in which levels are designed, by the manual and by tables (TR-107 to TR-117, TR-129). Rows count from 1."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from tablescribe.domain.box.catalogue import Component

LevelRule = Literal[
    "TR-6", "TR-107", "TR-108", "TR-109", "TR-110", "TR-112", "TR-114", "TR-115", "TR-116", "TR-117", "TR-126", "TR-129"
]
"""The rules that describe a level."""

Row = Annotated[int, Field(ge=1, le=30)]
Column = Annotated[int, Field(ge=1, le=9)]


class Starter(Component):
    """A starter deck, by the numbers of its cards (TR-6 to TR-9).

    Attributes:
        locations: all 18, entrance and treasure room among them.
        obstacles: the obstacle pile of the learning game; a number stands there as often as the deck has the card.
        others: discoveries, actions and upgrades.
        hand, clever: the first hand in the learning game, and what a raider with Think 3 has besides.
    """

    id: Literal["tomb", "cave"]
    name: str
    locations: tuple[str, ...]
    entrance: str
    treasure_room: str
    raider: str
    treasure: str
    obstacles: tuple[str, ...]
    others: tuple[str, ...]
    hand: tuple[str, ...]
    clever: tuple[str, ...]

    @property
    def all_cards(self) -> tuple[str, ...]:
        """The numbers of all its cards."""
        more = (self.entrance, self.treasure_room, self.raider, self.treasure)
        return (*self.locations, *self.obstacles, *self.others, *self.hand, *self.clever, *more)


class DeckDesign(Component):
    """A level deck.

    Attributes:
        cards: the numbers of its cards; none: all of its families, or the starter's where `starter` is set.
        families: of which families locations may be; none: only the cards that are named.
        rooms: its treasure rooms: one, or several of which the first to be mapped drives out the others (TR-112).
        any_room: who brings the deck may choose another treasure room.
        starter: the locations of the starter in use, but entrance and treasure room (TR-107).
        brought: a player brings it, in the order of the seats; who brings none has what is said above (TR-115, TR-123).
        columns, rows: where its cards lie; none: everywhere.
        least: how many cards it has at least.
        copies: how often a location may be in it at most.
    """

    cards: tuple[str, ...] = ()
    families: tuple[Literal["generic", "cave", "tomb", "atlantean", "other"], ...] = ()
    rooms: tuple[str, ...] = ()
    any_room: bool = False
    starter: bool = False
    brought: bool = False
    columns: tuple[Column, Column] | None = None
    rows: tuple[Row, Row] | None = None
    least: Annotated[int, Field(ge=0, le=200)] = 0
    copies: Annotated[int, Field(ge=1, le=9)] = 1


class EntranceDesign(Component):
    """An entrance that lies face up in the first row.

    Attributes:
        card: its number; none: that of the starter in use.
        column: counted from the left; `middle` and `last` for the middle and the right corner.
        when: only with one raider, an odd number, or an even number of them; `several`: with two or more.
        owner: the seat that starts here (TR-115).
    """

    card: str | None = None
    column: Column | Literal["middle", "last"] = 1
    when: Literal["always", "several", "odd", "even"] = "always"
    owner: Annotated[int, Field(ge=1, le=9)] | None = None


class Bonus(Component):
    """Something that raiders may begin with: a card of a type, of at most this power."""

    type: Literal["upgrade", "treasure", "discovery"]
    power: Annotated[int, Field(ge=1, le=3)] = 1


class Variant(Component):
    """What is different at a power of the level (TR-112, TR-115)."""

    power: Annotated[int, Field(ge=1, le=3)]
    depth: Row
    treasure_from: Row
    least: Annotated[int, Field(ge=0, le=200)] = 0
    without: tuple[str, ...] = ()
    no_atlantean: bool = False


class LevelDesign(Component):
    """A level (TR-129).

    Attributes:
        id, name: what it is called in options, and by people.
        rule: the rule that describes it; TR-129 for a table's own.
        seats: the fewest and the most raiders.
        power: which bounds treasures and bonuses.
        width, depth: the size of the map; `first_depth` is the depth of the first row (TR-128).
        decks: the level decks. A space takes its card from the first deck whose columns and rows it is in.
        entrances: what lies face up in the first row.
        choice: how entrances are shared out: by a roll, the highest first; each at the own one; the same for all.
        treasure_from: the first row in which the treasure room may lie.
        treasure_at: where it lies face down from the start: column and row; it is the first of the decks' `rooms`.
        fixed: the whole map from the deepest row to the first, an empty text for a vacant space (TR-110).
        atlantean_from: the first row in which Atlantean locations may lie.
        short: the depth of its short version, and the first row of the treasure room then (TR-112).
        variants: what changes with the power.
        solo_obstacles: the obstacle deck alone: the starter's, what is taken out of the draw deck, or these cards.
        bonus: what raiders may begin with; who names nothing and `must` gets the first card that fits.
        bonus_for: who: all of them, or all but the first seat.
        objective: what wins, and `most_turns`, after which nobody does (TR-129).
        save_points: whether save points save.
        learn: the rules of the learning game hold (TR-10 to TR-17).
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,40}$")]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    rule: LevelRule = "TR-129"
    seats: tuple[Annotated[int, Field(ge=1, le=9)], Annotated[int, Field(ge=1, le=9)]]
    power: Annotated[int, Field(ge=1, le=3)] = 1
    width: Column
    depth: Row
    first_depth: Row = 1
    decks: tuple[DeckDesign, ...] = ()
    entrances: Annotated[tuple[EntranceDesign, ...], Field(min_length=1)]
    choice: Literal["roll", "own"] = "roll"
    treasure_from: Row = 1
    treasure_at: tuple[Column, Row] | None = None
    fixed: tuple[tuple[str, ...], ...] = ()
    atlantean_from: Row = 1
    short: tuple[Row, Row] | None = None
    variants: tuple[Variant, ...] = ()
    solo_obstacles: Literal["starter", "taken_out"] | tuple[str, ...] = "taken_out"
    bonus: tuple[Bonus, ...] = ()
    bonus_must: bool = False
    bonus_for: Literal["all", "all_but_first"] = "all"
    objective: Literal["treasure", "recovery", "bounty"] = "treasure"
    most_turns: Annotated[int, Field(ge=1, le=999)] | None = None
    save_points: bool = True
    learn: bool = False

    @model_validator(mode="after")
    def _is_a_grid(self) -> "LevelDesign":
        if self.fixed and (len(self.fixed) != self.depth or any(len(row) != self.width for row in self.fixed)):
            raise ValueError(f"{self.id}: a fixed map has {self.depth} rows of {self.width}")
        if self.seats[0] > self.seats[1]:
            raise ValueError(f"{self.id}: the fewest raiders come first, then the most")
        return self
