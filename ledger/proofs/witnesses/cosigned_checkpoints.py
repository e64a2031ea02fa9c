"""The ledger's side of witnessing: requests cosignatures, stores them and includes them in checkpoints.

Cosignatures are stored next to the checkpoints, as signature lines. Only the reader of a cosigned checkpoint can judge
their worth, with the witnesses' keys from a policy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select

from tablescribe.domain.words.text import plural, say
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError
from tablescribe.ledger.log.schema import checkpoints, cosignatures
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.tree.high_water_mark import text_of
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, line_of
from tablescribe.ledger.proofs.witnesses.cosignature import (
    MOST_LINES,
    Cosignature,
    Request,
    WitnessKey,
    read_answer,
    with_lines,
)


@dataclass(frozen=True)
class KeptCheckpoint:
    """A stored cosignature, and the size of its checkpoint."""

    size: int
    made: Cosignature


def with_cosignatures(ledger: Ledger, note: str) -> str:
    """Return a checkpoint with its stored cosignatures, oldest first.

    Raises:
        LedgerDamaged: a stored cosignature is not a signature line.
    """
    size = Checkpoint.parse(text_of(note)).size
    c = cosignatures.c
    statement = select(c.line).where(c.size == size).order_by(c.at, c.name, c.line)
    try:
        lines = [line for row in ledger.log.select(statement) for line in read_answer(row[0].encode())]
        return with_lines(note, lines[:MOST_LINES])
    except (BadNote, AttributeError, TypeError, UnicodeEncodeError) as error:
        why = plural(
            size,
            "a cosignature of the checkpoint over 1 event is not valid: {why}",
            "a cosignature of the checkpoint over {n} events is not valid: {why}",
            why=str(error),
        )
        raise LedgerDamaged(why) from error


def latest_cosigned(ledger: Ledger, witness: str = "") -> str | None:
    """Return the largest checkpoint cosigned by a witness, or by the named one, without its cosignatures."""
    statement = select(checkpoints.c.note).join(cosignatures, cosignatures.c.size == checkpoints.c.size)
    if witness:
        statement = statement.where(cosignatures.c.name == witness)
    found = ledger.log.select(statement.order_by(checkpoints.c.size.desc()).limit(1))
    return str(found[0][0]) if found else None


def request_for(tree: LogTree, note: str, old: int | None, witness: str = "") -> Request:
    """Return a request to a witness to cosign a checkpoint.

    Args:
        tree: the ledger's tree.
        note: the checkpoint.
        old: the size that the witness cosigned last; by default that of its largest cosigned checkpoint stored here.
        witness: name of the witness; by default any.

    Raises:
        LedgerError: `old` is larger than the checkpoint.
    """
    stated = Checkpoint.parse(text_of(note))
    if old is None:
        kept = latest_cosigned(tree.ledger, witness)
        old = Checkpoint.parse(text_of(kept)).size if kept is not None else 0
    if old > stated.size:
        raise LedgerError(
            plural(
                stated.size,
                "the checkpoint is over 1 event: there is no proof from {old}",
                "the checkpoint is over {n} events: there is no proof from {old}",
                old=old,
            )
        )
    if not old:
        return Request(0, (), note)
    before = Checkpoint(tree.origin, old, tree.tree(trusting=False).root(old))
    return Request(old, tree.consistency(before, stated), note)


def keep(ledger: Ledger, answer: bytes, witnesses: Sequence[WitnessKey]) -> list[KeptCheckpoint]:
    """Store the cosignatures in a witness's answer that are by these witnesses on checkpoints of this ledger.

    Other signatures are ignored. Storing a cosignature again has no effect.

    Raises:
        BadNote: the answer has no signature lines.
        LedgerError: the answer has no such cosignature.
    """
    known = {(key.name, key.id): key for key in witnesses}
    kept = []
    for name, blob in read_answer(answer):
        key = known.get((name, blob[:4]))
        size = next(_over(ledger, key, blob), None) if key is not None else None
        if key is None or size is None:
            continue
        at = datetime.now(UTC).isoformat()
        row = {"size": size, "name": name, "line": line_of(name, blob), "at": at}
        ledger.log.write(ledger.log.into(cosignatures).values(**row))
        kept.append(KeptCheckpoint(size, Cosignature(key, int.from_bytes(blob[4:12], "big"))))
    if not kept:
        raise LedgerError(say("the answer has no cosignature by a witness you named under a checkpoint of this ledger"))
    return kept


def _over(ledger: Ledger, key: WitnessKey, blob: bytes) -> Iterator[int]:
    """Yield the sizes of the checkpoints that a signature is valid for, largest first."""
    statement = select(checkpoints.c.size, checkpoints.c.note).order_by(checkpoints.c.size.desc())
    for size, note in ledger.log.select(statement):
        if key.verifies(text_of(note).encode(), blob[4:]):
            yield int(size)
