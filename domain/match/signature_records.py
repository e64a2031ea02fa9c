"""Keys, signatures and time stamps of a match, folded from their events."""

from __future__ import annotations

from tablescribe.domain.match.signature_events import Enrolled, Paper, Revoked, Signed, TimeStamped

JUDGE = "judge"
LEDGER = "ledger"
KEEPER = "keeper"
"""The role of the command line: the ledger's keeper."""


def seat_holder(seat: int) -> str:
    """Return a seat's name as the holder of a key, such as `seat:2`."""
    return f"seat:{seat}"


def enrolment_text(ledger_id: str, match_id: str, holder: str, key: str) -> str:
    """Return the text that a key signs when it is enrolled, to prove possession of the private key."""
    return f"tablescribe enrolment 1\nledger {ledger_id}\nmatch {match_id}\nholder {holder}\nkey {key}\n"


class SignatureRecords:
    """The enrolments, revocations, signatures and time stamps of a match.

    Attributes:
        keys: the current key of each holder.
        enrolled: the first enrolment of each key.
        revoked: the revocation of each revoked key.
        signatures: the signatures, in order.
        spoke: for each signature, whether its key was its holder's current key when it was recorded.
        tokens: the time stamps.
        events: all of these events, in order.
    """

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.enrolled: dict[str, Enrolled] = {}
        self.revoked: dict[str, Revoked] = {}
        self.signatures: list[Signed] = []
        self.spoke: list[bool] = []
        self.tokens: list[TimeStamped] = []
        self.events: list[Paper] = []

    def copy(self) -> SignatureRecords:
        """Return an independent copy."""
        other = SignatureRecords()
        other.keys, other.enrolled, other.revoked = dict(self.keys), dict(self.enrolled), dict(self.revoked)
        other.signatures, other.tokens, other.events = list(self.signatures), list(self.tokens), list(self.events)
        other.spoke = list(self.spoke)
        return other

    def apply(self, event: Paper) -> None:
        """Apply a recorded event."""
        self.events.append(event)
        if isinstance(event, Enrolled):
            self.keys[event.holder] = event.key
            self.enrolled.setdefault(event.key, event)
        elif isinstance(event, Revoked):
            self.revoked.setdefault(event.key, event)
            self.keys = {holder: key for holder, key in self.keys.items() if key != event.key}
        elif isinstance(event, Signed):
            self.signatures.append(event)
            self.spoke.append(self.keys.get(event.holder) == event.key)
        else:
            self.tokens.append(event)
