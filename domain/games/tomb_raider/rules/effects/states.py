"""Effects on raiders: damage, injuries, being stuck, healing, death (TR-91 to TR-96)."""

from __future__ import annotations

from typing import cast

from tablescribe.domain.games.tomb_raider.board import (
    ABILITIES,
    DAMAGE,
    HEALTH,
    Ability,
    injury,
    is_alive,
    is_earlier_edition,
    raider,
    where,
)
from tablescribe.domain.games.tomb_raider.effects import AnyEffect, Damage, ExtraHealth, Heal, Injure
from tablescribe.domain.games.tomb_raider.rules.core import action, mark, unmark
from tablescribe.domain.games.tomb_raider.rules.effects.source import (
    Source,
    as_names,
    choose,
    others,
    others_here,
    pointed_at,
    seat_of,
)
from tablescribe.domain.games.tomb_raider.rules.harm import die, injure, stick
from tablescribe.domain.rules.play import Play


def damage(play: Play, source: Source, effect: Damage) -> None:
    """Deal damage to the raider who failed, or to a raider in the same location (TR-91)."""
    if source.played:
        choose(play, source.seat, as_names(others_here(play, source.seat)), "struck", "TR-91", amount=effect.amount)
    else:
        play.then("hit", seat=source.seat, amount=effect.amount)


@action.step("struck", of=pointed_at)
def struck(play: Play, *, chosen: str, seat: int, amount: int) -> None:
    """Deal damage to the chosen raider (TR-91)."""
    play.then("hit", seat=seat_of(chosen), amount=amount)


def injured(play: Play, source: Source, effect: Injure) -> None:
    """Lower an ability of the raider who failed, or of another raider (TR-93)."""
    if source.played:
        among = as_names(others(play, source.seat))
        choose(play, source.seat, among, "weakened", "TR-93", ability=effect.ability, amount=effect.amount)
    else:
        injure(play, source.seat, effect.ability, effect.amount)


@action.step("weakened", of=pointed_at)
def weakened(play: Play, *, chosen: str, seat: int, ability: str, amount: int) -> None:
    """Lower an ability of the chosen raider (TR-93)."""
    injure(play, seat_of(chosen), cast(Ability, ability), amount)


def stuck(play: Play, source: Source, effect: AnyEffect) -> None:
    """Make the raider who failed, or another raider, stuck (TR-94)."""
    if source.played:
        choose(play, source.seat, as_names(others(play, source.seat)), "caught", "TR-94")
    elif where(play.table, source.seat) == source.zone or is_earlier_edition(play.opening):
        stick(play, source.seat)  # a raider moved away in between does not get stuck


@action.step("caught", of=pointed_at)
def caught(play: Play, *, chosen: str, seat: int) -> None:
    """Make the chosen raider stuck (TR-94)."""
    stick(play, seat_of(chosen))


def killed(play: Play, source: Source, effect: AnyEffect) -> None:
    """Kill the raider who failed, or a raider in the same location, at once (TR-91)."""
    if source.played:
        choose(play, source.seat, as_names(others_here(play, source.seat)), "slain", "TR-91")
    else:
        die(play, source.seat)


@action.step("slain", of=pointed_at)
def slain(play: Play, *, chosen: str, seat: int) -> None:
    """Kill the chosen raider (TR-91)."""
    die(play, seat_of(chosen))


# --- healing ----------------------------------------------------------------------------------


def wounds(play: Play, seat: int) -> list[str]:
    """Return the markers of damage and injuries on a raider, without repeats."""
    there = play.table.zones.get(raider(seat), {})
    return [marker for marker in (DAMAGE, *(injury(one) for one in ABILITIES)) if marker in there]


def heal(play: Play, source: Source, effect: Heal) -> None:
    """Heal damage or injuries, each as the player chooses (TR-93); a dead raider cannot be healed (TR-96)."""
    play.then("healing", seat=source.seat, left=effect.amount)


@action.step("healing")
def healing(play: Play, *, seat: int, left: int) -> None:
    """Heal one damage or injury at a time."""
    if left and is_alive(play.table, seat):
        choose(play, seat, wounds(play, seat), "healed", "TR-93", left=left)


@action.step("healed", of="seat")
def healed(play: Play, *, chosen: str, seat: int, left: int) -> None:
    """Remove a marker of damage or injury (TR-93)."""
    play.cite("TR-93")
    unmark(play, chosen, raider(seat), 1)
    play.then("healing", seat=seat, left=left - 1)


def extra_health(play: Play, source: Source, effect: ExtraHealth) -> None:
    """Put green markers for extra health on the raider (TR-21)."""
    play.cite("TR-21")
    mark(play, HEALTH, raider(source.seat), effect.amount)
