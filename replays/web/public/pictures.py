"""Pictures of a tournament for everybody: points over rounds; how seats and sides fared, with intervals. Tables beside.

They lie on a page of their own, made when somebody asks: standings of every round are counted for it, and matches read.
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
"""Matches that are read to tell how sides fared; of more, `stats --fairness` tells."""

_sides: LruCache[list[Balance]] = LruCache(5000)
"""How the sides of a closed match fared: read once."""


def pictures(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Points over rounds, and the balance of seats and sides, each as a picture and as a table."""
    found = [*reported(known.now), *_of_sides(queries, known)]
    kinds = dict.fromkeys((one.game, one.seats, one.kind) for one in found)
    return "board_pictures.html", {
        "points": Markup(_points(known, reader, styled=False)), "rounds": _rounds(known), "first": _first(known),
        "balance": [_told(of_kind(found, *kind), reader) for kind in kinds],
    }  # fmt: skip


def points_picture(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Points over rounds as a file of its own: for the page of standings, which fetches it when it is looked at."""
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
    """Return the same as a table: of those who stand first, the points after each round."""
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
    """Return how the sides of reported matches fared; none of a round whose shuffle somebody still plays."""
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
    except (NoSuchMatch, LedgerDamaged):  # told by slip, or `verify` tells
        return
    yield from (one for one in balances([match]) if one.kind == "side")
