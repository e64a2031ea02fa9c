"""Cache parsed files in the user's cache folder, once for each version: parsing takes longer than most commands.

Cached files contain data (JSON), never code, and prove nothing. A file is read only if it is a regular file of this
user that nobody else can write, and if it is complete: it begins with its key and the hash of the rest. Any other file
is parsed again. Without a cache folder, every process parses.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Any, TypeVar

import msgspec

FORM = b"tablescribe parsed 1\n"
"""Part of each key. Raise the number when a parser returns different data for the same content."""

LARGEST = 10_000_000
"""Maximum size of a file that is read, in bytes; our own have at most a million."""

Data = TypeVar("Data")


def remembered(folder: Path, content: bytes, parse: Callable[[bytes], Data], kind: Any = Any) -> Data:
    """Return the parsed data of a content, from the cache if it is there, else by calling `parse`.

    Data that JSON does not preserve (dates, numbers as keys) is not cached.

    Args:
        folder: the cache folder; it may not exist.
        content: the content to parse.
        parse: the parser.
        kind: the type of the data, checked when it is read from the cache.
    """
    key = sha256(FORM + content).hexdigest()
    path = folder / f"{key}.json"
    with suppress(OSError, ValueError, msgspec.DecodeError, RecursionError):
        found: Data = msgspec.json.decode(kept(path, key), type=kind)
        return found
    data = parse(content)
    with suppress(OSError, TypeError, ValueError, OverflowError, RecursionError, msgspec.DecodeError):
        encoded = msgspec.json.encode(data)
        if repr(msgspec.json.decode(encoded)) == repr(data):  # equal, and of the same types
            keep(path, key, encoded)
    return data


def cache_folder(name: str) -> Path:
    """Return a folder of the user's cache; it may not exist."""
    from platformdirs import user_cache_path

    return user_cache_path("tablescribe") / name


def kept(path: Path, key: str) -> bytes:
    """Return the data of a cached file.

    Raises:
        OSError: it cannot be read.
        ValueError: others can write it, it belongs to other content, or it is incomplete.
    """
    head, end, encoded = _own(path).partition(b"\n")
    if head + end != _head(key, encoded):
        raise ValueError("it is not whole")
    return encoded


def keep(path: Path, key: str, encoded: bytes) -> None:
    """Write data to a file atomically, readable by this user only.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    scratch = path.with_suffix(f".{os.getpid()}")
    scratch.unlink(missing_ok=True)
    with open(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
        file.write(_head(key, encoded) + encoded)
    scratch.replace(path)


def _head(key: str, encoded: bytes) -> bytes:
    return f"{key} {sha256(encoded).hexdigest()}\n".encode()


def _own(path: Path) -> bytes:
    """Return the contents of a file.

    Raises:
        OSError: it cannot be read.
        ValueError: it is a link, too large, another user's, or others can write it.
    """
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(opened, "rb") as file:  # noqa: PTH123  # it is open already
        status = os.fstat(opened)
        foreign = hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & 0o022)
        if foreign or not S_ISREG(status.st_mode) or status.st_size > LARGEST:
            raise ValueError("it is not this user's")
        return file.read()
