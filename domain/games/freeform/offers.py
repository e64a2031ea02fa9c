"""Frequent actions, offered as buttons. Every other action can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tablescribe.domain.games.freeform.actions import Bring, Draw, Finish, Move, Pass, Roll, Score, Tally, Use
from tablescribe.domain.games.freeform.board import (
    WINNERS,
    catalogue_of,
    counter_in,
    counters_of,
    dice_of,
    is_kept_by_an_action,
    macros_of,
    places_of,
    thrown,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand
from tablescribe.domain.table.table import BOX, HIDDEN, Table

STEPS = (1, 5, 10, -1)
"""The numbers of points offered for one tap."""

COUNTS = (1, 2, -1)
"""The changes of a counter offered for one tap."""

MOST_MOVES = 200
"""Maximum number of piece moves offered. On fuller tables, moves are typed."""


def offers(opening: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield points, counters, dice, decks, piece moves, the end of the turn, and the end of the game."""
    if table.get(WINNERS) is not None:
        return
    if counters_of(opening):  # rolling, collecting and building come before points
        yield from (Roll(die=die, n=thrown(opening, die)) for die in dice_of(opening, table))
        yield from (Draw(deck=deck) for deck in catalogue_of(opening).decks)
        yield Pass()
        yield from (Use(macro=macro) for macro in macros_of(opening))
        yield from (Tally(what=one, by=by, of=seat) for one in counters_of(opening) for by in COUNTS)
        yield from _points(opening)
    else:
        yield from _points(opening)
        yield from (Use(macro=macro) for macro in macros_of(opening))
        yield from (Roll(die=die, n=thrown(opening, die)) for die in dice_of(opening, table))
        yield from (Draw(deck=deck) for deck in catalogue_of(opening).decks)
        yield Pass()
    yield from _counted(opening, table)
    yield from islice(_brought(opening, table), MOST_MOVES)
    yield from islice(_moves(opening, table), MOST_MOVES)
    yield from (Finish(winners=(winner,)) for winner in opening.all_seats)


def _points(opening: Setting) -> Iterator[Action]:
    return (Score(to=one, points=points) for one in opening.all_seats for points in STEPS)


def _counted(opening: Setting, table: Table) -> Iterator[Action]:
    """Yield an increase and a decrease of each number that the table keeps."""
    for key, value in sorted(table.values.items()):
        if isinstance(value, int) and not is_kept_by_an_action(key) and counter_in(opening, key) is None:
            yield from (Tally(what=key, by=by) for by in COUNTS[::2])


def _brought(opening: Setting, table: Table) -> Iterator[Action]:
    """Yield bringing one of each piece left in the box to each free square or place of the template."""
    free = [one for one in catalogue_of(opening).all_places() if not table.pieces(one)]
    left = [piece for piece in catalogue_of(opening).pieces if table.count(BOX, piece)]
    yield from (Bring(piece=piece, to=to) for piece in left for to in free)


def _moves(opening: Setting, table: Table) -> Iterator[Action]:
    """Yield moving one of each face-up piece to each other place and each hand."""
    places = places_of(opening, table)
    to = [*places, *(hand(one) for one in opening.all_seats)]
    for src in places:
        for piece in sorted(table.pieces(src)):
            if not piece.startswith(HIDDEN):
                yield from (Move(piece=piece, src=src, dst=dst) for dst in to if dst != src)
