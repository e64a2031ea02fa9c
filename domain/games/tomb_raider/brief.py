"""Short notation for card fields: `heal2,injure.search`, `move8/think9:stick`, `test_passed.move10` (TR-5).

A word consists of parts joined by points. Each part may be abbreviated while it stays unambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from tablescribe.domain.box.blanks import Data
from tablescribe.domain.games.tomb_raider.components import Action, Discovery, Edge, Moment
from tablescribe.domain.games.tomb_raider.effects import ON_FAILURE, Ability, Against, AnyEffect, Sort
from tablescribe.domain.rules.declarations import BadDeclaration
from tablescribe.domain.words.text import either, say

NUMBERS = ("amount", "dice", "bonus", "n", "steps", "count", "least")
"""The fields that hold the number after a word."""

SPOKEN = {"if_cut_off": "cut_off", "may_sink": "sink"}
"""Flags set by a word."""

SEARCHING = "searching"
"""The value of `facing` for tests in a search; `search` is the ability."""

BEGAN = re.compile(r"began(\d)")
"""The pattern for abilities that started at a value: `ability_bonus.began2`."""

MODELS: dict[str, type[BaseModel]] = {
    name: kind for kind in get_args(AnyEffect) for name in get_args(kind.model_fields["do"].annotation)
}
"""The models of effects by name."""

EVENTS: tuple[str, ...] = get_args(Moment.model_fields["event"].annotation)
TIMINGS: tuple[str, ...] = get_args(Action.model_fields["timing"].annotation)
KINDS: tuple[str, ...] = get_args(Discovery.model_fields["discovery_kind"].annotation)
USES = ("discard", "once_a_turn", "at_will")
SAVES = "save_point"
SORTS: tuple[str, ...] = get_args(Sort)
ABILITIES: tuple[str, ...] = get_args(Ability)
TARGETS = range(5, 13)

FURTHER: dict[str, tuple[str, ...]] = {
    "location": (SAVES, "printed_obstacle", "name"), "raider": ("name",), "obstacle": ("name",),
    "action": ("timing", "name"), "discovery": ("discovery_kind", "use", "name"), "treasure": ("use", "name"),
    "upgrade": ("use", "name"), "secret_move": ("requirement", "use", "name"),
}  # fmt: skip
"""For each type of card, the fields that may follow those the rules need."""

EXAMPLES: dict[str, str] = {
    "exits": "t,r,b", "danger": "2", "search_bonus": "1", "treasure_difficulty": "13", "abilities": "2/3/3/2",
    "difficulty": "8", "power": "2", "play_when": "saved",
}  # fmt: skip
"""For each field, an example of a typed value."""

BY_TYPE: dict[str, tuple[str, str]] = {
    "location": ("", "save_point trap.move6:stick"), "obstacle": ("creature.fight7/move8:injure.move*1", ""),
    "action": ("extra_dice.fight", "before_own_fight_roll"), "discovery": ("heal1", "discard"),
    "treasure": ("extra_cards", ""), "upgrade": ("ability_bonus.search", ""), "secret_move": ("extra_movement", "once"),
}  # fmt: skip
"""For each type of card, an example of its effects or obstacle, and of what may follow."""


# --- suggestions ------------------------------------------------------------------------------


def example(card: Data, needed: Sequence[str]) -> str:
    """Return an example declaration for a card, without its name."""
    does, further = BY_TYPE.get(card["type"], ("", ""))
    words = [EXAMPLES.get(field, does) for field in needed]
    return " ".join(filter(None, [*words, further]))


def words(kind: str) -> Callable[[str, str], tuple[str, ...]]:
    """Return a function that suggests words for a field of a card type, at its start or after `heal2,` or `move8:`.

    The field without a name covers everything that may follow the others.
    """
    behind = [_FURTHER_WORDS[field] for field in FURTHER[kind] if field in _FURTHER_WORDS]

    def found(field: str, said: str) -> tuple[str, ...]:
        if field in ("block", "printed_obstacle"):
            return _block_words(said)
        if field == "effects":
            return _effect_words(said, tuple(MODELS))
        if field in ("play_when", "requirement"):
            return _moment_words(said)
        if field == "abilities":
            return tuple("123456") if said.count("/") < 4 else ()
        if field:
            return ()
        if said:
            return _block_words(said) if kind == "location" else _moment_words(said)
        return tuple(word for some in behind for word in some(""))

    return found


def _block_words(said: str) -> tuple[str, ...]:
    if ":" in said:
        return _effect_words(said.rpartition(":")[2], ON_FAILURE)
    tests = tuple(f"{ability}{n}" for ability in ABILITIES for n in TARGETS)
    sorts = tuple(f"{sort}." for sort in SORTS)
    return tests if "/" in said or any(f".{sort}" in f".{said}" for sort in sorts) else (*sorts, *tests)


def _effect_words(said: str, among: Sequence[str]) -> tuple[str, ...]:
    begun = said.rpartition(",")[2]
    if begun.endswith("."):
        known = _begun(re.sub(r"\d+$", "", begun.split(".")[0]), tuple(MODELS))
        return tuple(_options(MODELS[known])) if known in MODELS else ()
    return tuple(f"{one}." if _lacking(MODELS[one], {}) else one for one in among if one != "judge")


def _moment_words(said: str) -> tuple[str, ...]:
    return (*ABILITIES, *SORTS) if said else EVENTS


_FURTHER_WORDS: dict[str, Callable[[str], tuple[str, ...]]] = {
    SAVES: lambda said: (SAVES,), "printed_obstacle": _block_words, "timing": lambda said: TIMINGS,
    "discovery_kind": lambda said: KINDS, "use": lambda said: USES, "requirement": _moment_words,
}  # fmt: skip


def field_of(kind: str) -> Callable[[str], str]:
    """Return a function that finds the field of a word after those that the rules need."""
    among = FURTHER[kind]

    def found(word: str) -> str:
        if word[:1].isupper() and not ("printed_obstacle" in among and re.search(r"\d", word)):
            return "name"
        if "printed_obstacle" in among and re.search(r"[a-z]\d", word):
            return "printed_obstacle"
        for field, known in ((SAVES, (SAVES,)), ("timing", TIMINGS), ("discovery_kind", KINDS), ("use", USES)):
            if field in among and any(one.startswith(word) for one in known):
                return field
        if "requirement" in among and _begun(re.sub(r"\d+$", "", word.split(".")[0]), EVENTS) in EVENTS:
            return "requirement"
        raise BadDeclaration(
            say(
                "'{word}' is none of {words}; a name begins with a capital letter",
                word=word,
                words=either([f"`{one}`" for one in words(kind)("", "")[:14]] or ["`Name`"]),
            )
        )

    return found


# --- parsing ----------------------------------------------------------------------------------


def read(field: str, word: str) -> Any:
    """Parse one word as a field of a card; `None` means no parsing is needed, or that it is JSON."""
    if field == "name":
        return word.replace("_", " ")
    if field in ("id", "for_raider"):
        return word.replace("_", " ")
    if word.startswith(("[", "{")):
        return None
    reads = READERS.get(field)
    return reads(word) if reads is not None else None


def effects(word: str, among: Sequence[str] = tuple(MODELS)) -> list[Data]:
    """Parse effects; a text beyond this notation becomes free text for the table."""
    return [_effect(part, among) for part in word.split(",") if part]


def block(word: str) -> Data:
    """Parse an obstacle: name and sort, tests, effects of failing, health: `trap.move8/think9:damage`."""
    rest, _, health = word.partition("*")
    before, _, fails = rest.partition(":")
    *heads, tests = before.split(".")
    found = [re.fullmatch(r"([a-z]+)(\d+)", test) for test in tests.split("/")]
    named = [(_begun(one[1], ABILITIES), int(one[2])) for one in found if one]
    if not all(found) or any(ability not in ABILITIES for ability, _ in named):
        raise BadDeclaration(
            say(
                "enter an obstacle as {example}: its tests, what failing does, and its health if it can be fought",
                example="`creature.fight7/move8:damage*2`",
            )
        )
    fought = any(ability == "fight" for ability, _ in named)
    if fought != health.isdecimal():
        how = f"`{word.partition('*')[0]}{'*2' if fought else ''}`"
        raise BadDeclaration(
            say("an obstacle that can be fought needs health: {how}", how=how) if fought
            else say("only an obstacle with a Fight test can have health: {how}", how=how)
        )  # fmt: skip
    said: Data = {}
    for head in heads:
        sort = _begun(head, SORTS) if head.islower() else head
        said["kind" if sort in SORTS else "name"] = sort if sort in SORTS else head.replace("_", " ")
    on_fail = effects(fails, ON_FAILURE)
    if odd := [one["do"] for one in on_fail if one["do"] not in ON_FAILURE]:
        raise BadDeclaration(say("failing a test cannot have this effect: {what}", what=odd[0]))
    return {
        **said,
        "tests": [{"ability": ability, "target": target} for ability, target in named],
        "on_fail": on_fail,
        **({"health": int(health)} if health else {}),
    }


def printed(word: str) -> Data:
    """Parse an obstacle printed on a location; without a name it is named after its sort."""
    found = block(word)
    return {"name": str(found.get("kind", "obstacle")).capitalize(), **found}


def moment(word: str) -> Data:
    """Parse the moment for an upgrade: `saved`, `test_passed.move10`, `obstacle_removed.creature`."""
    first, *parts = word.split(".")
    begun = re.fullmatch(r"([a-z_]+?)(\d*)", first)
    event = _begun(begun[1], EVENTS) if begun else ""
    if begun is None or event not in EVENTS:
        raise BadDeclaration(say("'{word}' is none of {words}", word=first, words=either(EVENTS)))
    said: Data = {"event": event}
    _take(said, Moment, parts, word)
    return {**said, **({"least": int(begun[2])} if begun[2] else {})}


def abilities(word: str) -> Data:
    """Parse a raider's abilities from top to bottom: Fight, Move, Search, Think."""
    numbers = re.split(r"[/,]", word)
    if len(numbers) != len(ABILITIES) or not all(one.isdecimal() for one in numbers):
        raise BadDeclaration(
            say("enter the four abilities from top to bottom, Fight, Move, Search, Think: {how}", how="`2/3/3/2`")
        )
    return dict(zip(ABILITIES, map(int, numbers), strict=True))


def _exits(word: str) -> list[str]:
    edges: tuple[str, ...] = get_args(Edge)
    found = [_begun(one, edges) for one in word.split(",")]
    if odd := [one for one in found if one not in edges]:
        raise BadDeclaration(say("'{word}' is none of {words}", word=odd[0], words=either(edges)))
    return found


def _one_of(known: tuple[str, ...]) -> Callable[[str], str]:
    return lambda word: _begun(word, known)


READERS: dict[str, Callable[[str], Any]] = {
    "effects": effects, "block": block, "printed_obstacle": printed, "play_when": moment, "requirement": moment,
    "abilities": abilities, "exits": _exits, SAVES: lambda word: word != "false", "timing": _one_of(TIMINGS),
    "discovery_kind": _one_of(KINDS), "use": _one_of(USES),
}  # fmt: skip


def _effect(word: str, among: Sequence[str]) -> Data:
    first, *parts = word.split(".")
    found = re.fullmatch(r"([a-z_]+?)(\d*)", first)
    name = _begun(_begun(found[1], among), tuple(MODELS)) if found else ""
    if not found or name not in MODELS or name == "judge":
        return _text(word)
    model = MODELS[name]
    said: Data = {"do": name}
    _take(said, model, parts, word)
    if found[2]:
        if not (number := _number_of(model)):
            raise BadDeclaration(say("{word} takes no number", word=name))
        said[number] = int(found[2])
    if lacks := _lacking(model, said):
        raise BadDeclaration(say("{word} needs more detail: {how}", word=name, how=either(lacks)))
    return said


def _text(word: str) -> Data:
    """Parse free text of several words. A single unknown word is refused as a typing error."""
    begun = re.split(r"[_\d]", word)[0]
    near = [one for one in MODELS if one.split("_")[0] == begun and one != "judge"]
    if near or not ("_" in word or " " in word):
        known = either([f"`{one}`" for one in near or _effect_words("", tuple(MODELS))])
        raise BadDeclaration(
            say(
                "no effect is called '{word}'; there are {words}. Free text has several words: {text}",
                word=word,
                words=known,
                text="`everybody_sings`",
            )
        )
    return {"do": "judge", "says": word.replace("_", " ")}


def _take(said: Data, model: type[BaseModel], parts: Sequence[str], word: str) -> None:
    """Apply the parts of a word to an effect: ability, sort, kind of test, who, where to."""
    known = _options(model)
    for part in parts:
        if (began := BEGAN.fullmatch(part)) and "began_at" in model.model_fields:
            said["began_at"] = int(began[1])
            continue
        if part[0].isupper() and "on" in model.model_fields:
            said.setdefault("on", {})["name"] = part.replace("_", " ")
            continue
        option = re.fullmatch(r"([a-z_]+?)(\d*)", part)
        one = _begun(option[1], tuple(known)) if option else ""
        if option is None or one not in known:
            raise BadDeclaration(
                say("'{part}' in {word} is none of {words}", part=part, word=word, words=either(known or ["–"]))
            )
        _put(said, *known[one])
        if option[2] and (number := _number_of(model)):
            said[number] = int(option[2])


def _put(said: Data, path: tuple[str, ...], value: Any, several: bool) -> None:
    *inside, field = path
    place = said
    for one in inside:
        place = place.setdefault(one, {})
    if several:
        place.setdefault(field, []).append(value)
    else:
        place[field] = value


def _options(model: type[BaseModel]) -> dict[str, tuple[tuple[str, ...], Any, bool]]:
    """Return the parts that a word may have, each with the field, its value, and whether it may repeat."""
    return {word: (path, value, several) for word, path, value, several in _each_option(model, ())}


def _each_option(model: type[BaseModel], path: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], Any, bool]]:
    for name, field in model.model_fields.items():
        if name in ("do", "event"):
            continue
        here, annotation = (*path, name), field.annotation
        if annotation is Against:
            yield from _each_option(Against, here)
        elif annotation is bool:
            yield SPOKEN[name], here, True, False
        else:
            several = get_origin(annotation) is tuple
            for value in _alternatives(annotation):
                yield SEARCHING if name == "facing" and value == "search" else value, here, value, several


def _alternatives(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    else:
        for inner in get_args(annotation):
            yield from _alternatives(inner)


def _lacking(model: type[BaseModel], said: Mapping[str, Any]) -> list[str]:
    """Return the words of a required field that is missing; one of them must be given."""
    wanted = [name for name, field in model.model_fields.items() if field.is_required() and name not in ("do", *said)]
    if model.model_fields.keys() >= {"abilities", "began_at"} and not {"abilities", "began_at"} & said.keys():
        wanted.append("abilities")
    does = str(said.get("do", ""))
    return [f"`{does}.{word}`" for word, (path, _, _) in _options(model).items() if path[0] in wanted]


def _number_of(model: type[BaseModel]) -> str:
    return next((name for name in NUMBERS if name in model.model_fields), "")


def _begun(word: str, among: Sequence[str]) -> str:
    """Return the option that a word abbreviates, the first one if several match; else the word itself."""
    found = sorted((one for one in among if word and one.startswith(word)), key=len)
    return found[0] if found and all(one.startswith(found[0]) for one in found) else word
