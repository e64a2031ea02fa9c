"""Size limits of one event's body: checked when it is recorded, and again by every verifier."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from tablescribe.domain.match.limits import BODY, DEPTH, MATCH_BYTES, MATCH_EVENTS, MATCH_SIGNS, SIGNS
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import EventTooLarge, LedgerDamaged

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.S)
_GOOD_NUMBER = rb"-?(?:0|[1-9][0-9]{0,17})|-?(?:0|[1-9][0-9]{0,8})\.(?:0|[0-9]{0,3}[1-9])"
_BAD_NUMBER = re.compile(rb"[\[,:](?!(?:" + _GOOD_NUMBER + rb")(?![-+.0-9eE]))[-0-9]")
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_NOT_SIGNS = bytes(set(range(256)) - set(b'[]{},"'))
_DIGITS = bytes(ord("0") if 48 <= one < 58 else ord("x") for one in range(256))
_MANY_DIGITS = b"0" * 19
_FRACTION = re.compile(rb"\.[0-9]+[,\]}eE]")
_EXPONENT = re.compile(rb"e[-+]?[0-9]+[,\]}]")

OF_A_ROW = 300
"""Overhead of an event in a bundle, in bytes, in addition to its body."""

OF_A_TEXT = 100
"""Overhead of a text in a bundle, in bytes, in addition to the text itself."""

LINES_OF_A_ROW = 9
"""Number of lines of an event in a bundle; a text takes one line."""

EVERY = 256
"""Number of events between checks of a match's total size. It is also checked with each large event."""

ENDS = {
    "Closed", "ClosedOpenly", "Disclosed", "Finished", "Signed", "Unsealed", "Voided", "VoidedOpenly", "Amended",
    "AmendedOpenly", "Reinstated", "ReinstatedOpenly", "TimeStamped", "Enrolled", "EnrolledBy", "Revoked", "RevokedBy",
}  # fmt: skip
"""Types of small events that end a match or vouch for it; they are recorded regardless of the match's size."""

SMALL = 4096
"""Maximum size in bytes of a body that needs no check but a count of its brackets; it is far below other limits."""


def signs_of(body: bytes) -> int:
    """Check size, depth and numbers of a body; return its number of opening brackets and commas.

    Raises:
        LedgerDamaged: it is too large or nested too deeply, or a number has too many digits.
    """
    if len(body) > BODY:
        raise LedgerDamaged(say("it is larger than {n} bytes", n=BODY))
    bare = _without_strings(body)
    opened = bare.count(b"[") + bare.count(b"{")
    signs = opened + bare.count(b",")
    if signs > SIGNS:
        raise LedgerDamaged(say("it has more than {n} values", n=SIGNS))
    if _BAD_NUMBER.search(bare):
        raise LedgerDamaged(say("it has a number with too many digits"))
    brackets = bare.translate(None, _NOT_BRACKETS) if opened > DEPTH else b""
    depth = 0
    for sign in b"" if _is_within_depth(brackets) else brackets:
        depth += 1 if sign in b"[{" else -1
        if depth > DEPTH:
            raise LedgerDamaged(say("it is nested deeper than {n}", n=DEPTH))
    return signs


def signs_of_all(bodies: Sequence[bytes]) -> int:
    """Check size, depth and numbers of canonical bodies; return their number of opening brackets and commas.

    Many small bodies at once take a fifth of the time of one by one.

    Raises:
        LedgerDamaged: a body exceeds a limit; see `signs_of`.
    """
    together = _signs_within_limits(b"\n".join(bodies))
    if together is not None:
        return together
    alone = map(_signs_within_limits, bodies)
    return sum(signs_of(body) if signs is None else signs for body, signs in zip(bodies, alone, strict=True))


def _signs_within_limits(lines: bytes) -> int | None:
    """Return the number of opening brackets and commas of canonical JSON; `None` if it might exceed a limit."""
    if len(lines) > BODY or b"\\" in lines:
        return None
    # without anything but signs and quotation marks, a string is two of these, unless it has a sign itself
    bare = lines.translate(None, _NOT_SIGNS).replace(b'""', b"")
    if b'"' in bare or len(bare) > SIGNS:
        return None
    if _FRACTION.search(lines) or _EXPONENT.search(lines) or _MANY_DIGITS in lines.translate(_DIGITS):
        return None
    brackets = bare.replace(b",", b"")
    return len(bare) - len(brackets) // 2 if _is_within_depth(brackets) else None


def _is_within_depth(brackets: bytes) -> bool:
    """Return whether brackets are balanced and certainly nested no deeper than the limit."""
    for _ in range(DEPTH // 2):  # one or two of the innermost levels vanish each time
        if not brackets:
            return True
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return not brackets


def _without_strings(body: bytes) -> bytes:
    """Return JSON with every string replaced by an empty one."""
    if b"\\" not in body:  # then every quotation mark begins or ends a string
        parts = body.split(b'"')
        if len(parts) % 2:
            return b'""'.join(parts[::2])
    return _STRING.sub(b'""', body)


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
        text = say("this event could never be verified, so it was not recorded: {why}", why=error.text)
        raise EventTooLarge(text) from None


def refuse_unprovable_total(
    kind: str,
    version: int,
    body: bytes,
    earlier: Callable[[], Iterable[bytes]],
    beside: Callable[[], Iterable[bytes]] = lambda: (),
) -> None:
    """Refuse to record an event that would make its match too large for any bundle.

    Args:
        kind: type of the event.
        version: version of the event.
        body: body of the event.
        earlier: returns the earlier bodies of the match. Rarely called, because it is slow.
        beside: returns the words of the match from beside the log.

    Raises:
        EventTooLarge: the match would exceed a limit; the message names it.
    """
    if (version % EVERY and len(body) <= SMALL) or kind in ENDS:
        return
    bodies = [*earlier(), body]
    size = sum(len(one) + one.count(b'"') + one.count(b"\\") + OF_A_ROW for one in bodies)
    texts = list(beside())
    size += sum(len(one) + one.count(b"\\") + OF_A_TEXT for one in texts)
    why: Text | None = None
    if len(bodies) + len(texts) // LINES_OF_A_ROW > MATCH_EVENTS:
        why = say("it has more than {n} events", n=MATCH_EVENTS)
    elif size > MATCH_BYTES:
        why = say("it is larger than {n} MiB", n=MATCH_BYTES // 2**20)
    elif size > MATCH_SIGNS and sum(map(signs_of, bodies)) > MATCH_SIGNS:
        why = say("it has more than {n} values", n=MATCH_SIGNS)
    if why is not None:
        text = say(
            "with one more event this match or tournament would not fit into a bundle, so nothing was "
            "recorded: {why}. Close it and continue in a new one",
            why=why,
        )
        raise EventTooLarge(text)
