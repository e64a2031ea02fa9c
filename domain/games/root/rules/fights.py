"""The battle in progress as stored on the table, and the strength of its sides."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Fight, Tiers, in_play
from tablescribe.domain.games.root.board import BATTLE, Board, is_by_fifth_edition
from tablescribe.domain.games.root.pieces import kind_of
from tablescribe.domain.games.root.rules.removal import is_sheltered
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Table

ATTACKER, DEFENDER = ROLES = ("attacker", "defender")
ROLLED, EXTRA, IGNORED = "rolled", "extra", "ignored"


def key(name: str, role: str = "") -> str:
    """Return the key of a battle value, for one side if a role is given: `rolled` are the hits it deals."""
    return f"{BATTLE}{name}:{role}" if role else f"{BATTLE}{name}"


def begin_fight(play: Play, fight: Fight) -> None:
    """Store a battle that begins."""
    for one in sorted(one for one in play.table.values if one.startswith(BATTLE)):
        play.set(one, None)
    play.set(key("at"), fight.at)
    play.set(key(ATTACKER), fight.attacker)
    play.set(key(DEFENDER), fight.defender)
    play.set(key("seat"), fight.seat)
    play.set(key("how"), fight.how or None)


def read_fight(table: Table) -> Fight:
    """Return the battle in progress; an empty one if there is none."""
    return Fight(
        table.number(key("at")), table.text(key(ATTACKER)), table.text(key(DEFENDER)), table.number(key("seat")),
        table.text(key("how")),
    )  # fmt: skip


def fight_on(play: Play) -> Fight:
    """Return the battle in progress."""
    return read_fight(play.table)


def side(fight: Fight, role: str) -> str:
    """Return the attacking or defending faction or hireling."""
    return fight.attacker if role == ATTACKER else fight.defender


def role_of(fight: Fight, owner: str) -> str:
    """Return the role of a faction or hireling in the battle; the empty string if it has none."""
    return ATTACKER if owner == fight.attacker else DEFENDER if owner == fight.defender else ""


def other(role: str) -> str:
    """Return the other role."""
    return DEFENDER if role == ATTACKER else ATTACKER


def targets(board: Board, fight: Fight, owner: str) -> Tiers:
    """Return what hits on a side remove: warriors first, then buildings and tokens (RO-4.3.4)."""
    for one in in_play(board, "targets"):
        if (tiers := one.targets(board, fight, owner)) is not None:
            return tiers
    there = [piece for piece, _ in board.pieces(owner, fight.at) if stands(board, piece, fight, owner)]
    first = tuple(piece for piece in there if kind_of(piece) == "warrior")
    rest = tuple(piece for piece in there if kind_of(piece) in ("building", "token"))
    return first, rest


def stands(board: Board, piece: str, fight: Fight, owner: str) -> bool:
    """Return whether a side's piece can be removed in battle.

    In the first four editions, hits removed sheltered pieces of an attacker too (RO-H-STOIC-A).
    """
    by = fight.enemy(owner)
    if is_by_fifth_edition(board.setting) and is_sheltered(board, piece, by, fight.at):
        return False
    return not any(one.keeps_standing(board, piece, by, "battle") for one in in_play(board, "keeps_standing"))


def fighters(board: Board, fight: Fight, owner: str) -> bool:
    """Return whether a side has a warrior or pawn to battle with, including pieces treated as its own (RO-4.3)."""
    return bool(board.count(owner, fight.at, "warrior", "pawn") or extra_cap(board, fight, owner))


def extra_cap(board: Board, fight: Fight, owner: str) -> int:
    """Return the number of rolled hits a side may deal beyond its own warriors (allies, mercenaries)."""
    return sum(one.more_cap(board, fight, owner) for one in in_play(board, "more_cap"))


def cap(board: Board, fight: Fight, owner: str) -> int:
    """Return the limit of a side's rolled hits: the number of its warriors there (RO-4.3.2-I)."""
    more = extra_cap(board, fight, owner) + board.table.number(key("cap", role_of(fight, owner)))
    for one in in_play(board, "cap"):
        if (most := one.cap(board, fight, owner)) is not None:
            return most + more
    return board.warriors(owner, fight.at) + more


def is_defenceless(board: Board, fight: Fight, owner: str) -> bool:
    """Return whether a side has no warriors there (RO-4.3.3-II)."""
    for one in in_play(board, "defenceless"):
        if (answer := one.defenceless(board, fight, owner)) is not None:
            return answer
    return not board.warriors(owner, fight.at)
