"""Signed notes and checkpoints: readable text with its signatures (c2sp.org/signed-note).

Implements c2sp.org/signed-note and c2sp.org/tlog-checkpoint. A note is a text that ends with a newline, a blank line,
and a line for each signature: an em dash, the name of the key, and base64 of its four-byte hash and the signature over
the text. Keys are Ed25519. A checkpoint is a text that states a log's size and root.

All input is untrusted: only the canonical form is accepted.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import ClassVar, NoReturn, Protocol, Self

from tablescribe.ledger.proofs.tree.merkle import EMPTY, MAX_SIZE

MAX_BYTES = 1_000_000
"""Maximum size of a note; a larger one is refused unread."""

MAX_SIGNATURES = 100
"""Maximum number of signature lines; the specification requires at least 16."""

ED25519 = b"\x01"
"""Signature type of Ed25519, part of the hash of a key."""

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
_DECIMAL = re.compile(r"0|[1-9][0-9]{0,18}")
_FIELD = 2**255 - 19
_ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022
# The y coordinates of the eight points of small order. Used as a key, such a point accepts forged signatures.
_SMALL_ORDER = {0, 1, _FIELD - 1, _ORDER_8, _FIELD - _ORDER_8}


class BadNote(Exception):
    """An invalid note, checkpoint or key: it is malformed, or its signatures are missing or wrong."""

    code = "note.bad"

    def __init__(self, why: str) -> None:
        super().__init__(f"it is refused: {why}. Fetch it again; if it is refused again, ask those who sign it")
        self.why = why


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public key with the name of its owner, written as name+hash+base64.

    Raises:
        BadNote: the name is empty or has a space or plus sign, or the key is invalid or of small order.
    """

    name: str
    public: bytes
    kind: ClassVar[bytes] = ED25519
    """The signature type; witnesses have another (see cosignature.py)."""

    def __post_init__(self) -> None:
        _check_name(self.name)
        if len(self.public) != 32:
            _bad("an Ed25519 key has 32 bytes")
        height = int.from_bytes(self.public, "little") % 2**255  # the highest bit is the sign of x
        if height >= _FIELD or height in _SMALL_ORDER:
            _bad(f"the key of {self.name} is none that anybody may have: it accepts forged signatures")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a key.

        Raises:
            BadNote: it is not a key of this kind, or its hash does not match.
        """
        parts = text.split("+", 2)
        if len(parts) != 3:
            _bad("a key is written as name+hash+base64")
        key = _decode(parts[2])
        if key[:1] != cls.kind:
            _bad("the key is not an Ed25519 key" if cls.kind == ED25519 else "the key is not one of a witness")
        found = cls(parts[0], key[1:])
        if str(found) != text:
            _bad("the hash of the key does not fit its name and bytes")
        return found

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_encode(self.kind + self.public)}"

    @property
    def id(self) -> bytes:
        """First four bytes of SHA-256(name ‖ newline ‖ kind ‖ public key): an identifier, not a security measure."""
        return sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    def verifies(self, message: bytes, signature: bytes) -> bool:
        """Return whether a signature over a message is by this key (RFC 8032)."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Signer:
    """A private key (the 32-byte seed of RFC 8032) with the name of its owner.

    Raises:
        BadNote: the seed does not have 32 bytes, or the name is invalid.
    """

    name: str
    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        _check_name(self.name)
        if len(self.seed) != 32:
            _bad("a private key has 32 bytes")

    @property
    def key(self) -> VerifierKey:
        """The public key of this private key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return VerifierKey(self.name, Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw())

    def signature(self, message: bytes) -> bytes:
        """Return the signature over a message: 64 bytes, deterministic."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)


class Signs(Protocol):
    """A signer of notes: a log, or a witness at a point in time."""

    @property
    def key(self) -> VerifierKey:
        """The public key."""
        ...

    def signature(self, message: bytes) -> bytes:
        """Return the signature over the text of a note, in the form that follows the key's four bytes."""
        ...


def sign(text: str, signers: Iterable[Signs]) -> str:
    """Return a note: the text and a signature line for each signer.

    Raises:
        BadNote: the text does not end with a newline or has control characters, there is no signer, a key signs
            twice, or the note would be too large.
    """
    _check_characters(text)
    if not text.endswith("\n"):
        _bad("a text ends with a newline")
    return _with_lines(text, text + "\n", set(), signers)


def cosign(note: str, signers: Iterable[Signs]) -> str:
    """Return a note with further signatures over its text. Existing signatures are not checked: open it first.

    Raises:
        BadNote: the note is malformed, there is no signer, a key signs twice, or it would be too large.
    """
    text, signatures = _split(note)
    return _with_lines(text, note, {(name, blob[:4]) for name, blob in signatures}, signers)


def open_note(note: str | bytes, keys: Iterable[VerifierKey]) -> str:
    """Return the text of a note that at least one of these keys has signed. Other signatures are ignored.

    If keys of witnesses are included, use `signed_by` to find out which key signed.

    Raises:
        BadNote: the note is malformed, no key has signed it, or a signature by one of the keys is wrong or repeated.
    """
    return _open(note, keys)[0]


def signed_by(note: str | bytes, keys: Iterable[VerifierKey]) -> tuple[VerifierKey, ...]:
    """Return those keys that have signed a note, in the order of its lines. Raises what `open_note` raises."""
    return _open(note, keys)[1]


def signatures_of(note: str | bytes) -> list[tuple[str, bytes]]:
    """Return name and bytes (key hash of four bytes, signature) of each signature line, without verifying it.

    Raises:
        BadNote: the note is malformed.
    """
    return _split(note)[1]


def line_of(name: str, blob: bytes) -> str:
    """Return a signature line from the key's name and its bytes."""
    return f"— {name} {_encode(blob)}\n"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A log's statement of its origin, size and root (c2sp.org/tlog-checkpoint).

    Raises:
        BadNote: a line is empty or has control characters, or the size or root is invalid.
    """

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for line in (self.origin, *self.extensions):
            _check_characters(line)
            if not line or "\n" in line:
                _bad("the origin and the extensions of a checkpoint are one line each")
        if type(self.size) is not int or not 0 <= self.size <= MAX_SIZE:
            _bad("the size of a checkpoint is out of range")
        if len(self.root) != 32 or (self.size == 0 and self.root != EMPTY):
            _bad("the root of a checkpoint is not one of a log that large")

    def text(self) -> str:
        """Return the text to sign."""
        return "\n".join((self.origin, str(self.size), _encode(self.root), *self.extensions, ""))

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """Parse a checkpoint in its canonical form: `parse(text).text() == text`.

        Raises:
            BadNote: it is not a checkpoint.
        """
        lines = text.split("\n")
        if len(lines) < 4 or lines.pop():
            _bad("a checkpoint has three lines or more, each with its newline")
        origin, size, encoded, *extensions = lines
        if not _DECIMAL.fullmatch(size):
            _bad("the size of a checkpoint is a decimal number without leading zeros")
        return cls(origin, int(size), _decode(encoded), tuple(extensions))


def _with_lines(text: str, note: str, present: set[tuple[str, bytes]], signers: Iterable[Signs]) -> str:
    lines, count = "", len(present)
    for signer in signers:
        key = signer.key
        if (key.name, key.id) in present:
            _bad(f"{key.name} has signed it already")
        present.add((key.name, key.id))
        lines += line_of(key.name, key.id + signer.signature(text.encode()))
    if len(present) == count:
        _bad("nobody signs it")
    _split(note + lines)  # check that the result can be read
    return note + lines


def _open(note: str | bytes, keys: Iterable[VerifierKey]) -> tuple[str, tuple[VerifierKey, ...]]:
    known: dict[tuple[str, bytes], VerifierKey] = {}
    for key in keys:
        if known.setdefault((key.name, key.id), key) != key:
            _bad(f"two known keys are called {key.name} and have the same hash")
    text, signatures = _split(note)
    signed: list[VerifierKey] = []
    for name, blob in signatures:
        signer = known.get((name, blob[:4]))
        if signer is None:
            continue
        if signer in signed:
            _bad(f"{signer.name} has signed it twice")
        if not signer.verifies(text.encode(), blob[4:]):
            _bad(f"the signature of {signer.name} is not one over this text")
        signed.append(signer)
    if not signed:
        _bad("none of the known keys has signed it")
    return text, tuple(signed)


def _split(note: str | bytes) -> tuple[str, list[tuple[str, bytes]]]:
    """Return the text of a note, and name and bytes (key hash and signature) of each signature line."""
    if len(note) > MAX_BYTES:
        _bad("it is too large")
    if isinstance(note, bytes):
        try:
            note = note.decode()
        except UnicodeDecodeError:
            _bad("it is not UTF-8")
    _check_characters(note)
    end = note.rfind("\n\n") + 1  # the text may have blank lines itself
    lines = note[end + 1 :].split("\n")
    if not end or lines.pop() or not lines:
        _bad("a note is a text, a blank line, and signatures, each line with its newline")
    if len(lines) > MAX_SIGNATURES:
        _bad("it has too many signatures")
    return note[:end], [_signature(line) for line in lines]


def _signature(line: str) -> tuple[str, bytes]:
    parts = line.split(" ")
    if len(parts) != 3 or parts[0] != "—":
        _bad("a signature line is an em dash, a name and base64, with one space between them")
    _check_name(parts[1])
    blob = _decode(parts[2])
    if len(blob) < 5:
        _bad("a signature has a key hash of four bytes and more behind it")
    return parts[1], blob


def _check_name(name: str) -> None:
    _check_characters(name)
    if not name or "+" in name or any(each.isspace() for each in name):
        _bad("the name of a key is not empty and has neither spaces nor plus signs")


def _check_characters(text: str) -> None:
    """Refuse control characters, text that cannot be encoded as UTF-8, and text that is too large."""
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        _bad("it is not UTF-8")
    if len(encoded) > MAX_BYTES:
        _bad("it is too large")
    if _CONTROL.search(text):
        _bad("it has control characters")


def _encode(data: bytes) -> str:
    return b64encode(data).decode()


def _decode(text: str) -> bytes:
    """Decode canonical base64; standard decoders ignore unused bits that are set."""
    try:
        data = b64decode(text, validate=True)
    except ValueError:
        _bad("it is not base64")
    if _encode(data) != text:
        _bad("it is not base64 as it must be written")
    return data


def _bad(why: str) -> NoReturn:
    raise BadNote(why)
