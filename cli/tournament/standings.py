"""`tournament standings`: now or at any earlier time, with reasons; on the terminal, as HTML and as PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import in_language, language, told, wrong_use
from tablescribe.cli.terminal.paper_options import on_paper, write_papers, written_lines
from tablescribe.cli.terminal.state import as_json, console, echo, out
from tablescribe.cli.tournament.names import by_numbers, names_for
from tablescribe.cli.tournament.tournament import organiser, this_tournament, tournament, which
from tablescribe.domain.tournament.model.tie_break_names import CALLED
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import listed, say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.domain.tournament.scoring.standings import Standings
    from tablescribe.ledger.tournaments.commands import TournamentCommands


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament standings last
  tablescribe tournament standings last --after 2 --as-played
  tablescribe tournament standings last --as-of 2026-11-22T15:40
  tablescribe tournament standings last --why Ada
  tablescribe tournament standings last --html standings.html --pdf standings.pdf
  tablescribe tournament standings last --html standings.html --numbers      (to publish without names)"""
)
@this_tournament
@click.option("--after", type=click.IntRange(0), help="Round number. Default: the last paired round.")
@click.option("--as-of", "moment", help="What was known at this time (ISO 8601, local unless zoned).")
@click.option("--as-played", is_flag=True, help="Without corrections and penalties.")
@click.option("--stage", type=click.IntRange(1), help="Stage number.")
@click.option("--final", "whole", is_flag=True, help="Final ranking over all stages.")
@click.option("--why", "whom", help="Explain each point of this entrant.")
@on_paper("the standings")
@by_numbers
@in_language
@as_json
def standings(
    tournament_id: str, after: int | None, moment: str | None, as_played: bool, stage: int | None, whole: bool,
    whom: str | None, html_file: Path | None, pdf_file: Path | None, numbers: bool,
) -> None:  # fmt: skip
    """Show the standings: after any round, at any time, as played or as ruled."""
    from tablescribe.domain.tournament.model.folding import as_of
    from tablescribe.domain.tournament.scoring.standings import standings as count
    from tablescribe.replays.tournaments.sheets import final_sheet, standings_sheet

    paper = html_file is not None or pdf_file is not None
    if paper and whom is not None:
        raise wrong_use(say("--why explains the points of one entrant. Leave out --html and --pdf"))
    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    names = names_for(who, now, numbers=numbers, paper=paper)
    if moment is not None:
        now = as_of(now, _moment(moment))
    if whole:
        data = final_sheet(now, names, ruled=not as_played)
    else:
        counted = count(now, after=after, ruled=not as_played, stage=None if stage is None else stage - 1)
        if whom is not None:
            _why(who, now, counted, whom)
            return
        data = standings_sheet(now, counted, names)
    files = _written(data, html_file, pdf_file) if paper else []
    plain = {"tournament": found, "final": data["lines"], "missing": data["missing"]} if whole else data
    out(lambda: _shown(data, files), {**plain, "files": list(map(str, files))})


def _moment(text: str) -> Any:
    from datetime import datetime

    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise wrong_use(say("{text} is not a valid time. Example: 2026-11-22T15:40", text=repr(text))) from None


def _why(who: TournamentCommands, now: Tournament, counted: Standings, whom: str) -> None:
    from tablescribe.replays.tournaments.tournament import line_data, points_text, why

    names = who.names(now)
    line = counted.line(who.person(now, whom))
    reasons = why(who.ledger, now, line, names)
    head = say("{name}: place {rank}, {points}", name=names[line.ref], rank=line.rank, points=points_text(line.points))
    data = {**line_data(line, names), "why": [one.data() for one in reasons]}
    out(listed([head, *(one.text for one in reasons)], "\n"), data)


def _written(data: Mapping[str, Any], html_file: Path | None, pdf_file: Path | None) -> list[Path]:
    from tablescribe.replays.papers.sheets import standings_html

    return write_papers(standings_html(data, language()), html_file, pdf_file)


def _shown(data: Mapping[str, Any], files: Sequence[Path]) -> None:
    """Print standings, the results missing from them, and the written files."""
    from tablescribe.replays.tournaments.sheets import provisional_lines

    if data["stage"]:
        reading = say("as ruled") if data["reading"] == "ruled" else say("as played")
        echo(told(say("{title}, {stage}, after round {round} ({reading})", title=data["title"], stage=data["stage"],
                      round=data["after"], reading=reading)))  # fmt: skip
    _table(data["lines"], data["tie_breaks"])
    for line in (*provisional_lines(data), *written_lines(files)):
        echo(told(line))


def _table(lines: Sequence[Mapping[str, Any]], tie_breaks: Sequence[str]) -> None:
    from fractions import Fraction

    from rich.table import Table

    from tablescribe.replays.tournaments.tournament import points_text

    table = Table(box=None, pad_edge=False)
    for heading in (say("rank"), say("name"), say("points")):
        table.add_column(told(heading), overflow="fold")
    for name in tie_breaks:
        table.add_column(told(CALLED[name]), overflow="fold")
    for line in lines:
        points = [points_text(Fraction(value)) for value in (line["points"], *line["values"][: len(tie_breaks)])]
        table.add_row(*(visible(cell, one_line=True) for cell in (str(line["rank"]), line["name"], *points)))
    console().print(table)
