"""The Marquise's set-up: by her board (RO-6.3), or by her setup card with three homelands (RO-A-C)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.board import CLEARINGS, Board, clearing, supply
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import MARQUISE, warrior
from tablescribe.domain.games.root.rules.beginning import has_homelands, must_be_free_corner
from tablescribe.domain.games.root.rules.homelands import by_card, homelands, others_homelands
from tablescribe.domain.games.root.rules.ruling import can_place, must_have_slot, open_slots
from tablescribe.domain.games.root.standing import building, built
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say

WARRIOR = warrior(MARQUISE)
KEEP = "marquise:keep"
BUILDINGS = ("sawmill", "workshop", "recruiter")


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether the keep and all three buildings have been placed."""
    return all(built(board, kind) for kind in BUILDINGS)


def settle(play: Play, seat: int, at: int) -> None:
    """Choose the keep's clearing (RO-6.3); by her setup card, first three homelands (RO-A-C)."""
    board = Board(play.opening, play.table)
    rule = "RO-A-C" if by_card(board) else "RO-6.3"
    play.require(rule, not board.on_map(KEEP), say("the keep has already been placed"))
    if not by_card(board):
        begin_in_a_corner(play, at)
    elif has_homelands(board, seat):
        place_the_keep(play, seat, at)
    else:
        begin_in_a_homeland(play, seat, at)


def begin_in_a_corner(play: Play, at: int) -> None:
    """Place the keep in a corner, and a warrior in every clearing except the opposite corner (RO-6.3)."""
    must_be_free_corner(play, "RO-6.3", at)
    play.checked()
    play.move(KEEP, 1, supply(MARQUISE), clearing(at))
    garrison(play, [land(play.opening).opposite(at)])


def begin_in_a_homeland(play: Play, seat: int, at: int) -> None:
    """Place two warriors in each homeland; after the third, one in every other clearing (RO-A-C)."""
    must_be_free_corner(play, "RO-A-C", at)
    play.checked()
    play.cite("RO-A-C")
    play.move(WARRIOR, 2, supply(MARQUISE), clearing(at))
    before = homelands(Board(play.opening, play.table), seat)
    if len(before) == 2:
        garrison(play, [*before, at])


def garrison(play: Play, without: list[int | None]) -> None:
    """Place a warrior in every clearing except some."""
    board = Board(play.opening, play.table)
    for at in CLEARINGS:
        if at not in without and can_place(board, MARQUISE, at) and board.left(MARQUISE):
            play.move(WARRIOR, 1, supply(MARQUISE), clearing(at))


def place_the_keep(play: Play, seat: int, at: int) -> None:
    """Place the keep in a homeland, not adjacent to an enemy homeland if possible (RO-A-C)."""
    board, lie = Board(play.opening, play.table), land(play.opening)
    own, enemies = homelands(board, seat), set(others_homelands(board, seat))
    apart = [one for one in own if not enemies & set(by_path(lie, play.table, one))] or own
    play.require("RO-A-C", at in own, say("the keep must be in a homeland"))
    play.require("RO-A-C", at in apart, say("the keep cannot be adjacent to an enemy homeland"))
    play.checked()
    play.move(KEEP, 1, supply(MARQUISE), clearing(at))


def set_up_building(play: Play, seat: int, act: Build) -> None:
    """Place one building of each type, at the keep or adjacent (RO-6.3), or each in a different homeland (RO-A-C)."""
    board = Board(play.opening, play.table)
    keep = board.where(KEEP)
    if by_card(board):
        rule = "RO-A-C"
        near = {at for at in homelands(board, seat) if not any(board.at(at, building(kind)) for kind in BUILDINGS)}
        why = say("place each of the first buildings in a different homeland")
    else:
        rule = "RO-6.3"
        near = {number for at in keep for number in (at, *by_path(land(play.opening), play.table, at))}
        why = say("place the first buildings in the keep's clearing or an adjacent one")
    play.require(rule, keep, say("place the keep first"))
    room = {at for at in near if open_slots(board, at)}  # none, if others built there earlier as played
    play.require(rule, act.at in near or not room, why)
    play.require(
        rule,
        not built(board, act.building),
        say("place one building of each type"),
    )
    must_have_slot(play, act.at)
    play.move(building(act.building), 1, supply(MARQUISE), clearing(act.at))
    play.checked()
