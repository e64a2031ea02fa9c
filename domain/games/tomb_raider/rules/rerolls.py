"""Rerolls by consent of another player (TR-103)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.playing import AllowReroll, AskReroll, RefuseReroll
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close, latest
from tablescribe.domain.games.tomb_raider.rules.dice import change_roller, may_ask, tested
from tablescribe.domain.games.tomb_raider.windows import CONSENT
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say


@action(AskReroll)
def ask_reroll(play: Play, seat: int, act: AskReroll) -> None:
    """Ask for a reroll before anything else happens; one other player's consent is enough (TR-103)."""
    found = tested(play, seat)
    asked = found is not None and not may_ask(play, found[1])
    play.require("TR-103", not asked, say("another player must allow a reroll; you can ask only once"))
    play.checked()
    close(play)
    if found is not None:
        change_roller(play, seat, asked=True)
        play.then("consent", seat=seat, waiting=play.opening.clockwise_from(seat)[1:])


@action.step("consent")
def ask_the_others(play: Play, *, seat: int, waiting: list[int]) -> None:
    """Ask the other players whether the dice may be rerolled (TR-103)."""
    play.cite("TR-103")
    if waiting:
        ask_by(play, "consent", CONSENT, *waiting, seat=seat, waiting=waiting)


@action(AllowReroll)
def allow_reroll(play: Play, seat: int, act: AllowReroll) -> None:
    """Allow the reroll; one consent is enough (TR-103)."""
    step = latest(play, "consent")
    play.cite("TR-103")
    play.checked()
    close(play)
    if step is not None:
        play.drop(step)
        roll_again(play, int(step.arguments["seat"]))


@action(RefuseReroll)
def refuse_reroll(play: Play, seat: int, act: RefuseReroll) -> None:
    """Refuse the reroll (TR-103)."""
    step = latest(play, "consent")
    play.cite("TR-103")
    play.checked()
    if step is not None:
        waiting = [one for one in step.arguments["waiting"] if one != seat]
        play.go_on_with(step, **{**step.arguments, "waiting": waiting})
    play.answered(seat)


def roll_again(play: Play, seat: int) -> None:
    """Reroll all dice of the test (TR-103)."""
    found = tested(play, seat)
    if found is not None:
        step, _ = found
        rollers = [
            {key: value for key, value in one.items() if one["seat"] != seat or key != "rolled"}
            for one in step.arguments["rollers"]
        ]
        play.go_on_with(step, **{**step.arguments, "rollers": rollers})
