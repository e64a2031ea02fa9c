"""`tournament report`: what a table gave, by a slip or by its match."""

from __future__ import annotations

import click

from tablescribe.cli.terminal.language import in_language
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.slip import numbers, places_told, seats_named, seats_of
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import listed, say


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament report last                        (matches that were closed)
  tablescribe tournament report last 2 --winner Dora        (a slip)
  tablescribe tournament report last 3 --draw
  tablescribe tournament report last 1 2 1 3 4 --points 7,9,5,1
  tablescribe tournament report last 4 --absent Ben
  tablescribe tournament report last 5 --winner Ada --winner Ben --together"""
)
@the_tournament
@click.argument("table", type=click.IntRange(1), required=False)
@click.argument("places", type=click.IntRange(1), nargs=-1)
@click.option("--winner", "winners", multiple=True, help="Who won; all others share the next place.")
@click.option("--draw", is_flag=True, help="All share the first place.")
@click.option("--points", default="", help="The game's points by seat, with commas.")
@click.option("--absent", multiple=True, help="Who did not come: a forfeit.")
@click.option("--together", is_flag=True, help="The winners won together, as a coalition, and did not tie.")
@click.option("--round", "round_number", type=click.IntRange(1), help="Default: the round that is paired now.")
@click.option("--command", "command_id", help="An id of your choice: a retry with it is recorded once.")
@acting("desk")
@in_language
@as_json
def report(
    tournament_id: str, table: int | None, places: tuple[int, ...], winners: tuple[str, ...], draw: bool, points: str,
    absent: tuple[str, ...], together: bool, round_number: int | None, command_id: str | None, role: str,
) -> None:  # fmt: skip
    """Record a slip: what TABLE gave, by PLACES in the order of the seats. Without TABLE: take over closed matches.

    Closed matches report themselves; a slip is for what was played without a match, or was not played.
    """
    from tablescribe.domain.tournament.model.field import How
    from tablescribe.replays.tournaments.tournament import round_lines, seating_data

    who, found = organiser(), which(tournament_id)
    if table is None:
        who.collect(found)
    else:
        now = who.tournament(found)
        seats = seats_of(now, table, round_number)
        gone = seats_named(who, now, seats, absent)
        row = places_told(who, now, seats, places, winners, draw, gone)
        who.report(
            found, table, row, how=How.FORFEIT if gone else How.SLIP, points=numbers(points), absent=gone,
            round_number=round_number, by=role, command_id=command_id, together=together,
        )  # fmt: skip
    now = who.tournament(found)
    names, seating = who.names(now), now.seating(round_number or now.round)
    lines = [*round_lines(now, seating, names)]
    if not seating.missing:
        lines.append(say("All tables of round {round} have reported.", round=seating.number))
    out(listed(lines, "\n"), {**seating_data(now, seating, names), "missing": seating.missing, "version": now.version})
