"""Names of zones, pieces and values; reading the board."""

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
QUIET = "quiet"  # how many moves in a row have closed no mill
ENDING = "ending"  # how it ended, one of these
TWO_MEN, NO_MOVE, REPETITION, NO_MILL = ENDINGS = ("two_men", "no_move", "repetition", "no_mill")
WINNER = "winner"  # the seat that won; none of a draw
STOOD = "stood:"  # begins the values that count how often a position has stood on the board

FEWEST = 3
"""With fewer men nobody can close a mill."""


man = numbered("man:")  # the man of a seat
beside = numbered("beside:")  # the zone of the men that a seat has yet to place
point = named("point:")  # the zone of a point


def catalogue_of(setting: Setting) -> MorrisCatalogue:
    """Return the components the match is played with."""
    return cast(MorrisCatalogue, setting.catalogue)


def options_of(setting: Setting) -> MorrisOptions:
    """Return the options of the match."""
    return cast(MorrisOptions, setting.options)


Standing = Mapping[Point, int]
"""The points where men stand, each with their seat."""


def mills(lines: Iterable[Line], standing: Standing, at: Point) -> list[Line]:
    """Return the mills of which the man on a point is a part."""
    seat = standing.get(at)
    return [line for line in lines if seat and at in line and all(standing.get(one) == seat for one in line)]


@cache
def joined(lines: tuple[Line, ...]) -> Mapping[Point, tuple[Point, ...]]:
    """Return for each point those that come next to it on a line."""
    pairs = {pair for first, middle, last in lines for pair in ((first, middle), (middle, last))}
    both_ways = pairs | {(other, one) for one, other in pairs}
    return {at: tuple(other for other in POINTS if (at, other) in both_ways) for at in POINTS}


@dataclass(frozen=True)
class Board:
    """The table, read as the board that it is."""

    setting: Setting
    table: Table

    @cached_property
    def standing(self) -> Standing:
        """The points where men stand, each with their seat."""
        seats = self.setting.all_seats
        return {at: seat for at in POINTS for seat in seats if self.table.count(point(at), man(seat))}

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the board."""
        return catalogue_of(self.setting).lines

    def waiting(self, seat: int) -> int:
        """Return how many men a seat has yet to place."""
        return self.table.count(beside(seat))

    @property
    def all_placed(self) -> bool:
        """Whether nobody has men to place any more."""
        return not any(self.waiting(seat) for seat in self.setting.all_seats)

    def men(self, seat: int) -> list[Point]:
        """Return where a seat's men stand."""
        return [at for at, owner in self.standing.items() if owner == seat]

    @property
    def free(self) -> list[Point]:
        """The points where nobody stands."""
        return [at for at in POINTS if at not in self.standing]

    def next_to(self, at: Point) -> tuple[Point, ...]:
        """Return the points that come next on a line."""
        return joined(self.lines)[at]

    def is_down_to_three(self, seat: int) -> bool:
        """Return whether a seat has only three men left."""
        return not self.waiting(seat) and len(self.men(seat)) <= FEWEST

    def goals(self, seat: int, at: Point) -> list[Point]:
        """Return the free points to which a man of a seat may go."""
        if self.is_down_to_three(seat) and options_of(self.setting).flying:
            return self.free
        return [to for to in self.next_to(at) if to not in self.standing]

    def is_shut_in(self, seat: int) -> bool:
        """Return whether a seat can neither place a man nor move one."""
        return not self.waiting(seat) and not any(self.goals(seat, at) for at in self.men(seat))

    def mills(self, at: Point) -> list[Line]:
        """Return the mills of which the man on a point is a part."""
        return mills(self.lines, self.standing, at)

    def removable(self, seat: int) -> list[Point]:
        """Return where men of a seat stand that may be removed (MO-8)."""
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
        """The key that counts how often these men have stood here with the same seat in turn."""
        return STOOD + "".join(str(self.standing.get(at, "-")) for at in POINTS) + f":{self.table.number(TURN)}"


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the seats that decide next where no window is open."""
    return (table.number(TURN),)
