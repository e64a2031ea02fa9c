"""Short notation for effects typed at the table: `vanquish,2coins`, `1red/1blue`, `explore:1coin` (EX-95, EX-105)."""

from __future__ import annotations

import re
from typing import Any, get_args

from tablescribe.domain.box.blanks import Data
from tablescribe.domain.games.expeditions.effects import OBJECTIVES
from tablescribe.domain.games.expeditions.ongoing import Trigger

COLOURS = ("red", "blue", "green", "yellow", "purple")
AMOUNTS = ("power", "guile", "coins", "maps", "corruption")
PLAIN: dict[str, Data] = {
    **{name: {"do": name} for name in OBJECTIVES},
    "worker": {"do": "worker"}, "play": {"do": "play"}, "gather": {"do": "gather"},
    "card": {"do": "card", "source": "any"}, "adjacent": {"do": "card", "source": "adjacent"},
    "top": {"do": "card", "source": "deck"},
    **{name: {"do": name} for name in ("ability", "benefit", "sweep", "trash", "rescue")},
}  # fmt: skip


SHORT = {"s": "solve", "b": "boast", "c": "card", "a": "adjacent", "t": "top"}
"""What a letter means that begins several words: the effect that is on most cards."""

MOST = 5
"""The largest amount offered as a suggestion; larger ones can be typed."""


def words(field: str, said: str) -> tuple[str, ...]:
    """Return suggestions for a field of a card or tile, given the part typed so far."""
    if field in ("ability", "bonus", "benefit", "gather"):
        return (*PLAIN, "move1-2", *_amounts(*AMOUNTS, *COLOURS))
    if field == "ongoing":
        return words_of_a_mech("ability", said)
    if field == "cost":
        return _amounts("power", "guile", "coins", "maps")
    if field == "worker" and not said:
        return (*COLOURS, "any")
    return ("0", "1", "2", "3", "4", "5", "twenty") if field == "level" and not said else ()


def words_of_a_mech(field: str, said: str) -> tuple[str, ...]:
    """Return suggestions for a permanent ability: its trigger, and after a colon what it gives."""
    if field != "ability":
        return ()
    if ":" in said:
        return words(field, said)
    return ("reach1", "reach2", "tuck5", "tuck6", "nearby", *(f"{when}:" for when in get_args(Trigger)))


def _amounts(*names: str) -> tuple[str, ...]:
    return tuple(f"{n}{name}" for n in range(1, MOST + 1) for name in names)


def read(field: str, word: str) -> Any:
    """Parse one word as a field of a card, tile or mech; `None` means that the field needs no parsing."""
    if field in ("ability", "bonus", "benefit", "gather"):
        return effect(word)
    if field == "ongoing":
        return ongoing(word)
    if field == "cost":
        found = effect(word)
        return {key: value for key, value in found.items() if key != "do"}
    if field == "worker":
        return begun(word, (*COLOURS, "any")) or word
    return word.replace("_", " ") if field == "name" else word if field == "id" else None


def effect(word: str) -> Data:
    """Parse an effect: `,` joins its parts (`1m2c` needs none), `/` its alternatives; anything else is free text."""
    for sign, do in (("/", "choose"), (",", "all")):
        if sign in word:
            parts = [effect(part) for part in word.split(sign)]
            gains = {key: value for part in parts for key, value in part.items()}
            if do == "all" and all(part["do"] == "gain" and "workers" not in part for part in parts):
                return gains
            return {"do": do, "of": parts}
    if re.fullmatch(r"(?:\d+[a-z]+){2,}", word):
        return effect(re.sub(r"(?<=[a-z])(?=\d)", ",", word))
    if found := re.fullmatch(r"(\d+)([a-z]+)", word):
        return _gain(int(found[1]), found[2]) or {"do": "judge", "text": word}
    if (found := re.fullmatch(r"([a-z]+)(\d)-?(\d?)", word)) and "move".startswith(found[1]):
        return {"do": "move", "range": [int(found[2]) if found[3] else 1, int(found[3] or found[2])]}
    name = SHORT.get(word) or begun(word, tuple(PLAIN))
    return dict(PLAIN[name]) if name else {"do": "judge", "text": word.replace("_", " ")}


def ongoing(word: str) -> Data:
    """Parse a permanent ability: `explore:1coin`, `reach1`, `tuck5`, `nearby`; anything else is free text."""
    when, colon, then = word.partition(":")
    if colon and (trigger := begun(when, get_args(Trigger))):
        return {"on": trigger, "then": effect(then)}
    if (found := re.fullmatch(r"([a-z]+)(\d+)", word)) and (field := begun(found[1], ("reach", "tuck"))):
        return {"move_range" if field == "reach" else "tuck_limit": int(found[2])}
    return {"solve_reach": True} if begun(word, ("nearby",)) else {"text": word.replace("_", " ")}


def _gain(n: int, what: str) -> Data | None:
    name = next((one for one in (*AMOUNTS, *COLOURS) if one.startswith(what)), "")  # `p` is power, `c` coins
    if name:
        return {"do": "gain", **({name: n} if name in AMOUNTS else {"workers": {name: n}})}
    return {"do": "worker", "n": n} if "workers".startswith(what) else None


def begun(word: str, among: tuple[str, ...]) -> str:
    """Return the one option that a word abbreviates; the empty string if none or several match."""
    found = [one for one in among if one.startswith(word)]
    return word if word in among else found[0] if len(found) == 1 else ""
