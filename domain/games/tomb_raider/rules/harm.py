"""Damage, injuries, getting stuck, and death (TR-91 to TR-96)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.testing import TakeHit
from tablescribe.domain.games.tomb_raider.board import (
    CARRIER,
    DAMAGE,
    PRIZE_PIECE,
    STUCK,
    Ability,
    dead,
    halted,
    injury,
    is_alive,
    is_stuck,
    raider,
    resets,
    saved,
    unsaved,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import abilities, health
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, mark, put_figure, stays
from tablescribe.domain.games.tomb_raider.rules.timing import can_lessen
from tablescribe.domain.games.tomb_raider.windows import HIT
from tablescribe.domain.rules.play import Play


@action.step("hit")
def hit(play: Play, *, seat: int, amount: int, taken: bool = False) -> None:
    """Deal damage to a raider, after any card that reduces it (TR-96)."""
    if amount < 1 or not is_alive(play.table, seat):
        return
    if not taken and can_lessen(play, seat):
        play.cite("TR-96")
        ask_by(play, "hit", HIT, seat, seat=seat, amount=amount)
        return
    play.cite("TR-91")
    play.cite("TR-101")
    left = health(play.opening, play.table, seat)
    mark(play, DAMAGE, raider(seat), min(amount, max(left, 0)))
    check_death(play, seat)


@action(TakeHit)
def take_hit(play: Play, seat: int, act: TakeHit) -> None:
    """Take the damage (TR-91)."""
    play.checked()
    stays(play, "hit", seat, taken=True)


def injure(play: Play, seat: int, which: Ability, amount: int = 1) -> None:
    """Lower an ability, with one marker each; health changes at once, and may reach 0 (TR-21, TR-93)."""
    if not is_alive(play.table, seat):
        return
    play.cite("TR-93")
    play.cite("TR-21")
    now = abilities(play.opening, play.table, seat)[which]
    mark(play, injury(which), raider(seat), min(amount, now))
    check_death(play, seat)


def stick(play: Play, seat: int) -> None:
    """Get stuck: movement ends (TR-43); no search this turn and no movement next action round (TR-94)."""
    if not is_alive(play.table, seat):
        return
    play.cite("TR-94")
    if not is_stuck(play.table, seat):
        mark(play, STUCK, raider(seat))
    if any(step.do == "movement" and step.arguments.get("seat") == seat for step in play.dues):
        play.cite("TR-43")
        play.set(halted(seat), True)


def check_death(play: Play, seat: int) -> None:
    """Kill a raider without health at once (TR-91); healing comes too late (TR-96)."""
    if is_alive(play.table, seat) and health(play.opening, play.table, seat) <= 0:
        die(play, seat)


def die(play: Play, seat: int) -> None:
    """Remove the raider from the map until the reload (TR-92). A treasure it was bringing back drops there (TR-118)."""
    if not is_alive(play.table, seat):
        return
    play.cite("TR-92")
    if level_of(play.opening).learn:
        play.cite("TR-13")
    place = where(play.table, seat)
    play.set(dead(seat), True)
    play.add(resets(seat), 1)
    if play.table.get(CARRIER) == seat and place:
        drop_treasure(play, seat, place)
    put_figure(play, seat, raider(seat))


def drop_treasure(play: Play, seat: int, place: str) -> None:
    """Drop the treasure to bring back where its holder died (TR-118)."""
    play.cite("TR-118")
    play.set(CARRIER, None)
    prize = play.table.text(PRIZE_PIECE)
    for row in (unsaved(seat), saved(seat)):
        if prize and play.table.count(row, prize):
            play.move(prize, 1, row, place)
            return
