"""Reading gettext catalogues, once for each version of a file: parsing one takes longer than most commands.

What was parsed is kept in the user's cache folder under the hash of the file's content. It is text to be read by this
user, and vouches for nothing. Without such a folder every process parses.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Phrases = dict[str, str]


def read_catalogue(file: Traversable) -> Phrases:
    """Map the English texts of a gettext catalogue to its translations; empty if the file does not exist."""
    if not file.is_file():
        return {}
    content = file.read_bytes()
    kept = cache_folder() / f"{sha256(content).hexdigest()}.json"
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(kept.read_bytes(), type=Phrases)
    found = parsed(content)
    with suppress(OSError):
        _keep(kept, msgspec.json.encode(found))
    return found


def parsed(content: bytes) -> Phrases:
    """Return the translations of a gettext catalogue."""
    from polib import pofile

    return {one.msgid: one.msgstr for one in pofile(content.decode("utf-8")) if one.translated()}


def cache_folder() -> Path:
    """Return the folder of parsed catalogues; it may not exist."""
    from platformdirs import user_cache_path

    return user_cache_path("tablescribe") / "words"


def _keep(path: Path, content: bytes) -> None:
    """Write a file in one piece: other processes see all of it, or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(f".{os.getpid()}")
    scratch.write_bytes(content)
    scratch.replace(path)
