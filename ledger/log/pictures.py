"""Pictures of notes: stored beside the log, while the event has a salted hash of each (a commitment).

So a picture can be erased, and the log, its hashes and proofs stay valid. A stored picture is a plain JPEG file, as
`photo_encoding.py` writes it: pixels and decoding tables, and no other data. Imported pictures are checked for that.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from tablescribe.domain.match.events import NotedWithPictures
from tablescribe.domain.match.limits import PICTURE_BYTES, PICTURE_SIDE
from tablescribe.domain.match.pictures import pictures_of
from tablescribe.domain.words.text import Spoken, Text, say

KIND = NotedWithPictures.__name__
"""Type of the events that have pictures."""

TYPE = "image/jpeg"
"""Media type of every stored picture."""

_HASH = re.compile("[0-9a-f]{64}")
_BESIDE_PIXELS = re.compile(rb"\xff[^\x00\xd0-\xd7]")
_SIZE, _SCAN = 0xC0, 0xDA
_PLAIN = (0xDB, _SIZE, 0xC4, 0xDD, _SCAN)
_JFIF = re.compile(rb"JFIF\x00\x01[\x00-\x02][\x00-\x02].{4}\x00\x00", re.DOTALL)


class BadPicture(Spoken, ValueError):
    """The bytes are not a picture that can be recorded, or do not match the commitment of an event."""

    code = "photo.bad"


class StoredPicture(NamedTuple):
    """A picture beside the log, as a row of `pictures`."""

    commitment: str
    match_id: str
    version: int
    salt: bytes
    data: bytes

    @property
    def copied(self) -> PictureCopy:
        """The picture in the form used in files."""
        return PictureCopy(self.commitment, self.salt.hex(), b64encode(self.data).decode())

    @property
    def opens(self) -> bool:
        """Whether the bytes match the commitment."""
        return hmac.compare_digest(commitment(self.salt, self.data), self.commitment)


class PictureCopy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture in a file: its commitment and salt in hexadecimal, and its bytes in base64."""

    commitment: str
    salt: str
    data: str


def commitment(salt: bytes, data: bytes) -> str:
    """Return the commitment to a picture: HMAC-SHA-256 under a random salt of 32 bytes, in hexadecimal."""
    return hmac.new(salt, data, hashlib.sha256).hexdigest()


def has_pictures(kind: str) -> bool:
    """Return whether events of a type have pictures."""
    return kind == KIND


def commitments(kind: str, body: bytes) -> tuple[str, ...]:
    """Return the commitments to pictures in an event's bytes, in order."""
    if not has_pictures(kind):
        return ()
    try:
        return pictures_of(msgspec.json.decode(body, type=NotedWithPictures))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # reported to readers of the bytes
        return ()


def opened(copies: Iterable[PictureCopy], stored: Iterable[tuple[str, int, str, bytes]]) -> Iterator[StoredPicture]:
    """Check the pictures of a file against the events in it, and yield each.

    Args:
        copies: the pictures.
        stored: stream, version, type and body of the events.

    Raises:
        BadPicture: a picture was changed, is included twice, or no event commits to it.
    """
    where = {
        one: (stream, version, number) for stream, version, kind, body in stored
        for number, one in enumerate(commitments(kind, body), start=1)
    }  # fmt: skip
    for copy in copies:
        if not _HASH.fullmatch(copy.salt) or not _HASH.fullmatch(copy.commitment):
            raise BadPicture(say("the salted hash or the salt of a photo is not 32 bytes in hexadecimal"))
        if (found := where.pop(copy.commitment, None)) is None:
            raise BadPicture(say("a photo is included twice, or does not belong to an included event"))
        data = _decoded(copy.data)
        picture = StoredPicture(copy.commitment, *found[:2], bytes.fromhex(copy.salt), data or b"")
        if data is None or not picture.opens:
            raise BadPicture(
                say(
                    "photo {number} of event {version} of match {match} differs from the recorded one",
                    number=found[2], version=found[1], match=found[0],
                )
            )  # fmt: skip
        yield picture


def _decoded(text: str) -> bytes | None:
    """Decode canonical base64 of a picture; `None` if it is invalid, too large, or not delimited like a JPEG."""
    if not 0 < len(text) <= (PICTURE_BYTES + 2) // 3 * 4:
        return None
    try:
        data = b64decode(text)
    except ValueError:
        return None
    right = len(data) <= PICTURE_BYTES and data.startswith(b"\xff\xd8\xff") and data.endswith(b"\xff\xd9")
    return data if right and b64encode(data) == text.encode() else None


def check_plain(data: bytes) -> tuple[int, int]:
    """Check that a file is a plain JPEG with nothing but pixels; return its width and height.

    It must have one scan, and no metadata, thumbnail, second picture or bytes after its end.

    Raises:
        BadPicture: the file is anything else, or too large.
    """
    if len(data) > PICTURE_BYTES:
        raise BadPicture(say("the photo is larger than {n} bytes", n=PICTURE_BYTES))
    if not data.startswith(b"\xff\xd8"):
        raise BadPicture(_NOT_PLAIN)
    at, size = 2, (0, 0)
    while True:
        mark, kind, length = data[at : at + 1], data[at + 1 : at + 2], int.from_bytes(data[at + 2 : at + 4], "big")
        part = data[at + 4 : at + 2 + length]
        jfif = at == 2 and kind == b"\xe0" and _JFIF.fullmatch(part)
        if mark != b"\xff" or len(part) != length - 2 or not (jfif or kind in map(_byte, _PLAIN)):
            raise BadPicture(_NOT_PLAIN)
        at += 2 + length
        if kind == _byte(_SIZE):
            if size != (0, 0) or len(part) < 6 or part[0] != 8 or part[5] not in (1, 3):
                raise BadPicture(_NOT_PLAIN)
            size = int.from_bytes(part[3:5], "big"), int.from_bytes(part[1:3], "big")
        if kind == _byte(_SCAN):
            break
    if not all(1 <= side <= PICTURE_SIDE for side in size):
        raise BadPicture(say("the photo is larger than {n} pixels in one direction", n=PICTURE_SIDE))
    end = _BESIDE_PIXELS.search(data, at)
    if end is None or end.end() != len(data) or end[0] != b"\xff\xd9":
        raise BadPicture(_NOT_PLAIN)
    return size


_NOT_PLAIN: Text = say("the photo is not a plain JPEG file: it contains other data or is incomplete")


def _byte(number: int) -> bytes:
    return bytes((number,))
