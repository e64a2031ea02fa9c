"""The ledger as a Merkle tree: grown beside the log, never on the way of a recording; checkpoints and proofs.

Leaf n is the hash of the event at position n + 1. Stored subtrees only save work and are never trusted where
something is verified.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

from sqlalchemy import Connection, func, select

from domain.text import say
from ledger.ledger import Ledger, Progress
from ledger.log.errors import LedgerDamaged, LedgerError
from ledger.log.schema import checkpoints, events, subtrees
from ledger.proofs.merkle import Tree
from ledger.proofs.note import BadNote, Checkpoint, Signer, VerifierKey, open_note, sign

BLOCK = 256


def origin_of(ledger_id: str) -> str:
    """Return the name of a ledger in checkpoints, and of the key that signs them."""
    return f"tablescribe/{ledger_id}"


class LogTree:
    """The tree of one ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.origin = origin_of(ledger.ledger_id)

    def size(self) -> int:
        """Return how many events there are."""
        return self.ledger.log.max_notification_id() or 0

    def tree(self, *, trusting: bool = True) -> Tree:
        """Return the tree; unless trusting, it is computed from the events alone."""
        return Tree(self._leaves, _Stored(self.ledger) if trusting else None)

    def _leaves(self, start: int, stop: int) -> Sequence[bytes]:
        p = events.c.position
        statement = select(events.c.hash).where(p > start, p <= stop).order_by(p)
        return [row[0] for row in self.ledger.log.select(statement)]

    def grow(self, progress: Progress | None = None) -> int:
        """Store the subtrees that are complete by now; return how many were new. Several may do so at once."""
        s, log = subtrees.c, self.ledger.log
        known = log.select(select(func.max(s.number)).where(s.level == 8))[0][0]
        first, size, new = ((known + 1) * BLOCK if known is not None else 0), self.size(), 0
        for level, number, found in self.tree().grow(first, size):
            new += log.write(log.into(subtrees).values(level=level, number=number, hash=found))
            if progress is not None and level == 8:
                progress((number + 1) * BLOCK, size)
        return new

    def checkpoint(self, signer: Signer) -> str:
        """Return a signed checkpoint of the log as it is now, and keep it.

        Raises:
            LedgerDamaged: the log no longer begins with what an earlier checkpoint says.
        """
        size = self.size()
        before = self.latest()
        if before is not None:
            self.check(before)
            if Checkpoint.parse(_text(before)).size == size and _signed(before, signer.key):
                return before
        note = sign(Checkpoint(self.origin, size, self.tree().root(size)).text(), [signer])
        at = datetime.now(UTC).isoformat()
        self.ledger.log.write(self.ledger.log.into(checkpoints).values(size=size, note=note, at=at))
        return note

    def latest(self) -> str | None:
        """Return the latest checkpoint that was kept."""
        statement = select(checkpoints.c.note).order_by(checkpoints.c.size.desc()).limit(1)
        found = self.ledger.log.select(statement)
        return str(found[0][0]) if found else None

    def check(self, note: str, *, trusting: bool = True) -> Checkpoint:
        """Check that the log begins with what a checkpoint says, whoever signed it.

        Raises:
            LedgerDamaged: it does not.
            LedgerError: it is a checkpoint of another log.
        """
        stated = Checkpoint.parse(_text(note))
        if stated.origin != self.origin:
            raise LedgerError(
                say(
                    "this is a checkpoint of {origin}; this ledger is {ours}",
                    origin=stated.origin,
                    ours=self.origin,
                )
            )
        if stated.size > self.size():
            raise LedgerDamaged(
                say(
                    "a checkpoint says that there were {size} events; there are {ours}: the end is missing",
                    size=stated.size,
                    ours=self.size(),
                )
            )
        if self.tree(trusting=trusting).root(stated.size) != stated.root:
            raise LedgerDamaged(
                say("the first {size} events are not those of the checkpoint over them", size=stated.size)
            )
        return stated

    def check_all(self, progress: Progress | None = None) -> int:
        """Check every stored subtree and checkpoint against the events alone; return how many checkpoints there are.

        Raises:
            LedgerDamaged: one of them is not what the events give.
        """
        size, log = self.size(), self.ledger.log
        stored = {(row[0], row[1]): row[2] for row in log.select(select(subtrees))}
        for level, number, found in self.tree(trusting=False).grow(0, size):
            if stored.pop((level, number), found) != found:
                raise LedgerDamaged(
                    say(
                        "stored subtree {number} of level {level} is not what the events give",
                        number=number,
                        level=level,
                    )
                )
            if progress is not None and level == 8:
                progress((number + 1) * BLOCK, size)
        if stored:
            raise LedgerDamaged(say("there are stored subtrees beyond the end of the log: the end is missing"))
        notes = [row[0] for row in log.select(select(checkpoints.c.note).order_by(checkpoints.c.size))]
        for note in notes:
            self.check(note)
        return len(notes)


def copy_checkpoints(reading: Connection, copy: Ledger) -> None:
    """Copy the checkpoints that were kept to another ledger."""
    for row in reading.execute(select(checkpoints)):
        copy.log.write(copy.log.into(checkpoints).values(**row._mapping))


class _Stored:
    """The stored subtrees, read a block of neighbours at a time."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._block = lru_cache(maxsize=64)(self._read)

    def get(self, level: int, index: int) -> bytes | None:
        return self._block(level, index // BLOCK).get(index)

    def _read(self, level: int, block: int) -> dict[int, bytes]:
        s = subtrees.c
        inside = s.number.between(block * BLOCK, (block + 1) * BLOCK - 1)
        statement = select(s.number, s.hash).where(s.level == level, inside)
        return {row[0]: row[1] for row in self._ledger.log.select(statement)}


def _text(note: str) -> str:
    """Return the text of a note without asking who signed it."""
    text, found, _ = note.rpartition("\n\n")
    if not found:
        raise BadNote("it has no signatures")
    return text + "\n"


def _signed(note: str, key: VerifierKey) -> bool:
    try:
        return bool(open_note(note, [key]))
    except BadNote:
        return False
