"""The Keepers' relics (RO-15.2, RO-15.3): where they are, their values, and what happens to removed ones."""

from __future__ import annotations

from collections import Counter

from tablescribe.domain.games.root.abilities import Burden, Fight, Loss
from tablescribe.domain.games.root.actions.keepers import LayRelic
from tablescribe.domain.games.root.board import Board, catalogue_of, clearing, forest
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import KEEPERS, warrior
from tablescribe.domain.games.root.rules.turn import action, awaiting
from tablescribe.domain.games.root.standing import TYPES
from tablescribe.domain.games.root.windows import LOOSE_RELIC
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, deck_of, face_down
from tablescribe.domain.table.table import HIDDEN, Impossible
from tablescribe.domain.words.text import say

RELICS = "relics"  # the zone of recovered relics
LOOSE = "loose-relics"  # the zone of removed relics, until they are placed in a forest
WARRIOR = warrior(KEEPERS)


def identities(setting: Setting) -> dict[str, dict[str, int]]:
    """Return the relics of each type as face-down tokens."""
    return catalogue_of(setting).face_down("keepers")


def boxed(setting: Setting) -> dict[str, int]:
    """Return all relics."""
    found: dict[str, int] = {}
    for kind, relics in identities(setting).items():
        found |= deck_box(kind, relics)
    return found


def is_relic(piece: str) -> bool:
    """Return whether a piece is a relic, face up or face down."""
    return deck_of(piece) in TYPES


def relics_in(board: Board, zone: str) -> list[str]:
    """Return the names of the relics in a zone, without repeats."""
    return sorted(piece for piece in board.table.pieces(zone) if is_relic(piece))


def count(board: Board, zone: str) -> int:
    """Return the number of relics in a zone."""
    return sum(n for piece, n in board.table.pieces(zone).items() if is_relic(piece))


def value_of(piece: str) -> int:
    """Return the value of a relic; 0 while it is face down."""
    return 0 if piece.startswith(HIDDEN) else int(piece.partition(":")[2])


def columns(board: Board) -> int:
    """Return the number of complete columns of recovered relics, with one of each type."""
    kinds: Counter[str] = Counter()
    for piece, n in board.table.pieces(RELICS).items():
        kinds[deck_of(piece)] += n
    return min(kinds[kind] for kind in TYPES)


# --- set-up (RO-15.3) -----------------------------------------------------------------------------


def lay_in_forests(play: Play, seat: int) -> None:
    """Place a random relic face down in each forest (RO-15.3)."""
    for kind, relics in identities(play.opening).items():
        play.lay_deck(kind, relics)
    for name in land(play.opening).forests:
        lay_one(play, seat, name)


def lay_one(play: Play, seat: int, name: str) -> None:
    """Place a random remaining relic in a forest; its type is visible, its value is not."""
    left: dict[str | int, int] = {kind: n for kind in TYPES if (n := play.table.count(deck(kind), face_down(kind)))}
    if left:
        kind = str(play.roll("relic", left, seat, say("the relic in a forest")) if len(left) > 1 else next(iter(left)))
        play.move(face_down(kind), 1, deck(kind), forest(name))


def lay_the_rest(play: Play, seat: int) -> None:
    """Place the other relics in forests that do not touch their warriors, spread evenly (RO-15.3)."""
    lie, board = land(play.opening), Board(play.opening, play.table)
    camps = set(board.where(WARRIOR))
    far = [one for one in lie.forests if not camps & set(lie.clearings_at(one))] or list(lie.forests)
    while any(play.table.count(deck(kind), face_down(kind)) for kind in TYPES):
        fewest = min(count(board, forest(one)) for one in far)
        free: dict[str | int, int] = dict.fromkeys((one for one in far if count(board, forest(one)) == fewest), 1)
        why = say("the forest of a relic")
        name = str(play.roll("forest", free, seat, why) if len(free) > 1 else next(iter(free)))
        lay_one(play, seat, name)


# --- in moves -------------------------------------------------------------------------------------


def carries(board: Board, owner: str, at: int) -> Burden | None:
    """Each of the Keepers' warriors that moves may carry one relic (RO-15.2.4)."""
    if owner != KEEPERS:
        return None
    lie = [(piece, n) for piece, n in board.table.pieces(clearing(at)).items() if is_relic(piece) and value_of(piece)]
    return Burden("RO-15.2.4", dict(sorted(lie, key=lambda one: (-value_of(one[0]), one[0]))))


# --- in battles -----------------------------------------------------------------------------------


def ignores_first_hit(board: Board, fight: Fight, side: str) -> str | None:
    """With a relic and a warrior in the clearing, the Keepers ignore the first hit (RO-15.2.4, RO-AMB-30)."""
    holds = side == KEEPERS and count(board, clearing(fight.at)) and board.at(fight.at, WARRIOR)
    return "RO-15.2.4" if holds else None


def rolled(play: Play, fight: Fight) -> None:
    """Cite that this ability is automatic (RO-AMB-30)."""
    board = Board(play.opening, play.table)
    if ignores_first_hit(board, fight, KEEPERS) and KEEPERS in (fight.attacker, fight.defender):
        play.cite("RO-AMB-30")


def resting_place(board: Board, loss: Loss) -> str | None:
    """A removed relic goes to a forest that its remover chooses (RO-15.2.5)."""
    return LOOSE if is_relic(loss.piece) else None


def worth(board: Board, loss: Loss) -> int:
    """A removed relic scores two points in total for its remover (RO-15.2.5)."""
    return loss.n if is_relic(loss.piece) else 0


def removed(play: Play, loss: Loss) -> None:
    """Let the remover place each relic face up in any forest (RO-15.2.5)."""
    if is_relic(loss.piece):
        seat = Board(play.opening, play.table).decider(loss.by)
        for _ in range(loss.n):
            play.then("loose_relic", seat=seat, piece=loss.piece)


@action.step("loose_relic")
def loose_relic(play: Play, *, seat: int, piece: str) -> None:
    """Turn a removed relic face up, and ask for its forest."""
    play.cite("RO-15.2.5")
    if not play.table.count(LOOSE, piece):
        return
    shown = play.turn_up(LOOSE, piece, seat, say("the removed relic"))
    play.then("laid_relic", piece=shown)
    play.ask(LOOSE_RELIC, seat)


@action.step("laid_relic")
def laid_relic(play: Play, *, piece: str) -> None:
    """Do nothing; the step's arguments identify the relic for the answer."""


@action(LayRelic)
def lay_relic(play: Play, seat: int, act: LayRelic) -> None:
    """Place the removed relic in a forest (RO-15.2.5)."""
    if act.forest not in land(play.opening).forests:
        raise Impossible(say("there is no such forest"))
    play.cite("RO-15.2.5")
    play.checked()
    piece = str(awaiting(play.table, "laid_relic").get("piece", ""))
    if piece and play.table.count(LOOSE, piece):
        play.move(piece, 1, LOOSE, forest(act.forest))
    play.answered(seat)
