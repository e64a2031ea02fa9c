"""`tournament schedule`: the times at which rounds start by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import click

from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.terminal.times import moment_of
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.text import Text, listed, say


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament schedule last 2 14:00
  tablescribe tournament schedule last 3 "2026-12-06 10:00"
  tablescribe tournament schedule last 2 --postpone 10
  tablescribe tournament schedule last 2 --stop
  tablescribe tournament schedule last             (show all times)
\b
Or in the plan, for each round of a stage:
  starts: ["2026-12-05T10:00+01:00", "2026-12-05T14:00+01:00", ""]"""
)
@the_tournament
@click.argument("round_number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@click.argument("time", required=False)
@click.option("--postpone", type=click.IntRange(1, 10_000), metavar="MINUTES", help="Minutes to postpone the start by.")
@click.option("--stop", is_flag=True, help="Cancel the automatic start.")
@acting("organiser")
@in_language
@as_json
def schedule(
    tournament_id: str, round_number: int | None, time: str | None, postpone: int | None, stop: bool, role: str
) -> None:
    """Set when ROUND starts by itself. TIME is local: 14:00, or a day and a time. Without a round, show all times.

    At its time, the running service (`tablescribe serve`) opens the tables of the published round and starts its clock.
    A round that was published too late, or a service that was down for more than 10 minutes, starts nothing: you are
    asked on the tournament's page.
    """
    from tablescribe.domain.tournament.round_starts import times
    from tablescribe.ledger.tournaments.round_starts import postponed, set_start, times_told
    from tablescribe.replays.tournaments.round_starts import schedule_data

    if sum((time is not None, postpone is not None, stop)) > 1:
        raise wrong_use(say("enter only one of a time, --postpone and --stop"))
    who, found = organiser(), which(tournament_id)
    now, at = who.tournament(found), who.scribe.now()
    if time is not None or postpone is not None or stop:
        number = max(now.round, 1) if round_number is None else round_number
        seen = times(now, times_told(who.ledger, found)).get(number)
        wanted = moment_of(time) if time is not None else None
        if postpone is not None:
            if seen is None:
                raise wrong_use(say("round {round} has no start time to postpone. Enter a time", round=number))
            wanted = postponed(seen, timedelta(minutes=postpone), at)
        set_start(who.ledger, now, number, wanted, at, by=role, seen=seen, must_match=True)
    data = schedule_data(now, times_told(who.ledger, found), at)
    out(listed(list(_lines(data)), "\n"), data)


def _lines(data: Mapping[str, Any]) -> Iterator[Text]:
    for one in data["rounds"]:
        if one["begun"] and one["at"] is None:
            continue
        if one["at"] is None:
            words = say("stopped") if one["stopped"] else say("no time")
            yield say("Round {round}: {time}", round=one["round"], time=words)
        else:
            here = datetime.fromisoformat(one["at"]).astimezone().strftime("%Y-%m-%d %H:%M")
            yield say("Round {round}: {time}{state}", round=one["round"], time=here, state=_state(one))


def _state(one: Mapping[str, Any]) -> str:
    if one["begun"]:
        words = told(say("begun"))
        return f" ({words})"
    if one["state"] in ("missed", "late_pairing"):
        words = told(say("missed: start it, or set another time"))
        return f" ({words})"
    return ""
