"""`tournament check-in` and `tournament bye`: attendance before round one, and requests for byes."""

from __future__ import annotations

from shlex import join
from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import Text, listed, say

if TYPE_CHECKING:
    from tablescribe.ledger.tournaments.commands import TournamentCommands


@tournament.command(
    "check-in",
    epilog="""\b
Examples:
  tablescribe tournament check-in last Ada Ben "#3"
  tablescribe tournament check-in last Ada --undo
  tablescribe tournament check-in last             (who is here, and who is missing)""",
)
@the_tournament
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--undo", is_flag=True, help="Undo the check-in.")
@acting("desk")
@in_language
@as_json
def check_in(tournament_id: str, names: tuple[str, ...], undo: bool, role: str) -> None:
    """Check entrants in before round 1. Without names, show who is here.

    Once you have checked in one person, round 1 is paired without those who are missing.
    """
    from tablescribe.replays.tournaments.attendance import attendance_data, attendance_lines

    if undo and not names:
        raise wrong_use(say("enter the names whose check-in to undo"))
    who, found = organiser(), which(tournament_id)
    for name in names:
        who.check_in(found, name, not undo, by=role)
    now = who.tournament(found)
    data = attendance_data(now, who.names(now))
    out(listed(list(attendance_lines(data)), "\n"), data)


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament bye last Ada 3
  tablescribe tournament bye last Ada 3 --kind half
  tablescribe tournament bye last Ada 3 --kind none      (take the request back)
  tablescribe tournament bye last                        (list the requests)"""
)
@the_tournament
@click.argument("name", required=False)
@click.argument("round_number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@click.option(
    "--kind", type=click.Choice(["zero", "half", "none"]), default="zero", show_default=True,
    help="Kind of bye; none withdraws the request.",
)  # fmt: skip
@acting("desk")
@in_language
@as_json
def bye(tournament_id: str, name: str | None, round_number: int | None, kind: str, role: str) -> None:
    """Request a bye for NAME in ROUND, before that round is paired. Without a name, list the requests."""
    from tablescribe.replays.tournaments.attendance import request_lines, requests_data

    who, found = organiser(), which(tournament_id)
    if name is not None and round_number is None:
        raise wrong_use(_what_lacks(who, found, tournament_id, name, kind))
    if name is not None and round_number is not None:
        who.request_bye(found, name, round_number, "" if kind == "none" else kind, by=role)
    now = who.tournament(found)
    data = requests_data(now, who.names(now))
    lines: list[Text] = list(request_lines(data)) or [say("No byes are requested.")]
    out(listed(lines, "\n"), data)


def _what_lacks(who: TournamentCommands, found: str, named: str, name: str, kind: str) -> Text:
    """Return how to complete a request for a bye that names a person without a round, or a round without a person.

    Raises:
        Refused: no entrant has that name.
    """
    now = who.tournament(found)
    after = ["--kind", kind] if kind != "zero" else []
    if name.isdecimal():
        line = join(["tablescribe", "tournament", "bye", named, "NAME", name, *after])
        return say("Name who asks for a bye in round {round}: {command}", round=int(name), command=line)
    who.person(now, name)
    if now.round >= now.plan.rounds:
        return say("All rounds are paired. A bye can only be requested for a round that is not paired yet")
    line = join(["tablescribe", "tournament", "bye", named, name, str(now.round + 1), *after])
    return say("Name the round. The next one is round {round}: {command}", round=now.round + 1, command=line)
