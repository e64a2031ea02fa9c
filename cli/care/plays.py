"""`import` and `export` of many plays: BG Stats, BoardGameGeek, tables of results."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.table.duplicates import groups_of, say_groups
from tablescribe.cli.terminal.errors import INCOMPLETE
from tablescribe.cli.terminal.language import told, wrong_use
from tablescribe.cli.terminal.state import echo, out, progress, state
from tablescribe.cli.terminal.tables import print_table
from tablescribe.domain.words.text import listed, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.exchange.plays import ExportedPlay
    from tablescribe.ledger.exchange.result_tables import Understood

SHOWN = 10
"""Number of matches of a table shown before anything is recorded."""


def import_plays(contents: bytes, kind: str, **table: Any) -> None:
    """Record the plays of a file by their results. Plays that are already recorded are skipped."""
    from tablescribe.ledger.exchange.bgg import read_plays
    from tablescribe.ledger.exchange.bgstats import read_export

    if kind == "table":
        import_table(contents, **table)
    else:
        if any(table.values()):
            raise click.UsageError("--game, --dates, --least-wins, --dry-run and --yes are for tables only")
        record(read_export(contents) if kind == "bgstats" else read_plays(contents))


def record(found: list[ExportedPlay], understood: dict[str, Any] | None = None) -> None:
    """Record plays, and say how many were new and what of them could not be kept. If some were rejected, exit 6."""
    from tablescribe.ledger.exchange.plays import record_plays

    scribe = state().scribe(create=True)
    with progress("Recording") as tell:
        done = record_plays(scribe, found, tell)
    counts = {"new": done.new, "known": done.known, "refused": done.refused}
    lines: list[dict[str, Any]] = [
        {
            "match": one.match or None,
            "play": one.label,
            "line": one.line or None,
            "lost": [told(text) for text in one.lost],
        }
        for one in done.not_kept
    ]
    twice = groups_of(scribe.ledger, done.matches)

    def words() -> None:
        text = plural(
            len(found),
            "1 play: {new} recorded, {known} already here, {refused} rejected.",
            "{n} plays: {new} recorded, {known} already here, {refused} rejected.",
            **counts,
        )
        echo(told(text))
        for line in lines:
            what = say("not imported: {what}", what=listed(line["lost"], "; "))
            if line["match"] is None:
                what = say("not recorded: {what}", what=listed(line["lost"], "; "))
            echo(f"  {_where(line['play'], line['line'])}: {told(what)}")
        if twice:
            echo(told(say_groups(twice)))

    data = {"plays": len(found), **counts, "not_kept": lines, "duplicates": [[m.id for m in one] for one in twice]}
    out(words, data | (understood or {}))
    if done.refused:
        click.get_current_context().exit(INCOMPLETE)


def _where(label: str, line: int | None) -> str:
    """Return which play of a file is meant: its line if there is one, game and day."""
    return told(say("line {line}, {play}", line=line, play=label)) if line else label


# --- tables ----------------------------------------------------------------------------------------


def import_table(contents: bytes, *, game: str, dates: Any, least_wins: bool, dry_run: bool, yes: bool) -> None:
    """Show how a table of results was understood, and record it after a confirmation."""
    from tablescribe.ledger.exchange.result_tables import read_table

    try:
        found = read_table(contents, game=game, dates=dates, least_wins=least_wins)
    except ModuleNotFoundError as missing:
        raise wrong_use(say(
            "To read Excel files, install {package}: {command}. Or save the table as CSV",
            package=str(missing.name), command="pipx install --force '.[web,excel]'",
        )) from missing  # fmt: skip
    data = {"form": found.form, "winners_by": found.by, "columns": [list(one) for one in found.columns]}
    recordable = [play for play in found.plays if play.told is not None]
    if dry_run:
        out(lambda: _show(found), {**data, "matches": _as_data(found), "recorded": False})
        if len(recordable) < len(found.plays):
            click.get_current_context().exit(INCOMPLETE)
        return
    asks = not state().json and sys.stdin.isatty() and not yes
    if not (asks or yes):
        raise wrong_use(say("Nothing is recorded yet. Check the columns with --dry-run, then run it again with --yes"))
    if not state().json:
        _show(found, rejected=not yes)
    question = plural(len(recordable), "Record 1 match?", "Record {n} matches?")
    if asks and not click.confirm(told(question), default=False):
        return
    record(list(found.plays), data)


def _show(found: Understood, *, rejected: bool = True) -> None:
    """Show what a table was understood as; `rejected`: with the lines that cannot be recorded."""
    from tablescribe.ledger.exchange.result_tables import in_words, rows_of

    for sentence in in_words(found):
        echo(told(sentence))
    rows = rows_of(found.plays)
    print_table([say("day"), say("game"), say("who played"), say("won")], rows[:SHOWN])
    if len(rows) > SHOWN:
        echo(told(say("… and {n} more", n=len(rows) - SHOWN)))
    for play in found.plays:
        if play.told is None and rejected:
            what = told(say("not recorded: {what}", what=listed(play.lost, "; ")))
            echo(f"  {_where(play.label, play.line)}: {what}")


def _as_data(found: Understood) -> list[dict[str, Any]]:
    data = list[dict[str, Any]]()
    for play in found.plays:
        match = None
        if play.told is not None:
            match = {"game": play.told.title, "played": play.told.played, "people": list(play.told.people),
                     "points": list(play.told.points), "winners": list(play.told.winners)}  # fmt: skip
        data.append({"match": match, "lost": [told(one) for one in play.lost]})
    return data


# --- export to BG Stats ---------------------------------------------------------------------------


def export_plays(match_id: str, output: Path | None, since: datetime | None) -> None:
    """Write finished matches as a BG Stats export."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.ledger.exchange.bgstats_out import bgstats_export
    from tablescribe.ledger.read_models.queries import MOST, MatchFilter

    if output is None:
        raise click.UsageError("Name the file to write: --output FILE")
    ledger = state().reading().ledger
    ledger.lists.fresh()
    wanted = MatchFilter(state="finished", since=since, match=ledger.find(match_id) if match_id else None)
    found = list(ledger.asking.matches(wanted, limit=MOST))
    page = found
    while len(page) == MOST:
        page = ledger.asking.matches(wanted, before=page[-1].position, limit=MOST)
        found += page
    contents = bgstats_export((one, ledger.match(one.id)) for one in reversed(found))
    write_file(output, contents)
    words = plural(len(found), "1 match written to {file}.", "{n} matches written to {file}.", file=str(output))
    out(words, {"file": str(output), "matches": len(found), "bytes": len(contents)})
