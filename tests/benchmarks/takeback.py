"""Taking back a move: at move 20,000 against move 20 of a match. `python -m tests.benchmarks.takeback`"""

from __future__ import annotations

import statistics
import time

from tablescribe.domain.match.match import Match
from tests.benchmarks.readings import keep
from tests.support import STAMP, Step, do, toy_match

ROUNDS = 400


def match_of(moves: int) -> Match:
    """Return a match with that many moves."""
    match = toy_match()
    for n in range(moves):
        do(match, n % 2 + 1, Step(fields=0), as_played=True)
    return match


def measure(match: Match) -> float:
    """Return the median time of a take-back in microseconds; the move is restored each time."""
    times = []
    head = match.head
    for _ in range(ROUNDS):
        began = time.perf_counter()
        match.take_back(head - 1, STAMP, judge=True)
        times.append(time.perf_counter() - began)
        match.restore(head, STAMP)
    return statistics.median(times) * 1e6


def main() -> None:
    """Measure and print the ratio."""
    short, long = match_of(20), match_of(20_000)
    early, late = measure(short), measure(long)
    keep("taking back the last move: at move 20,000, against move 20", late / early, better="less", goal=1.1)
    print("taking back the last move")
    print(f"  at move     20  {early:6.1f} µs")
    print(f"  at move 20,000  {late:6.1f} µs   {late / early:.2f} ×")


if __name__ == "__main__":
    main()
