"""Descriptions of gains and losses by cause: eating, sleeping outside, the weather, production."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from tablescribe.domain.games.robinson import amounts
from tablescribe.domain.words.text import Text, Thing, both, plural, say

Phrase: TypeAlias = Callable[[Thing, Text], Text]

STEPS = frozenset({"morale", "production", "one_offs", "strike", "eat", "sleep", "spoil", "deaths"})
"""The steps whose gains and losses are described together."""

LOSSES: dict[str, Phrase] = {
    "strike": lambda seat, what: say("the weather costs {seat} {what}", seat=seat, what=what),
    "eat": lambda seat, what: say("{seat} eats {what}", seat=seat, what=what),
    "spoil": lambda seat, what: say("{seat} loses {what}, which spoils", seat=seat, what=what),
    "": lambda seat, what: say("{seat} loses {what}", seat=seat, what=what),
}

WOUNDS: dict[str, Phrase] = {
    "strike": lambda seat, what: say("{seat} cannot pay for the weather: {wounds}", seat=seat, wounds=what),
    "eat": lambda seat, what: say("{seat} has nothing to eat: {wounds}", seat=seat, wounds=what),
    "sleep": lambda seat, what: say("{seat} sleeps in the open: {wounds}", seat=seat, wounds=what),
    "": lambda seat, what: say("{seat} takes {wounds}", seat=seat, wounds=what),
}

GAINS: dict[str, Phrase] = {
    "morale": lambda seat, what: say("morale phase: {seat} gains {what}", seat=seat, what=what),
    "production": lambda seat, what: say("the camp of {seat} produces {what}", seat=seat, what=what),
    "one_offs": lambda seat, what: say("new inventions give {seat} {what}", seat=seat, what=what),
    "": lambda seat, what: say("{seat} gains {what}", seat=seat, what=what),
}


def sums(cause: str, seat: Thing, amount_of: Mapping[str, int]) -> Iterator[Text]:
    """Yield what a seat has lost, suffered and gained, with the cause."""
    hearts = amount_of.get("hearts", 0)
    others = {what: n for what, n in amount_of.items() if what != "hearts"}
    if lost := [amounts.amount(what, -n) for what, n in others.items() if n < 0]:
        yield LOSSES.get(cause, LOSSES[""])(seat, both(lost))
    if hearts < 0:
        yield WOUNDS.get(cause, WOUNDS[""])(seat, amounts.amount("wounds", -hearts))
    if gained := [amounts.amount(what, n) for what, n in others.items() if n > 0]:
        yield GAINS.get(cause, GAINS[""])(seat, both(gained))
    if hearts > 0:
        yield plural(hearts, "{seat} heals 1 heart", "{seat} heals {n} hearts", seat=seat)
