"""Taking hits (RO-4.3.4): one piece at a time; the side that takes them chooses if there is a choice."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.abilities import Fight, Loss, in_play
from tablescribe.domain.games.root.actions.core import Remove
from tablescribe.domain.games.root.board import DEALING, Board, is_by_fifth_edition
from tablescribe.domain.games.root.pieces import kind_of
from tablescribe.domain.games.root.rules.fights import (
    DEFENDER,
    EXTRA,
    IGNORED,
    ROLES,
    ROLLED,
    fight_on,
    key,
    other,
    side,
    targets,
)
from tablescribe.domain.games.root.rules.points import look_for_a_winner
from tablescribe.domain.games.root.rules.removal import event_over, let_follow, plain, read, take_away
from tablescribe.domain.games.root.rules.turn import action, awaiting
from tablescribe.domain.games.root.windows import CASUALTY
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

CHOSEN = key("chosen")  # the piece that the next hit removes
CHOOSER = key("chooser")  # the seat that chooses for both sides, if one does (RO-16.3.4-II)


@action.step("deal")
def deal(play: Play) -> None:
    """Deal both sides' hits simultaneously (RO-4.3.4). The defender's losses are resolved first."""
    play.cite("RO-4.3.4")
    play.set(DEALING, True)
    play.then("dealt")
    for role in ROLES:  # the hits on the attacker are resolved second
        dealer = other(role)
        n = play.table.number(key(ROLLED, dealer)) + play.table.number(key(EXTRA, dealer))
        play.then("hits", role=role, n=n, cause="battle", lost=[])


@action.step("dealt")
def dealt(play: Play) -> None:
    """Check for a winner once both sides have dealt their hits (RO-3.1)."""
    play.set(DEALING, None)
    look_for_a_winner(play)


@action.step("hits")
def take_hits(play: Play, *, role: str, n: int, cause: str, lost: list[dict[str, Any]]) -> None:
    """Resolve the next of `n` hits on a side. All that it loses by them is one event."""
    fight, board = fight_on(play), Board(play.opening, play.table)
    owner = side(fight, role)
    if n and key(IGNORED, role) not in play.table.values:
        for one in in_play(board, "ignores_first_hit"):
            if rule := one.ignores_first_hit(board, fight, owner):
                play.cite(rule)
                play.cite("RO-BAT-1")
                play.set(key(IGNORED, role), True)
                n -= 1
                break
    tier = next((some for some in targets(board, fight, owner) if some), ())
    if not n or not tier:
        event_over(play, [read(loss) for loss in lost])
        return
    play.then("casualty", role=role, n=n, cause=cause, lost=lost)
    if len(tier) == 1:
        play.set(CHOSEN, tier[0])
    else:
        if not board.seat_of(owner):  # a hireling without a controller
            play.cite("RO-1.1.3")
            play.cite("RO-AMB-13")
        play.ask(CASUALTY, play.table.number(CHOOSER) or board.decider(owner))


@action(Remove)
def choose(play: Play, seat: int, act: Remove) -> None:
    """Choose the piece that the next hit removes, warriors first (RO-4.3.4)."""
    fight, board = fight_on(play), Board(play.opening, play.table)
    tiers = targets(board, fight, side(fight, taking(play)))
    if act.piece not in {piece for tier in tiers for piece in tier}:
        raise Impossible(say("a hit cannot remove {piece} there", piece=Thing(act.piece)))
    first = next(tier for tier in tiers if tier)
    play.require("RO-4.3.4", act.piece in first, say("remove warriors first"))
    play.checked()
    play.set(CHOSEN, act.piece)
    play.answered(seat)


def taking(play: Play) -> str:
    """Return the role of the side that is taking hits."""
    return str(awaiting(play.table, "casualty").get("role", DEFENDER))


@action.step("casualty")
def casualty(play: Play, *, role: str, n: int, cause: str, lost: list[dict[str, Any]]) -> None:
    """Remove the chosen piece; immediate consequences come before the next hit."""
    fight, board = fight_on(play), Board(play.opening, play.table)
    piece, owner = play.table.text(CHOSEN), side(fight, role)
    play.set(CHOSEN, None)
    if piece not in {one for tier in targets(board, fight, owner) for one in tier}:
        play.then("hits", role=role, n=n, cause=cause, lost=lost)  # as played on: nothing was chosen
        return
    loss = Loss(piece, 1, fight.at, remover(board, fight, owner), cause)
    for one in in_play(board, "hit"):
        if one.hit(play, fight, owner, piece):
            allys = kind_of(piece) == "warrior" and is_by_fifth_edition(play.opening)  # it fights for a Vagabond
            play.then("hits", role=role, n=n - 1, cause=cause, lost=added(lost, loss) if allys else lost)
            return
    play.then("hits", role=role, n=n - 1, cause=cause, lost=added(lost, loss))
    take_away(play, loss)
    let_follow(play, loss)


def remover(board: Board, fight: Fight, owner: str) -> str:
    """Return who removes a side's pieces: the other side, or the Vagabond who instigated the battle (RO-16.3.4-II)."""
    return board.faction(fight.seat) if fight.how == "instigate" else fight.enemy(owner)


def added(lost: list[dict[str, Any]], loss: Loss) -> list[dict[str, Any]]:
    """Return the losses with one more added; pieces of one name are counted together."""
    rest = [one for one in lost if one["piece"] != loss.piece]
    before = sum(one["n"] for one in lost if one["piece"] == loss.piece)
    return [*rest, plain(Loss(loss.piece, before + loss.n, loss.at, loss.by, loss.cause))]
