"""Twins: a match, and the same match with other hidden cards or another secret bid.

A viewer who may not know the difference must not be able to distinguish them by what they see, read, may do, or are
refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec

from tablescribe.domain.match.events import AnyEvent, Move, Played
from tablescribe.domain.match.match import Match, replay
from tablescribe.domain.rules.action import hidden_fields
from tablescribe.domain.rules.chance import NeedsOutcome, NoChance, ScriptedChance
from tablescribe.domain.rules.deciding import carry_out, legal_actions
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.names import SEALED, deck_of, unseen
from tablescribe.domain.table.table import BOX, HIDDEN, Changed, Fact, Moved, Table, Value
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.proofs.bundles.redaction import as_seen
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.web.table.choices import question_data

MOST_ASKED = 12
"""Maximum number of legal actions whose questions to chance are compared."""


def with_other_cards(match: Match, viewer: int | None, most: int = 2) -> Iterator[Match]:
    """Yield the match with two cards exchanged that the viewer has never seen."""
    shown: set[str] = set()
    cursor = match.line.cursor()
    for number in match.line.numbers:
        cursor.go_to(number)
        seen = view(match.opening, cursor.table, viewer)
        shown.update(piece for zone in seen.zones if not zone.startswith("unseen:") for piece in seen.zones[zone])
        shown.update(str(value) for value in seen.values.values())
    box = dict(match.opened.box)
    hidden = sorted(
        {
            piece
            for zone, pieces in match.table.zones.items()
            if not zone.startswith(("unseen:", "deck:"))
            for piece in pieces
            if piece not in shown and unseen(deck_of(piece)) in match.table.zones and ":" in piece
        }
    )
    pairs = (
        (mine, other)
        for mine in hidden
        for other in sorted(box)
        if other not in shown and other != mine and deck_of(other) == deck_of(mine) and box[other] == box[mine]
        and ":" in other
    )  # fmt: skip
    for mine, other in itertools.islice(pairs, most):
        yield _renamed(match, {mine: other, other: mine})


def with_other_secrets(match: Match, viewer: int | None) -> Iterator[Match]:
    """Yield the match with another number or word in each value that is hidden from the viewer."""
    seen, end = view(match.opening, match.table, viewer), match.opening.game.result
    for key, value in sorted(match.table.values.items()):
        if seen.get(key) == HIDDEN:
            for other in _others(match, key, value):
                twin = _resealed(match, key, value, other)
                if end(match.opening, match.table) == end(twin.opening, twin.table):
                    yield twin


def _others(match: Match, key: str, value: Any) -> list[Any]:
    """Return other values that may be hidden under a key: numbers, or the other words of the field that was hidden."""
    if type(value) is int:
        return sorted({0, 1, value - 1} - {value, -1})
    sealing = _sealing(match, key)
    if not isinstance(sealing, Played):
        return []
    kind = type(match.opening.game.read_action(sealing.action))
    words = {
        word
        for name in hidden_fields(kind)
        for word in get_args(kind.model_fields[name].annotation)
        if isinstance(word, str)
    }
    return sorted(words - {value, ""})[:1]


def _sealing(match: Match, key: str) -> Move:
    """Return the move, or the opening, that last changed a value."""
    changing = (move for move in match.moves if any(isinstance(one, Changed) and one.key == key for one in move.facts))
    *_, last = changing
    return last


def _renamed(match: Match, names: Mapping[str, str]) -> Match:
    def fact(one: Fact) -> Fact:
        if isinstance(one, Moved) and BOX in (one.src, one.dst):
            return one
        changes = {
            field: names.get(value, value)
            for field in one.__struct_fields__
            if isinstance(value := getattr(one, field), str)
        }
        return msgspec.structs.replace(one, **changes)

    def event(one: AnyEvent) -> AnyEvent:
        found: dict[str, Any] = {}
        if hasattr(one, "facts"):
            found["facts"] = tuple(fact(f) for f in one.facts)
        if hasattr(one, "outcomes"):
            found["outcomes"] = tuple(names.get(str(o), o) for o in one.outcomes)
        if isinstance(one, Played):
            found["action"] = _told_again(one.action, names)
        return msgspec.structs.replace(one, **found)

    return _again(match, map(event, match._pending))


def _told_again(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: _told_again(value, names) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_told_again(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data


def _resealed(match: Match, key: str, was: Value, now: Value) -> Match:
    sealing = getattr(_sealing(match, key), "number", 0)

    def event(one: AnyEvent) -> AnyEvent:
        if not isinstance(one, Played) or one.number != sealing:
            return one
        facts = tuple(
            msgspec.structs.replace(f, now=now) if isinstance(f, Changed) and f.key == key else f for f in one.facts
        )
        fields = hidden_fields(type(match.opening.game.read_action(one.action)))
        kept = key.startswith(SEALED)  # the revealed value is the sealed one
        action = {
            name: now if kept and value == was and (name in fields or not fields) else value
            for name, value in one.action.items()
        }
        return msgspec.structs.replace(one, facts=facts, action=action)

    return _again(match, map(event, match._pending))


def _again(match: Match, events: Iterable[AnyEvent]) -> Match:
    first, *later = events
    other = Match(first, match.opening)  # type: ignore[arg-type]
    other._pending = [first, *later]
    return replay(other, later)


# --- what a viewer can observe ----------------------------------------------------------------


def impression(match: Match, viewer: int | None, tries: Iterable[Any]) -> dict[str, Any]:
    """Return everything that a viewer can see, read, do and be refused in a match now."""
    timeline, reader = Timeline(match), Reader(match.opening)
    told = [timeline.told(number, viewer) for number in match.line.numbers[-12:]]
    found: dict[str, Any] = {
        "sees": view(match.opening, match.table, viewer).canonical(),
        "reads": [(reader.tell(said), [reader.tell(line) for line in lines]) for said, lines in told],
        "to act": match.to_act,
        "result": match.opening.game.result(match.opening, match.table),
        "takes away": [event for event, _ in as_seen(match, viewer)],
    }
    if viewer is not None:
        found["may"] = [action.data() for action in legal_actions(match.opening, match.table, viewer)]
        found["refused"] = [_refusal(match, match.table, viewer, action) for action in tries]
        legal = itertools.islice(legal_actions(match.opening, match.table, viewer), MOST_ASKED)
        found["asked"] = [_asked(match, viewer, action, reader) for action in legal]
    return found


def _asked(match: Match, seat: int, action: Any, reader: Reader) -> list[Any]:
    """Return the question that a seat's action asks of chance, and the refusal of a wrong answer, as the seat reads."""
    told: list[Any] = []
    for outcomes in ((), ("nothing",)):
        play = Play(match.opening, match.table.copy(), ScriptedChance(outcomes))
        try:
            carry_out(play, match.opening, seat, action)
        except NeedsOutcome as needs:
            told.append(question_data(needs.question, seat, reader, match))
        except Spoken as error:
            told.append(type(error).__name__)
    return told


def _refusal(match: Match, table: Table, seat: int, action: Any) -> str:
    play = Play(match.opening, table, NoChance(), probing=True)
    try:
        carry_out(play, match.opening, seat, action)
    except Spoken as error:
        return str(error)
    except Exception as error:  # Checked
        return type(error).__name__
    finally:
        play.take_back()
    return ""


def differing(mine: dict[str, Any], other: dict[str, Any]) -> list[Any]:
    """Return the first two differences between two impressions."""
    both = [pair for key in mine if isinstance(mine[key], list) for pair in zip(mine[key], other[key], strict=False)]
    return next(([one, two] for one, two in both if one != two), [])
