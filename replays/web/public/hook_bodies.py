"""Message bodies of web hooks: our own JSON, and the formats of Discord and Slack. Independent of HTTP and ledgers."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

LONGEST = 1500
"""Maximum length of a sentence: Discord's limit is 2000 characters, and escaping can double the length."""

MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~@:])")
"""Characters that Discord reads as markup, mentions or addresses."""

TEST = "hook.test"
"""The type of a test message."""


@dataclass(frozen=True)
class HookMessage:
    """A message for a hook.

    Attributes:
        id: the same for every delivery of this event, from any process: see `message_id`.
        type: such as `round.paired`.
        at: the time of recording.
        data: the data for programs; `text` is the sentence and `url` the page, if the service has an address.
    """

    id: str
    type: str
    at: datetime
    data: dict[str, Any]


def message_id(ledger_id: str, position: int, at: datetime) -> str:
    """Return the id of an event's message.

    It is made of the ledger, position and time of the event. After a restore from an older backup, a ledger may have
    another event at a position that was already delivered.
    """
    return f"evt_{ledger_id}_{position}_{int(at.timestamp() * 1000)}"


def body_of(template: str, message: HookMessage) -> bytes:
    """Return the body of a message in one of the templates."""
    if template == "json":
        told: dict[str, Any] = {"type": message.type, "timestamp": message.at.isoformat(), "data": message.data}
    elif template == "discord":
        told = {"content": _chat(message, _discord), "allowed_mentions": {"parse": []}}
    else:
        told = {"text": _chat(message, _slack)}
    return json.dumps(told, ensure_ascii=False).encode()


def _chat(message: HookMessage, escaped: Any) -> str:
    title, text, url = message.data["title"], message.data["text"], message.data["url"]
    words = escaped(f"{title}: {text}" if title else text)
    return f"{words}\n{url}" if url else str(words)


def _discord(text: str) -> str:
    return MARKUP.sub(r"\\\1", text[: LONGEST // 2])


def _slack(text: str) -> str:
    """Escape characters that Slack reads as a mention, a link or an entity."""
    return text[:LONGEST].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
