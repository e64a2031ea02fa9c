"""Signatures, checkpoints and bundles: what needs private keys, for clients to use as they use the scribe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from domain.events import Enrolled, Event, Revoked, Signed, TimeStamped
from domain.match import Match, Refused
from domain.papers import JUDGE
from domain.signing import attach_time, enrol, revoke, sign
from domain.text import say
from ledger.ledger import Progress
from ledger.log.chain import Row
from ledger.proofs.bundle import make
from ledger.proofs.keyring import Keyring
from ledger.proofs.keys import KeyStore
from ledger.proofs.note import Signer
from ledger.proofs.redaction import Viewer
from ledger.proofs.signing import closing_row, key_text, result_record, signature_text
from ledger.proofs.timestamps import check_token, request, token_text
from ledger.proofs.tree import LogTree
from ledger.scribe import Scribe

Done = TypeVar("Done", bound=Event)


class Notary:
    """Signs for people and for the ledger, with the keys in a folder."""

    def __init__(self, scribe: Scribe, store: KeyStore) -> None:
        self.scribe = scribe
        self.ledger = scribe.ledger
        self.store = store
        self.keyring = Keyring(scribe.ledger, store)

    # --- people ---------------------------------------------------------------------------

    def signer(self, match: Match, holder: str, key: str = "", passphrase: str | None = None) -> Signer:
        """Return the private key of a holder; make it at first use. By default it is called as the person is."""
        return self.store.signer(key or self._name(match, holder), owner=holder, passphrase=passphrase)

    def _name(self, match: Match, holder: str) -> str:
        if holder == JUDGE:
            return JUDGE
        return self.scribe.names(match)[int(holder.removeprefix("seat:")) - 1]

    def enrol(self, match_id: str, holder: str, key: str = "", passphrase: str | None = None) -> Enrolled:
        """Let a holder's key speak for it in a match: best done before the first move.

        Raises:
            Refused: there is no such holder, or its key cannot be enrolled.
            BadKey: the key cannot be used.
        """

        def do(match: Match) -> Enrolled:
            signer = self.signer(match, holder, key, passphrase)
            return enrol(match, holder, key_text(signer), self.scribe.stamp())

        return self._record(match_id, do)

    def revoke(self, match_id: str, holder: str, reason: str) -> Revoked:
        """Let the key of a holder count no more in a match.

        Raises:
            Refused: no key speaks for it.
        """

        def do(match: Match) -> Revoked:
            key = match.papers.keys.get(holder)
            if key is None:
                raise Refused(say("no key speaks for {holder}", holder=holder))
            return revoke(match, key, self.scribe.stamp(), reason=reason)

        return self._record(match_id, do)

    def sign(self, match_id: str, holder: str, key: str = "", passphrase: str | None = None) -> Signed:
        """Sign the result of a closed match for a holder; its key is enrolled first if it was not.

        Raises:
            Refused: the match is not closed, or the holder has signed, or another key speaks for it.
            BadKey: the key cannot be used.
        """
        found = self.ledger.find(match_id)
        match = self.ledger.match(found)
        signer = self.signer(match, holder, key, passphrase)
        text = result_record(match.opened, self._closing(found), holder)
        if holder not in match.papers.keys:
            self._record(found, lambda match: enrol(match, holder, key_text(signer), self.scribe.stamp()))

        def do(match: Match) -> Signed:
            return sign(match, holder, key_text(signer), signature_text(signer, text), self.scribe.stamp())

        return self._record(found, do)

    def record_text(self, match_id: str, holder: str) -> str:
        """Return the text that a holder would sign.

        Raises:
            Refused: the match is not closed.
        """
        found = self.ledger.find(match_id)
        return result_record(self.ledger.match(found).opened, self._closing(found), holder)

    # --- time -----------------------------------------------------------------------------

    def time_request(self, match_id: str) -> bytes:
        """Return a request to a time-stamping authority about a match's result (RFC 3161, DER)."""
        found = self.ledger.find(match_id)
        return request(self.ledger.match(found).opened, self._closing(found))

    def attach_time(self, match_id: str, answer: bytes) -> TimeStamped:
        """Record an authority's answer about a match's result.

        Raises:
            BadToken: it is no answer, or about something else.
        """
        found = self.ledger.find(match_id)
        closing, token = self._closing(found), token_text(answer)
        check_token(token, self.ledger.match(found).opened, closing)
        return self._record(found, lambda match: attach_time(match, token, self.scribe.stamp()))

    # --- the ledger -----------------------------------------------------------------------

    def ledger_signer(self, passphrase: str | None = None) -> Signer:
        """Return the ledger's own private key; make and enrol it at first use."""
        return self.keyring.signer(self.scribe.stamp(), passphrase)

    def checkpoint(self, passphrase: str | None = None, progress: Progress | None = None) -> str:
        """Return a signed checkpoint of the ledger as it is now."""
        signer = self.ledger_signer(passphrase)
        tree = LogTree(self.ledger)
        tree.grow(progress)
        return tree.checkpoint(signer)

    def bundle(
        self,
        match_ids: Iterable[str],
        *,
        viewer: Viewer = None,
        redacted: bool = False,
        names: bool = False,
        since: Sequence[str] = (),
        passphrase: str | None = None,
        progress: Progress | None = None,
    ) -> bytes:
        """Return matches as one file that proves itself: see `bundle.make`."""
        found = [self.ledger.find(match_id) for match_id in match_ids]
        signer = self.ledger_signer(passphrase)
        LogTree(self.ledger).grow()
        return make(
            self.ledger, found, signer, viewer=viewer, redacted=redacted, names=names, since=since, progress=progress
        )

    # --- helpers --------------------------------------------------------------------------

    def _closing(self, match_id: str) -> Row:
        closing = closing_row(self.ledger.log.rows(match_id))
        if closing is None:
            raise Refused(say("a result is signed once the match is closed: close it first"))
        return closing

    def _record(self, match_id: str, do: Callable[[Match], Done]) -> Done:
        match: Any = self.ledger.match(self.ledger.find(match_id))
        version = match.version
        done = do(match)
        self.ledger.save(match, expected_version=version)
        return done
