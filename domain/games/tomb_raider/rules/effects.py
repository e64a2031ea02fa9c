"""What cards and obstacles do: one function for each effect of the vocabulary (`effects.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from domain.games.tomb_raider.effects import AnyEffect, Damage, Effect, Injure, Judge
from domain.games.tomb_raider.rules.core import action
from domain.games.tomb_raider.rules.harm import die, injure, stick
from domain.games.tomb_raider.rules.playing import cancel
from domain.play import Play

_EFFECT: TypeAdapter[AnyEffect] = TypeAdapter(Effect)


@dataclass(frozen=True)
class Source:
    """Where an effect comes from.

    Attributes:
        seat: who is concerned: who failed against the obstacle, or who played the card.
        card: the card.
        zone: the space where it happens.
        played: it was played or used by the seat, and not failed against.
    """

    seat: int
    card: str
    zone: str
    played: bool


@action.step("effects")
def work(play: Play, *, seat: int, card: str, effects: list[dict[str, Any]], zone: str, played: bool = False) -> None:
    """Carry out effects one after another, in the order in which the card has them (TR-58)."""
    if not effects:
        return
    first, *others = effects
    play.then("effects", seat=seat, card=card, effects=others, zone=zone, played=played)
    effect = _EFFECT.validate_python(first, strict=False)
    if effect.do in EFFECTS:
        EFFECTS[effect.do](play, Source(seat, card, zone, played), effect)


def damage(play: Play, source: Source, effect: Damage) -> None:
    """Deal damage to the raider (TR-91)."""
    play.then("hit", seat=source.seat, amount=effect.amount)


def injured(play: Play, source: Source, effect: Injure) -> None:
    """Lower an ability (TR-93)."""
    injure(play, source.seat, effect.ability, effect.amount)


def stuck(play: Play, source: Source, effect: AnyEffect) -> None:
    """The raider gets stuck (TR-94)."""
    stick(play, source.seat)


def killed(play: Play, source: Source, effect: AnyEffect) -> None:
    """The raider dies (TR-91)."""
    die(play, source.seat)


def cancelled(play: Play, source: Source, effect: AnyEffect) -> None:
    """The card that was played last does nothing (TR-103)."""
    cancel(play)


def asked_of_the_table(play: Play, source: Source, effect: Judge) -> None:
    """What the vocabulary cannot say, the table does (TR-102)."""
    play.then("judge", seat=source.seat, says=effect.says)


EFFECTS: dict[str, Callable[[Play, Source, Any], None]] = {
    "damage": damage, "injure": injured, "stick": stuck, "die": killed,
    "cancel": cancelled, "judge": asked_of_the_table,
}  # fmt: skip
