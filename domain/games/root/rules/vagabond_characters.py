"""The special actions of the nine characters (RO-16.3)."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Ban, Fight
from tablescribe.domain.games.root.actions.vagabond import (
    DayLabor,
    Glide,
    Hideout,
    Instigate,
    Mend,
    ScorchedEarth,
    Steal,
)
from tablescribe.domain.games.root.board import CARD, EVENING_START, Board, clearing, item, options_of
from tablescribe.domain.games.root.cards import matches
from tablescribe.domain.games.root.pieces import pawn
from tablescribe.domain.games.root.rules.battle import must_battle, start
from tablescribe.domain.games.root.rules.fights import EXTRA, key, role_of
from tablescribe.domain.games.root.rules.hand import spend, turn_down
from tablescribe.domain.games.root.rules.hits import CHOOSER
from tablescribe.domain.games.root.rules.moving import must_leave_and_enter
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import wipe
from tablescribe.domain.games.root.rules.tasks import must_pay
from tablescribe.domain.games.root.rules.turn import action, one_less, skip_to
from tablescribe.domain.games.root.rules.vagabond_days import in_daylight, stands_in, wander
from tablescribe.domain.games.root.rules.vagabond_items import (
    damaged,
    damaged_items,
    exhaust,
    mend,
    must_have_ready,
    ready,
    satchel,
    swords,
)
from tablescribe.domain.games.root.rules.vagabond_relations import here
from tablescribe.domain.games.root.windows import MEND
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import discard, hand, numbered
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

PROTECTOR, SWIFT_STRIKE = "protector", "swift-strike"
SCORCHED = "item:torch.scorched"
"""The torch that stays in a scorched clearing (RO-16.3.6-II)."""
MENDED = 3


character = numbered("character:")  # the key of a Vagabond's character


def plays(board: Board, seat: int, name: str) -> bool:
    """Return whether a seat's Vagabond has this character."""
    return board.table.text(character(seat)) == name


def special(play: Play, seat: int, rule: str, name: str) -> Board:
    """Require the character of a special action (RO-9.5.9), and a ready torch."""
    play.cite("RO-9.5.9")
    board = in_daylight(play, seat, rule)
    is_theirs = plays(board, seat, name)
    play.require(
        rule, is_theirs, say("only the {character} can do that", character=Thing(f"vagabond-character:{name}"))
    )
    must_have_ready(play, seat, rule, "torch")
    return board


@action(Steal)
def steal(play: Play, seat: int, act: Steal) -> None:
    """Thief: take a random card from a player with a piece in his clearing (RO-16.3.1-II)."""
    board = special(play, seat, "RO-16.3.1-II", "thief")
    at, other = here(board, seat), board.factions.get(act.faction, 0)
    if not other or other == seat:
        raise Impossible(say("{faction} is not another player in this match", faction=Thing(act.faction)))
    there = at and board.count(act.faction, at)
    play.cite("RO-AMB-18")
    play.require("RO-16.3.1-II", there, say("{faction} has no pieces here", faction=Thing(act.faction)))
    play.require("RO-16.3.1-II", board.hand(other), say("{faction} has no cards in hand", faction=Thing(act.faction)))
    play.checked()
    exhaust(play, seat, "torch")
    if board.hand(other):
        turn_down(play, other)
        stolen = play.pick(hand(other), other, say("the stolen card"), secret=True)
        play.move(stolen, 1, hand(other), hand(seat))


@action(DayLabor)
def day_labor(play: Play, seat: int, act: DayLabor) -> None:
    """Tinker: take a card of his clearing's suit or a bird from the discard pile (RO-16.3.2-II)."""
    board = special(play, seat, "RO-16.3.2-II", "tinker")
    at = here(board, seat)
    if not play.table.count(discard(CARD), act.card):
        raise Impossible(say("{card} is not in the discard pile", card=Thing(act.card)))
    fits = bool(at) and matches(play.opening, act.card, board.suits(at))
    play.require("RO-16.3.2-II", fits, say("choose a card of the clearing's suit, or a bird"))
    play.checked()
    exhaust(play, seat, "torch")
    play.move(act.card, 1, discard(CARD), hand(seat))


@action(Hideout)
def hideout(play: Play, seat: int, act: Hideout) -> None:
    """Ranger: repair three items; then Daylight ends and Evening begins (RO-16.3.3-II)."""
    special(play, seat, "RO-16.3.3-II", "ranger")
    play.checked()
    exhaust(play, seat, "torch")
    play.then("evening_falls", seat=seat)
    play.then("mending", seat=seat, n=MENDED)


@action.step("mending")
def mending(play: Play, *, seat: int, n: int) -> None:
    """Repair items; with more damaged ones than allowed, he chooses."""
    board = Board(play.opening, play.table)
    broken = damaged_items(board, seat)
    if not n or not broken:
        return
    if len(broken) == 1 or board.table.count(damaged(seat)) <= n:
        mend(play, seat, broken[0])
        play.then("mending", seat=seat, n=n - 1)
    else:
        play.then("mending", seat=seat, n=n)
        play.ask(MEND, seat)


@action(Mend)
def choose_mend(play: Play, seat: int, act: Mend) -> None:
    """Choose an item to repair (RO-16.3.3-II)."""
    if not play.table.count(damaged(seat), act.item):
        raise Impossible(say("{item} is not damaged", item=Thing(act.item)))
    play.cite("RO-16.3.3-II")
    play.checked()
    mend(play, seat, act.item)
    one_less(play, "mending", seat=seat)
    play.answered(seat)


@action.step("evening_falls")
def evening_falls(play: Play, *, seat: int) -> None:
    """Begin Evening at once (RO-16.3.3-II)."""
    play.cite("RO-16.3.3-II")
    if Board(play.opening, play.table).turn == seat:
        skip_to(play, EVENING_START)


@action(Instigate)
def instigate(play: Play, seat: int, act: Instigate) -> None:
    """Vagrant: start a battle in his clearing, and remove the pieces for both sides (RO-16.3.4-II)."""
    board = special(play, seat, "RO-16.3.4-II", "vagrant")
    at = here(board, seat)
    if not at or act.attacker == act.defender:
        raise Impossible(say("choose two different sides in your clearing"))
    play.cite("RO-AMB-19")
    must_battle(play, act.attacker, act.defender, at, how="instigate")
    must_pay(play, seat, at, act.defender, act.how)
    play.checked()
    exhaust(play, seat, "torch")
    if act.how:
        spend(play, seat, act.how)
    start(play, Fight(at, act.attacker, act.defender, seat, "instigate"))
    play.set(CHOOSER, seat)


@action(ScorchedEarth)
def scorched_earth(play: Play, seat: int, act: ScorchedEarth) -> None:
    """Scoundrel: leave his torch in the clearing and remove all enemy pieces there (RO-16.3.6-II)."""
    board = special(play, seat, "RO-16.3.6-II", "scoundrel")
    at = here(board, seat)
    play.require("RO-16.3.6-II", at, say("you must be in a clearing"))
    if not at:
        raise Impossible(say("you must be in a clearing"))
    play.checked()
    exhaust(play, seat, "torch")
    torch = f"{item('torch')}.exhausted"
    play.turn(satchel(seat), torch, SCORCHED)
    play.move(SCORCHED, 1, satchel(seat), clearing(at))
    wipe(play, [at], board.faction(seat), "effect:RO-16.3.6-II")


def is_scorched(board: Board, at: int) -> bool:
    """Return whether a clearing is scorched."""
    return bool(at) and board.at(at, SCORCHED) > 0


def forbids_entering(board: Board, owner: str, at: int) -> Ban | None:
    """Forbid moves into a scorched clearing (RO-16.3.6-II)."""
    return Ban("RO-16.3.6-II", say("that clearing has been burned down")) if is_scorched(board, at) else None


@action(Glide)
def glide(play: Play, seat: int, act: Glide) -> None:
    """Harrier: move to any clearing, even a hostile one, without boots (RO-16.3.9-II)."""
    board = special(play, seat, "RO-16.3.9-II", "harrier")
    me = board.faction(seat)
    zone = stands_in(board, me)
    if zone == clearing(act.to) or not zone:
        raise Impossible(say("a move must end in another clearing"))
    kind, _, name = zone.partition(":")
    must_leave_and_enter(play, me, int(name) if kind == "clearing" else 0, act.to)
    play.checked()
    exhaust(play, seat, "torch")
    wander(play, seat, me, zone, clearing(act.to), "glide")


# --- in battles -----------------------------------------------------------------------------------


def effects(me: str, board: Board, fight: Fight, seat: int, when: str) -> list[str]:
    """Return the Arbiter's protection of a defender before the roll, and the Ronin's strike after it."""
    mine = board.seat_of(me)
    if when == "before" and plays(board, mine, "arbiter") and seat == board.seat_of(fight.defender):
        enlisted = board.table.get(key(PROTECTOR))
        here_ = board.at(fight.at, pawn(me)) and me not in (fight.attacker, fight.defender)
        return [PROTECTOR] if here_ and not enlisted else []
    if when == "after" and seat == mine and plays(board, mine, "ronin") and ready(board, mine, "sword"):
        once = options_of(board.setting).ronin_once and board.table.get(key(SWIFT_STRIKE))
        return [] if once else [SWIFT_STRIKE]
    return []


def use(me: str, play: Play, fight: Fight, seat: int, name: str, card: str) -> None:
    """Enlist the Arbiter (RO-16.3.5-II), or use Swift Strike (RO-16.3.8-II)."""
    board = Board(play.opening, play.table)
    mine = board.seat_of(me)
    if name == PROTECTOR and plays(board, mine, "arbiter"):
        play.cite("RO-16.3.5-II")
        play.cite("RO-AMB-20")
        play.checked()
        play.set(key(PROTECTOR), True)
        play.add(key("cap", role_of(fight, fight.defender)), swords(board, mine))
        gain(play, mine, 1, "RO-16.3.5-II")
    elif name == SWIFT_STRIKE and plays(board, mine, "ronin") and seat == mine:
        play.cite("RO-16.3.8-II")
        play.cite("RO-AMB-21")
        play.checked()
        play.set(key(SWIFT_STRIKE), True)
        exhaust(play, mine, "sword")
        play.add(key(EXTRA, role_of(fight, me)), 1)
