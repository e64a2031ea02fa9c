"""Tests: dice, bonuses, rerolls and results (TR-18 to TR-20, TR-103)."""

from __future__ import annotations

from typing import Any, cast

from tablescribe.domain.games.tomb_raider.actions.testing import Accept, RollNow
from tablescribe.domain.games.tomb_raider.board import ACTION, DIE, FACES, ROUND, Ability, fought, is_alive, options_of
from tablescribe.domain.games.tomb_raider.cards import ability as rating
from tablescribe.domain.games.tomb_raider.cards import block_of, effects_in_play, location
from tablescribe.domain.games.tomb_raider.components import Block, Location
from tablescribe.domain.games.tomb_raider.effects import ABILITY_NAMES, Against, ExtraDice, ResultBonus
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close, latest
from tablescribe.domain.games.tomb_raider.rules.facing import passed, standing
from tablescribe.domain.games.tomb_raider.rules.timing import can_boost, can_reroll
from tablescribe.domain.games.tomb_raider.windows import AFTER_ROLL, BEFORE_ROLL
from tablescribe.domain.rules.agenda import DueStep, waiting
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say

Roller = dict[str, Any]
"""The state of one side of a test.

`seat` makes it; `dice`, `bonus` and `damage` are added by cards. `ready` allows the roll, `rolled` holds the dice, and
`stands` means that they are kept.
"""


@action.step("test")
def test(play: Play, *, kind: str, ability: Ability, rollers: list[Roller], **rest: Any) -> None:
    """Make a test: cards before the roll, the dice, cards after it, the result (TR-19)."""
    everybody = [dict(one) for one in rollers]
    here = {"kind": kind, "ability": ability, "rollers": everybody, **rest}
    rollers = [one for one in everybody if is_alive(play.table, one["seat"])]
    if len(rollers) < len(here["rollers"]):
        return  # a raider has died in between: the test is cancelled
    for one in rollers:
        if not one.get("ready") and can_boost(play, one["seat"], ability):
            ask_by(play, "test", BEFORE_ROLL, one["seat"], **here)
            return
    for one in rollers:
        if "rolled" not in one:
            one["rolled"] = roll(play, one, kind, ability, rest)
    for one in rollers:
        if not one.get("stands") and (can_reroll(play, one["seat"], kind) or may_ask(play, one)):
            ask_by(play, "test", AFTER_ROLL, one["seat"], **here)
            return
    results = [sum(one["rolled"]) + bonus(play, one, kind, ability, rest) for one in rollers]
    play.cite("TR-19")
    conclude(play, here, results)


def may_ask(play: Play, one: Roller) -> bool:
    """Return whether a player may ask for consent to a reroll, once in each test (TR-103)."""
    return options_of(play.opening).rerolls and play.opening.seats > 1 and not one.get("asked")


def roll(play: Play, one: Roller, kind: str, ability: Ability, rest: dict[str, Any]) -> list[int]:
    """Roll one die for each point of the ability (TR-18), and extra dice (TR-19). Using Fight is recorded (TR-68)."""
    seat = one["seat"]
    play.cite("TR-18")
    number = rating(play.opening, play.table, seat, ability) + one.get("dice", 0)
    for effect in effects_in_play(play.opening, play.table, seat, ExtraDice):
        number += effect.dice if concerns(play, effect.on, kind, ability, rest) else 0
    name = ABILITY_NAMES[ability]
    if ability == "fight" and play.table.get(ROUND) == ACTION and not one.get("defends"):
        play.set(fought(seat), True)
    return [
        int(play.roll(DIE, FACES, seat, say("the test of {ability}, die {n} of {all}", ability=name, n=n, all=number)))
        for n in range(1, number + 1)
    ]


def bonus(play: Play, one: Roller, kind: str, ability: Ability, rest: dict[str, Any]) -> int:
    """Return the bonus to the result; it never changes the number of dice (TR-19)."""
    more = int(one.get("bonus", 0))
    for effect in effects_in_play(play.opening, play.table, one["seat"], ResultBonus):
        more += effect.bonus if concerns(play, effect.on, kind, ability, rest) else 0
    return more


def concerns(play: Play, on: Against, kind: str, ability: Ability, rest: dict[str, Any]) -> bool:
    """Return whether an effect applies to this test."""
    facing = {"obstacle": "obstacle", "duel": "raider", "search": "search"}[kind]
    if (on.abilities and ability not in on.abilities) or (on.facing is not None and on.facing != facing):
        return False
    if on.sort is None and on.name is None:
        return True
    block = faced_block(play, rest)
    return block is not None and on.sort in (None, block.kind) and on.name in (None, block.name)


def concerns_now(play: Play, on: Against) -> bool:
    """Return whether an effect applies to the current test."""
    step = latest(play, "test")
    if step is None:
        return False
    what = step.arguments
    return concerns(play, on, what["kind"], what["ability"], dict(what))


def faced_block(play: Play, rest: dict[str, Any]) -> Block | None:
    """Return the obstacle faced in a test."""
    piece = standing(play, rest["zone"], rest["against"]) if "against" in rest else ""
    return block_of(play.opening, play.table, piece) if piece else None


def conclude(play: Play, here: dict[str, Any], results: list[int]) -> None:
    """Apply the result of a test: against an obstacle, in a search, or between two raiders."""
    seat = here["rollers"][0]["seat"]
    if here["kind"] == "search":
        emptied = {"emptied": True} if here.get("emptied") else {}
        play.then("find", seat=seat, result=results[0], zone=here["zone"], **emptied)
        success(play, seat, here["ability"], results[0])
    elif here["kind"] == "duel":
        play.then("blow", rollers=here["rollers"], results=results, zone=here["zone"])
    elif results[0] >= here["target"]:
        play.cite("TR-58")
        success(play, seat, here["ability"], results[0])
        passed(play, seat, here["ability"], here["zone"], here["against"], here["rollers"][0].get("damage", 0))
    else:
        play.cite("TR-58")
        piece = standing(play, here["zone"], here["against"])
        block = block_of(play.opening, play.table, piece) if piece else None
        effects = [effect.model_dump(mode="json") for effect in block.on_fail] if block else []
        play.then("effects", seat=seat, card=piece, effects=effects, zone=here["zone"])


def success(play: Play, seat: int, ability: Ability, result: int) -> None:
    """Report a passed test to upgrades and secret moves that wait for one (TR-85, TR-87)."""
    play.then("moment", seat=seat, event="test_passed", ability=ability, result=result, sort="")


# --- answers ----------------------------------------------------------------------------------


@action(RollNow)
def roll_now(play: Play, seat: int, act: RollNow) -> None:
    """Roll now. Dice are rolled when a test asks for them, and only then (TR-64)."""
    play.cite("TR-64")
    play.checked()
    close(play)
    change_roller(play, seat, ready=True)


@action(Accept)
def accept(play: Play, seat: int, act: Accept) -> None:
    """Keep the dice (TR-103)."""
    play.cite("TR-103")
    play.checked()
    close(play)
    change_roller(play, seat, stands=True)


def tested(play: Play, seat: int) -> tuple[DueStep, Roller] | None:
    """Return the step of the current test, and this seat's side of it."""
    step = waiting(play.table, "test")
    if step is None:
        return None
    mine = [one for one in step.arguments["rollers"] if one["seat"] == seat]
    return (step, cast(Roller, mine[0])) if mine else None


def change_roller(play: Play, seat: int, **changes: Any) -> None:
    """Change a seat's side of the current test."""
    found = tested(play, seat)
    if found is None:
        return
    step, mine = found
    rollers = [{**one, **changes} if one["seat"] == seat else one for one in step.arguments["rollers"]]
    del mine
    play.go_on_with(step, **{**step.arguments, "rollers": rollers})


def search_dice(play: Play, zone: str, piece: str) -> int:
    """Return the dice that a location adds to a search (TR-70)."""
    card: Location | None = location(play.opening, play.table, piece)
    return (card.search_bonus or 0) if card else 0
