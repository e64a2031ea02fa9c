"""The commands that clients send: record, undo, rule, close, sign, export. Independent of HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from tablescribe.domain.match.commuting import commutes
from tablescribe.domain.match.events import Closed, Described, Missed, Noted, Played, Restored, Ruled, TakenBack
from tablescribe.domain.match.match import Match, Refused, TakeBackRefused
from tablescribe.domain.match.pictures import check_pictures
from tablescribe.domain.match.signature_events import Signed
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.words.text import Spoken, say
from tablescribe.ledger.log.errors import NoSuchMatch, Stale
from tablescribe.ledger.matches.client_actions import ClientAction, steps_back
from tablescribe.ledger.matches.fact_checks import read_facts, table_before
from tablescribe.ledger.matches.rematches import note_rematch, rematch_of
from tablescribe.ledger.matches.result_answers import answers_of
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.web.access.passes import JUDGE, SEAT, SPECTATOR, Pass
from tablescribe.replays.web.table.consent import Pending, TakeBackRequest, TakeBackRequests
from tablescribe.replays.web.table.photos import decoded
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.result_answers import answered
from tablescribe.replays.web.table.seat_authorisation import play_for_recorder, play_for_seat

Done = TypeVar("Done")

NOTE_TRIES = 5
"""Number of attempts to record a note after conflicts with other commands: it fits at any version."""


class Commands:
    """Executes the commands of clients after checking their passes.

    Attributes:
        announce: called with the match and the request when a take-back is requested or answered.
    """

    announce: Callable[[str, Mapping[str, Any]], None]

    def __init__(self, queries: Queries, store: KeyStore | None = None) -> None:
        self.queries = queries
        self.ledger = queries.ledger
        self.store = store
        self.announce = lambda match_id, request: None
        self._requests = TakeBackRequests(queries.ledger.log, queries.access.coordination)

    def scribe(self, who: Pass, read: Match | None = None) -> Scribe:
        """Return a scribe that records in the name of a pass, by its random id.

        `read`: a match just read for this command. If another command records meanwhile, it is read again.
        """
        just_read = [read] if read is not None else []

        def load(match_id: str) -> Match:
            return (just_read.pop() if just_read else self.queries.cache.now(match_id).match).copy()

        def closed(match_id: str) -> None:
            TournamentCommands(Scribe(self.ledger, recorder=who.id)).closed(match_id)

        return Scribe(self.ledger, recorder=who.id, load=load, closed=closed, leave=self.queries.cache.leave)

    # --- recording ----------------------------------------------------------------------------

    def play(
        self,
        who: Pass,
        match_id: str,
        seat: int | None,
        action: Mapping[str, Any],
        outcomes: Sequence[Outcome],
        *,
        as_played: bool,
        command_id: str,
        expected_version: int,
        lag: int = 0,
    ) -> list[Played]:
        """Record an action; see `Scribe.play`."""
        who.enter(match_id)
        who.require(who.records or who.role == SEAT, say("record moves"))
        if who.role == SEAT:
            who.require(seat in (None, who.seat), say("act for another seat"))
            who.require(not as_played, say("record a move that breaks a rule. The recorder can do that"))
            seat = who.seat
        cache, said = self.queries.cache, ClientAction(seat, action)
        note = partial(self.queries.access.note, who, match_id)

        def decide(match: Match) -> list[Played]:
            def play() -> list[Played]:
                return self.scribe(who, match).play_said(
                    match_id, said, outcomes, as_played=as_played, keeper=who.role != SEAT, command_id=command_id,
                    expected_version=expected_version, lag=lag,
                )  # fmt: skip

            if match.closed:
                return play()
            if who.role == SEAT:
                late = not match.is_at(expected_version)  # or a retry
                if late and not commutes(match, expected_version, *said.acting(match)):
                    return play()
                return play_for_seat(match, said, tuple(outcomes), play, note)
            if who.judges or match.opened.chance != "sealed":
                return play()
            return play_for_recorder(match, said, play, note, as_played=as_played)

        if not who.records:
            return decide(cache.now(match_id).match)
        kept = cache.at(match_id, expected_version).match  # if it is stale, the ledger refuses the record
        try:
            return decide(kept)
        except Exception as error:
            latest = cache.now(match_id).match
            if latest.version == kept.version or (isinstance(error, Spoken) and error.recorded):
                raise
            return decide(latest)  # another process has recorded: decide on the latest version

    def undo(
        self,
        who: Pass,
        match_id: str,
        *,
        steps: int,
        to: int | None,
        agreed: Iterable[int],
        judge: bool,
        reason: str,
        command_id: str,
        expected_version: int,
    ) -> TakenBack:
        """Take moves back. A recorder names the seats that agreed; a seat requests it, and the others agree themselves.

        Raises:
            TakeBackRefused: the policy of the match forbids it.
            Pending: the others are asked; `agree` takes the moves back when all have agreed.
        """
        match = self._enter(who, match_id)
        who.require(who.records or who.judges or who.role == SEAT, say("undo moves"))
        who.require(not judge or who.judges, say("decide as a judge"))
        mine = who.seat if who.role == SEAT else None
        try:
            return self.scribe(who).undo(
                match_id, steps, to=to, by=mine, agreed=() if mine else tuple(agreed), judge=judge or who.role == JUDGE,
                reason=reason, command_id=command_id, expected_version=expected_version,
            )  # fmt: skip
        except TakeBackRefused as refused:
            if mine is None or match.opened.take_back == "judge" or not match.is_at(expected_version):
                raise
            target = to if to is not None else steps_back(match, steps)
            asked = self._requests.make(match_id, self._asked_at(match), target, mine, reason)
            self.announce(match_id, {**asked.data(), "version": match.version})
            raise Pending(say("{why}. They are asked now", why=refused.text)) from refused

    def request(self, who: Pass, match_id: str, version: int) -> TakeBackRequest | None:
        """Return the take-back request made at this version of a match, pending or refused; `None` for spectators."""
        if who.role == SPECTATOR:
            return None
        match = self.queries.cache.now(match_id).match
        return self._requests.at(match_id, self._asked_at(match) if match.version == version else version)

    def _asked_at(self, match: Match) -> int:
        """Return the version at which the pending request was made, or the match's version if there is none.

        Clock events since then do not matter.
        """
        found = self._requests.last(match.id)
        return found.version if found is not None and match.is_at(found.version) else match.version

    def asked(self, match_id: str) -> Mapping[str, Any] | None:
        """Return the rematch, the answers to the result, or the last take-back request, for those at the table."""
        try:
            match = self.queries.cache.now(match_id).match
        except NoSuchMatch:  # a tournament, whose stream only announces changes
            return None
        if match.closed and (rematch := rematch_of(self.ledger, match_id)):
            return {"version": match.version, "rematch": rematch}
        if match.is_over and (answers := answers_of(self.ledger, match)).answers:
            return answered(match, answers)
        found = self._requests.last(match_id)
        return found.data() if found is not None else None

    def lead_to_rematch(self, match_id: str, rematch_id: str) -> None:
        """Note that a match has a rematch, and tell those at its table."""
        note_rematch(self.ledger, match_id, rematch_id)
        self.announce(match_id, self.asked(match_id) or {})

    def agree(self, who: Pass, match_id: str, *, request_id: str, agrees: bool) -> TakenBack | None:
        """Agree to the pending take-back or refuse it; return the take-back once it is carried out.

        Raises:
            Refused: no request is pending.
            OtherRequest: another request than the one answered is pending.
        """
        match = self._enter(who, match_id)
        who.require(who.role == SEAT, say("answer an undo request for a seat. Name the agreeing seats when you undo"))
        request = self._requests.answer(match_id, self._asked_at(match), request_id, who.seat or 0, agrees=agrees)
        self.announce(match_id, {**request.data(), "version": match.version})
        if request.refused or request.missing(match.opening.people):
            return None
        return self.scribe(who).undo(
            match_id, to=request.to, by=request.by, agreed=sorted(request.agreed), reason=request.reason,
            expected_version=request.version,
        )  # fmt: skip

    def redo(
        self, who: Pass, match_id: str, *, to: int | None, reason: str, command_id: str, expected_version: int
    ) -> Restored:
        """Restore moves that were taken back. A seat may do so where it may take back without consent."""
        match = self._enter(who, match_id)
        free = match.opened.take_back == "free"
        who.require(who.records or who.judges or (who.role == SEAT and free), say("restore moves in this match"))
        return self.scribe(who).redo(
            match_id, to=to, by=who.seat, reason=reason, command_id=command_id, expected_version=expected_version
        )

    def note(
        self,
        who: Pass,
        match_id: str,
        text: str,
        *,
        about: int | None,
        command_id: str,
        photos: Sequence[dict[str, str]] = (),
    ) -> Noted:
        """Add a note, with photos as a client sends them; see `photos.py`."""
        match = self._enter(who, match_id)
        who.require(who.records or who.judges or who.role == SEAT, say("write notes"))
        if photos:
            check_pictures(match.notes, len(photos))  # before decoding
        pictures = decoded(photos)
        return _anywhere(
            lambda: self.scribe(who).note(
                match_id, text, about_move=about, pictures=pictures, command_id=command_id
            )
        )  # fmt: skip

    def describe(self, who: Pass, match_id: str, *, command_id: str, **data: Any) -> Described:
        """Set the details of a match: title, event, place, tags."""
        self._enter(who, match_id)
        who.require(who.records or who.judges, say("edit the details of a match"))
        return _anywhere(lambda: self.scribe(who).describe(match_id, told_data(data), command_id=command_id))

    def close(self, who: Pass, match_id: str, *, abandoned: bool, command_id: str, expected_version: int) -> Closed:
        """Close a match with its result."""
        self._enter(who, match_id)
        who.require(who.records or who.judges, say("close a match"))
        return self.scribe(who).close(
            match_id, abandoned=abandoned, command_id=command_id, expected_version=expected_version
        )

    # --- the judge ----------------------------------------------------------------------------

    def rule(
        self,
        who: Pass,
        match_id: str,
        facts: Sequence[str],
        *,
        clause: str,
        reason: str,
        replaces: int | None,
        command_id: str,
        expected_version: int,
    ) -> Ruled:
        """Record a judge's ruling; facts are in the notation of the command line."""
        match = self._enter(who, match_id)
        who.require(who.judges, say("record rulings"))
        return self.scribe(who).ruling(
            match_id, read_facts(table_before(match, replaces), facts), clause=clause, reason=reason, replaces=replaces,
            command_id=command_id, expected_version=expected_version,
        )  # fmt: skip

    def miss(
        self,
        who: Pass,
        match_id: str,
        facts: Sequence[str],
        *,
        moves: int,
        reason: str,
        command_id: str,
        expected_version: int,
    ) -> Missed:
        """Record that moves were missed, and how the table looks now."""
        match = self._enter(who, match_id)
        who.require(who.records or who.judges, say("record missed moves"))
        return self.scribe(who).missed(
            match_id, read_facts(match.table, facts), moves=moves, reason=reason, command_id=command_id,
            expected_version=expected_version,
        )  # fmt: skip

    def sign(self, who: Pass, match_id: str, holder: str) -> Signed:
        """Sign the result with a key stored on the service's machine."""
        match = self._enter(who, match_id)
        who.require(who.organises, say("sign with the keys of this machine"))
        if holder != JUDGE and int(holder.removeprefix("seat:")) > match.opening.seats:
            seat, last = int(holder.removeprefix("seat:")), match.opening.seats
            raise Refused(say("there is no seat {seat}. Seats are 1 to {last}", seat=seat, last=last))
        return self._notary(who).sign(match_id, holder)

    def bundle(self, who: Pass, match_id: str, *, redacted: bool) -> bytes:
        """Return a match as one verifiable file."""
        self._enter(who, match_id)
        who.require(who.judges, say("download the bundle, which reveals hidden information"))
        self.queries.access.looked(who, match_id, say("everything"))
        return self._notary(who).bundle([match_id], redacted=redacted, names=not redacted)

    def checkpoint(self, who: Pass) -> str:
        """Return a signed checkpoint of the ledger as it is now."""
        who.require(who.judges, say("sign the ledger"))
        return self._notary(who).checkpoint()

    def ledger_key(self, who: Pass) -> str:
        """Return the public key for verifying bundles of this ledger."""
        who.require(who.judges, say("sign the ledger"))
        return str(self._notary(who).ledger_signer().key)

    # --- helpers ------------------------------------------------------------------------------

    def _notary(self, who: Pass) -> Notary:
        if self.store is None:
            raise Refused(say("this service has no key folder. Start it with --keys"))
        return Notary(self.scribe(who), self.store)

    def _enter(self, who: Pass, match_id: str) -> Match:
        who.enter(match_id)
        return self.queries.cache.now(match_id).match


def _anywhere(record: Callable[[], Done]) -> Done:
    """Record an event that fits at any version, again after conflicts with other commands."""
    for _ in range(NOTE_TRIES - 1):
        try:
            return record()
        except Stale:
            continue
    return record()


def told_data(data: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the details of a match that a client sent, without those it left out."""
    return {name: value for name, value in (data or {}).items() if value is not None}
