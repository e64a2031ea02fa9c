"""Notation for items, tokens and inventions: the words the game shows, and shorter ones.

`2food,heal1`, `weapon+1`, "1 weapon level", `1wood/1fur`, `-1food`, `discovery`. Several other words are free text
(RC-B97).
"""

from __future__ import annotations

import re
from typing import Any, get_args

from tablescribe.domain.box.blanks import Data
from tablescribe.domain.games.robinson import amounts
from tablescribe.domain.games.robinson.effects import Gain, Kind, Lose
from tablescribe.domain.rules.declarations import BadDeclaration
from tablescribe.domain.words.text import say

GAINS = tuple(field for field in Gain.model_fields if field != "do")
LOSSES = tuple(field for field in Lose.model_fields if field != "do")
PLAIN: dict[str, Data] = {
    "nothing": {"do": "nothing"}, "beast": {"do": "beast"}, "track": {"do": "track"}, "morale": {"do": "morale"},
    "discovery": {"do": "discovery", "n": 1, "keep": 1}, "soften": {"do": "soften"}, "forecast": {"do": "forecast"},
    **{f"pawn_{kind}": {"do": "pawn", "kind": kind} for kind in get_args(Kind)},
    **{f"reroll_{kind}": {"do": "reroll", "kind": kind} for kind in ("build", "gather", "explore")},
    "treasure": {"do": "treasure"}, **{f"sign_{sign}": {"do": "sign", "sign": sign} for sign in "abcd"},
}  # fmt: skip
MOST = 3
"""The largest amount offered as a suggestion; larger ones can be typed."""

ONCE = ("weapon", "palisade", "preserved", "camp_food")
LASTING = ("determination", "snow", "night_heal", "pit")
FLAGS = ("keeps_food", "prevents_wounds", "more_gathered")
FLAGS_ONCE = ("parrot", "shortcut")
RESTS = {"rest_heal": "heal", "rest_determination": "determination"}
"""What an invention can give: once, permanently, or instead of the usual gain of rest."""

SHOWN = (
    (r"\+(\d+) food in production", "camp_food"), (r"\+(\d+) determination each morale phase", "determination"),
    (r"(\d+) snow less", "snow"), (r"a pit: perhaps (\d+) food", "pit"), (r"rest heals (\d+)", "rest_heal"),
    (r"at night, for 1 food: (\d+) hearts? healed", "night_heal"), ("food does not spoil", "keeps_food"),
    ("cures what beasts leave", "prevents_wounds"), ("1 more of what was gathered", "more_gathered"),
    ("uses up parrots beside the camp", "parrot"), ("a tile beside the camp produces", "shortcut"),
    *((f"a neutral pawn for {verb}", f"pawn_{kind}") for kind, verb in (
        ("hunt", "hunting"), ("build", "building"), ("gather", "gathering"), ("explore", "exploring"))),
    ("serves other inventions", "nothing"),
)  # fmt: skip
"""How a card shows what it gives, with the short word for it."""


def words(field: str, _said: str) -> tuple[str, ...]:
    """Return suggestions for a field, at its start or after `2food,`."""
    if field == "effect":
        gains = [f"{n}{what}" for n in range(1, MOST + 1) for what in GAINS]
        losses = [f"-{n}{what}" for n in range(1, MOST + 1) for what in LOSSES]
        return (*PLAIN, "3fight", "arrange:", "build_cure", *gains, *losses)
    if field == "gives":
        counted = [f"{n}{what}" for n in range(1, MOST + 1) for what in (*ONCE, *LASTING, *RESTS)]
        return ("nothing", *FLAGS, *FLAGS_ONCE, *(f"pawn_{kind}" for kind in get_args(Kind)), *counted)
    if field == "prices":
        return ("1wood", "2wood", "1fur", "1wood/1fur")
    return ()


def read(field: str, word: str) -> Any:
    """Parse one word as a field; `None` means no parsing is needed, or that it is JSON."""
    if field in ("name", "text"):
        return word.replace("_", " ")
    if word.startswith(("{", "[")):
        return None
    if field == "effect":
        return _whole(effect(word))
    if field == "items":
        return [one.strip().lower().replace(" ", "_") for one in re.split("[,·]", word)]
    if field == "prices":
        return [_price(one) for one in re.split("/| or ", word)]
    return word if field in ("id", "item", "character") else None


# --- effects ----------------------------------------------------------------------------------


def effect(word: str) -> Data | str:
    """Parse an effect: `,` joins its parts, `/` its alternatives; several words are free text.

    A single unknown word, as in `2food,heal`, stays a word and is no effect.
    """
    if word.startswith("arrange:"):
        gains = effect(word.removeprefix("arrange:"))
        given = gains if isinstance(gains, dict) else {}
        return {"do": "arrange", **{key: given.get(key, 0) for key in ("determination", "heal")}}
    for sign, do in (("/", "choose"), (" or ", "choose"), (";", "all"), (",", "all")):
        if sign in word:
            parts = [effect(part.strip()) for part in word.split(sign)]
            whole = [part for part in parts if isinstance(part, dict)]
            same = {part["do"] for part in whole}
            if do == "all" and len(whole) == len(parts) and same in ({"gain"}, {"lose"}):
                return {key: value for part in whole for key, value in part.items()}
            return {"do": do, "of": parts}
    return _one(word)


def _one(word: str) -> Data | str:
    """Parse one part of an effect."""
    if found := re.fullmatch(r"(\d+)fight|weapon \+(\d+) for one fight", word):
        return {"do": "fight", "weapon": int(found[1] or found[2])}
    if found := re.fullmatch(r"build_([a-z_]+)", word):
        return {"do": "build_free", "item": found[1]}
    if (counted := _counted(word)) is not None:
        what, n = counted
        among = LOSSES if n < 0 or what == "wounds" else GAINS
        if name := _begun(what, among):
            return {"do": "lose" if among is LOSSES else "gain", name: abs(n)}
    plain = _begun(word, tuple(PLAIN))
    if plain and word not in (*GAINS, *LOSSES):
        return dict(PLAIN[plain])
    said = word.replace("_", " ")
    return {"do": "judge", "text": said} if " " in said.strip() else word


def _counted(word: str) -> tuple[str, int] | None:
    """Parse an amount: `2food`, `-1food`, `weapon+1`, "1 weapon level", "lose 1 food"."""
    if found := re.fullmatch(r"(-?)(\d+)([a-z][a-z_]*)", word):
        return found[3], int(found[1] + found[2])
    if found := re.fullmatch(r"([a-z_]+) ?([+-])(\d+)", word):
        return found[1], int(found[2] + found[3])
    found = re.fullmatch(r"(lose |take |gain )?(\d+) ([a-z ]+)", word.replace("_", " "))
    if found is None or found[3] not in amounts.NAMES:
        return None
    return amounts.NAMES[found[3]], -int(found[2]) if found[1] in ("lose ", "take ") else int(found[2])


def _whole(found: Data | str) -> Data | str:
    """Return an effect if all its parts are valid.

    Raises:
        BadDeclaration: names the invalid word.
    """
    for part in [found] if isinstance(found, str) else found.get("of", ()):
        if isinstance(part, str):
            raise _means_nothing(part, "effect")
    return found


def _means_nothing(word: str, field: str) -> BadDeclaration:
    examples = ", ".join(f"`{one}`" for one in EXAMPLES[field])
    return BadDeclaration(
        say(
            "`{word}` is no effect. Write for example {examples}; a text for people has several words: `{text}`.",
            word=word, examples=examples, text="it_follows_you",
        )
    )  # fmt: skip


EXAMPLES = {
    "effect": ("2food", "weapon+1", "-1food", "heal1/2food", "pawn_build"),
    "gives": ("weapon+3", "palisade+1", "pawn_gather", "determination+1", "keeps_food"),
}


# --- inventions -------------------------------------------------------------------------------


def parts(field: str, word: str) -> Data | None:
    """Return the fields of an invention given by one word; `None` for other fields."""
    return gives(word) if field == "gives" else None


def gives(word: str) -> Data:
    """Parse what an invention gives, from words such as `weapon+3,pawn_hunt` or as its card shows it.

    Raises:
        BadDeclaration: names the invalid word.
    """
    once: Data = {}
    found: Data = {}
    for part in [word] if _shown(word) else re.split("; ?" if ";" in word else ",", word):
        name, n = _given(part)
        if name in ONCE:
            once[name] = n
        elif name in FLAGS_ONCE:
            once[name] = True
        elif name in LASTING:
            found[name] = n
        elif name in FLAGS:
            found[name] = True
        elif name in RESTS:
            found["rest"] = {"heal": 0, "determination": 0, **found.get("rest", {}), RESTS[name]: n}
        elif name.startswith("pawn_"):
            found["pawn"] = [*found.get("pawn", []), name.removeprefix("pawn_")]
        elif name != "nothing":
            found["text"] = name
    return {**found, **({"one_off": once} if once else {})}


def _shown(part: str) -> tuple[str, int] | None:
    """Return the short word and number for text that a card shows."""
    for pattern, name in SHOWN:
        if match := re.fullmatch(pattern, part):
            return name, int(match[1]) if match.groups() else 1
    return None


def _given(part: str) -> tuple[str, int]:
    """Parse one part of what an invention gives, with its number; several words are free text.

    Raises:
        BadDeclaration: it is neither.
    """
    if (shown := _shown(part)) is not None:
        return shown
    counted = _counted(part)
    if counted is not None and (name := _begun(counted[0], (*ONCE, *LASTING, *RESTS))):
        return name, abs(counted[1])
    flags = (*FLAGS, *FLAGS_ONCE, "nothing", *(f"pawn_{kind}" for kind in get_args(Kind)))
    if name := _begun(part, flags):
        return name, 1
    if " " in (text := part.replace("_", " ")).strip():
        return text, 1
    raise _means_nothing(part, "gives")


def _price(word: str) -> Data:
    """Parse a price with all its parts: `1wood`, `2 wood,1 fur`.

    Raises:
        BadDeclaration: it is no price.
    """
    found = [re.fullmatch(r"(\d+) ?(wood|fur)", part.strip()) for part in word.split(",")]
    price = {match[2]: int(match[1]) for match in found if match is not None}
    if len(price) < len(found):
        raise BadDeclaration(say("`{word}` is no price: write `1wood`, or `1wood/1fur` for a choice.", word=word))
    return price


def _begun(word: str, among: tuple[str, ...]) -> str:
    """Return the first option that a word abbreviates; the empty string if none does."""
    return word if word in among else next((one for one in among if one.startswith(word)), "")
