"""The plan of a tournament: fixed when it is announced, parsed strictly, with its digest.

It fixes everything that affects results: stages, games with their options and components, sizes of pods, scoring,
tie-breaks in order, byes, late entries, the cut. It is recorded in full, and its digest can be published beforehand.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from tablescribe.domain.clock.control import BadTimeControl, TimeControl, read_control
from tablescribe.domain.tournament.model.plan_words import deciding
from tablescribe.domain.tournament.model.prize_plan import Prizes
from tablescribe.domain.tournament.model.strict import Model
from tablescribe.domain.tournament.model.tie_break_names import TIE_BREAKS


def fraction_text(value: Any) -> Any:
    """Return points in their canonical form: `1`, `"1/2"` and `0.5` as `"1"`, `"1/2"` and `"1/2"`."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("points are written 1, 0.5 or 1/2")
    try:
        found = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{value!r} is no number of points: write 1, 0.5 or 1/2") from None
    if abs(found) > 10**6 or found.denominator > 10**6:
        raise ValueError(f"{value!r} is beyond what points can be")
    return str(found)


def _not_negative(value: str) -> str:
    if Fraction(value) < 0:
        raise ValueError("points are not negative here")
    return value


Points = Annotated[str, BeforeValidator(fraction_text), AfterValidator(_not_negative)]
"""Points as a text: a whole number, or a fraction such as `1/2`."""


def control_text(value: Any) -> Any:
    """Return a time control in its canonical form: `90m+30s` as `90+30`; the empty text stays empty."""
    try:
        return read_control(value).notation() if isinstance(value, str) and value else value
    except BadTimeControl as error:
        raise ValueError(str(error)) from None


Control = Annotated[str, BeforeValidator(control_text)]
"""A time control as a text, or an empty one."""


class Scoring(Model):
    """The points for a place in a pod.

    The kind is one of three. `results`: `win`, `draw` (all share first place) or `loss`. `places`: `by_place`, from
    first place on; entrants who share places get their mean (`shared: split`) or the best (`shared: full`).
    `game_points`: the points of the game itself, which rank solo tables.

    `winners`: with `results`, whether several entrants in first place (but not all, which is a draw) each get the full
    win or an equal part of it. `coalition`: the same for entrants who won together, if the game's rules allow that.
    """

    kind: Literal["results", "places", "game_points"] = "results"
    win: Points = "1"
    draw: Points = "1/2"
    loss: Points = "0"
    by_place: tuple[Points, ...] = ()
    shared: Literal["split", "full"] = "split"
    winners: Literal["split", "full"] = "full"
    coalition: Literal["split", "full"] = "full"
    forfeit_win: Points = "1"
    forfeit_loss: Points = "0"

    @model_validator(mode="after")
    def _fits(self) -> Scoring:
        if (self.kind == "places") != bool(self.by_place):
            raise ValueError("by_place lists what places are worth where the kind is places, and only there")
        return self


class Byes(Model):
    """The points for a bye: from pairing (`pairing`, for an odd number of entrants), or requested beforehand."""

    pairing: Points = "1"
    full: Points = "1"
    half: Points = "1/2"
    zero: Points = "0"


class Late(Model):
    """Late entry: the last round for it, and the points for each missed round."""

    until: int = Field(default=1, ge=1)
    points: Points = "0"


class Overtime(Model):
    """The penalty proposed to an arbiter when time is up. Nothing is deducted automatically.

    Attributes:
        points: the points that each seat of an unreported table loses; 0: the arbiter decides.
        every: repeat the deduction for each started period of this many minutes beyond the limit; 0: deduct once.
        seat: the thinking time of a seat in a match, in minutes; 0: no limit.
        clause: the rule to cite.
    """

    points: Points = "0"
    every: int = Field(default=0, ge=0, le=100_000)
    seat: int = Field(default=0, ge=0, le=100_000)
    clause: str = Field(default="time limit", min_length=1, max_length=100)


class Requests(Model):
    """Byes that players may request themselves. They may always request byes without points.

    Attributes:
        half_points: the number of half-point byes that each player may request in the stage.
        last_round: the last round of the tournament for which they may request one; 0: any round.
        minutes: requests close this many minutes after the previous round's clock was started; 0: when the round is
            paired.
    """

    half_points: int = Field(default=1, ge=0, le=200)
    last_round: int = Field(default=0, ge=0, le=4000)
    minutes: int = Field(default=0, ge=0, le=100_000)


def moment_text(value: Any) -> Any:
    """Return a time in its canonical form, `2026-12-05T10:00+01:00`; the empty text stays empty."""
    if not isinstance(value, str):
        raise ValueError("times are written 2026-12-05T10:00+01:00")
    if not value:
        return value
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(f"{value!r} is no time: write 2026-12-05T10:00+01:00") from None
    if found.tzinfo is None:
        raise ValueError(f"{value!r} has no time zone: write 2026-12-05T10:00+01:00")
    return found.isoformat(timespec="minutes")


Moment = Annotated[str, BeforeValidator(moment_text)]

LATER: dict[str, Any] = {"duplicate": False, "overtime": None, "objection": 0, "requests": None,
                         "clock": "", "flag_loses": False, "starts": None, "acceleration": "",
                         "typists": 2}  # fmt: skip
"""Fields of a stage added by later versions, with their values for plans that lack them."""

Kind = Literal["swiss", "round_robin", "pods", "elimination"]


class Stage(Model):
    """A series of rounds of one kind, with one game.

    Attributes:
        game, options, catalogue: what its matches are opened with; by default the game's own catalogue. Missing options
            are filled in when the plan is announced.
        box: SHA-256 of the components of its matches as canonical JSON, filled in when the plan is announced.
        chance, take_back: the modes of its matches.
        duplicate: whether all tables of a round share one shuffle, from one sealed seed.
        pods: the allowed sizes of a pod, preferred ones first; 1 for a solo game.
        time_limit: the length of a round in minutes; 0: no limit.
        overtime: the penalty proposed when the time is up.
        objection: minutes after the end of a match in which its seats may object before the result counts. 0: it
            counts once all seats have confirmed it, or an official closes the match.
        requests: byes that players may request themselves.
        clock: the time control of its matches, in the notation of `domain/clock/control.py`; empty: no clock.
        flag_loses: whether a fallen flag loses without an arbiter, by the game's rule.
        starts: when its rounds start automatically, in order; empty for a round without a start time.
        typists: the number of people who type a scanned result slip independently.
        cut: the number of entrants who advance to the next stage.
        carry: whether the points of the previous stage are carried over.
        acceleration: `baku`: the first rounds of a Swiss are accelerated (FIDE Handbook C.04.5.1).
    """

    name: str = Field(min_length=1, max_length=100)
    kind: Kind
    rounds: int = Field(ge=1, le=200)
    game: str
    options: dict[str, Any] = Field(default_factory=dict)
    catalogue: dict[str, Any] | None = None
    box: str = ""
    chance: Literal["table", "open", "sealed"] = "table"
    take_back: Literal["free", "own", "consent", "judge"] = "judge"
    duplicate: bool = False
    pods: tuple[Annotated[int, Field(ge=1, le=20)], ...] = (2,)
    scoring: Scoring = Scoring()
    tie_breaks: tuple[str, ...] = ()
    byes: Byes = Byes()
    late: Late = Late()
    time_limit: int = Field(default=0, ge=0, le=100_000)
    overtime: Overtime | None = None
    objection: int = Field(default=0, ge=0, le=100_000)
    requests: Requests | None = None
    clock: Control = ""
    flag_loses: bool = False
    starts: tuple[Moment, ...] | None = Field(default=None, min_length=1)
    typists: int = Field(default=2, ge=1, le=2)
    cut: int | None = Field(default=None, ge=1)
    carry: bool = False
    acceleration: Literal["", "baku"] = ""

    @model_validator(mode="after")
    def _fits(self) -> Stage:
        if not self.pods or len(set(self.pods)) != len(self.pods):
            raise ValueError("pods lists the sizes that a pod may have, each once")
        if self.starts is not None and len(self.starts) > self.rounds:
            raise ValueError("starts has a time for each round at most")
        if self.kind in ("swiss", "round_robin") and self.pods != (2,):
            raise ValueError(f"{self.kind} is for two at a table: write pods: [2], or kind: pods")
        if 1 in self.pods and self.scoring.kind != "game_points":
            raise ValueError("who plays alone is told apart by game points: write scoring: {kind: game_points}")
        if self.duplicate and (self.chance, self.take_back) != ("sealed", "judge"):
            raise ValueError("duplicate play needs chance: sealed and take_back: judge, as others still play the same")
        if self.flag_loses and self.clock in ("", "measured"):
            raise ValueError("flag_loses needs a clock with a limit: write clock: 90+30")
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise ValueError("a tie-break is named twice")
        if unknown := [name for name in self.tie_breaks if name not in TIE_BREAKS]:
            raise ValueError(f"no tie-break is called {unknown[0]}: there are {', '.join(TIE_BREAKS)}")
        if self.pods != (2,) and (two := [name for name in self.tie_breaks if TIE_BREAKS[name].two]):
            raise ValueError(f"{two[0]} is for two at a table")
        if self.acceleration and not self._may_be_accelerated():
            raise ValueError(
                "acceleration is for a Swiss whose entrants start at 0, with a win worth two draws and a loss worth 0"
            )
        return self

    @property
    def control(self) -> TimeControl | None:
        """The time control of its matches; `None` if they have no clock."""
        return read_control(self.clock, loses=self.flag_loses) if self.clock else None

    def _may_be_accelerated(self) -> bool:
        """Return whether the scoring allows acceleration: a win is 1 virtual point and a draw half (C.04.5.1)."""
        how = self.scoring
        points = how.kind == "results" and Fraction(how.loss) == 0 < Fraction(how.win) == 2 * Fraction(how.draw)
        return self.kind == "swiss" and not self.carry and points

    @model_serializer(mode="wrap")
    def _plain(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out unused fields that plans of 0.1.0 lack, so that the digests of such plans do not change."""
        return {key: value for key, value in handler(self).items() if key not in LATER or value != LATER[key]}


class Plan(Model):
    """The plan of a tournament, fixed when it is announced.

    Attributes:
        prizes: its prizes: see `prize_plan.py`.
    """

    title: str = Field(min_length=1, max_length=200)
    stages: tuple[Stage, ...] = Field(min_length=1, max_length=20)
    prizes: Prizes | None = None

    @model_validator(mode="after")
    def _fits(self) -> Plan:
        for stage in self.stages[:-1]:
            if stage.cut is None:
                raise ValueError(f"stage {stage.name}: say with cut how many go on to the next stage")
        if self.stages[-1].cut is not None:
            raise ValueError("nobody goes on from the last stage: leave its cut out")
        if self.stages[0].carry:
            raise ValueError("the first stage has no points to carry on")
        times = [datetime.fromisoformat(one) for stage in self.stages for one in stage.starts or () if one]
        if times != sorted(set(times)):
            raise ValueError("starts: each round starts later than the one before")
        return self

    @model_serializer(mode="wrap")
    def _plain(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out prizes if there are none, as in plans of earlier versions."""
        return {key: value for key, value in handler(self).items() if key != "prizes" or value is not None}

    @property
    def rounds(self) -> int:
        """The number of rounds in all stages."""
        return sum(stage.rounds for stage in self.stages)

    def stage_of(self, round_number: int) -> int:
        """Return the index of the stage that a round belongs to; for rounds beyond the last, that of the last stage."""
        for index, stage in enumerate(self.stages):
            if round_number <= stage.rounds:
                return index
            round_number -= stage.rounds
        return len(self.stages) - 1

    def first_round(self, stage: int) -> int:
        """Return the number of the first round of a stage."""
        return 1 + sum(one.rounds for one in self.stages[:stage])

    def rounds_of(self, stage: int) -> range:
        """Return the numbers of the rounds of a stage."""
        first = self.first_round(stage)
        return range(first, first + self.stages[stage].rounds)

    def plain(self) -> dict[str, Any]:
        """Return the plan as plain data, in the form of `Announced`."""
        return self.model_dump(mode="json")


def digest(data: Any) -> str:
    """Return SHA-256 (hex) of plain data as canonical JSON: sorted keys, no spaces, UTF-8."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def plan_digest(plan: Mapping[str, Any], form: int) -> str:
    """Return the digest of a recorded plan."""
    return digest(deciding(plan, form))
