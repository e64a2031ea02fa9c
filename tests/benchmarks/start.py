"""`tablescribe --help` against an empty click program, and short commands against `--help`.

`python -m tests.benchmarks.start`
Processor time of the whole process, alternating; medians of the times, and of the ratios round by round. Modules are
compiled once and kept, as in an installed package, whatever the shell's settings.

Reading commands have a ledger that does not change meanwhile, and whose lists are up to date. After a move, `matches`
updates them first, which has its own row. So has the very first call on a machine.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.readings import keep

ROUNDS = 15
COLD_ROUNDS = 3
EMPTY = "import click\n@click.command()\ndef main():\n    'Nothing.'\nmain()\n"
SESSIONS = Path(__file__).parent.parent / "matches"
NEW = ("new", "ultime", "Ada", "Ben", "Cleo", "--chance", "sealed", "--json")
GAMES = {
    "chess": "chess/checkmate",
    "ultime": "ultime/five_players",
    "Root": "root/five_players",
    "Expeditions": "expeditions/a_tie",
    "Robinson": "robinson/eight_rounds",
    "Tomb Raider": "tomb_raider/into_the_caves",
}
PROGRAM = (sys.executable, "-m", "tablescribe.cli.main", "--ledger")
BEHIND, FIRST = "… matches, after a move", "… matches, the very first time"
AGAINST = ("an empty click program", "tablescribe --help")


def environment(folder: Path) -> dict[str, str]:
    """Return our environment, in which a process keeps its compiled and parsed files in a folder."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "XDG_CACHE_HOME": str(folder / "cache")}


def seconds(command: tuple[str, ...], around: dict[str, str]) -> float:
    """Return the processor time of a command in an environment, whether or not it is refused."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=around, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def answer(command: tuple[str, ...], around: dict[str, str]) -> dict[str, str]:
    """Return the answer of a command with `--json`."""
    done = subprocess.run(command, env=around, check=True, capture_output=True)
    said: dict[str, str] = json.loads(done.stdout)
    return said


def reading(folder: Path, around: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the reading commands, on their own ledger with up-to-date lists."""
    program = (*PROGRAM, str(folder / "read.db"))
    empty = folder / "empty.py"
    empty.write_text(EMPTY)
    commands = {
        AGAINST[0]: (sys.executable, str(empty), "--help"),
        AGAINST[1]: (*program, "--help"),
        "… matches": (*program, "matches"),
    }
    for name, session in GAMES.items():
        match = answer((*program, "record", str(SESSIONS / f"{session}.jsonl"), "--json"), around)["match"]
        commands[f"… show, {name}"] = (*program, "show", match)
        commands[f"… legal, {name}"] = (*program, "legal", match)
        commands[f"… a refused move, {name}"] = (*program, "move", match, "nothing_of_the_kind")
    subprocess.run([*program, "matches"], env=around, check=True, capture_output=True)
    return commands


def recording(folder: Path, around: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the recording commands on another ledger, and the listing command after one of them."""
    program = (*PROGRAM, str(folder / "written.db"))
    match = answer((*program, *NEW), around)["id"]
    return {
        "… a move, ultime": (*program, "move", match, "skip"),
        "… undo, ultime": (*program, "undo", match, "--judge"),
        BEHIND: (*program, "matches"),
    }


def cold(folder: Path, around: dict[str, str]) -> list[float]:
    """Return the times of the first `matches` on a machine: nothing is compiled, parsed or listed yet."""
    fresh = folder / "fresh.db"
    answer((*PROGRAM, str(fresh), *NEW), around)
    times = []
    for turn in range(COLD_ROUNDS):
        alone = folder / f"cold-{turn}"
        alone.mkdir()
        shutil.copy(fresh, alone / "ledger.db")
        times.append(seconds((*PROGRAM, str(alone / "ledger.db"), "matches"), environment(alone)))
    return times


def ratio(values: list[float], others: list[float]) -> float:
    """Return the median of the ratios, round by round."""
    return statistics.median(one / other for one, other in zip(values, others, strict=False))


def report(times: Mapping[str, list[float]]) -> None:
    """Print the rows, and store them for the table of all benchmarks."""
    for name, values in times.items():
        ratios = [ratio(values, times[against]) for against in AGAINST]
        if name == AGAINST[1]:
            keep("work of a command: --help, against an empty click program", ratios[0], better="less")
        elif name != AGAINST[0]:
            goal = None if name in (BEHIND, FIRST) else 3.0
            keep(f"work of a command: {name.removeprefix('… ')}, against --help", ratios[1], better="less", goal=goal)
        took = statistics.median(values) * 1000
        print(f"  {name:<34} {took:6.0f} ms   {ratios[0]:5.2f} ×   {ratios[1]:5.2f} × of --help")


def main() -> None:
    """Measure and print the ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        around = environment(folder)
        commands = {**reading(folder, around), **recording(folder, around)}
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(ROUNDS + 1):  # the first round, which compiles, does not count
            for name, command in commands.items():
                took = seconds(command, around)
                if turn:
                    times[name].append(took)
        times[FIRST] = cold(folder, around)
    report(times)


if __name__ == "__main__":
    main()
