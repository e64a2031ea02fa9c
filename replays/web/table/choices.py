"""Legal actions as buttons, grouped by seat, by kind, and by the first field that separates many."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome, Question
from tablescribe.domain.rules.deciding import answers_window, legal_actions, unused
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.shorthand import Speaker
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS, spoken
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Slot, Text, Thing, listed
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.pictures.pictures import face
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer, possible_outcomes, seen
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.named_fields import KnownNames, fields_that_name

log = logging.getLogger("tablescribe.web")

MANY = 10
"""Maximum number of buttons without headings."""

MANY_FACES = 60
"""Maximum number of cards shown by their faces in a question; with more cards, their names are shown."""


@dataclass(frozen=True)
class Choice:
    """One button: an action of a seat.

    Attributes:
        seat: the seat that acts.
        action: the action to send.
        words: the label.
        lead: the common beginning of this and neighbouring labels, which the heading has.
        names: the things to point at for this choice.
        leads_to: the places it leads to, which can be pointed at as well.
        brief: a short label beside the one thing that it touches; empty if there is none.
        tells: whether facts must be entered with it before it is recorded.
        adds: the field that accumulates when the button is pressed several times; empty if there is none.
        written: the notation of the move, such as `Nf3`; empty if the game has no notation.
    """

    seat: int
    action: dict[str, Any]
    words: str
    lead: str = ""
    names: tuple[str, ...] = ()
    leads_to: tuple[str, ...] = ()
    brief: str = ""
    tells: bool = False
    adds: str = ""
    written: str = ""


@dataclass(frozen=True)
class Group:
    """Buttons under a heading; if there are many, further headings."""

    key: str
    title: str
    count: int
    choices: tuple[Choice, ...]
    groups: tuple[Group, ...] = ()


def deciding_table(match: Match, viewer: Viewer) -> Table:
    """Return a copy of the table to decide on, in which hands that the viewer may not see are face down.

    It has all values, because rules need them; hidden ones must not be shown.
    """
    if viewer == EVERYTHING:
        return match.table.copy()
    table = seen(match.opening, match.table, viewer)
    table.values.update(match.table.values)
    return table


def legal_choices(match: Match, viewer: Viewer, seats: Iterable[int], reader: Reader) -> list[Choice]:
    """Return what seats to act may do. For a hand that the viewer may not see, every card it could hold is offered."""
    table = deciding_table(match, viewer)
    try:
        written = {seat: _written(match.opening, table, seat) for seat in match.to_act if seat in seats}
        return [
            Choice(
                seat,
                action.data(),
                reader.tell(action.text()),
                names=action.touches(),
                leads_to=match.opening.game.leads_to(match.opening, table, action),
                brief=reader.tell(action.brief()),
                adds=action.adds(),
                tells="facts" in type(action).model_fields,
                written=written[seat].get(action, ""),
            )
            for seat in match.to_act
            if seat in seats
            for action in legal_actions(match.opening, table, seat)
        ]
    except Exception:  # a ruling can create a table that rules cannot: still show the rest of the match
        log.exception("what is legal in match %s cannot be told", match.id)
        return []


def _written(opening: Opening, table: Table, seat: int) -> dict[Action, str]:
    """Return the legal moves of a seat in the game's notation, if it has one."""
    shorthand = opening.game.shorthand
    found = shorthand.written(Speaker(opening, table, seat, ())) if shorthand is not None else {}
    return {action: word for word, action in found.items()}


def going_on(ledger: Ledger, match: Match, viewer: Viewer, seats: Iterable[int], reader: Reader) -> list[Choice]:
    """Return the actions that become legal if nobody uses the open window, so that nobody has to enter "pass".

    If other seats may use the window too, only the recorder closes it, for all seats.
    """
    closing = unused(match.opening, match.table)
    if closing is None or match.is_over or match.opened.chance == "sealed":
        return []
    if not set(awaited(match.table)) <= set(seats):
        return []
    ahead = ledger.match(match.id)  # a copy that is never saved
    try:
        ahead.play(*closing, ahead.chance(()), Scribe(ledger).stamp())
    except (NeedsOutcome, Illegal, Impossible):
        return []
    read = match.opening.game.read_action  # an action that answers the window is decided now, while it is open
    found = legal_choices(ahead, viewer, seats, reader)
    return [one for one in found if not answers_window(match.table, read(one.action))]


def grouped(choices: Iterable[Choice], reader: Reader) -> list[Group]:
    """Return choices under headings, by seat and kind."""
    kinds: dict[tuple[int, str], list[Choice]] = {}
    for choice in choices:
        kinds.setdefault((choice.seat, str(choice.action["do"])), []).append(choice)
    several = len({seat for seat, _ in kinds}) > 1
    return [
        _group(f"{seat}-{do}", _heading(seat if several else None, do), found, reader)
        for (seat, do), found in kinds.items()
    ]


def _heading(seat: int | None, do: str) -> Text:
    kind = spaced(do)
    return kind if seat is None else listed([Thing(seat_name(seat)), kind], ": ")


def _group(key: str, title: Slot, choices: list[Choice], reader: Reader) -> Group:
    if all(choice.brief for choice in choices):
        return _pad(key, reader.tell(title), choices, reader)
    field = _telling_field(choices) if len(choices) > MANY else None
    if field is None:
        return Group(key, reader.tell(title), len(choices), _with_lead(choices))
    parts: dict[str, list[Choice]] = {}
    for choice in choices:
        parts.setdefault(str(choice.action.get(field, "–")), []).append(choice)
    if len(parts) == len(choices):
        return Group(key, reader.tell(title), len(choices), _with_lead(choices))
    below = (
        _group(f"{key}-{n}", _value_name(field, value, reader), part, reader)
        for n, (value, part) in enumerate(parts.items(), start=1)
    )
    return Group(key, reader.tell(title), len(choices), (), tuple(below))


def _pad(key: str, title: str, choices: list[Choice], reader: Reader) -> Group:
    """Return small buttons, with those that touch the same things side by side."""
    parts: dict[tuple[str, ...], list[Choice]] = {}
    for choice in choices:
        parts.setdefault(choice.names, []).append(choice)
    if len(parts) == 1:
        return Group(key, title, len(choices), tuple(choices))
    below = (
        Group(f"{key}-{n}", reader.tell(listed([Thing(one) for one in names], " · ")), len(part), tuple(part))
        for n, (names, part) in enumerate(parts.items(), start=1)
    )
    return Group(key, title, len(choices), (), tuple(below))


def each(groups: Iterable[Group]) -> Iterator[Choice]:
    """Yield the choices under headings, at any depth."""
    for group in groups:
        yield from group.choices
        yield from each(group.groups)


def spaced(name: str) -> Text:
    """Return a program's name, such as `play_movement`, as words, which the games' catalogues translate."""
    return Text(name.replace("_", " "))


def option_words(option: str, reader: Reader) -> tuple[str, str]:
    """Return label and value of an option such as `flying=false` for a form."""
    name, _, value = option.partition("=")
    return reader.tell(spaced(name)), value if value in ("true", "false") else reader.tell(spaced(value))


def _with_lead(choices: list[Choice]) -> tuple[Choice, ...]:
    """Return choices with the common beginning of their labels, up to a colon."""
    first, last = min(choice.words for choice in choices), max(choice.words for choice in choices)
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    lead = first[: first.rfind(": ", 0, same) + 2] if ": " in first[:same] else ""
    return tuple(replace(choice, lead=lead) for choice in choices)


def _telling_field(choices: list[Choice]) -> str | None:
    fields = dict.fromkeys(field for choice in choices for field in choice.action)
    return next((f for f in fields if len({str(c.action.get(f)) for c in choices}) > 1), None)


def _value_name(field: str, value: str, reader: Reader) -> Slot:
    """Return the label of a field's value: a card's name, a seat's pawn, or the field and the value."""
    named = f"{field}:{value}"
    if reader.naming(value) not in ("", value):
        return Thing(value)
    if reader.naming(named) not in ("", spoken(named)):
        return Thing(named)
    return listed([spaced(field), spaced(value)], " ")


def question_data(question: Question, viewer: Viewer, reader: Reader, match: Match | None = None) -> dict[str, Any]:
    """Return a question for a dice pad or card picker; only viewers who may know them get the possible outcomes.

    Without a match (while one is opened), nothing lies hidden but what the question itself keeps secret.
    """
    told: list[Outcome] = []
    if match is not None:
        told = possible_outcomes(question, match.opening, match.table, viewer)
    elif not question.secret or viewer in (EVERYTHING, question.seat):
        told = list(question.among)
    faces = _faces(question, told, reader)
    return {
        "kind": question.kind,
        "what": question.what,
        "seat": question.seat,
        "why": reader.tell(question.why),
        "words": reader.tell(question.text()),
        "secret": question.secret,
        "possible": [
            {"value": one, "label": reader.name(str(one)) or str(one), "face": faces.get(str(one))} for one in told
        ],
    }


def name_seats(said: dict[str, Any], question: Question, people: Iterable[str]) -> None:
    """Label the outcomes of a question that asks for a seat, such as who begins, by who sits there: `2 · Ada`."""
    seats = dict(enumerate(people, start=1))
    if question.asks_for_seat(len(seats)):
        for one in said["possible"]:
            one["label"] = f"{one['value']} · {seats[one['value']]}"


def _faces(question: Question, outcomes: Sequence[Outcome], reader: Reader) -> dict[str, str]:
    """Return the faces of the cards that can come up; none if there are too many."""
    if reader.opening is None or question.kind == "roll" or len(outcomes) > MANY_FACES:
        return {}
    drawn = {str(one): face(reader.opening, str(one), reader=reader) for one in outcomes}
    return {name: str(card.svg) for name, card in drawn.items() if card is not None}


def window_of(match: Match) -> Text | str:
    """Return the prompt of the open window, if there is one."""
    window = match.opening.game.window(match.table)
    return window.asks if window is not None else str(match.table.get(AWAITS) or "")


def action_forms(opening: Opening, reader: Reader, known: KnownNames) -> list[dict[str, Any]]:
    """Return the form fields of each kind of action, for actions without a button; things are chosen by name."""
    forms = []
    for kind in opening.game.rules.kinds():
        schema = kind.model_json_schema()
        if any(_holds_actions(part) for part in schema["properties"].values()):
            continue  # several actions as one: each of them has a form of its own
        named = fields_that_name(kind)
        fields = [
            {
                "name": name,
                "required": name in schema.get("required", ()),
                **_input(name, part, schema, reader),
                "things": known.things(name, named[name]) if name in named else [],
            }
            for name, part in schema["properties"].items()
            if name != "do"
        ]
        do = str(kind.model_fields["do"].default)
        about = (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")
        forms.append({"do": do, "title": reader.tell(spaced(do)), "about": reader.tell(Text(about)), "fields": fields})
    return forms


def _holds_actions(part: dict[str, Any]) -> bool:
    """Return whether a field of a JSON schema is a list of objects."""
    items = part.get("items", {})
    return isinstance(items, dict) and bool({"$ref", "oneOf", "anyOf"} & items.keys())


def _input(name: str, part: dict[str, Any], schema: dict[str, Any], reader: Reader) -> dict[str, Any]:
    """Return the input for a field of a JSON schema: its type and choices."""
    options = [one for one in part.get("anyOf", [part]) if one.get("type") != "null"]
    if "$ref" in options[0]:
        options = [schema["$defs"][options[0]["$ref"].rpartition("/")[2]]]
    if letters := part.get("letters"):  # a letter for each seat
        said = [reader.tell(Text(one)) for one in letters.values()]
        label, default = reader.tell(spaced(name)), part.get("default")
        return {"type": "letters", "label": label, "default": default, "choices": list(letters), "said": said}
    if words := part.get("words"):  # codes of a catalogue, with their names; one or several
        said = [reader.tell(Text(one)) for one in words.values()]
        return {
            "type": "several" if part.get("several") else "text", "label": reader.tell(spaced(name)),
            "default": part.get("default"), "choices": list(words), "said": said,
        }  # fmt: skip
    types = {one.get("type") for one in options}
    kind = "integer" if types == {"integer"} else "boolean" if types == {"boolean"} else "text"
    if types >= {"integer", "string"}:
        kind = "either"
    if types == {"array"}:
        kind = "lines" if "pattern" in options[0].get("items", {}) else "list"
    choices = options[0].get("enum") or ([options[0]["const"]] if "const" in options[0] else [])
    return {
        "type": kind, "label": reader.tell(spaced(name)), "default": part.get("default"),
        "choices": choices, "said": [reader.tell(spaced(str(one))) for one in choices],
    }  # fmt: skip


def option_fields(opening_options: Any, reader: Reader) -> list[dict[str, Any]]:
    """Return the fields of a form for a game's options model."""
    schema = opening_options.model_json_schema()
    return [{"name": name, **_input(name, part, schema, reader)} for name, part in schema.get("properties", {}).items()]
