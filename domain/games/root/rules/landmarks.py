"""Landmarks (RO-L), and the special features of maps: the Ferry, the Pass, closed paths (RO-16.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Ban, Journey, Loss
from tablescribe.domain.games.root.actions.landmarks import OpenPath, Trade
from tablescribe.domain.games.root.board import (
    CARD,
    CLEARINGS,
    DAYLIGHT,
    TURN_END,
    Board,
    catalogue_of,
    clearing,
    market,
    market_owner,
    options_of,
    this,
)
from tablescribe.domain.games.root.components import Map
from tablescribe.domain.games.root.paths import is_closed, land, path
from tablescribe.domain.games.root.pieces import CLOSED, HIRELINGS, RUIN, kind_of, owner_of
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rules.citing import cite_if
from tablescribe.domain.games.root.rules.hand import draw, must_spend, spend
from tablescribe.domain.games.root.rules.landmark_setup import FERRY, TOWER, TREETOP, landmark
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.turn import action, begin, in_phase
from tablescribe.domain.rules.hand import must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, face_down, hand
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

RODE, OPENED, TRADED = "ferry", "opened", "traded"
"""The counters of a turn: ferry rides, paths opened, trades at the Black Market."""

UP = "treetop"  # the building in the Elder Treetop's slot


def where(board: Board, key: str) -> int:
    """Return the clearing of a landmark; 0 if it is not on the map."""
    one, zones = landmark(key), board.table.zones
    for at in CLEARINGS:
        if one in zones.get(clearing(at), ()):
            return at
    return 0


def map_of(setting: Setting) -> Map:
    """Return the map that the match is played on."""
    return catalogue_of(setting).maps[options_of(setting).map]


# --- the Ferry (RO-16.2.2-V, RO-L1) ---------------------------------------------------------------


def rides(board: Board, owner: str, origin: int) -> Iterator[tuple[int, str]]:
    """Yield where the Ferry takes moving pieces, once a turn: along the river or across the lake (RO-16.2.2-V)."""
    if origin in CLEARINGS and board.at(origin, landmark(FERRY)) and not board.done(RODE):
        yield from ((to, FERRY) for to in land(board.setting).rivers(origin))


def misses(board: Board, owner: str, origin: int, to: int, way: str) -> Ban | None:
    """Return why the Ferry cannot take pieces over the water now: it is elsewhere, or has been used this turn."""
    ferry, lie = where(board, FERRY), land(board.setting)
    if not ferry or to not in lie.rivers(origin) or not (way == FERRY or ferry == origin or to in lie.coastal):
        return None
    rule = "RO-16.2.2-V" if lie.coastal else "RO-L1"
    if ferry != origin:
        return Ban(rule, say("the Ferry is in {at}", at=Thing(clearing(ferry))))
    return Ban(rule, say("the Ferry has already moved this turn"))


def moved(play: Play, journey: Journey) -> None:
    """Move the Ferry with the pieces, and draw a card for the ride (RO-16.2.2-V)."""
    lie = land(play.opening)
    by_path = journey.way == "path"
    cite_if(play, not by_path, "RO-16.6.16" if by_path else "RO-16.6.24")
    if journey.way in ("river", FERRY) and lie.coastal:
        play.cite("RO-16.2.2-II")
    if journey.way != FERRY:
        return
    for rule in ("RO-16.2.2-V", "RO-16.2.2-III") if lie.coastal else ("RO-L1",):
        play.cite(rule)
    play.cite("RO-AMB-4")
    riding_along = play.table.number(this(RODE)) and play.table.count(clearing(journey.to), landmark(FERRY))
    if not riding_along:  # a Vagabond and an ally's warriors that come along share one ride (RO-9.2.9-IIb)
        play.move(landmark(FERRY), 1, clearing(journey.origin), clearing(journey.to))
        play.add(this(RODE), 1)
    elif options_of(play.opening).ferry_draw == "mover":
        return
    for seat in passengers(play, journey):
        draw(play, seat, 1, say("the card of the Ferry"))


def passengers(play: Play, journey: Journey) -> list[int]:
    """Return who draws for a ride: the player who moves, or all whose faction pieces move (RO-AMB-4)."""
    board = Board(play.opening, play.table)
    if options_of(play.opening).ferry_draw == "factions":
        return sorted({board.seat_of(owner) for owner in map(owner_of, journey.pieces) if owner not in HIRELINGS} - {0})
    if journey.owner in HIRELINGS:
        play.cite("RO-16.4.3-VII")
    return [journey.seat]


# --- the Tower (RO-16.2.3-IV, RO-L2) --------------------------------------------------------------


def enter(play: Play, seat: int, stage: str) -> None:
    """Score a point for ruling the Tower's clearing at the end of your Evening (RO-16.2.3-IV, RO-L2)."""
    if stage != TURN_END:
        return
    board = Board(play.opening, play.table)
    tower = where(board, TOWER)
    if tower and rules(board, board.faction(seat), tower):
        gain(play, seat, 1, "RO-16.2.3-IV" if map_of(play.opening).tower == tower else "RO-L2")


# --- the Elder Treetop (RO-L3) --------------------------------------------------------------------


def settled(play: Play) -> None:
    """Record the building in the Elder Treetop's slot: the one placed when no other slot was open (RO-L3)."""
    board = Board(play.opening, play.table)
    at = where(board, TREETOP)
    if not at:
        return
    there = Counter({piece: n for piece, n in board.table.pieces(clearing(at)).items() if takes_a_slot(piece)})
    up = play.table.text(UP) if there[play.table.text(UP)] else ""
    rest = there - Counter([up] if up else [])
    below = rest & Counter(play.table.text(f"{UP}-others").split())
    for piece in sorted((rest - below).elements()):
        if below.total() < land(board.setting).slots(at):
            below[piece] += 1
        else:
            up = piece
    if up != play.table.text(UP):
        play.cite("RO-L3")
    play.set(UP, up or None)
    play.set(f"{UP}-others", " ".join(sorted(below.elements())) or None)


def takes_a_slot(piece: str) -> bool:
    """Return whether a piece fills a slot: buildings and ruins do."""
    return piece == RUIN or kind_of(piece) == "building"


def worth(board: Board, loss: Loss) -> int:
    """Return the extra point for the building in the Elder Treetop (RO-L3); of equal buildings it is removed last."""
    up = board.table.text(UP)
    return 1 if loss.piece == up and board.at(loss.at, landmark(TREETOP)) and not board.at(loss.at, up) else 0


# --- the Legendary Forge (RO-L5) ------------------------------------------------------------------


@action.step("forged")
def forged(play: Play, *, seat: int) -> None:
    """Draw a card and score one more point for crafting an item from the Forge (RO-L5)."""
    gain(play, seat, 1, "RO-L5")
    draw(play, seat, 1, say("the card of the Forge"), "RO-L5")


# --- the Black Market (RO-L4) ---------------------------------------------------------------------


@action(Trade)
def trade(play: Play, seat: int, act: Trade) -> None:
    """Exchange a card from the hand for an unseen one at the Black Market, once on your turn (RO-L4)."""
    board = begin(play, seat)
    at = where(board, "market")
    there = at and board.count(board.faction(seat), at)
    play.require("RO-L4", there, say("you have no pieces at the Black Market"))
    play.require("RO-L4", not board.done(TRADED), say("you have already traded this turn"))
    must_hold(play, seat, act.card)
    lying = next(iter(play.table.pieces(market(act.position))), "")
    if not lying or not play.table.count(hand(seat), act.card):
        raise Impossible(say("there is nothing to trade"))
    play.checked()
    play.add(this(TRADED), 1)
    play.move(act.card, 1, hand(seat), market(act.position))
    play.set(market_owner(act.position), seat)
    if lying == face_down(CARD):  # an unseen card: any other unseen one would do as well
        play.move(lying, 1, market(act.position), deck(CARD))
        draw(play, seat, 1, say("the card of the Black Market"), "RO-L4")
    else:
        play.move(lying, 1, market(act.position), hand(seat))


# --- closed paths (RO-16.2.3-III) -----------------------------------------------------------------


@action(OpenPath)
def open_path(play: Play, seat: int, act: OpenPath) -> None:
    """Spend a card to remove a closed path's marker from the game, and score one point (RO-16.2.3-III)."""
    board = in_phase(play, seat, "RO-16.2.3-III", DAYLIGHT)
    play.cite("RO-AMB-5")
    ends = (act.one, act.other)
    there = any(board.count(board.faction(seat), at) for at in ends)
    play.require("RO-16.2.3-III", there, say("you need a piece in a clearing at one of its ends"))
    play.require("RO-16.2.3-III", not board.done(OPENED), say("you can open only one path each turn"))
    must_spend(play, seat, "RO-16.2.3-III", act.card)
    if not is_closed(play.table, *ends):
        raise Impossible(say("{path} is not closed", path=Thing(path(*ends))))
    play.checked()
    play.add(this(OPENED), 1)
    spend(play, seat, act.card)
    play.move(CLOSED, 1, path(*ends), BOX)
    gain(play, seat, 1, "RO-16.2.3-III")


# --- landmarks stay (RO-16.5.1) -------------------------------------------------------------------


def suffers(play: Play, at: int, by: str) -> None:
    """Cite that landmarks have no owner and stay when all enemy pieces are removed (RO-16.5.1-I, RO-16.5.1-II)."""
    if any(piece.startswith("landmark:") for piece in play.table.pieces(clearing(at))):
        play.cite("RO-16.5.1-I")
        play.cite("RO-16.5.1-II")


ABILITIES = Abilities(
    rides=rides,
    misses=misses,
    moved=moved,
    enter=enter,
    settled=settled,
    worth=worth,
    suffers=suffers,
)
