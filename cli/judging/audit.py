"""`audit`: decide every move again."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.terminal.language import in_language, reader
from tablescribe.cli.terminal.paper_options import on_paper, write_papers
from tablescribe.cli.terminal.state import as_json, is_a_file, out, progress, reader_of, state
from tablescribe.domain.words.text import say


@click.command(
    epilog="""\b
Examples:
  tablescribe audit 7k2
  tablescribe audit 7k2 --html report.html --pdf report.pdf
  tablescribe audit 7k2 --edition 1
  tablescribe audit --all --option attack_needs_path=true"""
)
@click.argument("match_id", metavar="MATCH", required=False)
@on_paper("the report")
@click.option("--edition", default="", help="Compare with this edition of the rules.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Compare with this game option.")
@click.option("--all", "everything", is_flag=True, help="With --edition or --option: every match of the ledger.")
@in_language
@as_json
@click.pass_context
def audit(
    ctx: click.Context, match_id: str | None, html_file: Path | None, pdf_file: Path | None, edition: str,
    options: tuple[str, ...], everything: bool,
) -> None:  # fmt: skip
    """Check every move of MATCH against the rules, and name the rule that each bad move breaks.

    MATCH is a match of the ledger, or a file written by `tablescribe export`. The exit code is 1 if a rule was broken
    or the record is in doubt.

    With --edition or --option, list the moves that other rules would have decided differently. MATCH can then be a
    season's folder.
    """
    if edition or options:
        from tablescribe.cli.judging.other_rules import tell_otherwise

        if html_file or pdf_file:
            raise click.UsageError("a report is of the match as it was: leave --html and --pdf out")
        tell_otherwise(match_id, edition, options, everything=everything)
        return
    if match_id is None or everything:
        raise click.UsageError("name a MATCH; --all goes with --edition and --option")
    from tablescribe.ledger.log.picture_checks import pictures_there
    from tablescribe.ledger.matches.series import former_of
    from tablescribe.ledger.matches.source_logs import sources_of
    from tablescribe.ledger.proofs.keys.signing import result_rows
    from tablescribe.ledger.tournaments.seeds import told_seed
    from tablescribe.replays.auditing.audit import audit as decide_again
    from tablescribe.replays.auditing.contributions import whose_chance
    from tablescribe.replays.auditing.prior_conduct import of_earlier
    from tablescribe.replays.papers.report import html

    former, seed, sources, photos = None, None, [], []
    if is_a_file(match_id):
        from tablescribe.ledger.care.match_files import match_in, read_file, verified_pictures, verify_with_words

        contents = read_file(Path(match_id))
        _, rows, texts = verify_with_words(contents)
        photos = verified_pictures(contents)
        match, names, head, results, earlier = match_in(rows, texts), None, rows[-1].hash, result_rows(rows), []
    else:
        scribe = state().scribe()
        found = scribe.ledger.find(match_id)
        head = scribe.ledger.verify(found)[found]
        match = scribe.ledger.match(found)
        names, results = scribe.names(match), result_rows(scribe.ledger.log.rows(found))
        photos = pictures_there(scribe.ledger.log, found)
        former, seed = former_of(scribe.ledger, match), told_seed(scribe.ledger, match)
        earlier, sources = list(of_earlier(scribe.ledger, match)), sources_of(scribe.ledger, match)
    with progress("Deciding every move again") as tell:
        result = decide_again(match, tell, results=results, former=former, earlier=earlier, seed=seed, sources=sources)
    reads = reader(match.opening) if names is None else reader_of(match)
    if html_file is not None or pdf_file is not None:
        document = html(match, result, names=names, head=head.hex(), language=reads.language,
                        photos={one.commitment: one.data for one in photos})  # fmt: skip
        write_papers(document, html_file, pdf_file)
    where = [say("Report written to {file}.", file=str(file)) for file in (html_file, pdf_file) if file is not None]
    chance = whose_chance(match)
    proved = [say("Chance: {chance}.", chance=chance)] if chance is not None else []
    words = "\n".join([result.text(reads), *map(reads.tell, [*proved, *where])])
    out(words, {**result.data(reads), "head": head.hex(), "chance": reads.tell(chance) if chance is not None else None})
    ctx.exit(0 if result.clean else 1)
