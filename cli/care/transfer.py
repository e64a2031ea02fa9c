"""`export` and `import`: matches as files."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.care.notations import take_over, with_notations, write_out
from tablescribe.cli.care.recognising import way_in
from tablescribe.cli.terminal.language import in_language
from tablescribe.cli.terminal.state import as_json, out, state
from tablescribe.domain.words.text import say


@click.command(
    epilog="""\b
Examples:
  tablescribe export 7k2 -o match.json
  tablescribe export --pgn 7k2
  tablescribe export --rootlog 7k2 -o game.rootlog"""
)
@click.argument("match_id", metavar="MATCH")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write.")
@with_notations("Write")
@in_language
@as_json
def export(match_id: str, output: Path | None, notation: str | None) -> None:
    """Export MATCH to one file: events, catalogue and hashes, without names.

    With a notation, write the log in the form that players of the game know, names included.
    """
    from tablescribe.ledger.care.match_files import export as contents_of
    from tablescribe.ledger.care.match_files import write_file

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
  tablescribe import BGStatsExport.json""",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", "keys", multiple=True, help="Bundle: public key of its ledger, if you trust it.")
@click.option("--ours", is_flag=True, help="Accept events that this ledger lost, after a restore.")
@click.option("--bgstats", is_flag=True, help="Read the file as a BG Stats export (JSON).")
@with_notations("Record")
@in_language
@as_json
def import_(file: Path, keys: tuple[str, ...], ours: bool, bgstats: bool, notation: str | None) -> None:
    """Import matches from FILE: an export, a bundle, a game notation, or a BG Stats export.

    The format is detected. A match that is here already is continued if it began alike.

    A bundle is verified first, and brings its names. `verify` shows later where each match came from, and what vouches
    for it.

    A notation is recorded as played; entries that cannot have happened are skipped and listed.

    Plays of BG Stats become matches with day, place, points and comments. Running it again adds only new plays.
    """
    from tablescribe.cli.proofs.verdict import taken_over
    from tablescribe.ledger.care.match_files import read_file, read_written

    if bgstats and (keys or ours or notation is not None):
        raise click.UsageError("--bgstats stands alone: leave the other options out")
    if notation is not None and (keys or ours):
        raise click.UsageError("--key and --ours do nothing for a notation: leave them out")
    way = "bgstats" if bgstats else notation or way_in(file, read_written(file))
    if way == "bgstats":
        from tablescribe.cli.table.result import import_plays

        import_plays(file)
    elif way != "match":
        take_over(file, way)
    else:
        taken_over(read_file(file), keys, ours=ours)
