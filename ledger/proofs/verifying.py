"""Verifying a bundle: completely, from the file and a public key, without any database."""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TypeAlias, cast

import msgspec

from domain.events import AnyEvent, Closed, Enrolled, Event, Opened, Paper, Revoked
from domain.games import UnknownGame, WrongOptions, revive
from domain.line import NoSuchMove
from domain.match import Match
from domain.papers import LEDGER, Papers
from domain.table import Impossible
from domain.text import Text, Thing, say
from ledger.log.chain import Row, header_hash
from ledger.log.codec import BadEvent, check_canonical, decode
from ledger.log.errors import BadFile, LedgerDamaged
from ledger.proofs.bundle import EVERYTHING, FORMAT, VERSION, Bundle, Stream, contents_of, sealed_text
from ledger.proofs.keyring import STREAM
from ledger.proofs.merkle import BadProof, verify_consistency, verify_inclusion
from ledger.proofs.note import BadNote, Checkpoint, VerifierKey, open_note, signed_by
from ledger.proofs.signing import Check, check_signatures, unsigned
from ledger.proofs.tree import origin_of

LARGEST = 256 * 1024 * 1024
"""Bundles above this many bytes are refused unread."""

Checked: TypeAlias = tuple[Row | None, tuple[Check, ...], tuple[str, ...]]
_pack = msgspec.json.Encoder()
_unpack = msgspec.json.Decoder(Stream)
_VIEWER = re.compile(r"everything|spectator|seat:[1-9][0-9]*")
_PACKED = {b"\x1f\x8b": "gzip", b"PK": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"(\xb5/\xfd": "zstd"}


@dataclass(frozen=True)
class VerifiedStream:
    """A stream of a bundle, verified.

    Attributes:
        stream: as it stands in the bundle: the match's id, its head, its events.
        closing: the stored event that closed the match, if it is closed; its body is the shown one if withheld.
        signatures: checks of the signatures under its result.
        unsigned: holders whose signature is missing, if it is closed.
    """

    stream: Stream
    closing: Row | None
    signatures: tuple[Check, ...]
    unsigned: tuple[str, ...]

    @property
    def id(self) -> str:
        """The match's id, or `keyring`."""
        return self.stream.id

    @property
    def head(self) -> bytes:
        """The hash of the last event."""
        return bytes.fromhex(self.stream.head)

    @property
    def withheld(self) -> tuple[int, ...]:
        """The versions of events that are only shown."""
        return tuple(stored.version for stored in self.stream.log if stored.digest)

    @cached_property
    def events(self) -> tuple[AnyEvent, ...]:
        """The events, as they are or as they are shown."""
        return tuple(decode(stored.type, (stored.shown or stored.body).encode()) for stored in self.stream.log)

    @property
    def opened(self) -> Opened:
        """The first event of a match."""
        first = self.stream.log[0]
        return cast(Opened, decode(first.type, (first.shown or first.body).encode()))

    def match(self) -> Match:
        """Return the match that its events tell."""
        found = revive(self.events)
        assert found is not None
        return found


@dataclass(frozen=True)
class Verified:
    """What a bundle proves.

    Attributes:
        ledger: the ledger's id.
        viewer: `everything`, or for whom it was made.
        checkpoint: the log that the proofs lead to.
        key: the key that signed the checkpoint.
        vouched: whether the verifier brought that key; otherwise the file vouches for itself.
        matches: the matches.
        names: names by the references of seats.
        earlier: the sizes of earlier logs with which this one was proved to begin.
        faults: what is wrong without breaking any proof, such as a wrong signature of a player.
    """

    ledger: str
    viewer: str
    checkpoint: Checkpoint
    key: VerifierKey
    vouched: bool
    matches: tuple[VerifiedStream, ...]
    names: dict[str, str]
    earlier: tuple[int, ...]
    faults: tuple[Text, ...]


def verify_bundle(
    contents: bytes, keys: Sequence[VerifierKey] = (), *, since: Sequence[str] = (), processes: int = 1
) -> Verified:
    """Verify a bundle completely.

    Args:
        contents: the file's bytes.
        keys: keys of ledgers that the verifier trusts; without any, the file\'s own word is taken, and said to be.
        since: earlier checkpoints that the verifier kept; the bundle must prove that its log begins with each.
        processes: how many processes share the work.

    Raises:
        BadFile: it is no bundle, or newer, cut off, packed, too large, or not signed by a given key.
        LedgerDamaged: the first fault of its contents.
    """
    bundle = parse(contents)
    with _broken(say("the bundle")):
        key, vouched = _key(bundle, keys)
        stated = Checkpoint.parse(_open_one(bundle.checkpoint, [key]))
        if key.name != origin_of(bundle.ledger):
            raise LedgerDamaged(
                say(
                    "it is signed with the key of {name}, which does not speak for {ledger}",
                    name=key.name,
                    ledger=bundle.ledger,
                )
            )
        if stated.origin != origin_of(bundle.ledger):
            raise LedgerDamaged(
                say(
                    "its checkpoint is about {origin}, not about ledger {ledger}",
                    origin=stated.origin,
                    ledger=bundle.ledger,
                )
            )
        if _open_one(bundle.seal, [key]) != sealed_text(bundle.ledger, contents):
            raise LedgerDamaged(say("it is not what was sealed: it was changed after it was written"))
        if not _VIEWER.fullmatch(bundle.viewer):
            raise LedgerDamaged(say("nobody is called {viewer}", viewer=repr(bundle.viewer)))
    streams = _check_streams(bundle, stated, processes)
    keyring, matches = streams[0], streams[1:]
    faults = list(_of_keyring(keyring, key))
    for match in matches:
        faults += [_of_signature(match.id, one.holder, one.fault) for one in match.signatures if one.fault is not None]
    names = _names(bundle, matches)
    with _broken(say("the ledger's keys")):
        known = [key, *_own_keys(bundle.ledger, keyring.stream)]
    earlier = _earlier(bundle, stated, known, since)
    return Verified(bundle.ledger, bundle.viewer, stated, key, vouched, tuple(matches), names, earlier, tuple(faults))


def parse(contents: bytes) -> Bundle:
    """Return the bundle that a file\'s bytes are.

    Raises:
        BadFile: it is none, or newer, cut off, packed or too large; or it does not read as it was written.
    """
    if len(contents) > LARGEST:
        raise BadFile(say("it is larger than {n} MiB: that is no bundle", n=LARGEST // 2**20))
    packer = next((name for magic, name in _PACKED.items() if contents.startswith(magic)), None)
    if packer is not None:
        raise BadFile(say("it is packed with {packer}: unpack it first, if you know where it is from", packer=packer))
    try:
        head = msgspec.json.decode(contents, type=_Head)
        if head.format != FORMAT:
            raise BadFile(say("it is no bundle: its format is {format}", format=repr(head.format[:60])))
        if head.version > VERSION:
            raise BadFile(
                say(
                    "it is of version {version}, newer than we know ({known}): update Tablescribe",
                    version=head.version,
                    known=VERSION,
                )
            )
        bundle = msgspec.json.decode(contents, type=Bundle)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(say("it is no bundle, or it is cut off: {why}", why=str(error))) from error
    if bundle.version != VERSION:
        raise BadFile(say("there is no version {version} of bundles", version=bundle.version))
    try:
        as_written = contents_of(bundle)
    except UnicodeEncodeError as error:
        raise BadFile(say("it holds a text that is none")) from error
    if as_written != contents:
        raise BadFile(say("it was changed after it was written: it does not read as it was written"))
    return bundle


class _Head(msgspec.Struct):
    """What is read first, of any version."""

    format: str
    version: int


def _key(bundle: Bundle, keys: Sequence[VerifierKey]) -> tuple[VerifierKey, bool]:
    """Return the key that signed the checkpoint: one of those given, or else the one that the file itself names."""
    if keys:
        return signed_by(bundle.checkpoint, keys)[0], True
    keyring = next((stream for stream in bundle.streams if stream.id == STREAM), None)
    if keyring is None:
        raise LedgerDamaged(say("it does not tell the ledger's keys"))
    return signed_by(bundle.checkpoint, _own_keys(bundle.ledger, keyring))[0], False


def _open_one(note: str, keys: Sequence[VerifierKey]) -> str:
    """Open a note of three lines with one signature: no seal covers what strangers could add behind its own."""
    if note.count("\n") != 5:
        raise LedgerDamaged(say("a signed note in a bundle has three lines, an empty one, and one signature"))
    return open_note(note, keys)


def _own_keys(ledger_id: str, keyring: Stream) -> list[VerifierKey]:
    """Return every key that the ledger ever had."""
    papers = Papers()
    for stored in keyring.log:
        papers.apply(cast(Paper, check_canonical(stored.type, stored.body.encode())))
    return [VerifierKey(origin_of(ledger_id), _public(text)) for text in papers.enrolled]


def _public(text: str) -> bytes:
    from base64 import b64decode

    return b64decode(text, validate=True)


def _check_streams(bundle: Bundle, stated: Checkpoint, processes: int) -> list[VerifiedStream]:
    ids = [stream.id for stream in bundle.streams]
    if ids[:1] != [STREAM] or len(set(ids)) != len(ids):
        raise LedgerDamaged(say("its streams are not the ledger's keys and then each match once"))
    whole = bundle.viewer == EVERYTHING
    if processes == 1 or len(ids) < 3:
        results = [_check_stream(stream, stated, whole=whole) for stream in bundle.streams]
    else:
        with ProcessPoolExecutor(processes) as pool:
            packed = map(_pack.encode, bundle.streams)  # msgspec packs a stream ten times as fast as pickle
            chunk = max(1, len(ids) // (processes * 4))
            results = list(pool.map(partial(_check_packed, stated=stated, whole=whole), packed, chunksize=chunk))
    return [VerifiedStream(stream, *result) for stream, result in zip(bundle.streams, results, strict=True)]


def _check_packed(packed: bytes, stated: Checkpoint, *, whole: bool) -> Checked:
    return _check_stream(_unpack.decode(packed), stated, whole=whole)


def _check_stream(stream: Stream, stated: Checkpoint, *, whole: bool) -> Checked:
    """Check a stream: chain, bytes, inclusion of its last event, and that its events make sense together.

    Returns:
        The closing event, the checks of signatures, and the holders whose signature is missing.

    Raises:
        LedgerDamaged: the first fault.
    """
    with _broken(say("match {match}", match=stream.id) if stream.id != STREAM else say("the ledger's keys")):
        rows, events = _chain(stream, whole=whole)
        if (len(rows), rows[-1].hash.hex()) != (stream.events, stream.head):
            raise LedgerDamaged(say("its end is missing, or was changed"))
        proof = [bytes.fromhex(step) for step in stream.proof]
        if [step.hex() for step in proof] != list(stream.proof):
            raise LedgerDamaged(say("its proof is not in canonical form"))
        verify_inclusion(rows[-1].hash, stream.position - 1, stated.size, proof, stated.root)
        closing = next((row for row in rows if row.type == "Closed"), None)
        if stream.id == STREAM:
            if not all(isinstance(event, Enrolled | Revoked) for event in events):
                raise LedgerDamaged(say("they hold what is no key"))
            return None, (), ()
        if sum(row.type == "Closed" for row in rows) > 1:
            raise LedgerDamaged(say("it was closed twice"))
        match = revive(events)
        assert match is not None
        checks = check_signatures(match, closing) if closing is not None else []
        missing = unsigned(match, checks) if closing is not None else []
        return closing, tuple(checks), tuple(missing)


def _chain(stream: Stream, *, whole: bool) -> tuple[list[Row], list[AnyEvent]]:
    rows: list[Row] = []
    events: list[AnyEvent] = []
    previous = b""
    for number, stored in enumerate(stream.log, start=1):
        where = say("event {number}", number=number)
        if (stored.digest and stored.body) or (whole and (stored.digest or stored.shown)):
            raise LedgerDamaged(say("{where} is withheld, but told, or nothing should be withheld here", where=where))
        digest = bytes.fromhex(stored.digest) if stored.digest else hashlib.sha256(stored.body.encode()).digest()
        found = header_hash(stored.ledger_id, stream.id, stored.version, stored.type, previous, digest)
        if stored.version != number or found.hex() != stored.hash or (stored.digest and digest.hex() != stored.digest):
            raise LedgerDamaged(say("{where} is not what was recorded; events before it are sound", where=where))
        if not stored.body and not stored.shown:
            raise LedgerDamaged(say("{where} is neither told nor shown", where=where))
        said = [check_canonical(stored.type, body.encode()) for body in (stored.body, stored.shown) if body]
        event = said[-1]
        if any((one.originator_id, one.originator_version) != (stream.id, number) for one in said):
            raise LedgerDamaged(say("the bytes of {where} tell another match or version", where=where))
        if any((one.at, one.recorder, one.device) != (event.at, event.recorder, event.device) for one in said):
            raise LedgerDamaged(
                say("{where} is shown with another time or from elsewhere than it is told", where=where)
            )
        if (stored.digest or stored.shown) and isinstance(event, Paper):
            raise LedgerDamaged(
                say("{where} is withheld, or shown otherwise: keys and signatures are always told", where=where)
            )
        if stored.digest and event.salt:
            raise LedgerDamaged(say("{where} is withheld, but the salt that keeps it secret is told", where=where))
        seen = (stored.shown or stored.body).encode()
        rows.append(Row(0, stored.ledger_id, stream.id, number, stored.type, seen, previous, found))
        events.append(event)
        previous = found
    if not rows:
        raise LedgerDamaged(say("it has no events"))
    return rows, events


@contextmanager
def _broken(what: Text) -> Iterator[None]:
    """Tell whatever is wrong as damage of that thing."""
    try:
        yield
    except UnknownGame as error:
        raise BadFile(say("{what}: {why}; a newer Tablescribe may know it", what=what, why=str(error))) from error
    except (BadProof, BadNote, BadEvent, Impossible, NoSuchMove, WrongOptions, ValueError) as error:
        raise LedgerDamaged(say("{what}: {why}", what=what, why=str(error))) from error
    except LedgerDamaged as error:
        raise LedgerDamaged(say("{what}: {why}", what=what, why=error.text)) from error


def _of_signature(match: str, holder: str, fault: Text) -> Text:
    who = Thing(holder)
    return say("match {match}: the signature of {holder} is not right: {fault}", match=match, holder=who, fault=fault)


def _of_keyring(keyring: VerifiedStream, key: VerifierKey) -> Iterator[Text]:
    papers = Papers()
    for event in keyring.events:
        papers.apply(cast(Paper, event))
    text = b64encode(key.public).decode()
    if text not in papers.enrolled or papers.enrolled[text].holder != LEDGER:
        yield say("the key that signed the checkpoint was never enrolled as this ledger's")
    elif text in papers.revoked:
        yield say("the key that signed the checkpoint was revoked: {reason}", reason=papers.revoked[text].reason)


def _names(bundle: Bundle, matches: Sequence[VerifiedStream]) -> dict[str, str]:
    if not bundle.names:
        return {}
    seats = {seat.ref: seat.commitment for match in matches for seat in match.opened.seats}
    for name in bundle.names:
        with _broken(say("the name of {ref}", ref=name.ref)):
            committed = hmac.new(bytes.fromhex(name.salt), name.name.encode(), hashlib.sha256).hexdigest()
            if seats.get(name.ref) != committed or bytes.fromhex(name.salt).hex() != name.salt:
                raise LedgerDamaged(say("it is not the one that the match was opened with"))
    if len({name.ref for name in bundle.names}) != len(bundle.names):
        raise LedgerDamaged(say("the bundle: a name is told twice"))
    return {name.ref: name.name for name in bundle.names}


def _earlier(bundle: Bundle, stated: Checkpoint, keys: Sequence[VerifierKey], since: Sequence[str]) -> tuple[int, ...]:
    """Check earlier checkpoints, which were signed with the key of their time; return the sizes of their logs."""
    sizes = {}
    for earlier in bundle.earlier:
        with _broken(say("an earlier checkpoint")):
            old = Checkpoint.parse(_open_one(earlier.checkpoint, keys))
            if old.origin != stated.origin:
                raise LedgerDamaged(say("it is one of another ledger"))
            proof = [bytes.fromhex(step) for step in earlier.proof]
            if [step.hex() for step in proof] != list(earlier.proof):
                raise LedgerDamaged(say("its proof is not in canonical form"))
            verify_consistency(old.size, stated.size, proof, old.root, stated.root)
            sizes[earlier.checkpoint] = old.size
    for note in since:
        if note not in sizes and note != bundle.checkpoint:
            raise BadFile(
                say("it does not prove that its log begins with the earlier checkpoint: ask for it with --since")
            )
    return tuple(sizes.values())


def is_closed(stream: VerifiedStream) -> bool:
    """Return whether a verified match is closed."""
    return any(isinstance(event, Closed) for event in cast(tuple[Event, ...], stream.events))
