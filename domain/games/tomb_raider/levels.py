"""The level of a match, built from its design, the options and the number of raiders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from tablescribe.domain.games.tomb_raider.board import LEVEL, catalogue_of, options_of, space
from tablescribe.domain.games.tomb_raider.components import Location, TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.decks import BETWEEN, of_seat, read_level_deck
from tablescribe.domain.games.tomb_raider.designs import Bonus, DeckDesign, EntranceDesign, LevelDesign, Variant
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import listed, say

SPARES = "levelspare"  # the deck of spare locations for Snoop Ahead (TR-111)
SPARE_CARDS = tuple(f"{n}" for n in range(152, 161))


class LevelDeck(msgspec.Struct, frozen=True):
    """A level deck: its name, its cards, and the columns and depths it covers; `None`: all."""

    name: str
    cards: Mapping[str, int]
    columns: tuple[int, int] | None = None
    depths: tuple[int, int] | None = None
    least: int = 0
    copies: int = 1

    def covers(self, column: int, depth: int) -> bool:
        """Return whether a space takes its card from this deck."""
        across, along = self.columns, self.depths
        fits = across is None or across[0] <= column <= across[1]
        return fits and (along is None or along[0] <= depth <= along[1])


class Entrance(msgspec.Struct, frozen=True):
    """An entrance: its space, its card, and the seat that starts there if that is fixed."""

    space: str
    card: str
    owner: int | None = None


class Level(msgspec.Struct, frozen=True):
    """The level of a match: its size, its cards, and its special rules.

    Depths are those of the level: the first row has `first_depth` (TR-128).

    Attributes:
        known: the locations on the map from the start, by space.
        face_up: the spaces with face-up cards.
        treasure_from: the first depth at which the treasure room can be.
        atlantean_from: the first depth at which Atlantean locations can be.
        variant: the differences at the power of this match.
        most_turns: the number of turns after which the level is over; `None`: no limit (TR-106, TR-129).
    """

    design: LevelDesign
    power: int
    depth: int
    first_depth: int
    decks: tuple[LevelDeck, ...]
    entrances: tuple[Entrance, ...]
    treasure_from: int
    atlantean_from: int
    objective: Literal["treasure", "recovery", "bounty"]
    most_turns: int | None = None
    variant: Variant | None = None
    known: Mapping[str, str] = msgspec.field(default_factory=dict)
    spares: LevelDeck | None = None

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.design.width

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.depth

    @property
    def last_depth(self) -> int:
        """The depth of the last row."""
        return self.first_depth + self.depth - 1

    @property
    def learn(self) -> bool:
        """Whether the rules of the learning game apply."""
        return self.design.learn

    @property
    def fixed(self) -> bool:
        """Whether every card has a fixed place (TR-110)."""
        return bool(self.design.fixed)

    @property
    def face_up(self) -> tuple[str, ...]:
        """The spaces that are face up from the start: the entrances."""
        return tuple(one.space for one in self.entrances)

    def spaces(self) -> Iterator[tuple[int, int]]:
        """Yield each space as its column and depth."""
        for row in range(self.depth):
            for column in range(1, self.width + 1):
                yield column, self.first_depth + row

    def is_on_map(self, column: int, depth: int) -> bool:
        """Return whether there is such a space (TR-29)."""
        return 1 <= column <= self.width and self.first_depth <= depth <= self.last_depth

    def deck_for(self, column: int, depth: int) -> LevelDeck | None:
        """Return the deck from which a space takes its card."""
        return next((deck for deck in self.decks if deck.covers(column, depth)), None)

    def bans(self, card: Location) -> bool:
        """Return whether a location is not allowed in the level at its power (TR-112, TR-115)."""
        return _is_banned(card, self.variant)

    def min_depth_of(self, card: Location) -> int:
        """Return the minimum depth of a location (TR-32, TR-128)."""
        least = max(card.min_depth, self.atlantean_from if card.family == "atlantean" else 1)
        return self.treasure_from if card.treasure_room else least


def level_of(setting: Setting) -> Level:
    """Return the level of a match.

    Raises:
        Impossible: there is no such level, or the catalogue lacks some of its cards.
    """
    catalogue, options = catalogue_of(setting), options_of(setting)
    key = (options, setting.seats)
    if key not in catalogue.worked_out:
        catalogue.worked_out[key] = _work_out(catalogue, options, setting.seats)
    found = catalogue.worked_out[key]
    assert isinstance(found, Level)
    return found


def level_id(options: TombRaiderOptions, seats: int) -> str:
    """Return the name of the level; without one in the options, the default for this number of raiders."""
    return options.level or ("introductory" if seats < 3 else "trapped_in_the_tombs")


def _work_out(catalogue: TombRaiderCatalogue, options: TombRaiderOptions, seats: int) -> Level:
    wanted = level_id(options, seats)
    design = catalogue.design(wanted)
    if design is None:
        names = listed(one.id for one in catalogue.levels)
        raise Impossible(say("there is no level {level}: there are {levels}", level=wanted, levels=names))
    variant = _variant(design, options)
    power = variant.power if variant is not None else options.power or design.power
    depth, treasure_row = (variant.depth, variant.treasure_from) if variant else (design.depth, design.treasure_from)
    if options.short and design.short is not None:
        depth, treasure_row = design.short
    first = design.first_depth
    if options.series == "pick_up":
        first += 2 * (options.episode - 1)  # TR-128
    atlantean = design.atlantean_from
    if options.series == "pick_up" and options.episode == 1:
        atlantean = max(atlantean, 3)  # TR-127
    laid = design.treasure_at is not None
    decks = tuple(
        _deck(catalogue, options, one, variant, number if len(design.decks) > 1 else 0, first, laid=laid)
        for number, one in enumerate(design.decks, start=1)
    )
    entrances = tuple(_entrances(catalogue, options, design, seats, first))
    return Level(
        design=design, power=power, depth=depth, first_depth=first, decks=decks, entrances=entrances,
        treasure_from=first + treasure_row - 1, atlantean_from=first + atlantean - 1,
        objective=options.objective or design.objective, most_turns=options.most_turns or design.most_turns,
        variant=variant,
        known=_known(catalogue, options, design, first, entrances),
        spares=LevelDeck(SPARES, dict.fromkeys(SPARE_CARDS, 1)) if options.spares and design.fixed else None,
    )  # fmt: skip


def _variant(design: LevelDesign, options: TombRaiderOptions) -> Variant | None:
    if not design.variants:
        return None
    wanted = options.power or design.variants[0].power
    return next((one for one in design.variants if one.power == wanted), None) or design.variants[0]


def _entrances(
    catalogue: TombRaiderCatalogue, options: TombRaiderOptions, design: LevelDesign, seats: int, first: int
) -> Iterator[Entrance]:
    """Yield the entrances for this number of raiders (TR-27, TR-108)."""
    starter = catalogue.starter(options.starter)
    middle = seats % 2 == 1 or options.entrances == "middle"
    for one in design.entrances:
        holds = {"always": True, "several": seats > 1, "odd": middle, "even": not middle}[one.when]
        own = _own_entrance(catalogue, _brought(options, one.owner)) if one.owner is not None else ""
        card = own or one.card or (starter.entrance if starter else "")
        if holds:
            yield Entrance(space(_column(one, design.width), first), card, one.owner)


def _own_entrance(catalogue: TombRaiderCatalogue, brought: str) -> str:
    """Return the entrance in a level deck that a player brings (TR-115)."""
    found = (catalogue.card(one) for one in read_level_deck(brought))
    return next((card.id for card in found if isinstance(card, Location) and card.entrance), "")


def _column(entrance: EntranceDesign, width: int) -> int:
    if entrance.column == "middle":
        return (width + 1) // 2
    return width if entrance.column == "last" else entrance.column


def _known(
    catalogue: TombRaiderCatalogue,
    options: TombRaiderOptions,
    design: LevelDesign,
    first: int,
    entrances: tuple[Entrance, ...],
) -> dict[str, str]:
    """Return the cards on the map from the start: entrances, a treasure room with a fixed place, a fixed map."""
    known = {one.space: one.card for one in entrances}
    for k, row in enumerate(reversed(design.fixed)):
        for column, card in enumerate(row, start=1):
            if card:
                known.setdefault(space(column, first + k), card)
    if design.treasure_at is not None:
        column, row_number = design.treasure_at
        rooms = [room for deck in design.decks for room in deck.rooms]
        starter = catalogue.starter(options.starter)
        room = rooms[0] if rooms else starter.treasure_room if starter else ""
        known[space(column, first + row_number - 1)] = room
    return known


def _deck(
    catalogue: TombRaiderCatalogue,
    options: TombRaiderOptions,
    design: DeckDesign,
    variant: Variant | None,
    number: int,
    first: int,
    *,
    laid: bool,
) -> LevelDeck:
    """Return a level deck: the one its player brings, or the one in the design."""
    brought = _brought(options, max(number, 1)) if design.brought else ""
    cards = read_level_deck(brought) if brought else _cards(catalogue, options, design, laid=laid)
    for one in list(cards):
        card = catalogue.card(one)
        if not isinstance(card, Location):
            continue
        if card.entrance or (not brought and _is_banned(card, variant)):  # brought decks are checked elsewhere
            del cards[one]
    least = max(design.least, variant.least if variant is not None else 0)
    depths = (design.rows[0] + first - 1, design.rows[1] + first - 1) if design.rows is not None else None
    name = f"{LEVEL}{number or ''}"
    return LevelDeck(name, dict(sorted(cards.items())), design.columns, depths, least, design.copies)


def _cards(
    catalogue: TombRaiderCatalogue, options: TombRaiderOptions, design: DeckDesign, *, laid: bool
) -> dict[str, int]:
    """Return the cards that a design names: individually, by families, or from the starter in use (TR-107).

    A treasure room `laid` from the start is not part of the deck.
    """
    starter = catalogue.starter(options.starter)
    if design.starter and starter is not None:
        return {one: 1 for one in starter.locations if one not in (starter.entrance, starter.treasure_room)}
    cards = Counter(design.cards or (one.id for one in catalogue.locations if _is_of(one, design)))
    rooms = () if laid else design.rooms
    if options.builder_bonus and len(rooms) > 1:
        rooms = rooms[:1]  # TR-113
    cards.update(rooms)
    return dict(cards)


def _brought(options: TombRaiderOptions, place: int) -> str:
    """Return the level deck brought for a place; in a pick-up series, that of the player whose level it is."""
    number = options.episode if options.series == "pick_up" else place
    return of_seat(options.level_decks, number, BETWEEN)


def _is_banned(card: Location, variant: Variant | None) -> bool:
    """Return whether a location is not allowed in the level at this power (TR-112, TR-115)."""
    if variant is None:
        return False
    return card.id in variant.without or (variant.no_atlantean and card.family == "atlantean")


def _is_of(card: Location, design: DeckDesign) -> bool:
    return card.family in design.families and not (card.entrance or card.treasure_room)


__all__ = ["Bonus", "Entrance", "Level", "LevelDeck", "level_of"]
