"""Cosignatures: a witness's statement that it saw a checkpoint at a time, and that the log has only grown up to it.

Implements c2sp.org/tlog-cosignature (Ed25519, signature type 0x04), and the request to a witness of
c2sp.org/tlog-witness. In a note, a cosignature is a further signature line after that of the log.

The signature covers a header, the time and the whole text of the checkpoint, but not the witness's name. So one public
key counts as one witness.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from tablescribe.ledger.proofs.tree.high_water_mark import text_of
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Signer, VerifierKey, line_of, signatures_of, signed_by

KIND = b"\x04"
"""Signature type of a timestamped Ed25519 cosignature, part of the hash of a witness's key."""

LATEST = 2**63 - 1
"""Maximum time, in seconds since 1970."""

MOST_STEPS = 63
"""Maximum number of hashes in the proof of a request."""

MOST_BYTES = 2**18
"""Maximum size of a request or answer; a larger one is refused unread."""

MOST_LINES = 31
"""Maximum number of cosignature lines of a checkpoint in a bundle, after the ledger's own line."""

MOST_LINE = 8192
"""Maximum number of decoded bytes of such a line: four of the key's hash, and a signature of any type."""

_NAME = re.compile(r"[!-*,-~]{1,100}")
_OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")


@dataclass(frozen=True, slots=True)
class WitnessKey(VerifierKey):
    """The public key of a witness, written as name+hash+base64 like a log's, but with another signature type."""

    kind: ClassVar[bytes] = KIND

    def verifies(self, message: bytes, signature: bytes) -> bool:
        """Return whether a cosignature (eight bytes of time, then Ed25519) over a checkpoint's text is by this key."""
        if len(signature) != 72:
            return False
        at = int.from_bytes(signature[:8], "big")
        return at <= LATEST and VerifierKey.verifies(self, cosigned_message(at, message), signature[8:])


@dataclass(frozen=True, slots=True)
class WitnessSigner:
    """The private key of a witness, with the time to sign with, in seconds since 1970."""

    signer: Signer
    at: int

    def __post_init__(self) -> None:
        if not 0 <= self.at <= LATEST:
            raise BadNote("the time of a cosignature is out of range")

    @property
    def key(self) -> WitnessKey:
        """The public key."""
        return witness_key(self.signer)

    def signature(self, message: bytes) -> bytes:
        """Return the cosignature over the text of a checkpoint: the time in eight bytes, then 64 of Ed25519."""
        return self.at.to_bytes(8, "big") + self.signer.signature(cosigned_message(self.at, message))


@dataclass(frozen=True, slots=True)
class Cosignature:
    """A verified cosignature: the witness's key, and the time in seconds since 1970."""

    key: WitnessKey
    at: int


def witness_key(signer: Signer) -> WitnessKey:
    """Return the public key of a signer in its role as a witness."""
    return WitnessKey(signer.name, signer.key.public)


def cosigned_message(at: int, text: bytes) -> bytes:
    """Return the bytes that a witness signs."""
    return b"cosignature/v1\ntime %d\n" % at + text


def cosignatures(note: str, witnesses: Iterable[WitnessKey]) -> tuple[Cosignature, ...]:
    """Return the verified cosignatures of these witnesses on a checkpoint. Other signatures are ignored.

    Raises:
        BadNote: the note is malformed, or a cosignature by one of them is wrong or repeated.
    """
    known = {(key.name, key.id): key for key in witnesses}
    times = {(name, blob[:4]): blob[4:12] for name, blob in signatures_of(note) if (name, blob[:4]) in known}
    if not times:
        return ()
    return tuple(
        Cosignature(key, int.from_bytes(times[key.name, key.id], "big"))
        for key in signed_by(note, known.values())
        if isinstance(key, WitnessKey)
    )


@dataclass(frozen=True, slots=True)
class Request:
    """A log's request to a witness to cosign a checkpoint.

    Attributes:
        old: size of the last checkpoint of this log that the witness cosigned; 0 if there is none.
        proof: consistency proof from that size to the checkpoint (RFC 6962 section 2.1.2).
        note: the signed checkpoint.
    """

    old: int
    proof: tuple[bytes, ...]
    note: str

    def text(self) -> str:
        """Serialize the request."""
        steps = "".join(b64encode(step).decode() + "\n" for step in self.proof)
        return f"old {self.old}\n{steps}\n{self.note}"

    @classmethod
    def parse(cls, contents: bytes) -> Request:
        """Parse a request in its canonical form.

        Raises:
            BadNote: it is not a request.
        """
        if len(contents) > MOST_BYTES:
            raise BadNote("the request is too large")
        try:
            head, found, note = contents.decode().partition("\n\n")
        except UnicodeDecodeError:
            raise BadNote("the request is not UTF-8") from None
        old, *steps = head.split("\n")
        size = _OLD.fullmatch(old)
        if not found or size is None:
            raise BadNote(
                "a request begins with `old` and a size, a line for each hash of the proof, and an empty line"
            )
        if len(steps) > MOST_STEPS:
            raise BadNote(f"a request has no more than {MOST_STEPS} hashes")
        signatures_of(note)
        return cls(int(size[1]), tuple(map(_hash, steps)), note)


def read_answer(contents: bytes) -> list[tuple[str, bytes]]:
    """Return the signature lines of a witness's answer, which may be a whole checkpoint; they are not verified.

    Raises:
        BadNote: the answer has no signature lines, or is malformed.
    """
    if len(contents) > MOST_BYTES:
        raise BadNote("the answer is too large")
    return signatures_of(contents if b"\n\n" in contents else b"answer\n\n" + contents)


def with_lines(note: str, lines: Iterable[tuple[str, bytes]]) -> str:
    """Return a note with signature lines added, except those of keys that have signed already."""
    have = {(name, blob[:4]) for name, blob in signatures_of(note)}
    for name, blob in lines:
        if (name, blob[:4]) not in have:
            have.add((name, blob[:4]))
            note += line_of(name, blob)
    return note


def arranged(note: str, origin: str) -> str:
    """Return a checkpoint in the form of bundles: the log's own signature first, then those of witnesses.

    Raises:
        BadNote: it is not signed by the log, or its text has not just three lines: origin, size and root.
    """
    lines = signatures_of(note)
    own = next((line for line in lines if line[0] == origin), None)
    if own is None or text_of(note).count("\n") != 3:
        raise BadNote("a checkpoint in a bundle has three lines, and the signature of its ledger")
    others = [line for line in lines if line is not own and _fits(*line)][:MOST_LINES]
    return with_lines(f"{text_of(note)}\n{line_of(*own)}", others)


def by_the_log(note: str, most: int = MOST_LINES) -> str:
    """Return a signed note of a bundle with only its first signature, which must be the ledger's.

    Args:
        note: three lines, an empty one, and signatures.
        most: maximum number of cosignature lines after the first.

    Raises:
        BadNote: the note does not have this form.
    """
    (first, *others) = lines = signatures_of(note)
    text = text_of(note)
    if text.count("\n") != 3 or "\n\n" in text:
        raise BadNote("a signed note in a bundle has three lines, an empty one, and signatures")
    if len(others) > most:
        raise BadNote(f"it has more than {most} signatures behind the first")
    if not all(_fits(*line) for line in others):
        raise BadNote("behind the first signature, one is of no witness")
    if len({(name, blob[:4]) for name, blob in lines}) != len(lines):
        raise BadNote("somebody has signed it twice")
    return f"{text}\n{line_of(*first)}"


def is_name(name: str) -> bool:
    """Return whether bundles accept a witness's name: up to 100 ASCII characters, without spaces and plus signs."""
    return bool(_NAME.fullmatch(name))


def _fits(name: str, blob: bytes) -> bool:
    return is_name(name) and len(blob) <= MOST_LINE


def _hash(text: str) -> bytes:
    try:
        step = b64decode(text, validate=True)
    except ValueError:
        step = b""
    if len(step) != 32 or b64encode(step).decode() != text:
        raise BadNote("a hash of the proof is not 32 bytes in base64")
    return step
