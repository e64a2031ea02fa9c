"""The bodies that the API of tournaments takes: strict, bounded, nothing unknown; people by starting number."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.requests import Body, CommandId, Line, Outcomes, SeatNumber, Text, Version

Number = Annotated[int, Field(ge=1, le=1_000_000, description="A starting number.")]
TableNumber = Annotated[int, Field(ge=1, le=10_000)]
RoundNumber = Annotated[int, Field(ge=1, le=10_000)]
EventNumber = Annotated[int, Field(ge=1, le=2_000_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]
Points = Annotated[str, Field(pattern=r"^[0-9]{1,6}([./][0-9]{1,6})?$", description="1, 0.5 or 1/2.")]
As = Annotated[
    Literal["organiser", "arbiter", "desk", "player"] | None,
    Field(alias="as", description="In which role, where an organiser does what is another's to do."),
]
Seats = Annotated[list[SeatNumber], Field(max_length=100)]
LARGEST = 500_000


class Act(Body):
    """What all of them have in common."""

    command_id: CommandId
    role: As = None


class Expecting(Act):
    """What is decided on a tournament that somebody has looked at."""

    expected_version: Annotated[
        Version | None, Field(description="Only if it is still at this version; else `tournament.stale`.")
    ] = None


class NewTournament(Body):
    """A tournament to announce."""

    command_id: CommandId
    plan: Annotated[str, Field(min_length=1, max_length=LARGEST, description="The text of a plan, YAML or JSON.")]


class NewEntrant(Body):
    """Somebody who wants to play."""

    name: Name
    rating: Annotated[int | None, Field(ge=0, le=1_000_000)] = None


class NewEntrants(Act):
    """People who enter; all of them, or none."""

    people: Annotated[list[NewEntrant], Field(max_length=5000)] = []
    csv: Annotated[str, Field(max_length=LARGEST, description="Or a list: a line for each, NAME or NAME,RATING.")] = ""
    may_not_meet: Annotated[list[Number], Field(max_length=100)] = []


class Withdrawal(Act):
    """Somebody who plays no more. A player's own link needs no number."""

    number: Number | None = None
    reason: Text = ""


class Return(Act):
    """Somebody who withdrew and plays on. A player's own link needs no number."""

    number: Number | None = None
    reason: Text = ""


class NewPairing(Expecting):
    """The next round to be paired."""

    byes: Annotated[
        dict[Annotated[str, Field(pattern=r"^[0-9]{1,7}$")], Literal["full", "half", "zero", "none"]],
        Field(description="Who does not play, by starting number; `none`: plays, whatever was requested."),
    ] = {}
    seed: Annotated[int | None, Field(ge=0, le=2**53)] = None


class NewAdjustment(Expecting):
    """Two people who change seats."""

    one: Number
    other: Number
    reason: Annotated[Text, Field(min_length=1)]


class Start(Body):
    """The matches of the round, or that of a table, to be opened. Those that are open stay as they are."""

    table: TableNumber | None = None
    outcomes: Outcomes = []
    role: As = None


class Slip(Body):
    """What a table gave, told in one of five ways; `absent` may go with each but `result`."""

    result: Annotated[
        str, Field(max_length=400, description="As people write it: `1-0`, `½-½`, points `9-7-5`, or names by place.")
    ] = ""
    places: Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(max_length=100)] = []
    winners: Seats = []
    draw: bool = False
    absent: Seats = []
    together: Annotated[bool, Field(description="Who share the first place won together, and did not tie.")] = False


class NewReport(Act, Slip):
    """A slip."""

    table: TableNumber
    round: RoundNumber | None = None
    points: Annotated[list[int | None], Field(max_length=100)] = []
    change: Annotated[bool, Field(description="Replace a slip, until the next round is paired.")] = False


class TypedNumber(Act):
    """What somebody typed from a slip."""

    table: TableNumber
    round: Annotated[RoundNumber | None, Field(description="By default the last round.")] = None
    ticked: Annotated[
        str,
        Field(min_length=1, max_length=400, description="The number that is ticked; ranks `213` or points `9 7 5` by "
              "seat where the slip has no numbered boxes."),
    ]  # fmt: skip
    seating: Annotated[
        str, Field(max_length=64, description="The match on the slip, or the beginning of its id: then a slip of an "
                   "earlier seating is refused.")
    ] = ""  # fmt: skip


class Preview(Expecting):
    """A decision of which somebody may first want to know what it changes."""

    preview: Annotated[bool, Field(description="Only tell what it would change: nothing is recorded.")] = False


class NewCorrection(Preview, Slip):
    """A report that reads otherwise from now on."""

    round: RoundNumber
    table: TableNumber
    points: Annotated[list[int | None] | None, Field(max_length=100)] = None
    clause: Annotated[Line, Field(min_length=1)]
    reason: Annotated[Text, Field(min_length=1)]
    ruling: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    appeal: EventNumber | None = None


class NewPenalty(Preview):
    """Points to take from somebody."""

    number: Number
    points: Points
    round: RoundNumber | None = None
    clause: Annotated[Line, Field(min_length=1)]
    reason: Annotated[Text, Field(min_length=1)]


class NewAppeal(Act):
    """A report or a penalty, by its event, that somebody contests. A player's own link needs no number."""

    about: EventNumber
    reason: Annotated[Text, Field(min_length=1)]
    number: Number | None = None


class NewDecision(Act):
    """An appeal to decide."""

    appeal: EventNumber
    upheld: bool
    clause: Line = ""
    reason: Annotated[Text, Field(min_length=1)]


class NewLot(Act):
    """The lot of a stage to be drawn from its sealed seed; or told, where people drew."""

    stage: Annotated[int | None, Field(ge=1, le=100, description="From 1; by default the present one.")] = None
    order: Annotated[list[Number], Field(max_length=5000, description="Who drew, who comes first ahead.")] = []
    how: Annotated[Text, Field(description="How people drew, and who looked on.")] = ""


class NewClock(Expecting):
    """The clock of the round to be set."""

    does: Literal["start", "pause", "resume", "extend"]
    minutes: Annotated[float, Field(ge=0, le=10_000, description="By how much the round is longer: to `extend`.")] = 0
    reason: Text = ""


class Ending(Expecting):
    """The tournament to be finished."""


class NewHallPass(Body):
    """A link to give for a tournament; a player's names the starting number."""

    role: Literal["organiser", "arbiter", "desk", "player", "public", "door"]
    number: Number | None = None
    label: Line = ""
    days: Annotated[float | None, Field(gt=0, le=3660)] = 30
