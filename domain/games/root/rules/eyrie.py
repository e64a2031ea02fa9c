"""The Eyrie Dynasties (RO-7): leaders, roosts, and a Decree that must be resolved."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Abilities, Crafter, Faction, Fight, Loss
from tablescribe.domain.games.root.actions.eyrie import Crown, Decree, Muster, NewRoost, Roost
from tablescribe.domain.games.root.board import (
    BIRD,
    CLEARINGS,
    DISCARD,
    DRAW,
    Board,
    catalogue_of,
    clearing,
    is_by_fourth_edition,
    supply,
    this,
)
from tablescribe.domain.games.root.cards import suit_of
from tablescribe.domain.games.root.decree import VIZIER, decree, remaining
from tablescribe.domain.games.root.pieces import EYRIE, is_warrior, scores, warrior
from tablescribe.domain.games.root.rules.battle import battle
from tablescribe.domain.games.root.rules.beginning import must_be_free_corner
from tablescribe.domain.games.root.rules.crafting import activate_piece, pieces_that_craft
from tablescribe.domain.games.root.rules.decree import (
    COLUMNS,
    COMMANDER,
    CRAFTING,
    DECREEING,
    DESPOT,
    NEW,
    STUCK,
    TURMOIL,
    candidates,
    carried_out,
    charismatic,
    column_now,
    fallen,
    must_carry_out,
    permits,
    sources,
    spends,
)
from tablescribe.domain.games.root.rules.fights import key
from tablescribe.domain.games.root.rules.hand import discard_card, draw, must_show
from tablescribe.domain.games.root.rules.moving import move
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.ruling import can_place, must_have_slot, must_place, must_rule, open_slots
from tablescribe.domain.games.root.rules.turn import action, could, in_stage, must_play
from tablescribe.domain.games.root.standing import ROOST
from tablescribe.domain.games.root.windows import LEADER, NEW_ROOST
from tablescribe.domain.rules.hand import lay
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rule
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Thing, say

WARRIOR = warrior(EYRIE)
DECREED, DECREED_BIRDS = "decreed", "decreed-birds"
"""The counters of cards, and of birds among them, added to the Decree this turn."""

MOST_ADDED = 2
"""The most cards that can be added to the Decree in a turn (RO-7.4.2)."""


def is_theirs(board: Board, seat: int) -> bool:
    """Return whether a seat plays the Eyrie."""
    return board.faction(seat) == EYRIE


# --- set-up (RO-7.3) and leaders ------------------------------------------------------------------


def boxed(setting: Setting) -> dict[str, int]:
    """Return the two Loyal Viziers."""
    return {VIZIER: 2}


def settle(play: Play, seat: int, at: int) -> None:
    """Place a roost and six warriors in a corner; then a leader is chosen (RO-7.3)."""
    board = Board(play.opening, play.table)
    play.require("RO-7.3", not board.on_map(ROOST), say("the first roost has already been placed"))
    must_be_free_corner(play, "RO-7.3", at)
    play.checked()
    play.move(ROOST, 1, supply(EYRIE), clearing(at))
    play.move(WARRIOR, 6, supply(EYRIE), clearing(at))
    play.ask(LEADER, seat)


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether the Eyrie has a leader."""
    return bool(board.table.get(decree("leader")))


@action(Crown)
def crown(play: Play, seat: int, act: Crown) -> None:
    """Choose a leader that is not face down, and put the viziers in its columns (RO-7.3, RO-7.7.3)."""
    board = Board(play.opening, play.table)
    must_play(play, seat, EYRIE)
    play.require("RO-7.7.3", not board.table.get(fallen(act.leader)), say("that leader is face down"))
    play.checked()
    play.set(decree("leader"), act.leader)
    for column in COLUMNS:
        play.move(VIZIER, play.table.count(decree(column), VIZIER), decree(column), BOX)
    for column in catalogue_of(play.opening).eyrie.leaders[act.leader]:
        play.move(VIZIER, 1, BOX, decree(column))
    play.answered(seat)


# --- Birdsong (RO-7.4) ----------------------------------------------------------------------------


def enter(play: Play, seat: int, stage: str) -> None:
    """Apply a stage's automatic effects: a card for an empty hand, a new roost, turmoil, points of roosts."""
    board = Board(play.opening, play.table)
    if not is_theirs(board, seat):
        return
    if stage == "birdsong" and not board.hand(seat):
        draw(play, seat, 1, say("a card for an empty hand"), "RO-7.4.1")
    elif stage == NEW and not board.on_map(ROOST):
        place_new_roost(play, seat)
    elif stage == TURMOIL and (column_now(board) or board.done(STUCK)):
        fall_into_turmoil(play, seat)
    elif stage == "evening":
        points = catalogue_of(play.opening).eyrie.points
        gain(play, seat, points[board.on_map(ROOST)], "RO-7.6")


@action(Decree)
def add_to_decree(play: Play, seat: int, act: Decree) -> None:
    """Add one or two cards to the Decree, at most one of them a bird (RO-7.4.2)."""
    board = in_stage(play, seat, "RO-7.4.2", "birdsong")
    must_play(play, seat, EYRIE)
    must_show(play, seat, act.card)
    play.require("RO-7.4.2", board.done(DECREED) < MOST_ADDED, say("you have already added two cards"))
    bird = suit_of(play.opening, act.card) == BIRD
    play.require("RO-7.4.2", not bird or not board.done(DECREED_BIRDS), say("you can add only one bird card"))
    play.checked()
    lay(play, seat, act.card, decree(act.column))
    play.add(this(DECREED), 1)
    if bird:
        play.add(this(DECREED_BIRDS), 1)


def leave(play: Play, seat: int, stage: str) -> None:
    """Require an added card (RO-7.4.2), and the Decree to be resolved as far as possible (RO-7.5.2)."""
    board = Board(play.opening, play.table)
    if not is_theirs(board, seat):
        return
    if stage == "birdsong" and board.hand(seat):
        play.require("RO-7.4.2", board.done(DECREED), say("add at least one card to the Decree"))
    if stage == DECREEING and (column := column_now(board)):
        stuck = any(not may_be_carried_out(board, seat, column, suit) for suit in remaining(board, column))
        play.require("RO-7.5.2", stuck, say("{column} can still be resolved", column=Thing(decree(column))))


def new_places(board: Board) -> list[int]:
    """Return where a new roost may go: of the clearings with room, those with the fewest warriors (RO-7.4.3)."""
    able = [at for at in CLEARINGS if open_slots(board, at) > 0 and can_place(board, EYRIE, at)]
    fewest = min((everybodys_warriors(board, at) for at in able), default=0)
    return [at for at in able if everybodys_warriors(board, at) == fewest]


def everybodys_warriors(board: Board, at: int) -> int:
    """Return the number of warriors of all owners in a clearing."""
    return sum(n for piece, n in board.table.pieces(clearing(at)).items() if is_warrior(piece))


def place_new_roost(play: Play, seat: int) -> None:
    """Place a roost and three warriors; ask where if there is a choice (RO-7.4.3)."""
    board = Board(play.opening, play.table)
    places = new_places(board)
    if not all(can_place(board, EYRIE, at) for at in CLEARINGS):
        play.cite("RO-1.1.2")
    if len(places) == 1:
        found_roost(play, places[0])
    elif places:
        play.then("new_roost", seat=seat)


@action.step("new_roost")
def ask_where(play: Play, *, seat: int) -> None:
    """Ask where to place the new roost."""
    play.ask(NEW_ROOST, seat)


@action(NewRoost)
def new_roost(play: Play, seat: int, act: NewRoost) -> None:
    """Place the new roost in a clearing with the fewest warriors (RO-7.4.3)."""
    places = new_places(Board(play.opening, play.table))
    play.require("RO-7.4.3", act.at in places, say("choose a clearing with the fewest warriors"))
    play.checked()
    found_roost(play, act.at)
    play.answered(seat)


def found_roost(play: Play, at: int) -> None:
    """Place a roost and three warriors (RO-7.4.3)."""
    play.cite("RO-7.4.3")
    place(play, ROOST, 1, at)
    place(play, WARRIOR, 3, at)


# --- Daylight (RO-7.5) ----------------------------------------------------------------------------


@action(Muster)
def muster(play: Play, seat: int, act: Muster) -> None:
    """Recruit by the Decree: a warrior at a roost in the card's suit (RO-7.5.2-I); the Charismatic two (RO-7.8.2)."""
    board = must_carry_out(play, seat, "RO-7.5.2-I", "recruit", act.at, act.by)
    must_play(play, seat, EYRIE)
    play.require("RO-7.5.2-I", board.at(act.at, ROOST), say("you need a roost there"))
    play.require("RO-7.5.2-I", board.left(EYRIE), say("you have no warriors left in your supply"))
    must_place(play, EYRIE, act.at)
    play.checked()
    carried_out(play, "recruit", act.at, act.by)
    n = 2 if charismatic(board) else 1
    if n > board.left(EYRIE):
        play.cite("RO-7.8.2")
        play.set(this(STUCK), 1)
    place(play, WARRIOR, n, act.at)


@action(Roost)
def build(play: Play, seat: int, act: Roost) -> None:
    """Build by the Decree: a roost in a ruled clearing of the card's suit without one (RO-7.5.2-IV)."""
    board = must_carry_out(play, seat, "RO-7.5.2-IV", "build", act.at, act.by)
    must_play(play, seat, EYRIE)
    play.cite("RO-7.2.2")
    must_rule(play, "RO-7.5.2-IV", EYRIE, act.at)
    play.require("RO-7.5.2-IV", not board.at(act.at, ROOST), say("there is already a roost there"))
    play.require("RO-7.5.2-IV", board.left(EYRIE, ROOST), say("you have no roosts left"))
    must_have_slot(play, act.at)
    must_place(play, EYRIE, act.at)
    play.checked()
    carried_out(play, "build", act.at, act.by)
    place(play, ROOST, 1, act.at)


def may_be_carried_out(board: Board, seat: int, column: str, suit: str) -> bool:
    """Return whether a card of a suit in a column can be resolved now."""
    rules: dict[str, Rule] = {"recruit": muster, "build": build, "move": move, "battle": battle}
    return any(could(board, rules[column], seat, act) for act in candidates(board, column, suit))


# --- turmoil (RO-7.7) -----------------------------------------------------------------------------


def fall_into_turmoil(play: Play, seat: int) -> None:
    """Turmoil: lose a point for each bird, discard the Decree except viziers, depose the leader (RO-7.7)."""
    play.cite("RO-7.7")
    laid = [(card, n, column) for column in COLUMNS for card, n in play.table.pieces(decree(column)).items()]
    birds = sum(n for card, n, _ in laid if card == VIZIER or suit_of(play.opening, card) == BIRD)
    gain(play, seat, -birds, "RO-7.7.1")
    play.cite("RO-7.7.2")
    for card, n, column in laid:
        for _ in range(n if card != VIZIER else 0):
            discard_card(play, card, decree(column))
    play.cite("RO-7.7.3")
    leader = play.table.text(decree("leader"))
    play.set(fallen(leader), True)
    play.set(decree("leader"), None)
    leaders = catalogue_of(play.opening).eyrie.leaders
    if all(play.table.get(fallen(one)) for one in leaders):
        play.cite("RO-7.7.3-I")
        for one in leaders:
            play.set(fallen(one), None)
    play.cite("RO-7.7.4")
    play.then("depose", seat=seat)


@action.step("depose")
def depose(play: Play, *, seat: int) -> None:
    """Ask for the new leader; Daylight ends (RO-7.7.4)."""
    play.ask(LEADER, seat)


# --- abilities (RO-7.2, RO-7.8) -------------------------------------------------------------------


def item_points(board: Board, seat: int, name: str, points: int) -> int:
    """Disdain for Trade: items score one point (RO-7.2.3), except with the Builder (RO-7.8.1)."""
    return points if board.table.get(decree("leader")) == "builder" else min(points, 1)


def crafted(play: Play, seat: int, card: str) -> None:
    """Cite crafting with roosts before the Decree (RO-7.2.1), and the rule for the points of an item."""
    board = Board(play.opening, play.table)
    if is_theirs(board, seat):
        play.cite("RO-7.2.1")
        play.cite("RO-7.8.1" if board.table.get(decree("leader")) == "builder" else "RO-7.2.3")


def extra_hits(board: Board, fight: Fight, side: str) -> int:
    """The Commander deals an extra hit as attacker (RO-7.8.3)."""
    return int(side == EYRIE == fight.attacker and board.table.get(decree("leader")) == COMMANDER)


def rolled(play: Play, fight: Fight) -> None:
    """Cite the Commander's extra hit (RO-7.8.3)."""
    if extra_hits(Board(play.opening, play.table), fight, EYRIE):
        play.cite("RO-7.8.3")


def removed(play: Play, loss: Loss) -> None:
    """Record that the Eyrie removed a building or token in a battle (RO-7.8.4)."""
    if loss.by == EYRIE and loss.cause in ("battle", "ambush") and scores(loss.piece):
        play.set(key("despot"), True)


def battle_over(play: Play, fight: Fight) -> None:
    """The Despot scores one more point in a battle that removed a building or token (RO-7.8.4)."""
    board = Board(play.opening, play.table)
    if play.table.get(key("despot")) and board.table.get(decree("leader")) == DESPOT:
        gain(play, board.seat_of(EYRIE), 1, "RO-7.8.4")


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether the Eyrie has something to do in a stage."""
    if not is_theirs(board, seat):
        return False
    if stage == "birdsong":
        full = board.done(DECREED) >= MOST_ADDED and is_by_fourth_edition(board.setting)
        return board.hand(seat) > 0 and not full
    if stage == CRAFTING:
        return board.hand(seat) > 0 and bool(crafters(board, seat))
    column = column_now(board) if stage == DECREEING and not board.done(STUCK) else None
    left = remaining(board, column) if column is not None else ()
    return any(may_be_carried_out(board, seat, str(column), suit) for suit in left)


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return the roosts that can be activated (RO-7.2.1)."""
    return pieces_that_craft(board, ROOST)


FACTION = Faction(
    key=EYRIE,
    abilities=Abilities(
        extra_hits=extra_hits, rolled=rolled, removed=removed,
        crafted=crafted, battle_over=battle_over, sources=sources,
        permits=permits, spends=spends, pauses=pauses, boxed=boxed, enter=enter, leave=leave,
    ),
    birdsong=("birdsong", NEW),
    daylight=(CRAFTING, DECREEING, TURMOIL),
    evening=("evening", DRAW, DISCARD),
    settle=settle,
    is_set_up=is_set_up,
    crafts_in=(CRAFTING,),
    crafting_pieces=(ROOST,),
    crafters=crafters,
    activate=activate_piece,
    item_points=item_points,
)  # fmt: skip
