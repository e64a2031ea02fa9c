"""The answers of the API about drafts, check-in, byes, times of rounds, tags and prizes; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Moment
from tablescribe.replays.web.api.tournament_answers import TournamentVersion

Number = Annotated[int, Field(description="The starting number.")]
Money = Annotated[int, Field(description="In the smallest unit of the currency.")]


class PersonTold(Answer):
    """Somebody, by number and name."""

    number: Number
    name: str


class DraftTable(Answer):
    """A table of a draft, its people in the order of the seats."""

    table: int
    people: list[PersonTold]
    changed: Annotated[bool, Field(description="Whether it was changed by hand.")]


class DraftBye(PersonTold):
    """Somebody who does not sit."""

    kind: Literal["pairing", "full", "half", "zero"]


class DraftBreach(Answer):
    """A pairing rule that a change by hand breaks."""

    table: Annotated[int, Field(description="0: a bye.")]
    breach: Literal["apart", "again", "bye", "colour", "score"]
    numbers: list[int]
    words: str


class DraftTold(Answer):
    """The draft of the next round."""

    tournament: str
    version: TournamentVersion
    round: int
    revision: Annotated[int, Field(description="Counts its changes: the next `revision`.")]
    engine: str
    changed: bool
    tables: list[DraftTable]
    byes: list[DraftBye]
    broken: list[DraftBreach]


class DraftDiscarded(Answer):
    """The draft is gone."""

    discarded: bool


class EntrantHere(PersonTold):
    """Somebody who plays in round 1, and whether they are here."""

    here: bool


class AttendanceTold(Answer):
    """Who is here before round 1."""

    tournament: str
    version: TournamentVersion
    open: Annotated[bool, Field(description="Whether check-in goes on: round 1 is not paired.")]
    entrants: list[EntrantHere]
    here: int
    left_out: Annotated[list[int], Field(description="Whom the pairing leaves out, by starting number.")]


class ByeRequested(PersonTold):
    """A bye that somebody asked for."""

    round: int
    kind: Literal["half", "zero"]


class ByesRequested(Answer):
    """The byes that are requested in rounds to come."""

    tournament: str
    version: TournamentVersion
    closes: Annotated[str | None, Field(description="Until when players ask for the next round; null: until paired.")]
    requests: list[ByeRequested]


class StartTold(Answer):
    """The next start of a round by itself."""

    round: int
    at: Moment
    state: Literal["ahead", "due", "late_pairing", "missed"]
    published: bool
    left: Annotated[float, Field(description="Seconds until then; below 0: it is over.")]


class RoundTime(Answer):
    """The time of a round."""

    round: int
    at: Moment | None
    by: Literal["plan", "officials"] | None
    stopped: Annotated[bool, Field(description="Officials stopped what the plan says.")]
    begun: bool
    state: Literal["ahead", "due", "late_pairing", "missed"] | None


class ScheduleTold(Answer):
    """When rounds start by themselves."""

    tournament: str
    version: TournamentVersion
    now: Moment
    next: StartTold | None
    rounds: list[RoundTime]


class Tagged(PersonTold):
    """The tags of somebody."""

    tags: list[str]


class AwardTold(PersonTold):
    """What somebody wins."""

    entrant: str
    places: Annotated[list[int], Field(description="First and last place of those who share.")]
    amount: Money
    exact: Annotated[str, Field(description="Before it was rounded down, a fraction.")]
    things: list[str]
    draw_among: Annotated[int, Field(description="How many equals draw lots for the things; 1: they are theirs.")]
    rule: Annotated[str, Field(description="Its path in the plan.")]


class CategoryTold(Answer):
    """A category of prizes, and who wins there."""

    name: str
    rule: str
    ties: Literal["equal", "hort", "rank"]
    tag: str
    rated_from: int | None
    rated_below: int | None
    unrated: bool
    besides: bool
    prizes: Annotated[list[dict[str, Any]], Field(description="`amount` and `thing` of each place.")]
    awards: list[AwardTold]
    rounding: Annotated[Money, Field(description="Left over, as shares are rounded down.")]
    not_won: Annotated[dict[str, Any], Field(description="`amount` and `things` of prizes that were not won.")]


class PrizesTold(Answer):
    """Who wins which prize."""

    tournament: str
    version: TournamentVersion
    title: str
    finished: Annotated[bool, Field(description="Otherwise it is provisional.")]
    round: int
    rounds: int
    currency: str
    digits: Annotated[int, Field(description="How many digits of an amount are behind the point.")]
    unit: Annotated[int, Field(description="Shares are rounded down to a multiple of this.")]
    one_each: bool
    total: Money
    paid: Money
    left: Money
    digest: Annotated[str, Field(description="SHA-256 of who wins what.")]
    needs_tags: Annotated[list[str], Field(description="Tags on which it rests: they are no part of the record.")]
    categories: list[CategoryTold]
