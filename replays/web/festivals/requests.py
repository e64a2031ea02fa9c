"""Request bodies of the API of festivals: strict, bounded, no unknown fields."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablescribe.ledger.tournaments.festivals import HIGHEST
from tablescribe.replays.web.api.requests import Body, CommandId
from tablescribe.replays.web.tournaments.requests import LARGEST, Name

Mark = Annotated[str, Field(max_length=3, pattern=r"^[A-Za-z0-9]*$", description="The letter of a section.")]
Rating = Annotated[int, Field(ge=0, le=HIGHEST)]


class NewFestival(Body):
    """A festival to create."""

    command_id: CommandId
    title: Annotated[str, Field(min_length=1, max_length=200)]


class NewSection(Body):
    """A tournament to make a section, or a section to change."""

    tournament: Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,64}$")]
    mark: Mark = ""
    lowest: Annotated[Rating, Field(description="The lowest rating; 0: any.")] = 0
    highest: Annotated[Rating, Field(description="The highest rating; 0: any.")] = 0


class NewApplicant(Body):
    """A person to enter; without a section, into the first one that fits their rating."""

    name: Name
    rating: Rating | None = None
    section: Mark = ""


class NewApplicants(Body):
    """People to enter. All are checked before anyone is entered."""

    command_id: CommandId
    people: Annotated[list[NewApplicant], Field(max_length=5000, default_factory=list)]
    csv: Annotated[str, Field(max_length=LARGEST, description="Or a list: NAME,RATING,SECTION on each line.")] = ""
