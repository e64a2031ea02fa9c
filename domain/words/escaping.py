"""Escaping of untrusted text, so that it can neither control a terminal nor hide its contents."""

from __future__ import annotations

import re

UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\uffff\U000e0000-\U000e0fff]"
)
"""Characters that control a terminal, change the text direction, or are invisible; without tab and newline."""


def visible(text: str, *, one_line: bool = False) -> str:
    """Return untrusted text with invisible and control characters shown as escapes, such as `\\x1b`.

    Args:
        text: any text from people, such as names and notes.
        one_line: also escape tabs and newlines, where the text must not be able to fake a line of our output.
    """
    if one_line:
        text = text.replace("\t", "\\t").replace("\n", "\\n")
    return UNSEEN.sub(lambda found: escaped(found[0]), text)


def escaped(sign: str) -> str:
    """Return a character as an escape sequence of Python."""
    number = ord(sign)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
