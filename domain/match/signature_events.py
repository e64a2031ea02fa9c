"""Events of the keys, signatures and time stamps of a match."""

from __future__ import annotations

from typing import TypeAlias

from tablescribe.domain.match.event import Event


class Enrolled(Event, frozen=True, array_like=True, gc=False, tag="Enrolled"):
    """From here on a public key (Ed25519, base64) signs for a holder; the holder's earlier key is retired."""

    holder: str
    key: str


class Revoked(Event, frozen=True, array_like=True, gc=False, tag="Revoked"):
    """A key is revoked from here on, as lost or stolen. Its earlier signatures stay valid."""

    key: str
    reason: str


class EnrolledBy(Enrolled, frozen=True, array_like=True, gc=False, tag="EnrolledBy"):
    """An enrolment that says by whom. Older logs have `Enrolled`, whose bytes stay as they are.

    `by` is whose pass was used: the holder's own, `organiser`, `recorder`, or `keeper` for the command line. `proof` is
    a signature (base64) by the key itself over `enrolment_text`, which proves that its enroller had it; or empty.
    """

    by: str
    proof: str


class RevokedBy(Revoked, frozen=True, array_like=True, gc=False, tag="RevokedBy"):
    """A revocation that says by whom: the key's holder, or `judge`. Nobody else may."""

    by: str


class Signed(Event, frozen=True, array_like=True, gc=False, tag="Signed"):
    """A holder signed the result record of a closed match: the key, and the signature (base64)."""

    holder: str
    key: str
    signature: str


class TimeStamped(Event, frozen=True, array_like=True, gc=False, tag="TimeStamped"):
    """An authority says that the result record existed at a time: its token (RFC 3161, DER in base64)."""

    token: str


Paper: TypeAlias = Enrolled | EnrolledBy | Revoked | RevokedBy | Signed | TimeStamped
