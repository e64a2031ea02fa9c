"""The log of the service: one JSON object per line, written in batches by a thread of its own.

A request only pays for the facts of its line. They are formatted and written a moment later, many lines in one system
call. Warnings and errors are written at once, after all lines that waited before them.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator

TOGETHER = 0.05
"""Seconds for which lines are collected."""

AT_ONCE = 4096
"""Maximum size of one write, in bytes: writes of this size by several processes do not mix (POSIX, PIPE_BUF)."""

_encode = json.JSONEncoder(ensure_ascii=False, default=str).encode


class JsonLogFormatter(logging.Formatter):
    """Formats one JSON object per line: time, level, message, and the facts (route, status, match, move)."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line = {"at": at, "level": record.levelname.lower(), "what": record.getMessage()}
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return _encode(line)


class GatheringHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes lines of level INFO in batches and all others at once. `flush` writes waiting lines, as does the exit."""

    def __init__(self) -> None:
        """Write to standard error."""
        super().__init__()
        self._waiting: deque[logging.LogRecord] = deque()
        self._come = threading.Event()
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record. `handle` holds the lock of this handler."""
        self._waiting.append(record)
        if record.levelno > logging.INFO or self._ends.is_set():
            self._write()
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._gather, name="log", daemon=True)
            self._thread.start()
        if not self._come.is_set():
            self._come.set()

    def flush(self) -> None:
        """Write the waiting lines."""
        self.acquire()
        try:
            self._write()
        finally:
            self.release()

    def close(self) -> None:
        """Write the waiting lines; later ones are written at once."""
        self._ends.set()
        self._come.set()
        self.flush()
        super().close()

    def _gather(self) -> None:
        while not self._ends.is_set():
            self._come.wait()
            self._ends.wait(TOGETHER)
            self._come.clear()  # before looking: later lines belong to another turn
            self.flush()

    def _write(self) -> None:
        records = [self._waiting.popleft() for _ in range(len(self._waiting))]
        for part in _in_parts(self._worded(records)):
            try:
                self.stream.write(part)
                self.stream.flush()
            except Exception:  # as any handler of the standard library: a full disk stops no service
                self.handleError(records[-1])

    def _worded(self, records: Iterable[logging.LogRecord]) -> Iterator[str]:
        for record in records:
            try:
                yield self.format(record) + self.terminator
            except Exception:
                self.handleError(record)


def _in_parts(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines joined into parts that fit in one write; a longer line stays whole."""
    part, size = list[str](), 0
    for line in lines:
        length = len(line.encode("utf-8", "replace"))
        if part and size + length > AT_ONCE:
            yield "".join(part)
            part, size = [], 0
        part.append(line)
        size += length
    if part:
        yield "".join(part)
