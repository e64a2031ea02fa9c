"""The Birdsong of the Lizard Cult (RO-10.4): outcast suit, Lost Souls, and conspiracies paid with acolytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Loss
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.lizards import Convert, Sanctify
from tablescribe.domain.games.root.board import CARD, DOMINANCES, LOST_SOULS, SUITS, Board, clearing, supply, this
from tablescribe.domain.games.root.cards import is_dominance, suit_of
from tablescribe.domain.games.root.pieces import LIZARDS, Kind, kind_of, owner_of, warrior
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.removal import may_remove_one, remove_together
from tablescribe.domain.games.root.rules.ruling import bans_placing
from tablescribe.domain.games.root.rules.turn import action, begin, in_stage, must_play
from tablescribe.domain.games.root.standing import garden
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import discard
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

WARRIOR = warrior(LIZARDS)
ACOLYTES = "acolytes"
OUTCAST, HATED = "outcast", "hated"
"""The values for the outcast suit, and for whether it is hated."""

CONSPIRING = "birdsong"
CRUSADE = "crusade"
"""The source of a crusade's move or battle, and the counter for the clearing of the battle after its move."""

COSTS = {CRUSADE: 2, "convert": 2, "sanctify": 3}
"""The acolytes that each conspiracy costs; one less while the outcast suit is hated (RO-10.4.3)."""

RULES = {CRUSADE: "RO-10.4.3-I", "convert": "RO-10.4.3-II", "sanctify": "RO-10.4.3-III"}


def must_be_theirs(play: Play, seat: int) -> Board:
    """Require that a seat plays the Cult, and return the board; only the Cult has acolytes and rituals."""
    board = begin(play, seat)
    must_play(play, seat, LIZARDS)
    return board


# --- the outcast suit and the Lost Souls ----------------------------------------------------------


def adjust_outcast(play: Play) -> None:
    """Make the suit that leads the Lost Souls outcast; it is hated if it was before or none leads (RO-10.4.1)."""
    play.cite("RO-10.4.1")
    count: Counter[str] = Counter()
    for card, n in play.table.pieces(LOST_SOULS).items():
        if (suit := suit_of(play.opening, card)) in SUITS:
            count[suit] += n
    most = max(count.values(), default=0)
    leading = [suit for suit, n in count.items() if n == most]
    if len(leading) != 1:
        play.cite("RO-AMB-26")
    if len(leading) == 1 and leading[0] != play.table.get(OUTCAST):
        play.set(OUTCAST, leading[0])
        play.set(HATED, False)
    else:
        play.set(HATED, True)


def release_souls(play: Play) -> None:
    """Discard the Lost Souls; dominance cards go beside the map (RO-10.4.2)."""
    play.cite("RO-10.4.2")
    for card, n in play.table.pieces(LOST_SOULS).items():
        play.move(card, n, LOST_SOULS, DOMINANCES if is_dominance(play.opening, card) else discard(CARD))


# --- conspiracies (RO-10.4.3) ---------------------------------------------------------------------


def outcast_clearings(board: Board) -> list[int]:
    """Return the clearings of the outcast suit."""
    outcast = board.table.text(OUTCAST)
    return board.of_suit(outcast) if outcast in SUITS else []


def cost(board: Board, conspiracy: str) -> int:
    """Return the acolytes that a conspiracy costs; one less while the outcast suit is hated (RO-10.4.3)."""
    return COSTS[conspiracy] - bool(board.table.get(HATED))


def can_conspire(board: Board, conspiracy: str) -> bool:
    """Return whether there are enough acolytes for a conspiracy."""
    return board.table.count(ACOLYTES, WARRIOR) >= cost(board, conspiracy)


def must_conspire(play: Play, conspiracy: str, at: int) -> None:
    """Require a clearing of the outcast suit, and enough acolytes (RO-10.4.3)."""
    board = Board(play.opening, play.table)
    where = say("{at} is not of the outcast suit", at=Thing(clearing(at)))
    play.require(RULES[conspiracy], at in outcast_clearings(board), where)
    n = cost(board, conspiracy)
    play.require(
        "RO-10.4.3", can_conspire(board, conspiracy), say("this conspiracy costs {n_acolytes} acolytes", n_acolytes=n)
    )


def spend_acolytes(play: Play, conspiracy: str) -> None:
    """Return the acolytes that a conspiracy costs to the supply (RO-10.4.3)."""
    board = Board(play.opening, play.table)
    n = min(cost(board, conspiracy), play.table.count(ACOLYTES, WARRIOR))
    play.move(WARRIOR, n, ACOLYTES, supply(LIZARDS))
    play.set(this(CRUSADE), None)


@action(Convert)
def convert(play: Play, seat: int, act: Convert) -> None:
    """Convert: replace an enemy warrior with one of the Cult's own (RO-10.4.3-II)."""
    must_be_theirs(play, seat)
    in_stage(play, seat, "RO-10.4.3", CONSPIRING)
    must_conspire(play, "convert", act.at)
    must_replace(play, "RO-10.4.3-II", act.at, act.piece, "warrior")
    play.checked()
    spend_acolytes(play, "convert")
    remove_together(play, [Loss(act.piece, 1, act.at, LIZARDS, "effect")])
    place(play, WARRIOR, 1, act.at)


@action(Sanctify)
def sanctify(play: Play, seat: int, act: Sanctify) -> None:
    """Sanctify: replace an enemy building with a garden of the clearing's suit (RO-10.4.3-III)."""
    must_be_theirs(play, seat)
    board = in_stage(play, seat, "RO-10.4.3", CONSPIRING)
    must_conspire(play, "sanctify", act.at)
    new = garden(board.table.text(OUTCAST))
    play.require("RO-10.4.3-III", board.left(LIZARDS, new), say("you have no gardens of that suit left"))
    must_replace(play, "RO-10.4.3-III", act.at, act.piece, "building")
    play.checked()
    spend_acolytes(play, "sanctify")
    remove_together(play, [Loss(act.piece, 1, act.at, LIZARDS, "effect")])
    place(play, new, 1, act.at)


def must_replace(play: Play, rule: str, at: int, piece: str, kind: Kind) -> None:
    """Require an enemy piece of that kind that can be removed, and a Cult piece that can replace it (RO-AMB-37)."""
    board = Board(play.opening, play.table)
    if not board.at(at, piece):
        raise Impossible(say("{piece} is not in {at}", piece=Thing(piece), at=Thing(clearing(at))))
    enemy = kind_of(piece) == kind and board.are_enemies(LIZARDS, owner_of(piece))
    why = say("choose an enemy building") if kind == "building" else say("choose an enemy warrior")
    play.require(rule, enemy, why)
    stays = say("{piece} cannot be removed", piece=Thing(piece))
    play.require("RO-1.1.2", may_remove_one(board, piece, LIZARDS, at), stays)
    play.cite("RO-AMB-37")
    if ban := bans_placing(board, LIZARDS, at):
        play.require("RO-AMB-37" if ban.rule == "RO-6.2.2" else ban.rule, False, ban.why)


# --- crusades (RO-10.4.3-I) -----------------------------------------------------------------------


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the sources of moves and battles: a crusade, and the battle after a crusade's move."""
    if board.faction(seat) != LIZARDS or board.stage != CONSPIRING or deed not in ("move", "battle"):
        return
    if can_conspire(board, CRUSADE) or (deed == "battle" and board.done(CRUSADE)):
        yield CRUSADE


def permits(play: Play, seat: int, act: Action) -> bool:
    """Crusade: battle in an outcast clearing, or move from there and then battle (RO-10.4.3-I)."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != LIZARDS or not isinstance(act, Move | Battle) or act.by != CRUSADE:
        return False
    in_stage(play, seat, "RO-10.4.3", CONSPIRING)
    if isinstance(act, Move):
        must_conspire(play, CRUSADE, act.origin)
    elif board.done(CRUSADE) != act.at:
        must_conspire(play, CRUSADE, act.at)
    play.cite("RO-10.4.3-I")
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Spend the acolytes of a crusade; the battle after its move costs no more (RO-10.4.3-I)."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != LIZARDS or not isinstance(act, Move | Battle) or act.by != CRUSADE:
        return
    if isinstance(act, Battle) and board.done(CRUSADE) == act.at:
        play.set(this(CRUSADE), None)
        return
    spend_acolytes(play, CRUSADE)
    if isinstance(act, Move):
        play.set(this(CRUSADE), act.to)


def may_conspire(board: Board) -> bool:
    """Return whether Birdsong has a decision left: enough acolytes, or the battle after a crusade's move."""
    at = board.done(CRUSADE)
    battle = at and any(board.are_enemies(LIZARDS, owner) for owner in board.owners(at))
    return bool(battle) or can_conspire(board, CRUSADE)
