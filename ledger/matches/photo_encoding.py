"""Re-encoding of uploaded photos before they are recorded: only the pixels are kept.

Another process does the decoding (`photo_encoder.py`, with the package Pillow), limited to one gibibyte of memory and
20 seconds of processor time. So a hostile file costs no more, and a fault in the decoder ends only that process.
"""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path

from tablescribe.domain.match.limits import PICTURE_BYTES, PICTURE_SIDE
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.pictures import BadPicture, check_plain
from tablescribe.ledger.matches import photo_encoder
from tablescribe.ledger.matches.photo_encoder import FAULTS, SECONDS

LARGEST, PIXELS = 32 * 2**20, 50_000_000
"""Maximum size of an uploaded photo: bytes of the file, and pixels to decode."""

AT_ONCE = 2
"""Maximum number of photos that one process decodes at the same time."""

WAIT = 60.0
"""Timeout of a decoder in seconds of real time, for one that gets no processor time."""

KINDS: dict[str, tuple[str, ...]] = {
    "JPEG": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "PNG": (".png",),
    "WebP": (".webp",),
}
"""Accepted picture formats, each with its file name extensions."""

_places = threading.BoundedSemaphore(AT_ONCE)


class PhotosUnavailable(BadPicture):
    """The library that decodes photos is not installed."""

    code = "photo.unavailable"


def check_available() -> None:
    """Check that photos can be decoded here.

    Raises:
        PhotosUnavailable: Pillow is not installed.
    """
    if find_spec("PIL") is None:
        raise PhotosUnavailable(_MISSING)


def encoded(contents: bytes, name: str = "") -> bytes:
    """Return a photo as a plain JPEG file of at most 2 MB, without place and device data.

    Args:
        contents: the uploaded file: JPEG, PNG or WebP.
        name: its file name, if known; the extension must fit the contents.

    Raises:
        BadPicture: the file has another format, or is too large, animated, cut off or damaged.
        PhotosUnavailable: Pillow is not installed.
    """
    if len(contents) > LARGEST:
        raise BadPicture(say("The photo is larger than {n} MB. Make it smaller and add it again", n=LARGEST // 2**20))
    _check_name(kind_of(contents), name)
    check_available()
    program = [sys.executable, "-I", str(Path(photo_encoder.__file__))]
    asked = [*program, *map(str, (PICTURE_SIDE, PICTURE_BYTES, PIXELS))]
    with _places:
        try:
            done = subprocess.run(asked, input=contents, capture_output=True, timeout=WAIT, check=False)
        except subprocess.TimeoutExpired:
            raise BadPicture(_TOO_MUCH) from None
        except OSError as error:
            raise PhotosUnavailable(say("No photo can be decoded here: {why}", why=str(error.strerror))) from error
    if done.returncode != 0:
        raise _refusal(done.returncode)
    check_plain(done.stdout)
    return done.stdout


def thumbnail(data: bytes, side: int = 480) -> bytes:
    """Return a recorded picture scaled down to `side` pixels; the picture itself if it cannot be scaled here.

    It is decoded in this process, which is safe: recorded pictures are plain JPEG files of at most 2560 by 2560 pixels.
    """
    try:
        check_plain(data)
        check_available()
        from PIL import Image

        with _places, Image.open(io.BytesIO(data), formats=("JPEG",)) as found:
            found.draft("RGB", (side, side))
            small = found.convert("RGB")
        small.thumbnail((side, side))
        out = io.BytesIO()
        small.save(out, "JPEG", quality=80)
    except (BadPicture, OSError, ValueError, SyntaxError):
        return data
    return out.getvalue()


def kind_of(contents: bytes) -> str:
    """Return the format of a picture, recognised by its first bytes.

    Raises:
        BadPicture: it is none of `KINDS`.
    """
    if contents.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if contents.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if contents[:4] == b"RIFF" and contents[8:12] == b"WEBP":
        return "WebP"
    raise BadPicture(say("This is not a photo that can be added. Use a JPEG, PNG or WebP file"))


def _check_name(kind: str, name: str) -> None:
    """Refuse a file whose extension belongs to another format."""
    extension = Path(name.replace("\\", "/")).suffix.lower() if name else ""
    if extension and extension not in KINDS[kind]:
        raise BadPicture(
            say(
                "The file is named {name} but contains a {kind} picture. Rename it to end in {extension}",
                name=name[-60:], kind=kind, extension=KINDS[kind][0],
            )
        )  # fmt: skip


def _refusal(status: int) -> BadPicture:
    if status == FAULTS["missing"]:
        return PhotosUnavailable(_MISSING)
    if status == FAULTS["pixels"]:
        millions = PIXELS // 1_000_000
        return BadPicture(say("The photo has more than {n} million pixels. Make it smaller first", n=millions))
    if status == FAULTS["animated"]:
        return BadPicture(say("The picture is animated. Save one frame of it as a JPEG file and add that"))
    if status == FAULTS["unreadable"]:
        return BadPicture(say("The photo is damaged or cut off. Copy it again from the camera"))
    return BadPicture(_TOO_MUCH)  # out of memory or time, or crashed


_TOO_MUCH: Text = say(
    "The photo takes more than {n} seconds or too much memory to decode. Save it again as a JPEG file and add that",
    n=SECONDS,
)
_MISSING: Text = say("Photos need the package Pillow: install tablescribe[photos]")
