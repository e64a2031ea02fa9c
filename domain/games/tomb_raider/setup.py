"""Set-up, from the box to the first table: level, raiders, decks, first hands (TR-1 to TR-9, TR-22 to TR-27)."""

from __future__ import annotations

from collections import Counter

from tablescribe.domain.games.tomb_raider import checks
from tablescribe.domain.games.tomb_raider.board import (
    ABILITIES,
    DAMAGE,
    DOWN,
    EMPTY,
    HEALTH,
    OBSTACLES,
    SAVE_POINT,
    SKULL,
    STUCK,
    WAYS,
    at,
    block_marker,
    catalogue_of,
    draw_deck,
    exit_marker,
    figure,
    injury,
    is_earlier_edition,
    is_up_to_fourth_edition,
    is_up_to_third_edition,
    options_of,
    raider,
    saved,
)
from tablescribe.domain.games.tomb_raider.decks import BETWEEN, of_seat
from tablescribe.domain.games.tomb_raider.levels import Level, level_id, level_of
from tablescribe.domain.games.tomb_raider.packing import Packed, pack
from tablescribe.domain.games.tomb_raider.rules.core import action
from tablescribe.domain.games.tomb_raider.rules.reading import need
from tablescribe.domain.games.tomb_raider.series import carrying_rule, may_carry
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import face_down, hand
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Text, listed, say

PLENTY = 150
"""The number of damage markers: more than a match can use up."""


def box(setting: Setting) -> dict[str, int]:
    """Return the contents of the box: what this level and these decks need; empty without a level (TR-134)."""
    if catalogue_of(setting).design(level_id(options_of(setting), setting.seats)) is None:
        return {}
    level = level_of(setting)
    pieces = Counter(markers(setting, level))
    for deck in (*level.decks, *([level.spares] if level.spares else [])):
        pieces.update(deck_box(deck.name, {f"{deck.name}:{card}": n for card, n in deck.cards.items()}))
    pieces.update(known_piece(level, space) for space in level.known)
    packed = pack(setting)
    pieces.update(deck_box(OBSTACLES, {f"{OBSTACLES}:{card}": n for card, n in packed.obstacles.items()}))
    for seat, one in packed.seats.items():
        mine = draw_deck(seat)
        if one.deck.unlisted:
            pieces[face_down(mine)] += one.deck.unlisted
            pieces.update({f"{mine}:{card}": n for card, n in one.pool.items()})
        else:
            pieces.update(deck_box(mine, {f"{mine}:{card}": n for card, n in one.pool.items()}))
        pieces.update([figure(seat), f"raider:{one.raider}"])
        pieces.update(f"{mine}:{card}" for card in one.begins_with if not one.is_treasure(card))
    for card in catalogue_of(setting).cards:
        if card.type == "treasure":
            pieces[f"treasure:{card.id}"] += setting.seats
    return {piece: n for piece, n in pieces.items() if n}


def markers(setting: Setting, level: Level) -> dict[str, int]:
    """Return the markers: some of each for every space, or for every raider (TR-4)."""
    spaces = level.width * level.depth
    found = {DAMAGE: PLENTY, SKULL: spaces, EMPTY: spaces, SAVE_POINT: spaces, STUCK: setting.seats, HEALTH: 30}
    for way in WAYS:
        found |= {exit_marker(way): spaces, block_marker(way): spaces}
    return found | {injury(one): 40 for one in ABILITIES}


def known_piece(level: Level, space: str) -> str:
    """Return the location that is in a space from the start: entrances face up, others face down."""
    deck = level.deck_for(*at(space))
    name = f"{deck.name if deck is not None else 'level'}:{level.known[space]}"
    return f"{name}.{'forward' if space in level.face_up else DOWN}"


def set_up(play: Play) -> None:
    """Lay out the level and each player's cards, then decide entrances and first hands; solo, begin the first turn."""
    level = check_level(play)
    check_brought(play, level)
    lay_level(play, level)
    packed = pack(play.opening)
    check_series(play, packed)
    check_decks(play, packed)
    for seat in play.opening.all_seats:
        lay_seat(play, seat, packed)
    if play.opening.seats == 1:
        lay_obstacles(play, packed, learn=level.learn)
    play.then("begin")
    play.then("first_hands")
    for seat in reversed(play.opening.all_seats):
        need(play, seat, f"raider:{packed.seats[seat].raider}")
    for space in level.face_up:
        need(play, 1, known_piece(level, space))
    play.then("entrances")
    action.go_on(play)


def check_level(play: Play) -> Level:
    """Require a level that exists, allows this number of raiders, and can be played (TR-134, TR-129)."""
    setting, options, catalogue = play.opening, options_of(play.opening), catalogue_of(play.opening)
    ids, wanted = listed(one.id for one in catalogue.levels), level_id(options, setting.seats)
    missing = say("there is no level {level}: there are {levels}", level=wanted, levels=ids)
    play.require("TR-134", catalogue.design(wanted), missing)
    level = level_of(setting)
    fewest, most = level.design.seats
    play.require(
        level.design.rule,
        fewest <= setting.seats <= most,
        say("{level} is for {fewest} to {most} raiders", level=level.design.name, fewest=fewest, most=most),
    )
    powers = [one.power for one in level.design.variants]
    if not powers and not is_up_to_third_edition(setting):
        powers = [level.design.power]
    play.require(
        level.design.rule,
        options.power is None or not powers or options.power in powers,
        say("{level} can be played at power {powers}", level=level.design.name, powers=listed(powers)),
    )
    for deck, one in zip(level.decks, level.design.decks, strict=True):
        odd = checks.unknown_card(catalogue, deck.cards)
        play.require("TR-5", not odd, _no_card(odd))
        fault = checks.wrong_level_deck(catalogue, level, deck, one, one_room=options.builder_bonus)
        play.require("TR-130", fault is None, fault or say("it must keep the limits for decks and levels"))
    fault = None if is_earlier_edition(setting) else checks.banned(catalogue, level)
    play.require(level.design.rule, fault is None, fault or say("it must keep the limits for decks and levels"))
    if level.design.id == "parallel_pick_up" and options.room_power == "level":
        fault = checks.room_too_strong(catalogue, level)
        play.require("TR-115", fault is None, fault or say("it must keep the limits for decks and levels"))
    fault = checks.unplayable(catalogue, level)
    play.require("TR-129", fault is None, fault or say("this level cannot be played"))
    return level


def check_brought(play: Play, level: Level) -> None:
    """Require one treasure room and one entrance in each level deck brought for Parallel Pick-up (TR-115)."""
    if level.design.rule != "TR-115" or is_up_to_fourth_edition(play.opening):
        return
    for seat in play.opening.all_seats:
        brought = of_seat(options_of(play.opening).level_decks, seat, BETWEEN)
        fault = checks.one_of_each(catalogue_of(play.opening), brought)
        play.require("TR-115", fault is None, fault or say("it must keep the limits for decks and levels"))


def _no_card(card: str) -> Text:
    """Return the message for a card missing from the catalogue, and how to bring one's own (TR-5)."""
    return say(
        "there is no card {card}. To add cards, pass your own list: `--catalogue FILE`",
        card=card,
    )  # fmt: skip


def lay_level(play: Play, level: Level) -> None:
    """Place the level's starting cards, and shuffle its decks (TR-23, TR-26, TR-27)."""
    for rule in ("TR-2", "TR-23", "TR-26", "TR-27"):
        play.cite(rule)
    for space in sorted(level.known):
        play.move(known_piece(level, space), 1, BOX, space)
    for deck in (*level.decks, *([level.spares] if level.spares else [])):
        play.lay_deck(deck.name, {f"{deck.name}:{card}": n for card, n in deck.cards.items()})
    if level.fixed:
        play.cite("TR-111")
    if level.learn:
        play.cite("TR-7")


def check_decks(play: Play, packed: Packed) -> None:
    """Require a valid deck and raider from each player (TR-1, TR-3, TR-22, TR-24, TR-130)."""
    catalogue, options = catalogue_of(play.opening), options_of(play.opening)
    play.cite("TR-1")
    for seat, one in packed.seats.items():
        odd = checks.unknown_card(catalogue, [*one.deck.cards, *one.deck.hand, *one.begins_with, one.raider])
        play.require("TR-5", not odd, _no_card(odd))
        fault = checks.wrong_raider(catalogue, one.raider)
        play.require("TR-22", fault is None, fault or say("the raider"))
        fault = checks.wrong_type(catalogue, one.deck)
        play.require("TR-3", fault is None, fault or say("the deck"))
        if not level_of(play.opening).learn:
            fault = checks.wrong_size(one.deck, pick_up=options.series == "pick_up")
            play.require("TR-130" if options.series == "pick_up" else "TR-24", fault is None, fault or say("the deck"))
        fault = checks.wrong_hand(catalogue, one)
        play.require("TR-25", fault is None, fault or say("the first hand"))
        if one.bonus:
            fault = checks.wrong_bonus(catalogue, options, level_of(play.opening), seat, one.bonus)
            play.require(_rule_of_the_bonus(play), fault is None, fault or say("what it begins with"))
            play.cite("TR-86")


def _rule_of_the_bonus(play: Play) -> str:
    """Return the rule for starting bonuses: the level's own, or the general one for treasures."""
    rule = level_of(play.opening).design.rule
    return {"TR-112": "TR-113", "TR-116": "TR-116", "TR-117": "TR-117", "TR-126": "TR-124"}.get(rule, "TR-86")


def check_series(play: Play, packed: Packed) -> None:
    """Require a level that fits into its series (TR-120 to TR-128).

    What it follows is checked where both matches are known.
    """
    options = options_of(play.opening)
    if options.series == "none" and not options.follows and options.episode == 1 and not options.carried.strip(", "):
        return
    follows = bool(options.follows)
    play.require("TR-120", options.series != "none", say("choose the series that this level is part of"))
    play.require("TR-120", follows == (options.episode > 1), say("name the previous match of the series"))
    play.require(
        "TR-120", follows or not options.carried.strip(", "), say("nothing can be carried over to the first level")
    )
    if options.series == "timed" and not is_up_to_fourth_edition(play.opening):
        counts = level_of(play.opening).objective == "treasure"
        play.require("TR-121", counts, say("a timed series counts turns to the treasure: choose no other objective"))
    if options.series == "pick_up":
        fits = options.episode <= play.opening.seats and level_of(play.opening).design.rule == "TR-126"
        play.require("TR-123", fits, say("a pick-up series has as many levels as players"))
        play.cite("TR-127" if options.episode == 1 else "TR-128")
    for one in packed.seats.values():
        fault = may_carry(catalogue_of(play.opening), options, one.carried)
        play.require(carrying_rule(options), fault is None, fault or say("what is carried over"))


def lay_seat(play: Play, seat: int, packed: Packed) -> None:
    """Lay out a raider's card and figure, its deck, its starting cards, and a known first hand (TR-22, TR-25)."""
    one, mine = packed.seats[seat], draw_deck(seat)
    play.move(f"raider:{one.raider}", 1, BOX, raider(seat))
    play.move(figure(seat), 1, BOX, raider(seat))
    for card in one.begins_with:
        play.cite("TR-90")
        play.move(f"treasure:{card}" if one.is_treasure(card) else f"{mine}:{card}", 1, BOX, saved(seat))
    pool = {f"{mine}:{card}": n for card, n in one.pool.items()}
    if one.deck.unlisted:
        play.move(face_down(mine), one.deck.unlisted, BOX, deck_zone(mine))
        for card, n in sorted(pool.items()):
            play.move(card, n, BOX, f"unseen:{mine}")
    else:
        play.lay_deck(mine, pool)
    for card in one.deck.hand:
        play.move(face_down(mine), 1, deck_zone(mine), hand(seat))
        play.reveal(hand(seat), mine, f"{mine}:{card}")


def lay_obstacles(play: Play, packed: Packed, *, learn: bool) -> None:
    """Set up the solo obstacle deck (TR-8, TR-104); in the learning game all cards are the starter's (TR-6, TR-9)."""
    for rule in ("TR-6", "TR-8", "TR-9", "TR-131") if learn else ("TR-104",):
        play.cite(rule)
    play.lay_deck(OBSTACLES, {f"{OBSTACLES}:{card}": n for card, n in packed.obstacles.items()})
