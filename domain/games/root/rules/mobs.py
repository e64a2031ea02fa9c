"""Mobs, and the Hundreds' Birdsong (raze, recruit, anoint, moods) and Evening (incite, oppress)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Loss
from tablescribe.domain.games.root.actions.hundreds import (
    Anoint,
    ChooseMood,
    Incite,
    NoRevel,
    PlaceMob,
    RazeItem,
    Revel,
)
from tablescribe.domain.games.root.board import CLEARINGS, SUITS, Board, catalogue_of, clearing, item, supply, under
from tablescribe.domain.games.root.parts import Mood
from tablescribe.domain.games.root.pieces import HUNDREDS, RUIN, kind_of, owner_of, warrior
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rules.citing import cite_now
from tablescribe.domain.games.root.rules.hand import must_spend, spend
from tablescribe.domain.games.root.rules.hoard import HOARD, MOB, STRONGHOLD, prowess, receive
from tablescribe.domain.games.root.rules.placing import place, place_at_each
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import may_remove_one, remove_together
from tablescribe.domain.games.root.rules.ruins import RUIN_ITEM
from tablescribe.domain.games.root.rules.ruling import adjacent, can_place, must_place
from tablescribe.domain.games.root.rules.turn import action, awaiting, in_stage, must_play
from tablescribe.domain.games.root.standing import MOOD, WARLORD, mood_is, warlord_at
from tablescribe.domain.games.root.windows import ANOINTING, JUBILATION, RAZED_ITEM
from tablescribe.domain.games.root.windows import MOB as MOB_WINDOW
from tablescribe.domain.games.root.windows import MOOD as MOOD_WINDOW
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import BOX, HIDDEN, Impossible
from tablescribe.domain.words.text import Thing, say

WARRIOR = warrior(HUNDREDS)
INCITING = "incite"
FACES: dict[Outcome, int] = dict.fromkeys(SUITS, 2)
"""The faces of the mob die: each suit twice."""

ROLLS = 4
"""The number of rolls in the Jubilant mood (RO-14.7.3)."""


# --- raze (RO-14.4.1) -----------------------------------------------------------------------------


def raze(play: Play, seat: int) -> None:
    """Raze at each mob: enemy buildings and tokens, and an item of a ruin; then roll the mob die (RO-14.4.1)."""
    board = Board(play.opening, play.table)
    mobs = board.where(MOB)
    if not mobs:
        return
    play.cite("RO-14.4.1")
    play.then("mob_die", seat=seat)
    for at in reversed(mobs):
        if board.at(at, RUIN) and play.table.count(under(at)):
            play.then("raze_ruin", seat=seat, at=at)
    remove_together(play, [loss for at in mobs for loss in razed(board, at)])


def razed(board: Board, at: int) -> Iterator[Loss]:
    """Yield the pieces that a mob removes."""
    for piece, n in board.table.pieces(clearing(at)).items():
        building = owner_of(piece) and kind_of(piece) in ("building", "token")
        if building and board.are_enemies(HUNDREDS, owner_of(piece)) and may_remove_one(board, piece, HUNDREDS, at):
            yield Loss(piece, n, at, HUNDREDS, "effect")


@action.step("raze_ruin")
def raze_ruin(play: Play, *, seat: int, at: int) -> None:
    """Take an item from under a ruin; if there are two, the Hundreds see both and choose."""
    there = list(play.table.each(under(at)))
    why = say("the item under the ruin in {at}", at=Thing(clearing(at)))
    for piece in there:
        play.turn_up(under(at), piece, seat, why)
    kinds = sorted(play.table.pieces(under(at)))
    if len(kinds) > 1:
        play.then("razing", seat=seat, at=at)
        play.ask(RAZED_ITEM, seat)
    elif kinds:
        take_from_ruin(play, seat, at, kinds[0])


@action.step("razing")
def razing(play: Play, *, seat: int, at: int) -> None:
    """Do nothing; the step's arguments identify the ruin for the answer."""


@action(RazeItem)
def raze_item(play: Play, seat: int, act: RazeItem) -> None:
    """Take one of the two items under a ruin (RO-14.4.1)."""
    at = int(awaiting(play.table, "razing").get("at", 0))
    piece = f"{RUIN_ITEM}:{act.item}"
    if not play.table.count(under(at), piece):
        raise Impossible(say("{item} is not there", item=Thing(item(act.item))))
    play.checked()
    play.answered(seat)
    take_from_ruin(play, seat, at, piece)


def take_from_ruin(play: Play, seat: int, at: int, piece: str) -> None:
    """Put an item from under a ruin in the Hoard. A remaining item is hidden again; an empty ruin is removed."""
    play.move(piece, 1, under(at), BOX)
    for other, n in play.table.pieces(under(at)).items():
        if not other.startswith(HIDDEN):
            play.conceal(under(at), RUIN_ITEM, other, n)
    if not play.table.count(under(at)):
        play.move(RUIN, 1, clearing(at), BOX)
    receive(play, seat, BOX, item(piece.partition(":")[2]))


@action.step("mob_die")
def mob_die(play: Play, *, seat: int) -> None:
    """Roll the mob die: place a mob in a clearing of that suit without one, adjacent to a mob (RO-14.4.1)."""
    board = Board(play.opening, play.table)
    if not board.where(MOB) or not board.left(HUNDREDS, MOB):
        return
    cite_now(play, "RO-16.6.2")
    suit = str(play.roll("mob die", FACES, seat, say("where a mob is placed")))
    places = gathering(board, suit)
    if len(places) == 1:
        place(play, MOB, 1, places[0])
    elif places:
        play.then("gathering", seat=seat, suit=suit)
        play.ask(MOB_WINDOW, seat)


def gathering(board: Board, suit: str) -> list[int]:
    """Return the clearings in which a mob may be placed."""
    near = {to for at in board.where(MOB) for to in adjacent(board, HUNDREDS, at)}
    fitting = [at for at in CLEARINGS if at in near and suit in board.suits(at) and not board.at(at, MOB)]
    return [at for at in fitting if can_place(board, HUNDREDS, at)]


@action.step("gathering")
def gathered(play: Play, *, seat: int, suit: str) -> None:
    """Do nothing; the step's arguments hold the rolled suit for the answer."""


@action(PlaceMob)
def place_mob(play: Play, seat: int, act: PlaceMob) -> None:
    """Place the mob in a clearing of the rolled suit (RO-14.4.1)."""
    board = Board(play.opening, play.table)
    suit = str(awaiting(play.table, "gathering").get("suit", ""))
    play.require(
        "RO-14.4.1",
        act.at in gathering(board, suit),
        say("place the mob in a clearing of that suit adjacent to another mob"),
    )
    play.checked()
    play.answered(seat)
    place(play, MOB, 1, act.at)


# --- recruit, anoint, moods -----------------------------------------------------------------------


def recruit(play: Play, seat: int) -> None:
    """Place warriors at the warlord, as many as Prowess shows, and one at each stronghold (RO-14.4.2)."""
    board = Board(play.opening, play.table)
    play.cite("RO-14.4.2")
    at = warlord_at(board)
    if at and can_place(board, HUNDREDS, at):
        place(play, WARRIOR, prowess(board), at)
    place_at_each(play, seat, WARRIOR, [one for one in CLEARINGS for _ in range(board.at(one, STRONGHOLD))])


def throne(board: Board) -> list[int]:
    """Return where a new warlord may be placed: instead of a warrior, or else anywhere (RO-14.4.3)."""
    able = [at for at in CLEARINGS if can_place(board, HUNDREDS, at)]
    return [at for at in able if board.at(at, WARRIOR)] or able


def anoint(play: Play, seat: int) -> None:
    """Anoint a warlord if there is none on the map; ask where if there is a choice (RO-14.4.3)."""
    board = Board(play.opening, play.table)
    places = throne(board)
    if warlord_at(board) or not places:
        return
    if len(places) == 1:
        crown(play, places[0])
    else:
        play.then("anoint", seat=seat)


@action.step("anoint")
def ask_where(play: Play, *, seat: int) -> None:
    """Ask where to anoint the warlord."""
    play.ask(ANOINTING, seat)


@action(Anoint)
def anoint_there(play: Play, seat: int, act: Anoint) -> None:
    """Replace a warrior with the warlord, or place him anywhere (RO-14.4.3)."""
    board = Board(play.opening, play.table)
    play.require("RO-14.4.3", act.at in throne(board), say("the warlord must replace one of your warriors"))
    play.checked()
    play.answered(seat)
    crown(play, act.at)


def crown(play: Play, at: int) -> None:
    """Place the warlord, instead of a warrior if there is one (RO-14.4.3)."""
    play.cite("RO-14.4.3")
    play.move(WARRIOR, min(1, play.table.count(clearing(at), WARRIOR)), clearing(at), supply(HUNDREDS))
    place(play, WARLORD, 1, at)


def new_moods(board: Board) -> list[Mood]:
    """Return the possible new moods: not the current one, and their item is not in the Hoard (RO-14.4.4)."""
    moods = catalogue_of(board.setting).hundreds.moods
    return [one for one, name in moods.items() if not mood_is(board, one) and not board.table.count(HOARD, item(name))]


def change_mood(play: Play, seat: int) -> None:
    """Ask for a new mood; if none is possible, keep the current one (RO-14.4.4)."""
    if new_moods(Board(play.opening, play.table)):
        play.then("new_mood", seat=seat)


@action.step("new_mood")
def ask_for_mood(play: Play, *, seat: int) -> None:
    """Ask for the new mood."""
    play.ask(MOOD_WINDOW, seat)


@action(ChooseMood)
def choose_mood(play: Play, seat: int, act: ChooseMood) -> None:
    """Change to a mood whose item is not in the Hoard (RO-14.4.4)."""
    board = Board(play.opening, play.table)
    play.require(
        "RO-14.4.4", act.mood in new_moods(board), say("choose a different mood whose item is not in the Hoard")
    )
    play.checked()
    play.set(MOOD, act.mood)
    play.answered(seat)


# --- Evening (RO-14.6) ----------------------------------------------------------------------------


@action(Incite)
def incite(play: Play, seat: int, act: Incite) -> None:
    """Incite: spend a card to place a mob in a clearing of its suit with a warrior (RO-14.6.1)."""
    board = in_stage(play, seat, "RO-14.6.1", INCITING)
    must_play(play, seat, HUNDREDS)
    must_spend(play, seat, "RO-14.6.1", act.card, *board.suits(act.at))
    play.require("RO-14.6.1", board.warriors(HUNDREDS, act.at), say("you need a warrior there"))
    play.require("RO-14.6.1", not board.at(act.at, MOB), say("there is already a mob there"))
    play.require("RO-14.6.1", board.left(HUNDREDS, MOB), say("you have no mobs left"))
    must_place(play, HUNDREDS, act.at)
    play.checked()
    spend(play, seat, act.card)
    place(play, MOB, 1, act.at)
    if mood_is(board, "jubilant") and warlord_at(board) == act.at:
        play.cite("RO-14.7.3")
        play.then("jubilation", seat=seat, n=ROLLS)


@action.step("jubilation")
def ask_for_a_roll(play: Play, *, seat: int, n: int) -> None:
    """Ask whether to roll the mob die again (RO-14.7.3)."""
    if n and Board(play.opening, play.table).left(HUNDREDS, MOB):
        play.then("jubilation", seat=seat, n=n - 1)
        play.ask(JUBILATION, seat)


@action(Revel)
def revel(play: Play, seat: int, act: Revel) -> None:
    """Jubilant: roll the mob die and place a mob as after razing (RO-14.7.3)."""
    play.checked()
    play.cite("RO-14.7.3")
    play.answered(seat)
    play.then("mob_die", seat=seat)


@action(NoRevel)
def no_revel(play: Play, seat: int, act: NoRevel) -> None:
    """Do not roll again."""
    play.checked()
    for step in play.dues:
        if step.do == "jubilation":
            play.drop(step)
    play.answered(seat)


def oppress(play: Play, seat: int) -> None:
    """Oppress: score for clearings they rule with a piece of their own and no enemy pieces (RO-14.6.2)."""
    board = Board(play.opening, play.table)
    n = sum(is_oppressed(board, at) for at in CLEARINGS)
    track = catalogue_of(play.opening).hundreds.oppress
    play.cite("RO-14.6.2")
    gain(play, seat, track[min(n, len(track) - 1)], "RO-14.6.2")


def is_oppressed(board: Board, at: int) -> bool:
    """Return whether a clearing counts for Oppress (RO-14.6.2)."""
    enemies = any(board.are_enemies(HUNDREDS, owner) for owner in board.owners(at))
    return not enemies and board.count(HUNDREDS, at) > 0 and rules(board, HUNDREDS, at)
