"""Effects as people type them at the table: `2food,heal1`, `1wood/1fur`, `-1food`, `discovery`, or a text (RC-B97)."""

from __future__ import annotations

import re
from typing import Any, get_args

from tablescribe.domain.box.blanks import Data
from tablescribe.domain.games.robinson.effects import Gain, Kind, Lose

GAINS = tuple(field for field in Gain.model_fields if field != "do")
LOSSES = tuple(field for field in Lose.model_fields if field != "do")
PLAIN: dict[str, Data] = {
    "nothing": {"do": "nothing"}, "beast": {"do": "beast"}, "track": {"do": "track"},
    "discovery": {"do": "discovery", "n": 1, "keep": 1}, "soften": {"do": "soften"}, "forecast": {"do": "forecast"},
    **{f"pawn_{kind}": {"do": "pawn", "kind": kind} for kind in get_args(Kind)},
    **{f"reroll_{kind}": {"do": "reroll", "kind": kind} for kind in ("build", "gather", "explore")},
}  # fmt: skip
MOST = 3
"""Amounts up to this are offered; others are typed."""


def words(field: str, _said: str) -> tuple[str, ...]:
    """Return which words an effect may begin with, or go on with after `2food,`."""
    if field != "effect":
        return ()
    gains = [f"{n}{what}" for n in range(1, MOST + 1) for what in GAINS]
    return (*PLAIN, *gains, *(f"-{n}{what}" for n in range(1, MOST + 1) for what in LOSSES))


def read(field: str, word: str) -> Any:
    """Return a field from a word; `None`: it needs no reading, or it is an effect in full, as JSON."""
    if field == "name":
        return word.replace("_", " ")
    if field != "effect":
        return word if field in ("id", "item", "character") else None
    return None if word.startswith("{") else effect(word)


def effect(word: str) -> Data | str:
    """Return an effect: parts of it are joined by `,`, sides of it by `/`; what this cannot say is told as a text.

    What only lacks its number, as in `2food,heal`, stays a word, and is refused as no effect.
    """
    for sign, do in (("/", "choose"), (",", "all")):
        if sign in word:
            parts = [effect(part) for part in word.split(sign)]
            whole = [part for part in parts if isinstance(part, dict)]
            same = {part["do"] for part in whole}
            if do == "all" and len(whole) == len(parts) and same in ({"gain"}, {"lose"}):
                return {key: value for part in whole for key, value in part.items()}
            return {"do": do, "of": parts}
    if found := re.fullmatch(r"(-?)(\d+)([a-z]+)", word):
        name = _begun(found[3], LOSSES if found[1] else GAINS)
        if name:
            return {"do": "lose" if found[1] else "gain", name: int(found[2])}
    if word in (*GAINS, *LOSSES):
        return word
    name = _begun(word, tuple(PLAIN))
    return dict(PLAIN[name]) if name else {"do": "judge", "text": word.replace("_", " ")}


def _begun(word: str, among: tuple[str, ...]) -> str:
    """Return the one of these that a word begins, the first of several; the empty text if it begins none."""
    return word if word in among else next((one for one in among if one.startswith(word)), "")
