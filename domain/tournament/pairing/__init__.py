"""Pairing a round: one engine for each kind of stage. All have the same signature and return a `Pairing`.

An engine is a pure function of the entrants to seat, the rounds so far, and a seed for its lots. The pairing lists the
rules that it had to relax, with the reason. Engines import heavy packages only when they pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from tablescribe.domain.tournament.missing_package import NotInstalled
from tablescribe.domain.tournament.model.field import Entrant, Pairing, Round
from tablescribe.domain.tournament.model.plan import Stage

Engine: TypeAlias = Callable[[Stage, Sequence[Entrant], Sequence[Round], int], Pairing]


def former(engine: str) -> Engine | None:
    """Return a retired engine by name, to repeat rounds that it paired; `None` if there is none with that name."""
    from tablescribe.domain.tournament.pairing import pods

    return partial(pods.pair, engine=engine) if engine == pods.FORMER else None


def pair(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int) -> Pairing:
    """Return the pairing of the next round by the engine of the stage's kind.

    Args:
        stage: the stage.
        entrants: the entrants to seat.
        rounds: all rounds of the stage so far, with the known results.
        seed: the seed for lots. The same input and seed give the same pairing.

    Raises:
        NotInstalled: the engine needs a package that is missing.
    """
    from tablescribe.domain.tournament.pairing import berger, dutch, knockout, pods

    engines: dict[str, Engine] = {
        "swiss": dutch.pair, "round_robin": berger.pair, "pods": pods.pair, "elimination": knockout.pair,
    }  # fmt: skip
    try:
        return engines[stage.kind](stage, entrants, rounds, seed)
    except ModuleNotFoundError as error:
        raise NotInstalled(str(error.name).partition(".")[0]) from error
