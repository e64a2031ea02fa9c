"""Accelerated rounds as data and in words: who has virtual points, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tablescribe.domain.tournament.acceleration import accelerated_group, accelerated_rounds, virtual_points
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import participants
from tablescribe.domain.words.text import Text, say
from tablescribe.replays.tournaments.tournament import points_text


def acceleration_data(tournament: Tournament, number: int) -> dict[str, Any] | None:
    """Return how a round is accelerated: the virtual points and who has them; `None` for a normal round."""
    plan = tournament.plan
    index = plan.stage_of(number)
    first = plan.first_round(index)
    points = virtual_points(plan.stages[index], number - first + 1)
    if not points:
        return None
    group = accelerated_group(plan.stages[index], participants(tournament, index), first)
    numbers = sorted(tournament.entrants[ref].number for ref in group)
    return {"method": plan.stages[index].acceleration, "points": str(points), "numbers": numbers}


def acceleration_text(data: dict[str, Any]) -> Text:
    """Return in words how a round is accelerated."""
    return say(
        "Accelerated round. Virtual points for pairing: +{points} for the first {n} in the starting list.",
        points=points_text(Fraction(data["points"])), n=len(data["numbers"]),
    )  # fmt: skip


def plan_lines(stage: Stage) -> Iterator[Text]:
    """Yield the accelerated rounds of a stage's plan in words."""
    if not stage.acceleration:
        return
    full, half = accelerated_rounds(stage.rounds)
    win = Fraction(stage.scoring.win)
    yield say("Accelerated (Baku, FIDE C.04.5.1): the first half of the starting list is paired with virtual points.")
    if half:
        yield say(
            "Virtual points: {win} in rounds 1 to {full}, {half} up to round {last}. Standings never count them.",
            win=points_text(win), full=full, half=points_text(win / 2), last=full + half,
        )  # fmt: skip
    else:
        yield say("Virtual points: {win} in round 1. Standings never count them.", win=points_text(win))
