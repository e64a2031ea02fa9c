"""The organiser's view of web hooks: the state of each as data, and test messages."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import urlsplit

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.matches.hooks import Hook, Progress, hooks, progress_of, restart
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.http.outgoing import Unsent, signed
from tablescribe.replays.web.public.hook_bodies import TEST, HookMessage, body_of

WHY: dict[str, Text] = {
    "address": say("the address leads to this machine or a private network, or is not https"),
    "time": say("no answer within {seconds} seconds", seconds=10),
    "certificate": say("the certificate is not valid"),
    "connection": say("no connection, or it was closed without an answer"),
    "status 410": say("the receiver has unsubscribed (status 410)"),
}
"""The reasons for which a message can fail."""


class Sender(Protocol):
    """Posts messages: see `Outgoing`."""

    def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Post a body and return the status of the answer."""
        ...


def send(sender: Sender, hook: Hook, message: HookMessage, now: float) -> str:
    """Sign and post a message; return an empty string if it was accepted, else the reason."""
    body = body_of(hook.template, message)
    try:
        status = sender.post(hook.address, body, signed(hook.secret, message.id, int(now), body))
    except Unsent as error:
        return error.why
    return "" if 200 <= status < 300 else f"status {status}"


def try_hook(ledger: Ledger, sender: Sender, hook: Hook) -> str:
    """Send a test message; return an empty string if it was accepted, else the reason. Success resumes a stopped hook.

    Its id is random, so receivers take each test as a new message.
    """
    now = time.time()
    data = {
        "ledger": ledger.ledger_id, "position": 0, "event": 0, "kind": "Test", "tournament": hook.tournament or None,
        "match": None, "round": None, "table": None, "title": "Tablescribe",
        "text": Reader(None, hook.language).sentence(say("this is a test: this web hook works")), "url": None,
    }  # fmt: skip
    message = HookMessage(f"test_{secrets.token_hex(12)}", TEST, datetime.fromtimestamp(now, UTC), data)
    failure = send(sender, hook, message, now)
    if not failure:
        restart(ledger, hook)
    return failure


def listed_hooks(ledger: Ledger) -> list[dict[str, Any]]:
    """Return all web hooks as data, with their state and without secrets."""
    return [hook_data(one, progress_of(ledger, one)) for one in hooks(ledger)]


def hook_data(one: Hook, progress: Progress) -> dict[str, Any]:
    """Return a web hook as data, with only the host of its address: the full address lets others post there."""
    due = datetime.fromtimestamp(progress.due, UTC).isoformat(timespec="seconds") if progress.due else None
    parts = urlsplit(one.address)
    return {
        "id": one.id, "address": f"{parts.scheme}://{parts.netloc}/…", "tournament": one.tournament,
        "template": one.template, "names": one.names, "language": one.language, "added": one.added,
        "state": "given up" if progress.stopped else "waiting" if progress.tries else "ready",
        "delivered": progress.delivered or None, "failed": progress.failed or None, "failure": progress.failure,
        "tries": progress.tries, "next_try": None if progress.stopped else due,
    }  # fmt: skip


def why(failure: str) -> Text:
    """Return a failure in words."""
    number = failure.rpartition(" ")[2]
    return WHY.get(failure) or say("the receiver answered with status {status}", status=number)


def state_text(told: dict[str, Any]) -> Text:
    """Return the state of a hook in words."""
    failed, delivered = _time(told["failed"]), _time(told["delivered"])
    if told["state"] == "given up":
        return say(
            "stopped on {at} after repeated failures: {why}. To resume, send a test",
            at=failed,
            why=why(told["failure"]),
        )
    if told["state"] == "waiting":
        return say("failed on {at}: {why}. Next try: {next}", at=failed, why=why(told["failure"]),
                   next=_time(told["next_try"]))  # fmt: skip
    if delivered and failed:
        return say("last delivery: {at}; last failure: {failed}", at=delivered, failed=failed)
    return say("last delivery: {at}", at=delivered) if delivered else say("nothing delivered yet")


def _time(at: str | None) -> str:
    return f"{at[:16].replace('T', ' ')} UTC" if at else ""
