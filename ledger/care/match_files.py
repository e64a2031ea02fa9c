"""Match files: one match exported, verified without a database, and imported.

The file is a JSON document: format, match id, hash and number of the last event, and the events with their exact
bytes. The catalogue is part of the first event. The file does not contain names of people. It contains the words that
people wrote and the pictures of notes, unless they are erased.

The file itself proves that no event was changed, left out, added or reordered after it was written. Without a
signature, it cannot prove that it was not forged as a whole. Compare the head hash with one from another source.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias, cast

import msgspec
from sqlalchemy import select

from tablescribe.domain.games import revive
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.line import NoSuchMove
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.tournament.model.events import TournamentEvent
from tablescribe.domain.tournament.model.folding import revive as revive_tournament
from tablescribe.domain.tournament.model.plan_parsing import BadPlan
from tablescribe.domain.words.text import plural, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged, LedgerUnavailable, no_match
from tablescribe.ledger.log.picture_checks import pictures_there
from tablescribe.ledger.log.pictures import BadPicture, PictureCopy, StoredPicture, check_plain, has_pictures
from tablescribe.ledger.log.pictures import opened as opened_pictures
from tablescribe.ledger.log.schema import pictures, texts
from tablescribe.ledger.log.stream_checks import check_match
from tablescribe.ledger.log.texts import BadText, StoredText, filled, has_words, opened
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.bundles.tournaments import FIRST
from tablescribe.ledger.proofs.bundles.trial import refuse_unprovable
from tablescribe.ledger.proofs.keys.keyring import STREAM

FORMAT = "tablescribe match"
VERSION, WITH_TEXTS, WITH_PICTURES = 1, 2, 3
"""Format versions. Version 2 adds the words from beside the log, and is used if events commit to any.

Version 3 adds the pictures of notes, and is used if there are notes with pictures.
"""

Origin: TypeAlias = Callable[[int, int], Iterable[Any]]

LARGEST = 256 * 1024 * 1024
"""Maximum size of a file in bytes."""


class StoredRow(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An event in a file. `body` is its exact text; hashes are hexadecimal."""

    ledger_id: str
    version: int
    type: str
    body: str
    previous: str
    hash: str


class MatchFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The complete document."""

    format: str
    version: int
    match: str
    events: int
    head: str
    log: tuple[StoredRow, ...]
    texts: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    pictures: tuple[PictureCopy, ...] | msgspec.UnsetType = msgspec.UNSET


class _Head(msgspec.Struct):
    """The part of any version that is read first."""

    format: str
    version: int


def export(ledger: Ledger, match_id: str) -> bytes:
    """Export a match as a file's contents.

    Raises:
        NoSuchMatch: no match has this id.
        LedgerDamaged: the match does not verify. Damaged matches are not exported.
    """
    rows = list(ledger.log.rows(match_id))
    if not rows:
        raise no_match(match_id)
    head = check_match(match_id, rows)
    log = tuple(
        StoredRow(row.ledger_id, row.version, row.type, row.body.decode(), row.previous.hex(), row.hash.hex())
        for row in rows
    )
    document = MatchFile(FORMAT, VERSION, match_id, len(rows), head.hex(), log)
    pictured = any(has_pictures(row.type) for row in rows)
    if pictured or any(has_words(row.type, row.body) for row in rows):
        t = texts.c
        found = ledger.log.select(select(texts).where(t.match_id == match_id).order_by(t.version, t.commitment))
        written = tuple(StoredText(*row).line for row in found)
        document = msgspec.structs.replace(document, version=WITH_TEXTS, texts=written)
    if pictured:
        copies = tuple(one.copied for one in pictures_there(ledger.log, match_id))
        document = msgspec.structs.replace(document, version=WITH_PICTURES, pictures=copies)
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def write_file(path: Path, contents: bytes) -> None:
    """Write a file atomically; write directly if the path is not a regular file, such as /dev/stdout or a pipe.

    Raises:
        LedgerUnavailable: the folder is missing or read-only, or the disk is full.
    """
    half = None
    try:
        if path.exists() and not path.is_file():  # must not be replaced by a file
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
    """Read a file of limited size.

    Raises:
        BadFile: the file cannot be read, or is larger than `LARGEST`.
    """
    try:
        with path.open("rb") as file:
            contents = file.read(LARGEST + 1)  # the reported size of a pipe or device is meaningless
    except (OSError, ValueError) as error:
        raise BadFile(
            say("{path} cannot be read: {why}", path=str(path), why=str(getattr(error, "strerror", error)))
        ) from error
    if len(contents) > LARGEST:
        raise BadFile(
            say("{path} is larger than {n} MiB, the limit for match files", path=str(path), n=LARGEST // 2**20)
        )
    return contents


def read_written(path: Path) -> bytes:
    """Read a bundle, an export or a checkpoint, of limited size.

    Raises:
        BadFile: see `read_file`; or the file is empty or begins with zeros, as after a power failure.
    """
    contents = read_file(path)
    if contents[:1] in (b"", b"\0"):
        raise BadFile(
            say("{path} is empty or begins with zeros: it is incomplete. Export or download it again", path=str(path))
        )
    return contents


def verify(contents: bytes) -> tuple[str, list[Row]]:
    """Verify a file's contents; return the match id and its events. See `verify_with_words`."""
    return verify_with_words(contents)[:2]


def verify_with_words(contents: bytes) -> tuple[str, list[Row], list[StoredText]]:
    """Verify a file's contents; return the match id, its events, and the words in the file.

    Raises:
        BadFile: the contents are not a match file, are of a newer version, or are truncated.
        LedgerDamaged: an event or a text does not verify; names the first.
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
    return document.match, rows, _texts(document, rows)


def verified_pictures(contents: bytes) -> list[StoredPicture]:
    """Return the pictures in the contents of a verified file, checked against the commitments of its events.

    Raises:
        LedgerDamaged: a picture does not match a commitment, or is not a plain JPEG file.
    """
    document = _parse(contents)
    rows = ((document.match, stored.version, stored.type, stored.body.encode()) for stored in document.log)
    try:
        found = list(opened_pictures(() if document.pictures is msgspec.UNSET else document.pictures, rows))
        for one in found:
            check_plain(one.data)
    except BadPicture as error:
        raise LedgerDamaged(say("match {match}: {why}", match=document.match, why=error.text)) from error
    return found


def _texts(document: MatchFile, rows: Iterable[Row]) -> list[StoredText]:
    if document.texts is msgspec.UNSET:
        return []
    try:
        return list(opened(document.texts, ((row.match_id, row.version, row.type, row.body) for row in rows)))
    except BadText as error:
        raise LedgerDamaged(
            say(
                "match {match}: its texts are not those that were recorded: {why}", match=document.match, why=str(error)
            )
        ) from error


def _by_line(contents: bytes, error: Exception) -> str:
    """Return the message of a JSON error, with line and column instead of the byte offset."""
    why = str(error)
    found = re.search(r"\(byte (\d+)\)$", why)
    if found is None:
        return why
    before = contents[: int(found[1])]
    line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    return f"{why[: found.start()]}(line {line}, column {column})"


def _parse(contents: bytes) -> MatchFile:
    try:
        head = msgspec.json.decode(contents, type=_Head)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(
            say("this is not a Tablescribe match file, or it is incomplete: {why}", why=_by_line(contents, error))
        ) from error
    if head.format != FORMAT:
        raise BadFile(
            say("this is not a Tablescribe match file: its format is {format}", format=repr(head.format[:60]))
        )
    if head.version > WITH_PICTURES:
        raise BadFile(
            say(
                "this file has version {version}, but this Tablescribe reads up to version {known}. Update Tablescribe",
                version=head.version,
                known=WITH_PICTURES,
            )
        )
    if head.version not in (VERSION, WITH_TEXTS, WITH_PICTURES):
        raise BadFile(say("match files do not have a version {version}", version=head.version))
    try:
        document = msgspec.json.decode(contents, type=MatchFile)
        without = document.texts is msgspec.UNSET, document.pictures is msgspec.UNSET
        if without != (document.version < WITH_TEXTS, document.version < WITH_PICTURES):
            raise BadFile(say("match files do not have a version {version}", version=document.version))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(
            say("the match file does not have the form of version {known}: {why}", known=head.version, why=str(error))
        ) from error
    if document.match == STREAM:
        raise BadFile(
            say(
                "{stream} is not a match: that id stands for a ledger's own keys, which cannot be imported from a file",
                stream=STREAM,
            )
        )
    if not document.log:
        raise BadFile(say("the file of match {match} has no events", match=document.match))
    if msgspec.json.format(msgspec.json.encode(document), indent=1).strip() != contents.strip():
        raise BadFile(say("the file was changed after it was written"))
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
    """Refuse events of a match or tournament that contradict each other."""
    if rows[0].type != FIRST:
        match_in(rows)
        return
    try:
        revive_tournament(cast(TournamentEvent, decode(row.type, row.body)) for row in rows)
    except (Impossible, BadPlan) as error:
        raise LedgerDamaged(
            say("tournament {id}: its events contradict each other: {why}", id=rows[0].match_id, why=str(error))
        ) from error


def match_in(rows: list[Row], written: Iterable[StoredText] = ()) -> Match:
    """Rebuild a match from verified rows, with the words in `written`.

    Raises:
        LedgerDamaged: its events contradict each other, although each verifies.
    """
    told = {one.commitment: one.text for one in written}
    try:
        match = revive(cast(AnyEvent, decode(row.type, filled(row.type, row.body, told))) for row in rows)
    except (Impossible, NoSuchMove) as error:
        raise LedgerDamaged(
            say("match {match}: its events contradict each other: {why}", match=rows[0].match_id, why=str(error))
        ) from error
    assert match is not None
    return match


def refuse_parted(ledger: Ledger, rows: list[Row], *, ours: bool = False) -> None:
    """Refuse a match that cannot be imported.

    Args:
        ledger: ledger to import into.
        rows: all its events, verified.
        ours: whether new events may claim that this ledger recorded them.

    Raises:
        BadFile: it diverges from the match here, claims to be from this ledger, or exceeds what a bundle can hold.
        LedgerDamaged: its events contradict each other.
    """
    match_id = rows[0].match_id
    here = list(ledger.log.rows(match_id))
    for mine, theirs in zip(here, rows, strict=False):
        if mine.hash != theirs.hash:
            raise BadFile(
                say(
                    "match {match} is already here and differs from the file from event {version} on. To keep "
                    "both, import the file into another ledger",
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
                "match {match}, event {version} claims that this ledger recorded it, but the ledger does "
                "not have it. The event is forged, or this is an older copy of the ledger. If it is an "
                "older copy, import with --ours",
                match=match_id,
                version=claimed.version,
            )
        )
    if new:
        refuse_unprovable(rows)


def append(
    ledger: Ledger,
    rows: list[Row],
    origin: Origin = lambda first, last: (),
    told: Iterable[StoredText] = (),
    photos: Iterable[StoredPicture] = (),
) -> int:
    """Append the new events of a match with their origin, words and pictures, in one transaction; return their number.

    Words and pictures of events already here are not imported, so that an older file does not restore erased ones.
    `origin` returns the statements that store the origin of the events between two versions.

    Raises:
        Stale: another command recorded in the match at the same time.
    """
    here = sum(1 for _ in ledger.log.rows(rows[0].match_id))
    if new := rows[here:]:
        words = [ledger.log.into(texts).values(**one._asdict()) for one in told if one.version >= new[0].version]
        seen = [ledger.log.into(pictures).values(**one._asdict()) for one in photos if one.version >= new[0].version]
        ledger.log.append_rows(new, [*origin(new[0].version, new[-1].version), *words, *seen])
    return len(new)
