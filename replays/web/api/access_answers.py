"""Answers of the API about access: passes, links, PINs and the access trail; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Moment


class PassTold(Answer):
    """A pass; its token is told once, when it is given."""

    id: Annotated[str, Field(description="Name of the recorder in what this person records.")]
    role: Literal["organiser", "recorder", "seat", "judge", "spectator", "arbiter", "desk", "player", "public", "door"]
    match: Annotated[str | None, Field(description="The one match, or tournament, it is for; null for all.")]
    seat: Annotated[int | None, Field(description="The seat; for a player of a tournament, the starting number.")]
    tournament: Annotated[str | None, Field(description="The tournament, if it is for one.")]
    label: str
    expires: str | None
    revoked: str | None


class PassGiven(PassTold):
    """A pass with its token."""

    token: Annotated[str, Field(description="For `Authorization: Bearer`. Shown only once.")]
    link: Annotated[str, Field(description="Link for a browser. Anyone who opens it gets this access.")]


class Link(Answer):
    """A link for a browser."""

    link: str


class Pin(Answer):
    """A chair's new PIN, told this once."""

    seat: Annotated[int | None, Field(description="The seat that it opens; null: the recorder's chair.")]

    pin: Annotated[str, Field(pattern="^[0-9]{6}$")]


class Revoked(Answer):
    """Whether there was such a pass."""

    revoked: bool


class TrailLine(Answer):
    """Somebody was shown hidden things."""

    at: Moment
    who: str
    label: str
    what: str
