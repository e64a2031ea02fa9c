"""Rebuilding matches from stored bytes: rows and facts against the library's default aggregate.

Both sides store 200 matches of 200 events with the same contents in SQLite, and apply the same facts.
`python -m tests.benchmarks.rebuild`
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from domain.match import Match, replay
from domain.table import Changed, Table
from ledger.ledger import open_ledger
from tests.support import Step, do, toy_match, toy_opening

MATCHES, EVENTS, ROUNDS = 200, 200, 5


class Walk(Aggregate):
    """The same match, written as the library's documentation would write it: events with the same contents."""

    def __init__(self, seats: int) -> None:
        self.table = Table()
        for seat in range(1, seats + 1):
            self.table.apply(Changed(f"field:{seat}", None, 0))
        self.table.apply(Changed("turn", None, 1))
        self.moves: list[int] = []

    @event("Played")
    def play(
        self,
        recorder: str,
        device: str,
        salt: str,
        number: int,
        seat: int,
        action: dict[str, Any],
        outcomes: list[Any],
        facts: list[list[Any]],
        citations: list[str],
        irregularities: list[list[str]],
        implied: bool,
    ) -> None:
        """Record a move: apply its facts."""
        for _, key, was, now in facts:
            self.table.apply(Changed(key, was, now))
        self.moves.append(number)


def library(folder: Path) -> Callable[[], int]:
    """Return a rebuild of all matches through the library's repository, with its default mapper."""
    application: Application[Any] = Application(
        {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "library.db")}
    )
    model = toy_match()
    moves = [played for k in range(EVENTS - 1) for played in do(model, k % 2 + 1, Step(fields=0), as_played=True)]
    ids = []
    for _ in range(MATCHES):
        walk = Walk(seats=2)
        for move in moves:
            _, _, _, _, recorder, device, salt, *rest = msgspec.to_builtins(move)
            walk.play(recorder, device, salt, *rest)
        application.save(walk)
        ids.append(walk.id)

    def rebuild() -> int:
        return sum(cast(Walk, application.repository.get(one)).version for one in ids)

    return rebuild


def ours(folder: Path) -> Callable[[], int]:
    """Return a rebuild of all matches straight from their stored bytes."""
    ledger = open_ledger(folder / "ours.db")
    ids = []
    for n in range(MATCHES):
        match = toy_match()
        for k in range(EVENTS - 1):
            do(match, k % 2 + 1, Step(fields=0), as_played=True)
        match.id = f"match{n}"
        _rename(match, match.id)
        ledger.save(match)
        ids.append(match.id)

    def rebuild() -> int:
        opening = toy_opening()
        total = 0
        for one in ids:
            events = ledger.events_of(one)
            total += replay(Match(cast(Any, events[0]), opening), events[1:]).version
        return total

    return rebuild


def _rename(match: Any, match_id: str) -> None:
    match._pending = [msgspec.structs.replace(event, originator_id=match_id) for event in match._pending]


def main() -> None:
    """Measure and print the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        variants = {make.__name__: make(Path(folder)) for make in (library, ours)}
        rates: dict[str, list[float]] = {name: [] for name in variants}
        for _ in range(ROUNDS):
            for name, rebuild in variants.items():
                began = time.perf_counter()
                events = rebuild()
                assert events == MATCHES * EVENTS
                rates[name].append(events / (time.perf_counter() - began))
        middle = {name: statistics.median(values) for name, values in rates.items()}
    print(f"rebuild of {MATCHES} matches of {EVENTS} events from SQLite")
    for name, rate in middle.items():
        print(f"  {name:<8} {rate:>8.0f} events/s   {rate / middle['library']:.1f} × the library's default aggregate")


if __name__ == "__main__":
    main()
