"""Homelands: where factions begin by their setup cards, at a distance from enemies (RO-16.1.8-II)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import msgspec

from tablescribe.domain.games.root.board import CLEARINGS, HOME, Board, options_of
from tablescribe.domain.games.root.numbers import SETUP_CARDS
from tablescribe.domain.games.root.paths import by_path, land, rank
from tablescribe.domain.games.root.pieces import CORVIDS, DUCHY, EYRIE, HUNDREDS, KEEPERS, LIZARDS, MARQUISE
from tablescribe.domain.games.root.rules.ruling import can_place, open_slots
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import numbered
from tablescribe.domain.words.text import Text, say


class Homeland(msgspec.Struct, frozen=True):
    """A setup card's requirements for homelands.

    Attributes:
        rule: the number of the card.
        between: the number of clearings required between a homeland and those of enemies; one means "not adjacent".
        edge: whether it must be on the map's edge.
        slots: the number of buildings placed in each.
        several: the number of homelands; each must be adjacent to another of them.
    """

    rule: str
    between: int = 0
    edge: bool = False
    slots: int = 0
    several: int = 1


HOMELANDS = {
    MARQUISE: Homeland("RO-A-C", slots=1, several=3),
    EYRIE: Homeland("RO-A-E", between=2, edge=True, slots=1),
    LIZARDS: Homeland("RO-A-L", between=1, slots=1),
    DUCHY: Homeland("RO-A-D", between=1),
    CORVIDS: Homeland("RO-A-P"),
    HUNDREDS: Homeland("RO-A-H", between=2, edge=True, slots=1),
    KEEPERS: Homeland("RO-A-K", between=2, edge=True, several=2),
}
"""The requirements of each faction that chooses homelands."""


def setup_card(key: str) -> str:
    """Return the rule number of a faction's setup card; both Vagabonds have the same."""
    return SETUP_CARDS[key]


def by_card(board: Board) -> bool:
    """Return whether factions are chosen and set up by setup cards (RO-16.1.8)."""
    options = options_of(board.setting)
    return options.setup == "advanced" and options.draft


home = numbered(HOME)  # the key of the seat with a homeland in a clearing


def shared(seat: int, at: int) -> str:
    """Return the key of a seat that, as played, began in another seat's homeland."""
    return f"{home(at)}:{seat}"


def homelands(board: Board, seat: int) -> list[int]:
    """Return the homelands of a seat."""
    table = board.table
    return [at for at in CLEARINGS if table.number(home(at)) == seat or table.get(shared(seat, at))]


def taken(board: Board, seat: int, at: int) -> bool:
    """Return whether a clearing is the homeland of a seat's enemy."""
    return board.table.number(home(at)) not in (0, seat)


def others_homelands(board: Board, seat: int) -> list[int]:
    """Return the homelands of a seat's enemies."""
    return [at for at in CLEARINGS if taken(board, seat, at)]


# --- clearings that a card allows -----------------------------------------------------------------


def must_be_homeland(play: Play, seat: int, at: int) -> None:
    """Require that a clearing may be a homeland of a seat's faction (RO-16.1.8-II-a, RO-16.1.8-II-b)."""
    board = Board(play.opening, play.table)
    wanted = HOMELANDS[board.faction(seat)]
    play.cite("RO-AMB-3")
    if wanted.edge:
        play.cite("RO-16.6.15")
    play.require("RO-16.1.8-II-a", not taken(board, seat, at), say("another faction has its homeland there"))
    play.require(
        "RO-16.1.8-II-a", at in CLEARINGS and fits(board, seat, at), say("there is no room for all pieces there")
    )
    play.require(wanted.rule, at in allowed(board, seat), why(wanted))
    best = nearest_to_wish(board, seat)
    play.require("RO-16.1.8-II-b", at in best or not best, say("choose a clearing farther from enemy homelands"))


def why(wanted: Homeland) -> Text:
    """Return the requirements for the next homeland, in words."""
    if wanted.several > 1 and wanted.edge:
        return say("choose adjacent clearings on the edge of the map")
    if wanted.several > 1:
        return say("each homeland must be adjacent to another one")
    return say("a homeland must be on the edge of the map") if wanted.edge else say("that is already a homeland")


def fits(board: Board, seat: int, at: int) -> bool:
    """Return whether a clearing has room for all pieces of a homeland (RO-16.1.8-II-a)."""
    wanted = HOMELANDS[board.faction(seat)]
    return can_place(board, board.faction(seat), at) and open_slots(board, at) >= wanted.slots


def suitable(board: Board, seat: int) -> list[int]:
    """Return the clearings suitable as a seat's homeland, regardless of distance."""
    wanted, lie = HOMELANDS[board.faction(seat)], land(board.setting)
    free = [at for at in CLEARINGS if not board.table.number(home(at)) and fits(board, seat, at)]
    return [at for at in free if lie.is_edge(at)] or free if wanted.edge else free


def allowed(board: Board, seat: int) -> list[int]:
    """Return the suitable clearings from which the remaining homelands can be completed.

    If they cannot be completed at all, any suitable clearing is allowed.
    """
    wanted, chosen = HOMELANDS[board.faction(seat)], homelands(board, seat)
    free = suitable(board, seat)
    missing = wanted.several - len(chosen)
    whole = [more for more in combinations(free, missing) if hang_together(board, (*chosen, *more))]
    leading = {at for more in whole for at in more}
    return [at for at in free if at in leading] if leading else free


def hang_together(board: Board, group: Iterable[int]) -> bool:
    """Return whether each of several clearings is adjacent to another of them; true for a single one."""
    lie, some = land(board.setting), set(group)
    return len(some) < 2 or all(some & set(by_path(lie, board.table, at)) for at in some)


def nearest_to_wish(board: Board, seat: int) -> list[int]:
    """Return the allowed clearings that come closest to the required distance (RO-16.1.8-II-b)."""
    wanted, lie = HOMELANDS[board.faction(seat)], land(board.setting)
    enemies = others_homelands(board, seat)
    ranks = {at: rank(lie, board.table, at, enemies, wanted.between) for at in allowed(board, seat)}
    return [at for at, reached in ranks.items() if reached == max(ranks.values())]
