"""Keys on a seat's own device: created there, offered for a match, used offline.

The device sends the keeper of the ledger a small file: an offer of its key, or a signature. The files contain nothing
secret, so they may be sent by any means and in any order.
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
"""Maximum size of a file in bytes; a larger one is refused."""


class KeyOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key offered for a holder in a match, with a proof of possession over `enrolment_text`."""

    format: str
    ledger: str
    match: str
    holder: str
    key: str
    proof: str


class DetachedSignature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signature over the text of a result record."""

    format: str
    text: str
    key: str
    signature: str


OFFER, DETACHED = "tablescribe key", "tablescribe signature"
File = TypeVar("File", KeyOffer, DetachedSignature)


def offer(signer: Signer, ledger_id: str, match_id: str, holder: str) -> bytes:
    """Return the file with which a device offers its key for a match."""
    key = key_text(signer)
    proof = signature_text(signer, enrolment_text(ledger_id, match_id, holder, key))
    return _written(KeyOffer(OFFER, ledger_id, match_id, holder, key, proof))


def sign_text(signer: Signer, text: str) -> bytes:
    """Sign the text of a result record, and return the signature as a file.

    Raises:
        BadFile: the text is not a result record; a device signs nothing else.
    """
    _holder(text)
    return _written(DetachedSignature(DETACHED, text, key_text(signer), signature_text(signer, text)))


def read_offer(contents: bytes) -> KeyOffer:
    """Parse a key offer; its proof is checked on enrolment.

    Raises:
        BadFile: it is not a key offer.
    """
    return _read(contents, KeyOffer, OFFER)


def read_signature(contents: bytes) -> tuple[DetachedSignature, str, str]:
    """Parse a signature file; return it with the match and holder that its text names.

    The signature is not verified here, but when it is attached.

    Raises:
        BadFile: it is not a signature file.
    """
    found = _read(contents, DetachedSignature, DETACHED)
    return found, _line(found.text, "match"), _holder(found.text)


def _holder(text: str) -> str:
    lines = text.split("\n")
    if lines[0] != TITLE or len(lines) != 9 or lines[8]:
        raise BadFile(
            say("it is not the text of a result. To print that text: `tablescribe sign MATCH --seat N --text`")
        )
    return _line(text, "holder")


def _line(text: str, name: str) -> str:
    found = [line.removeprefix(f"{name} ") for line in text.split("\n") if line.startswith(f"{name} ")]
    if len(found) != 1:
        raise BadFile(say("it must have exactly one line that begins with {name}", name=name))
    return found[0]


def _read(contents: bytes, kind: type[File], form: str) -> File:
    try:
        found = msgspec.json.decode(contents[: LARGEST + 1], type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(say("it is not a {form}: {why}", form=form, why=str(error))) from error
    if found.format != form:
        raise BadFile(say("it is not a {form}: its format is {format}", form=form, format=repr(found.format[:60])))
    return found


def _written(file: KeyOffer | DetachedSignature) -> bytes:
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"
