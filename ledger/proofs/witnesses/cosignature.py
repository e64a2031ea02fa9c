"""Cosignatures: a witness saw this checkpoint at this time, and the log only grew up to it.

As C2SP has them: c2sp.org/tlog-cosignature (Ed25519, signature type 0x04), and c2sp.org/tlog-witness for the request by
which a log asks for one. A cosignature stands in a note as a further signature line behind those of the log.

The signature is over a header, the time and the whole text of the checkpoint, but not over the witness's name: so a
public key is that of one witness only, and whoever counts witnesses counts keys.
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
"""The signature type of a timestamped Ed25519 cosignature, which the hash of a witness's key covers."""

LATEST = 2**63 - 1
"""No time is later, in seconds since 1970."""

MOST_STEPS = 63
"""A request has no longer proof."""

MOST_BYTES = 2**18
"""A longer request or answer is refused unread."""

MOST_LINES = 31
"""A checkpoint in a bundle has no more lines of witnesses, behind the one of its ledger."""

MOST_LINE = 8192
"""None of them is of more bytes: the key's four, and a signature of whatever kind."""

_NAME = re.compile(r"[!-*,-~]{1,100}")
_OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")


@dataclass(frozen=True, slots=True)
class WitnessKey(VerifierKey):
    """The public key of a witness, written as name+hash+base64 like a log's, but of another kind."""

    kind: ClassVar[bytes] = KIND

    def verifies(self, message: bytes, signature: bytes) -> bool:
        """Say whether this witness cosigned the text of a checkpoint (eight bytes of time, then Ed25519)."""
        if len(signature) != 72:
            return False
        at = int.from_bytes(signature[:8], "big")
        return at <= LATEST and VerifierKey.verifies(self, cosigned_message(at, message), signature[8:])


@dataclass(frozen=True, slots=True)
class WitnessSigner:
    """The private key of a witness, at a time (seconds since 1970) that is handed in."""

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
    """That a witness cosigned a checkpoint at a time, in seconds since 1970."""

    key: WitnessKey
    at: int


def witness_key(signer: Signer) -> WitnessKey:
    """Return the public key of who signs as a witness."""
    return WitnessKey(signer.name, signer.key.public)


def cosigned_message(at: int, text: bytes) -> bytes:
    """Return the bytes that a witness signs."""
    return b"cosignature/v1\ntime %d\n" % at + text


def cosignatures(note: str, witnesses: Iterable[WitnessKey]) -> tuple[Cosignature, ...]:
    """Return which of these witnesses cosigned a checkpoint, and when. Signatures of others are ignored.

    Raises:
        BadNote: the note is not well-formed, or a cosignature by one of them is wrong or there twice.
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
    """What a log sends to a witness: the size it cosigned last, a consistency proof from there, and a checkpoint.

    Attributes:
        old: that size; 0 if the witness has cosigned nothing of this log.
        proof: from the log of that size to that of the checkpoint (RFC 6962 section 2.1.2).
        note: the signed checkpoint.
    """

    old: int
    proof: tuple[bytes, ...]
    note: str

    def text(self) -> str:
        """Return the request as it is sent."""
        steps = "".join(b64encode(step).decode() + "\n" for step in self.proof)
        return f"old {self.old}\n{steps}\n{self.note}"

    @classmethod
    def parse(cls, contents: bytes) -> Request:
        """Return a request from its bytes, of which there is one form.

        Raises:
            BadNote: it is none.
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
    """Return the signature lines of a witness's answer: of lines alone, or of a whole cosigned checkpoint; unproved.

    Raises:
        BadNote: there are none.
    """
    if len(contents) > MOST_BYTES:
        raise BadNote("the answer is too large")
    return signatures_of(contents if b"\n\n" in contents else b"answer\n\n" + contents)


def with_lines(note: str, lines: Iterable[tuple[str, bytes]]) -> str:
    """Return a note with further signature lines; those of keys that have signed already are left out."""
    have = {(name, blob[:4]) for name, blob in signatures_of(note)}
    for name, blob in lines:
        if (name, blob[:4]) not in have:
            have.add((name, blob[:4]))
            note += line_of(name, blob)
    return note


def arranged(note: str, origin: str) -> str:
    """Return a checkpoint as bundles have it: the log's own signature first, then those of witnesses.

    Raises:
        BadNote: it has no signature of the log, or more lines of text than origin, size and root.
    """
    lines = signatures_of(note)
    own = next((line for line in lines if line[0] == origin), None)
    if own is None or text_of(note).count("\n") != 3:
        raise BadNote("a checkpoint in a bundle has three lines, and the signature of its ledger")
    others = [line for line in lines if line is not own and _fits(*line)][:MOST_LINES]
    return with_lines(f"{text_of(note)}\n{line_of(*own)}", others)


def by_the_log(note: str, most: int = MOST_LINES) -> str:
    """Return a signed note of a bundle with its first signature alone, which is that of the ledger.

    Args:
        note: three lines, an empty one, and signatures.
        most: how many lines of witnesses there may be behind the first.

    Raises:
        BadNote: it is not so.
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
    """Return whether a witness of that name can stand in a bundle: up to 100 signs of ASCII, no space, no plus."""
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
