"""Record of earlier verification, signed by the ledger's private key.

The record is stored outside the ledger, and write access to the ledger does not suffice to sign it. Events that it
covers are not read again, unless requested. For them, only the head of every match at that size is compared. A change
of earlier bytes that leaves the stored hashes unchanged is detected only by reading; `verify` says so.
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
    """The state of a ledger that was verified.

    Attributes:
        format: format of this record.
        ledger: the ledger's id.
        size: number of events verified, from the first on.
        at: time of the first verification, in seconds since 1970.
        edge: hashes of the tree's edge at that size, in hexadecimal.
        heads: hash over the heads of all streams.
        checkpoints: hash over the smaller checkpoints that were checked.
        clocks: number of places where a clock ran backwards.
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
        """Return the edge of the tree, to continue from."""
        return Frontier(self.size, [bytes.fromhex(one) for one in self.edge])


class VerifiedRecord:
    """The file with the verified state, and the key that signs it."""

    def __init__(self, path: Path, signer: Signer) -> None:
        self.path = path
        self._signer = signer

    def recall(self, ledger_id: str) -> VerifiedState | None:
        """Return the verified state of a ledger; `None` if there is no record.

        Raises:
            BadNote: the record is invalid, of another ledger, or not signed by the key.
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
        """Sign and store a verified state.

        Raises:
            LedgerError: the file cannot be written.
        """
        note = sign(msgspec.json.encode(new).decode() + "\n", [self._signer])
        try:
            with alone(self.path.parent):
                write_durably(self.path, note)
        except OSError as error:
            why = say("{path} cannot be written: {why}", path=str(self.path), why=str(error.strerror))
            raise LedgerError(why) from error


def hash_of_heads(heads: Mapping[str, tuple[int, bytes]]) -> str:
    """Return a hash over the ids, last versions and head hashes of streams."""
    digest = hashlib.sha256()
    for one, (version, head) in sorted(heads.items()):
        digest.update(msgspec.json.encode([one, version, head.hex()]))
    return digest.hexdigest()


def hash_of_checkpoints(stated: Iterable[Checkpoint], below: int) -> str:
    """Return a hash over the checkpoints with a size below `below`."""
    digest = hashlib.sha256()
    for size, root in sorted({(one.size, one.root) for one in stated if one.size < below}):
        digest.update(b"%d %s\n" % (size, root.hex().encode()))
    return digest.hexdigest()
