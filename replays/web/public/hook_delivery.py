"""Delivery of web hooks: at least once, in the order of the log, in separate threads so that recording never waits.

Before a process sends, it claims the hook. After each accepted message it records the position. If it is killed in
between, the message is sent again with the same id, by which the receiver can recognise it. A failed message is retried
with growing delays. Then the hook is given up, which its page and `hooks list` show. A successful test resumes it.
"""

from __future__ import annotations

import logging
import random
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime

from eventsourcing.persistence import Notification

from tablescribe.domain.tournament.model.events import TOURNAMENT_EVENTS
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.matches.hooks import Hook, Progress, advance, hooks, progress_of
from tablescribe.replays.web.public.hook_bodies import HookMessage
from tablescribe.replays.web.public.hook_commands import Sender, send
from tablescribe.replays.web.public.hook_messages import OF_MATCHES, OF_TOURNAMENTS, HookMessages, TooEarly

log = logging.getLogger("tablescribe.web")

EVERY = 1.0
"""Seconds between looks for new messages."""

THREADS = 4
"""Number of hooks served at the same time, so that one that hangs does not delay the others."""

BATCH = 100
"""Maximum number of events read at once, and of messages to a hook before others get their turn."""

LEASE = 60.0
"""Seconds for which a claim of a hook is valid: longer than the timeout of a message."""

FIRST_WAIT, LONGEST_WAIT = 5.0, 3600.0
"""Seconds before the first retry, which double with each failure, and their maximum."""

MOST_TRIES = 30
"""Number of consecutive failures after which a hook is given up: about a day."""

FAULT_WAIT = 60.0
"""Seconds before a hook is tried again after an error in the service, which is logged."""

NOTED_EVERY = 5000
"""Number of events not for a hook after which its position is stored anyway, to limit reading after a restart."""

TOPICS = (
    *OF_MATCHES,
    *(str(kind.__struct_config__.tag) for kind in TOURNAMENT_EVENTS if issubclass(kind, OF_TOURNAMENTS)),
)
"""Types of the events that have messages."""


def wait_after(tries: int, jitter: Callable[[float, float], float] = random.uniform) -> float:
    """Return the seconds to wait after a number of failures: growing, at most an hour, with jitter."""
    longest = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1))
    return jitter(longest / 2, longest)


class HookDelivery:
    """Delivers messages about new events to the hooks of a ledger."""

    def __init__(
        self, messages: HookMessages, sender: Sender, *, several: bool, clock: Callable[[], float] = time.time
    ) -> None:
        self.messages, self.sender, self.several, self.clock = messages, sender, several, clock
        self.ledger = messages.queries.ledger
        self.me = secrets.token_hex(8)
        self._ends = threading.Event()
        self._busy = set[str]()
        self._idle: dict[str, tuple[int, float]] = {}
        self._warned = ""

    def keep(self, ends: threading.Event) -> None:
        """Deliver until the service ends."""
        self._ends = ends
        pool = ThreadPoolExecutor(THREADS, thread_name_prefix="hooks")
        while not ends.wait(EVERY):
            try:
                for one in self.due():
                    self._busy.add(one.id)
                    pool.submit(self._deliver, one)
            except LedgerError as error:  # the database is unavailable
                self._warn(error)
            except Exception:  # the next look may succeed
                log.exception("web hooks cannot be told")
        pool.shutdown(cancel_futures=True)

    def due(self) -> list[Hook]:
        """Return the hooks that may have new messages now."""
        known = hooks(self.ledger)
        self._idle = {one.id: self._idle[one.id] for one in known if one.id in self._idle}
        if not known:
            return []
        position, now = self.ledger.log.max_notification_id() or 0, self.clock()
        return [one for one in known if one.id not in self._busy and self._may_be_told(one, position, now)]

    def _may_be_told(self, one: Hook, position: int, now: float) -> bool:
        seen, due = self._idle.get(one.id, (-1, 0.0))
        return now >= due and position > seen

    def _deliver(self, one: Hook) -> None:
        try:
            self.tell(one)
        except LedgerError as error:  # the database is unavailable, or this role may not store progress
            self._warn(error)
        except Exception:
            log.exception("a web hook cannot be told", extra={"facts": {"hook": one.id}})
            self._rest(one, -1, self.clock() + FAULT_WAIT)
        finally:
            self._busy.discard(one.id)

    def _warn(self, error: Exception) -> None:
        if str(error) != self._warned:
            self._warned = str(error)
            log.warning("web hooks wait", extra={"facts": {"because": str(error)}})

    def tell(self, one: Hook) -> None:
        """Send a hook its new messages, up to a failure or the end of a batch."""
        progress, now = progress_of(self.ledger, one), self.clock()
        if progress.stopped or now < progress.due:
            self._rest(one, -1, now + EVERY * 5)  # a test may resume it meanwhile
            return
        if self.several and progress.owner not in ("", self.me) and now < progress.until:
            return
        after = max(progress.position, self._idle.get(one.id, (0, 0.0))[0])
        looked = self.ledger.log.max_notification_id() or 0  # before reading: later events are found next time
        found = self.ledger.log.select_notifications(after, BATCH, topics=TOPICS, inclusive_of_start=False)
        for event in found:
            if self._ends.is_set():
                break
            try:
                message = self._message(one, event)
            except TooEarly as early:
                self._rest(one, after, early.due)
                break
            if message is not None:
                told = self._told(one, progress, event.id, message)
                if told is None or told.failure:
                    return
                progress = told
            after = event.id
        else:
            after = after if len(found) == BATCH else max(after, looked)
            self._rest(one, after, 0.0)
        self._note(one, progress, after)

    def _message(self, one: Hook, event: Notification) -> HookMessage | None:
        try:
            return self.messages.of(one, event)
        except LedgerError as error:
            if getattr(error, "code", "") == "ledger.unavailable":
                raise
            log.warning("an event cannot be told", extra={"facts": {"position": event.id, "because": str(error)}})
        except Spoken as error:
            log.warning("an event cannot be told", extra={"facts": {"position": event.id, "because": str(error)}})
        return None

    def _told(self, one: Hook, was: Progress, position: int, message: HookMessage) -> Progress | None:
        """Send a message and store the result; `None` if another process has claimed the hook, or it was removed."""
        claimed = replace(was, owner=self.me, until=self.clock() + LEASE)
        if not advance(self.ledger, one, was, claimed):
            return None
        failure = send(self.sender, one, message, self.clock())
        if self._ends.is_set() and failure:  # cancelled at shutdown, which is not a failure
            advance(self.ledger, one, claimed, was)
            return None
        now = self.clock()
        at = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        if failure:
            tries = was.tries + 1
            due = now + wait_after(tries)
            noted = replace(
                claimed, tries=tries, due=due, failed=at, failure=failure, owner="", until=0.0,
                stopped=tries >= MOST_TRIES or failure == "status 410",
            )  # fmt: skip
            self._idle[one.id] = (-1, due)
        else:
            noted = replace(claimed, position=position, tries=0, due=0.0, delivered=at, failure="")
        return noted if advance(self.ledger, one, claimed, noted) else None

    def _note(self, one: Hook, progress: Progress, after: int) -> None:
        """Store the position if it is far ahead, and release the claim for other processes."""
        far = after - progress.position >= NOTED_EVERY
        if far or (self.several and progress.owner == self.me):
            position = max(after, progress.position)
            advance(self.ledger, one, progress, replace(progress, position=position, owner="", until=0.0))

    def _rest(self, one: Hook, position: int, until: float) -> None:
        self._idle[one.id] = (position, until)
