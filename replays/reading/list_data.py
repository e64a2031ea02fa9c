"""Convert lists and statistics to plain data for the command line, the API and CSV files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablescribe.domain.games import GAMES, called
from tablescribe.ledger.read_models.periods import Period, Record, only, points_of
from tablescribe.ledger.read_models.queries import Queries
from tablescribe.ledger.read_models.summaries import Summary
from tablescribe.ledger.read_models.tallies import Share, Tally
from tablescribe.ledger.read_models.tournament_projection import ListedTournament

MATCH = (
    "id", "game", "title", "opened", "last", "closed", "seats", "winners", "scores", "moves", "state", "ending",
    "event", "place", "round", "table", "tags", "seconds", "time", "entered", "void", "corrected",
)  # fmt: skip
"""The columns of a list of matches."""

TALLY = ("matches", "finished", "decided", "won", "share", "least", "most", "moves", "seconds", "timed", "told")
"""The columns of statistics, after the name."""

RECORD = (*TALLY, "average", "highest", "streak", "best_streak")
"""The columns of a period's statistics, after the name."""

PAIR = ("matches", "decided", "ahead", "behind", "share", "least", "most")
"""The columns of one person's results against another."""


def games_to_choose(asking: Queries | None, chosen: str = "") -> dict[str, str]:
    """Return the games that a list can be filtered by, and their titles; games without rules here are included.

    Args:
        asking: queries of the lists; `None` for readers who may not know which games were played.
        chosen: the game that is selected already.
    """
    played = {one.name.partition(":")[2] for one in asking.games()} if asking is not None else set()
    named = chosen.partition(":")[2] or chosen
    return GAMES | {title: title for title in sorted({*played, named} - {"", *GAMES})}


def match_data(one: Summary) -> dict[str, Any]:
    """Return a match as a row of a list."""
    winners = one.result.winners if one.result is not None else ()
    return {
        "id": one.id,
        "position": one.position,
        "game": one.game,
        "title": one.title or GAMES.get(one.game, one.game),
        "opened": one.opened.isoformat(timespec="seconds"),
        "last": one.last.isoformat(timespec="seconds"),
        "closed": one.closed.isoformat(timespec="seconds") if one.closed is not None else None,
        "seconds": one.seconds,
        "time": "" if one.seconds is None else "told" if one.minutes else "measured",
        "seats": list(one.seats),
        "events": one.events,
        "moves": one.moves,
        "state": "open" if one.result is None else "finished",
        "ending": one.result.ending if one.result is not None else "",
        "winners": [one.seats[seat - 1] for seat in winners if seat <= len(one.seats)],
        "winning_seats": list(winners),
        "scores": list(points_of(one)),
        "event": one.event,
        "place": one.place,
        "round": one.round,
        "table": one.table,
        "tags": list(one.tags),
        "entered": one.entered,
        "void": one.void,
        "corrected": one.corrected,
    }


def match_sheet(rows: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return rows of matches for a sheet, with a column for the points of each seat, and the names of all columns."""
    seats = max((len(row["scores"]) for row in rows), default=0)
    columns = [f"points_{seat}" for seat in range(1, seats + 1)]
    at = MATCH.index("scores")
    told = [{**row, **dict(zip(columns, row["scores"], strict=False))} for row in rows]
    return told, [*MATCH[:at], *columns, *MATCH[at + 1 :]]


def period_data(one: Period, person: str = "", limit: int | None = None) -> dict[str, Any]:
    """Return the statistics of a period as plain data: people with averages and streaks, games, and who won most."""
    return {
        "period": one.label,
        "matches": one.matches,
        "most_wins": [each.name for each in one.leaders()],
        "people": [record_data(each) for each in only(one.ranked(), person)[:limit]],
        "games": [
            {"game": each.name, "title": called(each.name), **tally_data(each.counts)} for each in one.played()
        ],
    }  # fmt: skip


def record_data(one: Record) -> dict[str, Any]:
    """Return a person's record in a period as plain data."""
    points = {"average": one.average, "highest": max(one.points, default=None)}
    return {"person": one.name, **tally_data(one.counts), **points, "streak": one.streak, "best_streak": one.best}


def held_data(one: ListedTournament) -> dict[str, Any]:
    """Return a tournament as a row of a list."""
    return {
        "tournament": one.tournament_id, "position": one.position, "title": one.title,
        "announced": f"{one.announced}+00:00", "round": one.round, "rounds": one.rounds, "entrants": one.entrants,
        "finished": bool(one.finished),
    }  # fmt: skip


def share_data(share: Share) -> dict[str, Any]:
    """Return a share with its confidence interval."""
    least, most = share.between or (None, None)
    return {"share": share.share, "least": least, "most": most}


def tally_data(one: Tally) -> dict[str, Any]:
    """Return a tally (matches, wins, time) without its name."""
    return {
        "matches": one.matches, "finished": one.finished, "decided": one.decided, "won": one.won,
        **share_data(one.wins), "moves": one.moves, "seconds": one.seconds, "timed": one.timed, "told": one.told,
    }  # fmt: skip


def pair_data(one: Tally) -> dict[str, Any]:
    """Return a head-to-head result from the other person's tally."""
    return {
        "matches": one.matches, "decided": one.decided, "ahead": one.behind, "behind": one.ahead,
        **share_data(Share(one.behind, one.ahead + one.behind)),
    }  # fmt: skip


def game_data(one: Tally) -> dict[str, Any]:
    """Return the tally of a game, with its title."""
    return {"game": one.name, "title": called(one.name), **tally_data(one)}
