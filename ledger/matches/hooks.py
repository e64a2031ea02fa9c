"""Web hooks: which addresses are told what happens, and how far each has been told. A setting, never an event.

Secrets and progress are kept in the `service` table, which recording roles cannot read. Progress is a position in the
ledger, so a service that was killed goes on where it stopped, and of several processes one at a time delivers.
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
"""Forms of a message: our own JSON, and what the chats of those names take."""

MOST = 50
"""Hooks of a ledger at most."""

SECRET_BYTES = 32
"""Bytes of a secret: Standard Webhooks asks for 24 to 64."""


class NoSuchHook(BadHook):
    """There is no web hook of that id."""

    code = "hook.unknown"


@dataclass(frozen=True)
class Hook:
    """An address that is told what happens.

    Attributes:
        id: random, to name it.
        address: where messages are posted.
        tournament: the one tournament that it is told about; empty: all matches and tournaments.
        template: one of `TEMPLATES`.
        names: whether people in matches outside tournaments are named; a tournament has a setting of its own.
        language: the language of sentences.
        secret: what messages are signed with, `whsec_` and base64.
        after: the position of the ledger when it was added: what was before is not told.
        added: when, ISO 8601 in UTC.
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
    """How far a hook has been told.

    Attributes:
        position: the position of the last event that it was told, or that was not for it.
        tries: failures in a row with the next message.
        due: seconds since 1970 before which nothing is sent.
        stopped: given up. A successful test starts it again.
        delivered: when a message was last accepted, ISO 8601; empty: never.
        failed: when one last failed; empty: never.
        failure: why: `status 500`, `address`, `time`, `connection`, `certificate`.
        owner: the process that delivers now.
        until: seconds since 1970 until which the owner is believed to be alive.
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
    """Return all web hooks, the oldest first; none for a role that may not read them."""
    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key.startswith("hook ")))
    except LedgerReadOnly:
        return []
    return sorted((Hook(**json.loads(row[0])) for row in found), key=lambda one: (one.added, one.id))


def hook(ledger: Ledger, hook_id: str) -> Hook:
    """Return a web hook.

    Raises:
        NoSuchHook: there is none of that id.
    """
    for one in hooks(ledger):
        if one.id == hook_id:
            return one
    raise NoSuchHook(say("There is no web hook {id}. List them: `tablescribe hooks list`.", id=hook_id))


def add_hook(
    ledger: Ledger, address: str, *, tournament: str = "", template: str = "json", names: bool = False,
    language: str = "en", private: bool = False,
) -> Hook:  # fmt: skip
    """Add a web hook, which is told what is recorded from now on.

    Raises:
        BadHook: the address is not accepted, or there are too many hooks.
        NoSuchTournament: there is no tournament of exactly that id.
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
    """Remove a web hook and return it; its secret is gone.

    Raises:
        NoSuchHook: there is none of that id.
    """
    found = hook(ledger, hook_id)
    _forget(ledger, hook_id)
    return found


def _forget(ledger: Ledger, hook_id: str) -> None:
    ledger.log.write(
        delete(service).where((service.c.key == f"hook {hook_id}") | (service.c.key == _progress_key(hook_id)))
    )


def progress_of(ledger: Ledger, one: Hook) -> Progress:
    """Return how far a hook has been told."""
    found = ledger.log.select(select(service.c.value).where(service.c.key == _progress_key(one.id)))
    return Progress(**json.loads(found[0][0])) if found else Progress(one.after)


def advance(ledger: Ledger, one: Hook, was: Progress, now: Progress) -> bool:
    """Replace a hook's progress if nobody else has changed it; return whether it was replaced."""
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
    """Let a hook that was given up go on where it stopped."""
    was = progress_of(ledger, one)
    advance(ledger, one, was, replace(was, stopped=False, tries=0, due=0.0))


def _plain(progress: Progress) -> str:
    return json.dumps(asdict(progress))


def _progress_key(hook_id: str) -> str:
    return f"told {hook_id}"
