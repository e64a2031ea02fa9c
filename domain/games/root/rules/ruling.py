"""Adjacent clearings, placing of pieces, and required rule of clearings (RO-2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablescribe.domain.games.root.abilities import Ban, in_play
from tablescribe.domain.games.root.board import Board, is_first_edition
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import HIRELINGS, RUIN
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rules.citing import cite_if
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import Thing, say

# --- adjacency and ways ----------------------------------------------------------------------------


def adjacent(board: Board, owner: str, at: int) -> set[int]:
    """Return the clearings adjacent to a clearing for an owner: joined by a path or an equivalent (RO-16.6.2).

    A transport such as the Ferry only moves pieces and makes nothing adjacent (RO-16.2.2-V). In the first edition of
    these rules it did.
    """
    if is_first_edition(board.setting):
        return {*ways(board, owner, at)}
    joined = {to for one in in_play(board, "joins") for to, _ in one.joins(board, owner, at)}
    return {*by_path(land(board.setting), board.table, at)} | joined


def ways(board: Board, owner: str, origin: int) -> Mapping[int, str]:
    """Return where an owner's pieces may move from a clearing, each with its way (RO-4.2, RO-16.2.2-V)."""
    return board.once(("ways", owner, origin), lambda: _ways(board, owner, origin))


def _ways(board: Board, owner: str, origin: int) -> Mapping[int, str]:
    found = dict.fromkeys(by_path(land(board.setting), board.table, origin), "path")
    for to, way in more_ways(board, owner, origin):
        found.setdefault(to, way)
    return found


def more_ways(board: Board, owner: str, origin: int) -> Iterator[tuple[int, str]]:
    """Yield where an owner's pieces may move other than by paths, each with its way."""
    for one in in_play(board, "joins", "rides"):
        yield from one.joins(board, owner, origin)
        yield from one.rides(board, owner, origin)


# --- placing --------------------------------------------------------------------------------------


def bans_placing(board: Board, owner: str, at: int) -> Ban | None:
    """Return why an owner's pieces may not be placed in a clearing."""
    for one in in_play(board, "forbids_placing"):
        if ban := one.forbids_placing(board, owner, at):
            return ban
    return None


def can_place(board: Board, owner: str, at: int) -> bool:
    """Return whether an owner's pieces may be placed in a clearing."""
    return bans_placing(board, owner, at) is None


def must_place(play: Play, owner: str, at: int) -> None:
    """Require that an owner's pieces may be placed in a clearing."""
    ban = bans_placing(Board(play.opening, play.table), owner, at)
    if ban is not None:
        play.require(ban.rule, False, ban.why)


def slots(board: Board, at: int) -> int:
    """Return the number of slots in a clearing: one more with the Elder Treetop (RO-L3)."""
    treetop = 1 if board.at(at, "landmark:treetop") else 0
    return land(board.setting).slots(at) + treetop if at else 0


def open_slots(board: Board, at: int) -> int:
    """Return the number of open slots in a clearing (RO-2.2.3)."""
    return slots(board, at) - board.buildings(at)


def must_have_slot(play: Play, at: int) -> None:
    """Require an open slot (RO-2.2.3)."""
    board = Board(play.opening, play.table)
    why = say("{at} has no open slot", at=Thing(f"clearing:{at}"))
    if board.at(at, RUIN):
        play.cite("RO-2.2.4")
    cite_if(play, board.at(at, RUIN), "RO-16.6.28")
    play.require("RO-2.2.3", open_slots(board, at) > 0, why)


def name_hirelings(play: Play, board: Board, *places: int) -> None:
    """Cite that hirelings count for rule, for their controllers or as separate players (RO-16.4.3-I)."""
    if any(one in HIRELINGS for at in places for one in board.owners(at)):
        play.cite("RO-16.4.3-I")
        play.cite("RO-16.6.33")


def must_rule(play: Play, rule: str, owner: str, at: int) -> None:
    """Require that a faction rules a clearing."""
    play.cite("RO-2.5")
    board = Board(play.opening, play.table)
    if board.table.where("card:soup-kitchens"):
        play.cite("RO-CARD-SOUP-KITCHENS")
    name_hirelings(play, board, at)
    play.require(rule, rules(board, owner, at), say("you must rule {at}", at=Thing(f"clearing:{at}")))
