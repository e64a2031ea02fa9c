"""Reserved names of zones, pieces and values, common to all games."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Thing

AWAITS = "awaits"
"""Key of the value that names the open window (an ambush, a defence), if any."""

DUE = "due:"
"""`due:<n>` is the key of a step on the agenda; the step with the highest number was added last."""

SEALED = "sealed:"
"""`sealed:<seat>:<key>` is the key of a seat's secret decision; other seats cannot see the value."""


def numbered(prefix: str) -> Callable[[int], str]:
    """Return a function that builds names from a number, usually a seat's: `numbered("stock:")(2)` is `stock:2`."""
    return lru_cache(maxsize=64)(lambda number: f"{prefix}{number}")


def named(prefix: str) -> Callable[[str], str]:
    """Return a function that builds names from a word: `named("field:")("build")` is `field:build`."""
    return lru_cache(maxsize=1024)(lambda name: f"{prefix}{name}")


def is_the_kernels(name: str) -> bool:
    """Return whether a key is reserved for the kernel: open windows, due steps and sealed values."""
    return name.partition(":")[0] in (AWAITS, DUE.rstrip(":"), SEALED.rstrip(":"))


def in_number_order(name: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key that orders numbers in names by value: `clearing:2` before `clearing:10`."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name))


def spoken(name: str) -> str:
    """Return a readable form of a name that the game does not know: `movement:99` becomes "movement 99"."""
    return " ".join(name.replace(":", " ").replace("_", " ").split()) if ":" in name else name


def typed(name: str) -> str:
    """Return a readable form of a name that a person typed; never the empty text."""
    return spoken(name) or repr(name)


def seat(number: int) -> str:
    """Return the name of a seat in a sentence."""
    return f"seat:{number}"


def who(number: int) -> Thing:
    """Return a seat as a slot of a sentence."""
    return Thing(seat(number))


def hand(number: int) -> str:
    """Return the zone of a seat's hand."""
    return f"hand:{number}"


def score(number: int) -> str:
    """Return the key of a seat's points."""
    return f"score:{number}"


def deck(name: str) -> str:
    """Return the zone of a deck, whose cards lie face down."""
    return f"deck:{name}"


def discard(name: str) -> str:
    """Return the zone of a deck's discard pile."""
    return f"discard:{name}"


def unseen(name: str) -> str:
    """Return the zone of a deck's cards that have not been seen yet."""
    return f"unseen:{name}"


def face_down(name: str) -> str:
    """Return the piece that represents an unknown card of a deck."""
    return HIDDEN + name


def sealed(number: int, key: str) -> str:
    """Return the key under which a seat's secret decision is kept."""
    return f"{SEALED}{number}:{key}"


@lru_cache(maxsize=4096)
def deck_of(card: str) -> str:
    """Return the deck that a card belongs to, known (`power:thief`) or face down (`?power`)."""
    return card.removeprefix(HIDDEN).partition(":")[0]


def in_state(piece: str, state: str) -> str:
    """Return the piece for an item in a state, such as `item:sword.exhausted`."""
    return f"{bare(piece)}.{state}" if state else bare(piece)


def bare(piece: str) -> str:
    """Return an item's name without its state."""
    return piece.partition(".")[0]


def state_of(piece: str) -> str:
    """Return the state of an item; the empty text if its name has none."""
    return piece.partition(".")[2]
