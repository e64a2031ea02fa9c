"""Surviving obstacles (TR-55 to TR-64)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.games.tomb_raider.board import (
    DAMAGE,
    SKULL,
    STUCK,
    held,
    is_alive,
    is_of_level,
    met,
    raider,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import block_of, damage_on, effects_in_play, left_to_face, obstacles_in
from tablescribe.domain.games.tomb_raider.components import Block
from tablescribe.domain.games.tomb_raider.effects import DamageBonus
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close, latest, mark, unmark
from tablescribe.domain.games.tomb_raider.rules.offering import discard_of
from tablescribe.domain.games.tomb_raider.windows import FACE
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import bare, in_state
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say


@action.step("survive")
def survive(play: Play, *, seat: int) -> None:
    """Step 5: face obstacles where movement ended; a raider that stayed faces those there again (TR-56)."""
    if not is_alive(play.table, seat):
        play.cite("TR-53")
        return
    if play.table.get(held(seat)) is not None:
        play.cite("TR-94")
        play.set(held(seat), None)
        unmark(play, STUCK, raider(seat))
    play.cite("TR-56")
    play.then("face", seat=seat, zone=where(play.table, seat), faced=[])


@action.step("face")
def ask_to_face(play: Play, *, seat: int, zone: str, faced: list[str]) -> None:
    """Ask for the next obstacle to face: each of the location, in any order (TR-55, TR-57), once an entry (TR-132)."""
    table = play.table
    if not is_alive(table, seat) or where(table, seat) != zone or table.get(met(seat)) is not None:
        return
    if left_to_face(obstacles_in(play.opening, table, zone), faced):
        play.cite("TR-55")
        play.cite("TR-59")
        if level_of(play.opening).learn:
            play.cite("TR-12")
        ask_by(play, "face", FACE, seat, seat=seat, zone=zone, faced=faced)
    else:
        play.cite("TR-132")
        play.set(met(seat), True)


@action(Face)
def face(play: Play, seat: int, act: Face) -> None:
    """Test one of the abilities that the obstacle names (TR-58), regardless of other obstacles (TR-57)."""
    step = latest(play, "face")
    mine = step is not None and step.arguments["seat"] == seat
    faced = list(step.arguments["faced"]) if step is not None and mine else []
    zone = where(play.table, seat)
    there = obstacles_in(play.opening, play.table, zone)
    block = block_of(play.opening, play.table, act.obstacle)
    if act.obstacle not in there or block is None:
        raise Impossible(say("{obstacle} is not an obstacle at the raider's location", obstacle=Thing(act.obstacle)))
    again = act.obstacle in left_to_face(there, faced)
    play.require("TR-57", again, say("this obstacle has already been faced: face another one"))
    target = next((test.target for test in block.tests if test.ability == act.ability), None)
    play.require("TR-58", target is not None, say("this obstacle tests other abilities"))
    play.cite("TR-64")
    play.checked()
    close(play)
    if step is not None and mine:
        play.go_on_with(step, **{**step.arguments, "faced": [*faced, bare(act.obstacle)]})
    play.then(
        "test", kind="obstacle", ability=act.ability, target=target or 0, against=bare(act.obstacle), zone=zone,
        rollers=[{"seat": seat}],
    )  # fmt: skip


def standing(play: Play, zone: str, against: str) -> str:
    """Return the obstacle faced with its current damage; the empty string if it is gone."""
    there = obstacles_in(play.opening, play.table, zone)
    return next((piece for piece in there if bare(piece) == against), "")


def passed(play: Play, seat: int, ability: str, zone: str, against: str, extra: int) -> None:
    """Avoid the obstacle; a passed Fight test damages it by one (TR-60), and weapons add to that."""
    piece = standing(play, zone, against)
    block = block_of(play.opening, play.table, piece) if piece else None
    if block is None or ability != "fight" or block.health is None:
        return
    play.cite("TR-60")
    more = sum(
        bonus.amount for bonus in effects_in_play(play.opening, play.table, seat, DamageBonus)
        if bonus.facing != "raider"
    )  # fmt: skip
    strike(play, seat, zone, piece, block, 1 + more + extra)


def strike(play: Play, seat: int, zone: str, piece: str, block: Block, amount: int) -> None:
    """Damage an obstacle. Damage equal to its health removes it (TR-61); less stays on it (TR-62)."""
    dealt = damage_on(play.table, zone, piece) + amount
    if dealt >= (block.health or 1):
        remove_obstacle(play, seat, zone, piece, block)
    elif is_of_level(piece):
        play.cite("TR-62")
        mark(play, DAMAGE, zone, amount)
    else:
        play.cite("TR-62")
        play.turn(zone, piece, in_state(piece, str(dealt)))


def remove_obstacle(play: Play, seat: int, zone: str, piece: str, block: Block) -> None:
    """Discard a placed obstacle, or mark a printed one as removed (TR-61); it may score for a bounty (TR-119)."""
    play.cite("TR-61")
    if is_of_level(piece):
        unmark(play, DAMAGE, zone)
        mark(play, SKULL, zone)
    else:
        play.turn(zone, piece, bare(piece))
        play.move(bare(piece), 1, zone, discard_of(piece))
    play.then("moment", seat=seat, event="obstacle_removed", ability="", result=0, sort=block.kind)
    play.then("bounty", seat=seat, sort=block.kind)
