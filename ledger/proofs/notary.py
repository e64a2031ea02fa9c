"""The notary: commands that need private keys (enrol, sign, stamp, checkpoint, bundle)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from tablescribe.domain.match.event import Event
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.match.refusals import check_seats
from tablescribe.domain.match.signature_events import Enrolled, Revoked, Signed, TimeStamped
from tablescribe.domain.match.signature_records import JUDGE, KEEPER, enrolment_text
from tablescribe.domain.match.signing import attach_time, enrol, revoke, sign
from tablescribe.domain.words.text import Text, Thing, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import BundleTooLarge, LedgerError, Stale
from tablescribe.ledger.matches.ledger import Progress
from tablescribe.ledger.matches.prior_conduct import KnownKey, known_keys
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.bundle import make
from tablescribe.ledger.proofs.bundles.redaction import Viewer
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.keyring import Keyring
from tablescribe.ledger.proofs.keys.signing import (
    is_signed,
    key_text,
    public_key,
    result_record,
    result_rows,
    signature_text,
)
from tablescribe.ledger.proofs.keys.timestamps import check_token, request, token_text
from tablescribe.ledger.proofs.tree.high_water_mark import SUFFIX, HighWaterMark
from tablescribe.ledger.proofs.tree.log_tree import LogTree, is_by
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Signer
from tablescribe.ledger.proofs.witnesses.cosignature import Request
from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import latest_cosigned, request_for

Done = TypeVar("Done", bound=Event)

TRIES = 20
"""Maximum number of attempts to record an event despite concurrent writes."""

PART = 12 * 2**20
"""Maximum bytes of events in one file of a tournament split into several; leaves room for redacted copies."""


class Notary:
    """Commands that sign for people and for the ledger, with the private keys in a folder."""

    def __init__(self, scribe: Scribe, store: KeyStore) -> None:
        self.scribe = scribe
        self.ledger = scribe.ledger
        self.store = store
        self.keyring = Keyring(scribe.ledger, store)
        self.told: list[Text] = []
        """Messages to show to the user after the command."""

    # --- people ---------------------------------------------------------------------------

    def signer(self, match: Match, holder: str, key: str = "", passphrase: str | None = None) -> Signer:
        """Return the private key of a holder, created on first use; by default, it is named after the person."""
        return self.store.signer(key or self._name(match, holder), owner=holder, passphrase=passphrase)

    def _name(self, match: Match, holder: str) -> str:
        if holder == JUDGE:
            return JUDGE
        seat = int(holder.removeprefix("seat:"))  # the name at opening, which key files are named after
        check_seats(match.opening.seats, seat)
        ref = match.opened.seats[seat - 1].ref
        return self.ledger.names([ref]).get(ref, f"seat {seat}")

    def enrol(
        self, match_id: str, holder: str, key: str = "", passphrase: str | None = None, *, by: str = KEEPER
    ) -> Enrolled:
        """Enrol a holder's key from this folder in a match, preferably before the first move.

        A seat that does not trust this machine creates its key on its own device: see `enrol_public`.

        Raises:
            Refused: there is no such holder, or its key cannot be enrolled.
            BadKey: the key cannot be used.
        """
        found = self.ledger.find(match_id)
        signer = self.signer(self.ledger.match(found), holder, key, passphrase)
        return self.enrol_public(found, holder, key_text(signer), self.prove(found, holder, signer), by=by)

    def prove(self, match_id: str, holder: str, signer: Signer) -> str:
        """Return a proof of possession: the key's signature over the enrolment."""
        text = enrolment_text(self.ledger.ledger_id, match_id, holder, key_text(signer))
        return signature_text(signer, text)

    def enrol_public(self, match_id: str, holder: str, public: str, proof: str, *, by: str = KEEPER) -> Enrolled:
        """Enrol a key that was created elsewhere for a holder.

        Args:
            match_id: the match.
            holder: `seat:2` or `judge`.
            public: base64 of the key's 32 bytes.
            proof: the key's own signature over `enrolment_text`.
            by: role of the pass that was used: the holder, `organiser`, `recorder`, or `keeper` at the command line.

        Raises:
            Refused: there is no such holder; or the key is invalid, another holder's or the ledger's, or its proof is
                wrong.
        """
        found = self.ledger.find(match_id)
        try:
            public_key(public)
        except BadNote as error:
            raise Refused(say("{key} cannot be enrolled: {why}", key=public[:80], why=error.why)) from error
        if public in self.keyring.papers()[0].enrolled:
            raise Refused(say("this is the ledger's own key. A seat must sign with its own key"))
        text = enrolment_text(self.ledger.ledger_id, found, holder, public)
        if not is_signed(public, proof, text):
            raise Refused(
                say("the key cannot be enrolled for {holder}: its signature under the enrolment is not valid. "
                    "Sign the enrolment with the key itself",
                    holder=Thing(holder))
            )  # fmt: skip

        return self._record(found, lambda match: enrol(match, holder, public, self.scribe.stamp(), by=by, proof=proof))

    def changed_key(self, match_id: str, holder: str) -> KnownKey | None:
        """Return the key that the same person last enrolled in another match; `None` if it is the key of this match."""
        match = self.ledger.match(self.ledger.find(match_id))
        known = known_keys(self.ledger, match).get(holder)
        return known if known is not None and known.key != match.papers.keys.get(holder) else None

    def revoke(
        self, match_id: str, holder: str, reason: str, *, by: str = "", key: str = "", passphrase: str | None = None
    ) -> Revoked:
        """Revoke a holder's key in a match; signatures recorded before stay valid.

        Args:
            match_id: the match.
            holder: the holder of the key.
            reason: the reason.
            by: role that revokes: the holder (default), who must have the private key, or the judge.
            key: name of the private key in the folder; by default the person's name.
            passphrase: decrypts the private key.

        Raises:
            Refused: the holder has no key, or the private key is not that of the holder.
            BadKey: the holder's private key is not in this folder.
        """

        def do(match: Match) -> Revoked:
            public = match.papers.keys.get(holder)
            if public is None:
                raise Refused(say("{holder} has no key", holder=Thing(holder)))
            if by in ("", holder) and holder != JUDGE:
                mine = self.store.signer(key or self._name(match, holder), passphrase=passphrase, make=False)
                if key_text(mine) != public:
                    raise Refused(
                        say(
                            "the key of that name is not the current key of {holder}. Only its owner or the judge can "
                            "revoke the current key",
                            holder=Thing(holder),
                        )
                    )
            return revoke(match, public, self.scribe.stamp(), reason=reason, by=by or holder)

        return self._record(match_id, do)

    def sign(self, match_id: str, holder: str, key: str = "", passphrase: str | None = None) -> Signed:
        """Sign the result of a closed match for a holder; first enrol a key if there is none.

        Raises:
            Refused: the match is not closed, the holder has already signed, or has another key.
            BadKey: the key cannot be used.
        """
        found = self.ledger.find(match_id)
        match = self.ledger.match(found)
        signer = self.signer(match, holder, key, passphrase)
        text = result_record(match.opened, self._closing(found), holder)
        if holder not in match.papers.keys:
            self.enrol(found, holder, key, passphrase)
        return self.attach(found, holder, key_text(signer), signature_text(signer, text))

    def attach(self, match_id: str, holder: str, public: str, signature: str) -> Signed:
        """Record a signature on the result that was created elsewhere; signatures may arrive in any order.

        Raises:
            Refused: the match is not closed, the signature is not valid for its result, or the holder has already
                signed or has another key.
        """
        found = self.ledger.find(match_id)
        text = result_record(self.ledger.match(found).opened, self._closing(found), holder)
        if not is_signed(public, signature, text):
            raise Refused(
                say("this is not a valid signature by {key} under the result of match {match} for {holder}",
                    key=public[:80], match=found, holder=Thing(holder))
            )  # fmt: skip
        return self._record(found, lambda match: sign(match, holder, public, signature, self.scribe.stamp()))

    def record_text(self, match_id: str, holder: str) -> str:
        """Return the result record that a holder would sign.

        Raises:
            Refused: the match is not closed.
        """
        found = self.ledger.find(match_id)
        match = self.ledger.match(found)
        if holder != JUDGE:
            check_seats(match.opening.seats, int(holder.removeprefix("seat:")))
        return result_record(match.opened, self._closing(found), holder)

    # --- time -----------------------------------------------------------------------------

    def time_request(self, match_id: str) -> bytes:
        """Return a request for a time stamp on a match's result (RFC 3161, DER)."""
        found = self.ledger.find(match_id)
        return request(self.ledger.match(found).opened, self._closing(found))

    def attach_time(self, match_id: str, answer: bytes) -> TimeStamped:
        """Record an authority's time stamp on a match's result.

        Raises:
            BadToken: the answer is malformed, not granted, or about something else.
        """
        found = self.ledger.find(match_id)
        closing, token = self._closing(found), token_text(answer)
        check_token(token, self.ledger.match(found).opened, closing)
        return self._record(found, lambda match: attach_time(match, token, self.scribe.stamp()))

    # --- the ledger -----------------------------------------------------------------------

    def ledger_signer(self, passphrase: str | None = None) -> Signer:
        """Return the ledger's own private key, created and enrolled on first use."""
        return self.keyring.signer(self.scribe.stamp(), passphrase)

    def checkpoint(self, passphrase: str | None = None, progress: Progress | None = None) -> str:
        """Return a signed checkpoint of the current ledger."""
        signer, tree = self._grown(passphrase, progress)
        return tree.checkpoint(signer, self._mark(signer), progress)

    def cosigned(self, passphrase: str | None = None) -> str:
        """Return the largest checkpoint that a witness cosigned, if the ledger's current key has signed it.

        Raises:
            LedgerError: there is no such checkpoint.
        """
        note = latest_cosigned(self.ledger)
        if note is None or not is_by(note, self.ledger_signer(passphrase).key):
            raise LedgerError(
                say(
                    "no witness has cosigned a checkpoint signed with the ledger's current key. To add a "
                    "cosignature: `checkpoint --add`"
                )
            )
        return note

    def request(self, old: int | None = None, witness: str = "", passphrase: str | None = None) -> Request:
        """Return a request to a witness to cosign the current ledger; see `request_for`."""
        return request_for(LogTree(self.ledger), self.checkpoint(passphrase), old, witness)

    def bundle(
        self,
        match_ids: Iterable[str],
        *,
        viewer: Viewer = None,
        redacted: bool = False,
        words: bool = False,
        names: bool = False,
        pictures: bool = False,
        since: Sequence[str] = (),
        cosigned: bool = False,
        passphrase: str | None = None,
        progress: Progress | None = None,
    ) -> bytes:
        """Return a bundle of matches; see `bundle.make`.

        With `cosigned`, its log ends at the largest checkpoint that a witness cosigned.
        """
        found = [self.ledger.find(match_id) for match_id in match_ids]
        for one in found if isinstance(viewer, int) else ():
            check_seats(self.ledger.match(one).opening.seats, viewer)
        signer, _ = self._grown(passphrase)
        return make(
            self.ledger, found, signer, mark=self._mark(signer),
            checkpoint=self.cosigned(passphrase) if cosigned else None, viewer=viewer, redacted=redacted, words=words,
            names=names, pictures=pictures, since=since, progress=progress,
        )  # fmt: skip

    def tournament_parts(
        self,
        tournament_id: str,
        *,
        redacted: bool = True,
        words: bool = False,
        names: bool = False,
        since: Sequence[str] = (),
        cosigned: bool = False,
        passphrase: str | None = None,
        progress: Progress | None = None,
        part: int = PART,
    ) -> Iterator[bytes]:
        """Yield a tournament and all its opened matches as bundles within the size limits of verifiers.

        The first bundle contains the tournament itself and its first matches. All bundles have the same checkpoint,
        which shows that they belong together. By default, they are for the public: free text and hidden information
        are withheld.

        Args:
            part: approximate number of bytes of events in a bundle.

        Raises:
            NoSuchTournament: no tournament has that id.
        """
        found, matches = self._of_tournament(tournament_id)
        signer, tree = self._grown(passphrase)
        mark = self._mark(signer)
        stated = self.cosigned(passphrase) if cosigned else tree.checkpoint(signer, mark)
        done = 0

        def made(ids: Sequence[str]) -> Iterator[bytes]:
            nonlocal done
            try:
                contents = make(
                    self.ledger, ids, signer, mark=mark, checkpoint=stated, redacted=redacted, words=words,
                    names=names, since=since, tree=tree,
                )  # fmt: skip
            except BundleTooLarge:
                if len(ids) == 1:
                    raise
                yield from made(ids[: len(ids) // 2])
                yield from made(ids[len(ids) // 2 :])
                return
            done += len(ids)
            if progress is not None:
                progress(done, 1 + len(matches))
            yield contents

        for ids in self._grouped([found, *matches], part):
            yield from made(ids)

    def _of_tournament(self, tournament_id: str) -> tuple[str, list[str]]:
        """Return a tournament's id, and the ids of its opened matches."""
        found = self.ledger.find_tournament(tournament_id)
        here = set(self.ledger.match_ids())
        return found, [one for one in self.ledger.tournament(found).match_ids() if one in here]

    def _grouped(self, ids: Iterable[str], most: int) -> Iterator[list[str]]:
        """Yield ids in groups with at most `most` bytes of events, or a single larger stream."""
        group, size = list[str](), 0
        for one in ids:
            length = len(self.ledger.log.joined(one))
            if group and size + length > most:
                yield group
                group, size = [], 0
            group.append(one)
            size += length
        yield group

    def _grown(self, passphrase: str | None, progress: Progress | None = None) -> tuple[Signer, LogTree]:
        """Return the ledger's key, and its tree grown to the end of the log."""
        signer, tree = self.ledger_signer(passphrase), LogTree(self.ledger)
        tree.grow(progress)
        self._tell(tree)
        return signer, tree

    def _mark(self, signer: Signer) -> HighWaterMark:
        """Return the high-water mark of the ledger's key."""
        return HighWaterMark(self.keyring.own(self.keyring.papers()[0]).with_suffix(SUFFIX), signer.key)

    def _tell(self, tree: LogTree) -> None:
        if tree.rebuilt:
            self.told.append(say("The stored parts of the tree were damaged; they were rebuilt from the events."))

    # --- helpers --------------------------------------------------------------------------

    def _closing(self, match_id: str) -> Row:
        """Return the stored event with the valid result: the closing, or the last correction."""
        results = result_rows(self.ledger.log.rows(match_id))
        if not results:
            raise Refused(say("the match is still open, so there is no result to sign. Close it first"))
        return results[-1]

    def _record(self, match_id: str, do: Callable[[Match], Done]) -> Done:
        """Record an event outside the game. It commutes with all others, so it is retried after concurrent writes."""
        found = self.ledger.find(match_id)
        for tries_left in reversed(range(TRIES)):
            match: Any = self.ledger.match(found)
            version = match.version
            done = do(match)
            try:
                self.ledger.save(match, expected_version=version)
            except Stale:
                if not tries_left:
                    raise
            else:
                return done
        raise AssertionError("it was recorded, or not")
