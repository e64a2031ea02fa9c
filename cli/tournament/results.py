"""`tournament report`: enter the result of a table, from a slip or from its match."""

from __future__ import annotations

import click

from tablescribe.cli.terminal.language import in_language
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.slip import numbers, slip_told
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import listed, say


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament report last                        (take over closed matches)
  tablescribe tournament report last 2 1-0                  (a slip; also ½-½, draw, 0-1)
  tablescribe tournament report last 2 0-1 --change         (replace a wrong slip)
  tablescribe tournament report last 3 --winner Dora
  tablescribe tournament report last 1 9-7-5                (points by seat)
  tablescribe tournament report last 1 Ben, Ada, Cleo       (names in order of rank)
  tablescribe tournament report last 4 --absent Ben
  tablescribe tournament report last 5 --winner Ada --winner Ben --together"""
)
@the_tournament
@click.argument("table", type=click.IntRange(1), required=False)
@click.argument("result", nargs=-1)
@click.option("--winner", "winners", multiple=True, help="Winner. The others share the next place.")
@click.option("--draw", is_flag=True, help="Draw: all share first place.")
@click.option("--points", default="", help="Game points by seat, with commas.")
@click.option("--absent", multiple=True, help="Absent entrant: a forfeit.")
@click.option("--together", is_flag=True, help="The winners won as a coalition, not in a tie.")
@click.option("--round", "round_number", type=click.IntRange(1), help="Round number. Default: the current round.")
@click.option("--change", is_flag=True, help="Replace a slip. Possible until the next pairing.")
@click.option("--command", "command_id", help="Idempotency key: a retry with the same id is recorded once.")
@acting("desk")
@in_language
@as_json
def report(
    tournament_id: str, table: int | None, result: tuple[str, ...], winners: tuple[str, ...], draw: bool, points: str,
    absent: tuple[str, ...], together: bool, round_number: int | None, change: bool, command_id: str | None, role: str,
) -> None:  # fmt: skip
    """Report the result of TABLE. Without TABLE, take over closed matches.

    RESULT is 1-0, ½-½, draw or 0-1; points by seat, such as 9-7-5; names in order of rank; or places by seat, such
    as 2 1 3.

    Closed matches report themselves. Use a slip for games played without a match, and for forfeits.
    """
    from tablescribe.domain.tournament.model.field import How
    from tablescribe.replays.tournaments.tournament import round_lines, seating_data

    who, found = organiser(), which(tournament_id)
    if table is None:
        who.collect(found)
    else:
        now = who.tournament(found)
        scored = numbers(points)
        told = slip_told(who, now, round_number, table, result, winners, draw, absent, scored)
        record = who.restate if change else who.report
        record(
            found, table, told.places, how=How.FORFEIT if told.absent else How.SLIP, points=told.points or scored,
            absent=told.absent, round_number=round_number, by=role, command_id=command_id, together=together,
        )  # fmt: skip
    now = who.tournament(found)
    names, seating = who.names(now), now.seating(round_number or now.round)
    lines = [*round_lines(now, seating, names)]
    if not seating.missing:
        lines.append(say("All results of round {round} are in.", round=seating.number))
    out(listed(lines, "\n"), {**seating_data(now, seating, names), "missing": seating.missing, "version": now.version})
