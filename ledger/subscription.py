"""Following the log: every event after a position, in commit order, whoever records it."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from eventsourcing.persistence import ListenNotifySubscription

from ledger.recorder import LedgerRecorder

POLL_SECONDS = 0.1
"""How often a subscription looks for events that another process recorded."""


class PollingSubscription(ListenNotifySubscription[LedgerRecorder]):
    """Wakes up at once for events of this process, and looks regularly for those of others."""

    def __init__(self, recorder: LedgerRecorder, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def _watch(self) -> None:
        hints = self._recorder.backend.Hints(self._recorder.engine)
        while not self._has_been_stopped:
            if not hints.wait(POLL_SECONDS):
                self._recorder.wait_for_event(POLL_SECONDS)
            self._has_been_notified.set()
        hints.close()
