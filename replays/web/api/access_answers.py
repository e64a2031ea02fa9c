"""Answers of the API about access: passes, links, PINs and the access trail; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Moment


class PassTold(Answer):
    """A pass. Its token is shown only once, when the pass is created."""

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
    """A seat's new PIN, shown only once."""

    seat: Annotated[int | None, Field(description="The seat that it opens; null for the recorder.")]

    pin: Annotated[str, Field(pattern="^[0-9]{6}$")]


class Revoked(Answer):
    """Whether there was such a pass."""

    revoked: bool


class TrailLine(Answer):
    """A view of hidden information, or a refused attempt, in the access trail."""

    at: Moment
    who: str
    label: str
    what: str
