"""The ledger's Merkle tree, built outside of recording; checkpoints and proofs.

Leaf n is the hash of the event at position n + 1. Stored subtrees only save work; verification never trusts them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache

from sqlalchemy import delete, func, select

from tablescribe.domain.words.text import plural, say
from tablescribe.ledger.log.chain import hash_of
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError
from tablescribe.ledger.log.schema import checkpoints, events, subtrees
from tablescribe.ledger.matches.ledger import Ledger, Progress
from tablescribe.ledger.proofs.tree.high_water_mark import (
    Forked,
    HighWaterMark,
    end_missing,
    not_those,
    other_log,
    text_of,
)
from tablescribe.ledger.proofs.tree.inclusion_proofs import InclusionProofs
from tablescribe.ledger.proofs.tree.merkle import BadProof, Frontier, Tree, verify_consistency, verify_inclusion
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, Signer, VerifierKey, open_note, sign

BLOCK = 256


def origin_of(ledger_id: str) -> str:
    """Return the name of a ledger in checkpoints, and of the key that signs them."""
    return f"tablescribe/{ledger_id}"


class LogTree:
    """The Merkle tree of one ledger, its stored checkpoints, and its proofs."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.origin = origin_of(ledger.ledger_id)
        self.rebuilt = False
        """Whether stored subtrees were damaged and have been rebuilt."""
        self._proofs: InclusionProofs | None = None

    def size(self) -> int:
        """Return the number of events."""
        return self.ledger.log.max_notification_id() or 0

    def tree(self, *, trusting: bool = True) -> Tree:
        """Return the tree; with `trusting=False`, it is computed from the events' hashes alone."""
        return Tree(self.leaves, _Stored(self.ledger) if trusting else None)

    def leaves(self, start: int, stop: int) -> Sequence[bytes]:
        """Return the stored hashes of the events at positions start + 1 to stop.

        Raises:
            LedgerDamaged: a stored hash is invalid.
        """
        p = events.c.position
        statement = select(p, events.c.hash).where(p > start, p <= stop).order_by(p)
        found = self.ledger.log.select(statement)
        for position, link in found:
            if not isinstance(link, bytes) or len(link) != 32:
                raise LedgerDamaged(say("the hash of event {position} is not valid", position=position))
        return [link for _, link in found]

    def grow(self, progress: Progress | None = None) -> int:
        """Store newly completed subtrees; return their number. Safe to run concurrently."""
        s, log = subtrees.c, self.ledger.log
        known = log.select(select(func.max(s.number)).where(s.level == 8))[0][0]
        first, size, new = ((known + 1) * BLOCK if known is not None else 0), self.size(), 0
        if first > size:  # a subtree beyond the end cannot be ours
            return self.rebuild(progress)
        for level, number, found in self.tree().grow(first, size):
            new += log.write(log.into(subtrees).values(level=level, number=number, hash=found))
            if progress is not None and level == 8:
                progress((number + 1) * BLOCK, size)
        return new

    def rebuild(self, progress: Progress | None = None) -> int:
        """Rebuild the stored subtrees; return their number."""
        self.rebuilt, self._proofs = True, None
        self.ledger.log.write(delete(subtrees))
        return self.grow(progress)

    def checkpoint(self, signer: Signer, mark: HighWaterMark | None = None, progress: Progress | None = None) -> str:
        """Return a signed checkpoint of the current log, and store it.

        Events since this key's last checkpoint are hashed again from their bytes. For the earlier log, stored subtrees
        are used only if they reproduce the signed root.

        Args:
            signer: the ledger's key.
            mark: high-water mark of that key.
            progress: called with the number of events read and the total.

        Raises:
            LedgerDamaged: the log no longer extends an earlier checkpoint.
            Forked: this is not the log that the key has signed.
        """
        before = self.latest()
        if before is not None and Checkpoint.parse(text_of(before)).size > self.size():
            self.check(before)
        signed = mark.stated() if mark is not None else None
        if mark is not None and signed is not None:
            self._refuse_fork(signed, mark)
        known = Checkpoint.parse(text_of(before)) if before is not None and is_by(before, signer.key) else None
        edge = self._edge(max(filter(None, (signed, known)), key=lambda one: one.size, default=None), progress)
        edge = self._computed(edge, progress=progress)
        if self._cached_root(edge.size) != edge.root():
            self.rebuild(progress)
        for one in (signed, known):
            if one is not None and one.size and one.size < edge.size:
                self._prove(one, edge)
        if before is not None and known is None:  # signed by another key: check it by computing its root
            self.check(before, trusting=False)
        if known is not None and known.size == edge.size and known.root == edge.root():
            note = str(before)
        else:
            note = sign(Checkpoint(self.origin, edge.size, edge.root()).text(), [signer])
        if mark is not None:
            mark.rise(note)
        if note != before:
            at = datetime.now(UTC).isoformat()
            self.ledger.log.write(self.ledger.log.into(checkpoints).values(size=edge.size, note=note, at=at))
        return note

    def _refuse_fork(self, signed: Checkpoint, mark: HighWaterMark) -> None:
        """Raise `Forked` if this is not the log that the key has signed."""
        if signed.size > self.size():
            raise Forked(
                plural(
                    signed.size,
                    "1 event was signed with this key ({path}), but there are {ours}: this is an older copy. "
                    "Go back to the newer one, or continue here with a new key so that the two can be told "
                    "apart: `tablescribe keys rotate`",
                    "{n} events were signed with this key ({path}), but there are {ours}: this is an older "
                    "copy. Go back to the newer one, or continue here with a new key so that the two can be "
                    "told apart: `tablescribe keys rotate`",
                    path=str(mark.path),
                    ours=self.size(),
                )
            )
        if self._cached_root(signed.size) == signed.root:
            return
        if self._computed(Frontier(), signed.size).root() != signed.root:
            raise Forked(other_log(signed.size, str(mark.path)))

    def _edge(self, stated: Checkpoint | None, progress: Progress | None) -> Frontier:
        """Return the edge of the log at a checkpoint's size, after checking that it gives the signed root."""
        if stated is None:
            return Frontier()
        with suppress(ValueError):  # stored subtrees may hold anything
            if (edge := self.tree().edge(stated.size)).root() == stated.root:
                return edge
        edge = self._computed(Frontier(), stated.size, progress)
        if edge.root() != stated.root:
            raise LedgerDamaged(not_those(stated.size))
        self.rebuild(progress)
        return edge

    def _computed(self, edge: Frontier, stop: int | None = None, progress: Progress | None = None) -> Frontier:
        """Extend an edge by the following events, hashing each again, up to size `stop` or the end of the log."""
        total = self.size()
        if edge.size == stop:
            return edge
        for row in self.ledger.log.rows(after=edge.size):
            link = hash_of(row)
            if link is None or link != row.hash or row.position != edge.size + 1:
                why = say(
                    "match {match}, event {version}: its content differs from the recorded hash, so nothing "
                    "was signed", match=str(row.match_id), version=str(row.version),
                )  # fmt: skip
                raise LedgerDamaged(why)
            edge.append(link)
            if progress is not None and edge.size % BLOCK == 0:
                progress(edge.size, total)
            if edge.size == stop:
                break
        return edge

    def _cached_root(self, size: int) -> bytes | None:
        try:
            return self.tree().root(size)
        except ValueError:
            return None

    def _prove(self, old: Checkpoint, edge: Frontier) -> None:
        """Prove that the log to be signed extends one that was signed before."""
        try:
            self.consistency(old, Checkpoint(self.origin, edge.size, edge.root()))
        except BadProof as error:
            raise LedgerDamaged(not_those(old.size)) from error

    def inclusion(self, leaf: bytes, index: int, stated: Checkpoint) -> tuple[bytes, ...]:
        """Return a verified inclusion proof of an event in the log of a checkpoint.

        Raises:
            BadProof: the event is not in that log.
        """

        def prove() -> tuple[bytes, ...]:
            proof = self._of_size(stated.size).of(index)
            verify_inclusion(leaf, index, stated.size, proof, stated.root)
            return proof

        return self._with_sound_cache(prove)

    def _of_size(self, size: int) -> InclusionProofs:
        """Return the proofs for a log of that size; those for the last requested size are cached."""
        if (kept := self._proofs) is None or kept.size != size:
            kept = self._proofs = InclusionProofs(self.tree(), size)
        return kept

    def consistency(self, old: Checkpoint, new: Checkpoint) -> tuple[bytes, ...]:
        """Return a verified consistency proof from one checkpoint to a later one.

        Raises:
            BadProof: the later log does not extend the earlier one.
        """

        def prove() -> tuple[bytes, ...]:
            proof = self.tree().consistency(old.size, new.size)
            verify_consistency(old.size, new.size, proof, old.root, new.root)
            return proof

        return self._with_sound_cache(prove)

    def _with_sound_cache(self, prove: Callable[[], tuple[bytes, ...]]) -> tuple[bytes, ...]:
        """Call `prove`; if it fails, rebuild the stored subtrees and retry once."""
        with suppress(BadProof, ValueError):
            return prove()
        self.rebuild()
        return prove()

    def latest(self) -> str | None:
        """Return the largest stored checkpoint; `None` if there is none."""
        statement = select(checkpoints.c.note).order_by(checkpoints.c.size.desc()).limit(1)
        found = self.ledger.log.select(statement)
        return str(found[0][0]) if found else None

    def check(self, note: str, *, trusting: bool = True) -> Checkpoint:
        """Check that the log extends a checkpoint; its signatures are not checked.

        Raises:
            LedgerDamaged: the log does not extend it.
            LedgerError: the checkpoint is of another log.
        """
        stated = Checkpoint.parse(text_of(note))
        self.refuse_foreign(stated)
        if stated.size > self.size():
            raise LedgerDamaged(end_missing(stated.size, self.size()))
        size = stated.size
        root = self._of_size(size).root() if trusting else self.tree(trusting=False).root(size)
        if root != stated.root:
            self._proofs = None
            raise LedgerDamaged(not_those(stated.size))
        return stated

    def refuse_foreign(self, stated: Checkpoint) -> None:
        """Raise `LedgerError` for a checkpoint of another log."""
        if stated.origin != self.origin:
            raise LedgerError(
                say(
                    "this is a checkpoint of {origin}; this ledger is {ours}",
                    origin=stated.origin,
                    ours=self.origin,
                )
            )

    def check_all(self, progress: Progress | None = None) -> int:
        """Check all stored subtrees and checkpoints against the log; return the number of checkpoints.

        Raises:
            LedgerDamaged: a subtree or checkpoint contradicts the events' hashes.
        """
        size, log = self.size(), self.ledger.log
        stored = {(row[0], row[1]): row[2] for row in log.select(select(subtrees))}
        for level, number, found in self.tree(trusting=False).grow(0, size):
            if stored.pop((level, number), found) != found:
                raise LedgerDamaged(
                    say(
                        "stored subtree {number} of level {level} does not match the events",
                        number=number,
                        level=level,
                    )
                )
            if progress is not None and level == 8:
                progress((number + 1) * BLOCK, size)
        if stored:
            raise LedgerDamaged(say("stored subtrees reach beyond the end of the log: the end is missing"))
        notes = [row[0] for row in log.select(select(checkpoints.c.note).order_by(checkpoints.c.size))]
        for note in notes:
            self.check(note)
        return len(notes)


class _Stored:
    """Stored subtrees, read and cached in blocks of 256 neighbours."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._block = lru_cache(maxsize=64)(self._read)

    def get(self, level: int, index: int) -> bytes | None:
        return self._block(level, index // BLOCK).get(index)

    def _read(self, level: int, block: int) -> dict[int, bytes]:
        s = subtrees.c
        inside = s.number.between(block * BLOCK, (block + 1) * BLOCK - 1)
        statement = select(s.number, s.hash).where(s.level == level, inside)
        found = self._ledger.log.select(statement)
        return {row[0]: row[1] for row in found if isinstance(row[1], bytes) and len(row[1]) == 32}


def is_by(note: str, key: VerifierKey) -> bool:
    """Return whether a key has signed a note."""
    try:
        return bool(open_note(note, [key]))
    except BadNote:
        return False
