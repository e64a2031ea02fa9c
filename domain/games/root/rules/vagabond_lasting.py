"""Lasting abilities of the Vagabonds (RO-9.2): moving without rule, no removal, battling with swords and items."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Fight, Tiers
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.pieces import kind_of, owner_of, pawn, warrior
from tablescribe.domain.games.root.rules.vagabond_items import hit as hit_item
from tablescribe.domain.games.root.rules.vagabond_items import swords, undamaged
from tablescribe.domain.games.root.rules.vagabond_relations import ally_of, ally_warriors, hit_ally
from tablescribe.domain.rules.play import Play

EFFECT_HITS = 3
"""The number of items that "remove all enemy pieces" damages (RO-9.2.2-I)."""


def ignores_rule(me: str, board: Board, owner: str, origin: int, to: int) -> bool:
    """The Vagabond moves regardless of who rules (RO-9.2.3)."""
    return owner == me


def keeps_standing(me: str, board: Board, piece: str, by: str, cause: str) -> bool:
    """The Vagabond's pawn cannot be removed (RO-9.2.2)."""
    return piece == pawn(me)


def suffers(me: str, play: Play, at: int, by: str) -> None:
    """Damage three of his items when all enemy pieces in his clearing are removed (RO-9.2.2-I)."""
    board = Board(play.opening, play.table)
    if board.at(at, pawn(me)) and board.are_enemies(by, me):
        play.cite("RO-9.2.2")
        play.cite("RO-9.2.2-I")
        play.then("items_hit", seat=board.seat_of(me), n=EFFECT_HITS)


def cap(me: str, board: Board, fight: Fight, side: str) -> int | None:
    """Limit his rolled hits to the number of his undamaged swords (RO-9.2.6)."""
    return swords(board, board.seat_of(me)) if side == me else None


def more_cap(me: str, board: Board, fight: Fight, side: str) -> int:
    """Add warriors of an ally to his limit of rolled hits (RO-9.2.9-IIc)."""
    return ally_warriors(board, fight, me) if side == me else 0


def defenceless(me: str, board: Board, fight: Fight, side: str) -> bool | None:
    """Without an undamaged sword, he is defenceless (RO-9.2.4)."""
    return not swords(board, board.seat_of(me)) if side == me else None


def rolled(me: str, play: Play, fight: Fight) -> None:
    """Cite the rules that set his hits."""
    board = Board(play.opening, play.table)
    if me in (fight.attacker, fight.defender):
        play.cite("RO-9.2.6")
    if me == fight.defender:
        play.cite("RO-AMB-15")
    if me == fight.defender and defenceless(me, board, fight, me):
        play.cite("RO-9.2.4")
    if ally_of(board, fight, me):
        play.cite("RO-9.2.9-IIc")


def targets(me: str, board: Board, fight: Fight, side: str) -> Tiers | None:
    """Hits damage his items, or remove warriors of the ally fighting for him (RO-9.2.7, RO-9.2.9-IIc)."""
    if side != me:
        return None
    ally = ally_of(board, fight, me)
    allies = (warrior(ally),) if ally and board.at(fight.at, warrior(ally)) else ()
    return ((*undamaged(board, board.seat_of(me)), *allies),)


def hit(me: str, play: Play, fight: Fight, side: str, piece: str) -> bool:
    """Take a hit on an item, or on an ally's warrior."""
    if side != me:
        return False
    if kind_of(piece) == "warrior" and owner_of(piece) != me:
        hit_ally(play, fight, me, piece)
    else:
        hit_item(play, fight, Board(play.opening, play.table).seat_of(me), piece)
    return True


def declares(me: str, board: Board, fight: Fight) -> bool:
    """Allow an ally's warriors to fight for him; their own rule checks which ally (RO-9.2.9-IIc)."""
    return fight.attacker == me and fight.how.startswith("ally:")
