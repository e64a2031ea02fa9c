"""`tournament pairings`: the pairings of a round, on the terminal, as HTML and as PDF."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.terminal.language import in_language, language
from tablescribe.cli.terminal.paper_options import on_paper, write_papers, written_lines
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.names import by_numbers, names_for
from tablescribe.cli.tournament.tournament import organiser, this_tournament, tournament, which
from tablescribe.domain.words.text import listed, say


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament pairings
  tablescribe tournament pairings last 2 --pdf round2.pdf
  tablescribe tournament pairings last --html round.html --numbers     (to publish without names)"""
)
@this_tournament
@click.argument("round_number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@on_paper("the pairings")
@by_numbers
@in_language
@as_json
def pairings(
    tournament_id: str, round_number: int | None, html_file: Path | None, pdf_file: Path | None, numbers: bool
) -> None:
    """Show the pairings of ROUND (default: the last), with results where there are any.

    For slips to sign and a seating list by name, see `tournament slips`.
    """
    from tablescribe.ledger.tournaments.festivals import mark_of
    from tablescribe.replays.tournaments.sheets import pairings_sheet
    from tablescribe.replays.tournaments.tournament import round_lines

    who = organiser()
    now = who.tournament(which(tournament_id))
    seating = now.seating(round_number or max(now.round, 1))
    paper = html_file is not None or pdf_file is not None
    names, mark = names_for(who, now, numbers=numbers, paper=paper), mark_of(who.ledger, now.id)
    files = []
    if paper:
        from tablescribe.replays.papers.sheets import pairings_html

        files = write_papers(pairings_html(now, seating, names, language(), mark=mark), html_file, pdf_file)
    head = say("{title}, round {round} of {rounds}:", title=now.plan.title, round=seating.number,
               rounds=now.plan.rounds)  # fmt: skip
    data = {**pairings_sheet(now, seating, names, mark=mark), "files": list(map(str, files))}
    out(listed([head, *round_lines(now, seating, names), *written_lines(files)], "\n"), data)
