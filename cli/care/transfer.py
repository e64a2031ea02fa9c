"""`export` and `import`: matches as files."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.care.notations import take_over, with_notations, write_out
from tablescribe.cli.care.recognising import way_in
from tablescribe.cli.terminal.language import in_language
from tablescribe.cli.terminal.state import as_json, out, state
from tablescribe.domain.words.text import say


@click.command(epilog="Examples: tablescribe export 7k2 -o match.json · tablescribe export --rootlog 7k2")
@click.argument("match_id", metavar="MATCH")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write.")
@with_notations("Write")
@in_language
@as_json
def export(match_id: str, output: Path | None, notation: str | None) -> None:
    """Write MATCH to one file: every event, the catalogue, the hashes; no names of people.

    In a notation of its game it is the log that people there know, names included, and may go to the terminal.
    """
    from tablescribe.ledger.care.match_files import export as contents_of
    from tablescribe.ledger.care.match_files import write_file

    if notation is not None:
        write_out(match_id, notation, output)
        return
    if output is None:
        raise click.UsageError("say where to: --output FILE")
    ledger = state().scribe().ledger
    contents = contents_of(ledger, ledger.find(match_id))
    write_file(output, contents)
    words = say("Written to {file} ({n} bytes).", file=str(output), n=len(contents))
    out(words, {"file": str(output), "bytes": len(contents)})


@click.command(
    "import",
    epilog="Examples: tablescribe import match.json · … final.bundle --key KEY · … g.rootlog · … BGStatsExport.json",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", "keys", multiple=True, help="A bundle: the public key of its ledger, if you trust it.")
@click.option("--ours", is_flag=True, help="It may hold events that this ledger has lost, as after a restore.")
@click.option("--bgstats", is_flag=True, help="Record the plays of an export of BG Stats (JSON) by their results.")
@with_notations("Record")
@in_language
@as_json
def import_(file: Path, keys: tuple[str, ...], ours: bool, bgstats: bool, notation: str | None) -> None:
    """Take matches over from FILE: an export, a bundle, a log in a notation, or an export of BG Stats.

    What the file is, is recognised by its content; where another command takes it, that is said. A match that is here
    already is continued if it began alike.

    An export proves nothing about who wrote it, or when. A bundle is verified first, with its proofs and signatures;
    names that it tells come along. Where a match came from, and what that is worth, is kept: `verify` says it.

    A log in a notation is recorded as played, past everything in it that cannot have happened, which is listed.

    Of an export of BG Stats each play becomes a match with its day, place, points and comments. What was recorded
    before is not recorded again, and what cannot be kept is listed.
    """
    from tablescribe.cli.proofs.verdict import taken_over
    from tablescribe.ledger.care.match_files import read_file

    if bgstats and (keys or ours or notation is not None):
        raise click.UsageError("--bgstats stands alone: leave the other options out")
    if notation is not None and (keys or ours):
        raise click.UsageError("--key and --ours do nothing for a notation: leave them out")
    way = "bgstats" if bgstats else notation or way_in(file, read_file(file))
    if way == "bgstats":
        from tablescribe.cli.table.result import import_plays

        import_plays(file)
    elif way != "match":
        take_over(file, way)
    else:
        taken_over(read_file(file), keys, ours=ours)
