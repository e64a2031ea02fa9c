"""Set-up of the first table: map, deck, items, ruins, pieces (RO-5.1). Actions then set up the factions."""

from __future__ import annotations

from collections import Counter

from tablescribe.domain.games.root.abilities import faction_named, others
from tablescribe.domain.games.root.board import (
    CARD,
    CLEARINGS,
    FIRST,
    ITEMS,
    SETUP,
    STAGE,
    SUITS,
    catalogue_of,
    clearing,
    faction,
    item,
    options_of,
    path,
    suit,
    supply,
)
from tablescribe.domain.games.root.parts import FactionKey
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import CLOSED, LETTERS, RUIN, VAGABOND, VAGABOND2
from tablescribe.domain.games.root.rootlog.laying import boxed_for_a_log, lay_for_a_log
from tablescribe.domain.games.root.rules import hireling_setup, landmark_setup, ruins
from tablescribe.domain.games.root.rules.advanced import begin_steps
from tablescribe.domain.games.root.rules.beginning import set_up_next
from tablescribe.domain.games.root.rules.hand import draw
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import score
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import say

RUINS = 4


def chosen(setting: Setting) -> dict[int, FactionKey]:
    """Return the faction of each seat: the chosen one, or the next in order of the letters (RO-5.1.1)."""
    agreed = options_of(setting).factions
    letters = agreed + "".join(letter for letter in LETTERS if letter not in agreed and letter != "G")
    keys = (catalogue_of(setting).faction_of(letter) for letter in letters)
    return dict(zip(setting.all_seats, (key for key in keys if key is not None), strict=False))


def is_advanced(setting: Setting) -> bool:
    """Return whether the advanced set-up is used (RO-16.1)."""
    return options_of(setting).setup == "advanced"


def drafts(setting: Setting) -> bool:
    """Return whether factions are drafted with setup cards (RO-16.1.8)."""
    return is_advanced(setting) and options_of(setting).draft


def cards(setting: Setting) -> dict[str, int]:
    """Return the shared deck, without dominance cards for two players (RO-5.1.3)."""
    deck = catalogue_of(setting).decks[options_of(setting).deck]
    return {card.piece: card.n for card in deck if setting.seats > 2 or card.kind != "dominance"}


def box(setting: Setting) -> dict[str, int]:
    """Return the contents of the box."""
    found: Counter[str] = Counter(deck_box(CARD, cards(setting)))
    found.update({item(name): n for name, n in catalogue_of(setting).items.items()})
    found.update({RUIN: RUINS, CLOSED: len(land(setting).closed)})
    keys = list(chosen(setting).values())
    if drafts(setting):
        keys = [key for key in catalogue_of(setting).factions if faction_named(key).playable]
        found.update({f"setup-card:{key}": 1 for key in keys})
    for key in keys:
        found.update(catalogue_of(setting).pieces[key])
        found.update(faction_named(key).abilities.boxed(setting))
    found.update(ruins.boxed(setting, 2 if drafts(setting) or "vagabond2" in keys else 1))
    for more in (landmark_setup.boxed(setting), hireling_setup.boxed(setting)):
        found.update(more)
    for one in others("boxed"):
        found.update(one.boxed(setting))
    if options_of(setting).setup == "rootlog":
        found |= boxed_for_a_log(setting, keys)
    return {piece: n for piece, n in sorted(found.items()) if n}


def set_up(play: Play) -> None:
    """Lay out map, ruins, items and deck, deal three cards each (RO-5.1.3), and begin setting up the first faction."""
    setting = play.opening
    if options_of(setting).setup != "rootlog":
        refuse_what_is_not_there(setting)
    landmark_setup.must_be_a_pool(play)
    lay_map(play)
    for name, n in sorted(catalogue_of(setting).items.items()):
        play.move(item(name), n, BOX, ITEMS)
    for rule in ("RO-5.1.1", "RO-5.1.2", "RO-5.1.5", "RO-5.1.6"):
        play.cite(rule)
    play.lay_deck(CARD, cards(setting))
    play.cite("RO-5.1.3")
    for seat in setting.all_seats:
        play.set(score(seat), 0)
    for seat, key in {} if drafts(setting) else chosen(setting).items():
        play.set(faction(seat), key)
        for piece, n in sorted(catalogue_of(setting).pieces[key].items()):
            play.move(piece, n, BOX, supply(key))
    play.set(FIRST, first_player(play))
    play.set(STAGE, SETUP)
    if is_advanced(setting):
        for rule in ("RO-16.1.1", "RO-16.1.2", "RO-16.1.4", "RO-16.1.9"):
            play.cite(rule)
        begin_steps(play)
        return
    for seat in setting.all_seats:
        draw(play, seat, 3, say("the first hand"), "RO-5.1.3")
    if options_of(setting).setup == "rootlog":
        lay_for_a_log(play)
        return
    set_up_next(play)


def refuse_what_is_not_there(setting: Setting) -> None:
    """Refuse a faction whose rules do not exist yet.

    Raises:
        Refused: such a faction was chosen.
    """
    letters = options_of(setting).factions
    if strange := [letter for letter in letters if letter not in LETTERS or letters.count(letter) > 1]:
        raise Refused(say("{letter} is not a faction, or appears twice", letter=strange[0]))
    keys = chosen(setting).values()
    if VAGABOND2 in keys and VAGABOND not in keys:
        raise Refused(say("use the second Vagabond (G) only with the first (V)"))
    for key in keys:
        if not faction_named(key).playable:
            raise Refused(say("{faction} cannot be played yet", faction=catalogue_of(setting).factions[key].name))


OF_THE_MAP = (
    "RO-2.2", "RO-2.4", "RO-5.1.4", "RO-16.6.11", "RO-16.6.15", "RO-16.6.16", "RO-16.6.24", "RO-16.6.25", "RO-16.6.28",
)  # fmt: skip
"""The rules that describe a map."""


def lay_map(play: Play) -> None:
    """Lay out the map with its suits, ruins and closed paths (RO-5.1.4, RO-16.1.1, RO-16.2.3-I)."""
    setting = play.opening
    for rule in OF_THE_MAP:
        play.cite(rule)
    lay_suits(play)
    for at in land(setting).ruins:
        play.move(RUIN, 1, BOX, clearing(at))
    for one, other in land(setting).closed:
        play.cite("RO-16.2.3-I")
        play.move(CLOSED, 1, BOX, path(one, other))
    landmark_setup.lay_of_the_map(play)


def lay_suits(play: Play) -> None:
    """Set the suits of the clearings: the printed ones, or random suit markers (RO-16.1.1)."""
    options = options_of(play.opening)
    printed = catalogue_of(play.opening).maps[options.map].clearings
    if all(one.suit for one in printed):
        play.cite("RO-AMB-1")
    if all(one.suit for one in printed) and not options.autumn_markers:
        for one in printed:
            play.set(suit(one.id), one.suit)
        return
    play.cite("RO-16.1.1")
    left: dict[str | int, int] = dict.fromkeys(SUITS, catalogue_of(play.opening).suit_markers)
    for at in CLEARINGS:
        drawn = str(
            play.roll("suit marker", {one: n for one, n in left.items() if n}, 1, say("the suit of clearing {n}", n=at))
        )
        left[drawn] -= 1
        play.set(suit(at), drawn)


def first_player(play: Play) -> int:
    """Return the seat that begins: the one in the options, or a random one (RO-5.1.1)."""
    agreed = options_of(play.opening).first_player
    if agreed is not None:
        return min(agreed, play.opening.seats)
    play.cite("RO-5.1.1")
    return int(play.lot("first player", play.opening.all_seats, say("who begins")))
