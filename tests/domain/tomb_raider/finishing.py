"""A level of two spaces, played to its end: the entrance, and the treasure room behind it."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tests.domain.tomb_raider.opened import opened
from tests.support import STAMP

CLOSET = {
    "id": "the_closet", "name": "The Closet", "seats": [1, 4], "width": 1, "depth": 2, "treasure_at": [1, 2],
    "decks": [{"rooms": ["028"]}], "entrances": [{"card": "001"}],
}  # fmt: skip

CALM = (
    "take_hand", "roll_order", "move_first", "step", "stay", "no_offer", "no_attack", "face", "roll_now", "accept",
    "search", "no_search", "end_search", "take_treasure", "draw", "keep_hand", "play_on", "take_hit", "no_cancel",
    "no_use",
)  # fmt: skip
"""The preferences of raiders who only want the treasure: the first of these that is legal."""


def closet(seats: int, **options: Any) -> Match:
    """Open the level of two spaces."""
    return opened("the_closet", seats, catalogue={"own_levels": [CLOSET]}, **options)


def go_on(match: Match, seat: int, action: Action, die: int) -> None:
    """Carry out a seat's action, with all dice showing the same."""
    told: list[Outcome] = []
    while True:
        try:
            match.play(seat, action, match.chance(told), STAMP)
            return
        except NeedsOutcome as needs:
            found = die if die in needs.question.among else next(iter(needs.question.among))
            told.append(found)


def finish(match: Match, dice: dict[tuple[int, int], int] | None = None, most: int = 60) -> Match:
    """Play calmly until the level is over; `dice` is what all dice of a seat show in a turn, by default six."""
    for _ in range(most):
        if match.is_over:
            return match
        seat = match.to_act[0]
        action = min((one for one in legal_actions(match.opening, match.table, seat) if is_calm(match, one)), key=calm)
        go_on(match, seat, action, (dice or {}).get((seat, match.table.number("turn")), 6))
    raise AssertionError(f"not over after {most} moves: {match.table.values}")


def calm(action: Action) -> int:
    """Return the position of an action in the list of preferences."""
    return CALM.index(action.data()["do"])


def is_calm(match: Match, action: Action) -> bool:
    """Return whether a raider who only wants the treasure would do this: no step back, and one roll for the order."""
    data = action.data()
    wanted = data["do"] in CALM and data.get("way", "forward") == "forward"
    return wanted and (data["do"] != "roll_order" or match.table.number("turn") == 1)


def both_finish() -> Match:
    """Finish the level of two spaces in a timed series: seat 1 at once, seat 2 stumbles and comes a turn later."""
    return finish(closet(2, series="timed"), {(2, 1): 1})
