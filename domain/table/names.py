"""Reserved names of zones, pieces and values, common to all games."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Thing

AWAITS = "awaits"
"""The value that names the open window (an ambush, a defence), if there is one."""

DUE = "due:"
"""`due:<n>` keeps a step that is still due; the one with the highest number was put there last."""

SEALED = "sealed:"
"""`sealed:<seat>:<key>` keeps what a seat decided in secret: nobody else sees the value."""


def numbered(prefix: str) -> Callable[[int], str]:
    """Return the function that names things by a number, mostly a seat's: `numbered("stock:")(2)` is `stock:2`."""
    return lru_cache(maxsize=64)(lambda number: f"{prefix}{number}")


def named(prefix: str) -> Callable[[str], str]:
    """Return the function that names things by a word: `named("field:")("build")` is `field:build`."""
    return lru_cache(maxsize=1024)(lambda name: f"{prefix}{name}")


def is_the_kernels(name: str) -> bool:
    """Return whether a value is one by which the kernel remembers what is asked, due or sealed."""
    return name.partition(":")[0] in (AWAITS, DUE.rstrip(":"), SEALED.rstrip(":"))


def in_number_order(name: str) -> tuple[tuple[int, str], ...]:
    """Return the key by which names are sorted with their numbers as numbers: `clearing:2` before `clearing:10`."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name))


def spoken(name: str) -> str:
    """Return a name that the game has no words for as it can be said: `movement:99` is "movement 99"."""
    return " ".join(name.replace(":", " ").replace("_", " ").split()) if ":" in name else name


def typed(name: str) -> str:
    """Return a name as a person typed it, in words; never the empty text."""
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
    """Return the piece that shows an item in some state: `item:sword.exhausted`."""
    return f"{bare(piece)}.{state}" if state else bare(piece)


def bare(piece: str) -> str:
    """Return an item's name without its state."""
    return piece.partition(".")[0]


def state_of(piece: str) -> str:
    """Return the state in which an item is; the empty text where it shows none."""
    return piece.partition(".")[2]
