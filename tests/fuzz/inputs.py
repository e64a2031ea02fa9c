"""What all targets share: how their inputs are read, and where they write."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tests.fuzz.mutating import written

AS_IT_IS = b"\xff"
"""The first byte of an input whose other bytes are read as they are."""


def as_it_is(contents: bytes) -> bytes:
    """Return the input by which a target reads these bytes."""
    return AS_IT_IS + contents


def in_form(document: Any) -> bytes:
    """Return a document as a file, indented as ours are if it is JSON at all."""
    text = written(document).encode("utf-8", "surrogatepass")
    try:
        return msgspec.json.format(text, indent=1) + b"\n"
    except (msgspec.DecodeError, RecursionError):
        return text


@cache
def scratch() -> Path:
    """A folder that is gone when the process ends."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
