"""Record of what was verified before, signed by the ledger's private key.

It lies outside of the ledger, and whoever may write to the ledger cannot sign it. What it says was verified is not read
again, unless asked: only that every match ends there as it did then is looked at. Whether the bytes before those ends
are still what they were, only reading tells, and `verify` says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.proofs.tree.high_water_mark import alone, write_durably
from tablescribe.ledger.proofs.tree.merkle import Frontier
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, Signer, open_note, sign

SUFFIX = ".verified"

FORMAT = "tablescribe/verified/1"


class VerifiedState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was verified.

    Attributes:
        format: of this record.
        ledger: the ledger's id.
        size: how many events, from the first on.
        at: when, seconds since 1970.
        edge: the hashes of the tree's edge over them, in hexadecimal.
        heads: a hash over how every match ended.
        checkpoints: a hash over the smaller checkpoints that were checked.
        clocks: in how many places a clock ran backwards.
    """

    format: str
    ledger: str
    size: int
    at: int
    edge: tuple[str, ...]
    heads: str
    checkpoints: str
    clocks: int

    def frontier(self) -> Frontier:
        """Return the edge of the tree, to go on from."""
        return Frontier(self.size, [bytes.fromhex(one) for one in self.edge])


class VerifiedRecord:
    """The record of what was verified, and the key that signs it."""

    def __init__(self, path: Path, signer: Signer) -> None:
        self.path = path
        self._signer = signer

    def recall(self, ledger_id: str) -> VerifiedState | None:
        """Return what was verified of a ledger; nothing if nothing was.

        Raises:
            BadNote: the record is not one of this ledger, or not signed by its key: it says nothing then.
        """
        try:
            text = open_note(self.path.read_bytes(), [self._signer.key])
            found = msgspec.json.decode(text, type=VerifiedState)
            found.frontier()
        except FileNotFoundError:
            return None
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            raise BadNote(str(error)) from error
        if (found.format, found.ledger) != (FORMAT, ledger_id):
            raise BadNote("it is about something else")
        return found

    def keep(self, new: VerifiedState) -> None:
        """Keep what was verified now.

        Raises:
            LedgerError: it cannot be written.
        """
        note = sign(msgspec.json.encode(new).decode() + "\n", [self._signer])
        try:
            with alone(self.path.parent):
                write_durably(self.path, note)
        except OSError as error:
            why = say("{path} cannot be written: {why}", path=str(self.path), why=str(error.strerror))
            raise LedgerError(why) from error


def hash_of_heads(heads: Mapping[str, tuple[int, bytes]]) -> str:
    """Return a hash over how matches end: their ids, last versions and head hashes."""
    digest = hashlib.sha256()
    for one, (version, head) in sorted(heads.items()):
        digest.update(msgspec.json.encode([one, version, head.hex()]))
    return digest.hexdigest()


def hash_of_checkpoints(stated: Iterable[Checkpoint], below: int) -> str:
    """Return a hash over the checkpoints of smaller logs than that."""
    digest = hashlib.sha256()
    for size, root in sorted({(one.size, one.root) for one in stated if one.size < below}):
        digest.update(b"%d %s\n" % (size, root.hex().encode()))
    return digest.hexdigest()
