"""Match files: one match exported, verified without a database, and imported.

The file is a JSON document: format, match id, the hash and number of the last event, and the events with
their exact bytes. The catalogue is part of the first event. No names of people are in it.

What the file proves by itself: that nothing in it was changed, left out, added or put in another order
after it was written. What it cannot prove without a signature: that it was not written anew from beginning to
end by somebody who wanted to. Compare the head hash with one you have from elsewhere.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import cast

import msgspec

from tablescribe.domain.games import revive
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.line import NoSuchMove
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.tournament.model.events import TournamentEvent
from tablescribe.domain.tournament.model.plan import BadPlan
from tablescribe.domain.tournament.model.tournament import revive as revive_tournament
from tablescribe.domain.words.text import plural, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged, LedgerUnavailable, NoSuchMatch
from tablescribe.ledger.log.stream_checks import check_match
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.bundles.tournaments import FIRST
from tablescribe.ledger.proofs.bundles.trial import refuse_unprovable
from tablescribe.ledger.proofs.keys.keyring import STREAM

FORMAT = "tablescribe match"
VERSION = 1
LARGEST = 256 * 1024 * 1024
"""Files above this many bytes are refused."""


class StoredRow(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An event in a file. `body` is its exact text; hashes are hexadecimal."""

    ledger_id: str
    version: int
    type: str
    body: str
    previous: str
    hash: str


class MatchFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole document."""

    format: str
    version: int
    match: str
    events: int
    head: str
    log: tuple[StoredRow, ...]


class _Head(msgspec.Struct):
    """What is read first, of any version."""

    format: str
    version: int


def export(ledger: Ledger, match_id: str) -> bytes:
    """Return a match as a file's contents.

    Raises:
        NoSuchMatch: there is none of that id.
        LedgerDamaged: it does not verify; a damaged match is not handed on.
    """
    rows = list(ledger.log.rows(match_id))
    if not rows:
        raise NoSuchMatch(say("there is no match {match}: `tablescribe matches` lists them", match=match_id))
    head = check_match(match_id, rows)
    log = tuple(
        StoredRow(row.ledger_id, row.version, row.type, row.body.decode(), row.previous.hex(), row.hash.hex())
        for row in rows
    )
    document = MatchFile(FORMAT, VERSION, match_id, len(rows), head.hex(), log)
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def write_file(path: Path, contents: bytes) -> None:
    """Write a file, all of it or nothing; what is no file, such as /dev/stdout or a pipe, is written into.

    Raises:
        LedgerUnavailable: the folder is missing or read-only, or the disk is full.
    """
    half = None
    try:
        if path.exists() and not path.is_file():  # to be replaced by a file would be its end
            path.write_bytes(contents)
            return
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as half:
            half.write(contents)
            half.flush()
            os.fsync(half.fileno())
        Path(half.name).replace(path)
    except OSError as error:
        if half is not None:
            Path(half.name).unlink(missing_ok=True)
        raise LedgerUnavailable(
            say("{path} cannot be written: {why}", path=str(path), why=str(error.strerror))
        ) from error


def read_file(path: Path) -> bytes:
    """Return a file's contents, unless it is too large.

    Raises:
        BadFile: it cannot be read, or is larger than `LARGEST`.
    """
    try:
        with path.open("rb") as file:
            contents = file.read(LARGEST + 1)  # the size that is told of a pipe or a device means nothing
    except (OSError, ValueError) as error:
        raise BadFile(
            say("{path} cannot be read: {why}", path=str(path), why=str(getattr(error, "strerror", error)))
        ) from error
    if len(contents) > LARGEST:
        raise BadFile(say("{path} is larger than {n} MiB: that is no match file", path=str(path), n=LARGEST // 2**20))
    return contents


def verify(contents: bytes) -> tuple[str, list[Row]]:
    """Check a file's contents completely and return the match id and its events.

    Raises:
        BadFile: it is no match file, a newer one, or cut off.
        LedgerDamaged: the first event that does not fit.
    """
    document = _parse(contents)
    rows = [_row(document.match, stored) for stored in document.log]
    head = check_match(document.match, rows)
    if len(rows) != document.events or head.hex() != document.head:
        raise LedgerDamaged(
            plural(
                document.events,
                "match {match}: the file says it has 1 event up to {head}…, but its log has "
                "{rows} up to {end}…: the end is missing or was changed",
                "match {match}: the file says it has {n} events up to {head}…, but its log has "
                "{rows} up to {end}…: the end is missing or was changed",
                match=document.match,
                head=document.head[:12],
                rows=len(rows),
                end=head.hex()[:12],
            )
        )
    return document.match, rows


def _parse(contents: bytes) -> MatchFile:
    try:
        head = msgspec.json.decode(contents, type=_Head)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(say("this is no Tablescribe match file, or it is cut off: {why}", why=str(error))) from error
    if head.format != FORMAT:
        raise BadFile(say("this is no Tablescribe match file: its format is {format}", format=repr(head.format[:60])))
    if head.version > VERSION:
        raise BadFile(
            say(
                "this file is of version {version}, newer than we know ({known}): update Tablescribe",
                version=head.version,
                known=VERSION,
            )
        )
    if head.version != VERSION:
        raise BadFile(say("there is no version {version} of match files", version=head.version))
    try:
        document = msgspec.json.decode(contents, type=MatchFile)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(
            say("the match file does not have the form of version {known}: {why}", known=VERSION, why=str(error))
        ) from error
    if document.match == STREAM:
        raise BadFile(
            say(
                "{stream} is no match: it is how a ledger calls its own keys, which nobody brings in a file",
                stream=STREAM,
            )
        )
    if not document.log:
        raise BadFile(say("the file of match {match} has no events", match=document.match))
    if msgspec.json.format(msgspec.json.encode(document), indent=1).strip() != contents.strip():
        raise BadFile(say("the file was changed after it was written: it does not read as it was written"))
    return document


def _row(match_id: str, stored: StoredRow) -> Row:
    try:
        previous, link = bytes.fromhex(stored.previous), bytes.fromhex(stored.hash)
    except ValueError as error:
        raise BadFile(
            say(
                "match {match}, event {version}: a hash is not hexadecimal",
                match=match_id,
                version=stored.version,
            )
        ) from error
    return Row(0, stored.ledger_id, match_id, stored.version, stored.type, stored.body.encode(), previous, link)


def _follow(rows: list[Row]) -> None:
    """Refuse rows of a match or of a tournament that contradict each other."""
    if rows[0].type != FIRST:
        match_in(rows)
        return
    try:
        revive_tournament(cast(TournamentEvent, decode(row.type, row.body)) for row in rows)
    except (Impossible, BadPlan) as error:
        raise LedgerDamaged(
            say("tournament {id}: its events contradict each other: {why}", id=rows[0].match_id, why=str(error))
        ) from error


def match_in(rows: list[Row]) -> Match:
    """Return the match that verified rows tell.

    Raises:
        LedgerDamaged: its events contradict each other, although each is as it was written.
    """
    try:
        match = revive(cast(AnyEvent, decode(row.type, row.body)) for row in rows)
    except (Impossible, NoSuchMove) as error:
        raise LedgerDamaged(
            say("match {match}: its events contradict each other: {why}", match=rows[0].match_id, why=str(error))
        ) from error
    assert match is not None
    return match


def import_match(ledger: Ledger, contents: bytes, *, ours: bool = False) -> tuple[str, int]:
    """Take a match over from an export's contents; return its id and how many events were new.

    A match that is here already is continued, if the file has the same beginning. See `importing.py` for bundles, and
    for what either is worth.

    Raises:
        BadFile, LedgerDamaged: as `verify` and `refuse_parted`; nothing is taken over then.
        Stale: somebody recorded in the match meanwhile; try again.
    """
    match_id, rows = verify(contents)
    refuse_parted(ledger, rows, ours=ours)
    return match_id, append(ledger, rows)


def refuse_parted(ledger: Ledger, rows: list[Row], *, ours: bool = False) -> None:
    """Refuse a match that cannot be taken over.

    Args:
        ledger: where to.
        rows: all its events, verified.
        ours: whether new ones may say that this ledger recorded them.

    Raises:
        BadFile: it has parted from the match that is here, claims to be from here, or no bundle could hold it.
        LedgerDamaged: its events contradict each other.
    """
    match_id = rows[0].match_id
    here = list(ledger.log.rows(match_id))
    for mine, theirs in zip(here, rows, strict=False):
        if mine.hash != theirs.hash:
            raise BadFile(
                say(
                    "match {match} is here already and parts from the file at event {version}: keep "
                    "both by importing the file into another ledger",
                    match=match_id,
                    version=mine.version,
                )
            )
    _follow(rows)
    new = rows[len(here) :]
    claimed = next((row for row in new if row.ledger_id == ledger.ledger_id), None)
    if claimed is not None and not ours:
        raise BadFile(
            say(
                "match {match}, event {version} says that this ledger recorded it, but it did not: somebody made it "
                "up, or this is an older copy of the ledger. If you know that it is, say --ours",
                match=match_id,
                version=claimed.version,
            )
        )
    if new:
        refuse_unprovable(rows)


def append(ledger: Ledger, rows: list[Row]) -> int:
    """Append what is new of a match, and return how many events that was.

    Raises:
        Stale: somebody recorded in the match meanwhile.
    """
    here = sum(1 for _ in ledger.log.rows(rows[0].match_id))
    if new := rows[here:]:
        ledger.log.append_rows(new)
    return len(new)
