"""The Lord of the Hundreds (RO-14): a warlord with moods, mobs, strongholds and the Hoard."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Crafter, Faction, Fight
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.actions.hundreds import Fortify, Lead
from tablescribe.domain.games.root.board import DISCARD, DRAW, Board, catalogue_of, clearing, item, supply, this
from tablescribe.domain.games.root.pieces import HUNDREDS, warrior
from tablescribe.domain.games.root.rules.beginning import must_be_free_corner
from tablescribe.domain.games.root.rules.crafting import activate_piece, pieces_that_craft
from tablescribe.domain.games.root.rules.hand import must_spend, spend
from tablescribe.domain.games.root.rules.hoard import (
    HOARD,
    LAVISH,
    MOB,
    STRONGHOLD,
    after_looting,
    command,
    declares,
    gain_item,
    prowess,
)
from tablescribe.domain.games.root.rules.mobs import INCITING, anoint, change_mood, oppress, raze, recruit
from tablescribe.domain.games.root.rules.moving import must_travel, travel
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.ruins import boxed, place_ruin_items
from tablescribe.domain.games.root.rules.ruling import adjacent, can_place, must_have_slot, must_place, must_rule
from tablescribe.domain.games.root.rules.turn import action, in_stage, must_play, pass_on
from tablescribe.domain.games.root.standing import MOOD, WARLORD, mood_is, warlord_at
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say

WARRIOR = warrior(HUNDREDS)
CRAFTING, COMMAND, ADVANCE = "craft", "command", "advance"
COMMANDED, ADVANCED, ADVANCING = "commanded", "advanced", "advancing"
"""Counters of a turn: command actions, advances, and the state of the advance in progress."""

MOVED, BOTH = 1, 2
"""An advance with a move; a relentless advance with a move and a battle."""


def is_theirs(board: Board, seat: int) -> bool:
    """Return whether a seat plays the Hundreds."""
    return board.faction(seat) == HUNDREDS


# --- set-up (RO-14.3) and the course of the turn --------------------------------------------------


def in_the_box(setting: Setting) -> dict[str, int]:
    """Return the items under the ruins, and the same kinds as items of the Hoard."""
    found = {item(name): 1 for name in catalogue_of(setting).ruin_items}
    return {**boxed(setting, 1), **found}


def set_up(play: Play, seat: int) -> None:
    """Put items under the ruins, and set the mood to Stubborn (RO-14.3)."""
    place_ruin_items(play)
    play.set(MOOD, "stubborn")


def settle(play: Play, seat: int, at: int) -> None:
    """Place the warlord, four warriors and a stronghold in a corner (RO-14.3)."""
    board = Board(play.opening, play.table)
    play.require("RO-14.3", not board.on_map(WARLORD), say("the warlord has already been placed"))
    must_be_free_corner(play, "RO-14.3", at)
    play.checked()
    for piece, n in ((WARLORD, 1), (WARRIOR, 4), (STRONGHOLD, 1)):
        play.move(piece, n, supply(HUNDREDS), clearing(at))


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether the warlord has been placed."""
    return bool(board.on_map(WARLORD))


def enter(play: Play, seat: int, stage: str) -> None:
    """Apply a stage's automatic effects: raze, recruit, anoint, a new mood, oppress."""
    if not is_theirs(Board(play.opening, play.table), seat):
        return
    match stage:
        case "raze":
            raze(play, seat)
        case "recruiting":
            recruit(play, seat)
        case "anointing":
            anoint(play, seat)
        case "mood":
            change_mood(play, seat)
        case "oppress":
            oppress(play, seat)
        case _ if stage == DRAW and mood_is(Board(play.opening, play.table), "rowdy"):
            play.cite("RO-14.7.6")


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether the Hundreds have something to do in a stage."""
    if not is_theirs(board, seat):
        return False
    match stage:
        case "lavish":
            return mood_is(board, LAVISH) and board.table.count(HOARD) > 0 and warlord_at(board) > 0
        case "craft":
            return board.hand(seat) > 0 and bool(crafters(board, seat))
        case "command" | "advance":
            return doing(board, stage) == COMMAND or warlord_at(board) > 0
        case _:
            return stage == INCITING and board.hand(seat) > 0 and board.left(HUNDREDS, MOB) > 0


def doing(board: Board, stage: str) -> str:
    """Return what is done in a stage; a Grandiose warlord advances before commanding (RO-14.7.2)."""
    swapped = {COMMAND: ADVANCE, ADVANCE: COMMAND}
    return swapped.get(stage, stage) if mood_is(board, "grandiose") else stage


# --- Daylight (RO-14.5) ---------------------------------------------------------------------------


def commands_left(board: Board) -> int:
    """Return the number of command actions left."""
    return command(board) - board.done(COMMANDED)


def must_command(play: Play, seat: int) -> None:
    """Require a command action (RO-14.5.2)."""
    board = Board(play.opening, play.table)
    if mood_is(board, "grandiose"):
        play.cite("RO-14.7.2")
    play.require("RO-14.5.2", commands_left(board) > 0, say("you have no command actions left"))


def may_advance(board: Board, deed: str) -> bool:
    """Return whether the warlord may move or battle in an advance now (RO-14.5.3)."""
    state = board.done(ADVANCING)
    if state == BOTH or (state == MOVED and deed == "battle"):
        return True
    return prowess(board) > board.done(ADVANCED)


def must_advance(play: Play, seat: int, deed: str) -> None:
    """Require an advance in which the warlord may move or battle (RO-14.5.3)."""
    board = Board(play.opening, play.table)
    if mood_is(board, "grandiose"):
        play.cite("RO-14.7.2")
    if board.done(ADVANCING) == BOTH:
        play.cite("RO-14.7.5")
    play.require("RO-14.5.3", may_advance(board, deed), say("the warlord has no advance actions left"))


def note_advance(play: Play, deed: str) -> None:
    """Record the progress of an advance; a Relentless one allows one more move or battle (RO-14.7.5)."""
    board = Board(play.opening, play.table)
    state = board.done(ADVANCING)
    if state == BOTH:
        play.set(this(ADVANCING), None)
    elif deed == "battle" and state == MOVED:
        play.set(this(ADVANCING), BOTH if mood_is(board, "relentless") else None)
    else:
        play.add(this(ADVANCED), 1)
        play.set(this(ADVANCING), MOVED if deed == "move" else None)


@action(Lead)
def lead(play: Play, seat: int, act: Lead) -> None:
    """Move the warlord with warriors, by command (RO-14.5.2) or in an advance (RO-14.5.3)."""
    pass_on(play, seat, CRAFTING, COMMAND)
    board = in_stage(play, seat, "RO-14.5.2", COMMAND, ADVANCE)
    must_play(play, seat, HUNDREDS)
    advancing = doing(board, board.stage) == ADVANCE
    if advancing:
        must_advance(play, seat, "move")
    else:
        must_command(play, seat)
    origin = warlord_at(board)
    if not origin:
        raise Impossible(say("the warlord is not on the map"))
    pieces = {WARLORD: 1, WARRIOR: act.n} if act.n else {WARLORD: 1}
    journey = must_travel(play, seat, HUNDREDS, origin, act.to, pieces)
    play.checked()
    if advancing:
        note_advance(play, "move")
    else:
        play.add(this(COMMANDED), 1)
    travel(play, journey)


@action(Fortify)
def fortify(play: Play, seat: int, act: Fortify) -> None:
    """Build by command: spend a card for a stronghold in a ruled clearing of its suit (RO-14.5.2)."""
    pass_on(play, seat, CRAFTING, COMMAND)
    board = in_stage(play, seat, "RO-14.5.2", COMMAND, ADVANCE)
    must_play(play, seat, HUNDREDS)
    play.require("RO-14.5.2", doing(board, board.stage) == COMMAND, say("build strongholds with command actions"))
    must_command(play, seat)
    must_spend(play, seat, "RO-14.5.2", act.card, *board.suits(act.at))
    must_rule(play, "RO-14.5.2", HUNDREDS, act.at)
    must_have_slot(play, act.at)
    must_place(play, HUNDREDS, act.at)
    play.require("RO-14.5.2", board.left(HUNDREDS, STRONGHOLD), say("you have no strongholds left"))
    play.checked()
    play.add(this(COMMANDED), 1)
    spend(play, seat, act.card)
    place(play, STRONGHOLD, 1, act.at)


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the sources of moves and battles: command, or an advance (battles only; the warlord moves by `Lead`)."""
    if not is_theirs(board, seat) or board.stage not in (CRAFTING, COMMAND, ADVANCE):
        return
    now = doing(board, COMMAND if board.stage == CRAFTING else board.stage)
    if now == COMMAND and commands_left(board) > 0:
        yield ""
    if now == ADVANCE and deed == "battle" and may_advance(board, deed) and warlord_at(board):
        yield ""


def permits(play: Play, seat: int, act: Action) -> bool:
    """Allow moves and battles by command (RO-14.5.2), and battles of the warlord in an advance (RO-14.5.3)."""
    board = Board(play.opening, play.table)
    if not is_theirs(board, seat) or not isinstance(act, Move | Battle) or act.by:
        return False
    if board.stage not in (CRAFTING, COMMAND, ADVANCE):
        return False
    pass_on(play, seat, CRAFTING, COMMAND)
    if doing(board, board.stage) == COMMAND:
        must_command(play, seat)
        return True
    play.require("RO-14.5.3", isinstance(act, Battle), say("only the warlord's own move counts as an advance"))
    if isinstance(act, Battle):
        must_advance(play, seat, "battle")
        play.require("RO-14.5.3", act.at == warlord_at(board), say("in an advance, battle in the warlord's clearing"))
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Record a command action or an advance."""
    board = Board(play.opening, play.table)
    if not is_theirs(board, seat) or not isinstance(act, Move | Battle) or act.by:
        return
    if doing(board, board.stage) == ADVANCE:
        note_advance(play, "battle" if isinstance(act, Battle) else "move")
    else:
        play.add(this(COMMANDED), 1)


# --- abilities and moods (RO-14.2, RO-14.7) -------------------------------------------------------


def keeps_standing(board: Board, piece: str, by: str, cause: str) -> bool:
    """The warlord is removed only in battle (RO-14.2.2, RO-AMB-28)."""
    return piece == WARLORD and cause.partition(":")[0] not in ("battle", "ambush")


def is_at_warlord(board: Board, fight: Fight) -> bool:
    """Return whether a battle is in the warlord's clearing."""
    return warlord_at(board) == fight.at


def ignores_first_hit(board: Board, fight: Fight, side: str) -> str | None:
    """Stubborn: in the warlord's clearing, the Hundreds ignore the first hit (RO-14.7.7)."""
    stubborn = side == HUNDREDS and mood_is(board, "stubborn") and is_at_warlord(board, fight)
    return "RO-14.7.7" if stubborn else None


def extra_hits(board: Board, fight: Fight, side: str) -> int:
    """Wrathful: attacking in the warlord's clearing, the Hundreds deal an extra hit (RO-14.7.8)."""
    return int(side == HUNDREDS == fight.attacker and mood_is(board, "wrathful") and is_at_warlord(board, fight))


def rolled(play: Play, fight: Fight) -> None:
    """Cite the mood or looting that changed hits."""
    if extra_hits(Board(play.opening, play.table), fight, HUNDREDS):
        play.cite("RO-14.7.8")
    if fight.attacker == HUNDREDS and fight.how == "loot":
        play.cite("RO-14.2.5")


def effects(board: Board, fight: Fight, seat: int, when: str) -> Iterator[str]:
    """Bitter: before a roll at the warlord, mobs there and adjacent can be replaced by warriors (RO-14.7.1)."""
    if when != "before" or not is_theirs(board, seat) or HUNDREDS not in (fight.attacker, fight.defender):
        return
    if mood_is(board, "bitter") and is_at_warlord(board, fight):
        near = {fight.at, *adjacent(board, HUNDREDS, fight.at)}
        yield from (f"bitter:{at}" for at in sorted(near) if board.at(at, MOB))


def use(play: Play, fight: Fight, seat: int, name: str, card: str) -> None:
    """Bitter: remove a mob to place a warrior at the warlord (RO-14.7.1)."""
    if not name.startswith("bitter:"):
        return
    play.cite("RO-14.7.1")
    play.checked()
    play.move(MOB, 1, clearing(int(name.partition(":")[2])), supply(HUNDREDS))
    if can_place(Board(play.opening, play.table), HUNDREDS, fight.at):
        place(play, WARRIOR, 1, fight.at)


def crafted(play: Play, seat: int, card: str) -> None:
    """Cite crafting with strongholds (RO-14.2.1)."""
    if is_theirs(Board(play.opening, play.table), seat):
        play.cite("RO-14.2.1")


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return the strongholds that can be activated (RO-14.2.1)."""
    return pieces_that_craft(board, STRONGHOLD)


FACTION = Faction(
    key=HUNDREDS,
    abilities=Abilities(
        keeps_standing=keeps_standing, ignores_first_hit=ignores_first_hit, extra_hits=extra_hits, rolled=rolled,
        effects=effects, use=use, crafted=crafted, declares=declares, battle_over=after_looting, sources=sources,
        permits=permits, spends=spends, pauses=pauses, enter=enter, boxed=in_the_box,
    ),
    birdsong=("raze", "recruiting", "anointing", "mood", LAVISH),
    daylight=(CRAFTING, COMMAND, ADVANCE),
    evening=(INCITING, "oppress", DRAW, DISCARD),
    set_up=set_up,
    settle=settle,
    is_set_up=is_set_up,
    crafts_in=(CRAFTING,),
    crafting_pieces=(STRONGHOLD,),
    crafters=crafters,
    activate=activate_piece,
    gain_item=gain_item,
)  # fmt: skip
