"""What all targets share: the form of their inputs, and a temporary folder."""

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
"""The first byte of an input whose other bytes are used unchanged."""


def as_it_is(contents: bytes) -> bytes:
    """Return the input with which a target reads these bytes unchanged."""
    return AS_IT_IS + contents


def in_form(document: Any) -> bytes:
    """Return a document as a file, indented like ours if it is JSON."""
    text = written(document).encode("utf-8", "surrogatepass")
    try:
        return msgspec.json.format(text, indent=1) + b"\n"
    except (msgspec.DecodeError, RecursionError):
        return text


@cache
def scratch() -> Path:
    """A folder that is deleted when the process ends."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
