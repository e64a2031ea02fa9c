"""Responses about web hooks, and the messages sent to them, for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer


class HookTold(Answer):
    """A web hook without its secret. Only the host of its address is shown."""

    id: str
    address: Annotated[str, Field(description="The host. The rest is often a secret of the receiver.")]
    tournament: Annotated[str, Field(description="Empty: all that happens.")]
    template: Literal["json", "discord", "slack"]
    names: bool
    language: str
    added: str
    state: Annotated[Literal["ready", "waiting", "given up"], Field(description="`waiting`: a message is tried again.")]
    delivered: Annotated[str | None, Field(description="When a message was last accepted.")]
    failed: Annotated[str | None, Field(description="When a message last failed.")]
    failure: Annotated[str, Field(description="Why: `status 500`, `address`, `time`, `connection`, `certificate`.")]
    tries: Annotated[int, Field(description="Failures in a row with the message that waits.")]
    next_try: Annotated[str | None, Field(description="When a message that failed is tried again.")]


class HookAdded(HookTold):
    """A new web hook with its secret, which is shown only once."""

    secret: str


class HookTested(Answer):
    """Whether the receiver accepted a test message."""

    accepted: bool
    failure: str


class HookRemoved(Answer):
    """Whether a web hook was removed."""

    removed: bool


class HookData(Answer):
    """The event of a message. Positions increase, and a hook gets messages in their order."""

    ledger: str
    position: Annotated[int, Field(description="The event's position in the ledger.")]
    event: Annotated[int, Field(description="Its number in the tournament or match.")]
    kind: Annotated[str, Field(description="The event's type in the log, such as `Paired`.")]
    tournament: str | None
    match: str | None
    round: int | None
    table: int | None
    title: str
    text: Annotated[str, Field(description="What happened, in the hook's language, as everybody may read it.")]
    url: Annotated[str | None, Field(description="The page about it, if the service knows its own address.")]


class HookEvent(Answer):
    """The body of a message with the template `json`."""

    type: Literal[
        "tournament.announced", "round.paired", "result.reported", "ruling.made", "tournament.finished",
        "match.closed", "match.corrected", "hook.test",
    ]  # fmt: skip
    timestamp: Annotated[str, Field(description="When it was recorded, ISO 8601.")]
    data: HookData
