"""Size limits of bundles, checked before anything is read or written.

`verify_bundle.py` repeats these numbers, as it shares no code with the rest; a test checks that they agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple, NoReturn

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import BadFile, BundleTooLarge, LedgerDamaged

LARGEST = 32 * 2**20
"""Maximum size of a bundle in bytes; larger files are refused unread."""

LINES = 1_000_000
"""Maximum number of lines; a bundle has one for each value."""

BODY, SIGNS, DEPTH, ALL_SIGNS = 2**20, 100_000, 64, 4_000_000
"""Maxima: bytes of a body, its brackets and commas, its nesting depth, and brackets and commas of a whole bundle."""

SEATS, SIGNED, ALL_SIGNED, EARLIER = 100, 100, 10_000, 100
"""Maxima: seats of a match, signatures in a match and in a bundle, earlier checkpoints."""

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.S)
_NUMBER = re.compile(rb"(?<=[\[,:])[-0-9][-+.0-9eE]*")
_GOOD_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]{0,17})|-?(?:0|[1-9][0-9]{0,8})\.(?:0|[0-9]{0,3}[1-9])")
_NOT_BRACKETS = re.compile(rb"[^\[\]{}]+")


def check_size(contents: bytes) -> None:
    """Check the size of a bundle's file before it is parsed.

    Raises:
        BadFile: it has too many bytes or lines.
    """
    if len(contents) > LARGEST:
        raise BadFile(say("it is larger than {n} MiB: that is no bundle", n=LARGEST // 2**20))
    if contents.count(b"\n") > LINES:
        raise BadFile(say("it has more than {n} lines: that is no bundle", n=LINES))


def signs_of(body: bytes) -> int:
    """Check size, depth and numbers of a body; return its number of opening brackets and commas.

    Raises:
        LedgerDamaged: it is too large or nested too deeply, or a number has too many digits.
    """
    if len(body) > BODY:
        _bad(say("it is larger than {n} bytes", n=BODY))
    bare = _STRING.sub(b'""', body)
    signs = bare.count(b"[") + bare.count(b"{") + bare.count(b",")
    if signs > SIGNS:
        _bad(say("it says more than {n} things", n=SIGNS))
    if not all(map(_GOOD_NUMBER.fullmatch, _NUMBER.findall(bare))):
        _bad(say("it has a number with too many digits"))
    depth = 0
    for sign in _NOT_BRACKETS.sub(b"", bare):
        depth += 1 if sign in b"[{" else -1
        if depth > DEPTH:
            _bad(say("it is nested deeper than {n}", n=DEPTH))
    return signs


FEWER = say("Make several bundles, with fewer matches each")
ALONE = say("Leave that match out: its export (`tablescribe export`) has no such bound")


class BundledEvent(NamedTuple):
    """An event of a bundle: its version, type, body, and what is shown instead."""

    version: int
    type: str
    body: str
    shown: str


class SizeBudget:
    """Counts the sizes of a bundle while it is made, and refuses one that verifiers would refuse.

    Raises, in each method:
        BundleTooLarge: a limit is exceeded; the message says what to do.
    """

    def __init__(self) -> None:
        self._signs = self._signed = self._bytes = 0

    def earlier(self, count: int) -> None:
        """Check the number of earlier checkpoints."""
        if count > EARLIER:
            _too_large(say("it has more than {n} earlier checkpoints", n=EARLIER), say("Name fewer with --since"))

    def stream(self, match_id: str, log: Iterable[BundledEvent]) -> None:
        """Add the events of a stream."""
        signed = 0
        for stored in log:
            bodies = [text.encode() for text in (stored.body, stored.shown) if text]
            try:
                self._signs += sum(map(signs_of, bodies))
            except LedgerDamaged as error:
                event = say("event {version} of match {match}", version=stored.version, match=match_id)
                _too_large(say("{what}: {why}", what=event, why=error.text), ALONE)
            self._bytes += sum(map(len, bodies))
            signed += stored.type == "Signed"
        self._signed += signed
        if signed > SIGNED:
            _too_large(say("match {match} has more than {n} signatures", match=match_id, n=SIGNED), ALONE)
        if self._signed > ALL_SIGNED:
            _too_large(say("it has more than {n} signatures", n=ALL_SIGNED), FEWER)
        if self._signs > ALL_SIGNS:
            _too_large(say("it says more than {n} things", n=ALL_SIGNS), FEWER)
        if self._bytes > LARGEST:
            _too_large(say("it is larger than {n} MiB", n=LARGEST // 2**20), FEWER)

    def file(self, contents: bytes) -> None:
        """Check the size of the whole file."""
        try:
            check_size(contents)
        except BadFile as error:
            _too_large(error.text, FEWER)


def _too_large(why: Text | str, way_out: Text) -> NoReturn:
    text = say("nobody could verify this bundle, so it is not made: {why}. {out}", why=why, out=way_out)
    raise BundleTooLarge(text)


def _bad(why: Text) -> NoReturn:
    raise LedgerDamaged(why)
