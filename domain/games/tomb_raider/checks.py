"""Checks of decks and levels before a match begins (TR-3, TR-24, TR-129, TR-130). Each returns the problem, if any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablescribe.domain.games.tomb_raider.board import at
from tablescribe.domain.games.tomb_raider.components import DRAW_TYPES, Location, Raider, TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.decks import Deck, read_level_deck
from tablescribe.domain.games.tomb_raider.designs import Bonus, DeckDesign
from tablescribe.domain.games.tomb_raider.levels import Level, LevelDeck
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.games.tomb_raider.packing import Brought
from tablescribe.domain.words.text import Text, say

LEAST_CARDS, LEAST_IN_PICK_UP = 30, 60
MANY_CARDS = 60  # a deck of this size may have three copies of a card


def unknown_card(catalogue: TombRaiderCatalogue, cards: Iterable[str]) -> str:
    """Return a card that the catalogue does not have (TR-5); the empty string if it has all of them."""
    return next((one for one in cards if catalogue.card(one) is None), "")


def wrong_type(catalogue: TombRaiderCatalogue, deck: Deck) -> Text | None:
    """Return which card cannot be part of a draw deck, and why (TR-3)."""
    for one in deck.cards:
        card = catalogue.card(one)
        if card is not None and card.type not in DRAW_TYPES:
            return say("{card} does not belong in a draw deck", card=card.name)
    return None


def wrong_size(deck: Deck, *, pick_up: bool) -> Text | None:
    """Return what is wrong with the size of a draw deck or its copies (TR-24, TR-130)."""
    least = LEAST_IN_PICK_UP if pick_up else LEAST_CARDS
    if deck.size < least:
        return say("a draw deck needs at least {least} cards; this one has {size}", least=least, size=deck.size)
    most = 3 if deck.size >= MANY_CARDS else 2
    for card, n in deck.cards.items():
        if n > most:
            return say(
                "a deck of {size} cards can hold at most {most} copies of a card; this one has {n} of {card}",
                most=most, size=deck.size, card=card, n=n,
            )  # fmt: skip
    return None


def wrong_level_deck(
    catalogue: TombRaiderCatalogue, level: Level, deck: LevelDeck, design: DeckDesign, *, one_room: bool
) -> Text | None:
    """Return what is wrong with a level deck: size, copies, families, treasure room (TR-130)."""
    entrances = sum(covers(deck, one.space) for one in level.entrances)
    size = sum(deck.cards.values()) + entrances
    if size < deck.least:
        return say(
            "a level deck needs at least {least} locations here; this one has {size}", least=deck.least, size=size
        )
    rooms = 0
    for one, n in deck.cards.items():
        card = catalogue.card(one)
        if not isinstance(card, Location):
            return say("{card} is not a location", card=one)
        rooms += n * card.treasure_room
        if n > deck.copies:
            return say("this level deck can hold at most {most} copies of {card}", card=card.name, most=deck.copies)
        if design.families and not card.treasure_room and card.family not in design.families:
            return say("{card} belongs to a family that this level does not use", card=card.name)
        if card.treasure_room and one not in design.rooms and not design.any_room:
            return say("{card} is not this level's treasure room", card=card.name)
    if rooms > 1 and (one_room or len(design.rooms) < 2):
        return say("a level deck needs exactly one treasure room")
    return None


def one_of_each(catalogue: TombRaiderCatalogue, brought: str) -> Text | None:
    """Return whether a deck that a player brings lacks its one treasure room or its one entrance (TR-115)."""
    cards = [(catalogue.card(one), n) for one, n in read_level_deck(brought).items()]
    locations = [(card, n) for card, n in cards if isinstance(card, Location)]
    if locations and sum(n for card, n in locations if card.treasure_room) != 1:
        return say("a level deck needs exactly one treasure room")
    if locations and sum(n for card, n in locations if card.entrance) != 1:
        return say("a level deck needs exactly one entrance")
    return None


def banned(catalogue: TombRaiderCatalogue, level: Level) -> Text | None:
    """Return which location is not allowed in the level at its power (TR-112, TR-115)."""
    for deck in level.decks:
        for one in deck.cards:
            card = catalogue.card(one)
            if isinstance(card, Location) and level.bans(card):
                return say("{card} cannot be used at power {power}", card=card.name, power=level.power)
    return None


def room_too_strong(catalogue: TombRaiderCatalogue, level: Level) -> Text | None:
    """Return which treasure room has more power than the level allows (TR-115)."""
    for deck in level.decks:
        for one in _rooms(catalogue, deck):
            card = catalogue.card(one)
            if isinstance(card, Location) and card.power > level.power:
                return say(
                    "{card} has power {power}; this level allows at most {most}",
                    card=card.name,
                    power=card.power,
                    most=level.power,
                )
    return None


def wrong_raider(catalogue: TombRaiderCatalogue, raider: str) -> Text | None:
    """Return why a raider cannot be chosen at the start (TR-22)."""
    card = catalogue.card(raider)
    if not isinstance(card, Raider):
        return say("{card} is not a raider", card=raider or "?")
    return (
        say("{raider} has power {power}: choose a raider of power 1", raider=card.name, power=card.power)
        if card.power > 1
        else None
    )


def wrong_hand(catalogue: TombRaiderCatalogue, brought: Brought) -> Text | None:
    """Return why the first hand named by a deck is invalid (TR-25)."""
    card = catalogue.card(brought.raider)
    think = card.abilities.think if isinstance(card, Raider) and card.abilities is not None else None
    n = len(brought.deck.hand)
    return (
        say("the first hand must have {think} cards, not {n}", think=think, n=n) if n and think and n != think else None
    )


BUILDERS_BONUS = (Bonus(type="upgrade", power=2), Bonus(type="treasure", power=1))
"""The bonuses that all players except the builder may start with (TR-113)."""


def wrong_bonus(
    catalogue: TombRaiderCatalogue, options: TombRaiderOptions, level: Level, seat: int, bonus: str
) -> Text | None:
    """Return why a raider cannot start with an upgrade or treasure (TR-86, TR-113, TR-116, TR-124)."""
    given, design = level.design.bonus, level.design
    for_others = design.bonus_for == "all_but_first"
    if options.builder_bonus and design.rule == "TR-112":
        given, for_others = BUILDERS_BONUS, True
    if not given or options.episode > 1 or (seat == 1 and for_others):
        return say("seat {seat} begins this level without extra cards", seat=seat)
    card = catalogue.card(bonus)
    for one in given:
        if card is not None and card.type == one.type and (getattr(card, "power", None) or 1) <= one.power:
            return None
    return say("{card} is not one of the cards you can begin with", card=card.name if card is not None else bonus)


def covers(deck: LevelDeck, space: str) -> bool:
    """Return whether an entrance's space belongs to a deck."""
    return deck.covers(*at(space))


def unplayable(catalogue: TombRaiderCatalogue, level: Level) -> Text | None:
    """Return why a level cannot be played to its end (TR-129)."""
    if not level.entrances:
        return say("the level has no entrance")
    for one in level.entrances:
        if not level.is_on_map(*at(one.space)):
            return say("the entrance is outside the map")
        if not isinstance(catalogue.card(one.card), Location):
            return say("there is no entrance {card}", card=one.card or "?")
    missing = next((card for card in level.known.values() if not isinstance(catalogue.card(card), Location)), None)
    if missing is not None:
        return say("there is no location {card}", card=missing or "?")
    vacant = [(c, d) for c, d in level.spaces() if f"space:{c}-{d}" not in level.known]
    bare = next(((c, d) for c, d in vacant if level.deck_for(c, d) is None), None)
    if bare is not None:
        return say("no level deck covers column {column} at depth {depth}", column=bare[0], depth=bare[1])
    return _without_treasure(catalogue, level, vacant) or next(_too_few(catalogue, level, vacant), None)


def _without_treasure(catalogue: TombRaiderCatalogue, level: Level, vacant: list[tuple[int, int]]) -> Text | None:
    """Return why the treasure room might never appear."""
    if any(_is_room(catalogue, card) for card in level.known.values()):
        return None
    holders = [deck for deck in level.decks if _rooms(catalogue, deck)]
    if not holders:
        return say("the level has no treasure room")
    if not any(depth >= level.treasure_from and deck.covers(col, depth) for deck in holders for col, depth in vacant):
        return say("there is no space where the treasure room can be placed")
    return None


def _too_few(catalogue: TombRaiderCatalogue, level: Level, vacant: list[tuple[int, int]]) -> Iterator[Text]:
    """Yield why a deck would run out of locations that can be placed in its spaces.

    Minimum depths exclude only shallower spaces. So for each depth it is enough to count the cards for the spaces down
    to it. A treasure room fills a space if the deck has the level's only one. If each player brings one (TR-115), the
    number of cards in the manual is enough, though one space may then stay unknown (TR-32).
    """
    fills = len([deck for deck in level.decks if _rooms(catalogue, deck)]) == 1 or level.design.rule == "TR-115"
    for deck in level.decks:
        mine = [(col, depth) for col, depth in vacant if level.deck_for(col, depth) == deck]
        plain = [(one, n) for one, n in deck.cards.items() if not _is_room(catalogue, one)]
        for depth in sorted({depth for _, depth in mine}):
            wanted = sum(one <= depth for _, one in mine)
            there = sum(n for one, n in plain if _least(catalogue, level, one) <= depth)
            there += fills and bool(_rooms(catalogue, deck)) and depth >= level.treasure_from
            if there < wanted:
                yield say(
                    "down to depth {depth} there are {spaces} spaces but only {cards} cards that can be placed there",
                    depth=depth, spaces=wanted, cards=there,
                )  # fmt: skip


def _is_room(catalogue: TombRaiderCatalogue, one: str) -> bool:
    card = catalogue.card(one)
    return isinstance(card, Location) and card.treasure_room


def _rooms(catalogue: TombRaiderCatalogue, deck: LevelDeck) -> list[str]:
    return [one for one in deck.cards if _is_room(catalogue, one)]


def _least(catalogue: TombRaiderCatalogue, level: Level, one: str) -> int:
    card = catalogue.card(one)
    return level.min_depth_of(card) if isinstance(card, Location) else 1
