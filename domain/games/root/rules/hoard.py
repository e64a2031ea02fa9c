"""The Hoard of the Lord of the Hundreds (RO-14.2.4): its tracks, items gained and items that leave."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Fight
from tablescribe.domain.games.root.actions.hundreds import DropItem, KeepItem, SellItem, Squander, TakeLoot
from tablescribe.domain.games.root.board import Board, catalogue_of, item, items
from tablescribe.domain.games.root.pieces import HUNDREDS, VAGABOND, VAGABOND2, warrior
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.ruling import can_place
from tablescribe.domain.games.root.rules.turn import action, awaiting, in_stage, must_play
from tablescribe.domain.games.root.standing import mood_is, warlord_at
from tablescribe.domain.games.root.windows import FULL_TRACK, LOOT, SPOILS
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import bare
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

HOARD, MOB, STRONGHOLD = "hoard", "hundreds:mob", "hundreds:stronghold"
SPACES = 4
"""The number of items that fit on a track (RO-14.2.4)."""

LAVISH = "lavish"


# --- tracks ---------------------------------------------------------------------------------------


def track_of(board: Board, piece: str) -> tuple[str, ...]:
    """Return the kinds of items of an item's track."""
    hundreds = catalogue_of(board.setting).hundreds
    name = piece.partition(":")[2]
    return hundreds.command if name in hundreds.command else hundreds.prowess


def on_track(board: Board, names: tuple[str, ...]) -> int:
    """Return the number of items on a track."""
    return sum(board.table.count(HOARD, item(name)) for name in names)


def command(board: Board) -> int:
    """Return the number of command actions (RO-14.5.2)."""
    hundreds = catalogue_of(board.setting).hundreds
    return hundreds.track[min(on_track(board, hundreds.command), SPACES)]


def prowess(board: Board) -> int:
    """Return the number of advances, and of warriors placed at the warlord (RO-14.4.2, RO-14.5.3)."""
    hundreds = catalogue_of(board.setting).hundreds
    return hundreds.track[min(on_track(board, hundreds.prowess), SPACES)]


def receive(play: Play, seat: int, zone: str, piece: str) -> None:
    """Put an item in the Hoard (RO-14.2.4); if its track is full, one item leaves for a point (RO-14.2.4-I)."""
    board = Board(play.opening, play.table)
    name = bare(piece)
    play.cite("RO-14.2.4")
    full = on_track(board, track_of(board, name)) >= SPACES
    play.turn(zone, piece, name)
    play.move(name, 1, zone, HOARD)
    if full:
        play.then("full_track", seat=seat, item=name)


@action.step("full_track")
def ask_what_leaves(play: Play, *, seat: int, item: str) -> None:
    """Ask which item of a full track leaves the game (RO-14.2.4-I)."""
    board = Board(play.opening, play.table)
    if on_track(board, track_of(board, item)) > SPACES:
        play.then("full_track", seat=seat, item=item)
        play.ask(FULL_TRACK, seat)


@action(DropItem)
def drop_item(play: Play, seat: int, act: DropItem) -> None:
    """Remove an item of the full track from the game for a point (RO-14.2.4-I)."""
    board = Board(play.opening, play.table)
    waiting = awaiting(play.table, "full_track")
    if not play.table.count(HOARD, item(act.item)):
        raise Impossible(say("{item} is not in the Hoard", item=Thing(item(act.item))))
    track = track_of(board, str(waiting.get("item", item(act.item))))
    play.require("RO-14.2.4-I", act.item in track, say("choose an item of the full track"))
    play.checked()
    play.move(item(act.item), 1, HOARD, BOX)
    gain(play, seat, 1, "RO-14.2.4-I")
    play.answered(seat)


# --- crafting (RO-14.2.3) -------------------------------------------------------------------------


def gain_item(play: Play, seat: int, zone: str, piece: str, points: int) -> None:
    """Keep a crafted item without its points, or remove it from the game for them (RO-14.2.3)."""
    play.then("spoils", seat=seat, zone=zone, piece=piece, points=points)


@action.step("spoils")
def ask_for_spoils(play: Play, *, seat: int, zone: str, piece: str, points: int) -> None:
    """Ask whether to keep the crafted item."""
    if play.table.count(zone, piece):
        play.then("spoiled", seat=seat, zone=zone, piece=piece, points=points)
        play.ask(SPOILS, seat)


@action.step("spoiled")
def spoiled(play: Play, *, seat: int, zone: str, piece: str, points: int) -> None:
    """Do nothing; the step's arguments identify the item for the answers."""


@action(KeepItem)
def keep_item(play: Play, seat: int, act: KeepItem) -> None:
    """Put the crafted item in the Hoard (RO-14.2.3)."""
    waiting = awaiting(play.table, "spoiled")
    play.checked()
    play.cite("RO-14.2.3")
    play.answered(seat)
    if waiting:
        receive(play, seat, str(waiting["zone"]), str(waiting["piece"]))


@action(SellItem)
def sell_item(play: Play, seat: int, act: SellItem) -> None:
    """Remove the crafted item from the game and score its points (RO-14.2.3)."""
    waiting = awaiting(play.table, "spoiled")
    play.checked()
    play.answered(seat)
    if waiting:
        play.move(str(waiting["piece"]), 1, str(waiting["zone"]), BOX)
        gain(play, seat, int(waiting["points"]), "RO-14.2.3")


# --- looting (RO-14.2.5) --------------------------------------------------------------------------


def declares(board: Board, fight: Fight) -> bool:
    """Allow looting if the defender has a crafted item and is no Vagabond (RO-14.2.5)."""
    seat = board.seat_of(fight.defender)
    theirs = fight.attacker == HUNDREDS and fight.how == "loot" and fight.defender in board.factions
    return theirs and fight.defender not in (VAGABOND, VAGABOND2) and board.table.count(items(seat)) > 0


def after_looting(play: Play, fight: Fight) -> None:
    """Take an item after looting if the Hundreds rule the clearing (RO-14.2.5)."""
    board = Board(play.opening, play.table)
    if fight.attacker == HUNDREDS and fight.how == "loot" and rules(board, HUNDREDS, fight.at):
        play.cite("RO-14.2.5")
        play.then("loot", seat=board.seat_of(HUNDREDS), victim=board.seat_of(fight.defender))


@action.step("loot")
def loot(play: Play, *, seat: int, victim: int) -> None:
    """Take one of the defender's items; ask which if there are several kinds."""
    kinds = sorted({bare(piece) for piece in play.table.pieces(items(victim))})
    if len(kinds) == 1:
        take_loot_of(play, seat, victim, kinds[0])
    elif kinds:
        play.then("looted", seat=seat, victim=victim)
        play.ask(LOOT, seat)


@action.step("looted")
def looted(play: Play, *, seat: int, victim: int) -> None:
    """Do nothing; the step's arguments identify the looted player for the answer."""


@action(TakeLoot)
def take_loot(play: Play, seat: int, act: TakeLoot) -> None:
    """Loot an item of the defender (RO-14.2.5)."""
    victim = int(awaiting(play.table, "looted").get("victim", 0))
    there = {bare(piece) for piece in play.table.pieces(items(victim))}
    if item(act.item) not in there:
        raise Impossible(say("{item} is not there", item=Thing(item(act.item))))
    play.checked()
    play.answered(seat)
    take_loot_of(play, seat, victim, item(act.item))


def take_loot_of(play: Play, seat: int, victim: int, kind: str) -> None:
    """Take an item of a kind, exhausted or not."""
    piece = next(one for one in play.table.pieces(items(victim)) if bare(one) == kind)
    receive(play, seat, items(victim), piece)


# --- Lavish (RO-14.7.4) ---------------------------------------------------------------------------


@action(Squander)
def squander(play: Play, seat: int, act: Squander) -> None:
    """Lavish: at the end of Birdsong, remove an item of the Hoard for two warriors at the warlord (RO-14.7.4)."""
    board = in_stage(play, seat, "RO-14.7.4", LAVISH)
    must_play(play, seat, HUNDREDS)
    play.require("RO-14.7.4", mood_is(board, "lavish"), say("the warlord's mood is not Lavish"))
    at = warlord_at(board)
    play.require("RO-14.7.4", at and can_place(board, HUNDREDS, at), say("place warriors with the warlord"))
    play.move(item(act.item), 1, HOARD, BOX)
    play.checked()
    play.cite("RO-14.7.4")
    if at:
        place(play, warrior(HUNDREDS), 2, at)
