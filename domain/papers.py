"""Keys and signatures of a match: whose key is whose, who signed the result, and when that existed.

The domain keeps them in order. Whether a signature is right is a question of cryptography: see ledger/signing.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.events import Enrolled, Paper, Revoked, Signed, Stamp, TimeStamped
from domain.refusals import Refused, either

if TYPE_CHECKING:
    from domain.match import Match

JUDGE = "judge"
LEDGER = "ledger"


def seat_holder(seat: int) -> str:
    """Return how a seat is named as the holder of a key."""
    return f"seat:{seat}"


class Papers:
    """What was enrolled, revoked, signed and time-stamped, in order.

    Attributes:
        keys: the key that speaks for each holder now.
        enrolled: each key's first enrolment.
        revoked: each revoked key's revocation.
        signatures: who signed.
        tokens: time stamps.
        events: all of it, as it was recorded.
    """

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.enrolled: dict[str, Enrolled] = {}
        self.revoked: dict[str, Revoked] = {}
        self.signatures: list[Signed] = []
        self.tokens: list[TimeStamped] = []
        self.events: list[Paper] = []

    def copy(self) -> Papers:
        """Return the same papers again, to go on with."""
        other = Papers()
        other.keys, other.enrolled, other.revoked = dict(self.keys), dict(self.enrolled), dict(self.revoked)
        other.signatures, other.tokens, other.events = list(self.signatures), list(self.tokens), list(self.events)
        return other

    def apply(self, event: Paper) -> None:
        """Take an event in, as it was recorded."""
        self.events.append(event)
        if isinstance(event, Enrolled):
            self.keys[event.holder] = event.key
            self.enrolled.setdefault(event.key, event)
        elif isinstance(event, Revoked):
            self.revoked.setdefault(event.key, event)
            self.keys = {holder: key for holder, key in self.keys.items() if key != event.key}
        elif isinstance(event, Signed):
            self.signatures.append(event)
        else:
            self.tokens.append(event)


def holders(match: Match) -> list[str]:
    """Return who may sign a match: every seat, and the judge."""
    return [*map(seat_holder, range(1, match.opening.seats + 1)), JUDGE]


def enrol(match: Match, holder: str, key: str, stamp: Stamp) -> Enrolled:
    """Let a key speak for a seat (`seat:2`) or for the judge; one that did so before is retired.

    Raises:
        Refused: there is no such holder, or the key is another's, was revoked, or speaks for this one already.
    """
    papers = match.papers
    if holder not in holders(match):
        raise Refused(f"{holder} signs nothing here: {either(holders(match))} may")
    if key in papers.revoked:
        raise Refused("this key was revoked: make a new one")
    before = papers.enrolled.get(key)
    if before is not None and before.holder != holder:
        raise Refused(f"this key is that of {before.holder}: everybody signs with a key of their own")
    if papers.keys.get(holder) == key:
        raise Refused(f"this key speaks for {holder} already")
    return match.record(Enrolled, stamp, holder=holder, key=key)


def revoke(match: Match, key: str, stamp: Stamp, *, reason: str) -> Revoked:
    """Let a key count no more.

    Raises:
        Refused: it was never enrolled, or is revoked already.
    """
    if key not in match.papers.enrolled:
        raise Refused("no such key was ever enrolled here")
    if key in match.papers.revoked:
        raise Refused("this key is revoked already")
    return match.record(Revoked, stamp, key=key, reason=reason)


def sign(match: Match, holder: str, key: str, signature: str, stamp: Stamp) -> Signed:
    """Record a holder's signature under the result record; the ledger has checked it.

    Raises:
        Refused: the match is not closed, the key does not speak for the holder, or it has signed already.
    """
    if match.closed is None:
        raise Refused("a result is signed once the match is closed: close it first")
    if match.papers.keys.get(holder) != key:
        raise Refused(f"this key does not speak for {holder}: enrol it first")
    if any((signed.key, signed.holder) == (key, holder) for signed in match.papers.signatures):
        raise Refused(f"{holder} has signed already")
    return match.record(Signed, stamp, holder=holder, key=key, signature=signature)


def attach_time(match: Match, token: str, stamp: Stamp) -> TimeStamped:
    """Record an authority's time stamp over the result record; the ledger has checked it.

    Raises:
        Refused: the match is not closed.
    """
    if match.closed is None:
        raise Refused("the time of a result is stamped once the match is closed: close it first")
    return match.record(TimeStamped, stamp, token=token)
