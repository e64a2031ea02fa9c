"""Key ring: the ledger's signing key, changed and revoked by events in the log.

These events form a separate stream, `keyring`, which is hash-chained and in the Merkle tree like any match. So a bundle
shows when the ledger had which key, and which keys were revoked.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import cast

from eventsourcing.persistence import StoredEvent

from tablescribe.domain.match.event import Event, Stamp
from tablescribe.domain.match.signature_events import Enrolled, Paper, Revoked
from tablescribe.domain.match.signature_records import LEDGER, SignatureRecords
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.codec import BadEvent, decode, encode
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.log.texts import apart
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore
from tablescribe.ledger.proofs.keys.signing import key_text
from tablescribe.ledger.proofs.tree.log_tree import origin_of
from tablescribe.ledger.proofs.tree.signed_note import Signer
from tablescribe.ledger.proofs.tree.verified_record import SUFFIX, VerifiedRecord

STREAM = "keyring"


class Keyring:
    """The ledger's signing keys: enrolled, rotated and revoked by events, with private keys in a key store."""

    def __init__(self, ledger: Ledger, store: KeyStore) -> None:
        self.ledger = ledger
        self.store = store

    def papers(self) -> tuple[SignatureRecords, int]:
        """Return the keys enrolled and revoked, and the number of events."""
        papers, rows = SignatureRecords(), self.ledger.log.told(STREAM, self.ledger.log.rows(STREAM))
        for row in rows:
            papers.apply(cast(Paper, decode(row.type, row.body)))
        return papers, len(rows)

    def signer(self, stamp: Stamp, passphrase: str | None = None) -> Signer:
        """Return the ledger's private key, creating and enrolling it on first use.

        Raises:
            BadKey: the ledger's key is not in this folder, or was revoked.
        """
        papers, version = self.papers()
        if version == 0:
            return self._enrol(stamp, 0, passphrase)
        signer = self._load(self._number(papers), passphrase, make=False)
        if key_text(signer) != papers.keys[LEDGER]:
            raise BadKey(
                say(
                    "{path} is not the ledger's key, though it is called so: find the right file",
                    path=str(self.own(papers)),
                )
            )
        return signer

    def own(self, papers: SignatureRecords) -> Path:
        """Return the file of the ledger's private key.

        Raises:
            BadKey: it was revoked, or is not in this folder.
        """
        return self.store.path(self._name(self._number(papers)))

    def memory(self, passphrase: str | None = None) -> VerifiedRecord | None:
        """Return the record of earlier verifications, signed by the ledger's key; `None` without that key."""
        with suppress(BadKey, BadEvent, ValueError):
            papers, version = self.papers()
            if version and (key := papers.keys.get(LEDGER)) is not None:
                signer = self._load(self._number(papers), passphrase, make=False)
                if key_text(signer) == key:
                    return VerifiedRecord(self.own(papers).with_suffix(SUFFIX), signer)
        return None

    def forget_verified(self) -> None:
        """Delete the record of earlier verification after damage was found, so that the next one reads all events."""
        with suppress(LedgerError, ValueError, OSError):
            papers, _ = self.papers()
            self.own(papers).with_suffix(SUFFIX).unlink(missing_ok=True)

    def _number(self, papers: SignatureRecords) -> int:
        key = papers.keys.get(LEDGER)
        if key is None:
            raise BadKey(say("the ledger's key was revoked: make a new one with `tablescribe keys rotate`"))
        number = list(papers.enrolled).index(key)
        if self.store.path(self._name(number)).exists():
            return number
        raise BadKey(
            say(
                "the ledger's key {key}… is not in {folder}: sign on the machine that has it, or give "
                "it up with `tablescribe keys rotate`",
                key=key[:12],
                folder=str(self.store.folder),
            )
        )

    def rotate(self, stamp: Stamp, passphrase: str | None = None) -> Signer:
        """Create and enrol a new key for the ledger, replacing the current one."""
        papers, version = self.papers()
        return self._enrol(stamp, version, passphrase, number=len(papers.enrolled))

    def revoke(self, stamp: Stamp, reason: str) -> str:
        """Revoke the ledger's key and return it; verifiers report its signatures as in doubt from now on.

        Raises:
            BadKey: there is no key to revoke.
        """
        papers, version = self.papers()
        key = papers.keys.get(LEDGER)
        if key is None:
            raise BadKey(say("the ledger has no key that could be revoked"))
        self._record(Revoked(STREAM, version + 1, stamp.at, stamp.recorder, stamp.device, stamp.salt(), key, reason))
        return key

    def _enrol(self, stamp: Stamp, version: int, passphrase: str | None, number: int = 0) -> Signer:
        signer = self._load(number, passphrase, make=True)
        head = (STREAM, version + 1, stamp.at, stamp.recorder, stamp.device, stamp.salt())
        self._record(Enrolled(*head, LEDGER, key_text(signer)))
        return signer

    def _record(self, event: Enrolled | Revoked) -> None:
        version = event.originator_version
        told, texts = apart(event)
        stored = StoredEvent(STREAM, version, type(cast(Event, event)).__name__, encode(told))
        self.ledger.log.insert_events([stored], expected_version=version - 1, texts=texts)

    def _load(self, number: int, passphrase: str | None, *, make: bool) -> Signer:
        owner = origin_of(self.ledger.ledger_id)
        return self.store.signer(self._name(number), owner=owner, passphrase=passphrase, make=make)

    def _name(self, number: int) -> str:
        return f"ledger-{self.ledger.ledger_id[:8]}-{number + 1}"
