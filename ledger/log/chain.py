"""The hash chain that links a match's events.

An event's hash is SHA-256(0x00 ‖ header). The header is a sequence of fields, each prefixed with its length
in four bytes (big-endian): a format tag, ledger id, match id, version, type, the hash of the match's
previous event (empty for the first), and SHA-256 of the body. The leading 0x00 makes the same hash a
leaf of an RFC 6962 tree. Verification hashes the stored bytes and never encodes an event again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

FORMAT = b"tablescribe/event/1"
_HASH, _NOTHING = b"\x00\x00\x00\x20", b"\x00\x00\x00\x00"  # length prefixes of a hash and of an empty field
_NO_HASH = _NOTHING + _HASH
_sha256 = hashlib.sha256


class Row(NamedTuple):
    """A stored event, as it is in the database or in a file."""

    position: int
    ledger_id: str
    match_id: str
    version: int
    type: str
    body: bytes
    previous: bytes
    hash: bytes

    @property
    def digest(self) -> bytes:
        """SHA-256 of the body; it replaces a withheld body."""
        return hashlib.sha256(self.body).digest()


_TYPES = (int, str, str, int, str, bytes, bytes, bytes)


class BrokenChain(Exception):
    """The first event that breaks a match's chain, and the reason."""

    def __init__(self, match_id: str, version: int, why: str) -> None:
        super().__init__(f"match {match_id}, event {version}: {why}")
        self.match_id = match_id
        self.version = version
        self.why = why


def event_hash(ledger_id: str, match_id: str, version: int, kind: str, previous: bytes, body: bytes) -> bytes:
    """Compute an event's hash."""
    return _linked(_beginning(ledger_id, match_id), _made(version, kind), previous, _sha256(body).digest())


def header_hash(ledger_id: str, match_id: str, version: int, kind: str, previous: bytes, digest: bytes) -> bytes:
    """Compute an event's hash from its body's SHA-256, for events whose body is withheld."""
    return _linked(_beginning(ledger_id, match_id), _named(version, kind), previous, digest)


@lru_cache(maxsize=4096)
def _beginning(ledger_id: str, match_id: str) -> bytes:
    """Return the prefix that the hashed bytes of all events of a match share."""
    return b"\x00" + b"".join(map(_field, (FORMAT, ledger_id.encode(), match_id.encode())))


def _linked(beginning: bytes, named: bytes, previous: bytes, digest: bytes) -> bytes:
    # `heads_of` has the same inlined: verifying a ledger spends most of its time there
    parts = (beginning, named, _HASH, previous, _HASH, digest) if previous else (beginning, named, _NO_HASH, digest)
    return _sha256(b"".join(parts)).digest()


def _made(version: int, kind: str) -> bytes:
    digits = b"%d" % version
    return b"\x00\x00\x00%c%b%b" % (len(digits), digits, _kind(kind))


_named = lru_cache(maxsize=65536)(_made)
"""The same from a cache, for readers: they meet a version in every match. In one that grows, each is new."""


@lru_cache(maxsize=1024)
def _kind(kind: str) -> bytes:
    return _field(kind.encode())


def _field(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def check_types(row: Row) -> None:
    """Check the type of each column: SQLite does not enforce them.

    Raises:
        BrokenChain: a column has the wrong type.
    """
    if tuple(map(type, row)) != _TYPES:
        wrong = next(
            name for name, value, kind in zip(Row._fields, row, _TYPES, strict=True) if type(value) is not kind
        )
        raise BrokenChain(str(row.match_id), row.version, f"its {wrong} is of a wrong type")


def hash_of(row: Row) -> bytes | None:
    """Compute the hash of a stored row; `None` if a column has a wrong type, as in a row on a torn page."""
    try:
        check_types(row)
    except BrokenChain:
        return None
    return event_hash(row.ledger_id, row.match_id, row.version, row.type, row.previous, row.body)


def verify_chain(match_id: str, rows: Iterable[Row], head: bytes = b"", expected: int = 1) -> bytes:
    """Verify the chain of one match's events; return the last hash (empty if there are no events).

    Args:
        match_id: id of the match.
        rows: its events in order of version.
        head: hash of the event before `rows`; empty if `rows` begin with the first event.
        expected: version of the first row.

    Raises:
        BrokenChain: an event is missing, foreign, not linked or changed; names the first.
    """
    sha256 = hashlib.sha256
    for row in rows:
        if tuple(map(type, row)) != _TYPES:
            check_types(row)
        _, ledger_id, match, version, kind, body, previous, stored = row
        if match != match_id:
            raise BrokenChain(match_id, version, f"it belongs to match {match}")
        if version != expected:
            raise BrokenChain(match_id, expected, f"it is missing: event {version} comes next")
        if previous != head:
            raise BrokenChain(match_id, version, "it is not linked to the event before it")
        if _linked(_beginning(ledger_id, match_id), _named(version, kind), head, sha256(body).digest()) != stored:
            raise BrokenChain(match_id, version, "its content is not what was hashed when it was recorded")
        head, expected = stored, expected + 1
    return head


def heads_of(rows: Iterable[tuple[Any, ...]]) -> dict[str, tuple[int, bytes]] | None:
    """Verify the chains of whole matches like `verify_chain`; rows are grouped by match, each in order of version.

    Returns:
        The last version and hash of each match; `None` if a chain is broken or positions do not rise.

    Raises:
        AttributeError, TypeError: a column has a wrong type. Positions and versions must be integers.
    """
    sha256, heads = hashlib.sha256, dict[str, tuple[int, bytes]]()
    match_id = ledger = None
    version, head, last, beginning = 0, b"", 0, b""
    for position, ledger_id, match, number, kind, body, previous, stored in rows:
        if match != match_id or ledger_id != ledger:
            if match != match_id:
                if match in heads:
                    return None
                if match_id is not None:
                    heads[match_id] = version, head
                match_id, version, head, last = match, 0, b"", 0
            ledger, beginning = ledger_id, _beginning(ledger_id, match)
        version += 1
        if number != version or previous != head or position <= last:
            return None
        digest, named = sha256(body).digest(), _named(version, kind)
        parts = (beginning, named, _HASH, head, _HASH, digest) if head else (beginning, named, _NO_HASH, digest)
        if sha256(b"".join(parts)).digest() != stored:
            return None
        head, last = stored, position
    if match_id is not None:
        heads[match_id] = version, head
    return heads
