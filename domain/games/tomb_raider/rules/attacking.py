"""Fights between raiders (TR-50 to TR-53, TR-20)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.moving import Attack, NoAttack
from tablescribe.domain.games.tomb_raider.board import is_alive, raiders_in, where
from tablescribe.domain.games.tomb_raider.cards import effects_in_play
from tablescribe.domain.games.tomb_raider.effects import DamageBonus
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, settled
from tablescribe.domain.games.tomb_raider.rules.dice import Roller
from tablescribe.domain.games.tomb_raider.windows import ATTACK
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import who
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import say


def targets(play: Play, seat: int) -> list[int]:
    """Return the raiders in the same location (TR-50)."""
    zone = where(play.table, seat)
    return [other for other in raiders_in(play.opening, play.table, zone) if other != seat] if zone else []


@action.step("attack")
def ask_to_attack(play: Play, *, seat: int) -> None:
    """Ask whom to attack, if movement ended in another raider's location (TR-50); attacking is optional (TR-52)."""
    if is_alive(play.table, seat) and targets(play, seat):
        play.cite("TR-52")
        ask_by(play, "attack", ATTACK, seat, seat=seat)


@action(NoAttack)
def no_attack(play: Play, seat: int, act: NoAttack) -> None:
    """Attack no raider (TR-52)."""
    play.cite("TR-52")
    play.checked()
    settled(play, "attack", seat)


@action(Attack)
def attack(play: Play, seat: int, act: Attack) -> None:
    """Attack: both make a Fight test (TR-50). The attacker has used Fight, the defender has not (TR-51)."""
    there = targets(play, seat)
    play.require("TR-50", act.raider in there, say("{seat} is not there", seat=who(act.raider)))
    if act.raider == seat or act.raider not in play.opening.all_seats or not where(play.table, seat):
        raise Impossible(say("there is nobody to attack"))
    if not is_alive(play.table, act.raider):
        raise Impossible(say("a dead raider cannot be attacked"))
    play.cite("TR-51")
    play.checked()
    settled(play, "attack", seat)
    rollers = [{"seat": seat}, {"seat": act.raider, "defends": True}]
    play.then("test", kind="duel", ability="fight", zone=where(play.table, seat), rollers=rollers)


@action.step("blow")
def blow(play: Play, *, rollers: list[Roller], results: list[int], zone: str) -> None:
    """The higher result deals 1 damage plus that of weapons (TR-50); on a tie both reroll (TR-20)."""
    play.cite("TR-20")
    if results[0] == results[1]:
        again = [
            {key: value for key, value in one.items() if key not in ("rolled", "ready", "stands")} for one in rollers
        ]
        play.then("test", kind="duel", ability="fight", zone=zone, rollers=again)
        return
    play.cite("TR-50")
    winner, loser = (one["seat"] for one in sorted(rollers, key=lambda one: -results[rollers.index(one)]))
    extra = next(int(one.get("damage", 0)) for one in rollers if one["seat"] == winner)
    more = sum(
        bonus.amount for bonus in effects_in_play(play.opening, play.table, winner, DamageBonus)
        if bonus.facing != "obstacle"
    )  # fmt: skip
    play.then("moment", seat=winner, event="fight_won", ability="fight", result=max(results), sort="")
    play.then("hit", seat=loser, amount=1 + more + extra)
