"""`demo`: play a scripted match move by move, with an undo and a broken rule, and audit it.

The scripts in `demos/` are session files for `tablescribe record`, so they also serve as examples.
"""

from __future__ import annotations

import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from tablescribe.cli.terminal.language import in_language, reader
from tablescribe.cli.terminal.state import State, as_json, details, echo, out, state

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.replays.auditing.audit import Audit

PACE = 0.08
"""Default pause between two lines on a terminal, in seconds, so that the moves appear one by one."""

GUTTER = "      "
"""The indent of lines without a number."""


@click.command(
    epilog="""\b
Examples:
  tablescribe demo
  tablescribe demo root --pace 1
  tablescribe demo --keep demo.db --html report.html"""
)
@click.argument("game", default="ultime")
@click.option("--keep", type=click.Path(path_type=Path), help="Keep the ledger in this file.")
@click.option("--html", "html_file", type=click.Path(path_type=Path), help="Write the judge's report to this file.")
@click.option("--pace", type=click.FloatRange(min=0), help="Seconds between moves (default on a terminal: 1; else 0).")
@in_language
@as_json
def demo(game: str, keep: Path | None, html_file: Path | None, pace: float | None) -> None:
    """Play a scripted match of GAME with an undo and a broken rule, then audit it.

    Leaves no files behind, unless you give --keep or --ledger.
    """
    scripts = files("tablescribe.cli").joinpath("demos")
    script = scripts.joinpath(f"{game}.jsonl")
    there = sorted(one.name.removesuffix(".jsonl") for one in scripts.iterdir() if one.name.endswith(".jsonl"))
    if game not in there:
        raise click.UsageError(f"there is no demo of {game}; there is one of {' and of '.join(there)}")
    if keep is not None and keep.exists():
        raise click.UsageError(f"{keep} already exists. Name a new file")
    if pace is None:
        pace = PACE if sys.stdout.isatty() else 0
    with tempfile.TemporaryDirectory() as folder:
        given = _ledger_given()
        kept = str(keep) if keep is not None else given
        opened = State(kept or str(Path(folder) / "demo.db"))
        try:
            told, match, result, head = _Demo(opened, 0 if state().json else pace).run(script.read_text("utf-8"))
            if html_file is not None:
                _write_report(opened, match, result, head, html_file)
        finally:
            opened.close()
    if state().json:
        data = result.data(reader(match.opening))
        out("", {"match": match.id, "told": told, "audit": data, "head": head})
    else:
        _say_end(match, result, head)
        _say_how_to_go_on(game, match, kept, html_file)


def _ledger_given() -> str | None:
    """Return the ledger named with `--ledger`; `None` without it, as demos do not belong into the usual ledger."""
    root = click.get_current_context().find_root()
    given = root.get_parameter_source("ledger") is ParameterSource.COMMANDLINE
    return state().target if given else None


class _Demo:
    """Plays a script and prints each step."""

    def __init__(self, opened: State, pace: float) -> None:
        from tablescribe.cli.table.record import Session

        self.scribe = opened.scribe(create=True)
        self.session = Session(self.scribe)
        self.pace = pace
        self.told: list[dict[str, Any]] = []

    def run(self, script: str) -> tuple[list[dict[str, Any]], Match, Audit, str]:
        """Play all lines; return the steps as data, the match, its audit, and the last hash of its chain."""
        from tablescribe.replays.auditing.audit import audit

        for text in script.splitlines():
            if text.startswith("#"):
                self.aside(text.lstrip("# "))
            else:
                self.play(text)
            if self.pace:
                time.sleep(self.pace)
        match = self.scribe.ledger.match(str(self.session.match_id))
        return self.told, match, audit(match), self.scribe.ledger.verify(match.id)[match.id].hex()

    def aside(self, words: str) -> None:
        """Print a comment of the script: what the people at the table do."""
        from tablescribe.cli.terminal.screen import write

        self.told.append({"aside": words})
        if not state().json:
            echo()
            write(words, fg="cyan")

    def play(self, text: str) -> None:
        """Play a line of the script, and print what was recorded or why it was refused."""
        try:
            done = self.session.play(text)
        except Exception as error:
            if self.session.match_id is None or not hasattr(error, "code"):
                raise
            self.refused(error)
        else:
            self.recorded(done)

    def refused(self, error: Exception) -> None:
        """Print why a line was refused."""
        from tablescribe.cli.terminal.messages import message
        from tablescribe.cli.terminal.screen import write
        from tablescribe.domain.words.text import say

        match = self.scribe.match(str(self.session.match_id))
        reads = reader(match.opening)
        known, why = details(match, error, reads, self.session.attempt), message(reads, error)
        self.told.append({"refused": why, **known})
        if state().json:
            return
        write(reads.tell(say("refused: {why}", why=why)), lead="   ✗  ", fg="red", bold=True)
        if "rule" in known:
            write(known["rule_text"], lead=GUTTER, fg="bright_black")

    def recorded(self, done: Any) -> None:
        """Print what was recorded."""
        from tablescribe.cli.terminal.screen import brief_changes, event_lines, line_width
        from tablescribe.domain.match.match import Match
        from tablescribe.replays.reading.timeline import Timeline
        from tablescribe.replays.reading.wording import say_event

        match = self.scribe.match(str(self.session.match_id))
        timeline, reads = Timeline(match), reader(match.opening)
        for event in [match.opened] if isinstance(done, Match) else done if isinstance(done, list) else [done]:
            number = getattr(event, "number", None)
            changes = [reads.tell(one) for one in timeline.changes(number)] if number is not None else []
            rules = list(getattr(event, "citations", ()))
            entry = {"move": number, "words": reads.tell(say_event(match, event)), "changes": changes, "rules": rules}
            self.told.append(entry)
            if not state().json:
                shown = brief_changes(reads, timeline, number, "everything") if number is not None else ()
                echo("\n".join(event_lines(reads, match, event, shown, line_width())))


def _say_end(match: Match, result: Audit, head: str) -> None:
    """Print the final table and the findings of the audit."""
    from tablescribe.cli.terminal.screen import board, write
    from tablescribe.domain.words.text import say
    from tablescribe.replays.auditing.findings import SEVERITIES, place

    reads = reader(match.opening)
    board(reads, match.table, "everything")
    write(reads.tell(result.verdict()), lead=reads.tell(say("Audit:")) + " ", bold=True)
    for finding in result.findings:
        rule = f" {finding.rule}" if finding.rule else ""
        severity = SEVERITIES[finding.severity]
        words = say("{severity} at {place}{rule}: {why}", severity=severity, place=place(finding), rule=rule,
                    why=finding.why)  # fmt: skip
        colour = {"breach": "red", "doubt": "red"}.get(finding.severity, "yellow")
        write(reads.tell(words), lead="  ", fg=colour)
    obeyed = {rule for n in match.line.numbers for rule in getattr(match.moves[n], "citations", ())}
    rules = len(match.opening.game.rulebook.rules)
    came_up = say("{n} of {all} rules applied; each move lists its own.", n=len(obeyed), all=rules)
    write(reads.tell(came_up), lead="  ")
    chained = say("All events are chained by their hashes; the last one is {hash}…", hash=head[:16])
    write(reads.tell(chained), lead="  ")


def _say_how_to_go_on(game: str, match: Match, kept: str | None, html_file: Path | None) -> None:
    names = " ".join(["Ada", "Ben", "Cleo", "Dan", "Eve"][: match.opening.seats])
    people = {"ultime": f"{names} --outcome 1", "expeditions": "Ada Automa --chance sealed"}.get(game, names)
    where = f"tablescribe --ledger {kept}" if kept else "tablescribe"
    click.secho("\nGo on:", bold=True)
    if kept:
        echo(f"  {where} replay {match.id}")
        echo(f"  {where} audit {match.id}")
    else:
        echo(f"  tablescribe demo{'' if game == 'ultime' else ' ' + game} --keep demo.db    to step through it")
    echo(f"  {where} new {game} {people}")
    echo(f"  {where} play MATCH")
    if html_file is not None:
        echo(f"The judge's report is in {html_file}.")


def _write_report(opened: State, match: Match, result: Audit, head: str, file: Path) -> None:
    from tablescribe.replays.papers.report import html

    file.write_text(html(match, result, names=opened.scribe().names(match), head=head), "utf-8")
