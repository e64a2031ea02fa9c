"""Pairing a round: one engine for each kind of stage, all with one signature and one kind of result.

An engine is a pure function: who is to sit, the rounds so far, and a seed by which it draws lots. What it could not
keep stands in the pairing, with the reason. Heavy packages are imported by the engines that need them, when they pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from tablescribe.domain.tournament.model.field import Entrant, Pairing, Round
from tablescribe.domain.tournament.model.plan import Stage

Engine: TypeAlias = Callable[[Stage, Sequence[Entrant], Sequence[Round], int], Pairing]


def former(engine: str) -> Engine | None:
    """Return an engine of a name that no new round is paired by, to repeat the rounds that it paired; else nothing."""
    from tablescribe.domain.tournament.pairing import pods

    return partial(pods.pair, engine=engine) if engine == pods.FORMER else None


def pair(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int) -> Pairing:
    """Return the pairing of the next round by the engine of the stage's kind.

    Args:
        entrants: who is to sit in this round; nobody else is seated.
        rounds: all rounds of the stage so far, with the results as far as they are known.
        seed: draws lots; the same input and seed give the same pairing.
    """
    from tablescribe.domain.tournament.pairing import berger, dutch, knockout, pods

    engines: dict[str, Engine] = {
        "swiss": dutch.pair, "round_robin": berger.pair, "pods": pods.pair, "elimination": knockout.pair,
    }  # fmt: skip
    return engines[stage.kind](stage, entrants, rounds, seed)
