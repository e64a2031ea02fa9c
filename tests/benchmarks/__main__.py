"""Run all benchmarks: print the table, name what has become more expensive, and draw the history.

`./dev bench`, or `python -m tests.benchmarks [NAME …]` for some of them. The output of each goes to standard error.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import click

from tests.benchmarks.history import (
    Run,
    dearer,
    keep_run,
    picture,
    runs_on,
    table,
    this_commit,
    this_machine,
    told,
)
from tests.benchmarks.readings import WHERE, read

BENCHMARKS: dict[str, tuple[str, ...]] = {
    "append": (), "append_parts": (), "group": (), "play": (), "rebuild": (), "kernel": ("9",), "takeback": (),
    "verify": (), "expeditions": (), "robinson": (), "root": (), "tomb_raider": (), "understanding": (), "lists": (),
    "replay": (), "memory": (), "start": (), "followers": (), "service": (), "pages": (), "pairing": ("3", "swiss"),
    "season": (),
}  # fmt: skip
"""The benchmarks in the order of the table, with their arguments.

`hall` and `root_matches` are not included: they take long, and check more than they measure.
"""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(BENCHMARKS)))
@click.option("--keep/--no-keep", default=True, help="Add the run to the history, and draw it.")
@click.option("--check", is_flag=True, help="Exit with 1 if a row costs more than 10 % more than before.")
@click.option("--json", "as_json", is_flag=True, help="Print the run as JSON instead of the table.")
def bench(names: tuple[str, ...], *, keep: bool, check: bool, as_json: bool) -> None:
    """Run the benchmarks, or only NAMES, and print their table.

    \b
    Examples:
      ./dev bench
      ./dev bench append group --no-keep
    """
    run, failed = measured(names or tuple(BENCHMARKS))
    before = runs_on(run.machine)
    worse = list(dearer(run, before))
    click.echo(json.dumps(json.loads(run.line()), ensure_ascii=False, indent=2) if as_json else as_text(run))
    for one in worse:
        doubt = "" if one.certain else "; the rounds overlap, so run it again"
        click.echo(f"Costs {one.more:.0%} more than at {one.commit or 'the last run'}: {one.now.row}: "
                   f"{told(one.before)} → {told(one.now)}{doubt}", err=True)  # fmt: skip
    if keep and run.rows:
        path = keep_run(run)
        path.with_suffix(".svg").write_text(picture([*before, run]), encoding="utf-8")
        click.echo(f"Kept in {os.path.relpath(path)}; drawn beside it.", err=True)
    for name in failed:
        click.echo(f"The benchmark {name} failed; its rows are missing. See what it printed above.", err=True)
    sys.exit(1 if failed or (check and worse) else 0)


def measured(names: tuple[str, ...]) -> tuple[Run, list[str]]:
    """Run benchmarks, one process after another; return the results, and the names of those that failed."""
    failed, before = list[str](), os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "readings.jsonl"
        path.touch()
        for number, name in enumerate(names, start=1):
            began = time.monotonic()
            click.echo(f"[{number}/{len(names)}] {name} …", err=True)
            command = [sys.executable, "-m", f"tests.benchmarks.{name}", *BENCHMARKS[name]]
            around = {**os.environ, WHERE: str(path)}
            with subprocess.Popen(command, env=around, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
                for line in process.stdout or ():
                    click.echo(line, nl=False, err=True)
            click.echo(f"    {time.monotonic() - began:.0f} s", err=True)
            if process.returncode:
                failed.append(name)
        rows = {one.row: one for one in (read(json.loads(line)) for line in path.read_text("utf-8").splitlines())}
    load = round(before, 1), round(os.getloadavg()[0], 1)
    return Run(datetime.now(UTC).date().isoformat(), this_commit(), load, this_machine(), rows), failed


def as_text(run: Run) -> str:
    """Return a run as text to paste."""
    machine = run.machine
    where = f"{machine.processor}, {machine.cores} cores, {machine.system}, Python {machine.python}"
    about = f"{run.at}, commit {run.commit or 'unknown'}, {where}, load {run.load[0]}–{run.load[1]}"
    return f"{about}\n\n{table(run.rows.values())}"


if __name__ == "__main__":
    bench()
