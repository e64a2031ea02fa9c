"""`export` and `import`: matches as files."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from tablescribe.cli.care.notations import take_over, with_notations, write_out
from tablescribe.cli.care.recognising import PLAYS, way_in
from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, is_a_file, out, state
from tablescribe.cli.terminal.times import Day
from tablescribe.domain.words.text import say


@click.command(
    epilog="""\b
Examples:
  tablescribe export 7k2 -o match.json
  tablescribe export --pgn 7k2
  tablescribe export --rootlog 7k2 -o game.rootlog
  tablescribe export --bgstats -o plays.json"""
)
@click.argument("match_id", metavar="[MATCH]", default="")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write.")
@click.option("--bgstats", is_flag=True, help="Write finished matches for BG Stats: MATCH, or all of them.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of match files, and of the events in them.")
@click.option("--since", type=Day(), metavar="DAY", help="BG Stats: first day, such as 2026-11-21 or yesterday.")
@with_notations("Write")
@in_language
@as_json
def export(
    match_id: str,
    output: Path | None,
    bgstats: bool,
    schema: bool,
    since: datetime | None,
    notation: str | None,
) -> None:
    """Export MATCH to one file: events, catalogue and hashes, without names.

    With a notation, write the log in the form that players of the game know, names included. With --bgstats, write
    finished matches with names, places, points and notes for that app.
    """
    from tablescribe.ledger.care.match_files import export as contents_of
    from tablescribe.ledger.care.match_files import write_file

    if schema:
        from tablescribe.cli.terminal.state import as_document, echo
        from tablescribe.ledger.care.match_file_schema import match_file_schema

        echo(as_document(match_file_schema()))
        return
    if since is not None and not bgstats:
        raise click.UsageError("--since belongs to --bgstats")
    if bgstats:
        from tablescribe.cli.care.plays import export_plays

        if notation is not None:
            raise click.UsageError("Say one format: --bgstats or a notation")
        export_plays(match_id, output, since)
        return
    if not match_id:
        raise click.UsageError("Name the match to export: tablescribe export MATCH")
    if notation is not None:
        write_out(match_id, notation, output)
        return
    if output is None:
        raise click.UsageError("Name the file to write: --output FILE")
    ledger = state().scribe().ledger
    contents = contents_of(ledger, ledger.find(match_id))
    write_file(output, contents)
    words = say("Written to {file} ({n} bytes).", file=str(output), n=len(contents))
    out(words, {"file": str(output), "bytes": len(contents)})


@click.command(
    "import",
    epilog="""\b
Examples:
  tablescribe import match.json
  tablescribe import final.bundle --key KEY
  tablescribe import game.rootlog
  tablescribe import game.pgn --players Ann Ben      (names for a game without any, white first)
  tablescribe import BGStatsExport.json
  tablescribe import league.csv --dry-run""",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--players", "--player", multiple=True, metavar="NAME...", help="Notation: names of the players, in turn "
              "order.")  # fmt: skip
@click.option("--again", is_flag=True, help="Notation: record a game even if it is recorded already.")
@click.option("--key", "keys", multiple=True, help="Bundle: public key of its ledger, if you trust it.")
@click.option("--ours", is_flag=True, help="Accept events that this ledger lost, after a restore.")
@click.option("--bgstats", is_flag=True, help="Read the file as a BG Stats export (JSON).")
@click.option("--game", default="", metavar="NAME", help="Table: game of lines that name none.")
@click.option("--dates", type=click.Choice(["day-first", "month-first"]), help="Table: what 03/04/2026 means.")
@click.option("--least-wins", is_flag=True, help="Table: fewest points win.")
@click.option("--dry-run", is_flag=True, help="Table: show what was understood, record nothing.")
@click.option("--yes", is_flag=True, help="Table: record without asking.")
@with_notations("Record")
@in_language
@as_json
def import_(
    file: Path, names: tuple[str, ...], players: tuple[str, ...], again: bool, keys: tuple[str, ...], ours: bool,
    bgstats: bool, notation: str | None, **table: Any,
) -> None:  # fmt: skip
    """Import matches from FILE: an export, a bundle, a game notation, plays, or a table of results.

    The format is detected. A match that is already here is continued if its events agree.

    A bundle is verified first, and brings its names. `verify` shows later where each match came from, and what
    proves it.

    A notation is recorded as played; entries that cannot have happened are skipped and listed. A game that is recorded
    already is not recorded again.

    Plays of BG Stats and BoardGameGeek become matches with day, place, points and comments. Running it again adds only
    new plays.

    The exit code is 6 if a part of the file was rejected. Everything else is recorded.

    A table (CSV or Excel) has a line for each match or player. You see how its columns were understood before anything
    is recorded.
    """
    from tablescribe.cli.proofs.verdict import taken_over
    from tablescribe.ledger.care.match_files import read_file, read_written

    if bgstats and (keys or ours or notation is not None):
        raise click.UsageError("--bgstats cannot be combined with other options")
    if notation is not None and (keys or ours):
        raise click.UsageError("--key and --ours do nothing for a notation: leave them out")
    if any(table.values()) and (bgstats or notation is not None):
        raise click.UsageError("--game, --dates, --least-wins, --dry-run and --yes are for tables only")
    if names and not is_a_file(str(file)):
        raise wrong_use(say("there is no file {file}", file=str(file)))
    contents = read_file(file) if bgstats or notation is not None else read_written(file)
    way = "bgstats" if bgstats else notation or way_in(file, contents)
    people = [name.strip() for one in (*players, *names) for name in one.split(",") if name.strip()]
    if (people or again) and way in (*PLAYS, "match"):
        raise wrong_use(say("{file} is not a notation of a game, such as PGN: leave out --players and --again",
                            file=str(file)))  # fmt: skip
    if way in PLAYS:
        from tablescribe.cli.care.plays import import_plays

        import_plays(contents, way, **table)
    elif way != "match":
        take_over(file, way, people, again=again)
    else:
        taken_over(contents, keys, ours=ours)
