"""When cards can be played, and whether a player might have one that fits (TR-103)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablescribe.domain.games.tomb_raider.board import ACTION as ACTION_ROUND
from tablescribe.domain.games.tomb_raider.board import ACTIVE, DRAW, READY, ROUND
from tablescribe.domain.games.tomb_raider.cards import effects_of, in_play, is_unread, might_hold
from tablescribe.domain.games.tomb_raider.components import Action
from tablescribe.domain.games.tomb_raider.effects import AnyEffect, ReduceDamage, Reroll
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS


def might_play(play: Play, seat: int, *timings: str) -> Iterable[Action]:
    """Yield the actions with one of these timings that a seat could have, from public information."""
    held = might_hold(play.opening, play.table, seat, Action)
    return (card for card in held if card.timing in timings or is_unread(play.opening, card))


def used_effects(play: Play, seat: int) -> Iterable[tuple[str, Any, AnyEffect]]:
    """Yield the effects of using cards in a raider's rows: piece, card and effect."""
    for piece, card in in_play(play.opening, play.table, seat):
        if getattr(card, "use", None):
            for effect in effects_of(card):
                yield piece, card, effect


def can_lessen(play: Play, seat: int) -> bool:
    """Return whether a seat may have something that reduces damage (TR-96)."""
    if any(isinstance(effect, ReduceDamage) for _, _, effect in used_effects(play, seat)):
        return True
    return any(True for _ in might_play(play, seat, "when_own_raider_is_dealt_damage"))


def can_boost(play: Play, seat: int, ability: str) -> bool:
    """Return whether a seat may have something to play before a roll (TR-103)."""
    timings = ["before_own_test_roll", *(["before_own_fight_roll"] if ability == "fight" else [])]
    if any(True for _ in might_play(play, seat, *timings)):
        return True
    return any(effect.do in ("result_bonus", "extra_dice") for _, _, effect in used_effects(play, seat))


def can_reroll(play: Play, seat: int, kind: str) -> bool:
    """Return whether a seat may have something to play after a roll (TR-103)."""
    timings = ["after_own_test_roll", *(["after_own_search_roll"] if kind == "search" else [])]
    if any(True for _ in might_play(play, seat, *timings)):
        return True
    return any(isinstance(effect, Reroll) for _, _, effect in used_effects(play, seat))


def asked(play: Play, seat: int, window: str) -> bool:
    """Return whether a window is asking a seat now."""
    return play.table.get(AWAITS) == window and seat in awaited(play.table)


def test_being_made(play: Play) -> dict[str, Any]:
    """Return the current test; empty if there is none."""
    steps = play.dues
    return dict(steps[-1].arguments) if steps and steps[-1].do == "test" else {}


def in_time(play: Play, seat: int, card: Action) -> bool:
    """Return whether an action can be played now, by its own timing (TR-103)."""
    own = play.table.get(ACTIVE) == seat
    round_ = play.table.get(ROUND)
    test = test_being_made(play)
    when = {
        "any": True,
        "before_own_fight_roll": asked(play, seat, "before_roll") and test.get("ability") == "fight",
        "before_own_test_roll": asked(play, seat, "before_roll"),
        "after_own_test_roll": asked(play, seat, "after_roll"),
        "after_own_search_roll": asked(play, seat, "after_roll") and test.get("kind") == "search",
        "own_move_step": asked(play, seat, "movement"),
        "own_action_round": own and round_ in (READY, ACTION_ROUND),
        "instead_of_search": asked(play, seat, "search"),
        "when_own_raider_is_dealt_damage": asked(play, seat, "hit"),
        "response_cancel": asked(play, seat, "cancel"),
        "own_draw_round": own and round_ == DRAW,
        "opponents_action_round": not own and round_ in (READY, ACTION_ROUND),
    }
    return when[card.timing]
