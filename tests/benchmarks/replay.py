"""What looking at a match costs the service as the match grows: `python -m tests.benchmarks.replay [MOVES ...]`.

By default 100, 1,000 and 10,000 moves of freeform; 50000 makes the long curve. And a real match of Root, which has as
many moves as it has. Processor time, the median of several; a step is a twenty-fifth of the page that brings it.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from cli.main import cli
from ledger.ledger import Ledger, open_ledger
from ledger.scribe import Scribe
from replays.steps import PAGE
from replays.web.access import SPECTATOR, Access, Pass
from replays.web.desk import Desk
from replays.web.pages import SHOWN
from replays.web.stepping import Stepping

SIZES, ROUNDS = (100, 1_000, 10_000), 5
SESSION = Path(__file__).parent.parent / "matches" / "root" / "five_players.jsonl"
LIMIT = 5.0
"""Milliseconds, and kilobytes, of a step."""


def grown(ledger: Ledger, moves: int) -> str:
    """Record a match of so many moves, of which every tenth is taken back once; return its id."""
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
    """Return the milliseconds of processor time that something takes."""
    began = time.process_time()
    ask()
    return (time.process_time() - began) * 1000


def measured(ledger: Ledger, match_id: str) -> dict[str, float]:
    """Return what is paid by a service that has told nothing of the match yet: the median of several."""
    visits = [visit(ledger, match_id, turn) for turn in range(ROUNDS)]
    return {what: statistics.median(one[what] for one in visits) for what in visits[0]}


def visit(ledger: Ledger, match_id: str, turn: int) -> dict[str, float]:
    """Return what a spectator costs who comes for the first time, goes to the middle, and on from there."""
    who, desk = Pass("x", SPECTATOR, match_id), Desk(ledger, Access(ledger))
    stepping, body = Stepping(desk), list[bytes]()
    reading = once(lambda: desk.folded(who, match_id))
    moves = desk.folded(who, match_id).match.line.numbers
    middle, place = moves[len(moves) // 2 + turn], len(moves) // 2 + PAGE * (turn + 1)
    found = {
        "reading it the first time, ms": reading,
        "the live table's lines, first asked, ms": once(lambda: latest(desk, who, match_id)),
        "the replay page, first asked, ms": once(lambda: stepping.first(who, match_id, None)),
        "… in the middle, ms": once(lambda: stepping.first(who, match_id, middle)),
        "… the next move, ms": once(lambda: stepping.first(who, match_id, middle + 1)),
    }
    took = once(lambda: body.append(stepping.page(who, match_id, at=place, move=None, left=None)))
    count = min(PAGE, len(moves) - min(place, len(moves) - 1) // PAGE * PAGE)
    found |= {"a step of 25, ms": took / count, "a step of 25, KB": len(body[0]) / 1000 / count}
    return found | {"… packed for the way, KB": len(gzip.compress(body[0], 6)) / 1000 / count}


def latest(desk: Desk, who: Pass, match_id: str) -> None:
    """Ask for what stands beside the live table."""
    folded = desk.folded(who, match_id)
    desk.lines_of(who, folded, max(0, len(folded.events) - SHOWN))


def main() -> None:
    """Measure and print the curve."""
    sizes = [int(word) for word in sys.argv[1:]] or list(SIZES)
    curve: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/ledger.db"
        done = CliRunner().invoke(cli, ["--ledger", path, "record", str(SESSION)])
        assert done.exit_code == 0, done.output
        ledger = open_ledger(path)
        ledger.log.writer.connection.cursor().execute("PRAGMA synchronous=OFF")  # what is measured only reads
        root = ledger.match_ids()[0]
        for size in sizes:
            curve[f"{size:,}"] = measured(ledger, grown(ledger, size))
        curve[f"Root, {len(ledger.match(root).moves) - 1}"] = measured(ledger, root)
        ledger.close()
    first = next(iter(curve.values()))
    print(f"{'a match of so many moves':42}" + "".join(f"{size:>18}" for size in curve))
    for what, value in first.items():
        cells = (f"{one[what]:9.2f} ({one[what] / value:5.2f}×)" for one in curve.values())
        print(f"{what:42}" + "".join(cells))
    print(f"goal: a step in {LIMIT:.0f} ms and {LIMIT:.0f} KB at any length")


if __name__ == "__main__":
    main()
