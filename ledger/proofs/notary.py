"""The notary: commands that need private keys (enrol, sign, stamp, checkpoint, bundle)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from tablescribe.domain.match.events import Enrolled, Event, Revoked, Signed, TimeStamped
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.match.refusals import check_seats
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
    closing_row,
    is_signed,
    key_text,
    public_key,
    result_record,
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
"""How often a key or a signature is recorded again if somebody else recorded in between."""

PART = 12 * 2**20
"""Bytes of events in one file of a tournament that needs several: what is told and shown twice must fit as well."""


class Notary:
    """Signs for people and for the ledger, with the keys in a folder."""

    def __init__(self, scribe: Scribe, store: KeyStore) -> None:
        self.scribe = scribe
        self.ledger = scribe.ledger
        self.store = store
        self.keyring = Keyring(scribe.ledger, store)
        self.told: list[Text] = []
        """What people should know about what was done."""

    # --- people ---------------------------------------------------------------------------

    def signer(self, match: Match, holder: str, key: str = "", passphrase: str | None = None) -> Signer:
        """Return the private key of a holder; make it at first use. By default it is called as the person is."""
        return self.store.signer(key or self._name(match, holder), owner=holder, passphrase=passphrase)

    def _name(self, match: Match, holder: str) -> str:
        if holder == JUDGE:
            return JUDGE
        seat = int(holder.removeprefix("seat:"))  # by the name that the match was opened with: keys are called so
        check_seats(match.opening.seats, seat)
        ref = match.opened.seats[seat - 1].ref
        return self.ledger.names([ref]).get(ref, f"seat {seat}")

    def enrol(
        self, match_id: str, holder: str, key: str = "", passphrase: str | None = None, *, by: str = KEEPER
    ) -> Enrolled:
        """Let a holder's key in this folder speak for it in a match: best done before the first move.

        A seat that trusts nobody makes its key on a device of its own: see `enrol_public`.

        Raises:
            Refused: there is no such holder, or its key cannot be enrolled.
            BadKey: the key cannot be used.
        """
        found = self.ledger.find(match_id)
        signer = self.signer(self.ledger.match(found), holder, key, passphrase)
        return self.enrol_public(found, holder, key_text(signer), self.prove(found, holder, signer), by=by)

    def prove(self, match_id: str, holder: str, signer: Signer) -> str:
        """Return the signature by which whoever enrols a key proves to have it."""
        text = enrolment_text(self.ledger.ledger_id, match_id, holder, key_text(signer))
        return signature_text(signer, text)

    def enrol_public(self, match_id: str, holder: str, public: str, proof: str, *, by: str = KEEPER) -> Enrolled:
        """Let a key that was made elsewhere speak for a holder.

        Args:
            match_id: the match.
            holder: `seat:2` or `judge`.
            public: base64 of the key's 32 bytes.
            proof: the key's own signature under `enrolment_text`.
            by: by whose pass: the holder's own, `organiser`, `recorder`, or `keeper` at the command line.

        Raises:
            Refused: there is no such holder, or the key is none, another's or the ledger's, or was not proved.
        """
        found = self.ledger.find(match_id)
        try:
            public_key(public)
        except BadNote as error:
            raise Refused(say("{key} cannot be enrolled: {why}", key=public[:80], why=error.why)) from error
        if public in self.keyring.papers()[0].enrolled:
            raise Refused(say("that is the ledger's own key: a seat signs with a key of its own"))
        text = enrolment_text(self.ledger.ledger_id, found, holder, public)
        if not is_signed(public, proof, text):
            raise Refused(
                say("who enrols a key proves to have it: its signature under the enrolment of {holder} is not right",
                    holder=Thing(holder))
            )  # fmt: skip

        return self._record(found, lambda match: enrol(match, holder, public, self.scribe.stamp(), by=by, proof=proof))

    def changed_key(self, match_id: str, holder: str) -> KnownKey | None:
        """Return the key that the person had in an earlier match, if another one speaks for the holder in this one."""
        match = self.ledger.match(self.ledger.find(match_id))
        known = known_keys(self.ledger, match).get(holder)
        return known if known is not None and known.key != match.papers.keys.get(holder) else None

    def revoke(
        self, match_id: str, holder: str, reason: str, *, by: str = "", key: str = "", passphrase: str | None = None
    ) -> Revoked:
        """Let the key of a holder count no more in a match from now on; what it signed before stands.

        Args:
            match_id: the match.
            holder: whose key.
            reason: why; it is recorded for ever.
            by: who revokes: the holder, by default, who shows that by having the private key; or the judge.
            key: what the private key is called in the folder; by default as the person.
            passphrase: unlocks it.

        Raises:
            Refused: no key speaks for it, or somebody else than the holder or the judge wants it.
            BadKey: the holder's private key is not here.
        """

        def do(match: Match) -> Revoked:
            public = match.papers.keys.get(holder)
            if public is None:
                raise Refused(say("no key speaks for {holder}", holder=Thing(holder)))
            if by in ("", holder) and holder != JUDGE:
                mine = self.store.signer(key or self._name(match, holder), passphrase=passphrase, make=False)
                if key_text(mine) != public:
                    raise Refused(
                        say(
                            "the key of that name is not the one that speaks for {holder}: who has that one may revoke "
                            "it, or the judge",
                            holder=Thing(holder),
                        )
                    )
            return revoke(match, public, self.scribe.stamp(), reason=reason, by=by or holder)

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
            self.enrol(found, holder, key, passphrase)
        return self.attach(found, holder, key_text(signer), signature_text(signer, text))

    def attach(self, match_id: str, holder: str, public: str, signature: str) -> Signed:
        """Record a signature under the result that was made elsewhere: they may come in any order.

        Raises:
            Refused: the match is not closed, the signature is not one under its result, the holder has signed, or
                another key speaks for it.
        """
        found = self.ledger.find(match_id)
        text = result_record(self.ledger.match(found).opened, self._closing(found), holder)
        if not is_signed(public, signature, text):
            raise Refused(
                say("that is no signature by {key} under the result of match {match} for {holder}",
                    key=public[:80], match=found, holder=Thing(holder))
            )  # fmt: skip
        return self._record(found, lambda match: sign(match, holder, public, signature, self.scribe.stamp()))

    def record_text(self, match_id: str, holder: str) -> str:
        """Return the text that a holder would sign.

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
        signer, tree = self._grown(passphrase, progress)
        return tree.checkpoint(signer, self._mark(signer), progress)

    def cosigned(self, passphrase: str | None = None) -> str:
        """Return the largest checkpoint that a witness cosigned, if the ledger's present key has signed it.

        Raises:
            LedgerError: there is none.
        """
        note = latest_cosigned(self.ledger)
        if note is None or not is_by(note, self.ledger_signer(passphrase).key):
            raise LedgerError(
                say("no witness cosigned a checkpoint that the ledger's present key has signed: `checkpoint --add`")
            )
        return note

    def request(self, old: int | None = None, witness: str = "", passphrase: str | None = None) -> Request:
        """Return what to send to a witness, so that it cosigns the ledger as it is now: see `request_for`."""
        return request_for(LogTree(self.ledger), self.checkpoint(passphrase), old, witness)

    def bundle(
        self,
        match_ids: Iterable[str],
        *,
        viewer: Viewer = None,
        redacted: bool = False,
        words: bool = False,
        names: bool = False,
        since: Sequence[str] = (),
        cosigned: bool = False,
        passphrase: str | None = None,
        progress: Progress | None = None,
    ) -> bytes:
        """Return matches as one file that proves itself: see `bundle.make`.

        With `cosigned` it is about the log of the largest checkpoint that a witness cosigned, and ends there.
        """
        found = [self.ledger.find(match_id) for match_id in match_ids]
        for one in found if isinstance(viewer, int) else ():
            check_seats(self.ledger.match(one).opening.seats, viewer)
        signer, _ = self._grown(passphrase)
        return make(
            self.ledger, found, signer, mark=self._mark(signer),
            checkpoint=self.cosigned(passphrase) if cosigned else None, viewer=viewer, redacted=redacted, words=words,
            names=names, since=since, progress=progress,
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
        """Yield a tournament with all its matches that were opened, in as many files as verifiers take.

        The tournament itself and its first matches are in the first; each is a bundle that proves itself, and all are
        about the same log, so that whoever has them all knows that they belong together. By default they are for the
        public: what spectators may not see, and what people wrote, is withheld.

        Args:
            part: bytes of events that a file may have, about.

        Raises:
            NoSuchTournament: there is none of that id.
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
                    names=names, since=since,
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
        """Return a tournament's id, and those of its matches that were opened."""
        found = self.ledger.find_tournament(tournament_id)
        here = set(self.ledger.match_ids())
        return found, [one for one in self.ledger.tournament(found).match_ids() if one in here]

    def _grouped(self, ids: Iterable[str], most: int) -> Iterator[list[str]]:
        """Yield ids in groups whose events have so many bytes, about."""
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
        """Return the mark of the ledger's key: what it has signed last."""
        return HighWaterMark(self.keyring.own(self.keyring.papers()[0]).with_suffix(SUFFIX), signer.key)

    def _tell(self, tree: LogTree) -> None:
        if tree.rebuilt:
            self.told.append(say("The stored parts of the tree were damaged; they were rebuilt from the events."))

    # --- helpers --------------------------------------------------------------------------

    def _closing(self, match_id: str) -> Row:
        closing = closing_row(self.ledger.log.rows(match_id))
        if closing is None:
            raise Refused(say("a result is signed once the match is closed: close it first"))
        return closing

    def _record(self, match_id: str, do: Callable[[Match], Done]) -> Done:
        """Record something beside the game: it commutes with whatever others record, so it is tried again."""
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
