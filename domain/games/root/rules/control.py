"""Control of hirelings: gained at markers on the score track, passed on when control markers run out (RO-16.4.1)."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.root.actions.hirelings import HandOn, TakeHireling
from tablescribe.domain.games.root.board import TURN_END, Board, catalogue_of, controller, dominance, options_of, this
from tablescribe.domain.games.root.pieces import HIRELINGS
from tablescribe.domain.games.root.reign import is_demoted, side
from tablescribe.domain.games.root.rules.hireling_setup import PROMOTED, marker
from tablescribe.domain.games.root.rules.turn import action, awaiting
from tablescribe.domain.games.root.windows import HAND_ON, NEW_HIRELING
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import named, numbered
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

WHEN_HIRED: dict[tuple[str, str], Callable[[Play, int], None]] = {}
"""When-hired actions of hirelings, by key and side (RO-16.4.2-I)."""


markers = named("markers:")  # the key of the number of control markers on a hireling's card
owed = numbered("owed:")  # the key of the number of hireling markers a seat has taken and not used yet


def is_promoted(board: Board, key: str) -> bool:
    """Return whether a hireling is in play with its promoted side up."""
    return board.table.get(side(key)) == PROMOTED


def controlled(board: Board, seat: int) -> list[str]:
    """Return the hirelings that a seat controls."""
    return [key for key in HIRELINGS if board.table.number(controller(key)) == seat]


def has_demoted(board: Board, seat: int, key: str) -> bool:
    """Return whether a seat controls a hireling that shows its demoted side."""
    return bool(seat) and is_demoted(board, key) and board.seat_of(key) == seat


def in_supply(board: Board) -> list[str]:
    """Return the hirelings in the supply, without a controller."""
    return [key for key in HIRELINGS if board.table.get(side(key)) and not board.seat_of(key)]


# --- gaining from the supply (RO-16.4.1-I) --------------------------------------------------------


def scored(play: Play, seat: int, before: int, after: int) -> None:
    """Take the hireling marker of a space that a score marker enters (RO-16.4.1-I, RO-AMB-6)."""
    for space in catalogue_of(play.opening).hireling_spaces:
        entered = before < space <= after if options_of(play.opening).hireling_pass else after == space
        if entered and play.table.get(marker(space)):
            play.cite("RO-16.4.1-I")
            play.cite("RO-AMB-6")
            play.set(marker(space), None)
            play.add(owed(seat), 1)


def enter(play: Play, seat: int, stage: str) -> None:
    """At the end of a turn, remove control markers and pass cards on, then gain new cards (RO-16.4.1, RO-AMB-7)."""
    if stage == TURN_END and any(play.table.get(side(key)) for key in HIRELINGS):
        play.then("hirelings_gain", seat=seat)
        play.then("hirelings_decay", seat=seat)


@action.step("hirelings_gain")
def gain_what_is_owed(play: Play, *, seat: int) -> None:
    """Take a hireling card for each marker taken, while the supply lasts (RO-16.4.1-I)."""
    board = Board(play.opening, play.table)
    left = in_supply(board)
    if not play.table.number(owed(seat)) or not left:
        return
    play.then("hirelings_gain", seat=seat)
    play.set(owed(seat), play.table.number(owed(seat)) - 1 or None)
    if len(left) == 1:
        gain_control(play, seat, left[0])
    else:
        play.ask(NEW_HIRELING, seat)


@action(TakeHireling)
def take_hireling(play: Play, seat: int, act: TakeHireling) -> None:
    """Take any hireling card from the supply (RO-16.4.1-I)."""
    board = Board(play.opening, play.table)
    there = act.hireling in in_supply(board)
    play.require("RO-16.4.1-I", there, say("{hireling} is not in the supply", hireling=Thing(act.hireling)))
    if not board.table.get(side(act.hireling)):
        raise Impossible(say("{hireling} is not in play", hireling=Thing(act.hireling)))
    play.checked()
    play.cite("RO-16.4.1-I")
    gain_control(play, seat, act.hireling)
    play.answered(seat)


def gain_control(play: Play, seat: int, key: str) -> None:
    """Roll for control of a hireling, and carry out its when-hired action (RO-16.4.1-II, RO-16.4.2-I)."""
    play.cite("RO-16.4.1-II")
    play.set(controller(key), seat)
    play.set(this(f"gained:{key}"), 1)
    shown: dict[Outcome, int] = {}
    for face in catalogue_of(play.opening).control_die.faces:
        pips = face.gold if leads(play, seat) else face.all
        shown[pips] = shown.get(pips, 0) + face.sides
    play.set(markers(key), int(play.roll("control", shown, seat, say("control of {hireling}", hireling=Thing(key)))))
    when = WHEN_HIRED.get((key, str(play.table.get(side(key)))))
    if when is not None:
        play.cite("RO-16.4.2-I")
        when(play, seat)


def leads(play: Play, seat: int) -> bool:
    """Return whether a seat has or ties for the most points, without an activated dominance card (RO-16.4.1-II)."""
    board = Board(play.opening, play.table)
    most = max(board.score(one) for one in play.opening.all_seats)
    return board.score(seat) == most and dominance(seat) not in play.table.values


# --- losing control (RO-16.4.1-III) ---------------------------------------------------------------


@action.step("hirelings_decay")
def decay(play: Play, *, seat: int) -> None:
    """Remove a control marker from each card; pass cards without any to other players (RO-16.4.1-III, RO-AMB-7)."""
    board = Board(play.opening, play.table)
    for key in reversed(controlled(board, seat)):
        if options_of(play.opening).hireling_decay == "earlier" and board.done(f"gained:{key}"):
            continue
        play.cite("RO-16.4.1-III")
        play.cite("RO-AMB-7")
        left = max(play.table.number(markers(key)) - 1, 0)
        play.set(markers(key), left or None)
        if not left:
            play.then("hand_on", seat=seat, key=key)


@action.step("hand_on")
def ask_to_whom(play: Play, *, seat: int, key: str) -> None:
    """Ask which player gets a hireling; with two players there is no choice."""
    others = play.opening.opponents(seat)
    if len(others) == 1:
        hand_to(play, others[0], key)
    else:
        play.then("handing_on", seat=seat, key=key)
        play.ask(HAND_ON, seat)


@action.step("handing_on")
def handing_on(play: Play, *, seat: int, key: str) -> None:
    """Do nothing; the step's arguments identify the hireling for `HandOn`."""


@action(HandOn)
def hand_on(play: Play, seat: int, act: HandOn) -> None:
    """Pass a hireling to another player, who rolls for control at once (RO-16.4.1-III)."""
    waiting = awaiting(play.table, "handing_on")
    if act.to not in play.opening.all_seats or not waiting:
        raise Impossible(say("{seat} is not at this table", seat=Thing(seat_name(act.to))))
    play.require("RO-16.4.1-III", act.to != seat, say("choose another player"))
    play.checked()
    hand_to(play, act.to, str(waiting["key"]))
    play.answered(seat)


def hand_to(play: Play, seat: int, key: str) -> None:
    """Give a seat a hireling from another player."""
    play.cite("RO-16.4.1-III")
    gain_control(play, seat, key)
