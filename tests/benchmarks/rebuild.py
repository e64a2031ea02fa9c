"""Rebuilding matches from an SQLite file: `Ledger.match` against the library's default aggregate, and python-chess.

Both sides store the same matches in separate files, several copies of each. Ours are stored by the ledger, the
library's with its own recorder, default mapper and an aggregate in the style of its documentation, whose events have
the same contents. Both apply the same facts to the same `Table`, with all its checks, and the results are compared.
The matches are real ones of five games (by the bot; of Ultime with random legal moves), and toy moves of two facts.
For an idea of scale, `Board.push_uci` of python-chess is timed on as many moves of random legal games of chess. For the
same work, see `chess_games.py`.

Process CPU time; a ratio is the median of the rounds' own ratios, with their quartiles.
`python -m tests.benchmarks.rebuild [ROUNDS]`
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import chess
import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from tablescribe.domain.match.events import AnyEvent, Opened, Played
from tablescribe.domain.match.match import Match, replay_stored
from tablescribe.domain.rules.deciding import to_act
from tablescribe.domain.table.table import Changed, Fact, Moved, Table, Turned
from tablescribe.ledger.log.codec import decode_rows
from tablescribe.ledger.matches.ledger import open_ledger
from tests.benchmarks.kernel import MOVES, facts_of
from tests.benchmarks.readings import keep
from tests.domain.random_play import SEED, open_match, play, random_move
from tests.support import STAMP, Step, do, toy_match, toy_opening

SEATS = {"ultime": (3, 5), "expeditions": (2, 2), "robinson": (2, 3), "tomb_raider": (1, 2), "root": (2, 3)}
"""The matches of each game, as their numbers of seats."""

COPIES = 8
"""Number of stored copies of each match."""

FACTS: dict[str, type[Fact]] = {"moved": Moved, "turned": Turned, "changed": Changed}


class Walk(Aggregate):
    """A match in the style of the library's documentation, whose events have the same contents as ours."""

    def __init__(self, told: list[Any]) -> None:
        box, _, facts, _ = told[-4:]
        self.table = Table([(piece, n) for piece, n in box])
        self.moves: list[int] = []
        self.result: list[Any] = []
        self._apply(facts)

    def _apply(self, facts: list[list[Any]]) -> None:
        for tag, *rest in facts:
            self.table.apply(FACTS[tag](*rest))

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
        self._apply(facts)
        self.moves.append(number)

    @event("Closed")
    def close(self, recorder: str, device: str, salt: str, result: list[Any], seed: str) -> None:
        """Record the end."""
        self.result = result


# --- the material -----------------------------------------------------------------------------


def of_game(key: str, seats: int, seed: int) -> list[AnyEvent]:
    """Return the events of a sealed match, closed: by the game's bot, or with random legal moves if it has none."""
    pick = random.Random(seed)
    name = f"tablescribe.domain.games.{key}.bot"
    bot = import_module(name).choose if find_spec(name) else None
    match = open_match(key, seats)
    while not match.is_over and match.head < MOVES:
        if bot is None:
            random_move(match, pick)
        else:
            seat = to_act(match.opening, match.table)[0]
            play(match, seat, bot(match.opening, match.table, seat, pick.randrange), pick)
    match.close(STAMP, seed=SEED, abandoned=not match.is_over)
    return list(match._pending)


def of_toy() -> list[AnyEvent]:
    """Return the events of a match of toy moves."""
    match = toy_match()
    for k in range(MOVES):
        do(match, k % 2 + 1, Step(fields=0), as_played=True)
    return list(match._pending)


def of_chess(moves: int) -> Callable[[], object]:
    """Return a function that pushes this many moves of random games of chess, as text."""
    pick = random.Random(1)
    games: list[list[str]] = []
    while moves:
        board, told = chess.Board(), list[str]()
        while moves and len(told) < MOVES and not board.is_game_over():
            told.append(pick.choice(list(board.legal_moves)).uci())
            board.push_uci(told[-1])
            moves -= 1
        games.append(told)

    def push() -> None:
        for told in games:
            board = chess.Board()
            for uci in told:
                board.push_uci(uci)

    return push


# --- both sides -------------------------------------------------------------------------------

Rebuild = Callable[[Any], Any]


def library(path: Path, matches: list[list[AnyEvent]]) -> tuple[Rebuild, list[Any]]:
    """Return a rebuild through the library's repository with its default mapper, and the ids."""
    application: Application[Any] = Application(
        {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    )
    ids: list[Any] = []
    for opened, *rest in matches * COPIES:
        walk = Walk(msgspec.to_builtins(opened))
        for one in rest:
            name, _, _, _, *told = msgspec.to_builtins(one)
            if name == "Disclosed":  # the seed in a separate event, which the library's match does not need
                continue
            (walk.play if name == "Played" else walk.close)(*told)
        application.save(walk)
        ids.append(walk.id)
    return lambda one: application.repository.get(one), ids  # keeps the application open


def ours(path: Path, matches: list[list[AnyEvent]]) -> tuple[Rebuild, list[Any]]:
    """Return a rebuild by the ledger, and the ids."""
    ledger, ids = open_ledger(path), list[Any]()
    for n, events in enumerate(matches * COPIES):
        match = toy_match()
        match.id = f"match{n}"
        match._pending = [msgspec.structs.replace(one, originator_id=match.id) for one in events]
        ledger.save(match)
        ids.append(match.id)

    def toy(match_id: str) -> Match:  # not in the registry
        stored = cast(Iterator[tuple[AnyEvent, bytes]], decode_rows(match_id, ledger.log.bodies(match_id)))
        return replay_stored(Match(cast(Opened, next(stored)[0]), toy_opening()), stored)

    return toy if cast(Opened, matches[0][0]).game == "toy" else ledger.match, ids


# --- measuring --------------------------------------------------------------------------------


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of some work."""
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


def told(ratios: Sequence[float], digits: int = 1) -> str:
    """Return a ratio with its spread."""
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else [*ratios] * 3
    return f"{middle:{digits + 4}.{digits}f} × ({low:.{digits}f}–{high:.{digits}f})"


def measure(name: str, matches: list[list[AnyEvent]], rounds: int, folder: Path) -> None:
    """Print the time of rebuilding these matches."""
    sides = [make(folder / f"{name}-{make.__name__}.db", matches) for make in (library, ours)]
    disclosed = [sum(type(one).__name__ == "Disclosed" for one in match) for match in matches * COPIES]
    for theirs, mine, left in zip(*([rebuild(one) for one in ids] for rebuild, ids in sides), disclosed, strict=True):
        assert (theirs.version + left, theirs.table) == (mine.version, mine.table)
    events = COPIES * sum(map(len, matches))
    moves = COPIES * sum(isinstance(one, Played) for match in matches for one in match)
    facts = sum(len(run) for match in matches for run in facts_of(match[1:])) * COPIES / moves
    works = [lambda rebuild=rebuild, ids=ids: [None for one in ids if not rebuild(one)] for rebuild, ids in sides]
    push = of_chess(moves)
    times = [[seconds(work) for work in (*works, push)] for _ in range(rounds)]
    was, now = (statistics.median(taken[n] for taken in times) / events * 1e6 for n in (0, 1))
    ratios = [taken[0] / taken[1] for taken in times]
    keep(f"rebuilding from stored bytes, against the library's aggregate: {name}", *ratios)
    print(
        f"  {name:<12} {facts:5.1f} facts a move   {told(ratios)} the library's"
        f"   {was:6.1f} → {now:5.1f} µs an event"
        f"   {told([taken[2] / taken[1] for taken in times])} push_uci, by move"
    )


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    print(f"rebuilding from SQLite, against the library's default aggregate with the same contents; {rounds} rounds")
    with tempfile.TemporaryDirectory() as folder:
        measure("toy moves", [of_toy()], rounds, Path(folder))
        for key, seats in SEATS.items():
            measure(key, [of_game(key, some, seed) for seed, some in enumerate(seats)], rounds, Path(folder))


if __name__ == "__main__":
    main()
