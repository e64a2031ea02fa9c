"""What is legal, as large buttons: by seat, then by kind, then by the first thing that tells many apart."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from domain.chance import NeedsOutcome, Question
from domain.game import Opening, legal_actions
from domain.match import Match
from domain.play import AWAITS, Illegal
from domain.table import Impossible, Table
from ledger.ledger import Ledger
from ledger.scribe import Scribe
from replays.words import EVERYTHING, Viewer, namer, seen, with_names

log = logging.getLogger("tablescribe.web")

Say: TypeAlias = Callable[[str], str]
"""Puts a sentence into the reader's language; see `replays/phrases.py`."""

MANY = 10
"""More buttons than this are gathered under headings."""


@dataclass(frozen=True)
class Choice:
    """One button: who does what. `lead` is how its words and those of its neighbours begin; the heading says it."""

    seat: int
    action: dict[str, Any]
    words: str
    lead: str = ""


@dataclass(frozen=True)
class Group:
    """Buttons under a heading; or, where they would be many, headings again."""

    key: str
    title: str
    count: int
    choices: tuple[Choice, ...]
    groups: tuple[Group, ...] = ()


def deciding_table(match: Match, viewer: Viewer) -> Table:
    """Return a table to decide on: hands that the viewer may not see lie face down in it.

    Kept values are all there, as rules reckon with them; none of the hidden ones may be shown.
    """
    if viewer == EVERYTHING:
        return match.table.copy()
    table = seen(match.opening, match.table, viewer)
    table.values.update(match.table.values)
    return table


def legal_choices(match: Match, viewer: Viewer, seats: Iterable[int], say: Say = str) -> list[Choice]:
    """Return what some of the seats to act may do. Who may not see a hand is offered all that it may hold."""
    table, name = deciding_table(match, viewer), namer(match.opening)
    try:
        return [
            Choice(seat, action.data(), say(action.say(name)))
            for seat in match.to_act
            if seat in seats
            for action in legal_actions(match.opening, table, seat)
        ]
    except Exception:  # a ruling can lead to a table that no rule leads to: all else of the match is shown then
        log.exception("what is legal in match %s cannot be told", match.id)
        return []


def going_on(ledger: Ledger, match: Match, viewer: Viewer, seats: Iterable[int], say: Say = str) -> list[Choice]:
    """Return what may be done when nobody uses the open window: nobody has to say "pass" at a table."""
    closing = match.opening.game.decline(match.opening, match.table)
    if closing is None or match.is_over or match.opened.chance == "sealed":
        return []
    ahead = ledger.quick_match(match.id)  # a copy that is never saved
    try:
        ahead.play(*closing, ahead.chance(()), Scribe(ledger).stamp())
    except (NeedsOutcome, Illegal, Impossible):
        return []
    return legal_choices(ahead, viewer, seats, say)


def grouped(opening: Opening, choices: Iterable[Choice], say: Say = str) -> list[Group]:
    """Return choices under headings: seat by seat, kind by kind."""
    name = namer(opening)
    kinds: dict[tuple[int, str], list[Choice]] = {}
    for choice in choices:
        kinds.setdefault((choice.seat, str(choice.action["do"])), []).append(choice)
    several = len({seat for seat, _ in kinds}) > 1
    return [
        _group(opening, f"{seat}-{do}", (f"{name(f'seat:{seat}')}: " if several else "") + _spaced(do), found, say)
        for (seat, do), found in kinds.items()
    ]


def _group(opening: Opening, key: str, title: str, choices: list[Choice], say: Say) -> Group:
    field = _telling_field(choices) if len(choices) > MANY else None
    if field is None:
        return Group(key, say(title), len(choices), _with_lead(choices))
    parts: dict[str, list[Choice]] = {}
    for choice in choices:
        parts.setdefault(str(choice.action.get(field, "–")), []).append(choice)
    if len(parts) == len(choices):
        return Group(key, say(title), len(choices), _with_lead(choices))
    below = (
        _group(opening, f"{key}-{n}", _value_name(opening, field, value), part, say)
        for n, (value, part) in enumerate(parts.items(), start=1)
    )
    return Group(key, say(title), len(choices), (), tuple(below))


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _with_lead(choices: list[Choice]) -> tuple[Choice, ...]:
    """Return choices with what all their words begin with, up to a colon."""
    first, last = min(choice.words for choice in choices), max(choice.words for choice in choices)
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    lead = first[: first.rfind(": ", 0, same) + 2] if ": " in first[:same] else ""
    return tuple(replace(choice, lead=lead) for choice in choices)


def _telling_field(choices: list[Choice]) -> str | None:
    fields = dict.fromkeys(field for choice in choices for field in choice.action)
    return next((f for f in fields if len({str(c.action.get(f)) for c in choices}) > 1), None)


def _value_name(opening: Opening, field: str, value: str) -> str:
    """Return how people call a field's value: a card's name, a seat's pawn, or the field and the value."""
    name = namer(opening)
    for thing in (value, f"{field}:{value}"):
        if (called := name(thing)) not in ("", thing):
            return called
    return f"{_spaced(field)} {value}"


def question_data(opening: Opening, question: Question, viewer: Viewer) -> dict[str, Any]:
    """Return a question for a dice pad or a card picker; what may come up is told only to who may know it."""
    name = namer(opening)
    told = not question.secret or viewer in (EVERYTHING, question.seat)
    return {
        "kind": question.kind,
        "what": question.what,
        "seat": question.seat,
        "why": question.why,
        "words": with_names(opening, question.say()),
        "secret": question.secret,
        "possible": [{"value": one, "label": name(str(one)) or str(one)} for one in question.among] if told else [],
    }


def window_of(match: Match) -> str:
    """Return the name of the open window, if there is one."""
    return str(match.table.get(AWAITS) or "")


def action_forms(opening: Opening, say: Say = str) -> list[dict[str, Any]]:
    """Return for each kind of action the fields of a form, for what no button offers."""
    forms = []
    for kind in opening.game.rules.kinds():
        schema = kind.model_json_schema()
        fields = [
            {"name": name, "required": name in schema.get("required", ()), **_input(name, part, schema, say)}
            for name, part in schema["properties"].items()
            if name != "do"
        ]
        do = str(kind.model_fields["do"].default)
        about = (kind.__doc__ or "").strip().partition("\n")[0]
        forms.append({"do": do, "title": say(_spaced(do)), "about": say(about), "fields": fields})
    return forms


def _input(name: str, part: dict[str, Any], schema: dict[str, Any], say: Say) -> dict[str, Any]:
    """Return how a field of a JSON schema is asked for: its type, and what there is to choose from."""
    options = [one for one in part.get("anyOf", [part]) if one.get("type") != "null"]
    if "$ref" in options[0]:
        options = [schema["$defs"][options[0]["$ref"].rpartition("/")[2]]]
    types = {one.get("type") for one in options}
    kind = "integer" if types == {"integer"} else "boolean" if types == {"boolean"} else "text"
    if types >= {"integer", "string"}:
        kind = "either"
    if types == {"array"}:
        kind = "list"
    choices = options[0].get("enum") or ([options[0]["const"]] if "const" in options[0] else [])
    return {
        "type": kind, "label": say(_spaced(name)), "default": part.get("default"),
        "choices": choices, "said": [say(_spaced(str(one))) for one in choices],
    }  # fmt: skip


def option_fields(opening_options: Any, say: Say = str) -> list[dict[str, Any]]:
    """Return the fields of a form for a game's options model."""
    schema = opening_options.model_json_schema()
    return [{"name": name, **_input(name, part, schema, say)} for name, part in schema.get("properties", {}).items()]
