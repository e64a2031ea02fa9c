"""The data model for level designs, of the manual and of tables (TR-107 to TR-117, TR-129). Rows count from 1."""

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
    """A starter deck, by card numbers (TR-6 to TR-9).

    Attributes:
        locations: all 18, including entrance and treasure room.
        obstacles: the obstacle pile of the learning game, with repeated numbers for copies.
        others: discoveries, actions and upgrades.
        hand, clever: the first hand in the learning game, and the extra card for a raider with Think 3.
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
        cards: the numbers of its cards; empty: all of its families, or the starter's if `starter` is set.
        families: the families of locations allowed; empty: only the named cards.
        rooms: its treasure rooms: one, or several of which the first one mapped removes the others (TR-112).
        any_room: whether the player who brings the deck may choose another treasure room.
        starter: whether it has the locations of the starter in use, without entrance and treasure room (TR-107).
        brought: whether a player brings it, in seat order; players without one use the above (TR-115, TR-123).
        columns, rows: where its cards are placed; empty: everywhere.
        least: the minimum number of cards.
        copies: the maximum number of copies of a location.
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
    """An entrance that is face up in the first row.

    Attributes:
        card: its number; empty: that of the starter in use.
        column: counted from the left; `middle` and `last` are the middle and the right corner.
        when: used only with one raider, an odd number, or an even number of raiders; `several`: with two or more.
        owner: the seat that starts there (TR-115).
    """

    card: str | None = None
    column: Column | Literal["middle", "last"] = 1
    when: Literal["always", "several", "odd", "even"] = "always"
    owner: Annotated[int, Field(ge=1, le=9)] | None = None


class Bonus(Component):
    """A bonus that raiders may start with: a card of a type, up to this power."""

    type: Literal["upgrade", "treasure", "discovery"]
    power: Annotated[int, Field(ge=1, le=3)] = 1


class Variant(Component):
    """The differences at one power of the level (TR-112, TR-115)."""

    power: Annotated[int, Field(ge=1, le=3)]
    depth: Row
    treasure_from: Row
    least: Annotated[int, Field(ge=0, le=200)] = 0
    without: tuple[str, ...] = ()
    no_atlantean: bool = False


class LevelDesign(Component):
    """A level (TR-129).

    Attributes:
        id, name: its name in options, and its display name.
        rule: the rule that describes it; TR-129 for a table's own.
        seats: the minimum and maximum number of raiders.
        power: its power, which limits treasures and bonuses.
        width, depth: the size of the map; `first_depth` is the depth of the first row (TR-128).
        decks: the level decks. A space takes its card from the first deck that covers its column and row.
        entrances: the entrances, face up in the first row.
        choice: how entrances are assigned: by a roll, the highest choosing first; each player's own; the same for all.
        treasure_from: the first row in which the treasure room can be.
        treasure_at: the column and row of a treasure room face down from the start; it is the first of the decks'
            `rooms`.
        fixed: the whole map from the deepest row to the first, with an empty string for a vacant space (TR-110).
        atlantean_from: the first row in which Atlantean locations can be.
        short: the depth of its short version, and the first row of its treasure room (TR-112).
        variants: the differences at other powers.
        solo_obstacles: the solo obstacle deck: the starter's, those taken out of the draw deck, or these cards.
        bonus: what raiders may start with. With `must`, players who name nothing get the first card that fits.
        bonus_for: who gets a bonus: all players, or all but the first seat.
        objective: what wins, and `most_turns`, after which nobody wins (TR-129).
        save_points: whether save points save.
        learn: whether the rules of the learning game apply (TR-10 to TR-17).
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
