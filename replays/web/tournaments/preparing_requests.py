"""Request bodies of the API about drafts, check-in, byes, times of rounds and tags; see `requests.py`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.requests import Body, Line, Text
from tablescribe.replays.web.tournaments.requests import Act, As, Number, RoundNumber

Revision = Annotated[int, Field(ge=1, le=1_000_000, description="The revision of the draft that the client saw.")]
When = Annotated[datetime | None, Field(strict=False, description="ISO 8601 with a zone.")]


class NewDraft(Body):
    """A draft to make, in place of an earlier one."""

    byes: Annotated[
        dict[Annotated[str, Field(pattern=r"^[0-9]{1,7}$")], Literal["full", "half", "zero", "none"]],
        Field(description="Who does not play, by starting number; `none`: plays, whatever was requested."),
    ] = {}  # noqa: RUF012 pydantic copies what is mutable


class NewSwap(Body):
    """Two people to swap in the draft."""

    revision: Revision
    one: Number
    other: Number


class Restoring(Body):
    """The draft to restore to the engine's pairing."""

    revision: Revision


class NewPublication(Act):
    """The draft to publish."""

    revision: Revision
    reason: Annotated[Text, Field(description="Why it was changed by hand.")] = ""


class NewCheckIn(Act):
    """An entrant to check in before round 1, or to undo it."""

    number: Number
    here: bool = True


class NewByeRequest(Act):
    """A requested bye. A player's link needs no number."""

    number: Number | None = None
    round: RoundNumber
    kind: Annotated[Literal["half", "zero", "none"], Field(description="`none` takes the request back.")]


class NewStart(Body):
    """The automatic start of a round."""

    at: Annotated[When, Field(description="ISO 8601 with a zone; null: it does not start by itself.")]
    was: Annotated[When, Field(description="The time that the client saw: nothing is set if it is another by now.")] = (
        None
    )
    role: As = None


class NewTags(Body):
    """Entrants to give a tag, or to remove it from."""

    tag: Annotated[Line, Field(min_length=1, max_length=40)]
    numbers: Annotated[list[Number], Field(min_length=1, max_length=5000)]
    remove: bool = False
    role: As = None
