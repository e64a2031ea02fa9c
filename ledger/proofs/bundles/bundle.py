"""The bundle document, and writing it.

BUNDLE.md specifies the format for authors of other verifiers. A bundle contains the events of matches with their exact
bytes, the stream of the ledger's own keys, and a signed checkpoint of the ledger. For each stream, it proves that the
last event is in the log of the checkpoint. The hash chain ties all earlier events to that last one. A signed seal
covers every byte of the file before it.

In a bundle for spectators or for one seat, events with secret content are withheld: the bundle has their hash, and
shows what the viewer saw instead. Names of people are included only on request, with the salts that tie them to the
seats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import cast

import msgspec
from sqlalchemy import select

from tablescribe.domain.match.signature_events import Paper
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.bulk_reading import rows_of_streams
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.codec import Recorded, decode, encode
from tablescribe.ledger.log.errors import LedgerError, NoSuchMatch
from tablescribe.ledger.log.picture_checks import picture_of
from tablescribe.ledger.log.pictures import PictureCopy, has_pictures
from tablescribe.ledger.log.pictures import commitments as picture_commitments
from tablescribe.ledger.log.schema import identities, texts
from tablescribe.ledger.log.stream_checks import check_match
from tablescribe.ledger.log.texts import StoredText, commitments, has_words
from tablescribe.ledger.matches.ledger import Ledger, Progress
from tablescribe.ledger.proofs.bundles.limits import BundledEvent, SizeBudget
from tablescribe.ledger.proofs.bundles.redaction import Viewer, as_seen, keys_as_seen
from tablescribe.ledger.proofs.bundles.tournaments import FIRST, as_public
from tablescribe.ledger.proofs.keys.keyring import STREAM
from tablescribe.ledger.proofs.tree.high_water_mark import HighWaterMark
from tablescribe.ledger.proofs.tree.log_tree import LogTree, origin_of
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint, Signer, sign
from tablescribe.ledger.proofs.witnesses.cosignature import arranged
from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import with_cosignatures

FORMAT = "tablescribe bundle"
VERSION, WITH_TOURNAMENT, WITH_TEXTS, WITH_PICTURES = 1, 2, 3, 4
"""Format versions. Version 2 adds tournaments, and is used only if there are any.

Version 3 is used if an event commits to words beside the log, with or without tournaments. It adds the words, except
withheld and erased ones.

Version 4 is used if there is a note with pictures. It adds the pictures, except withheld and erased ones.
"""

EVERYTHING = "everything"
SEAL_LINE = b'\n "seal": '
SEAL_TITLE = "tablescribe bundle 1"


class StoredEvent(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """An event: its exact `body`, or SHA-256 of the body (`digest`, hex), and `shown`, what the viewer saw instead."""

    ledger_id: str
    version: int
    type: str
    body: str
    digest: str
    shown: str
    hash: str


class Stream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The events of a match, a tournament or the ledger's keys, and a proof that the last one is in the log."""

    id: str
    events: int
    head: str
    position: int
    proof: tuple[str, ...]
    log: tuple[StoredEvent, ...]


class Earlier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An earlier checkpoint, and a consistency proof from it to the bundle's checkpoint."""

    checkpoint: str
    proof: tuple[str, ...]


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's name, tied to a seat: the seat's commitment is HMAC-SHA-256 of the name under the salt (hex)."""

    ref: str
    name: str
    salt: str


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole document. `viewer` is `everything`, `spectator` or `seat:2`; `seal` is a note over all before it.

    `texts` are words that people wrote, each after its salt; see `StoredText.line`. Versions 1 and 2 have none.
    `pictures` are those of notes; only version 4 has any.
    """

    format: str
    version: int
    ledger: str
    viewer: str
    checkpoint: str
    earlier: tuple[Earlier, ...]
    streams: tuple[Stream, ...]
    names: tuple[Name, ...]
    texts: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    pictures: tuple[PictureCopy, ...] | msgspec.UnsetType = msgspec.UNSET
    seal: str = ""


def viewer_text(viewer: Viewer) -> str:
    """Return the name of a viewer in bundles."""
    return "spectator" if viewer is None else f"seat:{viewer}"


def contents_of(bundle: Bundle) -> bytes:
    """Serialize a bundle in its canonical form."""
    return formatted(bundle) + b"\n"


def formatted(bundle: Bundle) -> bytes:
    """Return the canonical form without its last line break, which would take a copy of all of it to add."""
    return msgspec.json.format(msgspec.json.encode(bundle), indent=1)


def sealed_text(ledger_id: str, contents: bytes) -> str:
    """Return the text that a bundle's seal signs: SHA-256 of the file up to the line of the seal."""
    before = memoryview(contents)[: max(0, contents.rfind(SEAL_LINE))]  # no copy
    return f"{SEAL_TITLE}\n{origin_of(ledger_id)}\n{hashlib.sha256(before).hexdigest()}\n"


def make(
    ledger: Ledger,
    match_ids: Iterable[str],
    signer: Signer,
    *,
    mark: HighWaterMark | None = None,
    checkpoint: str | None = None,
    viewer: Viewer | None = None,
    redacted: bool = False,
    words: bool = False,
    names: bool = False,
    pictures: bool = False,
    since: Sequence[str] = (),
    progress: Progress | None = None,
    tree: LogTree | None = None,
) -> bytes:
    """Return a bundle as a file's contents.

    Args:
        ledger: the ledger of the matches.
        match_ids: ids of matches and tournaments.
        signer: the ledger's key, for the checkpoint and the seal.
        mark: the high-water mark of that key.
        checkpoint: an existing checkpoint signed by this key, such as a cosigned one; by default a new one.
        redacted: whether to withhold what the viewer may not see.
        words: whether a redacted bundle includes notes, reasons and clauses. Words of tournament plans are always
            included.
        viewer: a seat, or `None` for spectators; only if redacted.
        names: whether to include people's names, with their salts. Ignored if redacted.
        pictures: whether to include the pictures of notes that are not withheld.
        since: earlier checkpoints; the bundle proves that the log has only grown since each.
        progress: called with the number of matches done and the total.
        tree: the ledger's tree, to share computed hashes between several bundles with one checkpoint.

    Raises:
        BundleTooLarge: the bundle would exceed the limits of verifiers.
        NoSuchMatch: a match is not in the log of the checkpoint.
        LedgerDamaged: a match does not verify, or the log contradicts an earlier checkpoint.
        LedgerError: an earlier checkpoint is of another ledger.
    """
    room = SizeBudget()
    room.earlier(len(since))
    tree = tree or LogTree(ledger)
    if checkpoint is None:
        checkpoint = tree.checkpoint(signer, mark)
    stated = tree.check(checkpoint)
    checkpoint = arranged(with_cosignatures(ledger, checkpoint), tree.origin)
    ids = list(dict.fromkeys(match_ids))
    streams = []
    every = [STREAM, *ids]
    for done, (stream_id, rows) in enumerate(zip(every, rows_of_streams(ledger.log, every, stated.size), strict=True)):
        streams.append(_stream(ledger, tree, stated, stream_id, rows, viewer, redacted=redacted, words=words))
        room.stream(stream_id, (BundledEvent(one.version, one.type, one.body, one.shown) for one in streams[-1].log))
        if progress is not None:
            progress(done, len(ids))
    written = tuple(_texts(ledger, streams, plans=redacted and not words))
    version = version_of(streams)
    photos = tuple(_pictures(ledger, streams)) if pictures else ()
    room.pictures(len(one.data) for one in photos)
    bundle = Bundle(
        FORMAT, version, ledger.ledger_id, viewer_text(viewer) if redacted else EVERYTHING, checkpoint,
        tuple(_earlier(tree, stated, note) for note in since), tuple(streams),
        tuple(_names(ledger, ids)) if names and not redacted else (),
        written if version >= WITH_TEXTS else msgspec.UNSET,
        photos if version >= WITH_PICTURES else msgspec.UNSET,
    )  # fmt: skip
    unsealed = contents_of(bundle)
    contents = _sealed(unsealed, sign(sealed_text(ledger.ledger_id, unsealed), [signer]))
    room.file(contents)
    return contents


def _sealed(contents: bytes, seal: str) -> bytes:
    """Return the contents of a bundle with its seal, which is on the last line before the bracket."""
    before, line, _ = contents.rpartition(SEAL_LINE)
    return before + line + msgspec.json.encode(seal) + b"\n}\n"


def _stream(
    ledger: Ledger, tree: LogTree, stated: Checkpoint, stream_id: str, rows: list[Row], viewer: Viewer, *,
    redacted: bool, words: bool,
) -> Stream:  # fmt: skip
    if not rows:
        raise NoSuchMatch(say("the log of this checkpoint does not contain match {stream_id}", stream_id=stream_id))
    head = check_match(stream_id, rows)
    proof = tree.inclusion(rows[-1].hash, rows[-1].position - 1, stated)
    log = [_told(row) for row in rows]
    if redacted and stream_id == STREAM:
        log = _redacted(rows, keys_as_seen((cast(Paper, decode(row.type, row.body)) for row in rows), words=words))
    elif redacted and rows[0].type == FIRST:
        log = _redacted(rows, as_public(ledger.tournament(stream_id, words=False).events, words=words))
    elif redacted:
        log = _redacted(rows, as_seen(ledger.match(stream_id, words=False), viewer, words=words))
    path = tuple(step.hex() for step in proof)
    return Stream(stream_id, len(rows), head.hex(), rows[-1].position, path, tuple(log))


def _told(row: Row) -> StoredEvent:
    return StoredEvent(row.ledger_id, row.version, row.type, row.body.decode(), "", "", row.hash.hex())


def is_tournament(stream: Stream) -> bool:
    """Return whether a stream is a tournament's."""
    return stream.log[:1] != () and stream.log[0].type == FIRST


def version_of(streams: Iterable[Stream]) -> int:
    """Return the version of a bundle with these streams: the earliest that can express their content."""
    streams = list(streams)
    if any(has_pictures(one.type) for stream in streams for one in stream.log):
        return WITH_PICTURES
    if any(has_words(one.type, (one.body or one.shown).encode()) for stream in streams for one in stream.log):
        return WITH_TEXTS
    return WITH_TOURNAMENT if any(map(is_tournament, streams)) else VERSION


def _texts(ledger: Ledger, streams: Iterable[Stream], *, plans: bool) -> Iterable[str]:
    """Yield the words of events that are not withheld, without erased ones, in the order of the streams.

    With `plans`, yield only those of tournament plans, which were announced to everybody.
    """
    for stream in streams:
        events = [stored for stored in stream.log if not plans or stored.type == FIRST]
        told = {one for stored in events for one in commitments(stored.type, stored.body.encode())}
        if told:
            found = ledger.log.select(select(texts).where(texts.c.match_id == stream.id).order_by(texts.c.version))
            yield from (StoredText(*row).line for row in found if row[0] in told)


def _pictures(ledger: Ledger, streams: Iterable[Stream]) -> Iterable[PictureCopy]:
    """Yield the pictures of events that are not withheld, without erased ones, in the order of the streams."""
    for stream in streams:
        told = [one for stored in stream.log for one in picture_commitments(stored.type, stored.body.encode())]
        found = (picture_of(ledger.log, stream.id, one) for one in told)
        yield from (one.copied for one in found if one is not None and one.opens)


def _redacted(rows: list[Row], seen: Iterable[tuple[Recorded, bool]]) -> list[StoredEvent]:
    log = []
    for row, (event, secret) in zip(rows, seen, strict=False):
        told, shown = _told(row), encode(event).decode()
        if secret:
            told = msgspec.structs.replace(told, body="", digest=row.digest.hex())
        log.append(msgspec.structs.replace(told, shown=shown if shown != told.body else ""))
    return log


def _earlier(tree: LogTree, stated: Checkpoint, note: str) -> Earlier:
    old = tree.check(note)
    if not 0 < old.size <= stated.size:
        raise LedgerError(say("an earlier checkpoint must cover fewer events, but at least one"))
    return Earlier(arranged(note, tree.origin), tuple(step.hex() for step in tree.consistency(old, stated)))


def _names(ledger: Ledger, match_ids: Sequence[str]) -> Iterable[Name]:
    held = set(ledger.tournament_ids())
    people = (
        ledger.tournament(one).entrants if one in held else [seat.ref for seat in ledger.match(one).opened.seats]
        for one in match_ids
    )
    refs = list(dict.fromkeys(ref for some in people for ref in some))
    statement = select(identities.c.ref, identities.c.name, identities.c.salt).where(identities.c.ref.in_(refs))
    known = {row[0]: Name(row[0], row[1], row[2].hex()) for row in ledger.log.select(statement)}
    return [known[ref] for ref in refs if ref in known]
