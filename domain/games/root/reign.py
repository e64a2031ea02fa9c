"""Rule of clearings (RO-2.5), including the abilities of factions, hirelings and crafted cards."""

from __future__ import annotations

from tablescribe.domain.games.root.board import BURROW, CLEARINGS, DAYLIGHT, EVENING, Board, clearing
from tablescribe.domain.games.root.pieces import DUCHY, EYRIE, LIZARDS, RIVERFOLK, kind_of, owner_of, warrior
from tablescribe.domain.games.root.standing import GARDENS
from tablescribe.domain.table.names import named

DOWN = "demoted"
SOUP_KITCHENS = "card:soup-kitchens"
MERCENARIES = "mercenaries"
"""The counter of mercenaries bought as a service this turn."""


side = named("side:")  # the key of the face-up side of a hireling's card, while it is in play


def side_of(board: Board, owner: str) -> str:
    """Return the side that an owner's pieces count for; a controlled hireling's is its controller (RO-16.4.3-I)."""
    if owner in board.factions:
        return owner
    seat = board.seat_of(owner)
    return board.faction(seat) if seat else owner


def strength(board: Board, at: int) -> dict[str, int]:
    """Return the number of warriors and buildings that count for each side's rule of a clearing (RO-2.5)."""
    count: dict[str, int] = {}
    for piece, n in board.table.zones.get(clearing(at), {}).items():
        if kind_of(piece) in ("warrior", "building"):
            ruling = side_of(board, owner_of(piece))
            count[ruling] = count.get(ruling, 0) + n
    for key in board.factions:
        if more := _fed(board, key, at) + _hired(board, key, at):
            count[key] = count.get(key, 0) + more
    return count


def ruler(board: Board, at: int) -> str:
    """Return the ruler of a clearing, a faction or uncontrolled hireling; the empty string if none rules (RO-2.5)."""
    return board.once(("ruler", at), lambda: _ruler(board, at))


def _ruler(board: Board, at: int) -> str:
    for side in board.factions:
        if _claims(board, side, at):
            return side
    count = strength(board, at)
    most = max(count.values(), default=0)
    if not most:
        tied = []
    else:
        tied = sorted(side for side, n in count.items() if n == most)
        if len(tied) == 1:
            return tied[0]
    winning = [side for side in tied if _wins_ties(board, side, at)]
    return winning[0] if len(winning) == 1 else ""


def rules(board: Board, owner: str, at: int) -> bool:
    """Return whether a faction, or the faction that controls a hireling, rules a clearing."""
    return ruler(board, at) == side_of(board, owner) != ""


def ruled(board: Board, owner: str) -> list[int]:
    """Return the clearings that a faction rules."""
    return [at for at in CLEARINGS if rules(board, owner, at)]


# --- abilities ------------------------------------------------------------------------------------


def _claims(board: Board, side: str, at: int) -> bool:
    """Return whether a side rules a clearing regardless of other pieces.

    The Duchy always rules the Burrow (RO-12.2.2). Pilgrims: the Cult rules any clearing with a garden (RO-10.2.4).
    """
    return (side == DUCHY and at == BURROW) or (side == LIZARDS and has_garden(board, at))


def has_garden(board: Board, at: int) -> bool:
    """Return whether a clearing contains a garden."""
    return any(board.at(at, one) for one in GARDENS)


def _wins_ties(board: Board, side: str, at: int) -> bool:
    """Return whether a side rules clearings in which it ties for most.

    Lords of the Forest: the Eyrie rules tied clearings where it has a piece (RO-7.2.2). The controller of the Bluebird
    Nobles rules all tied clearings (RO-H-NOBLES-A).
    """
    if side == EYRIE and EYRIE in board.factions and board.count(EYRIE, at):
        return True
    return is_controllers(board, side, "dynasty")


def _fed(board: Board, side: str, at: int) -> int:
    """Soup Kitchens: a faction's own tokens count two each for its rule (RO-CARD-SOUP-KITCHENS)."""
    return 2 * board.count(side, at, "token") if has(board, side, SOUP_KITCHENS) else 0


def _hired(board: Board, side: str, at: int) -> int:
    """Mercenaries count for the rule of the faction that hired them, and not for the Riverfolk (RO-11.2.7-III)."""
    hired_by = employer(board) if RIVERFOLK in board.factions else ""
    if not hired_by or side not in (hired_by, RIVERFOLK):
        return 0
    there = board.at(at, warrior(RIVERFOLK))
    return there if side == hired_by else -there


def has(board: Board, owner: str, card: str) -> bool:
    """Return whether a faction has crafted a card; hirelings have none (RO-16.4.3-V)."""
    return owner in board.factions and board.has_crafted(board.factions[owner], card)


def employer(board: Board) -> str:
    """Return the faction that hires the Riverfolk as mercenaries now; the empty string if none does."""
    hired = board.done(MERCENARIES) and board.phase in (DAYLIGHT, EVENING)
    return board.faction(board.turn) if hired else ""


def is_demoted(board: Board, key: str) -> bool:
    """Return whether a hireling is in play with its demoted side up."""
    return board.table.get(side(key)) == DOWN


def is_controllers(board: Board, owner: str, key: str) -> bool:
    """Return whether a side is the faction that controls a hireling with its demoted side up."""
    return is_demoted(board, key) and bool(board.seat_of(key)) and board.faction(board.seat_of(key)) == owner
