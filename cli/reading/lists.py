"""`matches`, `stats`, `describe` and `lists`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.reading.filters import (
    asking,
    end_of,
    in_a_month,
    no_matches,
    share_text,
    the_game,
    the_person,
    with_fresh_lists,
    with_rules,
)
from tablescribe.cli.terminal.description_options import told_data, with_data
from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, echo, explaining, out, progress, state
from tablescribe.cli.terminal.tables import print_table
from tablescribe.cli.terminal.times import Day
from tablescribe.domain.words.anything import ANY
from tablescribe.domain.words.text import Text, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.read_models.queries import MatchFilter, Queries
    from tablescribe.ledger.read_models.quick_list import QuickMatch
    from tablescribe.ledger.read_models.summaries import Summary

as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")


@click.command(
    epilog="""\b
Examples:
  tablescribe matches
  tablescribe matches --open --person ada
  tablescribe matches --game root --since 2026-11-01 --limit 200
  tablescribe matches --person Ann --month "last month" -o ann.csv
  tablescribe matches --event "club evening" --csv > evening.csv"""
)
@click.option("--open", "state_", flag_value="open", help="Only open matches.")
@click.option("--finished", "state_", flag_value="finished", help="Only finished matches.")
@click.option("--person", default="", help="Only matches of a person: name, or part of it.")
@click.option("--game", default="", help="Only matches of this game.")
@click.option("--event", default="", help="Only matches of this event.")
@click.option("--tag", default="", help="Only matches with this tag.")
@click.option("--find", "text", default="", help="Text in title, game or name, or the start of an id.")
@click.option("--since", type=Day(), metavar="DAY", help="First day, such as 2026-11-21 or yesterday.")
@click.option("--until", type=Day(end=True), metavar="DAY", help="Last day.")
@in_a_month
@click.option("-o", "--output", "file", type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write CSV to this file, for a spreadsheet.")  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(0), default=50, show_default=True,
    help="Maximum number of rows (0 = all). CSV has all by default.",
)  # fmt: skip
@click.option("--duplicates", is_flag=True,
    help="Only likely duplicates: same game, day, people and result.")  # fmt: skip
@as_csv
@in_language
@as_json
def matches(
    state_: str | None,
    since: datetime | None,
    until: datetime | None,
    limit: int,
    duplicates: bool,
    as_csv: bool,
    file: Path | None,
    **wanted: Any,
) -> None:
    """List matches, the latest first.

    Times that were entered are shown as entered; measured ones in your time zone. An asterisk marks the winners.
    """
    sheet = as_csv or file is not None
    source = click.get_current_context().get_parameter_source("limit")
    limit = 0 if sheet and source is click.core.ParameterSource.DEFAULT else limit
    if not (sheet or duplicates or since or until or state().json or any(wanted.values())):
        quick = _listed_quickly(state_ or "", limit)
        if quick:
            _print_matches(quick, limit)
            return
    from tablescribe.ledger.read_models.queries import MatchFilter
    from tablescribe.replays.papers.csv_sheets import csv_of
    from tablescribe.replays.reading.list_data import match_data, match_sheet

    wanted["game"] = the_game(wanted["game"])
    asked = MatchFilter(state=state_ or "", since=since, until=end_of(until), **wanted)
    found = _doubled(asking()) if duplicates else list(some(asking(), asked, limit))
    data: list[dict[str, Any]] = [
        {**match_data(one), "state": _state(one, _listed(one).ending), "winners": winners(one)} for one in found
    ]

    def words() -> None:
        if not data and duplicates:
            echo(told(say("No likely duplicates.")))
            return
        if not data and asked == MatchFilter():
            command = "tablescribe play --new ultime Ada Ben Cleo"
            other = "tablescribe result Catan Ann 10 Ben 7 --won Ann"
            echo(told(say("No matches yet. Record one move by move: {command}", command=command)))
            echo(told(say("Record one you have already played: {command}", command=other)))
            return
        if not data:
            echo(told(no_matches(asking(), person=asked.person, game=asked.game)))
            return
        _print_matches([_listed(one) for one in found], 0 if duplicates else limit)
        if duplicates:
            example = "tablescribe void MATCH --instead OTHER --because …"
            echo(told(say("If two are the same match, void one: {command}", command=example)))

    if sheet:
        _write_sheet(csv_of(*match_sheet([match_data(one) for one in found])), file, len(found))
    else:
        out(words, data)


def _write_sheet(sheet: str, file: Path | None, rows: int) -> None:
    """Print a CSV, or write it to a file."""
    if file is None:
        echo(sheet, nl=False)
        return
    from tablescribe.ledger.care.match_files import write_file

    write_file(file, sheet.encode())
    text = plural(rows, "Written to {file}: 1 match.", "Written to {file}: {n} matches.", file=str(file))
    out(text, {"file": str(file), "matches": rows})


def _listed_quickly(state_: str, limit: int) -> list[QuickMatch] | None:
    """Return the latest matches without importing SQLAlchemy, after updating the lists; `None` if it is needed."""
    from tablescribe.cli.terminal.state import default_ledger
    from tablescribe.ledger.read_models.quick_list import list_quickly

    target = state().target or default_ledger()
    quick = list_quickly(target, state_, limit)
    if quick is None and state().opened is None:
        with_fresh_lists()
        quick = list_quickly(target, state_, limit)
    return quick


def _listed(one: Summary) -> QuickMatch:
    from tablescribe.ledger.read_models.quick_list import QuickMatch

    ending = one.result.ending if one.result is not None else ""
    return QuickMatch(one.id, one.game, one.title, one.clock, one.moves, ending, one.void, one.corrected,
                      one.seats, tuple(winners(one)))  # fmt: skip


def _print_matches(found: Sequence[QuickMatch], limit: int) -> None:
    """Print matches as a table. If the limit is reached, say how to see more."""
    headings = [say("match"), say("game"), say("played"), say("moves"), say("state"), say("players")]
    print_table(headings, [_cells(one) for one in found])
    if len(found) == limit:
        latest = plural(
            limit,
            "The latest match. Show more with --limit, all with --limit 0.",
            "The latest {n} matches. Show more with --limit, all with --limit 0.",
        )
        echo(told(latest))


def _doubled(ask: Queries) -> list[Summary]:
    from tablescribe.ledger.read_models.duplicates import duplicates

    return [one for group in duplicates(ask) for one in group]


def _state(one: Summary | QuickMatch, ending: str) -> str:
    """Return `open`, `void`, `corrected`, or how a match ended."""
    return "void" if one.void else "corrected" if one.corrected else ending or "open"


_STATES = {
    "open": say("open"), "void": say("void"), "corrected": say("corrected"), "abandoned": say("abandoned"),
}  # fmt: skip
"""Translated states for the list. All other matches are finished."""


def some(ask: Queries, wanted: MatchFilter, limit: int) -> Iterator[Summary]:
    """Yield matches, newest first, read page by page; at most `limit` (0 = all)."""
    from tablescribe.ledger.read_models.queries import MOST

    before, yielded = None, 0
    while page := ask.matches(wanted, before=before, limit=min(limit - yielded, MOST) if limit else MOST):
        yield from page
        before, yielded = page[-1].position, yielded + len(page)
        if limit and yielded >= limit:
            return


def winners(one: Summary) -> list[int]:
    """Return the seats that won."""
    return list(one.result.winners) if one.result is not None else []


def _cells(one: QuickMatch) -> list[str]:
    game = one.title if one.title and one.game in ANY else f"{one.title} ({one.game})" if one.title else one.game
    return [
        one.id,
        game,
        one.clock.replace("T", " "),
        str(one.moves),
        told(_STATES.get(_state(one, one.ending), say("finished"))),
        ", ".join(f"{name}*" if seat in one.winners else name for seat, name in enumerate(one.seats, start=1)),
    ]


@click.command(
    epilog="""\b
Examples:
  tablescribe stats
  tablescribe stats --game root                  (also by seat)
  tablescribe stats --person Ada                 (by game, and against each opponent)
  tablescribe stats --person Ada --against Ben
  tablescribe stats --since 2026-01-01 --until 2026-12-31     (who won most in 2026)
  tablescribe stats --by month --event "club evening"
  tablescribe stats --csv > people.csv
  tablescribe stats --fairness                   (dice, shuffles, seats and sides)
  tablescribe stats --fairness --game root --svg balance"""
)
@click.option("--person", default="", help="Results of one person.")
@click.option("--against", default="", help="With --person: only against this opponent.")
@click.option("--game", default="", help="Only matches of this game.")
@click.option("--since", type=Day(), metavar="DAY", help="First day.")
@click.option("--until", type=Day(end=True), metavar="DAY", help="Last day.")
@in_a_month
@click.option("--event", default="", help="Only matches of this event.")
@click.option("--tag", default="", help="Only matches with this tag.")
@click.option("--by", type=click.Choice(["month", "year"]), help="One row per period.")
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Maximum number of people."
)
@click.option("--fairness", is_flag=True, help="Test dice, shuffles, seats and sides for fairness.")
@click.option("--svg", "prefix", default="", metavar="PREFIX", help="With --fairness: write charts to PREFIX-….svg.")
@as_csv
@in_language
@as_json
def stats(
    person: str,
    against: str,
    game: str,
    limit: int,
    fairness: bool,
    prefix: str,
    as_csv: bool,
    by: str | None,
    **narrowed: Any,
) -> None:
    """Show how much was played and won.

    The win rate counts finished matches, and is shown with its 95 % confidence interval (Wilson).
    """
    if fairness:
        from tablescribe.cli.reading.fairness import tell_fairness

        tell_fairness(with_rules(game), prefix, as_csv=as_csv)
        return
    game = the_game(game)
    if by or any(narrowed.values()):
        from tablescribe.cli.reading.periods import tell_periods

        if against:
            raise wrong_use(say("--against counts all matches. Remove --since, --until, --event, --tag and --by."))
        tell_periods(game, person, by or "", limit, as_csv=as_csv, **narrowed)
        return
    from tablescribe.ledger.read_models.queries import is_of
    from tablescribe.replays.papers.csv_sheets import csv_of
    from tablescribe.replays.reading.list_data import PAIR, TALLY, game_data, pair_data, tally_data

    ask = asking()
    one, other = the_person(ask, person), the_person(ask, against)
    found = ask.people(game=game, name=one, against=other, limit=limit)
    people = [{"person": each.name, **tally_data(each)} for each in found]
    data: dict[str, Any] = {"people": people}
    if one:
        data["games"] = [game_data(each) for each in ask.games_of(one) if is_of(game, each.name)]
        rivals = ask.people(game=game, name=other, against=one, limit=limit)
        data["against"] = [{"person": each.name, **pair_data(each)} for each in rivals]
    elif not other:
        data["games"] = [game_data(each) for each in ask.games(game)]
    if game and not one and not other:
        data["seats"] = [{"seat": int(each.name), **tally_data(each)} for each in ask.seats(game)]
    if as_csv:
        name, rows = ("against", data["against"]) if one else ("people", people)
        echo(csv_of(rows, ("person", *(PAIR if name == "against" else TALLY))), nl=False)
        return
    nothing = say("No matches yet.")
    out(lambda: _say_stats(data, lambda: no_matches(ask, game=game) if game else nothing), data)


def _say_stats(data: dict[str, Any], nothing: Callable[[], Text]) -> None:
    counts = [say("matches"), say("finished"), say("won"), say("win rate")]
    for kind, heading in (("people", say("person")), ("games", say("game")), ("seats", say("seat"))):
        rows = data.get(kind)
        if not rows:
            continue
        names = {"people": "person", "games": "title", "seats": "seat"}
        more = [say("moves"), say("time per match")] if kind == "games" else []
        cells = [[row[names[kind]], row["matches"], row["finished"], row["won"], share_text(row)] for row in rows]
        if kind == "games" and "against" not in data:  # wins against all opponents together mean nothing
            cells = [
                [told(Text(row["title"])), row["matches"], row["finished"], row["moves"], _time(row)] for row in rows
            ]
            print_table([heading, *counts[:2], *more], cells)
        else:
            print_table([heading, *counts], cells)
        echo()
    if data.get("against"):
        headings = [say("against"), say("matches"), say("ahead"), say("behind"), say("finished ahead")]
        rows = data["against"]
        print_table(
            headings, [[row["person"], row["matches"], row["ahead"], row["behind"], share_text(row)] for row in rows]
        )
    if not data["people"] and not data.get("games"):
        echo(told(nothing()))


def _time(row: dict[str, Any]) -> str:
    if not row["timed"]:
        return "–"
    minutes = round(row["seconds"] / row["timed"] / 60)
    mean = f"{minutes // 60}:{minutes % 60:02}"
    return told(say("{time} ({n} entered by hand)", time=mean, n=row["told"])) if row["told"] else mean


@click.command(
    epilog="""\b
Examples:
  tablescribe describe 7k2 --title Catan --event "club evening" --tag casual
  tablescribe describe 7k2 --round 3 --table B
  tablescribe describe 7k2 --title ""              (remove the title)"""
)
@click.argument("match_id", metavar="MATCH")
@with_data
@in_language
@as_json
def describe(match_id: str, **options: Any) -> None:
    """Edit the details of MATCH: title, event, place, round, table, tags.

    Do not include names of people.
    """
    data = told_data(options)
    if not data:
        raise wrong_use(say("No details given. Add at least one, such as --title or --event."))
    if "tags" in data:
        data["tags"] = [tag for tag in data["tags"] if tag.strip()]
    scribe = state().scribe()
    with explaining(scribe.match(match_id)):
        event = scribe.describe(match_id, data)
    names = ("title", "event", "place", "round", "table")
    said = {name: getattr(event, name) for name in names}
    found = {"match": event.originator_id, "version": event.originator_version, **said, "tags": list(event.tags)}
    out(say("Details of match {match} saved.", match=event.originator_id), found)


@click.group(
    cls=Listing,
    epilog="""\b
Examples:
  tablescribe lists rebuild
  tablescribe lists rebuild --json""",
)
def lists() -> None:
    """Rebuild the read models: lists, search and statistics. Nothing is verified against them."""


@lists.command(
    epilog="""\b
Examples:
  tablescribe lists rebuild
  tablescribe --ledger club.db lists rebuild"""
)
@as_json
def rebuild() -> None:
    """Rebuild lists, search and statistics from the log. Matches, names and proofs stay."""
    with progress("Reading the log") as tell:
        events = state().scribe().ledger.lists.rebuild(tell)
    words = plural(events, "Lists rebuilt from 1 event.", "Lists rebuilt from {n} events.")
    out(words, {"events": events})
