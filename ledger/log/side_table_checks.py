"""Checks of the side tables (names, seeds, command answers) against the log."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, func, select

from tablescribe.domain.match.correction_events import CORRECTIONS
from tablescribe.domain.match.events import CLOSING, Opened
from tablescribe.domain.rules.chance import commitment
from tablescribe.domain.tournament.model.events import Entered, Explained
from tablescribe.domain.tournament.model.words import WORDS
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.codec import BadEvent, Recorded, decode
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerReadOnly
from tablescribe.ledger.log.picture_checks import check_pictures
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import commands, events, identities, seeds, texts
from tablescribe.ledger.log.texts import commitments

PAGE = 500

SEVERAL = (
    "Played", "Entered", "Reported", "ReportedTogether", "Paired", "PairedAlike", "LotSealed", "SlipTyped",
    "TimeControlSet", "ClockPressed", "ClockAdjusted", "FlagFell",  # clock events follow others in one command
    "Explained", "Adjusted",  # a draft that was changed by hand is published with the reason
    "Unsealed",  # the last slip of a duplicate round reveals its seed
)  # fmt: skip
BY_COMMAND = (
    *SEVERAL, "TakenBack", "Restored", "Ruled", "Missed", "Noted", "NotedWithPictures", "Described", "Announced",
    "Withdrawn", *CLOSING, *CORRECTIONS, "Disclosed",
    "Corrected", "CorrectedTogether", "LotDrawn", "Penalised", "Appealed", "Decided", "Clocked", "Finished",
    "Restated", "Returned", "CheckedIn", "ByeRequested",
)  # fmt: skip
"""Types of events that commands record. A command of several events has only types in `SEVERAL`, or one of `WORDED`
or `FOLLOWED`."""

WORDED = ("Explained", *(one.__name__ for one in WORDS if one is not Explained), "Disclosed", "ClosedOpenly")
"""Types of events whose words or seed are recorded in a separate event before them."""

FOLLOWED = ("TakenBack", "Restored", "Ruled", "Missed")
"""Types of events that clock events may follow in one command, such as an undo, a ruling and a clock change."""


@dataclass(frozen=True)
class SideTableReport:
    """Result of checking the side tables.

    Attributes:
        named: number of references of seats and entrants with the name that was recorded.
        nameless: number of references without a name here: erased, or recorded elsewhere.
        strangers: number of names that belong to no seat and no entrant.
        seeds: number of seeds that match their commitments; `None` if this role may not read them.
        pictures: number of pictures that match their commitments.
        pictureless: number of absent pictures: erased, or left out of the file that their match was imported from.
    """

    named: int
    nameless: int
    strangers: int
    seeds: int | None
    pictures: int = 0
    pictureless: int = 0


def check_side_tables(log: LedgerRecorder) -> SideTableReport:
    """Check names, words, pictures and seeds against their commitments in the log, and commands against their events.

    Raises:
        LedgerDamaged: a name, salt, seed or command differs from the recorded one.
    """
    check_commands(log)
    check_texts(log)
    pictures, pictureless = check_pictures(log)
    # references with a colon are of imported files
    names = {row[0]: (row[1], row[2]) for row in log.select(select(identities)) if ":" not in row[0]}
    kept: dict[str, Any] | None
    try:
        kept = {row[0]: row[1] for row in log.select(select(seeds))}
    except LedgerReadOnly:  # a role without the right to read seeds
        kept = None
    seen: set[str] = set()
    nameless = sealed = 0
    for opened in _opened(log):
        for number, seat in enumerate(opened.seats, start=1):
            if seat.ref not in names:
                nameless += 1
                continue
            seen.add(seat.ref)
            name, salt = names[seat.ref]
            if not _commits(name, salt, seat.commitment):
                raise LedgerDamaged(
                    say(
                        "match {match}: the stored name of seat {seat} is not the one from its opening",
                        match=opened.originator_id,
                        seat=number,
                    )
                )
        if kept is not None and (seed := kept.get(opened.originator_id)) is not None:
            sealed += 1
            if not isinstance(seed, bytes) or commitment(seed) != opened.commitment:
                raise LedgerDamaged(
                    say(
                        "match {match}: the stored seed is not the one from its opening",
                        match=opened.originator_id,
                    )
                )
    for entered in _entered(log):
        if entered.entrant not in names:
            nameless += 1
            continue
        seen.add(entered.entrant)
        if not _commits(*names[entered.entrant], entered.commitment):
            raise LedgerDamaged(
                say(
                    "tournament {id}: the stored name of entrant {number} is not the one that was entered",
                    id=entered.originator_id,
                    number=entered.number,
                )
            )
    known = sealed if kept is not None else None
    return SideTableReport(len(seen), nameless, len(names) - len(seen), known, pictures, pictureless)


def _opened(log: LedgerRecorder) -> Iterator[Opened]:
    """Yield the first event of each match."""
    for event in _of_type(log, "Opened", events.c.version == 1):
        assert isinstance(event, Opened)
        yield event


def _entered(log: LedgerRecorder) -> Iterator[Entered]:
    """Yield the `Entered` events of all tournaments."""
    for event in _of_type(log, "Entered", events.c.version > 1):
        assert isinstance(event, Entered)
        yield event


def _of_type(log: LedgerRecorder, kind: str, where: ColumnElement[bool]) -> Iterator[Recorded]:
    """Yield the events of a type, read in pages because they may contain whole catalogues."""
    e, after = events.c, 0
    statement = select(e.position, e.body).where(where, e.type == kind).order_by(e.position).limit(PAGE)
    while page := log.select(statement.where(e.position > after)):
        for position, body in page:
            after = position
            try:
                yield decode(kind, body)
            except (BadEvent, TypeError) as error:
                raise LedgerDamaged(say("event {position} of the log cannot be read", position=position)) from error


def _commits(name: Any, salt: Any, committed: str) -> bool:
    if not isinstance(name, str) or not isinstance(salt, bytes):  # SQLite does not enforce column types
        return False
    return hmac.compare_digest(hmac.new(salt, name.encode(), hashlib.sha256).hexdigest(), committed)


def check_texts(log: LedgerRecorder) -> None:
    """Check the words beside the log against the commitments in their events.

    Raises:
        LedgerDamaged: a text or its salt was changed, or belongs to no event.
    """
    t, e, after = texts.c, events.c, ""
    beside = (e.match_id == t.match_id) & (e.version == t.version)
    wanted = select(texts, e.type, e.body).join_from(texts, events, beside, isouter=True).order_by(t.commitment)
    while page := log.select(wanted.where(t.commitment > after).limit(PAGE)):
        for committed, match_id, version, salt, text, kind, body in page:
            after = committed
            if not (kind and committed in commitments(kind, bytes(body)) and _opens(salt, text, committed)):
                raise LedgerDamaged(
                    say(
                        "match {match}: the stored text of event {version} is not the one that was recorded",
                        match=str(match_id), version=str(version),
                    )
                )  # fmt: skip


def _opens(salt: Any, text: Any, committed: str) -> bool:
    try:
        plain = msgspec.json.decode(text, type=str)
    except (msgspec.DecodeError, TypeError):
        return False
    return _commits(plain, salt, committed)


def check_commands(log: LedgerRecorder) -> None:
    """Check that each command's events exist, have a type that commands record, and belong to no other command.

    Raises:
        LedgerDamaged: a command does not match the log.
    """
    c, e = commands.c, events.c
    last = select(func.max(e.version)).where(e.match_id == c.match_id).scalar_subquery()
    missing = select(c.match_id, c.command_id).where(
        (c.first_version + c.count - 1 > func.coalesce(last, 0)) | (c.first_version < 1) | (c.count < 1)
    )
    if found := log.select(missing.limit(1)):
        raise LedgerDamaged(
            say(
                "command {command} of match {match} has a stored answer, but its events are missing",
                command=found[0][1],
                match=found[0][0],
            )
        )
    inside = (e.match_id == c.match_id) & e.version.between(c.first_version, c.first_version + c.count - 1)
    several = e.type.in_(SEVERAL) | ((c.count == 2) & e.type.in_(WORDED)) | ((c.count <= 3) & e.type.in_(FOLLOWED))
    wrong = e.type.not_in(BY_COMMAND) | ((c.count > 1) & ~several) | (func.length(c.digest) != 32)
    strange = select(c.match_id, c.command_id).join_from(commands, events, inside).where(wrong)
    other = commands.alias()
    overlap = (other.c.match_id == c.match_id) & (other.c.command_id != c.command_id)
    overlap &= other.c.first_version.between(c.first_version, c.first_version + c.count - 1)
    twice = select(c.match_id, c.command_id).join_from(commands, other, overlap)
    for statement in (strange, twice):
        if found := log.select(statement.limit(1)):
            raise LedgerDamaged(
                say(
                    "command {command} of match {match} has a stored answer with events of another command",
                    command=str(found[0][1]),
                    match=str(found[0][0]),
                )
            )
