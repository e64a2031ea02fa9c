"""Trusted time stamps (RFC 3161) on a result.

This module does not use the network: a request is a file to send to any authority, and its answer is a file to attach.
The stamp covers the result record with `holder time`. Requesting and reading one needs the extra `tablescribe[stamp]`;
without it, every function here raises `StampsUnavailable`.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tablescribe.domain.match.events import Opened
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.proofs.keys.signing import result_record

if TYPE_CHECKING:
    from cryptography.x509 import Certificate
    from rfc3161_client import TimeStampResponse

HOLDER = "time"


class BadToken(LedgerError):
    """An answer of a time-stamping authority that is malformed, a refusal, or about something else."""

    code = "time.bad"


class StampsUnavailable(LedgerError):
    """The library for time stamps is not installed."""

    code = "extra.missing"

    def __init__(self) -> None:
        super().__init__(say("Time stamps need the package rfc3161-client. Install `tablescribe[stamp]`."))


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise StampsUnavailable from error


def request(opened: Opened, closing: Row) -> bytes:
    """Return a request (DER, application/timestamp-query) for a stamp on a match's result."""
    with _installed():
        from rfc3161_client import TimestampRequestBuilder

    builder = TimestampRequestBuilder().data(_message(opened, closing))
    return builder.cert_request(cert_request=True).nonce(nonce=False).build().as_bytes()


def token_text(answer: bytes) -> str:
    """Return an authority's answer (DER) as recorded in events: base64."""
    return b64encode(answer).decode()


def check_token(token: str, opened: Opened, closing: Row) -> datetime:
    """Check that a token is about a match's result, and return its time; its issuer is not checked.

    Raises:
        BadToken: it is malformed, not granted, or about something else.
    """
    answer = _read(token)
    imprint = answer.tst_info.message_imprint
    algorithms = {"2.16.840.1.101.3.4.2.1": hashlib.sha256, "2.16.840.1.101.3.4.2.3": hashlib.sha512}
    algorithm = algorithms.get(imprint.hash_algorithm.dotted_string)
    if algorithm is None or imprint.message != algorithm(_message(opened, closing)).digest():
        raise BadToken(say("it is a stamp on something else"))
    return answer.tst_info.gen_time


def verify_token(token: str, opened: Opened, closing: Row, roots: list[Certificate]) -> datetime:
    """Verify a token completely, up to the authority's root certificate, and return its time.

    Raises:
        BadToken: it is malformed, not granted, about something else, or not issued under one of these roots.
    """
    with _installed():
        from rfc3161_client import VerificationError, VerifierBuilder

    at = check_token(token, opened, closing)
    builder = VerifierBuilder()
    for root in roots:
        builder = builder.add_root_certificate(root)
    try:
        builder.build().verify_message(_read(token), _message(opened, closing))
    except (VerificationError, ValueError) as error:
        raise BadToken(
            say("its authority is not one that the given certificates vouch for ({why})", why=str(error))
        ) from error
    return at


def read_certificates(path: Path) -> list[Certificate]:
    """Return the certificates of a PEM file.

    Raises:
        BadToken: the file cannot be read, or has no certificates.
    """
    from cryptography.x509 import load_pem_x509_certificates

    try:
        return load_pem_x509_certificates(path.read_bytes())
    except (OSError, ValueError) as error:
        raise BadToken(say("{file} has no certificates in PEM: {why}", file=str(path), why=str(error))) from error


def _message(opened: Opened, closing: Row) -> bytes:
    return result_record(opened, closing, HOLDER).encode()


def _read(token: str) -> TimeStampResponse:
    with _installed():
        from rfc3161_client import decode_timestamp_response
        from rfc3161_client.tsp import PKIStatus

    try:
        answer = decode_timestamp_response(b64decode(token, validate=True))
        granted = PKIStatus(answer.status) == PKIStatus.GRANTED
        if granted:
            _ = answer.tst_info.message_imprint  # access forces it to be parsed
    except (ValueError, TypeError) as error:
        raise BadToken(say("it is no answer of a time-stamping authority: {why}", why=str(error))) from error
    if not granted:
        raise BadToken(say("the authority did not grant it"))
    return answer
