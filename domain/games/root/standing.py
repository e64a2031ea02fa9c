"""Faction-specific counts on the table, and cards drawn. Used by drawings and by rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablescribe.domain.games.root.board import CLEARINGS, SUITS, Board, catalogue_of, item
from tablescribe.domain.games.root.pieces import (
    ALLIANCE,
    CORVIDS,
    DUCHY,
    EYRIE,
    HUNDREDS,
    KEEPERS,
    LIZARDS,
    MARQUISE,
    RIVERFOLK,
    VAGABOND,
    VAGABOND2,
)
from tablescribe.domain.table.names import named, numbered

ROOST, MARKET, WARLORD = "eyrie:roost", "duchy:market", "hundreds:warlord"
MOOD = "mood"
EXERTED = "exerted"

BUILT = 6
"""The number of buildings the Marquise has of each type."""

PLOTS = ("bomb", "snare", "extortion", "raid")

TYPES = ("figure", "tablet", "jewelry")
"""The types of relics."""

WAYSTATIONS = tuple(f"keepers:waystation.{one}-{other}" for one in TYPES for other in TYPES if one != other)
"""Waystations by the type on their face, and the type on their back."""


building = named("marquise:")  # a building of the Marquise
base = named("alliance:base.")  # the base of a suit
garden = named("lizards:garden.")  # the garden of a suit
open_plot = named("corvids:plot.")  # a face-up plot
track = numbered("track:")  # the zone of a Vagabond's tracks for tea, coins and bags

GARDENS = tuple(garden(suit) for suit in SUITS)


def built(board: Board, kind: str) -> int:
    """Return the number of the Marquise's buildings of a type on the map."""
    return BUILT - board.left(MARQUISE, building(kind))


def bases(board: Board, suit: str) -> int:
    """Return the number of bases of a suit on the map."""
    return board.on_map(base(suit))


def on_track(board: Board, seat: int, name: str) -> int:
    """Return the number of items of a kind on a Vagabond's track."""
    return board.table.count(track(seat), item(name))


def face_up(board: Board, kind: str = "") -> int:
    """Return the number of face-up plots (of a kind) on the map."""
    return sum(board.at(at, open_plot(one)) for at in CLEARINGS for one in PLOTS if kind in ("", one))


def mood_is(board: Board, mood: str) -> bool:
    """Return whether the warlord has this mood."""
    return board.table.get(MOOD) == mood


def warlord_at(board: Board) -> int:
    """Return the clearing of the warlord; 0 if the warlord is not on the map."""
    return next(iter(board.where(WARLORD)), 0)


def waystations_at(board: Board, at: int) -> list[str]:
    """Return the waystations in a clearing."""
    return [piece for piece in WAYSTATIONS if board.at(at, piece)]


# --- cards drawn in Evening -----------------------------------------------------------------------


def draws(board: Board, seat: int) -> int:
    """Return the number of cards that a seat draws in Evening."""
    drawn = DRAWN.get(board.faction(seat))
    return 1 if drawn is None else drawn(board, seat)


def draws_in_evening(owner: str) -> bool:
    """Return whether a faction draws cards in its Evening: the Riverfolk do not (RO-11.6)."""
    return owner != RIVERFOLK


def _marquise(board: Board, seat: int) -> int:
    """One card, and more by recruiters (RO-6.6)."""
    return 1 + catalogue_of(board.setting).marquise.draws[built(board, "recruiter")]


def _eyrie(board: Board, seat: int) -> int:
    """One card, and more by roosts (RO-7.6)."""
    return 1 + catalogue_of(board.setting).eyrie.draws[board.on_map(ROOST)]


def _alliance(board: Board, seat: int) -> int:
    """One card, and one for each base on the map (RO-8.6.2)."""
    return 1 + sum(bases(board, suit) for suit in SUITS)


def _vagabond(board: Board, seat: int) -> int:
    """One card, and one for each coin on its track (RO-9.6.2)."""
    return 1 + on_track(board, seat, "coin")


def _lizards(board: Board, seat: int) -> int:
    """One card, and one for each suit with two or more gardens (RO-10.6.3)."""
    bonus = catalogue_of(board.setting).lizards.draws
    return 1 + sum(bonus[board.on_map(one)] for one in GARDENS)


def _duchy(board: Board, seat: int) -> int:
    """One card, and one for each market (RO-12.6.3)."""
    return catalogue_of(board.setting).duchy.draws[board.on_map(MARKET)]


def _corvids(board: Board, seat: int) -> int:
    """One card, and one for each extortion; none if an action was taken instead (RO-13.6)."""
    return 0 if board.done(EXERTED) else 1 + face_up(board, "extortion")


def _hundreds(board: Board, seat: int) -> int:
    """One card; in the Rowdy mood one more, or two more among enemies (RO-14.7.6)."""
    if not mood_is(board, "rowdy"):
        return 1
    at = warlord_at(board)
    others = [owner for owner in board.owners(at) if board.are_enemies(HUNDREDS, owner)] if at else []
    return 3 if sum(board.count(owner, at) for owner in others) >= 3 else 2


def _keepers(board: Board, seat: int) -> int:
    """One card, and one for each waystation (RO-15.6.3)."""
    return 1 + sum(len(waystations_at(board, at)) for at in CLEARINGS)


DRAWN: Mapping[str, Callable[[Board, int], int]] = {
    MARQUISE: _marquise, EYRIE: _eyrie, ALLIANCE: _alliance, VAGABOND: _vagabond, VAGABOND2: _vagabond,
    LIZARDS: _lizards, DUCHY: _duchy, CORVIDS: _corvids, HUNDREDS: _hundreds, KEEPERS: _keepers,
}  # fmt: skip
"""The number of cards that each faction draws. Other factions draw one."""
