"""Pass on new events of a ledger: those of this process at once, those of others as the log is followed.

Both reach the event loop. One thread follows the ledger and skips events that this process has already passed on.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from eventsourcing.persistence import Notification, StoredEvent

from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.replays.web.table.workers import Workers

MOST_HEARD = 10_000
"""Number of positions remembered to avoid passing events on twice, which would be harmless."""

PAUSE = 1.0
"""Seconds before following the ledger is retried after an error."""

log = logging.getLogger("tablescribe.web")


class News(NamedTuple):
    """An event recorded by this process: its stream, type and position in the ledger."""

    stream_id: str
    kind: str
    position: int


class LedgerNews:
    """Calls the event loop with new events of the ledger, until it is stopped."""

    def __init__(
        self,
        recorder: LedgerRecorder,
        workers: Workers,
        own: Callable[[Sequence[News]], object],
        others: Callable[[Sequence[Notification]], object],
    ) -> None:
        """Start to follow; call it on the event loop, which also runs both callbacks.

        Args:
            recorder: the log.
            workers: the threads that record; their events are passed on at the end of their work.
            own: called with events recorded by this process.
            others: called with events recorded by others, in the batches in which they are read.
        """
        self._loop = asyncio.get_running_loop()
        self._recorder, self._workers = recorder, workers
        self._own, self._others = own, others
        self._ended = False
        self._heard: set[int] = set()
        seen = recorder.max_notification_id() or 0
        recorder.listen(self._recorded)
        self._subscription: Any = recorder.subscribe(gt=seen, woken=False)
        self._watcher = threading.Thread(target=self._watch, args=(seen,), name="live", daemon=True)
        self._watcher.start()

    def stop(self) -> None:
        """Stop following."""
        self._ended = True
        self._recorder.ignore(self._recorded)
        self._subscription.stop()
        self._subscription.join()

    def _recorded(self, events: Sequence[StoredEvent], positions: Sequence[int]) -> None:
        """Pass on this process's new events at once; they are skipped later when the log is read."""
        if len(self._heard) > MOST_HEARD:
            self._heard.clear()  # those that the log's reader saw first
        self._heard.update(positions)
        news = [News(str(event.originator_id), event.topic, at) for event, at in zip(events, positions, strict=True)]
        with suppress(RuntimeError):  # the loop is closed, but the events are recorded
            self._workers.tell(partial(self._own, news))

    def _watch(self, seen: int) -> None:
        """Pass on events of others until stopped or closed, whatever happens to the database meanwhile."""
        while not self._ended:
            try:
                for together in self._subscription.batches():
                    seen = together[-1].id
                    if news := [one for one in together if not self._was_heard(one.id)]:
                        self._loop.call_soon_threadsafe(self._others, news)
                return  # a subscription ends without an error only if it is stopped, here or by closing the ledger
            except Exception as error:
                if self._ended or self._loop.is_closed():
                    return
                trouble("following the ledger failed; it is tried again", error)
                time.sleep(PAUSE)
                self._subscription = self._recorder.subscribe(gt=seen, woken=False)
        self._subscription.stop()  # it may have started after `stop`

    def _was_heard(self, position: int) -> bool:
        if position not in self._heard:
            return False
        self._heard.discard(position)
        return True


def trouble(what: str, error: Exception) -> None:
    """Log a failure, with a traceback unless the ledger is unavailable."""
    if isinstance(error, LedgerUnavailable):
        log.warning(what, extra={"facts": {"because": str(error)}})
    else:
        log.error(what, exc_info=error)
