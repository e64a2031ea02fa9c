"""A Vagabond's items (RO-9.2.5): where they are, exhausting and refreshing, damage and repair."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Fight
from tablescribe.domain.games.root.actions.vagabond import Carry, Damage
from tablescribe.domain.games.root.board import DAYLIGHT, Board, catalogue_of, is_first_edition, item, options_of
from tablescribe.domain.games.root.pieces import VAGABOND, VAGABOND2
from tablescribe.domain.games.root.rules.fights import key, role_of
from tablescribe.domain.games.root.rules.turn import action, in_phase, must_play, one_less
from tablescribe.domain.games.root.standing import on_track, track
from tablescribe.domain.games.root.windows import ITEM_HIT
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import bare, numbered, state_of
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

VAGABONDS = (VAGABOND, VAGABOND2)
TRACKED = ("tea", "coin", "bag")
EXHAUSTED = "exhausted"


satchel = numbered("satchel:")  # the zone of a Vagabond's undamaged items that are not on a track
damaged = numbered("damaged:")  # the zone of a Vagabond's damaged items


def is_vagabond(board: Board, seat: int) -> bool:
    """Return whether a seat plays a Vagabond."""
    return board.faction(seat) in VAGABONDS


def must_be_vagabond(play: Play, seat: int) -> None:
    """Require that a seat plays a Vagabond; no other faction has items to use."""
    must_play(play, seat, *VAGABONDS)


# --- counting -------------------------------------------------------------------------------------


def ready(board: Board, seat: int, name: str) -> int:
    """Return the number of a Vagabond's ready, undamaged items of a kind."""
    return board.table.count(satchel(seat), item(name)) + board.table.count(track(seat), item(name))


def undamaged(board: Board, seat: int) -> list[str]:
    """Return a Vagabond's undamaged items, without repeats of kind and state."""
    held = {*board.table.pieces(satchel(seat)), *board.table.pieces(track(seat))}
    return sorted(held)


def unharmed(board: Board, seat: int) -> int:
    """Return the number of a Vagabond's undamaged items."""
    return sum(sum(board.table.pieces(zone).values()) for zone in (satchel(seat), track(seat)))


def swords(board: Board, seat: int) -> int:
    """Return the number of a Vagabond's undamaged swords, ready or exhausted (RO-9.2.6)."""
    return ready(board, seat, "sword") + board.table.count(satchel(seat), f"{item('sword')}.{EXHAUSTED}")


def damaged_items(board: Board, seat: int) -> list[str]:
    """Return a Vagabond's damaged items, without repeats of kind and state."""
    return sorted(board.table.pieces(damaged(seat)))


def ready_items(board: Board, seat: int) -> list[str]:
    """Return the kinds of items a Vagabond has ready."""
    return sorted({bare(one).partition(":")[2] for one in undamaged(board, seat) if state_of(one) != EXHAUSTED})


# --- exhausting and refreshing --------------------------------------------------------------------


def must_have_ready(play: Play, seat: int, rule: str, name: str, n: int = 1) -> None:
    """Require ready items of a kind."""
    board = Board(play.opening, play.table)
    there = ready(board, seat, name)
    why = say("you need a ready {item}", item=Thing(item(name)))
    if n > 1:
        why = say("you need {n_items} ready items: {item}", n_items=n, item=Thing(item(name)))
    play.require(rule, there >= n, why)
    if there < n:
        raise Impossible(why)


def exhaust(play: Play, seat: int, name: str) -> None:
    """Exhaust a ready item; exhausted items go to the satchel (RO-9.2.5)."""
    play.cite("RO-9.2.5")
    if not play.table.count(satchel(seat), item(name)):
        play.move(item(name), 1, track(seat), satchel(seat))
    play.turn(satchel(seat), item(name), f"{item(name)}.{EXHAUSTED}")


def receive(play: Play, seat: int, zone: str, piece: str) -> None:
    """Take an item; a ready tea, coin or bag goes to its track while there is room (RO-9.2.5)."""
    play.move(piece, 1, zone, place_of(play, seat, piece))


def place_of(play: Play, seat: int, piece: str) -> str:
    """Return the zone for an undamaged item: tracks for ready tea, coins and bags, else the satchel (RO-9.2.5)."""
    name = bare(piece).partition(":")[2]
    room = play.table.count(track(seat), piece) < catalogue_of(play.opening).vagabond.track
    return track(seat) if name in TRACKED and state_of(piece) != EXHAUSTED and room else satchel(seat)


def refresh(play: Play, seat: int, name: str, zone: str) -> None:
    """Refresh an exhausted item; a ready tea, coin or bag goes to its track."""
    play.turn(zone, f"{item(name)}.{EXHAUSTED}", item(name))
    if zone == satchel(seat):
        play.move(item(name), 1, zone, place_of(play, seat, item(name)))


def mend(play: Play, seat: int, piece: str) -> None:
    """Repair a damaged item; it stays ready or exhausted."""
    play.move(piece, 1, damaged(seat), place_of(play, seat, piece))


@action(Carry)
def carry(play: Play, seat: int, act: Carry) -> None:
    """Move a ready tea, coin or bag between its track and the satchel (RO-9.2.5, RO-AMB-14)."""
    board = in_phase(play, seat, "RO-9.2.5", DAYLIGHT)
    must_be_vagabond(play, seat)
    free = options_of(play.opening).item_tracks == "free"
    play.require("RO-AMB-14", free, say("in this match they stay on their tracks"))
    source, to = (satchel(seat), track(seat)) if act.to == "track" else (track(seat), satchel(seat))
    if not play.table.count(source, item(act.item)):
        raise Impossible(say("there is no ready {item} there", item=Thing(item(act.item))))
    room = act.to == "satchel" or on_track(board, seat, act.item) < catalogue_of(play.opening).vagabond.track
    play.require("RO-9.2.5", room, say("that track is full"))
    play.checked()
    play.move(item(act.item), 1, source, to)


# --- damage ---------------------------------------------------------------------------------------


def damage(play: Play, seat: int, piece: str) -> None:
    """Damage an undamaged item (RO-9.2.7)."""
    play.cite("RO-9.2.7")
    zone = satchel(seat) if play.table.count(satchel(seat), piece) else track(seat)
    play.move(piece, 1, zone, damaged(seat))


def hit(play: Play, fight: Fight, seat: int, piece: str) -> None:
    """Take a battle hit by damaging an item (RO-9.2.7)."""
    damage(play, seat, piece)
    play.add(key("items", role_of(fight, Board(play.opening, play.table).faction(seat))), 1)


@action.step("items_hit")
def items_hit(play: Play, *, seat: int, n: int) -> None:
    """Take hits outside battle by damaging items that the Vagabond chooses; without items they are ignored."""
    board = Board(play.opening, play.table)
    kinds = undamaged(board, seat)
    if not n or not kinds:
        return
    takes_all = n >= unharmed(board, seat) and not is_first_edition(play.opening)
    if len(kinds) == 1 or takes_all:
        damage(play, seat, kinds[0])
        play.then("items_hit", seat=seat, n=n - 1)
    else:
        play.then("items_hit", seat=seat, n=n)
        play.ask(ITEM_HIT, seat)


@action(Damage)
def choose_damage(play: Play, seat: int, act: Damage) -> None:
    """Choose an item to damage (RO-9.2.7)."""
    if act.item not in undamaged(Board(play.opening, play.table), seat):
        raise Impossible(say("{item} is not one of your undamaged items", item=Thing(act.item)))
    play.cite("RO-9.2.7")
    play.checked()
    damage(play, seat, act.item)
    one_less(play, "items_hit", seat=seat)
    play.answered(seat)
