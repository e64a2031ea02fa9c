"""Commands that sign a result: enrol and revoke keys, add signatures and time stamps.

They enforce the order only. Signatures are verified in ledger/proofs/keys/signing.py.
"""

from __future__ import annotations

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.limits import SIGNED
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.match.signature_events import Enrolled, EnrolledBy, Revoked, RevokedBy, Signed, TimeStamped
from tablescribe.domain.match.signature_records import JUDGE, seat_holder
from tablescribe.domain.words.text import Text, Thing, either, say


def holders(match: Match) -> list[str]:
    """Return the holders that may sign a match: every seat, and the judge."""
    return [*map(seat_holder, range(1, match.opening.seats + 1)), JUDGE]


def enrol(match: Match, holder: str, key: str, stamp: Stamp, *, by: str = "", proof: str = "") -> Enrolled:
    """Enrol a key for a seat (`seat:2`) or the judge, and retire the holder's earlier key.

    Args:
        match: the match.
        holder: the seat or judge that the key signs for.
        key: base64 of its 32 bytes; the ledger has checked that it is a key.
        stamp: when, and recorded by whom.
        by: the role, see `EnrolledBy`; if empty, the event is `Enrolled`, as in older logs.
        proof: see `EnrolledBy`; the ledger has checked it.

    Raises:
        Refused: there is no such holder, or the key is another holder's, revoked, or enrolled for this one already.
    """
    papers = match.papers
    if holder not in holders(match):
        raise Refused(
            say("{holder} cannot sign here; {holders} can", holder=holder, holders=either(map(_named, holders(match))))
        )
    if key in papers.revoked:
        raise Refused(say("this key has been revoked: create a new one"))
    before = papers.enrolled.get(key)
    if before is not None and before.holder != holder:
        raise Refused(
            say("this key belongs to {holder}: everyone signs with their own key", holder=_named(before.holder))
        )
    if papers.keys.get(holder) == key:
        raise Refused(say("this key is already enrolled for {holder}", holder=_named(holder)))
    if not by:
        return match.record(Enrolled, stamp, holder=holder, key=key)
    return match.record(EnrolledBy, stamp, holder=holder, key=key, by=by, proof=proof)


def revoke(match: Match, key: str, stamp: Stamp, *, reason: str, by: str) -> Revoked:
    """Revoke a key from now on; its earlier signatures stay valid.

    Raises:
        Refused: the key was never enrolled or is revoked already, or `by` is neither its holder nor the judge.
    """
    if key not in match.papers.enrolled:
        raise Refused(say("this key has never been enrolled here"))
    if key in match.papers.revoked:
        raise Refused(say("this key has already been revoked"))
    holder = match.papers.enrolled[key].holder
    if by not in (holder, JUDGE):
        raise Refused(say("only {holder} or the judge can revoke this key", holder=_named(holder)))
    return match.record(RevokedBy, stamp, key=key, reason=reason, by=by)


def sign(match: Match, holder: str, key: str, signature: str, stamp: Stamp) -> Signed:
    """Record a holder's signature of the result record; the ledger has verified it.

    Raises:
        Refused: the match is open or void, the key is not the holder's current one, or it has signed this result.
    """
    if match.closed is None:
        raise Refused(say("close the match before you sign its result"))
    _check_counts(match)
    if match.papers.keys.get(holder) != key:
        raise Refused(say("this key is not enrolled for {holder}. Enrol it first", holder=_named(holder)))
    if any((signed.key, signed.holder) == (key, holder) for signed in signatures_now(match)):
        raise Refused(say("{holder} has already signed", holder=_named(holder)))
    if len(match.papers.signatures) >= SIGNED:
        raise Refused(say("a match can have at most {n} signatures", n=SIGNED))
    return match.record(Signed, stamp, holder=holder, key=key, signature=signature)


def attach_time(match: Match, token: str, stamp: Stamp) -> TimeStamped:
    """Record an authority's time stamp of the result record; the ledger has verified it.

    Raises:
        Refused: the match is open or void.
    """
    if match.closed is None:
        raise Refused(say("close the match before you timestamp its result"))
    _check_counts(match)
    return match.record(TimeStamped, stamp, token=token)


def signatures_now(match: Match) -> list[Signed]:
    """Return the signatures of the current result: those recorded since it was closed or last corrected."""
    amended = match.corrections.amended
    since = amended.originator_version if amended is not None else 0
    return [signed for signed in match.papers.signatures if signed.originator_version > since]


def _check_counts(match: Match) -> None:
    """Check that a match has a result that can be signed.

    Raises:
        Refused: the match is void.
    """
    if match.corrections.void is not None:
        raise Refused(say("match {match} is void: there is no result to sign", match=match.id))


def _named(holder: str) -> Text | Thing:
    return say("the judge") if holder == JUDGE else Thing(holder)
