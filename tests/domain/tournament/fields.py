"""Random fields and histories for tests, with results determined by a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from tablescribe.domain.tournament.model.field import Bye, Entrant, How, Pairing, Pod, Result, Round
from tablescribe.domain.tournament.model.plan import Stage


def stage(kind: str = "swiss", rounds: int = 5, **more: Any) -> Stage:
    return Stage.model_validate({"name": "S", "kind": kind, "rounds": rounds, "game": "g"} | more)


def people(count: int, **more: Any) -> list[Entrant]:
    return [Entrant(f"e{number}", number, **more) for number in range(1, count + 1)]


def result(pod: Pod, chance: random.Random, forfeits: float = 0.0) -> Result:
    """Return a result: somebody wins, all draw, or somebody does not come."""
    if len(pod.seats) > 1 and chance.random() < forfeits:
        away = chance.choice(pod.seats)
        places = tuple(len(pod.seats) if ref == away else 1 for ref in pod.seats)
        return Result(pod, places, how=How.FORFEIT, absent=frozenset({away}))
    won = chance.randrange(len(pod.seats) + 1)
    places = tuple(1 if won in (seat, len(pod.seats)) else 2 for seat in range(len(pod.seats)))
    return Result(pod, places, tuple(chance.randrange(20) for _ in pod.seats))


def played(
    of: Stage,
    field: Sequence[Entrant],
    rounds: int,
    pair: Callable[..., Pairing],
    seed: int,
    *,
    forfeits: float = 0.0,
    away: float = 0.0,
) -> tuple[list[Round], list[Pairing]]:
    """Return rounds paired by an engine with random results; some entrants ask for a half-point bye."""
    chance, done, made = random.Random(seed), list[Round](), []
    for number in range(1, rounds + 1):
        asked = {one.ref for one in field if chance.random() < away}
        pairing = pair(of, [one for one in field if one.ref not in asked], done, seed)
        results = tuple(result(pod, chance, forfeits) for pod in pairing.pods)
        done.append(Round(number, pairing.pods, pairing.byes | dict.fromkeys(asked, Bye.HALF), results))
        made.append(pairing)
    return done, made
