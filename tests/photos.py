"""Test pictures: as phones make them, and hostile ones."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image, ImageDraw

MAKER, PLACE, TRAILING = b"SecretCam", b"Secret place", b"PK\x03\x04 <script>alert(1)</script> secret trailer"


def drawing(width: int = 640, height: int = 480) -> Image.Image:
    """Return a picture that reveals a wrong orientation: red on the left, blue on the right."""
    picture = Image.new("RGB", (width, height), "blue")
    ImageDraw.Draw(picture).rectangle((0, 0, width // 2, height), fill="red")
    return picture


def as_file(picture: Image.Image, kind: str = "JPEG", **more: Any) -> bytes:
    """Return a picture as the bytes of a file."""
    out = io.BytesIO()
    picture.save(out, kind, **more)
    return out.getvalue()


def plain(width: int = 64, height: int = 48) -> bytes:
    """Return a small JPEG without metadata."""
    return as_file(drawing(width, height))


def of_a_phone(orientation: int = 1) -> bytes:
    """Return a JPEG with a place, a device, a comment, a colour profile, and bytes after its end."""
    told = Image.Exif()
    told[0x010F], told[0x0112], told[0x9286] = MAKER.decode(), orientation, PLACE
    place = told.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", (48.0, 8.0, 14.0), "E", (11.0, 34.0, 31.0)
    more: dict[str, Any] = {"exif": told, "comment": MAKER + b" comment", "icc_profile": MAKER * 20}
    return as_file(drawing(), **more) + TRAILING


def png(width: int, height: int, pixels: bytes = b"\0" * 1000) -> bytes:
    """Return a PNG whose header claims this size, whatever its pixels are."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def hostile() -> dict[str, tuple[bytes, str]]:
    """Return files that must be refused, each with its name."""
    frames = [drawing(), drawing().rotate(90)]
    whole = of_a_phone()
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    return {
        "nothing": (b"", "photo.jpg"), "text": (b"a note", "photo.jpg"), "an svg": (svg, "photo.svg"),
        "an svg by another name": (svg, "photo.jpg"), "a gif": (as_file(drawing(), "GIF"), "photo.gif"),
        "an animated gif": (as_file(frames[0], "GIF", save_all=True, append_images=frames[1:]), "photo.jpg"),
        "an animated png": (as_file(frames[0], "PNG", save_all=True, append_images=frames[1:]), "photo.png"),
        "an animated webp": (as_file(frames[0], "WEBP", save_all=True, append_images=frames[1:]), "photo.webp"),
        "a tiff": (as_file(drawing(), "TIFF"), "photo.jpg"), "a bitmap": (as_file(drawing(), "BMP"), "photo.jpg"),
        "a page first": (b"<!doctype html><script>alert(1)</script>" + whole, "photo.jpg"),
        "an archive first": (b"PK\x03\x04" + whole, "photo.jpg"), "a pdf first": (b"%PDF-1.7\n" + whole, "photo.jpg"),
        "a png as a jpeg": (as_file(drawing(), "PNG"), "photo.jpg"), "a jpeg as a page": (plain(), "photo.html"),
        "a jpeg as a program": (plain(), "C:\\photos\\photo.exe"), "cut off": (plain(640, 480)[:1500], "photo.jpg"),
        "cut off at once": (plain()[:3], "photo.jpg"), "a bomb": (png(60_000, 60_000), "photo.png"),
        "a bomb that unpacks": (png(20_000, 20_000, b"\0" * 40_000_000), "photo.png"),
        "one long line": (png(2**31 - 1, 1), "photo.png"), "no width": (png(0, 100), "photo.png"),
        "a wrong checksum": (as_file(drawing(), "PNG").replace(b"IDAT", b"IDAT\0", 1), "photo.png"),
    }  # fmt: skip
