"""Subscriptions: every event after a position, in commit order."""

from __future__ import annotations

import threading
import time
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

POLL_SECONDS = 0.1
"""How often a subscription looks for events that another process recorded, whether it was told of them or not."""

SLICE = 0.1
"""How many seconds it may take to stop."""


class Followable(ApplicationRecorder):
    """A recorder that can be followed: it wakes up its readers."""

    @abstractmethod
    def hints(self) -> Any:
        """Return what wakes a reader up when somebody has recorded something; give it back with `close`."""


class PollingSubscription(ListenNotifySubscription[Followable]):
    """Wakes up for events of this process, and where the database announces them, for all; looks regularly anyway."""

    def __init__(self, recorder: Followable, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        super().__exit__(*args, **kwargs)
        self.join()

    def join(self) -> None:
        """Wait until it has stopped and given its connections back; call `stop` first."""
        for thread in (self._pull_thread, self._watcher):
            if thread is not threading.current_thread():
                thread.join()

    def _watch(self) -> None:
        hints = self._recorder.hints()
        due = time.monotonic() + POLL_SECONDS
        while not self._has_been_stopped:
            if hints.wait(min(SLICE, POLL_SECONDS)) or time.monotonic() >= due:
                self._has_been_notified.set()
                due = time.monotonic() + POLL_SECONDS
        hints.close()
