"""Responses about tournaments, for the OpenAPI document; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Moment, Seats

TournamentVersion = Annotated[int, Field(description="How many events it has: the next `expected_version`.")]
Points = Annotated[str, Field(description="A fraction: `2`, `1/2`, `5/2`.")]
EventNumber = Annotated[int, Field(description="The number of the event in the tournament.")]


class TournamentLine(Answer):
    """A tournament in the list."""

    tournament: str
    position: Annotated[int, Field(description="In the ledger, of its first event.")]
    title: str
    announced: Moment
    round: Annotated[int, Field(description="The last one that was paired; 0 before the first.")]
    rounds: int
    entrants: int
    finished: bool


class EntrantTold(Answer):
    """An entrant."""

    entrant: Annotated[str, Field(description="A random reference: no name.")]
    number: Annotated[int, Field(description="The starting number, by which others are named here.")]
    name: str
    rating: int | None
    entered_in: Annotated[int, Field(description="From which round on.")]
    withdrawn_after: int | None


class TableTold(Answer):
    """A table of a round, with its result as ruled."""

    table: int
    seats: Annotated[list[str], Field(description="References of entrants, in the order of seats.")]
    names: list[str]
    match: Annotated[str, Field(description="The id of its match, opened or not.")]
    report: Annotated[int | None, Field(description="The event of its report.")]
    corrected: Annotated[int | None, Field(description="The event of the last correction.")]
    restated: Annotated[int | None, Field(description="The event that changed the slip last, without a ruling.")]
    score: Annotated[str | None, Field(description="`1-0`, or each seat's points; empty where neither says it.")]
    how: Literal["played", "slip", "forfeit"] | None
    places: list[int] | None
    points: list[int | None] | None
    absent: Seats | None
    coalition: Annotated[Seats | None, Field(description="Seats that won together; empty if none did.")]


class RoundShown(Answer):
    """A round and its pairing: engine, lot, and relaxed rules."""

    round: int
    stage: str
    event: EventNumber
    engine: str
    seed: int
    input: Annotated[str, Field(description="SHA-256 of what the engine was given.")]
    broken: Annotated[list[str], Field(description="What the engine could not keep, in its words.")]
    gap: Annotated[str, Field(description="How far from the optimum it may be; empty: exact.")]
    commitment: Annotated[str, Field(description="To the seed of all its tables, in duplicate play; else empty.")]
    told_seed: Annotated[str, Field(description="The seed, once it is revealed.")]
    tables: list[TableTold]
    byes: Annotated[dict[str, str], Field(description="Who does not sit, and the kind of bye.")]


class AccelerationTold(Answer):
    """How a round is accelerated (FIDE Handbook C.04.5.1)."""

    method: Literal["baku"]
    points: Points
    numbers: Annotated[list[int], Field(description="Starting numbers of those who are paired with virtual points.")]


class RoundTold(RoundShown):
    """A round, and the state of the tournament."""

    missing: Annotated[list[int], Field(description="Tables that have not reported.")]
    version: TournamentVersion
    accelerated: Annotated[
        AccelerationTold | None, Field(description="How the round is accelerated; missing where it is not.")
    ] = None


class AppealTold(Answer):
    """An undecided appeal."""

    event: EventNumber
    entrant: str
    about: EventNumber
    reason: str


class TournamentTold(Answer):
    """A tournament: plan, entrants, rounds, open appeals."""

    tournament: str
    version: TournamentVersion
    title: str
    plan: dict[str, Any]
    digest: Annotated[str, Field(description="SHA-256 of the plan as canonical JSON.")]
    round: int
    rounds: int
    finished: bool
    entrants: list[EntrantTold]
    seatings: list[RoundShown]
    appeals: list[AppealTold]
    role: Annotated[str, Field(description="Who the pass is in it.")]


class TournamentEventTold(Answer):
    """A recorded event, in words."""

    event: EventNumber
    at: Moment
    type: str
    by: Annotated[str, Field(description="In which role; `hall` for a match that reported itself.")]
    words: str


class StandingLine(Answer):
    """A line of standings."""

    rank: int
    entrant: str
    number: int
    name: str
    points: Points
    values: Annotated[list[str], Field(description="The tie-breaks, in the order of the plan.")]


class StandingsTold(Answer):
    """Standings after a round, as ruled or as played."""

    tournament: str
    stage: str
    after: int
    reading: Literal["ruled", "played"]
    version: TournamentVersion
    tie_breaks: list[str]
    lines: list[StandingLine]


class FinalTold(Answer):
    """The ranking over all stages."""

    tournament: str
    version: TournamentVersion
    final: list[StandingLine]


class ReasonTold(Answer):
    """The origin of some points."""

    round: int
    source: Literal["report", "bye", "penalty", "entry"]
    points: Points
    event: int
    plan: Annotated[str, Field(description="The path in the plan, or the clause, that says what it is worth.")]
    table: int
    match: str
    place: int
    corrected: bool
    against: list[str]
    move: int | None
    rule: str
    words: str


class WhyTold(StandingLine):
    """A line of the standings with the origin of each of its points."""

    why: list[ReasonTold]


class MineTold(Answer):
    """A player's own view."""

    name: str
    entrant: str
    number: int
    round: int
    rounds: int
    finished: bool
    version: TournamentVersion
    withdrawn_after: int | None
    rank: int | None
    points: Points
    bye: str | None
    table: Annotated[
        dict[str, Any] | None, Field(description="The own table: seat, others, match, whether it is open, its link.")
    ]


class PlayerLink(Answer):
    """A player's own link."""

    seat: int
    number: int
    name: str
    link: str


class TableLinked(Answer):
    """The links of a table."""

    table: int
    match: str
    recorder: Annotated[str, Field(description="Records for all seats, in this match only.")]
    players: list[PlayerLink]


class RoundLinks(Answer):
    """The links of a round."""

    round: int
    tables: list[TableLinked]


class StartedTable(TableLinked):
    """A table with its match, or the question that its set-up asks first."""

    new: bool
    asks: Annotated[str | None, Field(description="What its set-up asks; tell it with `outcomes`.")]


class RoundStarted(Answer):
    """The matches that were opened."""

    version: TournamentVersion
    round: int
    tables: list[StartedTable]


class EnteredOne(Answer):
    """A person who was entered."""

    entrant: str
    number: int
    name: str
    entered_in: int
    points: Points
    event: EventNumber


class PeopleEntered(Answer):
    """The people who were entered."""

    version: TournamentVersion
    entered: list[EnteredOne]


class Officiated(Answer):
    """The recorded event."""

    version: TournamentVersion
    event: EventNumber


class LotTold(Officiated):
    """The lot that was drawn."""

    stage: int
    seed: Annotated[str, Field(description="From which it follows; empty where people drew.")]
    how: str
    order: Annotated[list[dict[str, Any]], Field(description="`entrant` and `number`, who comes first ahead.")]


class ClockTold(Answer):
    """The clock of a round; all times in seconds."""

    round: int
    state: Literal["waiting", "running", "paused"]
    limit: Annotated[int, Field(description="By the plan; 0: none.")]
    extended: int
    elapsed: float
    left: Annotated[float | None, Field(description="Null without a limit; below 0: time is up.")]
    started: Moment | None
    now: Moment
    missing: Annotated[list[int], Field(description="Tables that have not reported.")]
    proposed: Annotated[list[dict[str, Any]], Field(description="What the plan proposes; for officials only.")]
    version: TournamentVersion


class Reported(RoundTold):
    """A round with a new report."""

    event: EventNumber


class Ruled(Answer):
    """A ruling, or a preview of one, and its effects."""

    version: TournamentVersion
    event: Annotated[int | None, Field(description="Null for a preview: nothing was recorded.")]
    preview: bool
    words: list[str]
    consequences: Annotated[
        dict[str, Any], Field(description="`standings`, `pairings` made on the old result, `cuts`: before and after.")
    ]


class Certified(Answer):
    """The contents of a certificate: the standings, how each round was paired, and the hashes that prove it."""

    tournament: str
    title: str
    plan: Annotated[str, Field(description="SHA-256 of the plan.")]
    finished: Annotated[bool, Field(description="Otherwise it is provisional.")]
    round: int
    rounds: int
    tie_breaks: list[str]
    table: list[StandingLine]
    standings: Annotated[str, Field(description="SHA-256 of the table.")]
    seatings: list[RoundShown]
    corrections: int
    penalties: int
    version: TournamentVersion
    head: Annotated[str, Field(description="The hash of the last event.")]
    checkpoint: Annotated[str, Field(description="The ledger's latest signed checkpoint, if there is one.")]
