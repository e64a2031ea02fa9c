"""The components of Root as data (maps, cards, factions, hirelings, landmarks), and the options of a match."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal

from pydantic import Field, JsonValue, model_validator

from tablescribe.domain.box.catalogue import Catalogue, Origin
from tablescribe.domain.games.root.land import Land
from tablescribe.domain.games.root.parts import (
    CLEARINGS,
    SUITS,
    CardSuit,
    CharacterKey,
    Clearing,
    Component,
    Counts,
    DeckName,
    FactionKey,
    HirelingKey,
    Icon,
    Item,
    LandmarkKey,
    Link,
    MapName,
    Place,
    Suit,
)
from tablescribe.domain.games.root.tables import (
    Alliance,
    Corvids,
    Duchy,
    Eyrie,
    Hundreds,
    Keepers,
    Lizards,
    Marquise,
    Riverfolk,
    Vagabond,
)
from tablescribe.domain.rules.setting import Options
from tablescribe.domain.words.text import say


class MapClearing(Component):
    """A clearing of a map (RO-2.2).

    Attributes:
        slots: its number of building slots, including one under a ruin.
        at: its position in the drawing, in thousandths of the map: across, down.
        ruin: whether one of its slots shows an R (RO-2.2.4).
        suit: the printed suit, if there is one.
    """

    id: Place
    slots: int = Field(ge=1, le=3)
    at: tuple[int, int]
    ruin: bool = False
    suit: Suit | None = None


class Map(Component):
    """One side of a map board.

    Attributes:
        corners: the pairs of opposite corner clearings.
        edge: the loop of clearings around the map, each connected to the next by a path (RO-16.6.15).
        forests: the forests, each as the clearings it touches (RO-2.4).
        coastal: the clearings on the lake (RO-16.2.2-III).
        ferry, tower: the starting places of these landmarks (RO-16.2.2-I, RO-16.2.3-I).
        closed: the paths that are closed at the start (RO-16.2.3-I).
        rivers_divide: whether rivers divide forests as paths do (RO-16.2.1-I).
    """

    name: str
    clearings: tuple[MapClearing, ...] = Field(min_length=12, max_length=12)
    paths: tuple[Link, ...]
    rivers: tuple[Link, ...]
    corners: tuple[Link, Link]
    edge: tuple[Place, ...]
    forests: tuple[tuple[Place, ...], ...]
    coastal: tuple[Place, ...] = ()
    ferry: Place | None = None
    closed: tuple[Link, ...] = ()
    tower: Place | None = None
    rivers_divide: bool = False

    @model_validator(mode="after")
    def _hangs_together(self) -> "Map":
        if [one.id for one in self.clearings] != list(CLEARINGS):
            raise ValueError(f"{self.name}: its clearings are numbered 1 to 12, in that order")
        for a, b in (*self.paths, *self.rivers, *self.closed):
            if a >= b:
                raise ValueError(f"{self.name}: {a}-{b} names the lower number first")
        if odd := set(self.closed) - set(self.paths):
            raise ValueError(f"{self.name}: only paths are closed, not {sorted(odd)}")
        around = zip(self.edge, (*self.edge[1:], *self.edge[:1]), strict=True)
        if gaps := {(min(pair), max(pair)) for pair in around} - set(self.paths):
            raise ValueError(f"{self.name}: its edge goes along paths, not {sorted(gaps)}")
        return self

    @cached_property
    def land(self) -> Land:
        """The geography of this map."""
        return Land(
            self.paths, self.rivers, self.forests,
            slots=[one.slots for one in self.clearings], ruins=tuple(one.id for one in self.clearings if one.ruin),
            corners=self.corners, edge=self.edge, coastal=self.coastal, closed=self.closed,
            rivers_divide=self.rivers_divide,
        )  # fmt: skip


class Card(Component):
    """A card of the shared deck (RO-2.1).

    Attributes:
        n: the number of copies in the deck.
        cost: the crafting pieces needed, by suit (RO-4.1.1).
        item: the item it crafts, with its points (RO-3.2.2).
    """

    id: str = Field(pattern=r"^[a-z][a-z-]*$")
    name: str
    suit: CardSuit
    kind: Literal["ambush", "dominance", "item", "persistent", "immediate"]
    n: int = Field(default=1, ge=1, le=9)
    cost: tuple[Icon, ...] = ()
    item: Item | None = None
    points: int = Field(default=0, ge=0, le=9)
    origin: Origin = "printed"

    @model_validator(mode="after")
    def _has_what_its_kind_has(self) -> "Card":
        crafted = self.kind in ("item", "persistent", "immediate")
        if bool(self.cost) != crafted or (self.item is not None) != (self.kind == "item"):
            raise ValueError(f"card {self.id}: what is crafted has a cost, and an item card its item")
        return self

    @property
    def piece(self) -> str:
        """The piece name of its copies."""
        return f"card:{self.id}"


class Quest(Component):
    """A Vagabond's quest: exhaust two items in a clearing of its suit (RO-9.5.5)."""

    id: str = Field(pattern=r"^[a-z][a-z-]*$")
    name: str
    suit: Suit
    items: tuple[Item, Item]


class Character(Component):
    """A Vagabond character: its starting items and special action (RO-16.3)."""

    id: CharacterKey
    name: str
    items: tuple[Item, ...]
    special: str


class Faction(Component):
    """A faction's data: its letter in notation, its draft values, and its pieces (RO-1.5.2).

    Attributes:
        kind: militant or insurgent, as its setup card says (RO-16.1.8-I).
        reach: its reach, in points of the advice for balanced tables (RO-5.2).
        order: its place in the standard set-up order, as a number (RO-5.1.7).
        face_down: its hidden tokens, by deck: the number of each face (RO-13.2.2, RO-15.2.4).
    """

    letter: str = Field(pattern=r"^[A-Z]$")
    name: str
    kind: Literal["militant", "insurgent"]
    reach: int = Field(ge=0, le=20)
    order: int = Field(ge=1, le=11)
    warriors: int = Field(default=0, ge=0)
    warlord: int = Field(default=0, ge=0)
    pawn: int = Field(default=0, ge=0)
    tokens: Counts = Field(default_factory=dict)
    buildings: Counts = Field(default_factory=dict)
    face_down: dict[str, Counts] = Field(default_factory=dict)

    @property
    def pieces(self) -> Mapping[str, int]:
        """Its face-up pieces without the owner's prefix, with their numbers: `warrior`, `base.fox`."""
        wooden = {"warrior": self.warriors, "warlord": self.warlord, "pawn": self.pawn}
        return {**{kind: n for kind, n in wooden.items() if n}, **self.tokens, **self.buildings}


class Hireling(Component):
    """A hireling: its two sides, its pieces, and the faction that excludes it (RO-16.1.6-V)."""

    letter: str = Field(pattern=r"^[A-Z]$")
    name: str
    demoted: str
    bars: FactionKey | None = None
    pieces: Counts


LANDMARKS: dict[str, JsonValue] = {
    "ferry": "the Ferry", "tower": "the Tower", "treetop": "the Elder Treetop", "market": "the Black Market",
    "forge": "the Legendary Forge", "city": "the Lost City",
}  # fmt: skip
"""The names of landmarks in forms."""


class Landmark(Component):
    """A landmark. For the Forge, the items placed on it by the suit of its clearing (RO-L5)."""

    id: LandmarkKey
    name: str
    items: dict[Suit, tuple[Item, ...]] = Field(default_factory=dict)


class ControlFace(Component):
    """A face of the control die: its gold pips, all its pips, and the number of sides that show it (RO-16.4.1-II)."""

    gold: int = Field(ge=0, le=9)
    all: int = Field(ge=0, le=9)
    sides: int = Field(ge=1, le=6)


class ControlDie(Component):
    """The control die."""

    faces: tuple[ControlFace, ...]
    origin: Origin = "printed"


class RootCatalogue(Catalogue):
    """The contents of the box. Each faction's printed tables are under its key."""

    maps: dict[MapName, Map]
    cards: dict[Literal["both", "standard", "exiles"], tuple[Card, ...]]
    items: dict[Item, int]
    quests: tuple[Quest, ...]
    ruin_items: tuple[Item, ...]
    characters: tuple[Character, ...]
    factions: dict[FactionKey, Faction]
    marquise: Marquise
    eyrie: Eyrie
    alliance: Alliance
    vagabond: Vagabond
    lizards: Lizards
    riverfolk: Riverfolk
    duchy: Duchy
    corvids: Corvids
    hundreds: Hundreds
    keepers: Keepers
    hirelings: dict[HirelingKey, Hireling]
    hireling_spaces: tuple[int, ...]
    control_markers: int
    landmarks: tuple[Landmark, ...]
    battle_die: tuple[int, ...]
    control_die: ControlDie
    suit_markers: int

    @model_validator(mode="after")
    def _names_are_unique(self) -> "RootCatalogue":
        _once("card", (card.id for part in self.cards.values() for card in part))
        _once("quest", (quest.id for quest in self.quests))
        _once("character", (one.id for one in self.characters))
        _once("letter", (faction.letter for faction in self.factions.values()))
        return self

    @cached_property
    def decks(self) -> dict[DeckName, tuple[Card, ...]]:
        """The two decks, including the cards that both contain."""
        both = self.cards["both"]
        return {"standard": (*both, *self.cards["standard"]), "exiles": (*both, *self.cards["exiles"])}

    @cached_property
    def by_piece(self) -> dict[str, Card]:
        """The cards of all decks by piece name."""
        return {card.piece: card for part in self.cards.values() for card in part}

    @cached_property
    def pieces(self) -> dict[str, dict[str, int]]:
        """The face-up pieces of each faction and hireling by its key, with their numbers: `marquise:warrior`."""
        owners: dict[str, Mapping[str, int]] = {key: faction.pieces for key, faction in self.factions.items()}
        owners |= {key: hireling.pieces for key, hireling in self.hirelings.items()}
        return {key: {f"{key}:{kind}": n for kind, n in kinds.items()} for key, kinds in owners.items()}

    def face_down(self, faction: FactionKey) -> dict[str, dict[str, int]]:
        """Return a faction's face-down tokens as decks: `plot`, with two of `plot:bomb`."""
        decks = self.factions[faction].face_down
        return {deck: {f"{deck}:{face}": n for face, n in faces.items()} for deck, faces in decks.items()}

    def character(self, id_: str) -> Character | None:
        """Return the Vagabond character with this name, if there is one."""
        return next((one for one in self.characters if one.id == id_), None)

    def faction_of(self, letter: str) -> FactionKey | None:
        """Return the faction with this letter, if there is one."""
        return next((key for key, faction in self.factions.items() if faction.letter == letter), None)


def _once(what: str, ids: Iterable[object]) -> None:
    if twice := [one for one, n in Counter(ids).items() if n > 1]:
        raise ValueError(f"each {what} has a name of its own, unlike {twice}")


LETTERS: dict[str, JsonValue] = {
    "C": "the Marquise", "E": "the Eyrie", "A": "the Alliance", "V": "the Vagabond", "G": "the second Vagabond",
    "L": "the Lizard Cult", "O": "the Riverfolk", "D": "the Duchy", "P": "the Corvids", "H": "the Hundreds",
    "K": "the Keepers",
}  # fmt: skip
"""The names of the factions' letters in forms."""


PARTISANS: dict[str, JsonValue] = {"discard": "discard", "keep": say("keep them").template}
"""The names of the Partisans options in forms; `keep` alone would read as the building."""


class RootOptions(Options):
    """The options of a match: what the group agrees on, and where tables differ. The first reading is the default.

    Attributes:
        map, deck: RO-16.1.1, RO-16.1.2.
        setup: the standard set-up (RO-5.1), the advanced one (RO-16.1), or the one from an imported log (RO-LOG-1).
        factions: their letters in seat order (RO-5.1.1); missing ones come from the default.
        first_player: the seat that begins; `None`: random (RO-5.1.1, RO-16.1.4).
        landmarks: the number of landmarks (RO-16.1.5); `landmark_pool`: the ones to choose from.
        hirelings: whether three hirelings are in play from the start (RO-16.1.6).
        draft: in the advanced set-up, whether factions are chosen by set-up cards (RO-16.1.8).
        insurgents_for_two: whether two players keep the insurgents in the draft (RO-16.1.8-I-a).
        autumn_markers: whether suit markers cover the printed suits of Autumn, too (RO-AMB-1).
        map_piece: whether the map's own Tower or Ferry stays when landmarks are used (RO-AMB-2).
        ferry_draw: who draws for a ferry ride: the player who moves, or all whose faction pieces move (RO-AMB-4).
        hireling_pass: whether passing a hireling marker counts as entering its space (RO-AMB-6).
        hireling_decay: which hirelings lose a control marker (RO-AMB-7).
        tie30: who wins if several players reach 30 points at once (RO-AMB-8).
        coalition_10: whether a coalition needs ten points first (RO-AMB-11).
        item_tracks: whether ready tea, coins and bags may leave their tracks (RO-AMB-14).
        vagrant: which removed pieces score for Instigate (RO-AMB-19).
        ronin_once: whether Swift Strike can be used only once in a battle (RO-AMB-21).
        texts: the printed texts of cards, or the updated ones (RO-AMB-31).
        partisan_birds: whether Partisans discard birds, too (RO-AMB-32).
    """

    map: MapName = "autumn"
    deck: DeckName = "standard"
    setup: Literal["standard", "advanced", "rootlog"] = "standard"
    factions: str = Field(default="CEAVLODPHK", pattern=r"^[A-Z]{0,11}$", json_schema_extra={"letters": LETTERS})
    first_player: int | None = Field(default=1, ge=1, le=6)
    landmarks: int = Field(default=0, ge=0, le=2)
    landmark_pool: str = Field(
        default="ferry tower treetop market forge city", json_schema_extra={"words": LANDMARKS, "several": True}
    )
    hirelings: bool = False
    draft: bool = True
    insurgents_for_two: bool = False
    autumn_markers: bool = False
    map_piece: bool = True
    ferry_draw: Literal["mover", "factions"] = "mover"
    hireling_pass: bool = True
    hireling_decay: Literal["all", "earlier"] = "all"
    tie30: Literal["current", "clockwise"] = "current"
    coalition_10: bool = True
    item_tracks: Literal["free", "forced"] = "free"
    vagrant: Literal["pieces", "buildings"] = "pieces"
    ronin_once: bool = False
    texts: Literal["printed", "updated"] = "printed"
    partisan_birds: Literal["discard", "keep"] = Field(default="discard", json_schema_extra={"words": PARTISANS})


__all__ = [
    "CLEARINGS", "SUITS", "Card", "CardSuit", "Character", "CharacterKey", "Clearing", "DeckName", "Faction",
    "FactionKey", "Hireling", "HirelingKey", "Icon", "Item", "Landmark", "LandmarkKey", "Link", "Map", "MapClearing",
    "MapName", "Place", "Quest", "RootCatalogue", "RootOptions", "Suit",
]  # fmt: skip
