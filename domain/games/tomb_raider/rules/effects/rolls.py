"""Effects on tests, damage and steps (TR-19, TR-39, TR-69, TR-96, TR-103)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.board import extra_steps
from tablescribe.domain.games.tomb_raider.effects import (
    DamageBonus,
    ExtraDice,
    ExtraMovement,
    ReduceDamage,
    ResultBonus,
    Search,
)
from tablescribe.domain.games.tomb_raider.effects import Reroll as RollAgain
from tablescribe.domain.games.tomb_raider.rules.dice import change_roller, tested
from tablescribe.domain.games.tomb_raider.rules.effects.source import Source
from tablescribe.domain.games.tomb_raider.rules.rerolls import roll_again
from tablescribe.domain.games.tomb_raider.rules.searching import begin_search
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.play import Play


def extra_dice(play: Play, source: Source, effect: ExtraDice) -> None:
    """Roll more dice in the current test (TR-19)."""
    play.cite("TR-19")
    add(play, source.seat, "dice", effect.dice)


def result_bonus(play: Play, source: Source, effect: ResultBonus) -> None:
    """Add to the result of the current test, never to its dice (TR-19)."""
    play.cite("TR-19")
    add(play, source.seat, "bonus", effect.bonus)


def damage_bonus(play: Play, source: Source, effect: DamageBonus) -> None:
    """Add damage to the current Fight test (TR-50, TR-60)."""
    play.cite("TR-60")
    add(play, source.seat, "damage", effect.amount)


def add(play: Play, seat: int, what: str, n: int) -> None:
    """Add to a card bonus of a seat in the current test."""
    found = tested(play, seat)
    if found is not None:
        change_roller(play, seat, **{what: int(found[1].get(what, 0)) + n})


def reroll(play: Play, source: Source, effect: RollAgain) -> None:
    """Reroll all dice of the test (TR-103)."""
    roll_again(play, source.seat)


def reduce_damage(play: Play, source: Source, effect: ReduceDamage) -> None:
    """Reduce the damage being dealt (TR-96)."""
    play.cite("TR-96")
    step = waiting(play.table, "hit")
    if step is not None and step.arguments["seat"] == source.seat:
        left = max(0, int(step.arguments["amount"]) - effect.amount)
        play.go_on_with(step, **{**step.arguments, "amount": left})


def extra_movement(play: Play, source: Source, effect: ExtraMovement) -> None:
    """Allow the raider to move further (TR-39)."""
    play.cite("TR-39")
    play.add(extra_steps(source.seat), effect.steps)


def search(play: Play, source: Source, effect: Search) -> None:
    """Search by the card instead of the normal search, also in an empty location (TR-69)."""
    play.cite("TR-69")
    step = waiting(play.table, "search")
    if step is not None:
        play.drop(step)
    begin_search(play, source.seat, source.zone, effect.dice)
