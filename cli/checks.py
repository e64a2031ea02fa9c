"""`audit`, `verify`, `export` and `import`."""

from __future__ import annotations

from pathlib import Path

import click

from cli.state import as_json, out, progress, state


@click.command(epilog="Examples: tablescribe audit 7k2 · tablescribe audit 7k2 --html report.html · … --json")
@click.argument("match_id", metavar="MATCH")
@click.option("--html", "html_file", type=click.Path(path_type=Path), help="Write a report for the judge to this file.")
@as_json
@click.pass_context
def audit(ctx: click.Context, match_id: str, html_file: Path | None) -> None:
    """Decide every move of MATCH again and say which are sound and which rule the others break.

    MATCH is a match of the ledger, or a file written by `tablescribe export`. The exit code is 1 when a
    rule was broken or the record is in doubt.
    """
    from replays.audit import audit as decide_again
    from replays.report import html

    if Path(match_id).is_file():
        from ledger.files import match_in, read_file, verify

        _, rows = verify(read_file(Path(match_id)))
        match, names, head = match_in(rows), None, rows[-1].hash
    else:
        scribe = state().scribe()
        found = scribe.ledger.find(match_id)
        head = scribe.ledger.verify(found)[found]
        match = scribe.ledger.quick_match(found)
        names = scribe.names(match)
    with progress("Deciding every move again") as tell:
        result = decide_again(match, tell)
    if html_file is not None:
        from ledger.files import write_file

        write_file(html_file, html(match, result, names=names, head=head.hex()).encode())
    where = f"\nThe report is in {html_file}." if html_file is not None else ""
    out(result.text() + where, {**result.data(), "head": head.hex()})
    ctx.exit(0 if result.clean else 1)


@click.command(epilog="Examples: tablescribe verify · tablescribe verify match.json · tablescribe verify --match 7k2")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--match", "match_id", help="Only this match of the ledger.")
@as_json
def verify(file: Path | None, match_id: str | None) -> None:
    """Check that nothing was changed: in an exported FILE, or in the whole ledger.

    The chain of hashes, every event's bytes, and that nothing is missing. A file is checked without a
    database. Without a signature it proves that it is whole, not who wrote it.
    """
    if file is not None:
        from ledger.files import read_file
        from ledger.files import verify as verify_file

        found, rows = verify_file(read_file(file))
        data = {"match": found, "events": len(rows), "head": rows[-1].hash.hex()}
        out(f"{file}: match {found}, {len(rows)} events, all sound. Last hash {rows[-1].hash.hex()}", data)
        return
    ledger = state().scribe().ledger
    with progress("Checking the chain") as tell:
        heads = ledger.verify(ledger.find(match_id) if match_id else None, tell)
    data = {"matches": {one: head.hex() for one, head in heads.items()}}
    out(f"{len(heads)} matches, all sound.", data)


@click.command(epilog="Example: tablescribe export 7k2 -o match.json")
@click.argument("match_id", metavar="MATCH")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write.")
@as_json
def export(match_id: str, output: Path) -> None:
    """Write MATCH to one file: every event, the catalogue, the hashes; no names of people."""
    from ledger.files import export as contents_of
    from ledger.files import write_file

    ledger = state().scribe().ledger
    contents = contents_of(ledger, ledger.find(match_id))
    write_file(output, contents)
    out(f"Written to {output} ({len(contents)} bytes).", {"file": str(output), "bytes": len(contents)})


@click.command("import", epilog="Example: tablescribe import match.json")
@click.argument("file", type=click.Path(path_type=Path))
@as_json
def import_(file: Path) -> None:
    """Take a match over from FILE. A match that is here already is continued if it began alike."""
    from ledger.files import import_match, read_file

    found, added = import_match(state().scribe(create=True).ledger, read_file(file))
    out(f"Match {found}: {added} events taken over.", {"match": found, "events": added})
