"""The Corvids' plots (RO-13.2, RO-13.7): their kinds, exposure, removal and effects."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Ban, Fight, Loss
from tablescribe.domain.games.root.actions.corvids import Admit, Deny, Expose, NoRaid, SpringRaid
from tablescribe.domain.games.root.board import (
    CLEARINGS,
    DISCARD,
    DRAW,
    SETUP,
    TURN_END,
    Board,
    catalogue_of,
    clearing,
    is_by_fifth_edition,
)
from tablescribe.domain.games.root.cards import unseen_matches
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import CORVIDS, warrior
from tablescribe.domain.games.root.rules.citing import cite_now
from tablescribe.domain.games.root.rules.hand import must_spend
from tablescribe.domain.games.root.rules.placing import place_at_each
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import is_sheltered, wipe
from tablescribe.domain.games.root.rules.ruling import adjacent
from tablescribe.domain.games.root.rules.turn import action, awaiting, begin
from tablescribe.domain.games.root.standing import open_plot
from tablescribe.domain.games.root.windows import EXPOSURE, RAID
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, hand, sealed, unseen
from tablescribe.domain.table.table import HIDDEN, Impossible
from tablescribe.domain.words.text import Thing, either, say

PLOT, FACE_DOWN = "plot", "?plot"


def identities(setting: Setting) -> dict[str, int]:
    """Return the plots as face-down tokens."""
    return catalogue_of(setting).face_down("corvids")[PLOT]


def is_plot(piece: str) -> bool:
    """Return whether a piece is a plot, face up or face down."""
    return piece == FACE_DOWN or piece.startswith("corvids:plot.")


def plot_at(board: Board, at: int) -> str:
    """Return the plot in a clearing; the empty string if there is none."""
    return next((piece for piece in board.table.pieces(clearing(at)) if is_plot(piece)), "")


def known(board: Board, at: int) -> str:
    """Return the kind of a face-down plot, if it was recorded."""
    return board.table.text(sealed(board.seat_of(CORVIDS), f"plot:{at}"))


def left(board: Board, kind: str) -> int:
    """Return how many plots of a kind are in the supply, or may be face down with their kind unrecorded."""
    placed = sum(known(board, at) == kind for at in CLEARINGS)
    return board.table.count(unseen(PLOT), f"plot:{kind}") - placed


def forget(play: Play, at: int) -> str:
    """Reveal and clear the recorded kind of a face-down plot, and return it."""
    seat = Board(play.opening, play.table).seat_of(CORVIDS)
    key = f"plot:{at}"
    if sealed(seat, key) not in play.table.values:
        return ""
    kind = str(play.unseal(seat, key) or "")
    play.set(key, None)
    return kind


def turn_up(play: Play, at: int, kind: str) -> None:
    """Turn a face-down plot face up."""
    forget(play, at)
    play.reveal(clearing(at), PLOT, f"plot:{kind}")
    play.turn(clearing(at), f"plot:{kind}", open_plot(kind))


def put_back(play: Play, zone: str, kind: str) -> None:
    """Return a face-up plot to the supply, face down."""
    play.turn(zone, open_plot(kind), f"plot:{kind}")
    play.conceal(zone, PLOT, f"plot:{kind}")
    play.move(FACE_DOWN, 1, zone, deck(PLOT))


# --- what they do (RO-13.7) -----------------------------------------------------------------------


def take_effect(play: Play, seat: int, at: int, kind: str) -> None:
    """Apply a flipped plot: a bomb removes enemies and itself (RO-13.7.1), extortion takes cards (RO-13.7.3)."""
    if kind == "bomb":
        play.cite("RO-13.7.1")
        play.then("bomb_gone", at=at)
        wipe(play, [at], CORVIDS, "effect:RO-13.7.1")
    elif kind == "snare":
        play.cite("RO-13.7.2")
    elif kind == "extortion":
        play.cite("RO-13.7.3")
        board = Board(play.opening, play.table)
        for key, other in board.factions.items():
            victim = board.are_enemies(CORVIDS, key) and board.count(key, at)
            if victim and board.hand(other):
                play.cite("RO-AMB-27")
                extorted = play.pick(hand(other), other, say("the extorted card"), secret=True)
                play.move(extorted, 1, hand(other), hand(seat))


@action.step("bomb_gone")
def bomb_gone(play: Play, *, at: int) -> None:
    """Remove the bomb itself (RO-13.7.1)."""
    if play.table.count(clearing(at), open_plot("bomb")):
        put_back(play, clearing(at), "bomb")


def forbids_leaving(board: Board, owner: str, origin: int, n: int) -> Ban | None:
    """Forbid enemies to move out of a snare's clearing (RO-13.7.2)."""
    return _snared(board, owner, origin)


def forbids_placing(board: Board, owner: str, at: int) -> Ban | None:
    """Forbid enemies to place pieces in a snare's clearing (RO-13.7.2)."""
    return _snared(board, owner, at)


def _snared(board: Board, owner: str, at: int) -> Ban | None:
    snared = at and board.at(at, open_plot("snare")) and owner and board.are_enemies(CORVIDS, owner)
    return Ban("RO-13.7.2", say("there is a snare there")) if snared else None


def resting_place(board: Board, loss: Loss) -> str | None:
    """Return a removed plot to the supply of plots."""
    return deck(PLOT) if is_plot(loss.piece) else None


def removed(play: Play, loss: Loss) -> None:
    """Turn a removed plot face down; a raid, on either side, places warriors in adjacent clearings (RO-13.7.4)."""
    if not is_plot(loss.piece):
        return
    kind = loss.piece.partition(".")[2]
    if kind:
        play.turn(deck(PLOT), loss.piece, f"plot:{kind}")
        play.conceal(deck(PLOT), PLOT, f"plot:{kind}")
    recorded = kind or forget(play, loss.at)
    if recorded == "raid":
        play.then("raid", at=loss.at)
    elif not recorded and left(Board(play.opening, play.table), "raid"):
        play.then("was_it_a_raid", at=loss.at)


@action.step("was_it_a_raid")
def was_it_a_raid(play: Play, *, at: int) -> None:
    """Ask whether a plot removed face down was a raid (RO-13.7.4)."""
    play.then("raid_told", at=at)
    play.ask(RAID, Board(play.opening, play.table).seat_of(CORVIDS))


@action.step("raid_told")
def raid_told(play: Play, *, at: int) -> None:
    """Do nothing; the step's arguments identify the clearing for the answer."""


@action(SpringRaid)
def spring_raid(play: Play, seat: int, act: SpringRaid) -> None:
    """Declare that the removed plot was a raid (RO-13.7.4)."""
    at = int(awaiting(play.table, "raid_told").get("at", 0))
    play.require(
        "RO-13.7.4", left(Board(play.opening, play.table), "raid"), say("the removed plot cannot have been a raid")
    )
    play.checked()
    play.answered(seat)
    if at:
        play.then("raid", at=at)


@action(NoRaid)
def no_raid(play: Play, seat: int, act: NoRaid) -> None:
    """Declare that the removed plot was not a raid."""
    play.checked()
    play.answered(seat)


@action.step("raid")
def raid(play: Play, *, at: int) -> None:
    """Place a warrior in each adjacent clearing (RO-13.7.4)."""
    play.cite("RO-13.7.4")
    board = Board(play.opening, play.table)
    beside = sorted(adjacent(board, CORVIDS, at))
    if not is_by_fifth_edition(play.opening):  # rivers that are paths for the Corvids were left out
        beside = list(by_path(land(play.opening), play.table, at))
    place_at_each(play, board.seat_of(CORVIDS), warrior(CORVIDS), beside)


# --- exposure (RO-13.2.4) -------------------------------------------------------------------------


@action(Expose)
def expose(play: Play, seat: int, act: Expose) -> None:
    """Guess a face-down plot before drawing in Evening, showing a card of the clearing's suit (RO-13.2.4)."""
    board = begin(play, seat)
    other = board.seat_of(CORVIDS)
    if not other or not board.at(act.at, FACE_DOWN):
        none = say("there is no facedown plot in {at}", at=Thing(clearing(act.at)))
        play.require("RO-13.2.4", False, none)
        raise Impossible(none)
    in_time = board.stage not in (DRAW, DISCARD, TURN_END, SETUP)
    cite_now(play, "RO-AMB-36")
    play.require("RO-13.2.4", in_time, say("you can expose plots only before drawing in Evening"))
    me = board.faction(seat)
    play.require("RO-13.2.4", board.are_enemies(me, CORVIDS), say("only enemies of the Corvids can expose plots"))
    play.require("RO-13.2.4", board.count(me, act.at), say("you need a piece of your faction there"))
    if is_by_fifth_edition(play.opening) and is_sheltered(board, FACE_DOWN, me, act.at):
        play.require("RO-H-STOIC-A", False, say("the Stoic Protector defends them"))
    must_show_the_corvids(play, seat, act.card, board.suits(act.at))
    could_be = known(board, act.at) or board.table.count(unseen(PLOT), f"plot:{act.plot}")  # as far as anybody sees
    play.require("RO-13.2.4", could_be, say("the plot there cannot be that one"))
    play.checked()
    play.then("exposed", seat=seat, at=act.at, card=act.card, plot=act.plot)
    if kind := known(board, act.at):
        settle_exposure(play, right=kind == act.plot)
    else:
        play.then("guess", seat=other)


def must_show_the_corvids(play: Play, seat: int, card: str, suits: tuple[str, ...]) -> None:
    """Require a matching card to show to the Corvids alone (RO-16.6.27); an unseen card stays `?card`."""
    if not card.startswith(HIDDEN):
        must_spend(play, seat, "RO-13.2.4", card, *suits)
        return
    must_hold(play, seat, card)
    play.cite("RO-16.6.27")
    fits = unseen_matches(Board(play.opening, play.table), *suits)
    why = say("you need a card of {suits}", suits=either(Thing(f"suit-of:{one}") for one in suits))
    play.require("RO-13.2.4", fits, why)


@action.step("guess")
def guess(play: Play, *, seat: int) -> None:
    """Ask the Corvids whether the guess is right."""
    play.ask(EXPOSURE, seat)


@action.step("exposed")
def exposed(play: Play, *, seat: int, at: int, card: str, plot: str) -> None:
    """Do nothing; the step's arguments hold the guess for the answer."""


def settle_exposure(play: Play, *, right: bool) -> None:
    """Remove the plot without effect for a point, or give the Corvids the shown card (RO-13.2.4)."""
    asked = awaiting(play.table, "exposed")
    if not asked:
        return
    seat, at, card, kind = int(asked["seat"]), int(asked["at"]), str(asked["card"]), str(asked["plot"])
    play.cite("RO-13.2.4")
    if not right:
        lay(play, seat, card, hand(Board(play.opening, play.table).seat_of(CORVIDS)))
    elif play.table.count(clearing(at), FACE_DOWN):
        turn_up(play, at, kind)
        put_back(play, clearing(at), kind)
        gain(play, seat, 1, "RO-13.2.4")


@action(Admit)
def admit(play: Play, seat: int, act: Admit) -> None:
    """Confirm the guess (RO-13.2.4)."""
    kind = str(awaiting(play.table, "exposed").get("plot", ""))
    could_be = left(Board(play.opening, play.table), kind)
    play.require("RO-13.2.4", could_be, say("the plot there cannot be that one"))
    play.checked()
    if could_be:
        settle_exposure(play, right=True)
    play.answered(seat)


@action(Deny)
def deny(play: Play, seat: int, act: Deny) -> None:
    """Say that the guess is wrong (RO-13.2.4)."""
    play.checked()
    settle_exposure(play, right=False)
    play.answered(seat)


# --- in battles -----------------------------------------------------------------------------------


def extra_hits(board: Board, fight: Fight, side: str) -> int:
    """As defender at one of their face-down plots, the Corvids deal an extra hit (RO-13.2.5)."""
    return int(side == CORVIDS == fight.defender and board.at(fight.at, FACE_DOWN) > 0)


def rolled(play: Play, fight: Fight) -> None:
    """Cite the extra hit (RO-13.2.5)."""
    if extra_hits(Board(play.opening, play.table), fight, CORVIDS):
        play.cite("RO-13.2.5")
