"""Result slips with double entry: players tick a box, and two officials type the slip independently.

Each typing is a separate event. If both agree, the table's report follows. If they differ, an organiser or arbiter
looks at the slip and decides. The code printed on a slip identifies a table; it grants no permission.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.model.events import Reported, SlipTyped
from tablescribe.domain.tournament.model.field import How
from tablescribe.domain.tournament.model.preconditions import must_be_open, must_be_result
from tablescribe.domain.tournament.model.roles import ARBITER, ORGANISER, RoleRefused, must_be_allowed
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.told_results import ToldResult, places_by_points, places_without
from tablescribe.domain.words.text import say

BOXES: tuple[ToldResult, ...] = (
    ToldResult((1, 2)),
    ToldResult((1, 1)),
    ToldResult((2, 1)),
    ToldResult(places_without(2, (2,)), (), (2,)),
    ToldResult(places_without(2, (1,)), (), (1,)),
    ToldResult(places_without(2, (1, 2)), (), (1, 2)),
)
"""The boxes of a slip for two, numbered from 1: seat 1 won, draw, seat 2 won; seat 2, seat 1, or both absent."""

ABSENT = ("0", "x")
"""The marks for an absent player on a slip: instead of a rank, and instead of points."""

MOST_DIGITS = 9
"""Maximum number of digits of points."""


class State(StrEnum):
    """The state of a table's slip."""

    MISSING = "missing"
    ONCE = "once"
    DIFFER = "differ"
    TYPED = "typed"  # by all typists, and recorded
    REPORTED = "reported"  # its result was reported in another way


@dataclass(frozen=True)
class TypedSlip:
    """The result slip of a table.

    Attributes:
        table: the table, from 1.
        typings: the last entry of each typist, in order of their first entry.
        report: the table's report, if there is one.
        typists: the number of people who must type a slip.
    """

    table: int
    typings: tuple[SlipTyped, ...]
    report: Reported | None
    typists: int

    @property
    def state(self) -> State:
        """The state of the slip."""
        if self.report is not None:
            agreed = [one for one in self.typings if _said(one) == _said(self.report)]
            return State.TYPED if len(agreed) >= self.typists else State.REPORTED
        if len({_said(one) for one in self.typings}) > 1:
            return State.DIFFER
        return State.ONCE if self.typings else State.MISSING

    def is_typed_by(self, recorder: str) -> bool:
        """Return whether this recorder has typed it."""
        return any(one.recorder == recorder for one in self.typings)


def typed_slip(tournament: Tournament, seating: Seating, table: int) -> TypedSlip:
    """Return the slip of a table, for its current seating."""
    last: dict[str, SlipTyped] = {}
    for one in tournament.typings.get(seating.matches[table - 1], ()):
        last[one.recorder] = one
    typists = tournament.plan.stages[seating.paired.stage].typists
    return TypedSlip(table, tuple(last.values()), seating.reports.get(table), typists)


def has_boxes(tournament: Tournament, seating: Seating, table: int) -> bool:
    """Return whether a table's slip has numbered boxes (`BOXES`); otherwise it has a rank or points for each seat."""
    return len(seating.pods[table - 1]) == 2 and not has_points(tournament, seating)


def has_points(tournament: Tournament, seating: Seating) -> bool:
    """Return whether the game's points count, so that slips have points."""
    return tournament.plan.stages[seating.paired.stage].scoring.kind == "game_points"


def read_typed(text: str, seats: int, *, by_points: bool) -> ToldResult:
    """Parse a result typed from a slip.

    Args:
        text: the number of the ticked box; or a rank for each seat, such as `213` (0: did not come); or, if the game's
            points count, points for each seat, such as `9 7 x` (x: did not come).
        seats: the number of seats of the table.
        by_points: whether the game's points count.

    Raises:
        Refused: a slip of that table cannot have this result; the error says what to type.
    """
    told = re.split(r"[\s,;/]+", text.strip().casefold())
    if by_points:
        return _by_points(text, told, seats)
    if seats == 2:
        if len(told) != 1 or told[0] not in [str(box) for box in range(1, len(BOXES) + 1)]:
            raise Refused(say("{text} is not a box on this slip. Type the number that is ticked, 1 to {n}.",
                              text=repr(text.strip()), n=len(BOXES)))  # fmt: skip
        return BOXES[int(told[0]) - 1]
    return _by_ranks(text, list(told[0]) if len(told) == 1 and seats <= MOST_DIGITS else told, seats)


def _by_points(text: str, told: Sequence[str], seats: int) -> ToldResult:
    fits = all(one in ABSENT[1:] or re.fullmatch(rf"-?[0-9]{{1,{MOST_DIGITS}}}", one, re.ASCII) for one in told)
    if len(told) != seats or not fits:
        example = " ".join(map(str, range(9, 9 - 2 * seats, -2)))
        raise Refused(
            say(
                "{text} does not have one number for each player. Type the points from top to bottom, such "
                "as {example}; x for a player who did not come.",
                text=repr(text.strip()),
                example=example,
            )
        )
    absent = tuple(seat for seat, one in enumerate(told, start=1) if one in ABSENT[1:])
    if len(absent) == seats:
        return ToldResult(places_without(seats, absent), (), absent)
    points = tuple(0 if one in ABSENT[1:] else int(one) for one in told)
    if not absent:
        return ToldResult(places_by_points(points), points)
    here = [own for seat, own in enumerate(points, start=1) if seat not in absent]
    ranks = [len(here) + 1 if seat in absent else 1 + sum(other > own for other in here)
             for seat, own in enumerate(points, start=1)]  # fmt: skip
    return ToldResult(tuple(ranks), points, absent)


def _by_ranks(text: str, told: Sequence[str], seats: int) -> ToldResult:
    known = [str(rank) for rank in range(seats + 1)]
    if len(told) != seats or not all(one in known for one in told) or _gap(told):
        example = "".join(map(str, [2, 1, *range(3, seats + 1)])) if seats <= MOST_DIGITS else "2 1 3 …"
        raise Refused(
            say(
                "{text} does not rank the players at this table. Type the rank of each player from top to bottom, "
                "such as {example}; 0 for a player who did not come.",
                text=repr(text.strip()),
                example=example,
            )
        )
    absent = tuple(seat for seat, one in enumerate(told, start=1) if one == "0")
    if len(absent) == seats:
        return ToldResult(places_without(seats, absent), (), absent)
    last = seats - len(absent) + 1
    return ToldResult(tuple(last if one == "0" else int(one) for one in told), (), absent)


def _gap(told: Sequence[str]) -> bool:
    """Return whether ranks are invalid. Tied ranks are equal, and the next ranks are skipped: 1, 1, 3."""
    ranks = sorted(int(one) for one in told if one != "0")
    return any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks)


def must_be_current(tournament: Tournament, round_number: int, table: int, match: str = "") -> Seating:
    """Check that a slip is of the current round and seating, and return the seating.

    Args:
        tournament: the tournament.
        round_number, table: the round and table on the slip.
        match: the match on the slip, or the beginning of its id; empty if the slip was not scanned.

    Raises:
        Refused: the round is over, the table was reseated after the slip was printed, or there is no such table.
    """
    must_be_open(tournament)
    if round_number > tournament.round:
        raise Refused(say("Round {round} is not published yet.", round=round_number))
    seating = tournament.seating(round_number)
    seating.must_have(table)
    if match and not seating.matches[table - 1].startswith(match):
        raise Refused(
            say(
                "Table {table} of round {round} was reseated after this slip was printed. Print its slip again.",
                table=table,
                round=round_number,
            )
        )
    if round_number < tournament.round:
        raise Refused(say("This slip is from round {round}, which is over. An arbiter can correct its results.",
                          round=round_number))  # fmt: skip
    return seating


def type_slip(
    tournament: Tournament, round_number: int, table: int, text: str, stamp: Stamp, *, by: str, match: str = "",
    same_person: Sequence[str] = (),
) -> SlipTyped:  # fmt: skip
    """Record one typing of a slip, and the table's report once all typists agree.

    Args:
        match: the match on the slip, or the beginning of its id; empty if the slip was not scanned.
        same_person: other recorders known to be the same person, by their device.

    Raises:
        Refused: the slip is not of this round, the table has a result already, two typists differ, or the same person
            types the slip twice.
    """
    must_be_allowed(by, "report")
    seating = must_be_current(tournament, round_number, table, match)
    slip = typed_slip(tournament, seating, table)
    if slip.report is not None:
        raise Refused(say("Table {table} already has its result.", table=table))
    if slip.state is State.DIFFER:
        raise Refused(
            say("The numbers typed for table {table} differ. An organiser or arbiter must decide.", table=table)
        )
    if any(slip.is_typed_by(one) for one in same_person if one != stamp.recorder):
        raise Refused(
            say(
                "This device has already typed the slip of table {table}. A second person must type it on "
                "their own device.",
                table=table,
            )
        )
    seats = len(seating.pods[table - 1])
    told = read_typed(text, seats, by_points=has_points(tournament, seating))
    how = How.FORFEIT if told.absent else How.SLIP
    must_be_result(seats, how, told.places, told.points, told.absent)
    said = (str(how), told.places, told.points, told.absent)
    if any(one.recorder == stamp.recorder and _said(one) == said for one in slip.typings):
        raise Refused(
            say(
                "You have already typed this number for table {table}. A second person must type the slip "
                "with their own link.",
                table=table,
            )
        )
    done = tournament.record(
        SlipTyped, stamp, by=by, round=round_number, table=table, match=seating.matches[table - 1], how=str(how),
        places=told.places, points=told.points, absent=told.absent,
    )  # fmt: skip
    after = typed_slip(tournament, seating, table)
    if len(after.typings) >= after.typists and after.state is State.ONCE:
        act.report(
            tournament, round_number, table, how, told.places, stamp, by=by, points=told.points, absent=told.absent
        )
    return done


def decide_slip(
    tournament: Tournament, round_number: int, table: int, text: str, stamp: Stamp, *, by: str, match: str = ""
) -> Reported:
    """Settle a slip on which two typists differ: record the result as read from the slip.

    Raises:
        RoleRefused: only an organiser or arbiter may do this.
        Refused: the typists do not differ.
    """
    if by not in (ORGANISER, ARBITER):
        raise RoleRefused(say("The typists differ: an organiser or arbiter must decide."))
    seating = must_be_current(tournament, round_number, table, match)
    if typed_slip(tournament, seating, table).state is not State.DIFFER:
        raise Refused(say("There is nothing to decide at table {table}: its slip was not typed differently.",
                          table=table))  # fmt: skip
    told = read_typed(text, len(seating.pods[table - 1]), by_points=has_points(tournament, seating))
    how = How.FORFEIT if told.absent else How.SLIP
    return act.report(
        tournament, round_number, table, how, told.places, stamp, by=by, points=told.points, absent=told.absent
    )


def typed_text(seats: int, told: SlipTyped, *, by_points: bool) -> str:
    """Return a typed result in the form in which it is typed."""
    if by_points and told.points:
        return " ".join("x" if seat in told.absent else str(own) for seat, own in enumerate(told.points, start=1))
    if by_points:
        return " ".join(["x"] * seats)
    if seats == 2:
        return str(1 + [(one.places, one.absent) for one in BOXES].index((told.places, told.absent)))
    ranks = ["0" if seat in told.absent else str(place) for seat, place in enumerate(told.places, start=1)]
    return ("" if seats <= MOST_DIGITS else " ").join(ranks)


def _said(one: SlipTyped | Reported) -> tuple[object, ...]:
    return one.how, tuple(one.places), tuple(one.points), tuple(one.absent)
