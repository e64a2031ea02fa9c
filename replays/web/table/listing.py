"""Lists and statistics as a pass may see them: for one match only its own, for spectators with the delay."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import msgspec.structs

from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.read_models.lists import Lists
from tablescribe.ledger.read_models.periods import statistics_of
from tablescribe.ledger.read_models.person_names import spelt, text
from tablescribe.ledger.read_models.projection import COUNTS, Key, ListedMatch, counted
from tablescribe.ledger.read_models.queries import PAGE, MatchFilter, is_of
from tablescribe.ledger.read_models.summaries import Summary
from tablescribe.ledger.read_models.tallies import Tally
from tablescribe.ledger.read_models.titles import merge_titles
from tablescribe.replays.reading.list_data import game_data, match_data, pair_data, period_data, tally_data
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.table.cached_match import CachedMatch
from tablescribe.replays.web.table.match_cache import MatchCache


class ListingQueries(Protocol):
    """The queries that this module needs from `queries.py`, which imports it."""

    ledger: Ledger
    cache: MatchCache
    delay: float

    def followed(self, who: Pass, match_id: str) -> CachedMatch:
        """Return a match as a pass may follow it."""
        ...

    def moment(self) -> datetime:
        """Return the time up to which spectators follow matches."""
        ...


EVERY = 5.0
"""Seconds between updates of the lists in the background.

Each page updates the lists that it shows. Updates delay moves while many people record,
so background updates are rare and large.
"""

WAITS = 1.0
"""Seconds that a page waits for an update of the lists; the service completes it in the background."""


def bring_up(queries: ListingQueries) -> int:
    """Update the lists within a page's waiting time; return how many events they are behind."""
    return queries.ledger.lists.fresh(within=WAITS)


def keep_up(lists: Lists, ends: threading.Event, forget: Callable[[], None]) -> None:
    """Keep the lists up to date until the service ends, so that pages do not wait for them.

    `forget` drops cached texts that this process or another has erased.
    """
    while not ends.wait(EVERY):
        try:
            forget()
            while lists.fresh(within=WAITS) and not ends.is_set():
                pass
        except LedgerError:  # the database is unavailable; readers get an error
            continue


def page_of(
    queries: ListingQueries, who: Pass, wanted: MatchFilter, *, before: int | None = None, limit: int = PAGE
) -> tuple[list[Summary], int | None]:
    """Return a page of matches that a pass may enter, latest first, and the position before which there are more."""
    late = _late(queries, who)
    asked = replace(wanted, match=who.match, recent=late)
    found = queries.ledger.asking.matches(asked, before=before, limit=limit + 1)
    more = found[limit - 1].position if len(found) > limit else None
    shown = [_then(queries, who, one, late) for one in found[:limit]]
    return [one for one in shown if wanted.state in ("", "open" if one.result is None else "finished")], more


def _late(queries: ListingQueries, who: Pass) -> datetime | None:
    """Return the time up to which a pass follows matches; `None` for no delay."""
    return queries.moment() if who.role == SPECTATOR and queries.delay else None


def _then(queries: ListingQueries, who: Pass, one: Summary, late: datetime | None) -> Summary:
    """Return the row of a match as a pass may follow it."""
    if late is None or one.last <= late:
        return one
    return replace(queries.cache.summary_of(queries.followed(who, one.id)), position=one.position)


def matches_data(
    queries: ListingQueries, who: Pass, wanted: MatchFilter, *, before: int | None = None, limit: int = PAGE
) -> tuple[list[dict[str, Any]], int | None]:
    """Return a page of matches as plain data, and the position before which there are more."""
    bring_up(queries)
    found, more = page_of(queries, who, wanted, before=before, limit=limit)
    return [match_data(one) for one in found], more


def between(since: str, until: str) -> MatchFilter:
    """Return the filter for matches between two days (`2026-11-21`); a text that is not a day is ignored."""
    last = _day(until)
    return MatchFilter(since=_day(since), until=last + timedelta(days=1) if last else None)


def _day(text: str) -> datetime | None:
    try:
        found = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return found if found.year < 9999 else None


# --- statistics -------------------------------------------------------------------------------


def statistics(
    queries: ListingQueries,
    who: Pass,
    *,
    game: str = "",
    person: str = "",
    against: str = "",
    after: int = 0,
    limit: int = PAGE,
) -> dict[str, Any]:
    """Return matches and wins by game and person, by seat of a game, and head to head."""
    behind = bring_up(queries)
    asking, late = queries.ledger.asking, _late(queries, who)
    if who.match is not None:
        return {"behind": behind, **_of_one(queries, who, late)}
    changes = _not_yet(queries, who, late) if late is not None else {}
    games = asking.games_of(person) if person else asking.games(game)
    games = _as_told(games, changes, asking.people_like(person) if person else [""])
    people = asking.people(game=game, name=person, against=against, after=after, limit=limit)
    if changes:
        ids = {name: one for one, name in asking.named().items()}
        people = [_changed(one, changes, ("", ids.get(one.name, "?"), game)) for one in people] if not against else []
    found: dict[str, Any] = {
        "behind": behind,
        "games": [game_data(one) for one in games if is_of(game, one.name)],
        "people": [{"person": one.name, **tally_data(one)} for one in people],
    }
    if game and not person and not against and not changes:
        found["seats"] = [{"seat": int(one.name), **tally_data(one)} for one in asking.seats(game)]
    if person and not changes:
        rivals = asking.people(game=game, name=against, against=person, after=after, limit=limit)
        found["against"] = [{"person": one.name, **pair_data(one)} for one in rivals]
    return found


def by_period(queries: ListingQueries, who: Pass, wanted: MatchFilter, by: str = "") -> list[dict[str, Any]]:
    """Return the statistics of the selected matches, as one period or by month or year, as plain data.

    A pass for one match gets the statistics of that match.
    """
    bring_up(queries)
    asked = replace(wanted, match=who.match)
    return [
        period_data(one, wanted.person)
        for one in statistics_of(queries.ledger.asking, asked, by, known_at=_late(queries, who))
    ]


def _of_one(queries: ListingQueries, who: Pass, late: datetime | None) -> dict[str, list[dict[str, Any]]]:
    """Return the statistics of a pass's only match."""
    matches = _kept(queries, who, [who.match or ""], late)
    totals = _added(matches)
    names = queries.ledger.asking.named({place.person or "" for one in matches for place in one.seats})
    games = [Tally(key[2], *counts) for key, counts in totals.items() if key[:2] == ("", "") and not key[3]]
    people = [Tally(names[key[1]], *counts) for key, counts in totals.items() if not key[0] and key[1] in names]
    return {
        "games": [game_data(one) for one in games],
        "people": [{"person": one.name, **tally_data(one)} for one in people],
    }


def _kept(queries: ListingQueries, who: Pass, ids: Iterable[str], late: datetime | None) -> list[ListedMatch]:
    """Return matches from the lists as a pass may follow them."""
    found = []
    for one in queries.ledger.lists.kept(ids).values():
        if late is not None:
            then = queries.cache.summary_of(queries.followed(who, one.match_id))
            one.moves, one.title = then.moves, text(then.title)
            if then.result is None:
                seats = [msgspec.structs.replace(seat, won=False, score=None) for seat in one.seats]
                one = msgspec.structs.replace(one, closed=None, ending="", seats=seats)
        found.append(one)
    return found


def _added(
    matches: Iterable[ListedMatch], sign: int = 1, to: dict[Key, list[int]] | None = None
) -> dict[Key, list[int]]:
    totals = {} if to is None else to
    for match in matches:
        for key, counts in counted(match):
            kept = totals.setdefault(key, [0] * len(COUNTS))
            for n, count in enumerate(counts):
                kept[n] += sign * count
    return totals


def _not_yet(queries: ListingQueries, who: Pass, late: datetime) -> dict[Key, list[int]]:
    """Return the changes that turn current statistics into those of an earlier moment; few matches are newer."""
    recent = [one.id for one in queries.ledger.asking.matches(MatchFilter(state="none", recent=late), limit=500)]
    now = list(queries.ledger.lists.kept(recent).values())
    return _added(_kept(queries, who, recent, late), to=_added(now, -1))


def _as_told(games: list[Tally], changes: dict[Key, list[int]], people: Iterable[str]) -> list[Tally]:
    """Return the statistics of games with changes applied, for everybody (an empty id) or for some people."""
    known = {spelt(one.name) for one in games}
    played = {key[2] for key in changes if not key[0] and key[1] in set(people) and key[2] and not key[3]}
    found = [*games, *(Tally(name, *([0] * len(COUNTS))) for name in played if spelt(name) not in known)]
    for person in people:
        found = [_changed(one, changes, ("", person, one.name)) for one in found]
    return merge_titles(one for one in found if one.matches > 0)


def _changed(one: Tally, changes: dict[Key, list[int]], wanted: tuple[str, str, str]) -> Tally:
    """Return a tally with its changes applied, by opponent, person and game (empty: any)."""
    other, person, game = wanted
    counts = [getattr(one, name) for name in COUNTS]
    for key, by in changes.items():
        fits = spelt(game) == spelt(key[2]) or (person and is_of(game, key[2]))
        if key[:2] == (other, person) and fits and (person or not key[3]):
            counts = [count + change for count, change in zip(counts, by, strict=True)]
    return Tally(one.name, *counts)
