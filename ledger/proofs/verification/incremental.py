"""Incremental verification: reads new events, and relies on a signed record for the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from tablescribe.domain.words.text import Text, plural, say
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError
from tablescribe.ledger.log.side_table_checks import check_commands
from tablescribe.ledger.log.stream_checks import (
    StreamCheck,
    check_grown,
    check_positions,
    count_events,
    heads_at,
)
from tablescribe.ledger.matches.ledger import Ledger, Progress
from tablescribe.ledger.proofs.tree.high_water_mark import end_missing, not_those
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.merkle import Frontier
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint
from tablescribe.ledger.proofs.tree.verified_record import (
    FORMAT,
    VerifiedRecord,
    VerifiedState,
    hash_of_checkpoints,
    hash_of_heads,
)


class IncrementalVerification:
    """One verification of a ledger, using the record of earlier ones, if any."""

    def __init__(self, ledger: Ledger, memory: VerifiedRecord | None, *, again: bool) -> None:
        self.ledger = ledger
        self.unread = 0
        """Number of events that are not read again."""
        self._memory = memory
        self._before: VerifiedState | None = None
        self._known: VerifiedState | None = None
        self._refused = self._not_kept = ""
        self._is_another = False
        self._stored: Sequence[Checkpoint] = ()
        self._edges: dict[int, Frontier] = {}
        if memory is None:
            return
        self._size = ledger.log.max_notification_id() or 0
        self._ends = heads_at(ledger.log, self._size)  # taken before reading, so that changes during it show next time
        try:
            self._before = memory.recall(ledger.ledger_id)
        except BadNote as error:
            self._refused = error.why
        if self._before is not None and not again:
            self._recall(self._before)

    def _recall(self, before: VerifiedState) -> None:
        heads = heads_at(self.ledger.log, before.size) if before.size <= self._size else None
        if heads is not None and hash_of_heads(heads) == before.heads:
            self._known, self._heads, self.unread = before, heads, before.size

    def heads(self, progress: Progress | None, look: StreamCheck, processes: int | None) -> dict[str, bytes]:
        """Check every event that was not verified before; return each stream's head hash, like `Ledger.verify`."""
        if self._known is None:
            return self.ledger.verify(progress=progress, look=look, processes=processes)
        log = self.ledger.log
        size = log.max_notification_id() or 0
        total, done = count_events(log, None, size), self.unread
        heads = {one: head for one, (_, head) in self._heads.items()}
        for one in check_grown(log, self.unread, size, self._heads, look.ask):
            heads.update(one.heads)
            look.found.extend(one.found)
            done += one.events
            if progress is not None:
                progress(done, total)
        check_positions(log, size, total, done)
        check_commands(log)
        return heads

    def roots(self, stored: Sequence[Checkpoint], kept: Iterable[Checkpoint]) -> int:
        """Check the log against checkpoints; return its number of events. See `check_roots`.

        Checkpoints of the part verified before are not checked again. If there are new checkpoints for that part, the
        hashes of all events are read again.
        """
        self._stored, known, all_of_them = stored, self._known, [*stored, *kept]
        begin = None
        if known is not None and self._were_checked(all_of_them, known):
            begin, all_of_them = known.frontier(), [one for one in all_of_them if one.size >= known.size]
        wanted = [self._size] if self._memory is not None else []
        if self._before is not None:
            wanted.append(self._before.size)
        size, self._edges = check_roots(self.ledger, all_of_them, begin, wanted)
        if (before := self._before) is not None and before.size:
            edge = self._edges.get(before.size)
            self._is_another = edge is None or edge.hashes != before.frontier().hashes
        return size

    def _were_checked(self, stated: Iterable[Checkpoint], known: VerifiedState) -> bool:
        smaller = {(one.size, one.root) for one in stated if one.size < known.size}
        if smaller - {(one.size, one.root) for one in self._stored}:
            return False
        return hash_of_checkpoints(self._stored, known.size) == known.checkpoints

    def doubts(self) -> Iterator[Text]:
        """Yield a sentence if this is not the ledger that was verified before."""
        if self._is_another and self._memory is not None and self._before is not None:
            yield plural(
                self._before.size,
                "the first event is not the one verified on {day}: it was rewritten, or this is an older "
                "or a different copy. If you know why, remove {path}",
                "the first {n} events are not those verified on {day}: they were rewritten, or this is an "
                "older or a different copy. If you know why, remove {path}",
                day=_day(self._before.at), path=str(self._memory.path),
            )  # fmt: skip

    def unknown(self) -> Iterator[Text]:
        """Yield sentences on what is unknown because events were not read again, or the record cannot be used."""
        if self._known is not None and self.unread:
            yield plural(
                self.unread,
                "1 event was verified on {day} and not read again; every match still ends as it did then. "
                "To check whether its content has changed since: `verify --again`",
                "{n} events were verified earlier, the first on {day}, and not read again; every match "
                "still ends as it did then. To check whether their content has changed since: `verify "
                "--again`",
                day=_day(self._known.at),
            )  # fmt: skip
            if self._known.clocks:
                yield plural(
                    self._known.clocks,
                    "in 1 place among them a clock ran backwards. To see where: --again",
                    "in {n} places among them a clock ran backwards. To see where: --again",
                )
        if self._refused and self._memory is not None:
            yield say(
                "{path} is not a record signed by this ledger's key, so all events were read. It is "
                "unknown who wrote that file",
                path=str(self._memory.path),
            )
        if self._not_kept:
            yield say(
                "this verification could not be saved, so all events will be read again next time: {why}",
                why=self._not_kept,
            )

    def keep(self, now: int, clocks: int) -> None:
        """Record the log as verified up to its size at the start, unless it differs from the one verified before."""
        edge = self._edges.get(self._size) if self._memory is not None else None
        if self._memory is None or edge is None or self._ends is None or self._is_another or not (self._size and now):
            return
        known = self._known
        if known is not None and (known.size, known.checkpoints) == (self._size, self._checked()):
            return
        hashes = tuple(one.hex() for one in edge.hashes)
        at, clocks = (known.at, known.clocks + clocks) if known is not None else (now, clocks)
        new = VerifiedState(
            FORMAT, self.ledger.ledger_id, self._size, at, hashes, hash_of_heads(self._ends), self._checked(), clocks
        )
        try:
            self._memory.keep(new)
        except LedgerError as error:
            self._not_kept = str(error)

    def _checked(self) -> str:
        return hash_of_checkpoints(self._stored, self._size)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def check_roots(
    ledger: Ledger, stated: Iterable[Checkpoint], begin: Frontier | None = None, wanted_at: Iterable[int] = ()
) -> tuple[int, dict[int, Frontier]]:
    """Check that the log extends each checkpoint, from the hashes of the events alone.

    Args:
        ledger: the ledger.
        stated: the checkpoints, none smaller than `begin`.
        begin: the tree's edge to start from; by default, start from the first event.
        wanted_at: sizes at which to return the edge.

    Returns:
        The number of events, and the edges by size.

    Raises:
        LedgerDamaged: the log does not extend a checkpoint.
    """
    wanted: dict[int, list[bytes]] = {}
    for one in stated:
        wanted.setdefault(one.size, []).append(one.root)
    edge, tree, sizes, edges = begin or Frontier(), LogTree(ledger), {*wanted_at}, dict[int, Frontier]()

    def look() -> None:
        if edge.size in sizes:
            edges[edge.size] = Frontier(edge.size, edge.hashes)
        if edge.size in wanted and {edge.root()} != set(wanted.pop(edge.size)):
            raise LedgerDamaged(not_those(edge.size))

    if edge.size:
        look()
    while leaves := tree.leaves(edge.size, edge.size + 1000):
        for leaf in leaves:
            edge.append(leaf)
            look()
    beyond = [size for size in wanted if size > edge.size]
    if beyond:
        raise LedgerDamaged(end_missing(max(beyond), edge.size))
    return edge.size, edges
