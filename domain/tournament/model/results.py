"""Results of closed matches as places and points."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.game import Result
from tablescribe.domain.words.text import say

COALITION = "coalition"
"""The ending of a game whose winners won together as a coalition, instead of tying (in Root, RO-9.2.8)."""


def won_together(result: Result) -> tuple[int, ...]:
    """Return the seats that won together as a coalition; empty if none did."""
    return tuple(sorted(result.winners)) if result.ending == COALITION and len(result.winners) > 1 else ()


def of_people(result: Result, seats: int, people: Sequence[int]) -> Result:
    """Return a result without the seats of automata, and with the other seats renumbered.

    Args:
        people: the seats with a person, in order.
    """
    if len(people) == seats:
        return result
    order = {seat: number for number, seat in enumerate(people, start=1)}
    scores = tuple(result.scores[seat - 1] for seat in people) if len(result.scores) == seats else ()
    winners = tuple(order[seat] for seat in result.winners if seat in order)
    return Result(result.ending, result.rule, winners, scores)


def places_of(result: Result, seats: int) -> tuple[int, ...]:
    """Return the place of each seat: winners share first place, the others follow by points, if the game has any.

    If nobody won, all share first place. This is a draw, or a game that beat all players.

    Raises:
        Refused: the match was abandoned, so it has no result.
    """
    if result.ending == "abandoned":
        raise Refused(say("the match was abandoned: enter the table's result as a slip"))
    won = set(result.winners)
    if not won:
        return (1,) * seats
    scores = result.scores if len(result.scores) == seats else (0,) * seats
    order = [(0 if seat in won else 1, 0 if seat in won else -scores[seat - 1]) for seat in range(1, seats + 1)]
    return tuple(1 + sum(other < mine for other in order) for mine in order)


def points_of(result: Result, seats: int) -> tuple[int | None, ...]:
    """Return the points of each seat in the game; empty if the game has no points."""
    return result.scores if len(result.scores) == seats else ()
