"""Request bodies of the API of tournaments: strict, bounded, no unknown fields; people by starting number."""

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
    """The base of all commands on a tournament."""

    command_id: CommandId
    role: As = None


class Expecting(Act):
    """A command based on the version that the client has seen."""

    expected_version: Annotated[
        Version | None, Field(description="Only if it is still at this version; else `tournament.stale`.")
    ] = None


class NewTournament(Body):
    """A tournament to announce."""

    command_id: CommandId
    plan: Annotated[str, Field(min_length=1, max_length=LARGEST, description="The text of a plan, YAML or JSON.")]


class NewEntrant(Body):
    """A person to enter."""

    name: Name
    rating: Annotated[int | None, Field(ge=0, le=1_000_000)] = None


class NewEntrants(Act):
    """People to enter, all of them or none."""

    people: Annotated[list[NewEntrant], Field(max_length=5000)] = []
    csv: Annotated[str, Field(max_length=LARGEST, description="Or a list: a line for each, NAME or NAME,RATING.")] = ""
    may_not_meet: Annotated[list[Number], Field(max_length=100)] = []


class Withdrawal(Act):
    """An entrant to withdraw. A player's link needs no number."""

    number: Number | None = None
    reason: Text = ""


class Return(Act):
    """An entrant whose withdrawal ends. A player's link needs no number."""

    number: Number | None = None
    reason: Text = ""


class NewPairing(Expecting):
    """The next round to pair."""

    byes: Annotated[
        dict[Annotated[str, Field(pattern=r"^[0-9]{1,7}$")], Literal["full", "half", "zero", "none"]],
        Field(description="Who does not play, by starting number; `none`: plays, whatever was requested."),
    ] = {}
    seed: Annotated[int | None, Field(ge=0, le=2**53)] = None


class NewAdjustment(Expecting):
    """Two entrants to swap."""

    one: Number
    other: Number
    reason: Annotated[Text, Field(min_length=1)]


class Start(Body):
    """Matches of the round to open, all or one. Matches already open stay unchanged."""

    table: TableNumber | None = None
    outcomes: Outcomes = []
    role: As = None


class Slip(Body):
    """The result of a table in one of five forms; `absent` can be added to each except `result`."""

    result: Annotated[
        str, Field(max_length=400, description="As people write it: `1-0`, `½-½`, points `9-7-5`, or names by place.")
    ] = ""
    places: Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(max_length=100)] = []
    winners: Seats = []
    draw: bool = False
    absent: Seats = []
    together: Annotated[bool, Field(description="Who share the first place won together, and did not tie.")] = False


class NewReport(Act, Slip):
    """A result slip."""

    table: TableNumber
    round: RoundNumber | None = None
    points: Annotated[list[int | None], Field(max_length=100)] = []
    change: Annotated[bool, Field(description="Replace a slip, until the next round is paired.")] = False


class TypedNumber(Act):
    """A number typed from a slip."""

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
    """A decision whose effects can be previewed first."""

    preview: Annotated[bool, Field(description="Only tell what it would change: nothing is recorded.")] = False


class NewCorrection(Preview, Slip):
    """A corrected report."""

    round: RoundNumber
    table: TableNumber
    points: Annotated[list[int | None] | None, Field(max_length=100)] = None
    clause: Annotated[Line, Field(min_length=1)]
    reason: Annotated[Text, Field(min_length=1)]
    ruling: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    appeal: EventNumber | None = None


class NewPenalty(Preview):
    """Points to take from an entrant."""

    number: Number
    points: Points
    round: RoundNumber | None = None
    clause: Annotated[Line, Field(min_length=1)]
    reason: Annotated[Text, Field(min_length=1)]


class NewAppeal(Act):
    """An appeal against a report or a penalty, given by its event. A player's link needs no number."""

    about: EventNumber
    reason: Annotated[Text, Field(min_length=1)]
    number: Number | None = None


class NewDecision(Act):
    """The decision on an appeal."""

    appeal: EventNumber
    upheld: bool
    clause: Line = ""
    reason: Annotated[Text, Field(min_length=1)]


class NewLot(Act):
    """The lot of a stage: drawn from its sealed seed, or entered if people drew it."""

    stage: Annotated[int | None, Field(ge=1, le=100, description="From 1; by default the present one.")] = None
    order: Annotated[list[Number], Field(max_length=5000, description="Who drew, who comes first ahead.")] = []
    how: Annotated[Text, Field(description="How people drew, and who looked on.")] = ""


class NewClock(Expecting):
    """A command on the clock of the round."""

    does: Literal["start", "pause", "resume", "extend"]
    minutes: Annotated[float, Field(ge=0, le=10_000, description="By how much the round is longer: to `extend`.")] = 0
    reason: Text = ""


class Ending(Expecting):
    """The tournament to finish."""


class NewHallPass(Body):
    """A pass for a tournament; a player's has the starting number."""

    role: Literal["organiser", "arbiter", "desk", "player", "public", "door"]
    number: Number | None = None
    label: Line = ""
    days: Annotated[float | None, Field(gt=0, le=3660)] = 30
