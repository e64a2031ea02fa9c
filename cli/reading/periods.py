"""`stats` of a period, an event or a tag: people and games, by month, with averages and streaks."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from tablescribe.cli.reading.filters import asking, end_of, no_matches, share_text, the_person
from tablescribe.cli.terminal.language import told
from tablescribe.cli.terminal.state import echo, out
from tablescribe.cli.terminal.tables import print_table
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from collections.abc import Sequence


def tell_periods(
    game: str,
    person: str,
    by: str,
    limit: int,
    *,
    as_csv: bool,
    since: datetime | None = None,
    until: datetime | None = None,
    event: str = "",
    tag: str = "",
) -> None:
    """Print the statistics of the selected matches, in total or by month or year."""
    from tablescribe.ledger.read_models.periods import statistics_of
    from tablescribe.ledger.read_models.queries import MatchFilter
    from tablescribe.replays.papers.csv_sheets import csv_of
    from tablescribe.replays.reading.list_data import RECORD, period_data

    ask = asking()
    name = the_person(ask, person)
    wanted = MatchFilter(game=game, person=name, event=event, tag=tag, since=since, until=end_of(until))
    found = [period_data(one, name, limit) for one in statistics_of(ask, wanted, by)]
    if as_csv:
        rows = [{"period": one["period"], **each} for one in found for each in one["people"]]
        echo(csv_of(rows, (*(("period",) if by else ()), "person", *RECORD)), nl=False)
        return

    def words() -> None:
        if not any(one["matches"] for one in found):
            echo(told(no_matches(ask, person=name, game=game)))
        elif by:
            _by_period(found, name, game)
        else:
            _of_all(found[0], game)

    out(words, {"periods": found} if by else found[0])


def _by_period(found: Sequence[dict[str, Any]], name: str, game: str) -> None:
    if name:
        headings = [say("period"), say("matches"), say("won"), say("win rate")]
        headings += [say("points on average")] if game else []  # points of different games cannot be compared
        cells = [
            [one["period"], each["matches"], each["won"], share_text(each), *([_average(each)] if game else [])]
            for one in found for each in one["people"]
        ]  # fmt: skip
    else:
        headings = [say("period"), say("matches"), say("most wins")]
        cells = [[one["period"], one["matches"], _leaders(one)] for one in found]
    print_table(headings, cells)


def _leaders(one: dict[str, Any]) -> str:
    wins = max((each["won"] for each in one["people"]), default=0)
    return f"{', '.join(one['most_wins'])} ({wins})" if one["most_wins"] else "–"


def _of_all(one: dict[str, Any], game: str) -> None:
    headings = [say("person"), say("matches"), say("finished"), say("won"), say("win rate"), say("wins in a row")]
    rows = [[each["person"], each["matches"], each["finished"], each["won"], share_text(each), each["best_streak"]]
            for each in one["people"]]  # fmt: skip
    if game:  # points of different games cannot be compared
        headings.append(say("points on average"))
        rows = [[*row, _average(each)] for row, each in zip(rows, one["people"], strict=True)]
    print_table(headings, rows)
    echo()
    print_table(
        [say("game"), say("matches"), say("finished"), say("moves")],
        [[each["title"], each["matches"], each["finished"], each["moves"]] for each in one["games"]],
    )


def _average(each: dict[str, Any]) -> str:
    return "–" if each["average"] is None else f"{each['average']:.1f}"
