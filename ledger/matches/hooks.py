"""Web hooks: the addresses that receive messages about new events, and the delivery progress of each.

Web hooks are settings, not events. Secrets and progress are kept in the `service` table, which recording roles cannot
read. Progress is a position in the ledger, so a service that was killed continues where it stopped. Of several
processes, one at a time delivers to a hook.
"""

from __future__ import annotations

import json
import secrets
from base64 import b64encode
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import delete, select

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.schema import service
from tablescribe.ledger.matches.hook_addresses import BadHook, checked
from tablescribe.ledger.matches.ledger import Ledger

TEMPLATES = ("json", "discord", "slack")
"""Formats of a message: our own JSON, and the formats of the chat services Discord and Slack."""

MOST = 50
"""Maximum number of hooks of a ledger."""

SECRET_BYTES = 32
"""Length of a secret in bytes; Standard Webhooks requires 24 to 64."""


class NoSuchHook(BadHook):
    """There is no web hook with that id."""

    code = "hook.unknown"


@dataclass(frozen=True)
class Hook:
    """An address that receives messages about new events.

    Attributes:
        id: random id of the hook.
        address: URL that messages are posted to.
        tournament: id of the only tournament to report; empty string for all matches and tournaments.
        template: format of the messages, one of `TEMPLATES`.
        names: whether messages name people in matches outside tournaments; a tournament has its own setting.
        language: language of the messages.
        secret: signing secret of the messages: `whsec_` and base64.
        after: position of the ledger when the hook was added; earlier events are not sent.
        added: time when it was added, ISO 8601 in UTC.
    """

    id: str
    address: str
    tournament: str
    template: str
    names: bool
    language: str
    secret: str
    after: int
    added: str


@dataclass(frozen=True)
class Progress:
    """Delivery progress of a hook.

    Attributes:
        position: position of the last event that was delivered, or skipped as irrelevant to the hook.
        tries: number of consecutive failures with the next message.
        due: time before which nothing is sent, in seconds since 1970.
        stopped: whether delivery was given up. A successful test starts it again.
        delivered: time of the last successful delivery, ISO 8601; empty string for never.
        failed: time of the last failure, ISO 8601; empty string for never.
        failure: cause of that failure: `status 500`, `address`, `time`, `connection`, `certificate`.
        owner: the process that delivers now.
        until: end of the owner's lease, in seconds since 1970.
    """

    position: int
    tries: int = 0
    due: float = 0.0
    stopped: bool = False
    delivered: str = ""
    failed: str = ""
    failure: str = ""
    owner: str = ""
    until: float = 0.0


def hooks(ledger: Ledger) -> list[Hook]:
    """Return all web hooks, oldest first; an empty list for a role that may not read them."""
    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key.startswith("hook ")))
    except LedgerReadOnly:
        return []
    return sorted((Hook(**json.loads(row[0])) for row in found), key=lambda one: (one.added, one.id))


def hook(ledger: Ledger, hook_id: str) -> Hook:
    """Return a web hook.

    Raises:
        NoSuchHook: there is no hook with that id.
    """
    for one in hooks(ledger):
        if one.id == hook_id:
            return one
    raise NoSuchHook(say("There is no web hook {id}. List them: `tablescribe hooks list`.", id=hook_id))


def add_hook(
    ledger: Ledger, address: str, *, tournament: str = "", template: str = "json", names: bool = False,
    language: str = "en", private: bool = False,
) -> Hook:  # fmt: skip
    """Add a web hook for events recorded from now on.

    Raises:
        BadHook: the address is not accepted, or there are too many hooks.
        NoSuchTournament: no tournament, or more than one, has an id with that prefix.
    """
    checked(address, private=private)
    if template not in TEMPLATES:
        raise BadHook(say("A template is one of {templates}.", templates=", ".join(TEMPLATES)))
    if tournament:
        tournament = ledger.find_tournament(tournament)
    if len(hooks(ledger)) >= MOST:
        raise BadHook(say("There are {most} web hooks, the maximum. Remove one first.", most=MOST))
    secret = "whsec_" + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
    after = ledger.log.max_notification_id() or 0
    new = Hook(
        secrets.token_hex(4), address, tournament, template, names, language, secret, after,
        datetime.now(UTC).isoformat(timespec="microseconds"),
    )  # fmt: skip
    ledger.log.write_all(
        [
            ledger.log.into(service).values(key=_progress_key(new.id), value=_plain(Progress(after))),
            ledger.log.into(service).values(key=f"hook {new.id}", value=json.dumps(asdict(new))),
        ]
    )
    return new


def remove_hook(ledger: Ledger, hook_id: str) -> Hook:
    """Delete a web hook with its secret and progress; return the hook.

    Raises:
        NoSuchHook: there is no hook with that id.
    """
    found = hook(ledger, hook_id)
    _forget(ledger, hook_id)
    return found


def _forget(ledger: Ledger, hook_id: str) -> None:
    ledger.log.write(
        delete(service).where((service.c.key == f"hook {hook_id}") | (service.c.key == _progress_key(hook_id)))
    )


def progress_of(ledger: Ledger, one: Hook) -> Progress:
    """Return the delivery progress of a hook."""
    found = ledger.log.select(select(service.c.value).where(service.c.key == _progress_key(one.id)))
    return Progress(**json.loads(found[0][0])) if found else Progress(one.after)


def advance(ledger: Ledger, one: Hook, was: Progress, now: Progress) -> bool:
    """Replace a hook's progress if it is still `was` (compare and set); return whether it was replaced."""
    key = _progress_key(one.id)
    gone, come = ledger.log.write_all(
        [
            delete(service).where(service.c.key == key, service.c.value == _plain(was)),
            ledger.log.into(service).values(key=key, value=_plain(now)),
        ]
    )
    if come and not gone:  # it was removed meanwhile
        _forget(ledger, one.id)
    return bool(gone and come)


def restart(ledger: Ledger, one: Hook) -> None:
    """Resume delivery to a stopped hook at the position where it stopped."""
    was = progress_of(ledger, one)
    advance(ledger, one, was, replace(was, stopped=False, tries=0, due=0.0))


def _plain(progress: Progress) -> str:
    return json.dumps(asdict(progress))


def _progress_key(hook_id: str) -> str:
    return f"told {hook_id}"
