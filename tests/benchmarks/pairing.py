"""Pairing pods of 12, 60 and 500 entrants, or boards of up to 400: seconds and gap to the optimum, round by round.

`python -m tests.benchmarks.pairing [ROUNDS] [swiss]`; with `swiss`, two at a table by the Dutch system.
"""

from __future__ import annotations

import sys
import time

from tablescribe.domain.tournament.model.field import Pairing, Round
from tablescribe.domain.tournament.pairing import pair
from tests.benchmarks.readings import keep
from tests.domain.tournament.fields import people, played, stage

FIELDS = (12, 60, 500)


def main() -> None:
    """Print a line for each round of each field."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    of = stage("swiss", rounds) if "swiss" in sys.argv else stage("pods", rounds, pods=(4, 3))
    print(f"{'entrants':>8} {'round':>5} {'seconds':>8} {'cpu':>6} {'gap':>8} {'broken':>6} {'byes':>4}")
    for count in (12, 60, 200, 400) if of.kind == "swiss" else FIELDS:

        def timed(*given: object, number: list[int] = [0], entrants: int = count) -> Pairing:  # noqa: B006
            number[0] += 1
            begun, cpu = time.perf_counter(), time.process_time()
            found: Pairing = pair(*given)  # type: ignore[arg-type]
            gap = "optimum" if found.gap is None else f"{found.gap:.1%}"
            seconds = time.process_time() - cpu
            if of.kind == "swiss":
                what = f"a round of {entrants} paired by FIDE's Dutch system: round {number[0]}"
                keep(what, seconds, unit="s", better="less", goal=5.0)
            print(
                f"{entrants:>8} {number[0]:>5} {time.perf_counter() - begun:>8.2f} {seconds:>6.2f} "
                f"{gap:>8} {len(found.broken):>6} {len(found.byes):>4}",
                flush=True,
            )
            return found

        done: list[Round]
        done, _ = played(of, people(count), rounds, timed, 20261122)
        assert len(done) == rounds


if __name__ == "__main__":
    main()
