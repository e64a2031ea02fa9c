"""The service's cost of viewing a match as it grows: `python -m tests.benchmarks.replay [MOVES ...]`.

By default with 100, 1,000 and 10,000 moves of freeform; 50000 gives the long curve. Also a real match of Root at its
full length. Processor time, the median of several runs; a step is a twenty-fifth of the page that contains it. Then
every page of a recorded match of each game: the cost of a step, and its size on the largest page.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.pictures.steps import PAGE
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.pages.pages import SHOWN
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.replay_steps import ReplaySteps
from tests.benchmarks.readings import keep

SIZES, ROUNDS = (100, 1_000, 10_000), 5
MATCHES = Path(__file__).parent.parent / "matches"
SESSION = MATCHES / "root" / "five_players.jsonl"
GAMES = (
    "root/six_players", "expeditions/humans_fourth", "robinson/eight_rounds", "tomb_raider/atlantis",
    "ultime/five_players", "morris/no_mill", "freeform/two_players",
)  # fmt: skip
LIMIT = 5.0
"""Maximum milliseconds, and kilobytes, of a step."""


def grown(ledger: Ledger, moves: int) -> str:
    """Record a match with this many moves, every tenth of which is taken back once; return its id."""
    scribe = Scribe(ledger)
    match = scribe.match(scribe.new("freeform", ["Ada", "Ben"]).id)
    read = match.opening.game.read_action
    begun = 1
    for n in range(1, moves + 1):
        kind = read({"do": "score", "to": n % 2 + 1, "points": n % 7})
        match.play(n % 2 + 1, kind, match.chance(()), scribe.stamp(), as_played=True)
        if n % 10 == 0:
            match.take_back(match.head - 1, scribe.stamp())
        if n % 1_000 == 0 or n == moves:
            ledger.save(match, expected_version=begun)
            begun = match.version
    return match.id


def once(ask: Callable[[], object]) -> float:
    """Return the milliseconds of processor time of a call."""
    began = time.process_time()
    ask()
    return (time.process_time() - began) * 1000


def measured(ledger: Ledger, match_id: str) -> dict[str, float]:
    """Return the costs for a service that has not yet shown anything of the match: the median of several runs."""
    visits = [visit(ledger, match_id, turn) for turn in range(ROUNDS)]
    return {what: statistics.median(one[what] for one in visits) for what in visits[0]}


def visit(ledger: Ledger, match_id: str, turn: int) -> dict[str, float]:
    """Return the costs of a spectator who visits for the first time, goes to the middle, and continues from there."""
    who, queries = Pass("x", SPECTATOR, match_id), Queries(ledger, Access(ledger))
    replay_steps, body = ReplaySteps(queries), list[bytes]()
    reading = once(lambda: queries.folded(who, match_id))
    moves = queries.folded(who, match_id).match.line.numbers
    middle, place = moves[len(moves) // 2 + turn], len(moves) // 2 + PAGE * (turn + 1)
    found = {
        "reading it the first time, ms": reading,
        "the live table's lines, first asked, ms": once(lambda: latest(queries, who, match_id)),
        "the replay page, first asked, ms": once(lambda: replay_steps.first(who, match_id, None)),
        "… in the middle, ms": once(lambda: replay_steps.first(who, match_id, middle)),
        "… the next move, ms": once(lambda: replay_steps.first(who, match_id, middle + 1)),
    }
    took = once(lambda: body.append(replay_steps.page(who, match_id, at=place, move=None, left=None)))
    count = min(PAGE, len(moves) - min(place, len(moves) - 1) // PAGE * PAGE)
    found |= {"a step of 25, ms": took / count, "a step of 25, KB": len(body[0]) / 1000 / count}
    return found | {"… packed for the way, KB": len(gzip.compress(body[0], 6)) / 1000 / count}


def latest(queries: Queries, who: Pass, match_id: str) -> None:
    """Request what is shown beside the live table."""
    folded = queries.folded(who, match_id)
    queries.lines_of(who, folded, max(0, len(folded.events) - SHOWN))


def pages(session: str) -> tuple[int, float, float, float]:
    """Return the moves of a recorded match, and of a step the milliseconds, and the average and greatest kilobytes."""
    with (
        tempfile.TemporaryDirectory() as folder,
        recorded(f"{folder}/ledger.db", MATCHES / f"{session}.jsonl") as ledger,
    ):
        match_id, queries = ledger.match_ids()[0], Queries(ledger, Access(ledger))
        who, replay_steps, sizes = Pass("x", SPECTATOR, match_id), ReplaySteps(queries), list[int]()
        moves = len(queries.folded(who, match_id).match.line.numbers)
        places = range(0, moves, PAGE)
        page = partial(replay_steps.page, who, match_id, move=None, left=None)
        took = sum(once(lambda at=at: sizes.append(len(page(at=at)))) for at in places)  # type: ignore[misc]
        steps = [min(PAGE, moves - at) for at in places]
        largest = max(size / n for size, n in zip(sizes, steps, strict=True) if n == max(steps))
        return moves, took / moves, sum(sizes) / moves / 1000, largest / 1000


@contextmanager
def recorded(path: str, session: Path) -> Iterator[Ledger]:
    """Yield a ledger with a recorded match."""
    done = CliRunner().invoke(cli, ["--ledger", path, "record", str(session)])
    assert done.exit_code == 0, done.output
    with closing(open_ledger(path)) as ledger:
        yield ledger


def main() -> None:
    """Measure and print the curve."""
    sizes = [int(word) for word in sys.argv[1:]] or list(SIZES)
    curve: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, recorded(f"{folder}/ledger.db", SESSION) as ledger:
        ledger.log.writer.connection.cursor().execute("PRAGMA synchronous=OFF")  # only reading is measured
        root = ledger.match_ids()[0]
        for size in sizes:
            curve[f"{size:,}"] = measured(ledger, grown(ledger, size))
        curve[f"Root, {len(ledger.match(root).moves) - 1}"] = measured(ledger, root)
    first = next(iter(curve.values()))
    print(f"{'a match of so many moves':42}" + "".join(f"{size:>18}" for size in curve))
    for what, value in first.items():
        if what.endswith(", ms"):
            name, few, many = what.removesuffix(", ms").removeprefix("… "), *list(curve)[: len(sizes) : len(sizes) - 1]
            keep(f"{name}: a match of {many} moves, against {few}", curve[many][what] / value, better="less")
        cells = (f"{one[what]:9.2f} ({one[what] / value:5.2f}×)" for one in curve.values())
        print(f"{what:42}" + "".join(cells))
    print(f"\n{'every page of a match, by the step':42}{'moves':>10}{'ms':>10}{'KB':>10}{'KB, largest page':>20}")
    for session in GAMES:
        moves, took, mean, largest = pages(session)
        print(f"{session:42}{moves:10}{took:10.2f}{mean:10.2f}{largest:20.2f}")
    print(f"goal: a step in {LIMIT:.0f} ms and {LIMIT:.0f} KB at any length")


if __name__ == "__main__":
    main()
