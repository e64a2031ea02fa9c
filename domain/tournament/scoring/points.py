"""Points for results and byes, by the plan."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm

from tablescribe.domain.tournament.model.field import Bye, How, Ref, Result
from tablescribe.domain.tournament.model.plan import Scoring, Stage

ZERO = Fraction(0)


def bye_worth(stage: Stage, bye: Bye) -> Fraction:
    """Return the points for a bye."""
    return Fraction(getattr(stage.byes, bye.value))


def win_worth(stage: Stage) -> Fraction:
    """Return the points for a win: the best place's points, or, for unbounded game points, those of a forfeit win."""
    if stage.scoring.kind == "results":
        return Fraction(stage.scoring.win)
    if stage.scoring.kind == "places":
        return max(map(Fraction, stage.scoring.by_place))
    return Fraction(stage.scoring.forfeit_win)


def draw_worth(stage: Stage) -> Fraction:
    """Return the points for a draw; if the scoring has none, those of a half-point bye."""
    return Fraction(stage.scoring.draw if stage.scoring.kind == "results" else stage.byes.half)


def worth(stage: Stage, result: Result) -> dict[Ref, tuple[Fraction, str]]:
    """Return, for each entrant of a pod, the points for the result and the plan's scoring entry that gives them."""
    return {ref: _worth(stage.scoring, result, seat) for seat, ref in enumerate(result.pod.seats)}


def _worth(scoring: Scoring, result: Result, seat: int) -> tuple[Fraction, str]:
    if result.how is How.FORFEIT:
        if result.pod.seats[seat] in result.absent:
            return Fraction(scoring.forfeit_loss), "forfeit_loss"
        if len(result.pod.seats) - len(result.absent) == 1:
            return Fraction(scoring.forfeit_win), "forfeit_win"
    if scoring.kind == "game_points":
        return Fraction(result.points[seat] or 0) if result.points else Fraction(0), "game_points"
    if scoring.kind == "places":
        return _by_place(scoring, result, seat), f"by_place.{result.places[seat]}"
    if result.places[seat] > 1:
        return Fraction(scoring.loss), "loss"
    winners = result.places.count(1)
    if winners == len(result.places) > 1 and not result.coalition:
        return Fraction(scoring.draw), "draw"
    split = scoring.coalition if result.coalition else scoring.winners
    return Fraction(scoring.win) / (winners if split == "split" else 1), "win"


@lru_cache
def _table(by_place: tuple[str, ...]) -> tuple[Fraction, ...]:
    """Return the points by place as fractions; cached, as large standings need them thousands of times."""
    return tuple(map(Fraction, by_place))


def _by_place(scoring: Scoring, result: Result, seat: int) -> Fraction:
    """Return the points for a seat's place; entrants who share places get the best or the mean, by the plan."""
    place = result.places[seat]
    many = result.places.count(place) if scoring.shared == "split" else 1
    table = _table(scoring.by_place)
    theirs = [table[k] if k < len(table) else ZERO for k in range(place - 1, place - 1 + many)]
    return total(theirs) / many if many > 1 else theirs[0]


def total(values: Iterable[Fraction]) -> Fraction:
    """Return an exact sum, over one common denominator for speed: large standings add tens of thousands."""
    those = tuple(values)
    common = lcm(*(one.denominator for one in those))
    return Fraction(sum(one.numerator * (common // one.denominator) for one in those), common)
