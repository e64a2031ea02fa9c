"""Effects and obstacles as people type them at the table: `heal2,extra_cards`, `move8/think9:damage1*2` (TR-5)."""

from __future__ import annotations

import re
from typing import Any, get_args

from tablescribe.domain.box.blanks import Data
from tablescribe.domain.games.tomb_raider.effects import ON_FAILURE, Ability, AnyEffect

NUMBERS = ("amount", "dice", "bonus", "n", "steps", "count")
"""Which fields of an effect are the number behind its word."""


def _known() -> dict[str, str]:
    """Return which effects can be said by a word, each with the field of its number: those that need nothing else."""
    found: dict[str, str] = {}
    for kind in get_args(AnyEffect):
        fields = kind.model_fields
        if any(field.is_required() for name, field in fields.items() if name != "do"):
            continue
        number = next((name for name in NUMBERS if name in fields), "")
        found |= dict.fromkeys(get_args(fields["do"].annotation), number)
    return found


EFFECTS = _known()


def words(field: str, said: str) -> tuple[str, ...]:
    """Return which words a field may begin with, or go on with after `heal2,` or `move8:`."""
    if field == "effects":
        return tuple(EFFECTS)
    if field != "block":
        return ()
    if ":" in said:
        return tuple(one for one in ON_FAILURE if one in EFFECTS)
    return tuple(f"{ability}{n}" for ability in get_args(Ability) for n in range(5, 13))


def read(field: str, word: str) -> Any:
    """Return a field of a card from a word; `None`: it needs no reading, or it is told in full, as JSON."""
    if field == "name":
        return word.replace("_", " ")
    if word.startswith(("[", "{")) or field not in ("effects", "block"):
        return None if field not in ("id", "for_raider") else word
    return block(word) if field == "block" else effects(word)


def effects(word: str) -> list[Data]:
    """Return effects from a word; what this cannot say is told as a text, by the table."""
    return [_effect(part) for part in word.split(",") if part]


def block(word: str) -> Data:
    """Return an obstacle: its tests, what failing does, and its health: `fight7/move8:damage1*2`."""
    rest, _, health = word.partition("*")
    tests, _, fails = rest.partition(":")
    found = [re.fullmatch(r"([a-z]+)(\d+)", test) for test in tests.split("/")]
    return {
        "tests": [{"ability": _begun(one[1], get_args(Ability)), "target": int(one[2])} for one in found if one],
        "on_fail": effects(fails),
        **({"health": int(health)} if health.isdecimal() else {}),
    }


def _effect(word: str) -> Data:
    found = re.fullmatch(r"([a-z_]+?)(\d*)", word)
    name = _begun(found[1], tuple(EFFECTS)) if found else ""
    if not found or name not in EFFECTS:
        return {"do": "judge", "says": word.replace("_", " ")}
    return {"do": name, **({EFFECTS[name]: int(found[2])} if found[2] and EFFECTS[name] else {})}


def _begun(word: str, among: tuple[str, ...]) -> str:
    """Return the one of these that a word begins; the word itself if it is none, or several."""
    found = [one for one in among if one.startswith(word)]
    return found[0] if len(found) == 1 and word not in among else word
