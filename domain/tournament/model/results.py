"""Results of closed matches as places and points."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.game import Result
from tablescribe.domain.words.text import say

COALITION = "coalition"
"""How a game calls an ending by which its winners won together, and did not tie (in Root, RO-9.2.8)."""


def won_together(result: Result) -> tuple[int, ...]:
    """Return the seats that won together, as a coalition; none without a winner."""
    return tuple(sorted(result.winners)) if result.ending == COALITION and len(result.winners) > 1 else ()


def of_people(result: Result, seats: int, people: Sequence[int]) -> Result:
    """Return a result of so many seats as it is for the people among them: an automaton has no place.

    Args:
        people: the seats that somebody sits at, in order.
    """
    if len(people) == seats:
        return result
    order = {seat: number for number, seat in enumerate(people, start=1)}
    scores = tuple(result.scores[seat - 1] for seat in people) if len(result.scores) == seats else ()
    winners = tuple(order[seat] for seat in result.winners if seat in order)
    return Result(result.ending, result.rule, winners, scores)


def places_of(result: Result, seats: int) -> tuple[int, ...]:
    """Return each seat's place: winners share the first; the others follow by their points, if the game has any.

    Where nobody won, all share the first place: a draw, or a game that beat them all alike.

    Raises:
        Refused: the match was abandoned, and gave no result.
    """
    if result.ending == "abandoned":
        raise Refused(say("the match was abandoned. Enter the table's result with a slip"))
    won = set(result.winners)
    if not won:
        return (1,) * seats
    scores = result.scores if len(result.scores) == seats else (0,) * seats
    order = [(0 if seat in won else 1, 0 if seat in won else -scores[seat - 1]) for seat in range(1, seats + 1)]
    return tuple(1 + sum(other < mine for other in order) for mine in order)


def points_of(result: Result, seats: int) -> tuple[int | None, ...]:
    """Return each seat's points in the game; none where the game has none."""
    return result.scores if len(result.scores) == seats else ()
