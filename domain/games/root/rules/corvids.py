"""The Corvid Conspiracy (RO-13): its turn, set-up and moves. Plots are in `plots.py`."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Crafter, Faction, Journey
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.corvids import Alight, Flip, Flock, Plot, Trick
from tablescribe.domain.games.root.board import (
    BIRD,
    CLEARINGS,
    DISCARD,
    DRAW,
    SETTING_UP,
    SETUP,
    SUITS,
    Board,
    catalogue_of,
    clearing,
    supply,
    this,
)
from tablescribe.domain.games.root.cards import suit_of
from tablescribe.domain.games.root.pieces import CORVIDS, warrior
from tablescribe.domain.games.root.rules.beginning import must_be_free_corner
from tablescribe.domain.games.root.rules.crafting import activate_piece, pieces_that_craft
from tablescribe.domain.games.root.rules.hand import must_spend, spend
from tablescribe.domain.games.root.rules.homelands import by_card, homelands
from tablescribe.domain.games.root.rules.placing import place_at_each
from tablescribe.domain.games.root.rules.plots import (
    FACE_DOWN,
    PLOT,
    extra_hits,
    forbids_leaving,
    forbids_placing,
    identities,
    known,
    left,
    plot_at,
    removed,
    resting_place,
    rolled,
    take_effect,
    turn_up,
)
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.ruling import must_place
from tablescribe.domain.games.root.rules.turn import action, begin_or_set_up, in_stage, must_play, pass_on
from tablescribe.domain.games.root.standing import EXERTED, PLOTS, face_up, open_plot
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, sealed
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

WARRIOR = warrior(CORVIDS)
CRAFTING, SCHEMING, DAYLIGHT, EXERTING = "craft", "scheming", "daylight", "exerting"
ACTIONS, PLOTTED, FLOCKED = "actions", "plotted", "flocked"


# --- set-up (RO-13.3) -----------------------------------------------------------------------------


def boxed(setting: Setting) -> dict[str, int]:
    """Return the plot tokens."""
    return deck_box(PLOT, identities(setting))


def set_up(play: Play, seat: int) -> None:
    """Place the plot tokens face down in the supply."""
    play.lay_deck(PLOT, identities(play.opening))


def settle(play: Play, seat: int, at: int) -> None:
    """By the setup card, place a warrior and a face-down plot in the homeland (RO-A-P)."""
    board = Board(play.opening, play.table)
    if not by_card(board):
        raise Impossible(say("begin with one warrior in a clearing of each suit"))
    play.require("RO-A-P", not homelands(board, seat), say("the homeland has already been chosen"))
    must_be_free_corner(play, "RO-A-P", at)
    play.checked()
    play.move(WARRIOR, 1, supply(CORVIDS), clearing(at))
    play.move(FACE_DOWN, 1, deck(PLOT), clearing(at))


@action(Alight)
def alight(play: Play, seat: int, act: Alight) -> None:
    """Place a warrior in a clearing of each suit (RO-13.3)."""
    board = begin_or_set_up(play, seat)
    must_play(play, seat, CORVIDS)
    mine = board.stage == SETUP and play.table.number(SETTING_UP) == seat
    play.require("RO-13.3", mine, say("that faction is not being set up now"))
    suit = board.suit(act.at)
    play.require("RO-13.3", suit in suits_missing(board), say("there is already one in a clearing of that suit"))
    if by_card(board):
        play.require("RO-A-P", homelands(board, seat), say("choose the homeland first"))
    must_place(play, CORVIDS, act.at)
    play.checked()
    play.set(f"{BEGUN}{suit}", True)
    play.move(WARRIOR, 1, supply(CORVIDS), clearing(act.at))


BEGUN = "ready:corvids:"  # prefix of the suits for which a warrior was placed; cleared after the set-up


def suits_missing(board: Board) -> list[str]:
    """Return the suits for which no warrior has been placed in the set-up."""
    return [suit for suit in SUITS if not board.table.get(f"{BEGUN}{suit}")]


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether a warrior has been placed for each suit."""
    return not suits_missing(board)


# --- the turn -------------------------------------------------------------------------------------


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether the Corvids have something to do in a stage."""
    if board.faction(seat) != CORVIDS:
        return False
    if stage == CRAFTING:
        return board.hand(seat) > 0 and bool(crafters(board, seat))
    if stage == SCHEMING:
        return bool(flips(board)) or (board.hand(seat) > 0 and not board.done(FLOCKED) and board.left(CORVIDS) > 0)
    return (stage == DAYLIGHT and actions_left(board) > 0) or (stage == EXERTING and not board.done(EXERTED))


def flips(board: Board) -> list[int]:
    """Return the clearings with a plot that may be flipped: the Corvids have a warrior there."""
    return [at for at in CLEARINGS if board.at(at, FACE_DOWN) and board.at(at, WARRIOR)]


@action(Flip)
def flip(play: Play, seat: int, act: Flip) -> None:
    """Flip a plot where they have a warrior; score one point for each face-up plot on the map (RO-13.4.2)."""
    pass_on(play, seat, CRAFTING, SCHEMING)
    board = in_stage(play, seat, "RO-13.4.2", SCHEMING)
    must_play(play, seat, CORVIDS)
    if not board.at(act.at, FACE_DOWN):
        raise Impossible(say("there is no facedown plot in {at}", at=Thing(clearing(act.at))))
    play.require("RO-13.4.2", board.at(act.at, WARRIOR), say("you need a warrior there"))
    must_be_that_plot(play, board, act.at, act.plot)
    play.checked()
    turn_up(play, act.at, act.plot)
    gain(play, seat, face_up(Board(play.opening, play.table)), "RO-13.4.2")
    take_effect(play, seat, act.at, act.plot)


def must_be_that_plot(play: Play, board: Board, at: int, kind: str) -> None:
    """Require that a face-down plot can be of the kind named."""
    recorded = known(board, at)
    fits = recorded == kind if recorded else left(board, kind) > 0
    if not fits:
        raise Impossible(say("that is not the plot in {at}", at=Thing(clearing(at))))


@action(Flock)
def flock(play: Play, seat: int, act: Flock) -> None:
    """Once in Birdsong, spend a card to place a warrior in each clearing of its suit (RO-13.4.3)."""
    pass_on(play, seat, CRAFTING, SCHEMING)
    board = in_stage(play, seat, "RO-13.4.3", SCHEMING)
    must_play(play, seat, CORVIDS)
    play.require("RO-13.4.3", not board.done(FLOCKED), say("you can do this only once in Birdsong"))
    must_spend(play, seat, "RO-13.4.3", act.card)
    fits = suit_of(play.opening, act.card) in (act.suit, BIRD)
    play.require("RO-13.4.3", fits, say("warriors go only to clearings of the card's suit"))
    play.checked()
    spend(play, seat, act.card)
    play.add(this(FLOCKED), 1)
    place_at_each(play, seat, WARRIOR, board.of_suit(act.suit))


# --- Daylight (RO-13.5), and one action more (RO-13.6.1) ------------------------------------------


def actions_left(board: Board) -> int:
    """Return the number of Daylight actions left (RO-13.5)."""
    return catalogue_of(board.setting).corvids.actions - board.done(ACTIONS)


def must_have_action(play: Play, seat: int, rule: str) -> Board:
    """Require one of the three Daylight actions, or the one in Evening instead of drawing (RO-13.5, RO-13.6.1)."""
    board = in_stage(play, seat, rule, DAYLIGHT, EXERTING)
    must_play(play, seat, CORVIDS)
    if board.stage == EXERTING:
        play.require(
            "RO-13.6.1", not board.done(EXERTED), say("you have already taken the action that replaces drawing")
        )
    else:
        play.require("RO-13.5", actions_left(board) > 0, say("you have taken all three actions"))
    return board


def acted(play: Play, seat: int) -> None:
    """Record an action; one taken in Evening replaces drawing (RO-13.6.1)."""
    if Board(play.opening, play.table).stage == EXERTING:
        play.cite("RO-13.6.1")
        play.set(this(EXERTED), 1)
    else:
        play.cite("RO-13.5")
        play.add(this(ACTIONS), 1)


@action(Plot)
def plot(play: Play, seat: int, act: Plot) -> None:
    """Plot: remove one warrior, and one more for each plot this turn, to place a face-down plot (RO-13.5.3)."""
    board = must_have_action(play, seat, "RO-13.5.3")
    cost = 1 + board.done(PLOTTED)
    play.require("RO-13.2.2", not plot_at(board, act.at), say("there is already a plot there"))
    if board.at(act.at, WARRIOR) < cost:
        play.require("RO-13.5.3", False, say("placing this plot removes {n_warriors} warriors", n_warriors=cost))
        raise Impossible(say("placing this plot removes {n_warriors} warriors", n_warriors=cost))
    if not play.table.count(deck(PLOT)):
        raise Impossible(say("you have no plots left"))
    must_place(play, CORVIDS, act.at)
    if act.plot and not left(board, act.plot):
        raise Impossible(say("none of that kind is left"))
    play.checked()
    acted(play, seat)
    play.add(this(PLOTTED), 1)
    play.move(WARRIOR, cost, clearing(act.at), supply(CORVIDS))
    play.move(FACE_DOWN, 1, deck(PLOT), clearing(act.at))
    if act.plot:
        play.seal(seat, f"plot:{act.at}", act.plot)


@action(Trick)
def trick(play: Play, seat: int, act: Trick) -> None:
    """Trick: swap two plots, both face up or both face down (RO-13.5.4)."""
    board = must_have_action(play, seat, "RO-13.5.4")
    first, second = plot_at(board, act.one), plot_at(board, act.other)
    if act.one == act.other or not first or not second:
        raise Impossible(say("choose two different plots"))
    same = (first == FACE_DOWN) == (second == FACE_DOWN)
    play.require("RO-13.5.4", same, say("both plots must be face up, or both face down"))
    play.checked()
    play.cite("RO-16.6.31")
    acted(play, seat)
    play.move(first, 1, clearing(act.one), clearing(act.other))
    play.move(second, 1, clearing(act.other), clearing(act.one))
    one, other = sealed(seat, f"plot:{act.one}"), sealed(seat, f"plot:{act.other}")
    was, is_ = play.table.get(one), play.table.get(other)
    play.set(one, is_)
    play.set(other, was)


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the sources of moves and battles."""
    if board.faction(seat) == CORVIDS and (
        (board.stage == DAYLIGHT and actions_left(board) > 0) or (board.stage == EXERTING and not board.done(EXERTED))
    ):
        yield ""


def permits(play: Play, seat: int, act: Action) -> bool:
    """Require an action for a move or battle."""
    board = Board(play.opening, play.table)
    if not isinstance(act, Move | Battle) or act.by or board.faction(seat) != CORVIDS:
        return False
    must_have_action(play, seat, "RO-13.5")
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Record the cost of a move or battle."""
    board = Board(play.opening, play.table)
    if isinstance(act, Move | Battle) and not act.by and board.faction(seat) == CORVIDS:
        acted(play, seat)


# --- what lasts (RO-13.2) -------------------------------------------------------------------------


def ignores_rule(board: Board, owner: str, origin: int, to: int) -> bool:
    """The Corvids move regardless of who rules (RO-13.2.3)."""
    return owner == CORVIDS


def moved(play: Play, journey: Journey) -> None:
    """Cite the rule for moving without ruling (RO-13.2.3)."""
    if journey.owner == CORVIDS:
        play.cite("RO-13.2.3")


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return the plots that can be activated, face up or face down (RO-13.2.1)."""
    return pieces_that_craft(board, FACE_DOWN, *(open_plot(kind) for kind in PLOTS))


def activate(play: Play, seat: int, name: str, suit: str) -> None:
    """Record that a plot was activated (RO-13.2.1)."""
    play.cite("RO-13.2.1")
    activate_piece(play, seat, name, suit)


def enter(play: Play, seat: int, stage: str) -> None:
    """Cite the rule by which the Corvids draw."""
    board = Board(play.opening, play.table)
    if board.faction(seat) == CORVIDS and stage == DRAW and not board.done(EXERTED):
        play.cite("RO-13.6.2")


FACTION = Faction(
    key=CORVIDS,
    abilities=Abilities(
        ignores_rule=ignores_rule, moved=moved, forbids_leaving=forbids_leaving, forbids_placing=forbids_placing,
        extra_hits=extra_hits, rolled=rolled, resting_place=resting_place, removed=removed, sources=sources,
        permits=permits, spends=spends, pauses=pauses, boxed=boxed, enter=enter,
    ),
    birdsong=(CRAFTING, SCHEMING),
    daylight=(DAYLIGHT,),
    evening=(EXERTING, DRAW, DISCARD),
    set_up=set_up,
    settle=settle,
    is_set_up=is_set_up,
    homeland=set_up,
    crafts_in=(CRAFTING,),
    crafters=crafters,
    activate=activate,
)  # fmt: skip
