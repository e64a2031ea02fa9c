"""Names of zones, pieces and values, and typed access to the table."""

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
DECLARED = "declared"  # the ending of every match, as the table declares it
POOL = "unseen:"  # prefix of the pools of unseen cards, which are not places on the table


def catalogue_of(opening: Setting) -> FreeformCatalogue:
    """Return the components of the match: those of its template, and those added by its options."""
    return cast(FreeformOptions, opening.options).added_to(cast(FreeformCatalogue, opening.catalogue))


def counters_of(opening: Setting) -> dict[str, int]:
    """Return the counters of each seat, with their initial values."""
    return catalogue_of(opening).counters or {}


def tracks_of(opening: Setting) -> dict[str, Value]:
    """Return the tracks of the table, with their initial values."""
    return dict(catalogue_of(opening).tracks or {})


def macros_of(opening: Setting) -> dict[str, dict[str, int]]:
    """Return the shortcuts, each with its changes."""
    return catalogue_of(opening).macros or {}


def counted(counter: str, of: int) -> str:
    """Return the key of a seat's counter."""
    return f"{counter}:{of}"


def counter_in(opening: Setting, key: str) -> tuple[str, int] | None:
    """Return the counter and the seat of a key; `None` if it is not the key of a counter."""
    counter, _, of = key.rpartition(":")
    known = counter in counters_of(opening) and of.isdecimal() and len(of) < 3
    return (counter, int(of)) if known and int(of) in opening.all_seats else None


def cards_of(opening: Setting, deck: str) -> dict[str, int]:
    """Return a deck's cards by their piece names, with their counts."""
    return {f"{deck}:{card}": n for card, n in catalogue_of(opening).decks[deck].items()}


def deck_of(opening: Setting, piece: str) -> str:
    """Return the deck that a card belongs to, known or face down; the empty text for any other piece."""
    deck, colon, _ = piece.removeprefix(HIDDEN).partition(":")
    is_card = bool(colon) != piece.startswith(HIDDEN) and deck in catalogue_of(opening).decks
    return deck if is_card else ""


MOST_SUMMED = 10
"""Maximum number of dice that can be reported by their sum."""


def faces_of(opening: Setting, die: str) -> Counter[Outcome]:
    """Return the faces of a die, each with its number of sides; empty for an unknown die.

    A die named `d<number>` that is not in the catalogue has that many numbered sides.
    """
    sides = catalogue_of(opening).dice.get(die, ())
    if not sides and re.fullmatch(r"d[1-9][0-9]{0,2}", die):
        sides = tuple(range(1, int(die[1:]) + 1))
    return Counter(sides)


def sums_of(faces: Counter[Outcome], n: int) -> Counter[Outcome]:
    """Return the possible sums of several dice, each with its number of ways; empty unless all faces are numbers."""
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
    """Return the dice to offer: those of the catalogue, or else a common one, and all dice rolled before."""
    rolls = sorted(key.removeprefix(rolled("")) for key in table.values if key.startswith(rolled("")))
    return tuple(dict.fromkeys([*(catalogue_of(opening).dice or ("d6",)), *rolls]))


def thrown(opening: Setting, die: str) -> int:
    """Return how many dice of a kind are rolled at once."""
    return (catalogue_of(opening).throws or {}).get(die, 1)


def owner(opening: Setting, zone: str) -> int | None:
    """Return the seat that a hand belongs to; `None` if the zone is not a hand."""
    return next((one for one in opening.all_seats if zone == hand(one)), None)


rolled = named("rolled:")  # the key of a die's last outcome


def places_of(opening: Setting, table: Table) -> list[str]:
    """Return the places on the table: those of the template, and other zones with pieces except decks and hands."""
    decks = {deck(one) for one in catalogue_of(opening).decks}
    laid = [zone for zone in table.zones_of("") if is_place(zone) and owner(opening, zone) is None]
    return [one for one in dict.fromkeys([*catalogue_of(opening).all_places(), *laid]) if one not in decks]


def is_kept_by_an_action(key: str) -> bool:
    """Return whether a value has an action of its own: the turn, the winners, points, dice and windows."""
    return key in (TURN, WINNERS) or key.partition(":")[0] in ("score", "rolled", AWAITS)


def label(opening: Setting, name: str) -> Text | str:
    """Return the name of a thing as the table named it; the empty text for internal ones."""
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
"""The names of the built-in templates."""

_NAMES = {
    BOX: say("the box"), TURN: say("the turn"), WINNERS: say("winners"), BLANK: say("blank"),
    "coin": say("coin"), "heads": say("heads"), "tails": say("tails"),
    "round": say("round"), "table": say("table"), "board": say("board"), "supply": say("supply"),
    "market": say("market"), "discard": say("discard"), "taken": say("captured"),
    "black prisoners": say("captured black stones"), "white prisoners": say("captured white stones"),
}  # fmt: skip
"""Names of things that every table, or nearly every one, has."""


def label_value(opening: Setting, key: str, value: Value) -> Slot:
    """Return a value in words: whose turn it is, who won, what a die shows; other values unchanged."""
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
    """Return no sentences, as the facts describe everything, including dice."""
    return [], list(seen.facts)


def in_turn(opening: Setting, table: Table) -> tuple[int, ...]:
    """Return the seat whose turn it is. Other seats may act as well, as the table decides (FF-1)."""
    return (table.number(TURN),)
