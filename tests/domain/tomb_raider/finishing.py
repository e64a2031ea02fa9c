"""A level of two spaces, played to its end: the entrance, and the treasure room behind it."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.games.tomb_raider.cards import abilities
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tests.domain.tomb_raider.opened import PEOPLE, opened
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


def one_has_finished(seats: int = 3, edition: str = "") -> Match:
    """Return a timed level in which seat 1 has finished in turn 1, when the second turn begins."""
    fixed = opening("tomb_raider", seats, {"level": "the_closet", "series": "timed"}, {"own_levels": [CLOSET]}, edition)
    match = Match.open("m", fixed, PEOPLE[:seats], STAMP)
    while not (match.table.number("turn") == 2 and match.table.text("round") == "ready"):
        seat = match.to_act[0]
        action = min((one for one in legal_actions(match.opening, match.table, seat) if is_calm(match, one)), key=calm)
        if action.data()["do"] == "roll_order":
            among = match.opening.all_seats
            moves = {one: abilities(match.opening, match.table, one)["move"] for one in among}
            dice = [6 if one == 1 else 1 for one in among for _ in range(moves[one])]
            match.play(seat, action, match.chance(dice), STAMP)
        else:
            go_on(match, seat, action, 6 if seat == 1 else 1)
    assert match.table.get("finished:1") == 1
    return match
