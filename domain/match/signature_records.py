"""Keys, signatures and time stamps of a match, as recorded."""

from __future__ import annotations

from tablescribe.domain.match.signature_events import Enrolled, Paper, Revoked, Signed, TimeStamped

JUDGE = "judge"
LEDGER = "ledger"
KEEPER = "keeper"
"""Who enrols from the command line: whoever keeps the ledger."""


def seat_holder(seat: int) -> str:
    """Return how a seat is named as the holder of a key."""
    return f"seat:{seat}"


def enrolment_text(ledger_id: str, match_id: str, holder: str, key: str) -> str:
    """Return what a key signs to prove that who enrols it has it."""
    return f"tablescribe enrolment 1\nledger {ledger_id}\nmatch {match_id}\nholder {holder}\nkey {key}\n"


class SignatureRecords:
    """What was enrolled, revoked, signed and time-stamped, in order.

    Attributes:
        keys: the key that speaks for each holder now.
        enrolled: each key's first enrolment.
        revoked: each revoked key's revocation.
        signatures: who signed.
        spoke: for each signature, whether its key spoke for its holder when it was recorded.
        tokens: time stamps.
        events: all of it, as it was recorded.
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
        """Return the same papers again, to go on with."""
        other = SignatureRecords()
        other.keys, other.enrolled, other.revoked = dict(self.keys), dict(self.enrolled), dict(self.revoked)
        other.signatures, other.tokens, other.events = list(self.signatures), list(self.tokens), list(self.events)
        other.spoke = list(self.spoke)
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
            self.spoke.append(self.keys.get(event.holder) == event.key)
        else:
            self.tokens.append(event)
