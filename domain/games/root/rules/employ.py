"""Hireling actions once in Daylight, each by its card (RO-16.4.2-IV, RO-H)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablescribe.domain.games.root.actions.hirelings import Employ
from tablescribe.domain.games.root.board import DAYLIGHT, Board, is_by_fifth_edition, supply, this
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import warrior
from tablescribe.domain.games.root.reign import DOWN, rules, side
from tablescribe.domain.games.root.rules.cards import take_random_card
from tablescribe.domain.games.root.rules.citing import cite_now
from tablescribe.domain.games.root.rules.control import controlled
from tablescribe.domain.games.root.rules.exile import EXILE_WAYS, employ_exile, must_have_items
from tablescribe.domain.games.root.rules.hireling_setup import PROMOTED
from tablescribe.domain.games.root.rules.places import PLACES
from tablescribe.domain.games.root.rules.placing import place, place_at_each
from tablescribe.domain.games.root.rules.ruling import can_place
from tablescribe.domain.games.root.rules.tasks import (
    BATTLE,
    LEAD,
    MOVE,
    NEXT,
    PICK,
    PLACE,
    PULL,
    Task,
    at_each,
    line_up,
    number,
    placing,
    task,
)
from tablescribe.domain.games.root.rules.turn import action, in_phase
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import named
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

PATROL_CARD = "patrol-card"  # removed patrols that can return
# --- once in Daylight (RO-16.4.2-IV) --------------------------------------------------------------


@action(Employ)
def employ(play: Play, seat: int, act: Employ) -> None:
    """Take a hireling's action in the controller's Daylight, once a turn (RO-16.4.2-IV)."""
    board = in_phase(play, seat, "RO-16.4.2-IV", DAYLIGHT)
    ways = WAYS.get((act.hireling, str(play.table.get(side(act.hireling)))), {})
    if act.how not in ways:
        raise Impossible(say("{hireling} cannot do that", hireling=Thing(act.hireling)))
    mine = board.seat_of(act.hireling) == seat
    play.require("RO-16.4.2", mine, say("you do not control {hireling}", hireling=Thing(act.hireling)))
    again = act.hireling != "exile" and board.done(employed(act.hireling))
    play.require("RO-16.4.2-IV", not again, say("it has already done that this turn"))
    if act.hireling == "exile":
        must_have_items(play, act.how)
    play.checked()
    play.add(this(employed(act.hireling)), 1)
    for rule in ("RO-16.4.2", "RO-16.4.2-II", "RO-16.4.2-IV"):
        play.cite(rule)
    ways[act.how](play, seat)


employed = named("employed:")  # the counter of a hireling's uses this turn


def march(key: str, **more: Any) -> Callable[[Play, int], None]:
    """Return an action that moves and then battles, both optional."""

    def way(play: Play, seat: int) -> None:
        line_up(play, task(seat, key, MOVE, number(key), **more), task(seat, key, BATTLE, number(key)))

    return way


def patrols_return(play: Play, seat: int) -> None:
    """Forest Patrol: place all warriors on the card in a clearing with a Patrol (RO-H-PATROL-D)."""
    n = play.table.count(PATROL_CARD, "patrol:warrior")
    line_up(play, placing(seat, "patrol", "with_patrols", "RO-H-PATROL-D", n, source=PATROL_CARD, must=True))


def dynasty(play: Play, seat: int) -> None:
    """Last Dynasty: place all five and battle; or move and battle if they rule; or battle twice (RO-H-DYNASTY-D)."""
    board, rule = Board(play.opening, play.table), "RO-H-DYNASTY-D"
    there = board.where("dynasty:warrior")
    fight = task(seat, "dynasty", BATTLE, rule, must=True)
    if not there:
        line_up(play, placing(seat, "dynasty", "at_the_edge", rule, 5, must=True), fight)
    elif rules(board, "dynasty", there[0]):
        line_up(play, task(seat, "dynasty", MOVE, rule, all=True, must=True), fight)
    else:
        line_up(play, fight, fight)


def vault(then: str) -> Callable[[Play, int], None]:
    """Return the Vault Keepers' action: place a vault, then battle or place a warrior at each (RO-H-VAULT-D)."""

    def way(play: Play, seat: int) -> None:
        board, rule = Board(play.opening, play.table), "RO-H-VAULT-D"
        play.then("at_vaults", seat=seat, then=then)
        near = placing(seat, "vault", "near_vaults", rule, kind="vault")
        stuck = is_by_fifth_edition(play.opening) and not PLACES["near_vaults"](board, near)
        if board.has("vault", "building") and not (stuck and board.left("vault", "vault:vault")):
            line_up(play, near)
        else:  # the first four editions did so only without a vault on the map
            both = {"vault:vault": 1, "vault:warrior": 1}
            line_up(play, task(seat, "vault", PLACE, rule, where="with_a_slot", pieces=both))

    return way


@action.step("at_vaults")
def at_vaults(play: Play, *, seat: int, then: str) -> None:
    """Battle or place a warrior at each vault (RO-H-VAULT-D)."""
    board = Board(play.opening, play.table)
    places = board.where("vault:vault")
    if then == "battle":
        at_each(play, places, task(seat, "vault", BATTLE, "RO-H-VAULT-D", at=[]))
    else:
        put_one_at_each(play, seat, "vault", places)


def put_one_at_each(play: Play, seat: int, owner: str, places: list[int]) -> None:
    """Place a warrior in each clearing unless a rule forbids it; if too few are left, the seat says where (RO-1.5.4).

    In the first four editions, the clearings with the lowest numbers came first.
    """
    if is_by_fifth_edition(play.opening):
        place_at_each(play, seat, warrior(owner), places)
        return
    for at in places:
        if can_place(Board(play.opening, play.table), owner, at):
            place(play, warrior(owner), 1, at)


def band(play: Play, seat: int) -> None:
    """Popular Band: force warriors into a clearing with the band; then one may be placed anywhere (RO-H-BAND-D)."""
    rule = "RO-H-BAND-D"
    choice = placing(seat, "band", "with_hireling", rule, 0, then="pull")
    line_up(play, choice, placing(seat, "band", "anywhere", rule))


def street(play: Play, seat: int) -> None:
    """Street Band: one may be placed anywhere (RO-H-STREET-D)."""
    line_up(play, placing(seat, "band", "anywhere", "RO-H-STREET-D"))


def prophets_force(play: Play, seat: int) -> None:
    """Warm Sun Prophets: force a player at a Prophet to battle there (RO-H-PROPHETS-D)."""
    line_up(play, task(seat, "prophets", PICK, "RO-H-PROPHETS-D", then="force"))


def prophets_lead(play: Play, seat: int) -> None:
    """Warm Sun Prophets: force a player to move pieces from a Prophet, and perhaps to battle (RO-H-PROPHETS-D)."""
    line_up(play, task(seat, "prophets", PICK, "RO-H-PROPHETS-D", then=LEAD))


def prophets_place(play: Play, seat: int) -> None:
    """Warm Sun Prophets: place one where there is none (RO-H-PROPHETS-D)."""
    line_up(play, placing(seat, "prophets", "without_one", "RO-H-PROPHETS-D", must=True))


def bandits(play: Play, seat: int) -> None:
    """Highway Bandits: place one on a free path next to the controller's pieces, or move one there (RO-H-BANDITS-D)."""
    rule = "RO-H-BANDITS-D"
    if play.table.count(supply("bandits"), "bandits:warrior"):
        line_up(play, placing(seat, "bandits", "free_paths", rule))
    else:
        line_up(play, placing(seat, "bandits", "bandit_paths", rule, 0, then="relocate"))


def gangs(play: Play, seat: int) -> None:
    """Bandit Gangs: place one of the controller's warriors at each gang (RO-H-GANGS-D)."""
    board = Board(play.opening, play.table)
    for rule in ("RO-H-GANGS-A", "RO-H-GANGS-D"):
        play.cite(rule)
    put_one_at_each(play, seat, board.faction(seat), board.where("bandits:warrior"))


def gangs_place(play: Play, seat: int) -> None:
    """Bandit Gangs: place a gang where the controller has a piece (RO-H-GANGS-D)."""
    line_up(play, placing(seat, "bandits", "at_own_pieces", "RO-H-GANGS-D", must=True))


def expedition(play: Play, seat: int) -> None:
    """Sunward Expedition: place a foothold with warriors; then it may move and battle (RO-H-EXPEDITION-D)."""
    rule = "RO-H-EXPEDITION-D"
    place_foothold(play, seat, task(seat, "expedition", MOVE, rule), task(seat, "expedition", BATTLE, rule))


def place_foothold(play: Play, seat: int, *later: Task) -> None:
    """Queue placing a foothold with up to three warriors, after lifting one if none is left, and later tasks."""
    board, rule = Board(play.opening, play.table), "RO-H-EXPEDITION-D"
    both = {"expedition:foothold": 1, "expedition:warrior": 3}
    foothold = task(seat, "expedition", PLACE, rule, where="without_one", pieces=both)
    if board.left("expedition", "expedition:foothold"):
        line_up(play, foothold, *later)
    else:
        line_up(play, placing(seat, "expedition", "with_first", rule, 0, "foothold", then="lift"), *later)


def footholds(play: Play, seat: int) -> None:
    """Sunward Expedition: place a foothold with warriors; then a warrior at each foothold (RO-H-EXPEDITION-D).

    In the first four editions, no foothold was placed before.
    """
    play.cite("RO-H-EXPEDITION-D")
    if is_by_fifth_edition(play.opening):
        play.then("at_footholds", seat=seat)
        place_foothold(play, seat)
    else:
        at_footholds(play, seat=seat)


@action.step("at_footholds")
def at_footholds(play: Play, *, seat: int) -> None:
    """Place a warrior at each foothold (RO-H-EXPEDITION-D)."""
    put_one_at_each(play, seat, "expedition", Board(play.opening, play.table).where("expedition:foothold"))


def spies(then: str) -> Callable[[Play, int], None]:
    """Return the Corvid Spies' action: place two, then battle or steal (RO-H-SPIES-D)."""

    def way(play: Play, seat: int) -> None:
        rule = "RO-H-SPIES-D"
        play.then("after_spies", seat=seat, then=then)
        line_up(play, *[placing(seat, "spies", "at_enemies", rule)] * 2)

    return way


@action.step("after_spies")
def after_spies(play: Play, *, seat: int, then: str) -> None:
    """Corvid Spies: battle in each of their clearings, or steal random cards in one (RO-H-SPIES-D)."""
    rule = "RO-H-SPIES-D"
    if then == "battle":
        places = Board(play.opening, play.table).where("spies:warrior")
        at_each(play, places, task(seat, "spies", BATTLE, rule, at=[]))
    else:
        line_up(play, placing(seat, "spies", "with_hireling", rule, 0, then="steal"))


# --- consequences of a choice ---------------------------------------------------------------------


def place_number(place: str) -> int:
    """Return the number of a clearing from its zone."""
    return int(place.rpartition(":")[2])


def relocate(play: Play, done: Task, place: str, owner: str) -> None:
    """Remove a bandit from one path to place it on another (RO-H-BANDITS-D)."""
    moved = {"pieces": {"bandits:warrior": 1}, "source": place, "then": "", "must": True}
    line_up(play, {**done, "where": "free_paths", **moved})


def pull(play: Play, done: Task, place: str, owner: str) -> None:
    """Offer to force a faction warrior from each adjacent clearing (RO-H-BAND-D)."""
    cite_now(play, "RO-16.6.16")
    at = place_number(place)
    around = by_path(land(play.opening), play.table, at)
    at_each(play, around, {**done, "what": PULL, "at": [], "to": at, "then": ""})


def steal(play: Play, done: Task, place: str, owner: str) -> None:
    """Take a random card from each enemy with faction pieces there (RO-H-SPIES-D)."""
    board, seat, at = Board(play.opening, play.table), int(done["seat"]), place_number(place)
    for other in board.in_order():
        one = board.faction(other)
        if board.count(one, at) and board.are_enemies("spies", one):
            take_random_card(play, seat, other, say("the card taken by the spies"))


def force(play: Play, done: Task, place: str, owner: str) -> None:
    """Make the forced player battle there; the controller names the defender (RO-H-PROPHETS-D)."""
    line_up(play, {**done, "what": BATTLE, "force": owner, "at": [place_number(place)], "then": "", "must": True})


def lead(play: Play, done: Task, place: str, owner: str) -> None:
    """Make the forced player move as many pieces as possible, as the controller says (RO-H-PROPHETS-D)."""
    forced = {"force": owner, "at": [place_number(place)], "all": True, "battle": True, "then": "", "must": True}
    line_up(play, {**done, "what": MOVE, **forced})


def lift(play: Play, done: Task, place: str, owner: str) -> None:
    """Remove a foothold from the map to place it elsewhere (RO-H-EXPEDITION-D)."""
    play.move("expedition:foothold", 1, place, supply("expedition"))
    both = {"expedition:foothold": 1, "expedition:warrior": 3}
    line_up(play, {**done, "where": "without_one", "pieces": both, "then": "", "must": True})


NEXT.update({"pull": pull, "steal": steal, "force": force, LEAD: lead, "lift": lift, "relocate": relocate})

Way = Callable[[Play, int], None]
WAYS: dict[tuple[str, str], dict[str, Way]] = {
    ("patrol", PROMOTED): {"march": march("patrol"), "return": patrols_return},
    ("dynasty", PROMOTED): {"": dynasty},
    ("exile", PROMOTED): {how: employ_exile(how) for how in EXILE_WAYS},
    ("vault", PROMOTED): {"battle": vault("battle"), "place": vault("place")},
    ("band", PROMOTED): {"": band},
    ("band", DOWN): {"": street},
    ("prophets", PROMOTED): {"force": prophets_force, "lead": prophets_lead, "place": prophets_place},
    ("bandits", PROMOTED): {"": bandits},
    ("bandits", DOWN): {"": gangs, "place": gangs_place},
    ("expedition", PROMOTED): {"march": expedition, "place": footholds},
    ("spies", PROMOTED): {"battle": spies("battle"), "steal": spies("steal")},
}
"""The Daylight actions of hirelings, by key and side."""


def can_employ(board: Board, seat: int) -> bool:
    """Return whether a seat controls a hireling with an unused Daylight action."""
    for key in controlled(board, seat):
        if (key, str(board.table.get(side(key)))) in WAYS and not board.done(employed(key)):
            return True
    return False
