"""`tournament prizes`: the winners of prizes. `tournament tag`: the categories of entrants."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.terminal.language import in_language, language, wrong_use
from tablescribe.cli.terminal.paper_options import on_paper, write_papers, written_lines
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import listed, say


@tournament.command(
    epilog="""\b
Prizes are part of the plan; amounts are whole numbers of the smallest unit (cents):
  prizes:
    currency: EUR
    categories:
      - {name: Main, prizes: [{amount: 30000}, {amount: 20000}], ties: hort}
      - {name: Juniors, tag: U18, prizes: [{amount: 5000}]}
      - {name: Below 1800, rated_below: 1800, prizes: [{amount: 5000}]}
      - {name: Trophy, prizes: [{thing: Cup, worth: 0}], ties: rank}
\b
Examples:
  tablescribe tournament prizes last
  tablescribe tournament prizes last --pdf prizes.pdf
  tablescribe tournament prizes last --json"""
)
@the_tournament
@on_paper("the list")
@in_language
@as_json
def prizes(tournament_id: str, html_file: Path | None, pdf_file: Path | None) -> None:
    """Show who wins which prize, by the plan and the standings as ruled.

    Ties share as the plan says. The list states what rounding leaves over, and which prizes are not won. Before the
    finish the list
    is provisional.
    """
    from tablescribe.ledger.tournaments.tags import tags_of
    from tablescribe.replays.papers.prizes import html
    from tablescribe.replays.tournaments.prizes import lines, prizes_data

    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    data = prizes_data(now, tags_of(who.ledger, found), who.names(now))
    told = now.plan.prizes
    assert told is not None
    paper = html(data, told, language()) if html_file is not None or pdf_file is not None else ""
    files = write_papers(paper, html_file, pdf_file)
    out(listed([*lines(data, told), *written_lines(files)], "\n"), {**data, "files": list(map(str, files))})


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament tag last U18 Ada "#3"
  tablescribe tournament tag last U18 Ada --remove
  tablescribe tournament tag last                  (list all tags)"""
)
@the_tournament
@click.argument("tag", required=False)
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--remove", is_flag=True, help="Take the tag away.")
@acting("desk")
@in_language
@as_json
def tag(tournament_id: str, tag: str | None, names: tuple[str, ...], remove: bool, role: str) -> None:
    """Give entrants a tag, such as U18, for the prize categories of the plan. Without a tag, list all.

    Tags are kept outside the log, so you can take them away. They are not part of the record, nor of bundles.
    """
    from tablescribe.ledger.tournaments.tags import set_tag, tags_of

    if (tag is None) == bool(names):
        raise wrong_use(say("enter a tag and names, or neither"))
    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    for name in names:
        set_tag(who.ledger, now, who.person(now, name), tag or "", not remove, by=role)
    known, called = tags_of(who.ledger, found), who.names(now)
    people = [one for one in now.field() if one.ref in known]
    lines = [
        say("{name} (#{number}): {tags}", name=called[one.ref], number=one.number,
            tags=", ".join(sorted(known[one.ref])))
        for one in people
    ]  # fmt: skip
    data = [{"number": one.number, "name": called[one.ref], "tags": sorted(known[one.ref])} for one in people]
    out(listed(lines, "\n") if lines else say("No entrant has a tag."), {"tournament": found, "tagged": data})
