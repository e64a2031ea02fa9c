"""What is printed on items, tokens and inventions, in the words in which the game shows it, and in shorter ones.

`2food,heal1`, `weapon+1`, "1 weapon level", `1wood/1fur`, `-1food`, `discovery`; of several words a text (RC-B97).
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
"""Amounts up to this are offered; others are typed."""

ONCE = ("weapon", "palisade", "preserved", "camp_food")
LASTING = ("determination", "snow", "night_heal", "pit")
FLAGS = ("keeps_food", "prevents_wounds", "more_gathered")
FLAGS_ONCE = ("parrot", "shortcut")
RESTS = {"rest_heal": "heal", "rest_determination": "determination"}
"""What an invention can give: once, as long as somebody has it, or instead of what rest gives."""

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
"""How a card shows what it gives, and the short word for that."""


def words(field: str, _said: str) -> tuple[str, ...]:
    """Return which words a field may begin with, or go on with after `2food,`."""
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
    """Return a field from a word; `None`: it needs no reading, or it is data in full, as JSON."""
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
    """Return an effect: parts of it are joined by `,`, sides of it by `/`; what has several words is a text.

    One word that means nothing, as in `2food,heal`, stays a word: it is no effect.
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
    """Return an effect of one part."""
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
    """Return what is counted, and how much of it: `2food`, `-1food`, `weapon+1`, "1 weapon level", "lose 1 food"."""
    if found := re.fullmatch(r"(-?)(\d+)([a-z][a-z_]*)", word):
        return found[3], int(found[1] + found[2])
    if found := re.fullmatch(r"([a-z_]+) ?([+-])(\d+)", word):
        return found[1], int(found[2] + found[3])
    found = re.fullmatch(r"(lose |take |gain )?(\d+) ([a-z ]+)", word.replace("_", " "))
    if found is None or found[3] not in amounts.NAMES:
        return None
    return amounts.NAMES[found[3]], -int(found[2]) if found[1] in ("lose ", "take ") else int(found[2])


def _whole(found: Data | str) -> Data | str:
    """Return an effect of which every part is one.

    Raises:
        BadDeclaration: which word is none.
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
    """Return the fields of an invention that a word of what it gives says; `None` for other fields."""
    return gives(word) if field == "gives" else None


def gives(word: str) -> Data:
    """Return what an invention gives, from words such as `weapon+3,pawn_hunt`, or as its card shows it.

    Raises:
        BadDeclaration: which word is none.
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
    """Return the short word for what a card shows, with its number."""
    for pattern, name in SHOWN:
        if match := re.fullmatch(pattern, part):
            return name, int(match[1]) if match.groups() else 1
    return None


def _given(part: str) -> tuple[str, int]:
    """Return what a part of it is, and how much; of several words it is a text.

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
    """Return a price, all of which is paid: `1wood`, `2 wood,1 fur`.

    Raises:
        BadDeclaration: it is none.
    """
    found = [re.fullmatch(r"(\d+) ?(wood|fur)", part.strip()) for part in word.split(",")]
    price = {match[2]: int(match[1]) for match in found if match is not None}
    if len(price) < len(found):
        raise BadDeclaration(say("`{word}` is no price: write `1wood`, or `1wood/1fur` for a choice.", word=word))
    return price


def _begun(word: str, among: tuple[str, ...]) -> str:
    """Return the one of these that a word begins, the first of several; the empty text if it begins none."""
    return word if word in among else next((one for one in among if one.startswith(word)), "")
