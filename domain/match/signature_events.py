"""Events of the keys, signatures and time stamps of a match."""

from __future__ import annotations

from typing import TypeAlias

from tablescribe.domain.match.event import Event


class Enrolled(Event, frozen=True, array_like=True, gc=False, tag="Enrolled"):
    """A public key (Ed25519, base64) signs for a holder from here on. The holder's earlier key is retired."""

    holder: str
    key: str


class Revoked(Event, frozen=True, array_like=True, gc=False, tag="Revoked"):
    """A key is revoked from here on, as lost or stolen. Its earlier signatures stay valid."""

    key: str
    reason: str


class EnrolledBy(Enrolled, frozen=True, array_like=True, gc=False, tag="EnrolledBy"):
    """A key was enrolled, and by which role. Older logs have `Enrolled` instead; their bytes stay unchanged.

    `by` is the holder itself, `organiser`, `recorder`, or `keeper` for the command line. `proof` is a signature
    (base64) by the key over `enrolment_text`. It proves possession of the private key, and may be empty.
    """

    by: str
    proof: str


class RevokedBy(Revoked, frozen=True, array_like=True, gc=False, tag="RevokedBy"):
    """A key was revoked, and by whom: its holder or `judge`. Nobody else may revoke it."""

    by: str


class Signed(Event, frozen=True, array_like=True, gc=False, tag="Signed"):
    """A holder signed the result record of a closed match. The event has the key and the signature (base64)."""

    holder: str
    key: str
    signature: str


class TimeStamped(Event, frozen=True, array_like=True, gc=False, tag="TimeStamped"):
    """A time stamp authority attested when the result record existed. The token is RFC 3161 (DER in base64)."""

    token: str


Paper: TypeAlias = Enrolled | EnrolledBy | Revoked | RevokedBy | Signed | TimeStamped
