"""Escaping of untrusted text, so that it can neither control a terminal nor hide its contents."""

from __future__ import annotations

import re

UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\uffff\U000e0000-\U000e0fff]"
)
"""What commands a terminal, turns the direction of a line, or takes no room; but not tab and newline."""


def visible(text: str, *, one_line: bool = False) -> str:
    """Return a stranger's text with everything that could hide or command shown as an escape, such as `\\x1b`.

    Args:
        text: names, remarks, whatever somebody wrote.
        one_line: show tabs and newlines as escapes, too: where a line of its own would be a claim of ours.
    """
    if one_line:
        text = text.replace("\t", "\\t").replace("\n", "\\n")
    return UNSEEN.sub(lambda found: escaped(found[0]), text)


def escaped(sign: str) -> str:
    """Return a character as programmers write it."""
    number = ord(sign)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
