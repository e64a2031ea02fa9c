"""Doubtful moves and removals in a log, noted with the rule that they break."""

from __future__ import annotations

from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import DUCHY, MARQUISE, RIVERFOLK, kind_of, warrior
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rootlog.saying import Saying
from tablescribe.domain.games.root.rules.ruling import ways
from tablescribe.domain.words.text import Thing, say

BOATS, TUNNELS, PLANNERS = "card:boat-builders", "card:tunnels", "card:corvid-planners"


def doubt_journey(says: Saying, owner: str, piece: str, n: int, src: str, dst: str) -> None:
    """Note a move between clearings that are not joined (RO-4.2), or without ruling either (RO-4.2.1)."""
    origin, to = _number(src), _number(dst)
    board = says.board
    fought = says.owner != MARQUISE or says.play.table.text("this:battle").endswith(f"@{src}")
    if owner == MARQUISE and board.at(to, "marquise:keep") and fought:
        says.play.cite("RO-6.2.3")
        return
    ends = {"origin": Thing(src), "to": Thing(dst)}
    joined = is_joined(board, says.seat, owner, origin, to)
    says.play.require("RO-4.2", joined, say("by this log, no path or river leads from {origin} to {to}", **ends))
    mover = board.seat_of(owner)
    if mover != says.seat or owner in ("corvids",) or board.has_crafted(mover, PLANNERS):
        return
    if owner == RIVERFOLK and to in land(board.setting).rivers(origin):
        return
    ruled = rules(board, owner, origin) or rules(board, owner, to)
    says.play.require("RO-4.2.1", ruled, say("you must rule {origin} or {to}", **ends))


def is_joined(board: Board, seat: int, owner: str, origin: int, to: int) -> bool:
    """Return whether two clearings are joined for an owner by a path, river, lake, tunnels, a card or the Ferry."""
    if 0 in (origin, to):
        return owner == DUCHY and bool(board.at(origin or to, "duchy:tunnel"))
    if to in ways(board, owner, origin):
        return True
    where, mover = land(board.setting), board.seat_of(owner)
    afloat = owner == RIVERFOLK or board.has_crafted(mover, BOATS) or bool(board.done("paid"))
    if afloat and (to in where.rivers(origin) or {origin, to} <= set(where.coastal)):
        return True
    if board.at(origin, "landmark:ferry") or board.at(to, "landmark:ferry"):
        return {origin, to} <= set(where.coastal) or to in where.rivers(origin)
    return board.has_crafted(mover, TUNNELS) and all(_can_craft_there(board, owner, at) for at in (origin, to))


def _can_craft_there(board: Board, owner: str, at: int) -> bool:
    crafting = ("building", "token")
    return any(kind_of(piece) in crafting for piece, _ in board.pieces(owner, at))


def doubt_order(says: Saying, owner: str, piece: str, zone: str) -> None:
    """Note a building or token removed in battle before a warrior of its owner (RO-4.3.4)."""
    fought = says.play.table.text("this:battle")
    if fought != f"{owner}@{zone}" or kind_of(piece) not in ("building", "token"):
        return
    left = says.play.table.count(zone, warrior(owner))
    says.play.require(
        "RO-4.3.4", not left, say("{piece} was removed while warriors were still there", piece=Thing(piece))
    )


def _number(zone: str) -> int:
    return int(zone.removeprefix("clearing:"))
