"""`demo`: a scripted match, move by move, with a take-back and a broken rule, then audited."""

from __future__ import annotations

import tempfile
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from cli.state import State, as_json, console, details, out, state


@click.command(epilog="Examples: tablescribe demo · tablescribe demo --keep demo.db --html report.html --pace 1")
@click.argument("game", default="ultime")
@click.option("--keep", type=click.Path(path_type=Path), help="Keep the ledger in this file, to look around in it.")
@click.option("--html", "html_file", type=click.Path(path_type=Path), help="Write the judge's report to this file.")
@click.option("--pace", type=float, default=0.0, help="Seconds to wait after each move.")
@as_json
def demo(game: str, keep: Path | None, html_file: Path | None, pace: float) -> None:
    """Play a scripted match of GAME with a take-back and a broken rule, then audit it."""
    script = files("cli").joinpath(f"demos/{game}.jsonl")
    if not script.is_file():
        raise click.UsageError(f"there is no demo of {game}; there is one of ultime")
    if keep is not None and keep.exists():
        raise click.UsageError(f"{keep} is there already: name a new file")
    with tempfile.TemporaryDirectory() as folder:
        temporary = State(str(keep or Path(folder) / "demo.db"))
        try:
            _play(temporary, script.read_text("utf-8"), keep, html_file, pace)
        finally:
            temporary.close()


def _play(opened: State, script: str, keep: Path | None, html_file: Path | None, pace: float) -> None:
    from cli.record import Session
    from replays.audit import audit
    from replays.pictures import terminal
    from replays.report import html

    scribe = opened.scribe(create=True)
    session = Session(scribe)
    told: list[dict[str, Any]] = []
    for text in script.splitlines():
        if text.startswith("#"):
            _tell(told, {"aside": text.lstrip("# ")})
            continue
        try:
            done = session.play(text)
        except Exception as error:
            if session.match_id is None or not hasattr(error, "code"):
                raise
            known = details(scribe.match(session.match_id), error)
            _tell(told, {"refused": str(error), **known})
            continue
        if done is None:
            continue
        match = scribe.match(str(session.match_id))
        _tell(told, _entry(match, done))
        if pace and not state().json:
            time.sleep(pace)
    match = scribe.ledger.quick_match(str(session.match_id))
    result = audit(match)
    head = scribe.ledger.verify(match.id)[match.id].hex()
    if html_file is not None:
        html_file.write_text(html(match, result, names=scribe.names(match), head=head), "utf-8")
    if not state().json:
        console().print(terminal(match.opening, match.table))
        click.secho(f"Audit: {result.verdict()}", bold=True)
        for finding in result.findings:
            where = f"move {finding.move}" if finding.move is not None else "the match"
            click.echo(f"  {finding.severity} at {where}: {finding.why}")
        click.echo(f"Every event is chained by its hash; the last one is {head[:16]}…\n")
        click.echo("Go on:  tablescribe new ultime Ada Ben Cleo --outcome 1    then  tablescribe play MATCH")
        if keep is not None:
            click.echo(f"        tablescribe --ledger {keep} replay {match.id}")
        if html_file is not None:
            click.echo(f"The judge's report is in {html_file}.")
    else:
        out("", {"match": match.id, "told": told, "audit": result.data(), "head": head})


def _entry(match: Any, done: Any) -> dict[str, Any]:
    """Return what a line of the script became, in words."""
    from domain.match import Match
    from replays.timeline import Timeline
    from replays.words import say_event

    if isinstance(done, Match):
        return {"words": say_event(match, match.opened), "changes": []}
    events = done if isinstance(done, list) else [done]
    timeline = Timeline(match)
    lines = []
    for event in events:
        number = getattr(event, "number", None)
        changes = timeline.changes(number) if number is not None else []
        lines.append({"move": number, "words": say_event(match, event), "changes": changes})
    return {"moves": lines}


def _tell(told: list[dict[str, Any]], entry: dict[str, Any]) -> None:
    """Remember an entry, and print it unless JSON is wanted."""
    told.append(entry)
    if state().json:
        return
    if "aside" in entry:
        click.secho(f"\n{entry['aside']}", fg="cyan")
    elif "refused" in entry:
        click.secho(f"  ✗ refused: {entry['refused']}", fg="red")
        if "rule" in entry:
            click.echo(f"    {entry['rule']}: {entry['rule_text']}")
    else:
        for line in entry.get("moves", [entry]):
            number = f"{line['move']:>3} " if line.get("move") is not None else "  · "
            click.echo(click.style(number, bold=True) + line["words"])
            for change in line["changes"]:
                click.secho(f"      {change}", dim=True)
