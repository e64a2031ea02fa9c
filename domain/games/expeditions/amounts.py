"""Phrases for amounts and for workers by colour.

Languages inflect adjectives, so every colour has phrases of its own. A table's own catalogue may name other colours.
"""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.table.names import spoken
from tablescribe.domain.words.text import Text, say

COLOURS: dict[str, Text] = {
    "blue": say("blue"), "green": say("green"), "purple": say("purple"), "red": say("red"), "yellow": say("yellow"),
    "any": say("any colour"),
}  # fmt: skip

_WORKER: dict[str, Text] = {
    "blue": say("blue worker"), "green": say("green worker"), "purple": say("purple worker"),
    "red": say("red worker"), "yellow": say("yellow worker"),
}  # fmt: skip
_ONE: dict[str, Text] = {
    "blue": say("1 blue worker"), "green": say("1 green worker"), "purple": say("1 purple worker"),
    "red": say("1 red worker"), "yellow": say("1 yellow worker"),
}  # fmt: skip
_SEVERAL: dict[str, Callable[[int], Text]] = {
    "blue": lambda n: say("{n} blue workers", n=n),
    "green": lambda n: say("{n} green workers", n=n),
    "purple": lambda n: say("{n} purple workers", n=n),
    "red": lambda n: say("{n} red workers", n=n),
    "yellow": lambda n: say("{n} yellow workers", n=n),
}
_WITH: dict[str, Text] = {
    "blue": say("with a blue worker"), "green": say("with a green worker"), "purple": say("with a purple worker"),
    "red": say("with a red worker"), "yellow": say("with a yellow worker"),
}  # fmt: skip
_GAINS: dict[str, Text] = {
    "blue": say("gains a blue worker"),
    "green": say("gains a green worker"),
    "purple": say("gains a purple worker"),
    "red": say("gains a red worker"),
    "yellow": say("gains a yellow worker"),
}


def colour_name(colour: str) -> Text | str:
    """Return the name of a worker's colour."""
    return COLOURS.get(colour, colour)


def worker_name(colour: str) -> Text:
    """Return the name of a worker of this colour."""
    return _WORKER.get(colour) or say("{colour} worker", colour=spoken(colour))


def with_worker(colour: str) -> Text:
    """Return the phrase for playing a card with a worker."""
    return _WITH.get(colour) or say("with a {colour} worker", colour=colour)


def gains_worker(colour: str) -> Text:
    """Return the phrase for gaining a worker."""
    return _GAINS.get(colour) or say("gains a {colour} worker", colour=colour)


def coloured_workers(n: int, colour: str) -> Text:
    """Return the phrase for a number of workers of one colour."""
    if colour not in _ONE:
        return say("1 {colour} worker", colour=colour) if n == 1 else say("{n} {colour} workers", n=n, colour=colour)
    return _ONE[colour] if n == 1 else _SEVERAL[colour](n)


def workers(n: int) -> Text:
    """Return the phrase for a number of workers of any colour."""
    return say("1 worker") if n == 1 else say("{n} workers", n=n)


def power(n: int) -> Text:
    """Return the phrase for an amount of power."""
    return say("{n} power", n=n)


def guile(n: int) -> Text:
    """Return the phrase for an amount of guile."""
    return say("{n} guile", n=n)


def coins(n: int) -> Text:
    """Return the phrase for a number of coins."""
    return say("1 coin") if n == 1 else say("{n} coins", n=n)


def maps(n: int) -> Text:
    """Return the phrase for a number of map tokens."""
    return say("1 map") if n == 1 else say("{n} maps", n=n)


def corruption(n: int) -> Text:
    """Return the phrase for a number of corruption tokens."""
    return say("{n} corruption", n=n)
