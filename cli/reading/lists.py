"""`matches`, `stats`, `describe` and `lists`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.reading.filters import asking, end_of, no_matches, share_text, the_game, the_person, with_rules
from tablescribe.cli.terminal.description_options import told_data, with_data
from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, echo, explaining, out, progress, state
from tablescribe.cli.terminal.tables import print_table
from tablescribe.cli.terminal.times import Day
from tablescribe.domain.words.text import plural, say

if TYPE_CHECKING:
    from tablescribe.domain.words.text import Text
    from tablescribe.ledger.read_models.queries import MatchFilter, Queries, Summary

as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values instead of words.")


@click.command(
    epilog="""\b
Examples:
  tablescribe matches
  tablescribe matches --open --person ada
  tablescribe matches --game root --since 2026-11-01 --limit 200
  tablescribe matches --event "club evening" --csv > evening.csv"""
)
@click.option("--open", "state_", flag_value="open", help="Only those that are not finished.")
@click.option("--finished", "state_", flag_value="finished", help="Only those that are.")
@click.option("--person", default="", help="Where somebody sits whose name is that, or has it in it.")
@click.option("--game", default="", help="Of that game.")
@click.option("--event", default="", help="Of that event.")
@click.option("--tag", default="", help="With that tag.")
@click.option("--find", "text", default="", help="With that in the title, the game or a name; or the id's beginning.")
@click.option("--since", type=Day(), metavar="DAY", help="Played on that day or later, on your clock.")
@click.option("--until", type=Day(), metavar="DAY", help="Played on that day or before.")
@click.option("--limit", type=click.IntRange(0), default=50, show_default=True, help="Maximum number; 0: all.")
@click.option("--duplicates", is_flag=True, help="Only matches that may have been recorded twice, in groups: the same "
              "game, day, people and points.")  # fmt: skip
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
    **wanted: Any,
) -> None:
    """List the matches of the ledger, the latest first.

    A day or time that somebody entered is shown as it was entered; others in your zone.
    """
    from tablescribe.ledger.read_models.queries import MatchFilter
    from tablescribe.replays.papers.csv_sheets import csv_of
    from tablescribe.replays.reading.list_data import match_data, match_sheet

    wanted["game"] = the_game(wanted["game"])
    asked = MatchFilter(state=state_ or "", since=since, until=end_of(until), **wanted)
    found = _doubled(asking()) if duplicates else list(some(asking(), asked, limit))
    data: list[dict[str, Any]] = [{**match_data(one), "state": _state(one), "winners": winners(one)} for one in found]

    def words() -> None:
        if not data and duplicates:
            echo(told(say("No match looks as if it was recorded twice.")))
            return
        if not data and asked == MatchFilter():
            command = "tablescribe new ultime Ada Ben Cleo --outcome 1"
            echo(told(say("No matches yet. Open one: {command}", command=command)))
            return
        if not data:
            echo(told(no_matches(asking(), person=asked.person, game=asked.game)))
            return
        headings = [say("match"), say("game"), say("played"), say("moves"), say("state"), say("won"), say("seats")]
        print_table(headings, [_cells(one) for one in found])
        if duplicates:
            example = "tablescribe void MATCH --instead OTHER --because …"
            echo(told(say("The same match? Declare one void: {command}", command=example)))
        elif len(data) == limit:
            echo(told(say("These are {n}: --limit shows more, --limit 0 all.", n=limit)))

    if as_csv:
        echo(csv_of(*match_sheet([match_data(one) for one in found])), nl=False)
    else:
        out(words, data)


def _doubled(ask: Queries) -> list[Summary]:
    from tablescribe.ledger.read_models.duplicates import duplicates

    return [one for group in duplicates(ask) for one in group]


def _state(one: Summary) -> str:
    """Return `open`, `void`, `corrected`, or how a match ended."""
    ending = one.result.ending if one.result is not None else "open"
    return "void" if one.void else "corrected" if one.corrected else ending


def some(ask: Queries, wanted: MatchFilter, limit: int) -> Iterator[Summary]:
    """Yield matches, the newest first, read a page at a time: at most `limit`; 0 is no limit."""
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


def _cells(one: Summary) -> list[str]:
    from tablescribe.domain.games import ANY

    words = {"open": say("open"), "void": say("void"), "corrected": say("corrected")}
    ending = told(words.get(_state(one), _state(one)))
    game = one.title if one.title and one.game in ANY else f"{one.title} ({one.game})" if one.title else one.game
    return [
        one.id,
        game,
        one.clock.replace("T", " "),
        str(one.moves),
        ending,
        ", ".join(one.seats[k - 1] for k in winners(one)),
        ", ".join(one.seats),
    ]


@click.command(
    epilog="""\b
Examples:
  tablescribe stats
  tablescribe stats --game root                  (seat by seat, too)
  tablescribe stats --person Ada                 (game by game, and against each of the others)
  tablescribe stats --person Ada --against Ben
  tablescribe stats --since 2026-01-01 --until 2026-12-31     (who won most in 2026)
  tablescribe stats --by month --event "club evening"
  tablescribe stats --csv > people.csv
  tablescribe stats --fairness                   (dice, shuffles, seats and sides)
  tablescribe stats --fairness --game root --svg balance"""
)
@click.option("--person", default="", help="Of that person.")
@click.option("--against", default="", help="In matches with that person only.")
@click.option("--game", default="", help="In that game only.")
@click.option("--since", type=Day(), metavar="DAY", help="Only matches played on that day or later.")
@click.option("--until", type=Day(), metavar="DAY", help="Only matches played on that day or before.")
@click.option("--event", default="", help="Only matches of that event.")
@click.option("--tag", default="", help="Only matches with that tag.")
@click.option("--by", type=click.Choice(["month", "year"]), help="Month by month, or year by year.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True, help="Of how many people.")
@click.option("--fairness", is_flag=True, help="Whether dice, shuffles, seats and sides were fair: all closed matches.")
@click.option("--svg", "prefix", default="", metavar="PREFIX", help="With --fairness: write pictures, PREFIX-….svg.")
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
    """Tell how much was played and won.

    The share of wins is of matches that were played to their end. Of a few matches it says little: with each share
    stands between what limits the true one lies, with 95 % confidence (Wilson's score interval).
    """
    if fairness:
        from tablescribe.cli.reading.fairness import tell_fairness

        tell_fairness(with_rules(game), prefix, as_csv=as_csv)
        return
    game = the_game(game)
    if by or any(narrowed.values()):
        from tablescribe.cli.reading.periods import tell_periods

        if against:
            raise wrong_use(say("--against counts all matches: leave out --since, --until, --event, --tag and --by"))
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
    nothing = say("Nothing was played yet.")
    out(lambda: _say_stats(data, lambda: no_matches(ask, game=game) if game else nothing), data)


def _say_stats(data: dict[str, Any], nothing: Callable[[], Text]) -> None:
    counts = [say("matches"), say("finished"), say("won"), say("share of wins")]
    for kind, heading in (("people", say("person")), ("games", say("game")), ("seats", say("seat"))):
        rows = data.get(kind)
        if not rows:
            continue
        names = {"people": "person", "games": "title", "seats": "seat"}
        more = [say("moves"), say("time a match")] if kind == "games" else []
        cells = [[row[names[kind]], row["matches"], row["finished"], row["won"], share_text(row)] for row in rows]
        if kind == "games" and "against" not in data:  # of all together, wins say nothing
            cells = [[row["title"], row["matches"], row["finished"], row["moves"], _time(row)] for row in rows]
            print_table([heading, *counts[:2], *more], cells)
        else:
            print_table([heading, *counts], cells)
        echo()
    if data.get("against"):
        headings = [say("against"), say("matches"), say("ahead"), say("behind"), say("share ahead")]
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
    return told(say("{time} (of {n} as told)", time=mean, n=row["told"])) if row["told"] else mean


@click.command(
    epilog="""\b
Examples:
  tablescribe describe 7k2 --title Catan --event "club evening" --tag casual
  tablescribe describe 7k2 --round 3 --table B
  tablescribe describe 7k2 --title ""              (takes it away)"""
)
@click.argument("match_id", metavar="MATCH")
@with_data
@in_language
@as_json
def describe(match_id: str, **options: Any) -> None:
    """Say by what MATCH is found. It changes nothing of the game. Do not include names of people."""
    data = told_data(options)
    if not data:
        raise wrong_use(say("say something of it, such as --title or --event"))
    if "tags" in data:
        data["tags"] = [tag for tag in data["tags"] if tag.strip()]
    scribe = state().scribe()
    with explaining(scribe.match(match_id)):
        event = scribe.describe(match_id, data)
    names = ("title", "event", "place", "round", "table")
    said = {name: getattr(event, name) for name in names}
    found = {"match": event.originator_id, "version": event.originator_version, **said, "tags": list(event.tags)}
    out(say("Match {match} is found by that now.", match=event.originator_id), found)


@click.group(epilog="Example: tablescribe lists rebuild")
def lists() -> None:
    """Lists and statistics. They are made from the log; nothing that is verified, signed or audited believes them."""


@lists.command(epilog="Example: tablescribe lists rebuild")
@as_json
def rebuild() -> None:
    """Throw lists and statistics away and make them anew; matches, names and proofs are not touched."""
    with progress("Reading the log") as tell:
        events = state().scribe().ledger.lists.rebuild(tell)
    words = plural(events, "The lists are made anew from 1 event.", "The lists are made anew from {n} events.")
    out(words, {"events": events})
