"""What hirelings do once in Daylight (RO-16.4.2-IV), each by its card (RO-H)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablescribe.domain.games.root.actions.hirelings import Employ
from tablescribe.domain.games.root.board import DAYLIGHT, Board, supply, this
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import warrior
from tablescribe.domain.games.root.reign import DOWN, rules, side
from tablescribe.domain.games.root.rules.cards import take_random_card
from tablescribe.domain.games.root.rules.citing import cite_now
from tablescribe.domain.games.root.rules.control import controlled
from tablescribe.domain.games.root.rules.exile import EXILE_WAYS, employ_exile, must_have_items
from tablescribe.domain.games.root.rules.hireling_setup import PROMOTED
from tablescribe.domain.games.root.rules.placing import place
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

PATROL_CARD = "patrol-card"  # where fallen patrols lie that come back
# --- once in Daylight (RO-16.4.2-IV) --------------------------------------------------------------


@action(Employ)
def employ(play: Play, seat: int, act: Employ) -> None:
    """Let a hireling do what it does once in own Daylight (RO-16.4.2-IV)."""
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


employed = named("employed:")  # the name of the count of how often a hireling was employed in a turn


def march(key: str, **more: Any) -> Callable[[Play, int], None]:
    """Return the way to move and then to battle, both if one likes."""

    def way(play: Play, seat: int) -> None:
        line_up(play, task(seat, key, MOVE, number(key), **more), task(seat, key, BATTLE, number(key)))

    return way


def patrols_return(play: Play, seat: int) -> None:
    """All patrols of the card come to a clearing with a patrol (RO-H-PATROL-D)."""
    n = play.table.count(PATROL_CARD, "patrol:warrior")
    line_up(play, placing(seat, "patrol", "with_patrols", "RO-H-PATROL-D", n, source=PATROL_CARD, must=True))


def dynasty(play: Play, seat: int) -> None:
    """All five come and battle, or move and battle where they rule, or battle twice (RO-H-DYNASTY-D)."""
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
    """Return the ways of the Vault Keepers: a vault, then battles or a warrior at each (RO-H-VAULT-D)."""

    def way(play: Play, seat: int) -> None:
        board, rule = Board(play.opening, play.table), "RO-H-VAULT-D"
        play.then("at_vaults", seat=seat, then=then)
        if board.has("vault", "building"):
            line_up(play, placing(seat, "vault", "near_vaults", rule, kind="vault"))
        else:
            both = {"vault:vault": 1, "vault:warrior": 1}
            line_up(play, task(seat, "vault", PLACE, rule, where="with_a_slot", pieces=both))

    return way


@action.step("at_vaults")
def at_vaults(play: Play, *, seat: int, then: str) -> None:
    """A battle or a warrior at each vault (RO-H-VAULT-D)."""
    board = Board(play.opening, play.table)
    places = board.where("vault:vault")
    if then == "battle":
        at_each(play, places, task(seat, "vault", BATTLE, "RO-H-VAULT-D", at=[]))
    else:
        for at in places:
            put_warrior(play, board, "vault", at)


def put_warrior(play: Play, board: Board, owner: str, at: int) -> None:
    """Place a warrior where nothing forbids it."""
    if can_place(board, owner, at):
        place(play, warrior(owner), 1, at)


def band(play: Play, seat: int) -> None:
    """Warriors are pulled to a clearing with the band; then one may be placed anywhere (RO-H-BAND-D)."""
    rule = "RO-H-BAND-D"
    choice = placing(seat, "band", "with_hireling", rule, 0, then="pull")
    line_up(play, choice, placing(seat, "band", "anywhere", rule))


def street(play: Play, seat: int) -> None:
    """One may be placed anywhere (RO-H-STREET-D)."""
    line_up(play, placing(seat, "band", "anywhere", "RO-H-STREET-D"))


def prophets_force(play: Play, seat: int) -> None:
    """A player with pieces at a Prophet is forced to battle there (RO-H-PROPHETS-D)."""
    line_up(play, task(seat, "prophets", PICK, "RO-H-PROPHETS-D", then="force"))


def prophets_lead(play: Play, seat: int) -> None:
    """Pieces at a Prophet are forced to move, and perhaps to battle (RO-H-PROPHETS-D)."""
    line_up(play, task(seat, "prophets", PICK, "RO-H-PROPHETS-D", then=LEAD))


def prophets_place(play: Play, seat: int) -> None:
    """One is placed where none is (RO-H-PROPHETS-D)."""
    line_up(play, placing(seat, "prophets", "without_one", "RO-H-PROPHETS-D", must=True))


def bandits(play: Play, seat: int) -> None:
    """One comes to a free path beside own pieces; with none left one is taken from another path (RO-H-BANDITS-D)."""
    rule = "RO-H-BANDITS-D"
    if play.table.count(supply("bandits"), "bandits:warrior"):
        line_up(play, placing(seat, "bandits", "free_paths", rule))
    else:
        line_up(play, placing(seat, "bandits", "bandit_paths", rule, 0, then="relocate"))


def gangs(play: Play, seat: int) -> None:
    """An own warrior comes to each gang (RO-H-GANGS-D)."""
    board = Board(play.opening, play.table)
    for rule in ("RO-H-GANGS-A", "RO-H-GANGS-D"):
        play.cite(rule)
    for at in board.where("bandits:warrior"):
        put_warrior(play, board, board.faction(seat), at)


def gangs_place(play: Play, seat: int) -> None:
    """One gang comes where an own piece is (RO-H-GANGS-D)."""
    line_up(play, placing(seat, "bandits", "at_own_pieces", "RO-H-GANGS-D", must=True))


def expedition(play: Play, seat: int) -> None:
    """A foothold with warriors; then it may move and battle (RO-H-EXPEDITION-D)."""
    board, rule = Board(play.opening, play.table), "RO-H-EXPEDITION-D"
    later = [task(seat, "expedition", MOVE, rule), task(seat, "expedition", BATTLE, rule)]
    both = {"expedition:foothold": 1, "expedition:warrior": 3}
    foothold = task(seat, "expedition", PLACE, rule, where="without_one", pieces=both)
    if board.left("expedition", "expedition:foothold"):
        line_up(play, foothold, *later)
    else:
        line_up(play, placing(seat, "expedition", "with_first", rule, 0, "foothold", then="lift"), *later)


def footholds(play: Play, seat: int) -> None:
    """A warrior comes to each foothold (RO-H-EXPEDITION-D)."""
    board = Board(play.opening, play.table)
    play.cite("RO-H-EXPEDITION-D")
    for at in board.where("expedition:foothold"):
        put_warrior(play, board, "expedition", at)


def spies(then: str) -> Callable[[Play, int], None]:
    """Return the ways of the spies: two are placed, then they battle or steal (RO-H-SPIES-D)."""

    def way(play: Play, seat: int) -> None:
        rule = "RO-H-SPIES-D"
        play.then("after_spies", seat=seat, then=then)
        line_up(play, *[placing(seat, "spies", "at_enemies", rule)] * 2)

    return way


@action.step("after_spies")
def after_spies(play: Play, *, seat: int, then: str) -> None:
    """Battles where spies are, or random cards in one of their clearings (RO-H-SPIES-D)."""
    rule = "RO-H-SPIES-D"
    if then == "battle":
        places = Board(play.opening, play.table).where("spies:warrior")
        at_each(play, places, task(seat, "spies", BATTLE, rule, at=[]))
    else:
        line_up(play, placing(seat, "spies", "with_hireling", rule, 0, then="steal"))


# --- what follows a choice ------------------------------------------------------------------------


def place_number(place: str) -> int:
    """Return the number of a clearing by its zone."""
    return int(place.rpartition(":")[2])


def relocate(play: Play, done: Task, place: str, owner: str) -> None:
    """A bandit of a path goes to another one (RO-H-BANDITS-D)."""
    moved = {"pieces": {"bandits:warrior": 1}, "source": place, "then": "", "must": True}
    line_up(play, {**done, "where": "free_paths", **moved})


def pull(play: Play, done: Task, place: str, owner: str) -> None:
    """From each clearing around, a faction warrior may be pulled (RO-H-BAND-D)."""
    cite_now(play, "RO-16.6.16")
    at = place_number(place)
    around = by_path(land(play.opening), play.table, at)
    at_each(play, around, {**done, "what": PULL, "at": [], "to": at, "then": ""})


def steal(play: Play, done: Task, place: str, owner: str) -> None:
    """A random card of each enemy with faction pieces there (RO-H-SPIES-D)."""
    board, seat, at = Board(play.opening, play.table), int(done["seat"]), place_number(place)
    for other in board.in_order():
        one = board.faction(other)
        if board.count(one, at) and board.are_enemies("spies", one):
            take_random_card(play, seat, other, say("the card taken by the spies"))


def force(play: Play, done: Task, place: str, owner: str) -> None:
    """Whom the Prophets force battles there; their controller names the defender (RO-H-PROPHETS-D)."""
    line_up(play, {**done, "what": BATTLE, "force": owner, "at": [place_number(place)], "then": "", "must": True})


def lead(play: Play, done: Task, place: str, owner: str) -> None:
    """Whom the Prophets force moves as the controller says, with all that can (RO-H-PROPHETS-D)."""
    forced = {"force": owner, "at": [place_number(place)], "all": True, "battle": True, "then": "", "must": True}
    line_up(play, {**done, "what": MOVE, **forced})


def lift(play: Play, done: Task, place: str, owner: str) -> None:
    """A foothold of the map is lifted, to be placed anew (RO-H-EXPEDITION-D)."""
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
"""What a hireling may be employed for, by its key and side."""


def can_employ(board: Board, seat: int) -> bool:
    """Return whether a seat controls a hireling that has something left to do in Daylight."""
    for key in controlled(board, seat):
        if (key, str(board.table.get(side(key)))) in WAYS and not board.done(employed(key)):
            return True
    return False
