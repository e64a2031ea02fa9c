"""Effects of cards and obstacles: one function for each effect in `effects.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablescribe.domain.games.tomb_raider.board import is_first_edition
from tablescribe.domain.games.tomb_raider.effects import AnyEffect
from tablescribe.domain.games.tomb_raider.rules.core import action
from tablescribe.domain.games.tomb_raider.rules.effects import hands, paths, rolls, states
from tablescribe.domain.games.tomb_raider.rules.effects.source import Source, read_effect
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.play import Play


@action.step("effects")
def work(play: Play, *, seat: int, card: str, effects: list[dict[str, Any]], zone: str, played: bool = False) -> None:
    """Carry out effects one after another, in the order on the card (TR-58)."""
    if not effects:
        return
    first, *others = effects
    if others:
        play.then("effects", seat=seat, card=card, effects=others, zone=zone, played=played)
    effect = read_effect(first)
    EFFECTS.get(effect.do, ask_the_table)(play, Source(seat, card, zone, played), effect)


def cancelled(play: Play, source: Source, effect: AnyEffect) -> None:
    """Cancel the card played last (TR-103)."""
    play.cite("TR-103")
    step = waiting(play.table, "card")
    if step is not None:
        play.drop(step)


def ask_the_table(play: Play, source: Source, effect: AnyEffect) -> None:
    """Let the table carry out a free text (TR-102) and record what it did (TR-135)."""
    says = getattr(effect, "says", effect.do)
    if is_first_edition(play.opening):
        play.then("judge", seat=source.seat, says=says)
    else:
        play.then("text", seat=source.seat, card=source.card, says=says)


EFFECTS: dict[str, Callable[[Play, Source, Any], None]] = {
    "damage": states.damage, "injure": states.injured, "stick": states.stuck, "die": states.killed,
    "heal": states.heal, "extra_health": states.extra_health,
    "extra_dice": rolls.extra_dice, "result_bonus": rolls.result_bonus, "damage_bonus": rolls.damage_bonus,
    "reroll": rolls.reroll, "reduce_damage": rolls.reduce_damage, "search": rolls.search,
    "extra_movement": rolls.extra_movement,
    "add_exit": paths.add_exit, "block_exit": paths.block_exit, "add_save_point": paths.add_save_point,
    "swap_location": paths.swap_location, "remove_obstacle": paths.remove, "move_raider": paths.move_raider,
    "look": paths.look_at,
    "take_item": hands.take_item, "lose_item": hands.lose_item, "extra_cards": hands.extra_cards,
    "discard_cards": hands.discard_cards, "cancel": cancelled,
}  # fmt: skip
