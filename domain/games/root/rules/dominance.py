"""Dominance cards (RO-3.3): activating, spending and taking them, and winning by them."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Abilities, faction_of
from tablescribe.domain.games.root.actions.core import Dominate, TakeDominance
from tablescribe.domain.games.root.board import (
    BIRD,
    BIRDSONG_START,
    DAYLIGHT,
    DOMINANCE,
    DOMINANCES,
    SETUP,
    Board,
    dominance,
    is_first_edition,
)
from tablescribe.domain.games.root.cards import held, is_dominance, suit_of
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import HIRELINGS, VAGABOND, VAGABOND2
from tablescribe.domain.games.root.reign import ruled
from tablescribe.domain.games.root.rules.citing import cite_if, cite_now
from tablescribe.domain.games.root.rules.hand import must_show, spend
from tablescribe.domain.games.root.rules.points import win
from tablescribe.domain.games.root.rules.turn import action, in_phase
from tablescribe.domain.rules.hand import lay
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import hand, score
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

NEEDED = 10
"""The points needed to activate a dominance card (RO-3.3.1)."""


@action(Dominate)
def dominate(play: Play, seat: int, act: Dominate) -> None:
    """Activate a dominance card and remove the score marker (RO-3.3.1). A Vagabond cannot (RO-9.2.8)."""
    board = in_phase(play, seat, "RO-3.3.1", DAYLIGHT)
    must_show(play, seat, act.card)
    if not is_dominance(play.opening, act.card):
        raise Impossible(say("{card} is not a dominance card", card=Thing(act.card)))
    none = board.faction(seat) not in (VAGABOND, VAGABOND2)
    play.require("RO-9.2.8", none, say("a Vagabond must form a coalition with it instead"))
    enough = board.score(seat) >= NEEDED
    must_be_the_first(play, seat, enough)
    play.checked()
    play.cite("RO-2.1.3")
    lay(play, seat, act.card, BOX)
    play.set(dominance(seat), act.card)
    play.set(score(seat), None)


def must_be_the_first(play: Play, seat: int, enough: bool) -> None:
    """Require ten points and no dominance card activated before (RO-3.3.1, RO-3.3.2).

    A player with an activated card has no points, so that reason is given first.
    """
    activated, first_edition = bool(play.table.get(dominance(seat))), is_first_edition(play.opening)
    few = say("you need {n_points} points", n_points=NEEDED)
    points = ("RO-3.3.1", enough or (activated and not first_edition), few)
    one = ("RO-3.3.2", not activated, say("you have already activated a dominance card"))
    for rule, holds, why in (points, one) if first_edition else (one, points):
        play.require(rule, holds, why)


@action(TakeDominance)
def take_dominance(play: Play, seat: int, act: TakeDominance) -> None:
    """Spend a card of the same suit to take a dominance card from beside the map; only birds for a bird (RO-3.3.4)."""
    in_phase(play, seat, "RO-3.3.4", DAYLIGHT)
    if not play.table.count(DOMINANCES, act.dominance):
        raise Impossible(say("{card} is not available beside the map", card=Thing(act.dominance)))
    must_show(play, seat, act.card)
    pays = suit_of(play.opening, act.card) in (suit_of(play.opening, act.dominance), BIRD)
    if suit_of(play.opening, act.dominance) == BIRD:
        play.cite("RO-AMB-9")
        pays = suit_of(play.opening, act.card) == BIRD
    play.require("RO-3.3.4", pays, say("you need a card of its suit"))
    play.checked()
    spend(play, seat, act.card)
    play.move(act.dominance, 1, DOMINANCES, hand(seat))


def look_for_dominance(play: Play, seat: int, stage: str) -> None:
    """At the start of Birdsong, win by ruling three clearings of the suit or two opposite corners (RO-3.3.1)."""
    board = Board(play.opening, play.table)
    card = board.table.text(dominance(seat))
    if stage != BIRDSONG_START or not card:
        return
    suit = suit_of(play.opening, card)
    helped = with_helpers(board, seat, suit)
    cite_if(play, helped, "RO-AMB-34")
    if helped:
        cite_now(play, "RO-16.4.3-I")
    if wins(board, seat, suit):
        play.cite("RO-3.3.1-II" if suit == BIRD else "RO-3.3.1-I")
        win(play, seat, DOMINANCE)


def wins(board: Board, seat: int, suit: str) -> bool:
    """Return whether a seat rules what its dominance card requires."""
    mine = set(ruled(board, board.faction(seat)))
    if suit == BIRD:
        return any(set(pair) <= mine for pair in land(board.setting).corners)
    return sum(suit in board.suits(at) for at in mine) >= 3


def with_helpers(board: Board, seat: int, suit: str) -> bool:
    """Return whether the seat's hirelings stand in clearings that count for its dominance card (RO-16.4.3-I)."""
    mine = [at for at in ruled(board, board.faction(seat)) if suit == BIRD or suit in board.suits(at)]
    return any(one in HIRELINGS and board.seat_of(one) == seat for at in mine for one in board.owners(at))


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether a seat may want to activate or take a dominance card in Daylight."""
    if board.stage == SETUP or stage != faction_of(board, seat).daylight[0] or not board.hand(seat):
        return False
    ready = board.score(seat) >= NEEDED and any(is_dominance(board.setting, card) for card in held(board, seat))
    return ready or board.table.count(DOMINANCES) > 0


ABILITIES = Abilities(enter=look_for_dominance, pauses=pauses)
