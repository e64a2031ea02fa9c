"""`tablescribe --help` against an empty click program, and short commands against that.

`python -m tests.benchmarks.start`
Processor time of the whole process, in turn; medians of what each takes, and of the ratios round by round. Modules are
compiled once and kept, as those of an installed package are, whatever the shell says about that.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.readings import keep

ROUNDS = 15
EMPTY = "import click\n@click.command()\ndef main():\n    'Nothing.'\nmain()\n"
SESSIONS = Path(__file__).parent.parent / "matches"
NEW = ("new", "ultime", "Ada", "Ben", "Cleo", "--chance", "sealed", "--json")
GAMES = {"ultime": "ultime/five_players", "Root": "root/five_players", "Expeditions": "expeditions/a_tie"}


def environment(folder: str) -> dict[str, str]:
    """Return ours, in which a process keeps what it has compiled, in a folder."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}


def seconds(command: tuple[str, ...], around: dict[str, str]) -> float:
    """Return how much processor time a command takes in an environment, refused or not."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=around, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        around = environment(folder)
        empty = Path(folder) / "empty.py"
        empty.write_text(EMPTY)
        program = (sys.executable, "-m", "tablescribe.cli.main", "--ledger", f"{folder}/ledger.db")
        commands = {
            "an empty click program": (sys.executable, str(empty), "--help"),
            "tablescribe --help": (*program, "--help"),
            "… matches": (*program, "matches"),
        }
        for name, session in GAMES.items():
            path = str(SESSIONS / f"{session}.jsonl")
            done = subprocess.run([*program, "record", path, "--json"], env=around, check=True, capture_output=True)
            match = json.loads(done.stdout)["match"]
            commands[f"… show, {name}"] = (*program, "show", match)
            commands[f"… legal, {name}"] = (*program, "legal", match)
            commands[f"… a refused move, {name}"] = (*program, "move", match, "nothing_of_the_kind")
        opened = subprocess.run([*program, *NEW], env=around, check=True, capture_output=True)
        match = json.loads(opened.stdout)["id"]
        commands["… a move, ultime"] = (*program, "move", match, "skip")
        commands["… undo, ultime"] = (*program, "undo", match, "--judge")
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(ROUNDS + 1):  # the first, for what is compiled then, does not count
            for name, command in commands.items():
                took = seconds(command, around)
                if turn:
                    times[name].append(took)
    for name, values in times.items():
        ratios = [
            statistics.median(one / other for one, other in zip(values, times[against], strict=True))
            for against in ("an empty click program", "tablescribe --help")
        ]
        took = statistics.median(values) * 1000
        if name == "tablescribe --help":
            keep("work of a command: --help, against an empty click program", ratios[0], better="less")
        elif name != "an empty click program":
            keep(f"work of a command: {name.removeprefix('… ')}, against --help", ratios[1], better="less", goal=3.0)
        print(f"  {name:<32} {took:6.0f} ms   {ratios[0]:5.2f} ×   {ratios[1]:5.2f} × of --help")


if __name__ == "__main__":
    main()
