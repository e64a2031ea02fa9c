"""Lists and statistics as plain data: the same for the command line, the API and sheets."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games import GAMES, called
from tablescribe.ledger.read_models.queries import Queries, Summary
from tablescribe.ledger.read_models.tallies import Share, Tally
from tablescribe.ledger.read_models.tournament_projection import ListedTournament

MATCH = (
    "id", "game", "title", "opened", "last", "closed", "seats", "winners", "scores", "moves", "state", "ending",
    "event", "place", "round", "table", "tags", "seconds", "time",
)  # fmt: skip
"""The columns of a list of matches."""

TALLY = ("matches", "finished", "decided", "won", "share", "least", "most", "moves", "seconds", "timed", "told")
"""The columns of statistics, after a name."""

PAIR = ("matches", "decided", "ahead", "behind", "share", "least", "most")
"""The columns of what somebody came to against others."""


def games_to_choose(asking: Queries | None, chosen: str = "") -> dict[str, str]:
    """Return by what a list can be narrowed to a game, each with its name: also what was played without rules of ours.

    Args:
        asking: asks the lists; `None` for those who are not to know what was played.
        chosen: what somebody has chosen already.
    """
    played = {one.name.partition(":")[2] for one in asking.games()} if asking is not None else set()
    named = chosen.partition(":")[2] or chosen
    return GAMES | {title: title for title in sorted({*played, named} - {"", *GAMES})}


def match_data(one: Summary) -> dict[str, Any]:
    """Return a line of a list of matches."""
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
        "scores": list(one.result.scores) if one.result is not None else [],
        "event": one.event,
        "place": one.place,
        "round": one.round,
        "table": one.table,
        "tags": list(one.tags),
    }


def held_data(one: ListedTournament) -> dict[str, Any]:
    """Return a line of a list of tournaments."""
    return {
        "tournament": one.tournament_id, "position": one.position, "title": one.title,
        "announced": f"{one.announced}+00:00", "round": one.round, "rounds": one.rounds, "entrants": one.entrants,
        "finished": bool(one.finished),
    }  # fmt: skip


def share_data(share: Share) -> dict[str, Any]:
    """Return a share with its interval."""
    least, most = share.between or (None, None)
    return {"share": share.share, "least": least, "most": most}


def tally_data(one: Tally) -> dict[str, Any]:
    """Return how much was played, and how it went, without whose it is."""
    return {
        "matches": one.matches, "finished": one.finished, "decided": one.decided, "won": one.won,
        **share_data(one.wins), "moves": one.moves, "seconds": one.seconds, "timed": one.timed, "told": one.told,
    }  # fmt: skip


def pair_data(one: Tally) -> dict[str, Any]:
    """Return how somebody came out against a person, from the tally of that person against them."""
    return {
        "matches": one.matches, "decided": one.decided, "ahead": one.behind, "behind": one.ahead,
        **share_data(Share(one.behind, one.ahead + one.behind)),
    }  # fmt: skip


def game_data(one: Tally) -> dict[str, Any]:
    """Return how much a game was played."""
    return {"game": one.name, "title": called(one.name), **tally_data(one)}
