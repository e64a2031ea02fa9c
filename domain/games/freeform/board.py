"""Names of zones, pieces and values, and typed reading of the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import cast

from tablescribe.domain.games.freeform.components import BLANK, FreeformCatalogue, FreeformOptions
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.setting import Setting, value_itself
from tablescribe.domain.table.default_panels import is_place
from tablescribe.domain.table.names import AWAITS, deck, hand, named, who
from tablescribe.domain.table.table import BOX, HIDDEN, Table, Value
from tablescribe.domain.words.text import Slot, Text, Thing, both, say

TURN = "turn"  # the seat to act
WINNERS = "winners"  # "2", "1,3", or "nobody"
NOBODY = "nobody"
DECLARED = "declared"  # how every match ends: the table says so
POOL = "unseen:"  # begins the zones of identities: no place on the table


def catalogue_of(opening: Setting) -> FreeformCatalogue:
    """Return the table's own components: those of its template, and those that its options add."""
    return cast(FreeformOptions, opening.options).added_to(cast(FreeformCatalogue, opening.catalogue))


def counters_of(opening: Setting) -> dict[str, int]:
    """Return what each seat counts, with how much it has at the start."""
    return catalogue_of(opening).counters or {}


def tracks_of(opening: Setting) -> dict[str, Value]:
    """Return what the table keeps once, with what it is at the start."""
    return dict(catalogue_of(opening).tracks or {})


def macros_of(opening: Setting) -> dict[str, dict[str, int]]:
    """Return the short cuts: what each changes, and by how much."""
    return catalogue_of(opening).macros or {}


def counted(counter: str, of: int) -> str:
    """Return the key of how much of something a seat has."""
    return f"{counter}:{of}"


def counter_in(opening: Setting, key: str) -> tuple[str, int] | None:
    """Return which counter of which seat a key keeps, if it keeps one."""
    counter, _, of = key.rpartition(":")
    known = counter in counters_of(opening) and of.isdecimal() and len(of) < 3
    return (counter, int(of)) if known and int(of) in opening.all_seats else None


def cards_of(opening: Setting, deck: str) -> dict[str, int]:
    """Return a deck's cards as the pieces they are on the table."""
    return {f"{deck}:{card}": n for card, n in catalogue_of(opening).decks[deck].items()}


def deck_of(opening: Setting, piece: str) -> str:
    """Return the deck that a card belongs to, known or face down; the empty text for any other piece."""
    deck, colon, _ = piece.removeprefix(HIDDEN).partition(":")
    is_card = bool(colon) != piece.startswith(HIDDEN) and deck in catalogue_of(opening).decks
    return deck if is_card else ""


MOST_SUMMED = 10
"""Dice whose sum alone can be told."""


def faces_of(opening: Setting, die: str) -> Counter[Outcome]:
    """Return what a die can show and on how many sides; nothing when nobody knows that die.

    A die that the catalogue does not name but is called `d<number>` has that many numbered sides.
    """
    sides = catalogue_of(opening).dice.get(die, ())
    if not sides and re.fullmatch(r"d[1-9][0-9]{0,2}", die):
        sides = tuple(range(1, int(die[1:]) + 1))
    return Counter(sides)


def sums_of(faces: Counter[Outcome], n: int) -> Counter[Outcome]:
    """Return the sums that several dice can show, and in how many ways; nothing unless all sides are numbers."""
    sums: Counter[Outcome] = Counter({0: 1})
    for _ in range(min(n, MOST_SUMMED)):
        more: Counter[Outcome] = Counter()
        for total, ways in sums.items():
            for side, sides in faces.items():
                if isinstance(total, int) and isinstance(side, int):
                    more[total + side] += ways * sides
        sums = more
    return sums if n <= MOST_SUMMED and all(isinstance(side, int) for side in faces) else Counter()


def dice_of(opening: Setting, table: Table) -> tuple[str, ...]:
    """Return the dice at hand: the table's own, else an ordinary one; and whatever was rolled already."""
    rolls = sorted(key.removeprefix(rolled("")) for key in table.values if key.startswith(rolled("")))
    return tuple(dict.fromkeys([*(catalogue_of(opening).dice or ("d6",)), *rolls]))


def thrown(opening: Setting, die: str) -> int:
    """Return how many of a die are rolled at once."""
    return (catalogue_of(opening).throws or {}).get(die, 1)


def owner(opening: Setting, zone: str) -> int | None:
    """Return the seat whose hand the zone is, if it is one."""
    return next((one for one in opening.all_seats if zone == hand(one)), None)


rolled = named("rolled:")  # the key of what a die showed last


def places_of(opening: Setting, table: Table) -> list[str]:
    """Return the places on the table: those of the template, and wherever something lies; no decks, no hands."""
    decks = {deck(one) for one in catalogue_of(opening).decks}
    laid = [zone for zone in table.zones_of("") if is_place(zone) and owner(opening, zone) is None]
    return [one for one in dict.fromkeys([*catalogue_of(opening).all_places(), *laid]) if one not in decks]


def is_kept_by_an_action(key: str) -> bool:
    """Return whether a value has an action of its own: the turn, the winners, points, dice and windows."""
    return key in (TURN, WINNERS) or key.partition(":")[0] in ("score", "rolled", AWAITS)


def label(opening: Setting, name: str) -> Text | str:
    """Name things as the table named them; the empty text for what is no concern of theirs."""
    kind, _, rest = name.partition(":")
    if kind == POOL[:-1]:
        return ""
    if name.startswith(HIDDEN) and deck_of(opening, name):
        return say("an unknown {deck} card", deck=name[1:])
    if (one := counter_in(opening, name)) is not None:
        return say("{counter} of {seat}", counter=one[0], seat=who(one[1]))
    if rest and kind in _KINDS:
        return _KINDS[kind](rest)
    return rest if deck_of(opening, name) else _NAMES.get(name, name)


_KINDS: dict[str, Callable[[str], Text]] = {
    "seat": lambda rest: say("seat {number}", number=rest),
    "hand": lambda rest: say("the hand of {seat}", seat=Thing(f"seat:{rest}")),
    "score": lambda rest: say("points of {seat}", seat=Thing(f"seat:{rest}")),
    "deck": lambda rest: say("the {deck} deck", deck=rest),
    "rolled": lambda rest: say("{die} shows", die=Thing(rest)),
}

TEMPLATES = (say("points"), say("resources"), say("grid"), say("chess"), say("go"))
"""What the templates that come with it are called."""

_NAMES = {
    BOX: say("the box"), TURN: say("the turn"), WINNERS: say("winners"), BLANK: say("blank"),
    "coin": say("coin"), "heads": say("heads"), "tails": say("tails"),
    "round": say("round"), "table": say("table"), "board": say("board"), "supply": say("supply"),
    "market": say("market"), "discard": say("discard"), "taken": say("captured"),
    "black prisoners": say("captured black stones"), "white prisoners": say("captured white stones"),
}  # fmt: skip
"""What is there at every table, and what most of them call so."""


def label_value(opening: Setting, key: str, value: Value) -> Slot:
    """Say whose turn it is, who won, what a die shows; everything else as the table keeps it."""
    if key == TURN and isinstance(value, int):
        return who(value)
    if key == WINNERS:
        return _winners(str(value))
    if key == "ending" and value == DECLARED:
        return say("declared")
    return Thing(value) if isinstance(value, str) and key.startswith("rolled:") else value_itself(opening, key, value)


def _winners(declared: str) -> Slot:
    seats = declared.split(",")
    if not all(re.fullmatch(r"[0-9]{1,2}", one) for one in seats):
        return say("nobody") if declared == NOBODY else declared
    return both(who(int(one)) for one in seats)


def tell(opening: Setting, seen: Seen) -> Telling:
    """Leave everything to the facts: what a die shows is one of them."""
    return [], list(seen.facts)


def in_turn(opening: Setting, table: Table) -> tuple[int, ...]:
    """Return the seat whose turn it is. Others may act as well: whose moment it is, the table knows (FF-1)."""
    return (table.number(TURN),)
