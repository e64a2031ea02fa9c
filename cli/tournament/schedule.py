"""`tournament schedule`: when rounds start automatically. `tournament calendar`: these times as iCalendar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click

from tablescribe.cli.terminal.language import in_language, reader, told, wrong_use
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.terminal.times import moment_of
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, tournament, which
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text, listed, plural, say


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


@tournament.command(
    "calendar",
    epilog="""\b
Examples:
  tablescribe tournament calendar last -o rounds.ics
  tablescribe tournament calendar last --person Ada -o ada.ics
  tablescribe tournament calendar last --table 3 --url https://club.example""",
)
@the_tournament
@click.option("--person", default="", metavar="NAME", help="Only rounds of this entrant: name or number.")
@click.option("--table", type=click.IntRange(1), help="Only this table, with who sits there.")
@click.option("--url", default="", help="Address of `tablescribe serve`: adds links.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write.")
@in_language
@as_json
def calendar(tournament_id: str, person: str, table: int | None, url: str, output: Path | None) -> None:
    """Write the rounds that start at a time as a calendar (iCalendar), for phones and mail programs.

    Names are shown as on the tournament's public pages. Import the file again after a change: rounds are moved, not
    added twice. The running service has the same file at /t/ID/rounds.ics, to subscribe to.
    """
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.ledger.tournaments.festivals import mark_of
    from tablescribe.ledger.tournaments.publicity import shown
    from tablescribe.ledger.tournaments.round_starts import changes_told, times_told
    from tablescribe.replays.tournaments.calendar import Whose, round_events
    from tablescribe.replays.tournaments.calendar import calendar as written

    if person and table is not None:
        raise wrong_use(say("give --person or --table: one of them"))
    who, found = organiser(), which(tournament_id)
    now, names = who.tournament(found), None
    if shown(who.ledger, found).names:
        names = who.names(now)
    called = names or {ref: f"#{one.number}" for ref, one in now.entrants.items()}
    number = now.entrant(who.person(now, person)).number if person else None
    whose = Whose(called, changes_told(who.ledger, found), mark_of(who.ledger, found), url.rstrip("/"), number, table)
    events = round_events(now, times_told(who.ledger, found), whose, reader(None))
    text = written(visible(now.plan.title, one_line=True), events, who.scribe.now())
    data = {"tournament": found, "rounds": [one.data() for one in events], "calendar": text}
    if output is None:
        out(text.replace("\r\n", "\n").rstrip("\n"), data)
        return
    write_file(output, text.encode())
    words = plural(len(events), "1 round written to {file}.", "{n} rounds written to {file}.", file=str(output))
    out(words, {**data, "file": str(output)})


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
