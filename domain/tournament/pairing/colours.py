"""Colour allocation (first seat) at tables of two: FIDE Handbook C.04.3, 5, of 2026."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tablescribe.domain.tournament.model.field import Ref

STRONG, ABSOLUTE = 2, 3
"""Strengths of a colour preference (1.7); a mild one is 1, none is 0."""


class Player(NamedTuple):
    """A player to be seated.

    Attributes:
        points, number: the score and starting number that rank players (1.2).
        seats: the seats in the player's games so far, in order; 0 is the first seat.
    """

    ref: Ref
    points: Fraction
    number: int
    seats: Sequence[int]


def seated(one: Player, other: Player, initial: int) -> tuple[Ref, Ref]:
    """Return two players in seat order.

    Args:
        one, other: the players.
        initial: the seat of odd starting numbers if neither player has a preference (5.2.5).
    """
    higher, lower = sorted((one, other), key=lambda player: (-player.points, player.number))
    (seat, strength), (another, how_much) = preference(higher.seats), preference(lower.seats)
    if strength == how_much == ABSOLUTE and seat == another:
        strength, how_much = abs(_difference(higher.seats)), abs(_difference(lower.seats))
    if seat != another and seat is not None and another is not None:
        pass  # both get their preference (5.2.1)
    elif another is not None and how_much > strength:
        seat = 1 - another  # 5.2.2
    elif how_much == strength:
        parted = next((mine for mine, theirs in _latest(higher, lower) if mine != theirs), None)
        if parted is not None:
            seat = 1 - parted  # 5.2.3
        elif seat is None:
            seat = initial if higher.number % 2 else 1 - initial  # 5.2.5; otherwise it is the higher one's (5.2.4)
    return (higher.ref, lower.ref) if seat == 0 else (lower.ref, higher.ref)


def preference(seats: Sequence[int]) -> tuple[int | None, int]:
    """Return an entrant's preferred seat, `None` before any game, and how strong the preference is (1.7)."""
    if not seats:
        return None, 0
    more = _difference(seats)
    if len(seats) > 1 and seats[-1] == seats[-2]:
        return 1 - seats[-1], ABSOLUTE
    if more:
        return (1 if more > 0 else 0), ABSOLUTE if abs(more) > 1 else STRONG
    return 1 - seats[-1], 1


def _difference(seats: Sequence[int]) -> int:
    """Return the colour difference: games on the first seat minus games on the second (1.6)."""
    return len(seats) - 2 * sum(seats)


def _latest(one: Player, other: Player) -> list[tuple[int, int]]:
    """Return both players' seats in pairs, latest first; unplayed rounds count as the earliest (C.04.2)."""
    return list(zip(reversed(one.seats), reversed(other.seats), strict=False))
