"""Program that re-encodes an untrusted picture as JPEG, in a process of its own with limited memory and time.

    python photo_encoder.py SIDE BYTES PIXELS < picture > jpeg

Only pixels are copied: no place, device, time, colour profile, thumbnail, text or bytes after the end. The exit status
is 0, or one of `FAULTS`. It imports nothing of Tablescribe, so that it starts quickly.
"""

from __future__ import annotations

import io
import sys
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

MEMORY, SECONDS = 1 << 30, 20
"""Maximum address space in bytes, and processor time."""

FAULTS = {"unreadable": 3, "pixels": 4, "animated": 5, "memory": 6, "missing": 7}
"""Exit status for each reason to refuse a picture."""

QUALITY, SHRINK, SMALLEST = 85, 0.8, 64


class Fault(Exception):
    """The picture is refused; the argument is one of `FAULTS`."""


def encoded(contents: bytes, side: int, most: int, pixels: int) -> bytes:
    """Return the pixels of a picture as a plain JPEG file.

    Args:
        contents: a JPEG, PNG or WebP file.
        side: maximum width and height of the result; larger pictures are scaled down.
        most: maximum number of bytes of the result; reached by scaling down further.
        pixels: maximum number of pixels to decode.

    Raises:
        Fault: the file is not such a picture, has too many pixels or several frames, or needs too much memory.
    """
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # checked below, before anything is decoded
    try:
        with Image.open(io.BytesIO(contents), formats=("JPEG", "PNG", "WEBP")) as found:
            found.draft("RGB", (side, side))  # a JPEG is decoded at a fraction of its size, if that is large enough
            if found.width * found.height > pixels:
                raise Fault("pixels")
            if found.format in ("PNG", "WEBP") and getattr(found, "n_frames", 1) > 1:
                raise Fault("animated")
            found.load()
            picture = _upright(found)
    except MemoryError:
        raise Fault("memory") from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, LookupError, TypeError, EOFError) as error:
        raise Fault("unreadable") from error
    return _written(picture, side, most)


def _upright(found: Image.Image) -> Image.Image:
    """Return the pixels in RGB, rotated as the file's orientation says, with white behind transparent pixels."""
    from PIL import Image, ImageOps

    turned = found
    with suppress(Exception):  # an invalid orientation is ignored
        turned = ImageOps.exif_transpose(found) or found
    if turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info:
        layer = turned.convert("RGBA")
        plain = Image.new("RGB", layer.size, "white")
        plain.paste(layer, mask=layer.getchannel("A"))
        return plain
    if turned.mode in ("I", "I;16", "I;16B", "I;16L", "F"):
        turned = turned.convert("F").point(lambda value: value / 257).convert("L")
    plain = Image.new("RGB", turned.size)  # without the metadata of the file
    plain.paste(turned if turned.mode == "RGB" else turned.convert("RGB"))
    return plain


def _written(picture: Image.Image, side: int, most: int) -> bytes:
    from PIL import Image

    edge = min(side, max(picture.size))
    while edge >= SMALLEST or edge == max(picture.size):
        small = picture.copy()
        small.thumbnail((edge, edge), Image.Resampling.LANCZOS)
        small.info.clear()
        out = io.BytesIO()
        small.save(out, "JPEG", quality=QUALITY, optimize=True)
        if out.tell() <= most:
            return out.getvalue()
        edge = int(edge * SHRINK)
    raise Fault("unreadable")


def _bound() -> None:
    """Limit memory and processor time of this process, where the system supports it."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # it writes to a pipe only


def main() -> int:
    """Re-encode the picture on standard input to standard output; return the exit status."""
    side, most, pixels = map(int, sys.argv[1:4])
    contents = sys.stdin.buffer.read()
    _bound()
    warnings.simplefilter("ignore")
    try:
        sys.stdout.buffer.write(encoded(contents, side, most, pixels))
    except ImportError:
        return FAULTS["missing"]
    except MemoryError:
        return FAULTS["memory"]
    except Fault as fault:
        return FAULTS[str(fault)]
    return 0


if __name__ == "__main__":
    sys.exit(main())
