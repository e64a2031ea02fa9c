"""What hirelings do when hired and at the start of Birdsong, each by its card (RO-16.4.2-I, RO-16.4.2-III, RO-H)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablescribe.domain.games.root.abilities import Loss
from tablescribe.domain.games.root.board import CLEARINGS, SUITS, Board, is_by_fifth_edition
from tablescribe.domain.games.root.pieces import FACTIONS
from tablescribe.domain.games.root.reign import DOWN, ruled, side
from tablescribe.domain.games.root.rules.control import WHEN_HIRED, controlled
from tablescribe.domain.games.root.rules.hand import draw
from tablescribe.domain.games.root.rules.hireling_setup import PROMOTED
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import remove, remove_together
from tablescribe.domain.games.root.rules.tasks import (
    BATTLE,
    ENVOY,
    MOVE,
    PLACE,
    REMOVE,
    RISE,
    at_each,
    line_up,
    number,
    placing,
    removable,
    task,
)
from tablescribe.domain.games.root.rules.turn import action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say

# --- when hired (RO-16.4.2-I) ---------------------------------------------------------------------


def on_map(play: Play, key: str) -> bool:
    """Return whether a hireling has pieces on the map."""
    return Board(play.opening, play.table).has(key)


def hired(key: str, n: int, where: str) -> Callable[[Play, int], None]:
    """Return a when-hired action: if none of the hireling's pieces is on the map, place `n` warriors."""

    def when(play: Play, seat: int) -> None:
        if not on_map(play, key):
            rule = RULES_WHEN_HIRED.get(key) or number(key, "H")
            line_up(play, *(placing(seat, key, where, rule, must=True) for _ in range(n)))

    return when


def hired_uprising(play: Play, seat: int) -> None:
    """Spring Uprising, when hired with none on the map: roll the die and place a warrior (RO-H-UPRISING-H)."""
    if not on_map(play, "uprising"):
        line_up(play, placing(seat, "uprising", "anywhere", "RO-H-UPRISING-H", at=rolled(play, seat), must=True))


def hired_vault(play: Play, seat: int) -> None:
    """Vault Keepers, when hired with none on the map: place two warriors and a vault at an open slot (RO-H-VAULT-H)."""
    if not on_map(play, "vault"):
        both = {"vault:vault": 1, "vault:warrior": 2}
        line_up(play, task(seat, "vault", PLACE, "RO-H-VAULT-H", where="with_a_slot", pieces=both, must=True))


def hired_protector(play: Play, seat: int) -> None:
    """Stoic Protector, when hired and not on the map: place it where the controller has pieces (RO-H-STOIC-H)."""
    if not on_map(play, "protector"):
        line_up(play, placing(seat, "protector", "at_own_pieces", "RO-H-STOIC-H", kind="pawn", must=True))


RULES_WHEN_HIRED = {"bandits": "RO-H-GANGS-H"}

WHEN_HIRED.update({
    ("uprising", PROMOTED): hired_uprising, ("flame", PROMOTED): hired("flame", 2, "anywhere"),
    ("vault", PROMOTED): hired_vault, ("band", PROMOTED): hired("band", 1, "at_own_pieces"),
    ("prophets", PROMOTED): hired("prophets", 1, "anywhere"), ("bandits", DOWN): hired("bandits", 1, "at_own_pieces"),
    ("protector", DOWN): hired_protector,
})  # fmt: skip


def rolled(play: Play, seat: int) -> list[int]:
    """Roll the uprising die and return the clearings of that suit."""
    faces: dict[Any, int] = dict.fromkeys(SUITS, 2)
    return Board(play.opening, play.table).of_suit(
        str(play.roll("uprising die", faces, seat, say("where the uprising happens")))
    )


# --- at the start of Birdsong (RO-16.4.2-III) -----------------------------------------------------


def begin_birdsong(play: Play, seat: int) -> None:
    """Start the Birdsong actions of each hireling that a seat controls (RO-16.4.2-III)."""
    for key in reversed(controlled(Board(play.opening, play.table), seat)):
        if (key, str(play.table.get(side(key)))) in BIRDSONG:
            play.then("hireling_birdsong", seat=seat, key=key)


@action.step("hireling_birdsong")
def birdsong(play: Play, *, seat: int, key: str) -> None:
    """Carry out a hireling's action at the start of Birdsong (RO-16.4.2-III)."""
    play.cite("RO-16.4.2-III")
    BIRDSONG[key, str(play.table.get(side(key)))](play, seat)


def nobles(play: Play, seat: int) -> None:
    """Bluebird Nobles: score one point for every three clearings ruled (RO-H-NOBLES-B)."""
    board = Board(play.opening, play.table)
    for rule in ("RO-H-NOBLES-A", "RO-H-NOBLES-B"):
        play.cite(rule)
    gain(play, seat, len(ruled(board, board.faction(seat))) // 3)


def uprising(play: Play, seat: int) -> None:
    """Spring Uprising: roll; remove one there with all enemy pieces, or place one there (RO-H-UPRISING-B)."""
    play.cite("RO-H-UPRISING-B")
    more = {"at": rolled(play, seat), "where": "anywhere", "pieces": {"uprising:warrior": 1}, "must": True}
    line_up(play, task(seat, "uprising", RISE, "RO-H-UPRISING-B", **more))


def flame(play: Play, seat: int) -> None:
    """Flame Bearers: each removes an enemy piece; then place one at or adjacent to one of them (RO-H-FLAME-B)."""
    board = Board(play.opening, play.table)
    rule = "RO-H-FLAME-B"
    places = [at for at in CLEARINGS for _ in range(board.warriors("flame", at))]
    play.cite(rule)
    line_up(play, *[placing(seat, "flame", "near_bearers", rule, must=True)] * (1 if places else 2))
    at_each(play, places, task(seat, "flame", REMOVE, rule, at=[], must=True))


def flotilla(play: Play, seat: int) -> None:
    """Riverfolk Flotilla: players there may draw; it must move along a river, then may battle (RO-H-FLOTILLA-B)."""
    board, rule = Board(play.opening, play.table), "RO-H-FLOTILLA-B"
    play.cite(rule)
    for at in board.where("flotilla:pawn"):
        for one in board.in_order():
            if board.count(board.faction(one), at):
                draw(play, one, 1, say("the card of the Flotilla"))
    move = task(seat, "flotilla", MOVE, rule, river=True, free=True, must=True)
    line_up(play, move, task(seat, "flotilla", BATTLE, rule))


def protector(play: Play, seat: int) -> None:
    """Furious Protector: it must move, then each player there loses a faction warrior (RO-H-PROTECTOR-B)."""
    play.then("fury")
    line_up(play, task(seat, "protector", MOVE, "RO-H-PROTECTOR-B", free=True, must=True))


@action.step("fury")
def fury(play: Play) -> None:
    """Each player at the Furious Protector loses a faction warrior (RO-H-PROTECTOR-B)."""
    board = Board(play.opening, play.table)
    for rule in ("RO-H-PROTECTOR-A", "RO-H-PROTECTOR-B"):
        play.cite(rule)
    losses = [
        Loss(piece, 1, at, "protector", "effect")
        for at in board.where("protector:pawn") for owner in board.owners(at) if owner in FACTIONS
        for piece in removable(board, "protector", at, owner)[:1]
    ]  # fmt: skip
    if is_by_fifth_edition(play.opening):
        remove_together(play, losses)
    else:
        for loss in losses:
            remove(play, loss)


def stoic(play: Play, seat: int) -> None:
    """Stoic Protector: it must move (RO-H-STOIC-B)."""
    play.cite("RO-H-STOIC-A")
    line_up(play, task(seat, "protector", MOVE, "RO-H-STOIC-B", free=True, must=True))


def envoys(play: Play, seat: int) -> None:
    """Lizard Envoys: take a card from the top five of the discard pile (RO-H-ENVOYS)."""
    line_up(play, task(seat, "prophets", ENVOY, "RO-H-ENVOYS"))


BIRDSONG: dict[tuple[str, str], Callable[[Play, int], None]] = {
    ("dynasty", DOWN): nobles, ("uprising", PROMOTED): uprising, ("flame", PROMOTED): flame,
    ("flotilla", PROMOTED): flotilla, ("protector", PROMOTED): protector, ("protector", DOWN): stoic,
    ("prophets", DOWN): envoys,
}  # fmt: skip
