"""Size limits of one event's body: checked when it is recorded, and again by every verifier."""

from __future__ import annotations

import re

from tablescribe.domain.match.limits import BODY, DEPTH, SIGNS
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import EventTooLarge, LedgerDamaged

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.S)
_NUMBER = re.compile(rb"(?<=[\[,:])[-0-9][-+.0-9eE]*")
_GOOD_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]{0,17})|-?(?:0|[1-9][0-9]{0,8})\.(?:0|[0-9]{0,3}[1-9])")
_NOT_BRACKETS = re.compile(rb"[^\[\]{}]+")

SMALL = 4096
"""Maximum size of a body of which the brackets are counted only: whatever is in it is far below the other limits."""


def signs_of(body: bytes) -> int:
    """Check size, depth and numbers of a body; return its number of opening brackets and commas.

    Raises:
        LedgerDamaged: it is too large or nested too deeply, or a number has too many digits.
    """
    if len(body) > BODY:
        raise LedgerDamaged(say("it is larger than {n} bytes", n=BODY))
    bare = _STRING.sub(b'""', body)
    signs = bare.count(b"[") + bare.count(b"{") + bare.count(b",")
    if signs > SIGNS:
        raise LedgerDamaged(say("it says more than {n} things", n=SIGNS))
    if not all(map(_GOOD_NUMBER.fullmatch, _NUMBER.findall(bare))):
        raise LedgerDamaged(say("it has a number with too many digits"))
    depth = 0
    for sign in _NOT_BRACKETS.sub(b"", bare):
        depth += 1 if sign in b"[{" else -1
        if depth > DEPTH:
            raise LedgerDamaged(say("it is nested deeper than {n}", n=DEPTH))
    return signs


def refuse_unprovable_body(body: bytes) -> None:
    """Refuse to record an event that every verifier would refuse.

    Raises:
        EventTooLarge: its body exceeds a limit; the message names it.
    """
    if len(body) <= SMALL and body.count(b"[") + body.count(b"{") <= DEPTH:  # its numbers are bounded by models
        return
    try:
        signs_of(body)
    except LedgerDamaged as error:
        text = say("nobody could ever verify this event, so it is not recorded: {why}", why=error.text)
        raise EventTooLarge(text) from None
