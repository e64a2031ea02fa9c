"""Read gettext catalogues; each version of a file is parsed once (`parsed_files.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tablescribe.replays.reading import parsed_files
from tablescribe.replays.reading.parsed_files import remembered

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

Phrases = dict[str, str]


def read_catalogue(file: Traversable) -> Phrases:
    """Map the English texts of a gettext catalogue to its translations; empty if the file does not exist."""
    if not file.is_file():
        return {}
    return remembered(cache_folder(), file.read_bytes(), parsed, Phrases)


def parsed(content: bytes) -> Phrases:
    """Return the translations of a gettext catalogue."""
    from polib import pofile

    return {one.msgid: one.msgstr for one in pofile(content.decode("utf-8")) if one.translated()}


def cache_folder() -> Path:
    """Return the folder of parsed catalogues; it may not exist."""
    return parsed_files.cache_folder("words")
