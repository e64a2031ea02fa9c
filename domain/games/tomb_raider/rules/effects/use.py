"""Whether an effect of a played or used card has any use now (TR-103)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.board import is_alive, where
from tablescribe.domain.games.tomb_raider.effects import (
    AnyEffect,
    ExtraDice,
    MoveRaider,
    RemoveObstacle,
    Reroll,
    ResultBonus,
)
from tablescribe.domain.games.tomb_raider.rules.dice import concerns_now
from tablescribe.domain.games.tomb_raider.rules.effects import hands, paths, states
from tablescribe.domain.games.tomb_raider.rules.effects.source import others, others_here
from tablescribe.domain.games.tomb_raider.rules.timing import asked
from tablescribe.domain.rules.play import Play

WHERE_OF_USE = {
    "reduce_damage": "hit", "extra_dice": "before_roll", "result_bonus": "before_roll", "damage_bonus": "before_roll",
    "reroll": "after_roll", "search": "search", "extra_movement": "movement", "cancel": "cancel",
}  # fmt: skip
"""Effects that are useful only during a question, with its window."""


def fits(play: Play, seat: int, effect: AnyEffect) -> bool:
    """Return whether an effect of a played or used card has any use now."""
    if effect.do in WHERE_OF_USE:
        if not asked(play, seat, WHERE_OF_USE[effect.do]):
            return False
        return not isinstance(effect, ExtraDice | ResultBonus | Reroll) or concerns_now(play, effect.on)
    if isinstance(effect, MoveRaider):
        return bool(paths.movable(play, seat, effect))
    zone = where(play.table, seat)
    if isinstance(effect, RemoveObstacle):
        return bool(paths.removable(play, zone, effect))
    if effect.do in ("injure", "stick", "discard_cards"):
        return bool(others(play, seat))
    if effect.do in ("damage", "die"):
        return bool(others_here(play, seat))
    here = {
        "heal": lambda: is_alive(play.table, seat) and bool(states.wounds(play, seat)),
        "add_exit": lambda: bool(paths.sides_without_exit(play, zone)),
        "block_exit": lambda: bool(paths.open_sides(play, zone)),
        "swap_location": lambda: bool(paths.swappable(play)),
        "take_item": lambda: bool(hands.takeable(play, seat)),
        "add_save_point": lambda: bool(zone),
        "look": lambda: bool(zone),
    }
    return here[effect.do]() if effect.do in here else True
