"""`audit`, `verify`, `export` and `import`."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from cli.keys import with_keys
from cli.language import in_language, reader
from cli.notations import take_over, with_notations, write_out
from cli.state import as_json, is_a_file, out, progress, state
from domain.text import say


@click.command(
    epilog="Examples: tablescribe audit 7k2 · tablescribe audit 7k2 --html report.html --pdf report.pdf · … --json · "
    "tablescribe audit 7k2 --edition 1 · tablescribe audit --all --option attack_needs_path=true"
)
@click.argument("match_id", metavar="MATCH", required=False)
@click.option("--html", "html_file", type=click.Path(path_type=Path), help="Write a report for the judge to this file.")
@click.option("--pdf", "pdf_file", type=click.Path(path_type=Path), help="The same as PDF (install tablescribe[pdf]).")
@click.option("--edition", default="", help="What would that edition of the rules have decided otherwise?")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="… or that option?")
@click.option("--all", "everything", is_flag=True, help="With these two: of every match of the ledger.")
@in_language
@as_json
@click.pass_context
def audit(
    ctx: click.Context, match_id: str | None, html_file: Path | None, pdf_file: Path | None, edition: str,
    options: tuple[str, ...], everything: bool,
) -> None:  # fmt: skip
    """Decide every move of MATCH again and say which are sound and which rule the others break.

    MATCH is a match of the ledger, or a file written by `tablescribe export`. The exit code is 1 when a
    rule was broken or the record is in doubt.

    With --edition or --option it tells instead which moves other rules would have decided otherwise, each by itself on
    the table that it was made on, and counts them by rule; with --json a line for each. MATCH may be a season's folder.
    """
    if edition or options:
        from cli.otherwise import tell_otherwise

        if html_file or pdf_file:
            raise click.UsageError("a report is of the match as it was: leave --html and --pdf out")
        tell_otherwise(match_id, edition, options, everything=everything)
        return
    if match_id is None or everything:
        raise click.UsageError("name a MATCH; --all goes with --edition and --option")
    from ledger.duplicate import told_seed
    from ledger.proofs.signing import closing_row
    from ledger.series import former_of
    from ledger.sources import sources_of
    from replays.audit import audit as decide_again
    from replays.contributions import whose_chance
    from replays.earlier import of_earlier
    from replays.report import html

    former, seed, sources = None, None, []
    if is_a_file(match_id):
        from ledger.care.files import match_in, read_file, verify

        _, rows = verify(read_file(Path(match_id)))
        match, names, head, closing, earlier = match_in(rows), None, rows[-1].hash, closing_row(rows), []
    else:
        scribe = state().scribe()
        found = scribe.ledger.find(match_id)
        head = scribe.ledger.verify(found)[found]
        match = scribe.ledger.match(found)
        names, closing = scribe.names(match), closing_row(scribe.ledger.log.rows(found))
        former, seed = former_of(scribe.ledger, match), told_seed(scribe.ledger, match)
        earlier, sources = list(of_earlier(scribe.ledger, match)), sources_of(scribe.ledger, match)
    with progress("Deciding every move again") as tell:
        result = decide_again(match, tell, closing=closing, former=former, earlier=earlier, seed=seed, sources=sources)
    reads = reader(match.opening)
    if html_file is not None or pdf_file is not None:
        document = html(match, result, names=names, head=head.hex(), language=reads.language)
        _write_reports(document, html_file, pdf_file)
    where = [say("The report is in {file}.", file=str(file)) for file in (html_file, pdf_file) if file is not None]
    chance = whose_chance(match)
    proved = [say("Chance: {chance}.", chance=chance)] if chance is not None else []
    words = "\n".join([result.text(reads), *map(reads.tell, [*proved, *where])])
    out(words, {**result.data(reads), "head": head.hex(), "chance": reads.tell(chance) if chance is not None else None})
    ctx.exit(0 if result.clean else 1)


def _write_reports(document: str, html_file: Path | None, pdf_file: Path | None) -> None:
    from ledger.care.files import write_file
    from replays.pdf import pdf

    laid_out = pdf(document) if pdf_file is not None else b""  # what fails, fails before anything is written
    if html_file is not None:
        write_file(html_file, document.encode())
    if pdf_file is not None:
        write_file(pdf_file, laid_out)


@click.command(
    epilog="Examples: tablescribe verify · tablescribe verify m.json · tablescribe verify m.bundle --key KEY · "
    "tablescribe verify log.checkpoint --policy witnesses.policy"
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--match", "match_id", help="The ledger: only this match, and only its chain.")
@click.option(
    "--key",
    "keys",
    multiple=True,
    help="The public key of the ledger (`keys show` prints it): of a bundle, or of --since.",
)
@click.option("--since", multiple=True, type=click.Path(path_type=Path), help="An earlier checkpoint you kept.")
@click.option("--policy", "policy_file", type=click.Path(path_type=Path),
              help="A policy of witnesses (C2SP tlog-policy): whether enough of them cosigned.")  # fmt: skip
@click.option("--seat", "seats", multiple=True, metavar="N=KEY", help="A bundle: the key that you know to be a seat's.")
@click.option("--authority", type=click.Path(path_type=Path), help="A bundle: root certificates (PEM) for time stamps.")
@click.option("--processes", type=click.IntRange(1), help="How many share the work on a bundle, or on the ledger.")
@click.option("--again", is_flag=True, help="The ledger: read what was verified before once more, too.")
@with_keys
@as_json
@click.pass_context
def verify(
    ctx: click.Context, file: Path | None, match_id: str | None, keys: tuple[str, ...], since: tuple[Path, ...],
    policy_file: Path | None, seats: tuple[str, ...], authority: Path | None, processes: int | None, again: bool,
    folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Check that nothing was changed: in an exported FILE, in a bundle, in a checkpoint, or in the whole ledger.

    The chain of hashes, every event's bytes, and that nothing is missing; of a ledger also the tree against every
    stored checkpoint and its signature, and names, seeds and commands against the log. What cannot be known from
    the ledger alone is said: only a checkpoint that was kept elsewhere (--since) shows that all of it was written anew.

    Where the ledger's private key is, a record of what was verified is kept beside it, signed by it. Next time these
    events are not read: only that their matches end as they did is looked at, which is said. --again reads everything.

    A file is checked without a database. An export proves that it is whole, not who wrote it; a bundle proves that
    too, with the ledger's key.
    """
    from cli.quorum import read_policy
    from cli.verdict import verify_file, verify_here

    given = {
        "--match": match_id, "--key": keys, "--since": since, "--policy": policy_file, "--seat": seats,
        "--authority": authority, "--processes": processes, "--again": again,
        "--keys": ctx.get_parameter_source("folder") is ParameterSource.COMMANDLINE,
    }  # fmt: skip
    options = {name for name, value in given.items() if value}
    policy = read_policy(policy_file)
    if file is not None:
        ctx.exit(verify_file(file, options, keys, since, seats, authority, processes or 1, policy))
    ctx.exit(verify_here(options, match_id, keys, since, policy, processes, again=again, folder=folder,
                         passphrase=passphrase))  # fmt: skip


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
    from ledger.care.files import export as contents_of
    from ledger.care.files import write_file

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
    epilog="Examples: tablescribe import match.json · … final.bundle --key KEY · … --rootlog g.rootlog "
    "· … BGStatsExport.json --bgstats",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", "keys", multiple=True, help="A bundle: the public key of its ledger, if you trust it.")
@click.option("--ours", is_flag=True, help="It may hold events that this ledger has lost, as after a restore.")
@click.option("--bgstats", is_flag=True, help="Record the plays of an export of BG Stats (JSON) by their results.")
@with_notations("Record")
@in_language
@as_json
def import_(file: Path, keys: tuple[str, ...], ours: bool, bgstats: bool, notation: str | None) -> None:
    """Take matches over from FILE, an export or a bundle. One that is here already is continued if it began alike.

    An export proves nothing about who wrote it, or when. A bundle is verified first, with its proofs and signatures;
    names that it tells come along. Where a match came from, and what that is worth, is kept: `verify` says it.

    A log in a notation is recorded as played, past everything in it that cannot have happened, which is listed.

    Of an export of BG Stats each play becomes a match with its day, place, points and comments. What was recorded
    before is not recorded again, and what cannot be kept is listed.
    """
    from cli.verdict import taken_over
    from ledger.care.files import read_file

    if bgstats:
        from cli.result import import_plays

        if keys or ours or notation is not None:
            raise click.UsageError("--bgstats stands alone: leave the other options out")
        import_plays(file)
        return
    if notation is not None:
        if keys or ours:
            raise click.UsageError("--key and --ours do nothing for a notation: leave them out")
        take_over(file, notation)
        return
    taken_over(read_file(file), keys, ours=ours)
