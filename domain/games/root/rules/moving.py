"""Moving (RO-4.2): the requirements for every move of warriors, and what follows it."""

from __future__ import annotations

from collections import Counter

from tablescribe.domain.games.root.abilities import Burden, Journey, in_play
from tablescribe.domain.games.root.actions.core import Move, loaded
from tablescribe.domain.games.root.board import Board, clearing, is_first_edition
from tablescribe.domain.games.root.land import link
from tablescribe.domain.games.root.paths import is_closed, land
from tablescribe.domain.games.root.pieces import is_warrior, warrior
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rules.citing import cite_if
from tablescribe.domain.games.root.rules.ruling import more_ways, name_hirelings, ways
from tablescribe.domain.games.root.rules.turn import action, begin
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say


@action(Move)
def move(play: Play, seat: int, act: Move) -> None:
    """Move warriors from one clearing to an adjacent one (RO-4.2)."""
    board = begin(play, seat)
    permit(play, seat, act)
    owner = board.faction(seat)
    journey = must_travel(play, seat, owner, act.origin, act.to, {warrior(owner): act.n}, way=act.how, load=act.load)
    play.checked()
    spend(play, seat, act)
    travel(play, journey)


def permit(play: Play, seat: int, act: Action) -> None:
    """Require a source that allows this action now: the faction's own turn, a card, a hireling."""
    board = Board(play.opening, play.table)
    allowed = [one.permits(play, seat, act) for one in in_play(board, "permits")]
    cite_if(play, False, "RO-1.4.1")
    if not any(allowed):
        play.require("RO-1.4.1", False, say("you cannot do that in this part of the turn"))


def spend(play: Play, seat: int, act: Action) -> None:
    """Record the cost of an action."""
    for one in in_play(Board(play.opening, play.table), "spends"):
        one.spends(play, seat, act)


# --- requirements of a move -----------------------------------------------------------------------


def must_travel(
    play: Play, seat: int, owner: str, origin: int, to: int, pieces: dict[str, int], *, way: str = "",
    without_rule: bool = False, load: str = "",
) -> Journey:  # fmt: skip
    """Require that an owner's pieces may move from a clearing to an adjacent one, and return the journey.

    Args:
        play: the action.
        seat: the seat that moves them.
        owner: the owner of the pieces.
        origin: the clearing they leave, and `to`: the one they enter.
        pieces: the kinds of pieces and how many of each.
        way: how they move, if several ways lead there (`river`, `ferry`).
        without_rule: whether the move is allowed without ruling either clearing.
        load: the pieces that the warriors carry.
    """
    board = Board(play.opening, play.table)
    for piece, n in pieces.items():
        if board.at(origin, piece) < n:
            raise Impossible(
                say("there are not that many {piece} in {at}", piece=Thing(piece), at=Thing(clearing(origin)))
            )
    if origin == to:
        raise Impossible(say("a move must end in another clearing"))
    warriors = sum(n for piece, n in pieces.items() if is_warrior(piece))
    carried = must_carry(play, owner, origin, warriors, load)
    found = ways(board, owner, origin)
    ends = {"origin": Thing(clearing(origin)), "to": Thing(clearing(to))}
    goes = to in found and (way in ("", found[to]) or (to, way) in more_ways(board, owner, origin))
    lie = land(board.setting)
    if link(origin, to) in lie.closed or (lie.closed and is_first_edition(board.setting)):
        closed = is_closed(play.table, origin, to) and not goes
        play.require("RO-16.2.3-II", not closed, say("the path between {origin} and {to} is closed", **ends))
    river = to in lie.rivers(origin)
    if not goes and not is_first_edition(board.setting):
        must_be_carried(play, owner, origin, to, way)
    cite_if(play, river, "RO-2.3")
    if river and not goes:
        play.require("RO-2.3", False, say("a river is not a path for you"))
    play.require("RO-4.2", goes or river, say("{to} is not adjacent to {origin}", **ends))
    along = way or found.get(to, "path")
    must_leave_and_enter(play, owner, origin, to, sum(pieces.values()))
    must_rule_one(play, owner, origin, to, without_rule=without_rule)
    return Journey(seat, owner, origin, to, {**pieces, **carried}, along)


def must_be_carried(play: Play, owner: str, origin: int, to: int, way: str) -> None:
    """Require that the named transport goes there now: the Ferry may be elsewhere, or used already."""
    board = Board(play.opening, play.table)
    for one in in_play(board, "misses"):
        if ban := one.misses(board, owner, origin, to, way):
            play.require(ban.rule, False, ban.why)


def must_carry(play: Play, owner: str, origin: int, n: int, load: str) -> dict[str, int]:
    """Require that this many of an owner's warriors can carry a load, and return its pieces.

    Raises:
        Impossible: the pieces are not in that clearing.
    """
    if not load:
        return {}
    board = Board(play.opening, play.table)
    carried = Counter(loaded(load))
    for piece, k in carried.items():
        if board.at(origin, piece) < k:
            raise Impossible(say("{relic} is not there", relic=Thing(piece)))
    found = burden(board, owner, origin)
    if found is None:
        play.require("RO-4.2", False, say("these pieces cannot carry relics"))
    else:
        play.require(found.rule, carried.total() <= n, say("each warrior can carry only one relic"))
    return {piece: carried[piece] for piece in sorted(carried)}


def burden(board: Board, owner: str, at: int) -> Burden | None:
    """Return what an owner's warriors may carry from a clearing."""
    found = (one.carries(board, owner, at) for one in in_play(board, "carries"))
    return next((one for one in found if one is not None), None)


def loads(board: Board, owner: str, at: int, n: int) -> list[str]:
    """Return the loads to offer for this many warriors: none, each piece alone, and as much as they can carry."""
    found = burden(board, owner, at)
    if found is None or not n:
        return [""]
    most = [piece for piece, k in found.pieces.items() for _ in range(k)][:n]
    return list(dict.fromkeys(["", *found.pieces, ",".join(sorted(most))]))


def ways_to(board: Board, owner: str, origin: int, to: int) -> set[str]:
    """Return all ways in which an owner's pieces may move between two clearings."""
    found = {way for at, way in more_ways(board, owner, origin) if at == to}
    return found | {way for at, way in ways(board, owner, origin).items() if at == to}


def must_leave_and_enter(play: Play, owner: str, origin: int, to: int, n: int = 1) -> None:
    """Require that no rule stops `n` warriors or pawns from leaving or entering."""
    board = Board(play.opening, play.table)
    for one in in_play(board, "forbids_leaving", "forbids_entering"):
        for ban in (one.forbids_leaving(board, owner, origin, n), one.forbids_entering(board, owner, to)):
            if ban is not None:
                play.require(ban.rule, False, ban.why)


def must_rule_one(play: Play, owner: str, origin: int, to: int, *, without_rule: bool = False) -> None:
    """Require that the mover rules the origin or the destination (RO-4.2.1)."""
    board = Board(play.opening, play.table)
    if without_rule or any(one.ignores_rule(board, owner, origin, to) for one in in_play(board, "ignores_rule")):
        return
    name_hirelings(play, board, origin, to)
    one = rules(board, owner, origin) or rules(board, owner, to)
    ends = {"origin": Thing(clearing(origin)), "to": Thing(clearing(to))}
    play.require("RO-4.2.1", one, say("you must rule {origin} or {to}", **ends))


# --- moving ---------------------------------------------------------------------------------------


def travel(play: Play, journey: Journey) -> None:
    """Move the pieces, and queue what follows (Outrage, bandits, the Ferry)."""
    play.cite("RO-4.2")
    cite_if(play, False, "RO-16.6.2", "RO-4.2.2")
    for piece, n in journey.pieces.items():
        play.move(piece, n, clearing(journey.origin), clearing(journey.to))
    moved(play, journey)


def moved(play: Play, journey: Journey) -> None:
    """Queue what follows a move."""
    for one in reversed(in_play(Board(play.opening, play.table), "moved")):
        one.moved(play, journey)


def warriors_in(journey: Journey) -> int:
    """Return the number of warriors that moved."""
    return sum(n for piece, n in journey.pieces.items() if is_warrior(piece))
