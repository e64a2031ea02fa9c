"""Names of zones, pieces and values, and typed access to the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import cast, get_args

from tablescribe.domain.games.morris.components import Line, MorrisCatalogue, MorrisOptions, Point
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import named, numbered
from tablescribe.domain.table.table import Table

POINTS: tuple[Point, ...] = get_args(Point)

TURN = "turn"  # the seat to act
QUIET = "quiet"  # number of consecutive moves without a mill
ENDING = "ending"  # how it ended, one of these
TWO_MEN, NO_MOVE, REPETITION, NO_MILL = ENDINGS = ("two_men", "no_move", "repetition", "no_mill")
WINNER = "winner"  # the seat that won; unset for a draw
STOOD = "stood:"  # prefix of the values that count how often a position has occurred

FEWEST = 3
"""The number of men needed for a mill; a player with fewer has lost."""


man = numbered("man:")  # the man of a seat
beside = numbered("beside:")  # the zone of the men that a seat has not placed yet
point = named("point:")  # the zone of a point


def catalogue_of(setting: Setting) -> MorrisCatalogue:
    """Return the components of the match."""
    return cast(MorrisCatalogue, setting.catalogue)


def options_of(setting: Setting) -> MorrisOptions:
    """Return the options of the match."""
    return cast(MorrisOptions, setting.options)


Standing = Mapping[Point, int]
"""The occupied points, each with the seat of its man."""


def mills(lines: Iterable[Line], standing: Standing, at: Point) -> list[Line]:
    """Return the mills that include the man on a point."""
    seat = standing.get(at)
    return [line for line in lines if seat and at in line and all(standing.get(one) == seat for one in line)]


@cache
def joined(lines: tuple[Line, ...]) -> Mapping[Point, tuple[Point, ...]]:
    """Return the adjacent points of each point."""
    pairs = {pair for first, middle, last in lines for pair in ((first, middle), (middle, last))}
    both_ways = pairs | {(other, one) for one, other in pairs}
    return {at: tuple(other for other in POINTS if (at, other) in both_ways) for at in POINTS}


@dataclass(frozen=True)
class Board:
    """A table, read as a morris board."""

    setting: Setting
    table: Table

    @cached_property
    def standing(self) -> Standing:
        """The occupied points, each with the seat of its man."""
        seats = self.setting.all_seats
        return {at: seat for at in POINTS for seat in seats if self.table.count(point(at), man(seat))}

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the board."""
        return catalogue_of(self.setting).lines

    def waiting(self, seat: int) -> int:
        """Return the number of men that a seat has not placed yet."""
        return self.table.count(beside(seat))

    @property
    def all_placed(self) -> bool:
        """Whether all men have been placed."""
        return not any(self.waiting(seat) for seat in self.setting.all_seats)

    def men(self, seat: int) -> list[Point]:
        """Return the points with a seat's men."""
        return [at for at, owner in self.standing.items() if owner == seat]

    @property
    def free(self) -> list[Point]:
        """The free points."""
        return [at for at in POINTS if at not in self.standing]

    def next_to(self, at: Point) -> tuple[Point, ...]:
        """Return the adjacent points of a point."""
        return joined(self.lines)[at]

    def is_down_to_three(self, seat: int) -> bool:
        """Return whether a seat has only three men left."""
        return not self.waiting(seat) and len(self.men(seat)) <= FEWEST

    def goals(self, seat: int, at: Point) -> list[Point]:
        """Return the free points that a seat's man may move to."""
        if self.is_down_to_three(seat) and options_of(self.setting).flying:
            return self.free
        return [to for to in self.next_to(at) if to not in self.standing]

    def is_shut_in(self, seat: int) -> bool:
        """Return whether a seat can neither place a man nor move one."""
        return not self.waiting(seat) and not any(self.goals(seat, at) for at in self.men(seat))

    def mills(self, at: Point) -> list[Line]:
        """Return the mills that include the man on a point."""
        return mills(self.lines, self.standing, at)

    def removable(self, seat: int) -> list[Point]:
        """Return the points with men of a seat that may be removed (MO-8)."""
        men = self.men(seat)
        outside = [at for at in men if not self.mills(at)]
        match options_of(self.setting).from_mills:
            case "any":
                return men
            case "never":
                return outside
            case _:
                return outside or men

    @property
    def position(self) -> str:
        """The key of the value that counts how often this position has occurred with the same seat to move."""
        return STOOD + "".join(str(self.standing.get(at, "-")) for at in POINTS) + f":{self.table.number(TURN)}"


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seats to act while no window is open."""
    return (table.number(TURN),)
