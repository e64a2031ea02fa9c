"""Size limits of bundles, checked before anything is read or written.

Those of events, matches and tournaments are in `domain/match/limits.py`.

`verify_bundle.py` repeats these numbers, because it shares no code with this program; a test checks that they agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, NoReturn

from tablescribe.domain.match.limits import BODY, DEPTH, SEATS, SIGNED, SIGNS
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.body_limits import signs_of
from tablescribe.ledger.log.errors import BadFile, BundleTooLarge, LedgerDamaged

__all__ = [
    "ALL_SIGNED",
    "ALL_SIGNS",
    "BODY",
    "DEPTH",
    "EARLIER",
    "LARGEST",
    "LINES",
    "SEATS",
    "SIGNED",
    "SIGNS",
    "SizeBudget",
    "check_size",
    "signs_of",
]

LARGEST = 32 * 2**20
"""Maximum size of a bundle in bytes; larger files are refused unread."""

LINES = 1_000_000
"""Maximum number of lines; a bundle has one line for each value."""

ALL_SIGNS = 4_000_000
"""Maximum number of brackets and commas of a whole bundle."""

ALL_SIGNED, EARLIER = 10_000, 100
"""Maxima: signatures in a bundle, earlier checkpoints."""


def check_size(contents: bytes) -> None:
    """Check the size of a bundle's file before it is parsed.

    Raises:
        BadFile: it has too many bytes or lines.
    """
    if len(contents) > LARGEST:
        raise BadFile(say("it is larger than {n} MiB, the limit for bundles", n=LARGEST // 2**20))
    if contents.count(b"\n") > LINES:
        raise BadFile(say("it has more than {n} lines, the limit for bundles", n=LINES))


FEWER = say("Make several bundles, with fewer matches each")
WITHOUT = say("Leave out --photos, or make several bundles with fewer matches each")
ALONE = say("Leave that match out. Its export (`tablescribe export`) has no such limit")


class BundledEvent(NamedTuple):
    """An event of a bundle: its version, type and body, and the redacted body shown instead, if any."""

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
        self._pictured = False

    def earlier(self, count: int) -> None:
        """Check the number of earlier checkpoints."""
        if count > EARLIER:
            _too_large(say("it has more than {n} earlier checkpoints", n=EARLIER), say("Name fewer with --since"))

    def pictures(self, sizes: Iterable[int]) -> None:
        """Add pictures by the lengths of their base64."""
        for size in sizes:
            self._bytes, self._pictured = self._bytes + size, True
        if self._bytes > LARGEST:
            _too_large(say("with its photos it is larger than {n} MiB", n=LARGEST // 2**20), WITHOUT)

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
            _too_large(say("it has more than {n} values", n=ALL_SIGNS), FEWER)
        if self._bytes > LARGEST:
            _too_large(say("it is larger than {n} MiB", n=LARGEST // 2**20), FEWER)

    def file(self, contents: bytes) -> None:
        """Check the size of the whole file."""
        try:
            check_size(contents)
        except BadFile as error:
            _too_large(error.text, WITHOUT if self._pictured else FEWER)


def _too_large(why: Text | str, way_out: Text) -> NoReturn:
    text = say(
        "this bundle would exceed what verifiers accept, so it was not created: {why}. {out}", why=why, out=way_out
    )
    raise BundleTooLarge(text)
