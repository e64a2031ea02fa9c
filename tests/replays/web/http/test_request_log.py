"""The service's log: lines are buffered and written in order, and none is lost."""

from __future__ import annotations

import io
import json
import logging
import time
from collections.abc import Iterator

import pytest

from tablescribe.replays.web.http import request_log
from tablescribe.replays.web.http.request_log import AT_ONCE, GatheringHandler, JsonLogFormatter


class Writes(io.StringIO):
    """A stream that keeps the data of each write."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def write(self, text: str) -> int:
        self.parts.append(text)
        return super().write(text)

    def told(self) -> list[str]:
        return [json.loads(line)["what"] for line in self.getvalue().splitlines()]


@pytest.fixture
def stream() -> Writes:
    return Writes()


@pytest.fixture
def log(stream: Writes) -> Iterator[logging.Logger]:
    handler = GatheringHandler()
    handler.setStream(stream)
    handler.setFormatter(JsonLogFormatter())
    log = logging.Logger("of-this-test")
    log.addHandler(handler)
    yield log
    handler.close()


def test_lines_are_written_together_by_another_thread(log: logging.Logger, stream: Writes) -> None:
    for n in range(20):
        log.info("line %d", n, extra={"facts": {"n": n}})
    patience = time.monotonic() + 60
    while len(stream.told()) < 20 and time.monotonic() < patience:
        time.sleep(0.01)
    assert stream.told() == [f"line {n}" for n in range(20)]
    assert json.loads(stream.getvalue().splitlines()[7])["n"] == 7
    assert len(stream.parts) < 20


def test_an_error_is_written_at_once_after_what_waited(
    log: logging.Logger, stream: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_log, "TOGETHER", 3600.0)
    log.info("first")
    log.info("second")
    log.error("third")
    assert stream.told() == ["first", "second", "third"]


@pytest.mark.parametrize("how", ["flush", "close"])
def test_what_waits_is_written_when_the_process_ends(
    log: logging.Logger, stream: Writes, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The standard library flushes and closes all handlers at exit."""
    monkeypatch.setattr(request_log, "TOGETHER", 3600.0)
    log.info("one")
    log.info("two")
    getattr(log.handlers[0], how)()
    assert stream.told() == ["one", "two"]


def test_what_comes_after_the_end_is_written_at_once(log: logging.Logger, stream: Writes) -> None:
    log.handlers[0].close()
    log.info("late")
    assert stream.told() == ["late"]


def test_no_line_is_torn_and_no_call_writes_more_than_a_pipe_takes_whole(
    log: logging.Logger, stream: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_log, "TOGETHER", 3600.0)
    words = ["ü" * 1200, "b" * 3000, "c" * 50, "d" * 9000, "e"]
    for one in words:
        log.info(one)
    log.handlers[0].flush()
    assert stream.told() == words
    assert all(part.endswith("\n") for part in stream.parts)
    assert all(len(part.encode()) <= AT_ONCE for part in stream.parts if part.count("\n") > 1)


def test_a_line_that_cannot_be_worded_keeps_no_other_from_being_written(
    log: logging.Logger, stream: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    log.info("good")
    log.info("%d", "no number")
    log.info("good, too")
    log.handlers[0].flush()
    assert stream.told() == ["good", "good, too"]
