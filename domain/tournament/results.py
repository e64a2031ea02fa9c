"""What a closed match gives its table: places and points, from the result that its game's rules gave."""

from __future__ import annotations

from domain.game import Result
from domain.refusals import Refused
from domain.text import say


def places_of(result: Result, seats: int) -> tuple[int, ...]:
    """Return each seat's place: winners share the first; the others follow by their points, if the game has any.

    Where nobody won, all share the first place: a draw, or a game that beat them all alike.

    Raises:
        Refused: the match was abandoned, and gave no result.
    """
    if result.ending == "abandoned":
        raise Refused(say("the match was abandoned: tell by a slip what the table gave"))
    won = set(result.winners)
    if not won:
        return (1,) * seats
    scores = result.scores if len(result.scores) == seats else (0,) * seats
    order = [(0 if seat in won else 1, 0 if seat in won else -scores[seat - 1]) for seat in range(1, seats + 1)]
    return tuple(1 + sum(other < mine for other in order) for mine in order)


def points_of(result: Result, seats: int) -> tuple[int | None, ...]:
    """Return each seat's points in the game; none where the game has none."""
    return result.scores if len(result.scores) == seats else ()
