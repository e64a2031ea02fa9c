"""`tournament standings`: who stands where, at any time that was, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, console, echo, out
from tablescribe.cli.tournament.tournament import organiser, this_tournament, tournament, which
from tablescribe.domain.tournament.model.tie_break_names import CALLED
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import listed, say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.domain.tournament.scoring.standings import Line, Standings
    from tablescribe.ledger.tournaments.commands import TournamentCommands


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament standings last
  tablescribe tournament standings last --after 2 --as-played
  tablescribe tournament standings last --as-of 2026-11-22T15:40
  tablescribe tournament standings last --why Ada"""
)
@this_tournament
@click.option("--after", type=click.IntRange(0), help="Round number. Default: the last paired round.")
@click.option("--as-of", "moment", help="What was known at this time (ISO 8601, local unless zoned).")
@click.option("--as-played", is_flag=True, help="Without corrections and penalties.")
@click.option("--stage", type=click.IntRange(1), help="Stage number.")
@click.option("--final", "whole", is_flag=True, help="Final ranking over all stages.")
@click.option("--why", "whom", help="Explain each point of this entrant.")
@in_language
@as_json
def standings(
    tournament_id: str, after: int | None, moment: str | None, as_played: bool, stage: int | None, whole: bool,
    whom: str | None,
) -> None:  # fmt: skip
    """Show the standings: after any round, at any time, as played or as ruled."""
    from tablescribe.domain.tournament.model.folding import as_of
    from tablescribe.domain.tournament.scoring.standings import final
    from tablescribe.domain.tournament.scoring.standings import standings as count
    from tablescribe.replays.tournaments.tournament import line_data, standings_data

    who, found = organiser(), which(tournament_id)
    now = who.tournament(found)
    names = who.names(now)
    if moment is not None:
        now = as_of(now, _moment(moment))
    if whole:
        lines = final(now, ruled=not as_played)
        out(lambda: _table(lines, (), names), {"tournament": found, "final": [line_data(one, names) for one in lines]})
        return
    counted = count(now, after=after, ruled=not as_played, stage=None if stage is None else stage - 1)
    if whom is not None:
        _why(who, now, counted, whom)
        return
    out(lambda: _words(now, counted, names), standings_data(now, counted, names))


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


def _words(now: Tournament, counted: Standings, names: dict[str, str]) -> None:
    reading = say("as ruled") if counted.ruled else say("as played")
    echo(told(say("{title}, {stage}, after round {round} ({reading})", title=now.plan.title,
                  stage=now.plan.stages[counted.stage].name, round=counted.after, reading=reading)))  # fmt: skip
    _table(counted.lines, counted.tie_breaks, names)


def _table(lines: Sequence[Line], tie_breaks: Sequence[str], names: dict[str, str]) -> None:
    from rich.table import Table

    from tablescribe.replays.tournaments.tournament import points_text

    table = Table(box=None, pad_edge=False)
    for heading in (say("rank"), say("name"), say("points")):
        table.add_column(told(heading), overflow="fold")
    for name in tie_breaks:
        table.add_column(told(CALLED[name]), overflow="fold")
    for line in lines:
        values = [points_text(value) for value in line.values[: len(tie_breaks)]]
        cells = (str(line.rank), names[line.ref], points_text(line.points), *values)
        table.add_row(*(visible(cell, one_line=True) for cell in cells))
    console().print(table)
