"""Public plots of a tournament: points over rounds, and results by seat and side with intervals, also as tables.

They have a page of their own, rendered on demand, because it counts the standings of every round and reads matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from tablescribe.ledger.log.errors import LedgerDamaged, NoSuchMatch
from tablescribe.replays.reading.reader import Reader, number, percent
from tablescribe.replays.statistics.balance import KINDS, Balance, balances, of_kind, reported, title_of, together
from tablescribe.replays.statistics.plots import MOST, points_over_rounds, shares
from tablescribe.replays.tournaments.tournament import points_text
from tablescribe.replays.web.public.page_cache import CachedTournament
from tablescribe.replays.web.public.views import Args, Page
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.table.queries import Queries

MOST_MATCHES = 300
"""Maximum number of matches read for results by side; for more, use `stats --fairness`."""

_sides: LruCache[list[Balance]] = LruCache(5000)
"""Cached results by side of closed matches."""


def pictures(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the page of points over rounds and of the balance of seats and sides, as plots and tables."""
    found = [*reported(known.now), *_of_sides(queries, known)]
    kinds = dict.fromkeys((one.game, one.seats, one.kind) for one in found)
    return "board_pictures.html", {
        "points": Markup(_points(known, reader, styled=False)), "rounds": _rounds(known), "first": _first(known),
        "balance": [_told(of_kind(found, *kind), reader) for kind in kinds],
    }  # fmt: skip


def points_picture(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the plot of points over rounds as a file, which the standings page loads when it becomes visible."""
    return "plot.svg", {"picture": Markup(_points(known, reader, narrow=bool(args.get("narrow"))))}


def _points(known: CachedTournament, reader: Reader, *, styled: bool = True, narrow: bool = False) -> str:
    return points_over_rounds(
        known.now, known.names, language=reader.language, count=known.standings, styled=styled, narrow=narrow
    )


def _rounds(known: CachedTournament) -> list[int]:
    now = known.now
    stage = now.plan.stage_of(max(now.round, 1))
    return [number for number in now.plan.rounds_of(stage) if number <= now.round]


def _first(known: CachedTournament) -> list[dict[str, Any]]:
    """Return the leaders' points after each round, as a table."""
    rounds = _rounds(known)
    if not rounds:
        return []
    stage = known.now.plan.stage_of(rounds[-1])
    tables = [known.standings(known.now, after=number, stage=stage) for number in rounds]
    after = [{line.ref: line.points for line in table.lines} for table in tables]
    return [
        {"name": known.names[line.ref],
         "points": [points_text(one[line.ref]) if line.ref in one else "–" for one in after]}
        for line in tables[-1].lines[:MOST]
    ]  # fmt: skip


def _told(found: list[Balance], reader: Reader) -> dict[str, Any]:
    lines = []
    for one in found:
        between, share = one.share.between, one.share.share
        lines.append({
            "name": one.name, "won": number(one.won, reader.language), "of": one.of,
            "even": percent(one.even, reader.language), "off": one.off,
            "share": percent(share, reader.language) if share is not None else "–",
            "between": "–".join(percent(end, reader.language) for end in between) if between is not None else "–",
        })  # fmt: skip
    title = title_of(found[0])
    picture = Markup(shares(found, title, language=reader.language, styled=False))
    kind = reader.sentence(KINDS[found[0].kind])
    return {"title": reader.tell(title), "kind": kind, "picture": picture, "lines": lines}


def _of_sides(queries: Queries, known: CachedTournament) -> list[Balance]:
    """Return the balance of sides in reported matches, except rounds whose shuffle others still play."""
    ids = [report.match for seating in known.now.seatings if not seating.untold
           for report in seating.reports.values() if report.match]  # fmt: skip
    return together(one for match in ids for one in _of_match(queries, match)) if len(ids) <= MOST_MATCHES else []


def _of_match(queries: Queries, match_id: str) -> list[Balance]:
    def read() -> list[Balance]:
        return list(_sides_of(queries, match_id))

    return _sides.get((queries.ledger.ledger_id, match_id), read)


def _sides_of(queries: Queries, match_id: str) -> Iterator[Balance]:
    try:
        match = queries.ledger.match(match_id)
    except (NoSuchMatch, LedgerDamaged):  # reported by slip, or damaged, which `verify` reports
        return
    yield from (one for one in balances([match]) if one.kind == "side")
