"""The canonical input of a pairing engine. Its digest is recorded with the pairing, so that anyone can check it.

It has references of entrants, and no names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tablescribe.domain.tournament.acceleration import accelerated_group
from tablescribe.domain.tournament.model.field import Entrant, Ref, Result, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.model.plan_words import deciding_stage
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import participants


def given(
    tournament: Tournament, number: int, asked: Iterable[Ref] = (), *, anew: bool = False
) -> tuple[Stage, list[Entrant], list[Round]]:
    """Return the input of the engine for a round: the stage, the entrants to seat, and the stage's rounds so far.

    Results are as ruled so far. Entrants who requested a bye are left out. In a later stage, an entrant's number is the
    place on which they qualified. If the stage is accelerated, entrants and rounds say who is.

    Args:
        tournament: the tournament.
        number: the number of the round.
        asked: the entrants who requested a bye in this round.
        anew: use those who would qualify now, not those who did when the stage's first round was paired.
    """
    plan = tournament.plan
    index = plan.stage_of(number)
    away = set(asked)
    everybody = participants(tournament, index, anew=anew)
    people = [one for one in everybody if one.plays_in(number) and one.ref not in away]
    first = 0 if plan.stages[index].carry else index
    rounds = [one for stage in range(first, index + 1) for one in tournament.rounds(numbers=plan.rounds_of(stage))]
    rounds = [one for one in rounds if one.number < number]
    if fast := accelerated_group(plan.stages[index], everybody, plan.first_round(index)):
        people = [replace(one, accelerated=one.ref in fast) for one in people]
        rounds = [replace(one, accelerated=fast) for one in rounds]
    return plan.stages[index], people, rounds


def pairing_input(
    tournament: Tournament, number: int, asked: Iterable[Ref], seed: int, *, anew: bool = False
) -> dict[str, Any]:
    """Return the canonical input of the engine for a round, as plain data for `plan.digest`."""
    stage, people, rounds = given(tournament, number, asked, anew=anew)
    return {
        "format": tournament.announced.format,
        "round": number,
        "stage": deciding_stage(stage.model_dump(mode="json"), tournament.announced.format),
        "entrants": [_entrant(one, accelerates=bool(stage.acceleration)) for one in people],
        "rounds": [
            {
                "number": one.number,
                "pods": [list(pod.seats) for pod in one.pods],
                "byes": sorted([ref, str(kind)] for ref, kind in one.byes.items()),
                "results": [_result(result) for result in one.results],
                **({"accelerated": sorted(one.accelerated)} if stage.acceleration else {}),
            }
            for one in rounds
        ],
        "seed": seed,
    }


def _entrant(one: Entrant, *, accelerates: bool) -> list[Any]:
    told = [
        one.ref, one.number, one.rating, str(one.points_on_entry), one.entered_in, one.withdrawn_after,
        sorted(one.may_not_meet),
    ]  # fmt: skip
    return [*told, one.accelerated] if accelerates else told


def _result(result: Result | None) -> list[Any] | None:
    if result is None:
        return None
    found = [str(result.how), list(result.places), list(result.points), sorted(result.absent)]
    return [*found, "together"] if result.coalition else found
