"""Responses about the keys of seats and judges; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, MatchVersion, Moment


class KnownKey(Answer):
    """The key that this person used in their latest other match."""

    key: str
    fingerprint: str
    match: str


class KeyTold(Answer):
    """A key of a seat or the judge, and what its signature proves."""

    holder: Annotated[str, Field(description="`seat:2`, or `judge`.")]
    label: str
    name: str
    key: Annotated[str, Field(description="Ed25519, 32 bytes in base64.")]
    fingerprint: Annotated[str, Field(description="Fingerprint for people to compare: 16 bytes of its SHA-256.")]
    by: Annotated[
        str | None, Field(description="By whose pass: the holder's own, `organiser`, `keeper` (a command line) …")
    ]
    at: Moment
    version: MatchVersion
    late: Annotated[bool, Field(description="Enrolled only after the match was closed.")]
    speaks: Annotated[bool, Field(description="It speaks for its holder now.")]
    revoked: bool
    signed: Annotated[bool, Field(description="A good signature under the result was made with it.")]
    change: Annotated[Literal["known", "changed", "new"], Field(description="Compared with earlier matches.")]
    known: Annotated[KnownKey | None, Field(description="For judges and the holder only.")]
    worth: str


class ResultText(Answer):
    """The text that a holder signs."""

    text: str
