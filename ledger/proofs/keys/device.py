"""Keys on a seat's own device: created there, offered for a match, used offline.

What goes from the device to whoever keeps the ledger is a small file: an offer, or a signature. They come in any order,
on paper if need be; nothing in them is secret.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from tablescribe.domain.match.signature_records import enrolment_text
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import BadFile
from tablescribe.ledger.proofs.keys.signing import TITLE, key_text, signature_text
from tablescribe.ledger.proofs.tree.signed_note import Signer

LARGEST = 10_000
"""A longer file is refused unread."""


class KeyOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key that wants to speak for a holder in a match, and its proof: see `enrolment_text`."""

    format: str
    ledger: str
    match: str
    holder: str
    key: str
    proof: str


class DetachedSignature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signature under the text of a result."""

    format: str
    text: str
    key: str
    signature: str


OFFER, DETACHED = "tablescribe key", "tablescribe signature"
File = TypeVar("File", KeyOffer, DetachedSignature)


def offer(signer: Signer, ledger_id: str, match_id: str, holder: str) -> bytes:
    """Return the file by which a device offers its key for a match."""
    key = key_text(signer)
    proof = signature_text(signer, enrolment_text(ledger_id, match_id, holder, key))
    return _written(KeyOffer(OFFER, ledger_id, match_id, holder, key, proof))


def sign_text(signer: Signer, text: str) -> bytes:
    """Return the file of a signature under the text of a result.

    Raises:
        BadFile: it is no such text: a device signs nothing else.
    """
    _holder(text)
    return _written(DetachedSignature(DETACHED, text, key_text(signer), signature_text(signer, text)))


def read_offer(contents: bytes) -> KeyOffer:
    """Return an offer; whether it is right is seen when it is enrolled.

    Raises:
        BadFile: it is none.
    """
    return _read(contents, KeyOffer, OFFER)


def read_signature(contents: bytes) -> tuple[DetachedSignature, str, str]:
    """Return a signature, and the match and holder that its text names; whether it is right is seen when attached.

    Raises:
        BadFile: it is none.
    """
    found = _read(contents, DetachedSignature, DETACHED)
    return found, _line(found.text, "match"), _holder(found.text)


def _holder(text: str) -> str:
    lines = text.split("\n")
    if lines[0] != TITLE or len(lines) != 9 or lines[8]:
        raise BadFile(say("it is not the text of a result: `tablescribe sign MATCH --seat N --text` prints that"))
    return _line(text, "holder")


def _line(text: str, name: str) -> str:
    found = [line.removeprefix(f"{name} ") for line in text.split("\n") if line.startswith(f"{name} ")]
    if len(found) != 1:
        raise BadFile(say("it has no line that begins with {name}, or several", name=name))
    return found[0]


def _read(contents: bytes, kind: type[File], form: str) -> File:
    try:
        found = msgspec.json.decode(contents[: LARGEST + 1], type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(say("it is no {form}: {why}", form=form, why=str(error))) from error
    if found.format != form:
        raise BadFile(say("it is no {form}: its format is {format}", form=form, format=repr(found.format[:60])))
    return found


def _written(file: KeyOffer | DetachedSignature) -> bytes:
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"
