"""The archive of a ledger's matches (Parquet): one row per match with its proofs, in groups of a few hundred rows.

A row has the recorded bytes and the hash of each event, the proof that the last event is in the log of the ledger's
checkpoint, and columns for frequent queries. As in a redacted bundle, names are left out, and texts by users (notes,
reasons, clauses, titles) are withheld: the row has SHA-256 of such an event, and the redacted event. Only closed
matches are written, because a row would reveal what is hidden in a running match. A match of duplicate play does not
reveal its seed itself. Once the tournament has revealed it, the row has it in a column, and readers compare it with
the commitment in the match's first event.

Nothing is judged here: a forged ledger is written as it is, for the audit to find.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, cast

import msgspec
from sqlalchemy import select

from tablescribe.domain.match.correction_events import CORRECTIONS, Amended, Reinstated, Voided
from tablescribe.domain.match.events import CLOSING, AnyEvent, Closed, Opened
from tablescribe.domain.match.signature_events import Paper, Signed
from tablescribe.domain.rules.duplicate_play import DuplicateMark, marked
from tablescribe.domain.rules.game import TITLE
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.bulk_reading import rows_of_streams
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.codec import BadEvent, decode
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.schema import events, texts
from tablescribe.ledger.log.texts import WORDS, StoredText, has_words
from tablescribe.ledger.matches.ledger import Ledger, Progress
from tablescribe.ledger.proofs.bundles.redaction import without_words
from tablescribe.ledger.proofs.bundles.streams import papers_of
from tablescribe.ledger.proofs.keys.keyring import STREAM
from tablescribe.ledger.proofs.tree.high_water_mark import text_of
from tablescribe.ledger.proofs.tree.inclusion_proofs import InclusionProofs
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint
from tablescribe.ledger.tournaments.seeds import seed_of_round
from tablescribe.replays.season.errors import BadSeason, installed
from tablescribe.replays.season.places import HALF, Place, below, finished, made, readable, version_of

FORMAT = "tablescribe season matches 1"
MATCHES = "matches"
"""The folder of a season's archives, one per ledger."""

GROUP, GROUP_BYTES = 256, 16_000_000
"""The maximum number of matches in a group of rows, and its size in bytes from which it takes no further match."""

_WRITTEN = frozenset(kind.__name__ for kind in WORDS)
VOID = "void"
"""The ending of a void match."""

_TOLD = frozenset((*CLOSING, "Signed", *CORRECTIONS))
_MOVES = frozenset(("Played", "Ruled", "Missed"))
_ABOUT = b"tablescribe"


class About(msgspec.Struct, frozen=True):
    """The metadata of an archive.

    Attributes:
        format: `FORMAT`.
        ledger: the ledger's id.
        checkpoint: the ledger's checkpoint, a signed note; the proofs refer to it.
        key: the key that signed it.
        keys: all keys that the ledger ever had (base64); no seat may sign with one of them.
        words: whether texts by users are included.
        names: whether names are included.
        matches: the number of matches.
        left: the number of matches left out because they are not closed.
        digest: SHA-256 over the bytes, hashes and proofs of all matches, which identifies the archive.
    """

    format: str
    ledger: str
    checkpoint: str
    key: str
    keys: tuple[str, ...]
    words: bool
    names: bool
    matches: int
    left: int
    digest: str


@dataclass(frozen=True)
class Archive:
    """An archive, and the number of its groups of rows."""

    path: Place
    about: About
    groups: int
    _footers: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The file's footer by version, cached because it is large and needed for each group."""

    def rows(self, group: int, columns: Sequence[str] | None = None) -> list[dict[str, Any]]:
        """Return the rows of a group.

        Raises:
            BadSeason: the file is damaged or was removed.
        """
        import pyarrow.parquet

        try:
            version = version_of(self.path)
            footer = self._footers.get(version)
            with readable(self.path) as source, pyarrow.parquet.ParquetFile(source, metadata=footer) as file:
                if footer is None:
                    self._footers.clear()
                    self._footers[version] = file.metadata
                return cast(list[dict[str, Any]], file.read_row_group(group, columns=columns).to_pylist())
        except (OSError, pyarrow.ArrowException) as error:
            raise BadSeason(say("{file} is damaged: {why}", file=str(self.path), why=str(error))) from error

    def all_rows(self) -> Iterator[dict[str, Any]]:
        """Yield all rows, with one group in memory at a time."""
        for group in range(self.groups):
            yield from self.rows(group)


def archive(path: Place) -> Archive:
    """Return an archive.

    Raises:
        BadSeason: the file is not an archive, or has another format.
    """
    with installed():
        import pyarrow
        import pyarrow.parquet
    try:
        with readable(path) as source, pyarrow.parquet.ParquetFile(source) as file:
            about = msgspec.json.decode((file.metadata.metadata or {}).get(_ABOUT, b""), type=About)
            if about.format != FORMAT:
                raise BadSeason(say("{file} has a format that this version cannot read", file=str(path)))
            return Archive(path, about, file.metadata.num_row_groups)
    except (pyarrow.ArrowException, msgspec.DecodeError) as error:
        raise BadSeason(say("{file} is not an archive of matches: {why}", file=str(path), why=str(error))) from error


def archives(season: Place, unreadable: dict[Place, BadSeason] | None = None) -> list[Archive]:
    """Return the archives of a season, sorted by the ids of their ledgers.

    Args:
        season: the place of the season.
        unreadable: collects files that are not archives, each with its error; without it, the first error is raised.

    Raises:
        BadSeason: there are none, or one cannot be read.
    """
    found = []
    for path in below(season / MATCHES, "*.parquet"):
        try:
            found.append(archive(path))
        except BadSeason as error:
            if unreadable is None:
                raise
            unreadable[path] = error
    if not found and unreadable:
        raise next(iter(unreadable.values()))
    if not found:
        raise BadSeason(
            say(
                "there are no matches in {folder}. Export them first: `tablescribe season export -o FOLDER`",
                folder=str(season),
            )
        )
    return found


# --- writing ----------------------------------------------------------------------------------


def write(
    ledger: Ledger,
    season: Place,
    checkpoint: str,
    key: str,
    *,
    words: bool = False,
    names: bool = False,
    progress: Progress | None = None,
) -> Archive:
    """Write the closed matches of a ledger to its archive in a season; an older one is replaced at the end.

    Args:
        ledger: the ledger.
        season: the place of the season.
        checkpoint: the ledger's checkpoint; later events are left out.
        key: the key that signed it.
        words: include texts by users.
        names: include names.
        progress: called with the number of matches done, and the total.
    """
    with installed():
        import pyarrow
        import pyarrow.parquet

    stated = Checkpoint.parse(text_of(checkpoint))
    ids, left = _closed(ledger, stated.size)
    seen, schema = hashlib.sha256(), _schema()
    about = About(FORMAT, ledger.ledger_id, checkpoint, key, _own_keys(ledger), words, names, len(ids), left, "")
    path = made(season / MATCHES) / f"{ledger.ledger_id}.parquet"
    for half in below(season / MATCHES, f"{HALF}{path.name}.*"):  # of a run that was killed
        half.unlink(missing_ok=True)
    with (
        finished(path, 0o600 if names else 0o644) as written,
        pyarrow.parquet.ParquetWriter(written, schema, compression="zstd", use_dictionary=_REPEATED) as file,
    ):
        for group in _groups(_entries(ledger, ids, about, stated, progress)):
            seen.update(msgspec.json.encode(group))
            file.write_table(pyarrow.Table.from_pylist(group, schema), row_group_size=len(group))
        about = msgspec.structs.replace(about, digest=seen.hexdigest())
        file.add_key_value_metadata({_ABOUT: msgspec.json.encode(about)})
    return archive(path)


def _closed(ledger: Ledger, size: int) -> tuple[list[str], int]:
    """Return the matches closed within a log of this size, and the number of those that are not."""
    e = events.c
    closed = {row[0] for row in ledger.log.select(select(e.match_id).where(e.type.in_(CLOSING), e.position <= size))}
    ids = ledger.match_ids()
    return [one for one in ids if one in closed], sum(one not in closed for one in ids)


def _own_keys(ledger: Ledger) -> tuple[str, ...]:
    papers = papers_of(cast(Paper, decode(row.type, row.body)) for row in ledger.log.rows(STREAM))
    return tuple(papers.enrolled)


def _groups(entries: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    size = 0
    for entry in entries:
        group.append(entry)
        size += sum(map(len, entry["bodies"]))
        if len(group) == GROUP or size >= GROUP_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def _entries(
    ledger: Ledger, ids: Sequence[str], about: About, stated: Checkpoint, progress: Progress | None
) -> Iterator[dict[str, Any]]:
    proofs = InclusionProofs(LogTree(ledger).tree(), stated.size)
    seed_of = cache(partial(seed_of_round, ledger))  # a round has many matches
    for done, rows in enumerate(rows_of_streams(ledger.log, ids, stated.size), start=1):
        yield _entry(ledger, rows, about, proofs) | {"round_seed": _round_seed(rows[0], seed_of)}
        if progress is not None:
            progress(done, len(ids))


def _entry(ledger: Ledger, rows: list[Row], about: About, proofs: InclusionProofs) -> dict[str, Any]:
    last, stored = rows[-1], [_stored(row, words=about.words) for row in rows]
    proof: tuple[bytes, ...] = ()
    with suppress(ValueError):  # a match without a proof is still written; the audit reports it
        proof = proofs.of(last.position - 1)
    bodies, digests, shown = zip(*stored, strict=True)
    return {
        "ledger": about.ledger,
        "match": last.match_id,
        **_told(ledger, rows, names=about.names),
        "moves": sum(row.type in _MOVES for row in rows),
        "events": len(rows),
        "head": last.hash,
        "position": last.position,
        "proof": proof,
        "checkpoint": about.checkpoint,
        "ledgers": [row.ledger_id for row in rows],
        "types": [row.type for row in rows],
        "bodies": bodies,
        "digests": digests,
        "shown": shown,
        "hashes": [row.hash for row in rows],
        "texts": _written(ledger, rows) if about.words else [],
    }


def _written(ledger: Ledger, rows: list[Row]) -> list[str]:
    """Return the texts of a match that are stored outside the log, in the form of bundles."""
    if not any(has_words(row.type, row.body) for row in rows):
        return []
    found = ledger.log.select(select(texts).where(texts.c.match_id == rows[0].match_id).order_by(texts.c.version))
    return [StoredText(*row).line for row in found]


def _round_seed(first: Row, seed_of: Callable[[DuplicateMark | None], bytes | None]) -> bytes | None:
    """Return the revealed seed of a match's round, if all its tables were dealt from one."""
    with suppress(BadEvent, LedgerDamaged):  # unknown then; the audit reports the error
        opened = decode(first.type, first.body)
        return seed_of(marked(opened.nonces)) if isinstance(opened, Opened) else None
    return None


def _stored(row: Row, *, words: bool) -> tuple[bytes, str, bytes]:
    """Return an event's bytes; or if texts are withheld, its SHA-256 and the redacted event."""
    body = bytes(row.body)
    if words or not (row.type in _WRITTEN or (row.type == "Opened" and TITLE.encode() in body)):
        return body, "", b""
    try:
        event, secret = without_words(cast(AnyEvent, decode(row.type, body)))
    except BadEvent:  # its texts cannot be identified
        return b"", row.digest.hex(), b""
    return (b"", row.digest.hex(), msgspec.json.encode(event)) if secret else (body, "", b"")


def _told(ledger: Ledger, rows: list[Row], *, names: bool) -> dict[str, Any]:
    """Return the columns for queries, which repeat the events' data; the audit compares them."""
    found: dict[str, Any] = {"signatures": []}
    before: dict[str, Any] = {}
    for row in (rows[0], *(row for row in rows if row.type in _TOLD)):
        with suppress(BadEvent):
            event = decode(row.type, row.body)
            if isinstance(event, Opened):
                refs = [seat.ref for seat in event.seats]
                known = ledger.names(refs) if names else {}
                found |= {
                    "game": event.game, "edition": event.edition, "chance": event.chance, "opened": utc(event.at),
                    "seats": refs, "names": [known.get(ref, "") for ref in refs] if names else [],
                }  # fmt: skip
            elif isinstance(event, Closed):
                result = event.result
                found |= {"closed": utc(event.at), "ending": result.ending, "winners": result.winners}
            elif isinstance(event, Amended):
                found |= {"ending": event.result.ending, "winners": event.result.winners}
            elif isinstance(event, Voided):
                before = {name: found.get(name) for name in ("ending", "winners")}
                found |= {"ending": VOID, "winners": ()}
            elif isinstance(event, Reinstated):
                found |= before
            elif isinstance(event, Signed):
                found["signatures"].append({"holder": event.holder, "key": event.key, "signature": event.signature})
    return found


def utc(at: datetime) -> datetime:
    """Return a time in UTC without a time zone: all times of a season are UTC, and other programs need no zone data."""
    return at.astimezone(UTC).replace(tzinfo=None)


_REPEATED = [
    "ledger",
    "game",
    "edition",
    "chance",
    "ending",
    "checkpoint",
    "ledgers.list.element",
    "types.list.element",
]
"""Columns with many repeated values."""


def _schema() -> Any:
    import pyarrow as pa

    texts, many, time = pa.list_(pa.string()), pa.list_(pa.binary()), pa.timestamp("us")
    signature = pa.struct([("holder", pa.string()), ("key", pa.string()), ("signature", pa.string())])
    return pa.schema(
        [
            ("ledger", pa.string()), ("match", pa.string()), ("game", pa.string()), ("edition", pa.string()),
            ("chance", pa.string()), ("opened", time), ("closed", time), ("seats", texts), ("names", texts),
            ("moves", pa.int32()), ("events", pa.int32()), ("ending", pa.string()),
            ("winners", pa.list_(pa.int32())), ("head", pa.binary()), ("position", pa.int64()), ("proof", many),
            ("signatures", pa.list_(signature)), ("checkpoint", pa.string()), ("ledgers", texts), ("types", texts),
            ("bodies", many), ("digests", texts), ("shown", many), ("hashes", many), ("round_seed", pa.binary()),
            ("texts", texts),  # archives of earlier versions have none
        ]
    )  # fmt: skip
