"""How an event shows where its words are: commitments to texts beside the log, and markers of missing texts."""

from __future__ import annotations

import re

MARK = "words:"
"""Prefix of a commitment in a field of an event; 64 hexadecimal digits follow."""

ERASED, WITHHELD = "(erased)", "(withheld)"
"""Shown in place of a missing text: erased in this ledger, or left out of the file."""

_MARK = MARK.encode()
_COMMITTED = re.compile(MARK + "[0-9a-f]{64}")


def is_beside(text: object) -> bool:
    """Return whether the value of a field is a commitment."""
    return isinstance(text, str) and _COMMITTED.fullmatch(text) is not None


def tells_nothing(text: object) -> bool:
    """Return whether the value of a field is a commitment, or a marker of a missing text, instead of a text."""
    return is_beside(text) or text in (ERASED, WITHHELD)


def may_have_words(body: bytes) -> bool:
    """Return whether an event may have words beside the log; `texts.has_words` also considers its type."""
    return _MARK in body
