"""Verification of a ledger: all checks, and a report of what they cannot prove."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from sqlalchemy import select

from tablescribe.domain.match.signature_events import Enrolled, Paper, Revoked
from tablescribe.domain.match.signature_records import LEDGER, SignatureRecords
from tablescribe.domain.words.text import Text, plural, say, some_of
from tablescribe.ledger.log.codec import BadEvent, Recorded, decode
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.schema import checkpoints, imports
from tablescribe.ledger.log.side_table_checks import SideTableReport, check_side_tables
from tablescribe.ledger.log.stream_checks import StreamCheck
from tablescribe.ledger.matches.ledger import Ledger, Progress
from tablescribe.ledger.proofs.keys.keyring import STREAM
from tablescribe.ledger.proofs.tree.high_water_mark import text_of
from tablescribe.ledger.proofs.tree.log_tree import LogTree, origin_of
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, VerifierKey, signatures_of, signed_by
from tablescribe.ledger.proofs.tree.verified_record import VerifiedRecord
from tablescribe.ledger.proofs.verification.incremental import IncrementalVerification
from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import with_cosignatures
from tablescribe.ledger.proofs.witnesses.policy import Policy, Witnessed


@dataclass(frozen=True)
class SoundLedger:
    """Result of verifying a sound ledger.

    Attributes:
        heads: head hash of each match.
        tournaments: head hash of each tournament.
        events: number of events, including those of the ledger's keys.
        checkpoints: number of stored checkpoints, checked by root and signature.
        vouched: number of events covered by the largest of them.
        since: sizes of the checkpoints supplied by the caller, each a prefix of this log.
        cosignatures: number of stored cosignatures; only a policy decides which ones count.
        witnessed: result of the policy for the largest checkpoint cosigned by its quorum; `None` without a policy.
        beside: report on the side tables: names and seeds.
        clocks: places where a clock ran backwards within a match.
        doubts: faults that break no proof.
        unknown: sentences on what the ledger alone cannot prove.
        unread: number of events verified before and not read again.
    """

    heads: dict[str, bytes]
    tournaments: dict[str, bytes]
    events: int
    checkpoints: int
    vouched: int
    since: tuple[int, ...]
    cosignatures: int
    witnessed: Witnessed | None
    beside: SideTableReport
    clocks: tuple[Text, ...]
    doubts: tuple[Text, ...]
    unknown: tuple[Text, ...]
    unread: int


def verify_ledger(
    ledger: Ledger,
    *,
    since: Sequence[str] = (),
    keys: Sequence[VerifierKey] = (),
    policy: Policy | None = None,
    now: int = 0,
    progress: Progress | None = None,
    processes: int | None = None,
    memory: VerifiedRecord | None = None,
    again: bool = False,
) -> SoundLedger:
    """Verify a ledger completely: events, hash chains, the tree against every checkpoint, names, seeds, commands.

    Args:
        ledger: the ledger.
        since: checkpoints kept elsewhere; the log must extend each.
        keys: keys that must have signed those; by default any key that the ledger ever had.
        policy: the witnesses that must have cosigned a checkpoint, stored or in `since`.
        now: seconds since 1970; the policy ignores later cosignatures, and the record in `memory` has this time.
        progress: called with the number of events done and the total.
        processes: number of processes; by default one for each core if there are many events.
        memory: record of earlier verifications, whose events are not read again; updated at the end.
        again: whether to read all events again despite the record.

    Raises:
        LedgerDamaged: the first fault.
        BadNote: a checkpoint in `since` is invalid, or not signed by one of the keys.
        LedgerError: a checkpoint in `since` is of another ledger.
    """
    clocks: list[Text] = []
    reading = IncrementalVerification(ledger, memory, again=again)
    heads = reading.heads(progress, StreamCheck(_backwards, clocks), processes)
    own, revoked = own_keys(ledger)
    stored = list(_stored(ledger, own))
    kept = [_kept(ledger, note, keys or own) for note in since]
    size = reading.roots([stated for stated, _, _ in stored], kept)
    beside = check_side_tables(ledger.log)  # after the log, as a missing end is the more important fault
    doubts = [
        *reading.doubts(),
        *(
            plural(
                stated.size,
                "the checkpoint over 1 event was signed with a key that was revoked",
                "the checkpoint over {n} events was signed with a key that was revoked",
            )
            for stated, key, _ in stored
            if key in revoked
        ),
    ]
    witnessed = policy.best([*(note for _, _, note in stored), *since], now) if policy is not None else None
    if policy is not None and (witnessed is None or not witnessed.reached):
        doubts.append(say("no checkpoint was cosigned by the quorum of witnesses that the policy requires"))
    vouched = max((stated.size for stated, _, _ in stored), default=0)
    sizes = tuple(stated.size for stated in kept)
    others = (*sizes, witnessed.stated.size) if witnessed is not None and witnessed.reached else sizes
    reading.keep(now, len(clocks))
    unknown = (
        *reading.unknown(),
        *_unknown(size, vouched, others, beside),
        *_unwitnessed(size, witnessed),
        *_imported(ledger),
    )
    held = set(ledger.tournament_ids())
    matches = {one: head for one, head in heads.items() if one != STREAM and one not in held}
    tournaments = {one: head for one, head in heads.items() if one in held}
    lines = sum(len(signatures_of(note)) - 1 for _, _, note in stored)
    return SoundLedger(
        matches, tournaments, size, len(stored), vouched, sizes, lines, witnessed, beside, tuple(clocks),
        tuple(doubts), unknown, reading.unread,
    )  # fmt: skip


def _backwards(events: Sequence[Recorded]) -> Iterator[Text]:
    for before, event in pairwise(events):
        if event.at < before.at:
            yield say(
                "match {match}, event {version}: its time is earlier than that of the previous event: a "
                "clock ran backwards",
                match=event.originator_id, version=event.originator_version,
            )  # fmt: skip


def own_keys(ledger: Ledger) -> tuple[list[VerifierKey], set[VerifierKey]]:
    """Return all keys of the ledger, and the set of revoked ones.

    Raises:
        LedgerDamaged: the ledger's key ring holds an event that does not belong there.
    """
    papers, origin = SignatureRecords(), origin_of(ledger.ledger_id)
    try:
        for row in ledger.log.rows(STREAM):
            paper = decode(row.type, row.body)
            ours = isinstance(paper, Revoked) or (isinstance(paper, Enrolled) and paper.holder == LEDGER)
            if not ours or row.ledger_id != ledger.ledger_id:
                raise BadEvent(f"event {row.version}")
            papers.apply(cast(Paper, paper))
        found = {text: VerifierKey(origin, b64decode(text, validate=True)) for text in papers.enrolled}
    except (BadEvent, BadNote, ValueError) as error:
        why = say("the ledger's own keys: this ledger could not have recorded {why}", why=str(error))
        raise LedgerDamaged(why) from error
    return list(found.values()), {found[text] for text in papers.revoked if text in found}


def _stored(ledger: Ledger, own: Sequence[VerifierKey]) -> Iterator[tuple[Checkpoint, VerifierKey, str]]:
    """Yield each stored checkpoint, the ledger's key that signed it, and its note with stored cosignatures."""
    for size, note in ledger.log.select(select(checkpoints.c.size, checkpoints.c.note).order_by(checkpoints.c.size)):
        try:
            note = with_cosignatures(ledger, note)
            key, *_ = signed_by(note, own)
            stated = Checkpoint.parse(text_of(note))
        except (BadNote, AttributeError, TypeError) as error:
            why = plural(
                size,
                "the stored checkpoint over 1 event is not signed by this ledger: {why}",
                "the stored checkpoint over {n} events is not signed by this ledger: {why}",
                why=str(error),
            )
            raise LedgerDamaged(why) from error
        if (stated.origin, stated.size) != (origin_of(ledger.ledger_id), size):
            why = plural(
                size,
                "the stored checkpoint over 1 event belongs to another log",
                "the stored checkpoint over {n} events belongs to another log",
            )
            raise LedgerDamaged(why)
        yield stated, key, note


def _kept(ledger: Ledger, note: str, keys: Sequence[VerifierKey]) -> Checkpoint:
    stated = Checkpoint.parse(text_of(note))
    LogTree(ledger).refuse_foreign(stated)
    signed_by(note, keys)
    return stated


def _unwitnessed(size: int, witnessed: Witnessed | None) -> Iterator[Text]:
    if witnessed is not None and witnessed.reached and size > witnessed.stated.size:
        yield plural(
            size - witnessed.stated.size,
            "the last event is not covered by a checkpoint that the quorum cosigned",
            "the last {n} events are not covered by a checkpoint that the quorum cosigned",
        )


def _imported(ledger: Ledger) -> Iterator[Text]:
    """Yield a sentence for the matches imported from files without a trusted key, by the kind of file."""
    statement = select(imports.c.match_id, imports.c.worth).where(imports.c.worth != "vouched").distinct()
    came: dict[bool, list[str]] = {True: [], False: []}
    for match_id, worth in ledger.log.select(statement):
        came[worth == "export"].append(match_id)
    exported, bundled = map(sorted, (came[True], came[False]))
    if exported:
        yield plural(
            len(exported),
            "who wrote match {matches}, and when: all or part of it was imported from an export",
            "who wrote {n} matches, and when: all or part of them was imported from exports ({matches})",
            matches=some_of(exported),
        )
    if bundled:
        yield plural(
            len(bundled),
            "whose key signed match {matches}: it was imported from a bundle with an unconfirmed key",
            "whose keys signed {n} matches: they were imported from bundles with unconfirmed keys ({matches})",
            matches=some_of(bundled),
        )


def _unknown(size: int, vouched: int, since: Sequence[int], beside: SideTableReport) -> Iterator[Text]:
    """Yield sentences on what the ledger alone cannot prove."""
    covered = max(since, default=0)
    if not since and not vouched:
        yield say(
            "no checkpoint was ever signed, so anyone with write access to the database could have "
            "rewritten the whole log. Sign one with `tablescribe checkpoint` and keep its output "
            "elsewhere"
        )
    elif not since:
        yield say(
            "the checkpoints are stored in the ledger itself. Anyone with write access and its key "
            "could have rewritten all of it. Compare with a checkpoint kept elsewhere: --since"
        )
    newest = max(vouched, covered)
    if newest and size > newest:
        yield plural(
            size - newest,
            "the last event is not yet covered by a checkpoint",
            "the last {n} events are not yet covered by a checkpoint",
        )
    if beside.nameless:
        yield plural(
            beside.nameless,
            "1 seat has no name here: it was erased, or recorded elsewhere",
            "{n} seats have no name here: they were erased, or recorded elsewhere",
        )
    yield say(
        "answers to retried commands, passes and PINs are not covered by a hash, so it cannot be "
        "proved that none was removed or replaced"
    )
