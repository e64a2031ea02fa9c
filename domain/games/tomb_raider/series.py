"""Series of levels: what is carried over, and the standings (TR-120 to TR-128)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablescribe.domain.games.tomb_raider.board import card_id, catalogue_of, options_of, saved, unsaved
from tablescribe.domain.games.tomb_raider.components import AnyCard, Discovery, TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.decks import BETWEEN, of_seat, read_deck
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.games.tomb_raider.packing import pack
from tablescribe.domain.rules.game import Ended, Result
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import who
from tablescribe.domain.words.text import Text, say

STAYS = ("upgrade", "treasure", "secret_move")
"""What all players keep between the levels of a pick-up series (TR-125)."""

MORE_CARDS = 10
"""The number of cards a deck may gain between the levels of a pick-up series (TR-125)."""


def sequel(former: Ended, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the next level in a series: the given ones, completed by what is carried over.

    Raises:
        Illegal: the series is over, or the given options do not follow from it (TR-120 to TR-125).
    """
    setting, was = former.setting, options_of(former.setting)
    if was.series == "none":
        raise Illegal("TR-120", say("the previous match is not part of a series"), setting)
    if was.series == "pick_up" and was.episode >= setting.seats:
        raise Illegal("TR-123", say("the series already has as many levels as players"), setting)
    told = {key: value for key, value in told.items() if value not in (None, "")}
    stays = _what_stays(setting, was)
    for key, value in stays.items():
        if key in told and told[key] != value and key not in ("decks", "level", "power"):
            raise Illegal("TR-120", say("{option} is fixed for the whole series", option=key), setting)
    _same_power(former, told)
    decks = f"\n{BETWEEN}\n".join(_decks(setting, str(told.get("decks", ""))))
    named = told.get("carried")
    carried = [
        _carried(former, seat, None if named is None else of_seat(str(named), seat)) for seat in setting.all_seats
    ]
    return {**stays, **told, "episode": was.episode + 1, "decks": decks, "carried": ", ".join(carried)}


def _what_stays(setting: Setting, was: TombRaiderOptions) -> dict[str, Any]:
    """Return the options that apply to the whole series, with players' raiders and decks."""
    packed = pack(setting)
    return {
        "series": was.series,
        "carry": was.carry,
        "series_won": was.series_won,
        "level": level_of(setting).design.id,
        "starter": was.starter,
        "raiders": ", ".join(packed.seats[seat].raider for seat in setting.all_seats),
        "level_decks": was.level_decks,
    }


def _same_power(former: Ended, told: Mapping[str, Any]) -> None:
    """Require equal power of all levels in a timed series (TR-121)."""
    was, catalogue = options_of(former.setting), catalogue_of(former.setting)
    design = catalogue.design(str(told.get("level", level_of(former.setting).design.id)))
    power = told.get("power") or (design.power if design is not None else 1)
    if was.series == "timed" and power != level_of(former.setting).power:
        raise Illegal("TR-121", say("all levels of a timed series must have the same power"), former.setting)


# --- decks ------------------------------------------------------------------------------------


def _decks(setting: Setting, told: str) -> list[str]:
    """Return all players' decks: as before, or with up to ten more cards (TR-125)."""
    was, catalogue = options_of(setting), catalogue_of(setting)
    found = []
    for seat in setting.all_seats:
        before = of_seat(was.decks, seat, BETWEEN) or catalogue.deck.strip()
        now = of_seat(told, seat, BETWEEN) or before
        old, new = Counter(dict(read_deck(before).cards)), Counter(dict(read_deck(now).cards))
        if was.series == "pick_up" and (old - new or (new - old).total() > MORE_CARDS):
            why = say("between levels a deck can gain {n} cards and lose none", n=MORE_CARDS)
            raise Illegal("TR-125", why, setting)
        found.append(now)
    return found


# --- cards carried over -----------------------------------------------------------------------


def _carried(former: Ended, seat: int, told: str | None) -> str:
    """Return the cards that a seat carries to the next level: those it always keeps, and those it names.

    By default it keeps upgrades, treasures and secret moves, and no item. A won treasure is in the saved row (TR-122,
    TR-124), or was brought back in the unsaved row (TR-118).
    """
    setting, was = former.setting, options_of(former.setting)
    catalogue = catalogue_of(setting)
    row = Counter(one for one in map(card_id, former.table.each(saved(seat))) if one)
    brought = Counter(one for one in map(card_id, former.table.each(unsaved(seat))) if _is_treasure(catalogue, one))
    keeps = Counter({one: n for one, n in row.items() if _type(catalogue.card(one)) in kept_types(was)}) + brought
    if told is None:
        return " ".join(sorted(keeps.elements()))
    wanted = Counter(told.split())
    if keeps - wanted:
        raise Illegal(carrying_rule(was), say("between levels every player keeps these cards"), setting)
    more = wanted - keeps
    items = [one for one in more.elements() if _is_item(catalogue.card(one)) and more[one] <= row[one]]
    most_items = 1 if was.series == "pick_up" else sum(row.values()) if was.carry == "all" else 0
    if len(items) > most_items or len(items) < more.total():
        why = say("{seat} cannot carry that over to the next level", seat=who(seat))
        raise Illegal(carrying_rule(was), why, setting)
    return " ".join(sorted(wanted.elements()))


def kept_types(options: TombRaiderOptions) -> tuple[str, ...]:
    """Return the types of cards that a raider keeps from level to level (TR-122, TR-125)."""
    if options.series == "pick_up" or (options.series == "linked" and options.carry == "all"):
        return STAYS
    return ("treasure",) if options.series == "linked" else ()


def may_carry(catalogue: TombRaiderCatalogue, options: TombRaiderOptions, cards: Iterable[str]) -> Text | None:
    """Return which of a seat's starting cards cannot have been carried over (TR-122, TR-125)."""
    found = [catalogue.card(one) for one in cards]
    items = sum(_is_item(card) for card in found)
    if any(_type(card) not in kept_types(options) and not _is_item(card) for card in found):
        return say("that cannot be carried over between levels")
    most = 1 if options.series == "pick_up" else len(found) if options.carry == "all" else 0
    return say("at most {n} saved items can be carried over", n=most) if items > most else None


def carrying_rule(options: TombRaiderOptions) -> str:
    """Return the rule by which cards are carried over in a series (TR-122, TR-125)."""
    return "TR-125" if options.series == "pick_up" else "TR-122"


def _type(card: AnyCard | None) -> str:
    return card.type if card is not None else ""


def _is_item(card: AnyCard | None) -> bool:
    return isinstance(card, Discovery) and card.discovery_kind == "item"


def _is_treasure(catalogue: TombRaiderCatalogue, one: str) -> bool:
    return _type(catalogue.card(one)) == "treasure"


# --- standings --------------------------------------------------------------------------------


def standing(matches: Sequence[Ended]) -> Result:
    """Return the standings of a series (TR-121, TR-122, TR-123).

    Timed: the extra turns of each player, fewest win. Linked: the treasures won; most win, or the last one, as agreed.
    Pick-up: the levels won.
    """
    first, last = matches[0], matches[-1]
    options, seats = options_of(first.setting), first.setting.all_seats
    if options.series == "timed":
        turns = tuple(sum(one.result.scores[seat - 1] for one in matches) for seat in seats)
        return Result("series", "TR-121", _those(turns, min(turns)), turns)
    won = tuple(sum(seat in one.result.winners for one in matches) for seat in seats)
    if options.series == "linked":
        winners = last.result.winners if options.series_won == "last" else _most(won)
        return Result("series", "TR-122", winners, won)
    return Result("series", "TR-123", _most(won), won)


def _most(won: tuple[int, ...]) -> tuple[int, ...]:
    return _those(won, max(won)) if any(won) else ()


def _those(numbers: tuple[int, ...], wanted: int) -> tuple[int, ...]:
    return tuple(seat for seat, n in enumerate(numbers, start=1) if n == wanted)
