"""Detection of a write-ahead log that was damaged after its commits were acknowledged, by a power failure or the disk.

SQLite reads the log up to the first frame with a wrong checksum and silently drops the rest. That is right for the
commit that a crash interrupted, but wrong for acknowledged commits. The broken frame looks the same in both cases; the
frames after it show the difference. Each commit is on disk before the next one begins. So if two commits follow the
broken frame in one chain of checksums, all commits before the second one were acknowledged.
Source: https://www.sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from tablescribe.ledger.log.file_access import size_of

HEADER, FRAME_HEADER = 32, 24
MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""Magic numbers of a log, each with the byte order that its checksums use."""

PAGE = 4096
"""Page size of our ledgers, used if the header of a log cannot be read."""

SKIPPED = 3
"""Maximum number of frames damaged by one torn disk page, plus one to begin a chain after them."""


class TornLog(NamedTuple):
    """Damage in a write-ahead log.

    Attributes:
        sound: size in bytes of the part before the damage that has complete commits.
        lost: minimum number of acknowledged commits that SQLite would drop.
    """

    sound: int
    lost: int


def torn_log_of(path: Path) -> TornLog | None:
    """Return the damage of the write-ahead log beside a database; `None` if no damage can be proved.

    Writes nothing. Other programs may be recording: frames that they have only partly written are read again.
    """
    log = Path(f"{path}-wal")
    if size_of(log) <= HEADER:
        return None
    try:
        with log.open("rb") as file:
            return _damage(file)
    except OSError:
        return None  # SQLite reports the cause


def sound_part(path: Path, torn: TornLog) -> bytes:
    """Return the part of a damaged log that SQLite reads."""
    with Path(f"{path}-wal").open("rb") as file:
        return file.read(torn.sound)


def write_healed(path: Path, copy: Path) -> bool:
    """Write the pages of a damaged log into a copy of its database, if later frames replace all unreadable pages.

    Each commit writes all pages that it changes completely, so a broken page is often out of date. The copy then has
    the state of the last commit and needs no log.

    Returns:
        Whether the copy was healed; if not, nothing was written.
    """
    with Path(f"{path}-wal").open("rb") as file:
        log, before = _begun(file)
        if log is None:
            return False
        read = list(log.run_from(0, before))
        skipped, after = _behind(log, len(read))
        lost = [log.frame(len(read) + number) for number in range(skipped)]
    while after and not after[-1].commits:
        after.pop()
    replaced = {frame.page for frame in after}
    if not after or any(frame is None or frame.page not in replaced for frame in lost):
        return False
    with copy.open("r+b") as file:
        for frame in (*read, *after):
            file.seek((frame.page - 1) * (log.length - FRAME_HEADER))
            file.write(frame.contents[FRAME_HEADER:])
        file.truncate(after[-1].pages * (log.length - FRAME_HEADER))
    return True


def _damage(file: BinaryIO) -> TornLog | None:
    header = os.pread(file.fileno(), HEADER, 0)
    log, before = _begun(file)
    if log is None:
        return _without_header(file, header)
    sound, number = HEADER, 0
    for frame in log.run_from(0, before):
        before, number = frame.stated, number + 1
        if frame.commits:
            sound = HEADER + number * log.length
    lost = _commits(_behind(log, number)[1])
    if lost < 2 or log.is_sound(number, before) or log.changed(header):
        return None
    return TornLog(sound, lost - 1)


def _begun(file: BinaryIO) -> tuple[_Log | None, tuple[int, int]]:
    """Return a log and the checksum of its header; no log if the header cannot be read."""
    header = os.pread(file.fileno(), HEADER, 0)
    magic, _, page, _, _, _, one, two = struct.unpack(">8I", header)
    if magic in MAGIC and 512 <= page <= 65536:
        log = _Log(file, page, header[16:24], MAGIC[magic])
        if log.sum(header[:24], (0, 0)) == (one, two):
            return log, (one, two)
    return None, (0, 0)


def _behind(log: _Log, number: int) -> tuple[int, list[_Frame]]:
    """Return the number of broken frames from `number` on, and the frames after them in one chain of checksums."""
    runs = {skipped: list(log.run(number + skipped)) for skipped in range(1, SKIPPED + 1)}
    best = max(runs, key=lambda skipped: _commits(runs[skipped]))
    return best, runs[best]


def _without_header(file: BinaryIO, header: bytes) -> TornLog | None:
    """Return the damage of a log with an unreadable header, from which SQLite would read nothing."""
    salts = os.pread(file.fileno(), 8, HEADER + FRAME_HEADER + PAGE + 8)  # of the second frame: the first may be torn
    for order in MAGIC.values():
        log = _Log(file, PAGE, salts, order)
        lost = _commits(_behind(log, 0)[1])
        if lost >= 2 and not log.changed(header):
            return TornLog(0, lost - 1)
    return None


def _commits(run: list[_Frame]) -> int:
    return sum(frame.commits for frame in run)


class _Frame(NamedTuple):
    """A frame of a log.

    Attributes:
        page: number of the page.
        pages: size of the database in pages if the frame ends a commit, else 0.
        stated: the checksum in the frame.
        sums: the log, which computes checksums.
        contents: the bytes of the frame.
    """

    page: int
    pages: int
    stated: tuple[int, int]
    sums: _Log
    contents: bytes

    @property
    def commits(self) -> bool:
        return self.pages > 0

    def follows(self, before: tuple[int, int]) -> bool:
        """Return whether the frame has the checksum that follows from that of the frame before it."""
        half = self.sums.sum(self.contents[:8], before)
        return self.sums.sum(self.contents[FRAME_HEADER:], half) == self.stated


class _Log:
    """The frames of a log: pages, each with the size of the database if it ends a commit, salts, and a checksum."""

    def __init__(self, file: BinaryIO, page: int, salts: bytes, order: str) -> None:
        self._file = file
        self._salts = salts
        self._words = struct.Struct(f"{order}{page // 4}I"), struct.Struct(f"{order}2I"), struct.Struct(f"{order}6I")
        self.length = FRAME_HEADER + page

    def frame(self, number: int) -> _Frame | None:
        """Return a frame by its number from 0; `None` if it is missing or does not belong to this log."""
        contents = os.pread(self._file.fileno(), self.length, HEADER + number * self.length)
        if len(contents) < self.length or contents[8:16] != self._salts:
            return None
        page, pages, _, _, one, two = struct.unpack(">6I", contents[:FRAME_HEADER])
        return _Frame(page, pages, (one, two), self, contents)

    def run(self, number: int) -> Iterator[_Frame]:
        """Yield the frames from `number` on whose checksums continue that of the frame before."""
        first = self.frame(number - 1)
        return iter(()) if first is None else self.run_from(number, first.stated)

    def run_from(self, number: int, before: tuple[int, int]) -> Iterator[_Frame]:
        """Yield the frames from `number` on whose checksums continue each other and the checksum `before`."""
        while (frame := self.frame(number)) is not None and frame.follows(before):
            yield frame
            before, number = frame.stated, number + 1

    def is_sound(self, number: int, before: tuple[int, int]) -> bool:
        """Return whether a frame is sound on a second read, because another program was writing it."""
        frame = self.frame(number)
        return frame is not None and frame.follows(before)

    def changed(self, header: bytes) -> bool:
        """Return whether the log was restarted meanwhile."""
        return os.pread(self._file.fileno(), HEADER, 0) != header

    def sum(self, contents: bytes, before: tuple[int, int]) -> tuple[int, int]:
        """Return the checksum of contents, continued from another."""
        one, two = before
        words = next(form for form in self._words if form.size == len(contents)).unpack(contents)
        pairs = iter(words)
        for odd, even in zip(pairs, pairs, strict=True):
            one = (one + odd + two) & 0xFFFFFFFF
            two = (two + even + one) & 0xFFFFFFFF
        return one, two
