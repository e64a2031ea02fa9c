"""What players bring: raider, deck, starting cards; and the solo obstacle deck (TR-22 to TR-25, TR-104)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from tablescribe.domain.games.tomb_raider.board import catalogue_of, options_of
from tablescribe.domain.games.tomb_raider.components import DRAW_TYPES, Raider, TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.decks import BETWEEN, Deck, of_seat, read_deck
from tablescribe.domain.games.tomb_raider.designs import Starter
from tablescribe.domain.games.tomb_raider.levels import Level, level_of
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.rules.setting import Setting

COPIES = 3
"""The most copies of a card in a deck that is not written down (TR-24)."""


class Brought(msgspec.Struct, frozen=True):
    """The raider, deck and starting cards of one player.

    Attributes:
        raider: the number of the raider card.
        deck: the draw deck; `pool` has the cards that it may turn out to contain, with their numbers.
        bonus: the upgrade or treasure that the level grants; the empty string for none.
        carried: the cards carried over from the previous level.
        begins_with: the cards in the saved row from the start: the bonus and those carried over.
        treasures: the treasures among them.
    """

    raider: str
    deck: Deck
    pool: Mapping[str, int]
    bonus: str
    carried: tuple[str, ...]
    begins_with: tuple[str, ...]
    treasures: frozenset[str]

    def is_treasure(self, card: str) -> bool:
        """Return whether a card is a treasure, which is not part of the deck."""
        return card in self.treasures


class Packed(msgspec.Struct, frozen=True):
    """What all players bring, by seat, and the solo obstacle deck."""

    seats: Mapping[int, Brought]
    obstacles: Mapping[str, int]


def pack(setting: Setting) -> Packed:
    """Return what all players bring.

    Raises:
        Impossible: there is no such level, or a deck is invalid.
    """
    catalogue = catalogue_of(setting)
    key = ("packed", options_of(setting), setting.seats)
    if key not in catalogue.worked_out:
        catalogue.worked_out[key] = _pack(setting, catalogue, options_of(setting), level_of(setting))
    found = catalogue.worked_out[key]
    assert isinstance(found, Packed)
    return found


def _pack(setting: Setting, catalogue: TombRaiderCatalogue, options: TombRaiderOptions, level: Level) -> Packed:
    starter = catalogue.starter(options.starter)
    seats, obstacles = {}, Counter[str]()
    for seat in setting.all_seats:
        deck = _deck(catalogue, options, level, starter, seat)
        if setting.seats == 1:
            deck, obstacles = _without_obstacles(catalogue, level, starter, deck)
        bonus = of_seat(options.bonus, seat) or _due_bonus(catalogue, options, level, seat)
        carried = tuple(of_seat(options.carried, seat).split())
        pool = _pool(catalogue, deck, carried)
        begins_with = (*([bonus] if bonus else []), *carried)
        treasures = {one for one in begins_with if getattr(catalogue.card(one), "type", "") == "treasure"}
        seats[seat] = Brought(
            _raider(catalogue, options, level, starter, deck, seat), deck, pool, bonus, carried, begins_with,
            frozenset(treasures),
        )  # fmt: skip
    return Packed(seats, dict(sorted(obstacles.items())))


def _pool(catalogue: TombRaiderCatalogue, deck: Deck, carried: tuple[str, ...]) -> dict[str, int]:
    """Return the cards that a draw deck may turn out to contain; those carried over are in the saved row."""
    cards = Counter(deck.cards)
    if deck.unlisted:
        cards = Counter({card.id: COPIES for card in catalogue.cards if card.type in DRAW_TYPES})
    return dict(cards - Counter(carried))


def _deck(
    catalogue: TombRaiderCatalogue, options: TombRaiderOptions, level: Level, starter: Starter | None, seat: int
) -> Deck:
    """Return a seat's draw deck: the starter's in the learning game (TR-9), else its own or the catalogue's."""
    if level.learn and starter is not None:
        raider = catalogue.card(of_seat(options.raiders, seat) or starter.raider)
        clever = isinstance(raider, Raider) and raider.abilities is not None and raider.abilities.think >= 3
        chosen = (*starter.hand, *(starter.clever if clever else ()))
        cards = Counter((*starter.others, *starter.hand, *starter.clever))
        return Deck(dict(sorted(cards.items())), starter.raider, tuple(sorted(chosen)))
    return read_deck(of_seat(options.decks, seat, BETWEEN) or catalogue.deck)


def _without_obstacles(
    catalogue: TombRaiderCatalogue, level: Level, starter: Starter | None, deck: Deck
) -> tuple[Deck, Counter[str]]:
    """Return a deck without its obstacles, and the solo obstacle deck (TR-104)."""
    taken = {one: n for one, n in deck.cards.items() if getattr(catalogue.card(one), "type", "") == "obstacle"}
    rest = {one: n for one, n in deck.cards.items() if one not in taken}
    design = level.design.solo_obstacles
    if design == "starter" and starter is not None:
        pile = Counter(starter.obstacles)
    else:
        pile = Counter(taken) if isinstance(design, str) else Counter(design)
    if not pile and starter is not None:
        pile = Counter(starter.obstacles)
    return msgspec.structs.replace(deck, cards=rest, taken_out=sum(taken.values())), pile


def _raider(
    catalogue: TombRaiderCatalogue,
    options: TombRaiderOptions,
    level: Level,
    starter: Starter | None,
    deck: Deck,
    seat: int,
) -> str:
    """Return a seat's raider: the one it names, the starter's in its own levels, or one from the catalogue."""
    named = of_seat(options.raiders, seat) or deck.raider
    if named:
        return named
    if level.design.solo_obstacles == "starter" and starter is not None:
        return starter.raider
    all_of_them = [card.id for card in catalogue.cards if isinstance(card, Raider) and card.power == 1]
    return all_of_them[(seat - 1) % len(all_of_them)] if all_of_them else ""


def _due_bonus(catalogue: TombRaiderCatalogue, options: TombRaiderOptions, level: Level, seat: int) -> str:
    """Return the starting card of a seat that names none, if the level gives one to all (TR-117, TR-124)."""
    design = level.design
    if not design.bonus_must or options.episode > 1 or (seat == 1 and design.bonus_for == "all_but_first"):
        return ""
    for one in design.bonus:
        for card in catalogue.cards:
            if card.type == one.type and (getattr(card, "power", None) or 1) <= one.power:
                return card.id
    return ""
