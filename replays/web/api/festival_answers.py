"""Responses about festivals, for the OpenAPI document; see `answers.py`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer

Mark = Annotated[str, Field(description="The letter of the section, shown before its table numbers.")]
TableName = Annotated[str, Field(description="The letter and the number of the table, such as `A3`.")]


class SectionTold(Answer):
    """A section and its progress."""

    mark: Mark
    tournament: str
    title: str
    lowest: Annotated[int, Field(description="The lowest rating; 0: any.")]
    highest: Annotated[int, Field(description="The highest rating; 0: any.")]
    entrants: int
    round: Annotated[int, Field(description="The last one that was paired; 0 before the first.")]
    rounds: int
    waiting: Annotated[list[TableName], Field(description="Tables that have not reported.")]
    next: Annotated[str, Field(description="`enter`, `pair`, `play`, `finish`, or empty where it is finished.")]
    finished: bool


class FestivalTold(Answer):
    """A festival and its sections."""

    festival: str
    title: str
    sections: list[SectionTold]


class FestivalEntrant(Answer):
    """A person who was entered."""

    section: Mark
    tournament: str
    entrant: Annotated[str, Field(description="A random reference: no name.")]
    number: Annotated[int, Field(description="The starting number in the section.")]
    name: str
    entered_in: Annotated[int, Field(description="From which round on.")]


class FestivalEntered(Answer):
    """The people who were entered."""

    entered: list[FestivalEntrant]


class WallTable(Answer):
    """A table on the wall display."""

    table: TableName
    names: list[str]
    result: str | None


class WallBye(Answer):
    """An entrant with a bye."""

    name: str
    bye: str


class WallLine(Answer):
    """A line of the standings on the wall display."""

    rank: int
    name: str
    points: Annotated[str, Field(description="A fraction: `2`, `1/2`, `5/2`.")]


class SectionOnWall(SectionTold):
    """A section on the wall display."""

    tables: list[WallTable]
    byes: list[WallBye]
    after: Annotated[int, Field(description="The standings are those after this round.")]
    standings: list[WallLine]


class FestivalWall(Answer):
    """The wall display of a festival."""

    festival: str
    title: str
    sections: list[SectionOnWall]


class FestivalLinks(Answer):
    """The links of a festival."""

    door: str
    wall: str
