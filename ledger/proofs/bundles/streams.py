"""Verification of one stream: its chain, bytes, inclusion, keys and signatures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from tablescribe.domain.games import UnknownGame, WrongOptions, revive
from tablescribe.domain.match.clock_events import CLOCKING
from tablescribe.domain.match.contributions import Contributions
from tablescribe.domain.match.events import OPENLY, AnyEvent, Closed, Disclosed, Missed, Opened, Played, Ruled, Sourced
from tablescribe.domain.match.line import NoSuchMove
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signature_events import Enrolled, Paper, Revoked, Signed, TimeStamped
from tablescribe.domain.match.signature_records import JUDGE, SignatureRecords, seat_holder
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.tournament.model.events import Announced, Entered, TournamentEvent
from tablescribe.domain.tournament.model.folding import revive as revive_tournament
from tablescribe.domain.tournament.model.plan_parsing import BadPlan
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.chain import Row, header_hash
from tablescribe.ledger.log.codec import BadEvent, Recorded, check_canonical, decode
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.log.texts import filled
from tablescribe.ledger.proofs.bundles.bulk_streams import check_together
from tablescribe.ledger.proofs.bundles.bundle import StoredEvent, Stream, is_tournament
from tablescribe.ledger.proofs.bundles.limits import ALL_SIGNS, signs_of
from tablescribe.ledger.proofs.bundles.redaction import WITHHELD
from tablescribe.ledger.proofs.bundles.schema import (
    HASH,
    check_contributions,
    check_ids,
    check_keyring,
    check_match,
    check_papers,
    check_time,
)
from tablescribe.ledger.proofs.bundles.tournaments import check_tournament, may_withhold
from tablescribe.ledger.proofs.keys.keyring import STREAM
from tablescribe.ledger.proofs.keys.signing import SignatureCheck, check_signatures, result_rows, signed_now, unsigned
from tablescribe.ledger.proofs.tree.merkle import BadProof, verify_inclusion
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint

PAPER = (Enrolled, Revoked, Signed, TimeStamped)
PAPERS = frozenset(("Enrolled", "EnrolledBy", "Revoked", "RevokedBy", "Signed", "TimeStamped"))
"""Types of events that must not be redacted, except for the reason of a revocation."""
PARTS = frozenset(("Awaited", "Committed", "Revealed", "BeaconGiven"))
"""Types of events that must not be redacted; nor must the `Opened` of a match that waits for contributions."""
DECIDE_NOTHING = frozenset(
    ("Noted", "NotedWithPictures", "Described", "Explained", "Unsealed", "Disclosed", "Revoked", "RevokedBy")
)
"""Types of events in which only words or seeds may be withheld."""

DECIDING: tuple[type, ...] = (Closed, Disclosed, Sourced, *OPENLY, *CLOCKING)
"""Events of a match that are included unchanged, or withheld because of the seed in them."""


class InvalidMatch(LedgerDamaged):
    """The proofs of a match are correct, but its events are not a valid match by the rules of its game."""


class CheckedStream(NamedTuple):
    """Result of checking a stream: see `VerifiedStream`; `signs` is its number of brackets and commas."""

    results: tuple[Row, ...]
    signatures: tuple[SignatureCheck, ...]
    unsigned: tuple[str, ...]
    signs: int
    contributions: Contributions | None = None

    @property
    def signed(self) -> list[str]:
        """The holders with a valid signature on the result that counts."""
        return signed_now(self.results, self.signatures)


@dataclass(frozen=True)
class VerifiedStream:
    """A stream of a bundle, verified.

    Attributes:
        stream: the stream in the bundle: id, head and events.
        results: the stored events that closed the match and corrected its result; of a withheld one, the shown body.
        signatures: checks of the signatures on its results.
        unsigned: holders whose signature on the current result is missing, if the match is closed.
        texts: words in the bundle, as JSON strings by commitment.
        missing: text shown in place of missing words.
    """

    stream: Stream
    results: tuple[Row, ...]
    signatures: tuple[SignatureCheck, ...]
    unsigned: tuple[str, ...]
    texts: Mapping[str, str]
    missing: str

    @property
    def closing(self) -> Row | None:
        """The stored event that closed the match, if any."""
        return self.results[0] if self.results else None

    @property
    def signed(self) -> list[str]:
        """The holders with a valid signature on the result that counts."""
        return signed_now(self.results, self.signatures)

    @property
    def id(self) -> str:
        """The id of the match or tournament, or `keyring`."""
        return self.stream.id

    @property
    def head(self) -> bytes:
        """The hash of the last event."""
        return bytes.fromhex(self.stream.head)

    @property
    def withheld(self) -> tuple[int, ...]:
        """The versions of withheld events."""
        return tuple(stored.version for stored in self.stream.log if stored.digest)

    @property
    def unproved(self) -> tuple[int, ...]:
        """The versions of withheld events that decide something; what is shown of them is an unproved claim."""
        return tuple(one.version for one in self.stream.log if one.digest and one.type not in DECIDE_NOTHING)

    @cached_property
    def events(self) -> tuple[AnyEvent, ...]:
        """The events of a match, as shown where redacted."""
        return tuple(cast(AnyEvent, one) for one in self._shown())

    def _shown(self) -> Iterator[Recorded]:
        return (self._read(stored.type, stored.shown or stored.body) for stored in self.stream.log)

    def _read(self, kind: str, body: str) -> Recorded:
        return decode(kind, filled(kind, body.encode(), self.texts, self.missing))

    @property
    def opened(self) -> Opened:
        """The first event of a match, as shown if it is withheld."""
        first = self.stream.log[0]
        return cast(Opened, self._read(first.type, first.body or first.shown))

    @cached_property
    def papers(self) -> SignatureRecords:
        """The keys and signatures of the match."""
        papers = (stored for stored in self.stream.log if stored.type in PAPERS)
        told = (self._read(stored.type, stored.body or stored.shown) for stored in papers)
        return papers_of(cast(Paper, one) for one in told)

    def knows(self, holder: str) -> bool:
        """Return whether a holder may sign in this match: one of its seats, or the judge."""
        seats = range(1, len(self.opened.seats) + 1)
        return holder == JUDGE or holder in map(seat_holder, seats)

    def match(self) -> Match:
        """Rebuild the match from its events."""
        found = revive(self.events)
        assert found is not None
        return found

    @property
    def is_tournament(self) -> bool:
        """Whether this is the stream of a tournament."""
        return is_tournament(self.stream)

    @property
    def entrants(self) -> Iterator[tuple[str, str]]:
        """The references of a tournament's entrants, and the commitments to their names."""
        for event in self._shown():
            if isinstance(event, Entered):
                yield event.entrant, event.commitment

    def tournament(self) -> Tournament:
        """Rebuild the tournament from its events."""
        return revive_tournament(cast(TournamentEvent, one) for one in self._shown())


def check_stream(
    stream: Stream, stated: Checkpoint, ledgers: frozenset[str], *, whole: bool, play: bool
) -> CheckedStream:
    """Check a stream: hash chain, bytes, inclusion of its last event, and the order of its events.

    Args:
        stream: the stream.
        stated: the checkpoint of the log that must include it.
        ledgers: the ledger's own keys.
        whole: whether redacted events are an error.
        play: whether to rebuild the state from the events as well.

    Raises:
        LedgerDamaged: the first fault.
    """
    keys = stream.id == STREAM
    with broken(say("the ledger's keys") if keys else say("match {match}", match=stream.id)):
        rows, events, shown, signs = _chain(stream, whole=whole)
        if (len(rows), rows[-1].hash.hex()) != (stream.events, stream.head):
            raise LedgerDamaged(say("its end is missing or was changed"))
        proof = hashes(stream.proof)
        verify_inclusion(rows[-1].hash, stream.position - 1, stated.size, proof, stated.root)
        if keys:
            check_keyring(cast(list[AnyEvent], events))
            return CheckedStream((), (), (), signs)
        if isinstance(events[0], Announced):
            check_tournament(events)
            _check_withheld(stream, events)
            if play:
                revive_tournament(cast(list[TournamentEvent], shown))
            return CheckedStream((), (), (), signs)
        of_match = cast(list[AnyEvent], events)
        check_match(of_match)
        _check_told(stream)
        _check_result(stream, of_match)
        parts = check_contributions(of_match)
        opened, told = cast(Opened, events[0]), [event for event in events if isinstance(event, PAPER)]
        check_papers(opened, told, ledgers, [row.ledger_id for row in rows if row.type in PAPERS])
        papers, results = papers_of(told), result_rows(rows)
        checks = check_signatures(opened, papers, results) if results else []
        missing = unsigned(opened, papers, checks, results) if results else []
        if play:
            _play(cast(list[AnyEvent], shown))
        return CheckedStream(results, tuple(checks), tuple(missing), signs, parts)


def _check_told(stream: Stream) -> None:
    """Check that contributions to the shared seed, and the opening that they are bound to, are not redacted."""
    waits = len(stream.log) > 1 and stream.log[1].type == "Awaited"
    for stored in stream.log:
        if (stored.type in PARTS or (waits and stored.version == 1)) and (stored.digest or stored.shown):
            raise LedgerDamaged(say("event {number} is withheld or altered", number=stored.version))


def _check_withheld(stream: Stream, events: list[Recorded]) -> None:
    """Check that no included event of a tournament is shown differently, and that only words and seeds are withheld."""
    form = cast(Announced, events[0]).format
    for stored, event in zip(stream.log, events, strict=True):
        if (stored.shown and stored.body) or (stored.digest and not may_withhold(event, form)):
            raise LedgerDamaged(
                say("event {number} affects the decision, but is withheld or altered", number=stored.version)
            )


def _check_result(stream: Stream, events: list[AnyEvent]) -> None:
    """Check that deciding events of a match are included; a result may be withheld only with the seed in its event."""
    for stored, event in zip(stream.log, events, strict=True):
        seed = type(event) is Closed and cast(Opened, events[0]).chance == "sealed"
        seed = seed or (isinstance(event, Disclosed) and not event.seed)
        if isinstance(event, DECIDING) and (stored.shown if stored.body else not seed):
            raise LedgerDamaged(
                say("event {number} affects the decision, but is withheld or altered", number=stored.version)
            )


def _play(events: list[AnyEvent]) -> None:
    try:
        revive(events)
    except (Impossible, NoSuchMove, WrongOptions, ValueError) as error:
        raise InvalidMatch(
            say("its proofs are correct, but its events are not a valid match: {why}", why=str(error))
        ) from error


def papers_of(events: Iterable[AnyEvent]) -> SignatureRecords:
    """Fold events of keys and signatures into records."""
    papers = SignatureRecords()
    for event in events:
        papers.apply(cast(Paper, event))
    return papers


def hashes(texts: tuple[str, ...]) -> list[bytes]:
    """Decode the hashes of a proof.

    Raises:
        LedgerDamaged: one is not 64 lower-case hexadecimal digits.
    """
    if not all(map(HASH.fullmatch, texts)):
        raise LedgerDamaged(say("its proof is not in canonical form"))
    return [bytes.fromhex(step) for step in texts]


def _chain(stream: Stream, *, whole: bool) -> tuple[list[Row], list[Recorded], list[Recorded], int]:
    """Check the hash chain; return rows, events (as shown if withheld), events as shown, and `signs`."""
    rows: list[Row] = []
    told: list[Recorded] = []
    shown: list[Recorded] = []
    previous, signs = b"", 0
    check_ids([stream.id])
    check_ids({stored.ledger_id for stored in stream.log})
    sound = check_together(stream)
    if sound is not None and sound.signs <= ALL_SIGNS:
        return sound.rows, sound.events, sound.events, sound.signs
    for number, stored in enumerate(stream.log, start=1):
        with broken(say("event {number}", number=number)):
            found = _hash(stream, stored, number, previous, whole=whole)
            said, count = _said(stored, stream.id)
        rows.append(
            Row(
                0,
                stored.ledger_id,
                stream.id,
                number,
                stored.type,
                (stored.body or stored.shown).encode(),
                previous,
                found,
            )
        )
        told.append(said[0])
        shown.append(said[-1])
        previous, signs = found, signs + count
        if signs > ALL_SIGNS:
            raise LedgerDamaged(say("it is over the limit for bundles: {n} brackets and commas", n=signs))
    if not rows:
        raise LedgerDamaged(say("it has no events"))
    return rows, told, shown, signs


def _hash(stream: Stream, stored: StoredEvent, number: int, previous: bytes, *, whole: bool) -> bytes:
    if (stored.digest and stored.body) or (whole and (stored.digest or stored.shown)):
        raise LedgerDamaged(say("it is withheld but included, or nothing should be withheld here"))
    if not stored.body and not stored.shown:
        raise LedgerDamaged(say("it is neither included nor shown"))
    if (stored.digest and not HASH.fullmatch(stored.digest)) or not (stored.digest or stored.body):
        raise LedgerDamaged(say("it differs from what was recorded. The events before it are sound"))
    digest = bytes.fromhex(stored.digest) if stored.digest else hashlib.sha256(stored.body.encode()).digest()
    found = header_hash(stored.ledger_id, stream.id, stored.version, stored.type, previous, digest)
    if stored.version != number or found.hex() != stored.hash:
        raise LedgerDamaged(say("it differs from what was recorded. The events before it are sound"))
    return found


def _said(stored: StoredEvent, match_id: str) -> tuple[list[Recorded], int]:
    """Decode the one or two bodies of an event, the original first and the shown one last; also return `signs`."""
    bodies = [text.encode() for text in (stored.body, stored.shown) if text]
    signs = sum(map(signs_of, bodies))
    said = [check_canonical(stored.type, body) for body in bodies]
    first, event = said[0], said[-1]
    if any((one.originator_id, one.originator_version) != (match_id, stored.version) for one in said):
        raise LedgerDamaged(say("its bytes name another match or version"))
    check_time(first)
    alike = ("at", "recorder", "device", "salt", *(("number",) if isinstance(first, Played | Ruled | Missed) else ()))
    if any(getattr(first, name) != getattr(event, name) for name in alike):
        raise LedgerDamaged(say("it is shown with a different time or origin from the included event"))
    reason_only = isinstance(event, Revoked) and bool(stored.digest) and event.reason == WITHHELD
    if (stored.digest or stored.shown) and isinstance(event, PAPER) and not reason_only:
        raise LedgerDamaged(say("it is withheld or altered, but keys and signatures must always be included"))
    if stored.digest and event.salt:
        raise LedgerDamaged(say("it is withheld, but the salt that keeps it secret is included"))
    return said, signs


@contextmanager
def broken(what: Text) -> Iterator[None]:
    """Raise every fault as `LedgerDamaged` of `what`, or as `BadFile` for an unknown game."""
    try:
        yield
    except UnknownGame as error:
        raise BadFile(say("{what}: {why}. A newer Tablescribe may read it", what=what, why=str(error))) from error
    except (BadProof, BadNote, BadEvent, BadPlan, Impossible, NoSuchMove, WrongOptions, ValueError) as error:
        raise LedgerDamaged(say("{what}: {why}", what=what, why=str(error))) from error
    except LedgerDamaged as error:
        raise type(error)(say("{what}: {why}", what=what, why=error.text)) from error
