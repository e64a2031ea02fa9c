"""Subscriptions: every event after a position, in commit order."""

from __future__ import annotations

import threading
import time
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription, Notification

POLL_SECONDS = 0.1
"""Seconds between polls for events of other processes, with or without a notification."""

APART = 0.05
"""Minimum number of seconds between two reads after signals; one read returns all commits of that time."""

SLICE = 0.1
"""Maximum number of seconds that stopping takes."""


class Followable(ApplicationRecorder):
    """A recorder that wakes its subscribers after a commit."""

    @abstractmethod
    def hints(self, *, own: bool = True) -> Any:
        """Return commit signals, which wake a reader after each commit. Call `close` on them when done.

        Without `own`, the signals may leave out commits of this process.
        """


class PollingSubscription(ListenNotifySubscription[Followable]):
    """A subscription woken by commit signals. It also polls, because signals can be missing or lost.

    With `woken=False`, events recorded by this process are found by polling only.
    """

    def __init__(self, recorder: Followable, gt: int | None, topics: Sequence[str], *, woken: bool = True) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._woken = woken
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        super().__exit__(*args, **kwargs)
        self.join()

    def batches(self) -> Iterator[list[Notification]]:
        """Yield events in batches as they were read, in commit order; use either this or the iterator itself."""
        for first in self:
            found = [first, *self._notifications[self._notifications_index :]]
            self._notifications_index = len(self._notifications)
            yield found

    def join(self) -> None:
        """Wait until the subscription has stopped and closed its connection. Call `stop` first."""
        for thread in (self._pull_thread, self._watcher):
            if thread is not threading.current_thread():
                thread.join()

    def _watch(self) -> None:
        hints = self._recorder.hints(own=self._woken)
        woken = time.monotonic()
        while not self._has_been_stopped:
            if hints.wait(min(SLICE, POLL_SECONDS)) or time.monotonic() >= woken + POLL_SECONDS:
                time.sleep(max(0.0, woken + APART - time.monotonic()))
                self._has_been_notified.set()
                woken = time.monotonic()
        hints.close()
