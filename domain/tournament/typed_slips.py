"""Result slips that are typed: people tick a number, and two officials type it independently of each other.

Each typing is an event of its own. Where both typed the same, the table's report follows; where they differ, an
organiser or arbiter decides with the slip in hand. The code printed on a slip names a table, and gives no right.
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
"""The boxes of a slip for two, numbered from 1: seat 1 won, a draw, seat 2 won; seat 2, seat 1, nobody came."""

ABSENT = ("0", "x")
"""What stands on a slip for somebody who did not come: as a rank, and as points."""

MOST_DIGITS = 9
"""Digits of a number of points at most."""


class State(StrEnum):
    """How far a table's slip is."""

    MISSING = "missing"
    ONCE = "once"
    DIFFER = "differ"
    TYPED = "typed"  # by all typists, and recorded
    REPORTED = "reported"  # its result came otherwise


@dataclass(frozen=True)
class TypedSlip:
    """What is known of a table's slip.

    Attributes:
        table: from 1.
        typings: what each typist typed last, in order of the first time.
        report: the table's report, if there is one.
        typists: how many people type a slip.
    """

    table: int
    typings: tuple[SlipTyped, ...]
    report: Reported | None
    typists: int

    @property
    def state(self) -> State:
        """How far it is."""
        if self.report is not None:
            agreed = [one for one in self.typings if _said(one) == _said(self.report)]
            return State.TYPED if len(agreed) >= self.typists else State.REPORTED
        if len({_said(one) for one in self.typings}) > 1:
            return State.DIFFER
        return State.ONCE if self.typings else State.MISSING

    def is_typed_by(self, recorder: str) -> bool:
        """Return whether somebody has typed it."""
        return any(one.recorder == recorder for one in self.typings)


def typed_slip(tournament: Tournament, seating: Seating, table: int) -> TypedSlip:
    """Return what is known of the slip of a table, as it is seated now."""
    last: dict[str, SlipTyped] = {}
    for one in tournament.typings.get(seating.matches[table - 1], ()):
        last[one.recorder] = one
    typists = tournament.plan.stages[seating.paired.stage].typists
    return TypedSlip(table, tuple(last.values()), seating.reports.get(table), typists)


def has_boxes(tournament: Tournament, seating: Seating, table: int) -> bool:
    """Return whether a table's slip has numbered boxes (`BOXES`); else people write a rank or points for each seat."""
    return len(seating.pods[table - 1]) == 2 and not has_points(tournament, seating)


def has_points(tournament: Tournament, seating: Seating) -> bool:
    """Return whether the points of the game count, so that slips tell them."""
    return tournament.plan.stages[seating.paired.stage].scoring.kind == "game_points"


def read_typed(text: str, seats: int, *, by_points: bool) -> ToldResult:
    """Return the result that somebody typed from a slip.

    Args:
        text: the number of the box that is ticked; or a rank for each seat, such as `213` (0: did not come); or, where
            the points of the game count, points for each seat, such as `9 7 x` (x: did not come).
        seats: how many sit at the table.
        by_points: whether the points of the game count.

    Raises:
        Refused: a slip of that table cannot say so; the text says what to type.
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
    """Return whether ranks are none: equal ranks share, and the next one is left out."""
    ranks = sorted(int(one) for one in told if one != "0")
    return any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks)


def must_be_current(tournament: Tournament, round_number: int, table: int, match: str = "") -> Seating:
    """Return the round of a slip.

    Args:
        match: the match on the slip, or the beginning of its id; empty if the slip was not scanned.

    Raises:
        Refused: the round is over, the table was seated anew after the slip was printed, or there is no such table.
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
    """Record what somebody typed from a slip, and the table's report once all typists agree.

    Args:
        match: the match on the slip, or the beginning of its id; empty if the slip was not scanned.
        same_person: the other recorders that this person is known to be, by the device.

    Raises:
        Refused: the slip is not of this round, the table has its result, two people differ, or the same person types
            the slip twice.
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
    """Record the result of a slip on whose number two typists differ, with the slip in hand.

    Raises:
        RoleRefused: it is for an organiser or arbiter. Refused: nobody differs there.
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
    """Return what somebody typed, as it is typed."""
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
