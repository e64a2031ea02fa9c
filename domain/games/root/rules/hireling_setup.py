"""Hirelings in the advanced set-up: dealing, demoting, who sets up which and where (RO-16.1.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablescribe.domain.games.root.actions.advanced import Hire, Station
from tablescribe.domain.games.root.board import (
    CLEARINGS,
    FIRST,
    SUITS,
    Board,
    catalogue_of,
    clearing,
    forest,
    options_of,
    path,
    supply,
)
from tablescribe.domain.games.root.numbers import HIRELING_CARDS
from tablescribe.domain.games.root.parts import HirelingKey
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.reign import DOWN, side
from tablescribe.domain.games.root.rules.homelands import by_card
from tablescribe.domain.games.root.rules.ruins import place_ruin_items
from tablescribe.domain.games.root.rules.ruling import open_slots
from tablescribe.domain.games.root.rules.setup_turn import begin_decision
from tablescribe.domain.games.root.rules.turn import action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import named, numbered
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

DEALT = 3
DEMOTED = {2: 0, 3: 1, 4: 2}
"""The number of demoted hirelings by number of players; with five or more, all (RO-16.1.6-II)."""

PROMOTED = "promoted"
HIRING = "hiring"  # the hireling being set up
STATIONED = "stationed"  # how many of its places have been chosen
ROLLED = "rolled"  # the suit on the uprising die
EXILE_CARD = "exile-card"  # the zone of the Exile's card

STATIONS: Mapping[str, int] = {
    "dynasty": 1, "uprising": 2, "exile": 1, "flame": 2, "vault": 1, "band": 2, "flotilla": 1, "bandits": 2,
    "expedition": 1, "spies": 2, "protector": 1,
}  # fmt: skip
"""The number of places to choose for a hireling's promoted side; others go where their cards say."""

COMES: Mapping[str, Mapping[str, int]] = {
    "dynasty": {"warrior": 5}, "exile": {"pawn": 1}, "flotilla": {"pawn": 1}, "protector": {"pawn": 1},
    "vault": {"warrior": 2, "vault": 1}, "expedition": {"warrior": 3, "foothold": 1},
}  # fmt: skip
"""The pieces placed at each place; for hirelings not listed, one warrior."""


waiting = named("hire:")  # the key of a hireling still to be set up
marker = numbered("marker:")  # the key of a hireling marker on a space of the score track


def boxed(setting: Setting) -> dict[str, int]:
    """Return the pieces of all hirelings, if hirelings are used."""
    options, catalogue = options_of(setting), catalogue_of(setting)
    if options.setup == "standard" or not options.hirelings:
        return {}
    return {piece: n for key in catalogue.hirelings for piece, n in catalogue.pieces[key].items()}


# --- dealing (RO-16.1.6-I, RO-16.1.6-II) ----------------------------------------------------------


def deal_hirelings(play: Play) -> None:
    """Deal three hirelings and demote some at random; place their markers on the score track."""
    catalogue = catalogue_of(play.opening)
    if not options_of(play.opening).hirelings:
        return
    play.cite("RO-16.1.6")
    dealt = [deal(play, DEALT - n) for n in range(DEALT)]
    down = demote(play, list(dealt))
    for key in dealt:
        play.set(side(key), DOWN if key in down else PROMOTED)
        play.set(waiting(key), True)
        for piece, n in sorted(catalogue.pieces[key].items()):
            play.move(piece, n, BOX, supply(key))
    play.cite("RO-16.1.6-IV")
    for space in catalogue.hireling_spaces:
        play.set(marker(space), True)


def deal(play: Play, left: int) -> HirelingKey:
    """Deal a hireling card; none that excludes a chosen faction (RO-16.1.6-I, RO-16.1.6-V)."""
    play.cite("RO-16.1.6-I")
    hirelings = catalogue_of(play.opening).hirelings
    board = Board(play.opening, play.table)
    agreed = set() if by_card(board) else set(board.factions)
    if agreed:
        play.cite("RO-16.1.6-V")
    free = [key for key, one in hirelings.items() if one.bars not in agreed and not play.table.get(DEALING + key)]
    drawn = play.roll("hireling card", dict.fromkeys(free, 1), 1, say("which hireling is dealt"))
    key = next(one for one in free if one == drawn)
    play.set(DEALING + key, left > 1 or None)
    if left == 1:
        for one in hirelings:
            play.set(DEALING + one, None)
    return key


DEALING = "dealing:"  # prefix of the hirelings dealt so far


def demote(play: Play, left: list[HirelingKey]) -> list[HirelingKey]:
    """Return the hirelings to demote, drawn at random (RO-16.1.6-II)."""
    play.cite("RO-16.1.6-II")
    n = DEMOTED.get(play.opening.seats, DEALT)
    if n == DEALT:
        return left
    down: list[HirelingKey] = []
    for _ in range(n):
        drawn = play.roll("demoted", dict.fromkeys(left, 1), 1, say("which hireling is demoted"))
        down.append(next(one for one in left if one == drawn))
        left.remove(down[-1])
    return down


# --- setting up (RO-16.1.6-III) -------------------------------------------------------------------


def to_set_up(board: Board) -> list[HirelingKey]:
    """Return the hirelings still to be set up."""
    return [key for key in catalogue_of(board.setting).hirelings if board.table.get(waiting(key))]


def who_hires(play: Play) -> int:
    """Return the seat that sets up a hireling now: from the last, counterclockwise; 0 when all are set up."""
    board = Board(play.opening, play.table)
    left = len(to_set_up(board))
    being = 1 if board.table.get(HIRING) else 0
    if not left and not being:
        return 0
    order = board.setting.clockwise_from(board.table.number(FIRST))[::-1]
    return order[(DEALT - left - being) % len(order)]


@action(Hire)
def hire(play: Play, seat: int, act: Hire) -> None:
    """Choose a hireling to set up; some go where their cards say (RO-16.1.6-III)."""
    board = begin_decision(play, seat, "hirelings", "RO-16.1.6-III")
    play.require("RO-16.1.6-III", not play.table.get(HIRING), say("set up the one you chose first"))
    there = play.table.get(waiting(act.hireling))
    play.require(
        "RO-16.1.6-III", there, say("{hireling} is not to be set up in this match", hireling=Thing(act.hireling))
    )
    if not there or play.table.get(HIRING):
        raise Impossible(say("{hireling} is not to be set up in this match", hireling=Thing(act.hireling)))
    play.checked()
    play.set(waiting(act.hireling), None)
    if play.table.get(side(act.hireling)) == DOWN:
        if act.hireling == "exile":
            play.cite("RO-H-BRIGAND-SET")
            place_ruin_items(play)
        return
    play.cite(HIRELING_CARDS[act.hireling]["SET"])
    if act.hireling == "patrol":
        put(play, "patrol", [clearing(at) for at in CLEARINGS])
    elif act.hireling == "prophets":
        put(play, "prophets", [clearing(at) for at in land(board.setting).ruins])
    else:
        play.set(HIRING, act.hireling)
        play.set(STATIONED, 0)
        roll_if_it_must(play, act.hireling)


def roll_if_it_must(play: Play, key: str) -> None:
    """Roll the suit of each of the Spring Uprising's places (RO-H-UPRISING-SET)."""
    if key == "uprising":
        why = say("the suit of the next place")
        play.set(ROLLED, play.roll("uprising die", dict.fromkeys(SUITS, 2), play.table.number("turn"), why))


def put(play: Play, key: str, places: list[str]) -> None:
    """Place a hireling's pieces from its supply at each of these places."""
    for place in places:
        for kind, n in COMES.get(key, {"warrior": 1}).items():
            play.move(f"{key}:{kind}", n, supply(key), place)


@action(Station)
def station(play: Play, seat: int, act: Station) -> None:
    """Choose a place for the hireling being set up, as its card says (RO-16.1.6-III)."""
    board = begin_decision(play, seat, "hirelings", "RO-16.1.6-III")
    key = play.table.text(HIRING)
    play.require("RO-16.1.6-III", key, say("choose a hireling first"))
    if not key:
        raise Impossible(say("choose a hireling first"))
    rule = HIRELING_CARDS[key]["SET"]
    if act.place not in all_places(board):
        raise Impossible(say("{place} is not a place on the map", place=Thing(act.place)))
    play.require(rule, act.place in places(board, key), say("it cannot begin there"))
    play.checked()
    put(play, key, [act.place])
    if key == "exile":
        play.move("exile:club", play.table.count(supply(key), "exile:club"), supply(key), EXILE_CARD)
    play.add(STATIONED, 1)
    if play.table.number(STATIONED) >= STATIONS[key]:
        for value in (HIRING, STATIONED, ROLLED):
            play.set(value, None)
    else:
        roll_if_it_must(play, key)


def all_places(board: Board) -> list[str]:
    """Return all clearings, forests and paths."""
    lie = land(board.setting)
    return [*map(clearing, CLEARINGS), *map(forest, lie.forests), *(path(*pair) for pair in sorted(lie.paths))]


def places(board: Board, key: str) -> list[str]:
    """Return where a hireling may be placed next, by its card."""
    lie = land(board.setting)
    if key == "exile":
        return [forest(one) for one in lie.forests]
    if key == "bandits":
        free = [path(*pair) for pair in sorted(lie.paths)]
        return [one for one in free if not board.table.pieces(one)]
    fits = _FITS.get(key, _anywhere)
    return [clearing(at) for at in CLEARINGS if fits(board, at)]


def _anywhere(board: Board, at: int) -> bool:
    return True


def _at_the_edge(board: Board, at: int) -> bool:
    return land(board.setting).is_edge(at)


def _at_a_river_of_the_edge(board: Board, at: int) -> bool:
    lie = land(board.setting)
    return lie.is_edge(at) and at in lie.river_clearings


def _with_a_slot(board: Board, at: int) -> bool:
    return open_slots(board, at) > 0


def _of_the_suit_rolled(board: Board, at: int) -> bool:
    return board.table.text(ROLLED) in board.suits(at)


def _where_the_band_is_not(board: Board, at: int) -> bool:
    return not board.at(at, "band:warrior")


def _of_the_spies_suit(board: Board, at: int) -> bool:
    others = board.where("spies:warrior")
    return at not in others and all(set(board.suits(at)) & set(board.suits(one)) for one in others)


_FITS: dict[str, Callable[[Board, int], bool]] = {
    "dynasty": _at_the_edge, "flotilla": _at_a_river_of_the_edge, "vault": _with_a_slot,
    "uprising": _of_the_suit_rolled, "band": _where_the_band_is_not, "spies": _of_the_spies_suit,
}  # fmt: skip
"""For hirelings restricted to some clearings, the clearings where each may begin."""
