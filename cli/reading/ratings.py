"""`ratings`: the ratings of a season, computed with `openskill`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from tablescribe.cli.reading.filters import with_rules
from tablescribe.cli.reading.lists import as_csv
from tablescribe.cli.terminal.language import in_language, told, wrong_use
from tablescribe.cli.terminal.state import as_json, echo, out, state
from tablescribe.cli.terminal.tables import print_table
from tablescribe.domain.words.text import say


@click.command(
    epilog="""\b
Examples:
  tablescribe ratings
  tablescribe ratings --game root --since 2026-01-01
  tablescribe ratings --tournament last --tournament 7k2     (a season of two tournaments)
  tablescribe ratings --pseudonyms --csv > ratings.csv"""
)
@click.option("--game", default="", help="Only this game.")
@click.option("--since", default="", help="Only matches finished since then (ISO 8601).")
@click.option("--tournament", "tournaments", multiple=True, help="Only this tournament. Repeat for a season.")
@click.option("--pseudonyms", is_flag=True, help="Show pseudonyms instead of names.")
@as_csv
@in_language
@as_json
def ratings(game: str, since: str, tournaments: tuple[str, ...], pseudonyms: bool, as_csv: bool) -> None:
    """Rate people by all closed matches, or by tournaments.

    A rating is a mean with its uncertainty; people are ranked by the mean less three times the uncertainty. Any number
    of seats and teams is supported. Guests and automata are not rated. Pseudonyms stay when a person is erased.
    """
    from tablescribe.replays.papers.csv_sheets import csv_of
    from tablescribe.replays.statistics.played import of_ledger, of_tournaments
    from tablescribe.replays.statistics.ratings import COLUMNS, ratings_data
    from tablescribe.replays.statistics.ratings import ratings as rate

    ledger = state().scribe(create=True).ledger
    if tournaments:
        from tablescribe.cli.tournament.tournament import which

        if game or since:
            raise wrong_use(say("--game and --since cannot be combined with --tournament"))
        season = of_tournaments(ledger, [ledger.tournament(which(one)) for one in tournaments])
    else:
        season = of_ledger(ledger, game_key=with_rules(game), since=_since(since))
    rows = ratings_data(rate(season), {} if pseudonyms else season.names)
    if as_csv:
        echo(csv_of(rows, COLUMNS), nl=False)
        return
    data = {"tables": len(season.tables), "model": "Plackett-Luce (openskill)", "ratings": rows}
    out(lambda: _say_ratings(rows), data)


def _since(text: str) -> Any:
    from datetime import datetime

    if not text:
        return None
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise wrong_use(say("{text} is not a valid time. Example: 2026-11-22T15:40", text=repr(text))) from None


def _say_ratings(rows: Sequence[dict[str, Any]]) -> None:
    if not rows:
        echo(told(say("No rated matches yet.")))
        return
    headings = [say("rank"), say("person"), say("at least"), say("mean"), say("uncertainty"), say("tables"), say("won")]
    cells = [
        [row["rank"], row["name"] or row["person"], row["ordinal"], row["mu"], row["sigma"], row["tables"], row["won"]]
        for row in rows
    ]
    print_table(headings, cells)
