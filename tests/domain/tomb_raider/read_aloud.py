"""What a person types to read a printed card aloud, in the words that the prompt shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablescribe.domain.games.tomb_raider.brief import EVENTS, KINDS, MODELS, TIMINGS, USES
from tablescribe.domain.games.tomb_raider.effects import ON_FAILURE

Data = Mapping[str, Any]

SAID = {"if_cut_off": "cut_off", "may_sink": "sink"}
NUMBER = ("amount", "dice", "bonus", "n", "steps", "count")
TESTED = ("fight", "move", "search", "think")
WHOM, WHITHER = ("own", "other", "any"), ("shallower", "adjacent", "connected", "entrance")
SORTS = ("trap", "creature", "hazard", "other")


def words_of(card: Data, known: Data, *, short: bool = False) -> list[str]:
    """Return the words that declare a partly known card: in full, or each as short as possible."""
    found = [
        _WORDS[field](card[field], short) for field in _NEEDED[card["type"]] if known.get(field) is None
    ]  # fmt: skip
    if card.get("treasure_room") and known.get("treasure_difficulty") is None:
        found.append(str(card["treasure_difficulty"]))
    if card.get("save_point") and not known.get("save_point"):
        found.append(_short("save_point", ("save_point",), short))
    if card.get("printed_obstacle") and not known.get("printed_obstacle"):
        obstacle = card["printed_obstacle"]
        called = "" if short else f"{obstacle['name'].replace(' ', '_')}."
        found.append(called + block(obstacle, short))
    for field, among, usual in (("timing", TIMINGS, "any"), ("discovery_kind", KINDS, "item"), ("use", USES, None)):
        if card.get(field) not in (None, usual, known.get(field)):
            found.append(_short(card[field], among, short))
    if card.get("requirement", {}).get("event", "any") != "any" and card["requirement"] != known.get("requirement"):
        found.append(moment(card["requirement"], short))
    return found


def effects(some: Sequence[Data], short: bool, among: Sequence[str] = tuple(MODELS)) -> str:
    """Return effects as one word."""
    return ",".join(effect(one, short, among) for one in some)


def effect(data: Data, short: bool, among: Sequence[str]) -> str:
    """Return an effect: its name, its number, and what it is about, with points between."""
    said = {key: value for key, value in data.items() if key not in ("do", "on") and value not in (None, [], False)}
    field = next((key for key in NUMBER if key in said), "")
    usual = MODELS[data["do"]].model_fields[field].default if field else 1
    number = said.pop(field, 1)
    parts = [_short(data["do"], among, short) + (str(number) if number != usual else "")]
    for key, value in [*said.items(), *(data.get("on") or {}).items()]:
        if key == "began_at":
            parts.append(f"began{value}")
        elif key == "name":
            parts += [str(value)] if value else []
        elif value is True:
            parts.append(_short(SAID[key], (SAID[key], *WHITHER), short))
        elif isinstance(value, list | tuple):
            parts += [_short(one, (*TESTED, "searching", *SORTS, "obstacle", "raider"), short) for one in value]
        elif value:
            said_so = "searching" if value == "search" and key == "facing" else str(value)
            parts.append(_short(said_so, (*TESTED, *WHOM, *WHITHER, "searching", *SORTS, "obstacle", "raider"), short))
    return ".".join(parts)


def block(data: Data, short: bool) -> str:
    """Return an obstacle: sort, tests, what failing does, health."""
    tests = "/".join(f"{_short(one['ability'], TESTED, short)}{one['target']}" for one in data["tests"])
    fails = f":{effects(data['on_fail'], short, ON_FAILURE)}" if data.get("on_fail") else ""
    health = f"*{data['health']}" if data.get("health") else ""
    return f"{_short(data['kind'], SORTS, short)}.{tests}{fails}{health}"


def moment(data: Data, short: bool) -> str:
    """Return the trigger of an upgrade."""
    parts = [_short(data["event"], EVENTS, short)]
    parts += [str(data[key]) for key in ("ability", "sort") if data.get(key)]
    return ".".join(parts) + (str(data["least"]) if data.get("least") else "")


def _short(word: str, among: Sequence[str], short: bool) -> str:
    """Return the shortest unique prefix of a word."""
    if not short:
        return word
    return next(
        word[:n] for n in range(1, len(word) + 1)
        if all(one.startswith(word) for one in among if one.startswith(word[:n]))
    )  # fmt: skip


_NEEDED: dict[str, tuple[str, ...]] = {
    "location": ("exits", "danger", "search_bonus"), "raider": ("abilities",), "obstacle": ("danger", "block"),
    "action": ("effects",), "discovery": ("difficulty", "effects"), "treasure": ("effects",),
    "upgrade": ("power", "play_when", "effects"), "secret_move": ("effects",),
}  # fmt: skip

_WORDS: dict[str, Any] = {
    "exits": lambda value, short: ",".join(one[0] if short else one for one in value),
    "abilities": lambda value, short: "/".join(str(value[one]) for one in TESTED),
    "effects": effects, "block": block, "play_when": moment,
    **dict.fromkeys(("danger", "search_bonus", "difficulty", "power"), lambda value, short: str(value)),
}  # fmt: skip
