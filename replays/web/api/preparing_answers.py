"""Responses about drafts, check-in, byes, times of rounds, tags and prizes; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Moment
from tablescribe.replays.web.api.tournament_answers import TournamentVersion

Number = Annotated[int, Field(description="The starting number.")]
Money = Annotated[int, Field(description="In the smallest unit of the currency.")]


class PersonTold(Answer):
    """An entrant, by number and name."""

    number: Number
    name: str


class DraftTable(Answer):
    """A table of a draft, with its people in the order of the seats."""

    table: int
    people: list[PersonTold]
    changed: Annotated[bool, Field(description="Whether it was changed by hand.")]


class DraftBye(PersonTold):
    """An entrant with a bye."""

    kind: Literal["pairing", "full", "half", "zero"]


class DraftBreach(Answer):
    """A pairing rule that a manual change breaks."""

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
    """The draft was discarded."""

    discarded: bool


class EntrantHere(PersonTold):
    """An entrant of round 1, with their check-in."""

    here: bool


class AttendanceTold(Answer):
    """The check-in before round 1."""

    tournament: str
    version: TournamentVersion
    open: Annotated[bool, Field(description="Whether check-in goes on: round 1 is not paired.")]
    entrants: list[EntrantHere]
    here: int
    left_out: Annotated[list[int], Field(description="Whom the pairing leaves out, by starting number.")]


class ByeRequested(PersonTold):
    """A requested bye."""

    round: int
    kind: Literal["half", "zero"]


class ByesRequested(Answer):
    """The byes requested in future rounds."""

    tournament: str
    version: TournamentVersion
    closes: Annotated[str | None, Field(description="Until when players ask for the next round; null: until paired.")]
    requests: list[ByeRequested]


class StartTold(Answer):
    """The next automatic start of a round."""

    round: int
    at: Moment
    state: Literal["ahead", "due", "late_pairing", "missed"]
    published: bool
    left: Annotated[float, Field(description="Seconds until then; below 0: it is over.")]


class RoundTime(Answer):
    """The scheduled time of a round."""

    round: int
    at: Moment | None
    by: Literal["plan", "officials"] | None
    stopped: Annotated[bool, Field(description="Officials stopped what the plan says.")]
    begun: bool
    state: Literal["ahead", "due", "late_pairing", "missed"] | None


class ScheduleTold(Answer):
    """The automatic starts of rounds."""

    tournament: str
    version: TournamentVersion
    now: Moment
    next: StartTold | None
    rounds: list[RoundTime]


class Tagged(PersonTold):
    """The tags of an entrant."""

    tags: list[str]


class AwardTold(PersonTold):
    """The award of an entrant."""

    entrant: str
    places: Annotated[list[int], Field(description="First and last place of those who share.")]
    amount: Money
    exact: Annotated[str, Field(description="Before it was rounded down, a fraction.")]
    things: list[str]
    draw_among: Annotated[int, Field(description="How many equals draw lots for the things; 1: they are theirs.")]
    rule: Annotated[str, Field(description="Its path in the plan.")]


class CategoryTold(Answer):
    """A category of prizes and its winners."""

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
    """All prizes and their winners."""

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
