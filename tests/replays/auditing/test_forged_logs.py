"""One field of one event of an honest match, forged: nothing crashes, and nothing escapes the audit.

A log that the audit accepts must be one that people could have recorded: carried out again command by command, it
gives the same events. More forgeries than by default: FORGERIES=2000 pytest tests/replays/auditing/test_forged_logs.py
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given as cases
from hypothesis import settings
from hypothesis import strategies as st

from tablescribe.domain.games import UnknownGame, WrongOptions, opening, revive
from tablescribe.domain.match.contributing import await_parts, commit, deal, give_beacon, reveal
from tablescribe.domain.match.contribution_events import Awaited, BeaconGiven, Committed, Dealt, Revealed
from tablescribe.domain.match.event import Event
from tablescribe.domain.match.events import (
    AnyEvent,
    Closed,
    Disclosed,
    Missed,
    Noted,
    Opened,
    Played,
    Restored,
    Ruled,
    Seat,
    TakenBack,
)
from tablescribe.domain.match.line import NoSuchMove
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import UNKNOWN, NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import unused
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Changed, Fact, Impossible
from tablescribe.replays.auditing.audit import audit
from tests.depth import times
from tests.domain.freeform.table import freeform, say
from tests.domain.parts import contributed
from tests.domain.random_play import SEED, random_move
from tests.domain.ultime.test_random_play import CHOICES
from tests.replays.auditing.forging import audited_aside, events_of, read_by_all
from tests.support import STAMP

NOBODYS_BUSINESS = {*Event.__struct_fields__} - {"originator_id", "originator_version"}
"""Time, recorder, device and salt of events: no rule depends on them, and the chain of hashes protects them."""

ONLY_NOTED = {("Opened", "edition"), ("Opened", "rulebook"), ("Opened", "citations"), ("Played", "citations"),
              ("Dealt", "citations")}  # fmt: skip
"""Differences here give notes, because rules may be renumbered and reworded."""

CARRIED_OUT = {("Opened", "options"), ("Opened", "catalogue"), ("Played", "implied")}
"""Used for recording the match again. Whether a seat declined or nobody used the window makes no difference."""

EARLIER = {("Opened", "format")}
"""Older programs wrote another number here, with the same meaning."""

JUDGES_OWN = ("by", "agreed", "reason")
"""Optional for a judge's take-back: a replacing ruling has its own reason, and nobody consents."""


# --- honest matches -----------------------------------------------------------------------------


@cache
def honest(number: int) -> tuple[AnyEvent, ...]:
    """Return the events of a random match with take-backs, restores, rulings, missed moves and notes.

    From 16 on its chance has parts of its seats, and every other time of a beacon.
    """
    choose = random.Random(number)
    if number >= 16:
        return tuple(
            events_of(contributed("keeper" if number == 18 else "", beacon=bool(number % 2), opener=an_ultime))
        )
    match = a_freeform_match() if number % 4 == 3 else opened(("table", "sealed", "open")[number % 4], choose)
    for _ in range(0 if number % 4 == 3 else 12):
        if not match.is_over:
            random_move(match, choose)
            interrupt(match, choose)
    match.close(STAMP, seed=SEED if match.opened.chance == "sealed" else None, abandoned=not match.is_over)
    return tuple(events_of(match))


def an_ultime(**arguments: Any) -> Match:
    """Open a match whose first table is drawn."""
    fixed = opening("ultime", 3, {"first_player": 1})
    return Match.open("m", fixed, [Seat("r", "c")] * 3, STAMP, **arguments)


def opened(chance: str, choose: random.Random) -> Match:
    """Open a match under random options, with all its outcomes of chance reported."""
    options = {name: choose.choice(values) for name, values in CHOICES.items()}
    seats = choose.randint(3, 5)
    fixed, outcomes = opening("ultime", seats, {"first_player": 1, **options}), list[Outcome]()
    seed = SEED if chance == "sealed" else None
    while True:
        try:
            return Match.open("m", fixed, [Seat("r", "c")] * seats, STAMP, chance=chance, seed=seed, outcomes=outcomes)
        except NeedsOutcome as needs:
            outcomes.append(choose.choice(sorted(needs.question.among, key=str)))


def interrupt(match: Match, choose: random.Random) -> None:
    """Sometimes insert another event between two moves."""
    points: list[Fact] = [Changed("score:1", match.table.get("score:1"), match.table.number("score:1") + 1)]
    what, everybody = choose.random(), range(1, match.opening.seats + 1)
    if match.is_over:
        return
    if what < 0.12:
        match.take_back(match.line.numbers[-2], STAMP, by=1, agreed=everybody, reason="misread")
        if what < 0.06 and (to := match.redoable()) is not None:
            match.restore(to, STAMP, by=1)
    elif what < 0.16:
        match.rule(points, STAMP, clause="UP-1", reason="miscounted", replaces=match.head if what < 0.14 else None)
    elif what < 0.2:
        match.miss(points, STAMP, moves=2, reason="tea")
    elif what < 0.24:
        match.note("look here", STAMP, about=match.head)


def a_freeform_match() -> Match:
    match = freeform()
    say(match, 1, "bring", piece="meeple", to="here", n=2)
    say(match, 1, "bring", piece="thing", to="there")
    say(match, 2, "draw", deck="animal")
    say(match, 1, "roll", "glad", die="mood")
    say(match, 1, "draw", "event:rain", deck="event", to="here")
    match.take_back(3, STAMP, by=2, agreed=[1])
    say(match, 1, "score", to=2, points=3)
    say(match, 1, "pass")
    say(match, 2, "move", piece="animal:fox", src="hand:2", dst="here")
    say(match, 2, "finish", winners="1,2")
    return match


# --- forging ------------------------------------------------------------------------------------

ODD_TEXTS = (
    "", "x", "?", ":", "a:b:c", "1,x", "seat:99", "hand:99", "hand:²", "pawn:0", "terrain:x", "terrain:4000002",
    "movement:x", "movement:3", "power:x", "unseen:power", "score:2", "winners", "sealed", "open", "judge", "\0\x1b",
)  # fmt: skip
ODD_FACTS = (
    Changed("hat", None, 1), Changed("awaits", None, "defence"), Changed("awaits:x", None, 1),
    Changed("awaits:7", None, 1), Changed("winners", None, "x"), Changed("winners", None, "99"),
    Changed("pending", None, "event x"), Changed("turn", 1, "x"), Changed("turn", 2, 99), Changed("score:1", 0, "x"),
)  # fmt: skip


def another(value: Any, choose: random.Random) -> Any:
    """Return another value of that kind, a plausible or an odd one."""
    match value:
        case bool():
            return not value
        case int():
            return choose.choice([value + 1, value - 1, -value, 0, 7, 10**18, -(10**18)])
        case None:
            return choose.choice([0, 1, 2, 99])
        case str():
            return choose.choice([*ODD_TEXTS, value + "x"])
        case datetime():
            return value.replace(year=1999)
        case tuple() | list():
            return type(value)(another_list(list(value), choose))
        case dict():
            key = choose.choice([*value, "x"])
            left = {name: one for name, one in value.items() if name != key}
            return left if choose.random() < 0.2 else {**left, key: another(value.get(key), choose)}
        case msgspec.Struct():
            name = choose.choice(value.__struct_fields__)
            return msgspec.structs.replace(value, **{name: another(getattr(value, name), choose)})
    return choose.choice([None, 1, "x"])


def another_list(values: list[Any], choose: random.Random) -> list[Any]:
    """Return a list with something changed, dropped, added, doubled, or in another order."""
    at = choose.randrange(len(values)) if values else 0
    how = choose.random()
    if not values or how < 0.2:
        return [*values, choose.choice([*ODD_FACTS, 1, "movement:1", UNKNOWN])]
    if how < 0.35:
        return values[:at] + values[at + 1 :]
    if how < 0.45:
        return values[: at + 1] + values[at:]
    if how < 0.55:
        return values[::-1]
    return [*values[:at], another(values[at], choose), *values[at + 1 :]]


def stored(events: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Return events as read from a file.

    Raises:
        msgspec.ValidationError: one does not have the form of an event.
    """
    return msgspec.json.decode(msgspec.json.encode(events), type=list[AnyEvent])


# --- recording again ----------------------------------------------------------------------------


def recorded_again(events: Sequence[AnyEvent], fixed: Opening) -> list[AnyEvent]:
    """Return the events recorded by carrying out some events as commands.

    Raises:
        Exception: one of the commands is refused.
    """
    first = events[0]
    assert isinstance(first, Opened)
    seed = next((bytes.fromhex(one.seed) for one in events if isinstance(one, Disclosed)), None)
    match = Match.open(
        first.originator_id, fixed, first.seats, STAMP, chance=first.chance, take_back=first.take_back,
        outcomes=() if seed else told(first.outcomes), seed=seed, nonces=first.nonces,
        waits=any(isinstance(event, Awaited) for event in events),
    )  # fmt: skip
    for event, following in zip(events[1:], [*events[2:], None], strict=True):
        instead = isinstance(following, Ruled) and following.replaces is not None
        if not (isinstance(event, TakenBack) and instead):  # a ruling takes back what it replaces
            record_again(match, event, seed)
    return events_of(match)


def record_again(match: Match, event: AnyEvent, seed: bytes | None) -> None:
    match event:
        case Played():
            action = match.opening.game.read_action(event.action)
            assert not event.implied or unused(match.opening, match.table) == (event.seat, action)
            chance = match.chance(() if seed else told(event.outcomes), seed)
            match.play(event.seat, action, chance, STAMP, as_played=bool(event.irregularities))
        case Ruled():
            match.rule(event.facts, STAMP, clause=event.clause, reason=event.reason, replaces=event.replaces)
        case Missed():
            match.miss(event.facts, STAMP, moves=event.moves, reason=event.reason)
        case TakenBack():
            match.take_back(
                event.to, STAMP, by=event.by, agreed=event.agreed, judge=event.judge, reason=event.reason
            )  # fmt: skip
        case Restored():
            match.restore(event.to, STAMP, by=event.by, reason=event.reason)
        case Noted():
            match.note(event.text, STAMP, about=event.about)
        case Disclosed():
            pass  # closing the match tells its seed
        case Closed():
            match.close(STAMP, seed=seed, abandoned=event.result.ending == "abandoned")
        case _:
            contribute_again(match, event, seed)


def contribute_again(match: Match, event: AnyEvent, seed: bytes | None) -> None:
    match event:
        case Awaited():
            await_parts(match, event.seats, STAMP, chain=event.chain, round=event.round, due=event.due)
        case Committed():
            commit(match, event.seat, event.commitment, STAMP, by=event.by)
        case Revealed():
            reveal(match, event.seat, event.nonce, STAMP, by=event.by)
        case BeaconGiven():
            give_beacon(match, event.round, event.randomness, event.signature, STAMP)
        case Dealt():
            deal(match, seed, STAMP)


def told(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome != UNKNOWN]


def substance(events: Sequence[AnyEvent]) -> list[list[object]]:
    """Return events without irrelevant, noted and already used parts."""
    return [
        [
            tuple(sorted(set(value))) if name == "agreed" else value
            for name in event.__struct_fields__
            if name not in NOBODYS_BUSINESS
            and (type(event).__name__, name) not in ONLY_NOTED | CARRIED_OUT | EARLIER
            and not (isinstance(event, TakenBack) and event.judge and name in JUDGES_OWN)
            for value in [getattr(event, name)]
        ]
        for event in events
    ]


# --- the properties -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [*range(times(4, 8)), 16, 17, 18])
def test_an_honest_match_is_clean_and_recorded_again_alike(number: int) -> None:
    events = honest(number)
    match = revive(stored(events))
    assert match is not None
    assert audit(match).clean, audit(match).text()
    assert substance(recorded_again(events, match.opening)) == substance(events)


@cases(st.integers(0, 19), st.integers(0, 200), st.integers(0, 30), st.integers(0, 2**32))
@settings(max_examples=int(os.environ.get("FORGERIES", times(20, 80))), deadline=None)
def test_a_forged_field_is_found_or_makes_no_difference(number: int, event: int, field: int, how: int) -> None:
    events = list(honest(number))
    at = event % len(events)
    name = events[at].__struct_fields__[field % len(events[at].__struct_fields__)]
    value = another(getattr(events[at], name), random.Random(how))
    events[at] = msgspec.structs.replace(events[at], **{name: value})
    try:
        events = stored(events)
        match = revive(events)
    except (msgspec.ValidationError, Impossible, NoSuchMove, UnknownGame, WrongOptions):
        return  # it cannot even be read
    assert match is not None
    match._pending.extend(events)
    read_by_all(match)
    assert audit(match) == audited_aside(match)
    if audit(match).clean and name not in NOBODYS_BUSINESS:
        assert substance(recorded_again(events, match.opening)) == substance(events)
