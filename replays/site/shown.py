"""What a site shows: finished matches and tournaments, each as far as the organiser publishes it.

Only this module decides what is shown. Names and texts of a tournament follow its public pages (`tournament public`).
Elsewhere they are shown if the organiser asks for it; without names, people are seats. A match whose shuffle others
still play is left out until the last table of its round is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import msgspec
import msgspec.structs
from sqlalchemy import func, select

from tablescribe.domain.games import ANY, GAMES
from tablescribe.ledger.log.known_titles import is_printed
from tablescribe.ledger.log.schema import texts
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.read_models.projection import ListedMatch
from tablescribe.replays.web.public.page_cache import CachedTournament, PageCache
from tablescribe.replays.web.table.queries import Queries

BATCH = 500
"""Number of matches read from the lists at a time."""


@dataclass(frozen=True)
class Wishes:
    """What the organiser publishes beyond what is public anyway.

    Attributes:
        names: people's names in matches outside tournaments.
        words: titles, events, tags, notes and reasons by users, in matches outside tournaments.
        without: ids of matches and tournaments to leave out; with a tournament, its matches.
    """

    names: bool = False
    words: bool = False
    without: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Table:
    """The tournament's table of a match: its number and its name."""

    tournament: str
    title: str
    round: int
    number: int
    called: str


@dataclass(frozen=True)
class Player:
    """A seat in a list: the name or starting number, or "" if neither is shown."""

    name: str
    points: int | None
    won: bool


@dataclass(frozen=True)
class ShownMatch:
    """A match as its pages and lists show it, with everything that can change them.

    Attributes:
        version: its number of events; texts: the number of its texts not erased.
        month: month of play, such as `2026-11`; day: the day, or day and time, on the players' clock.
        details: event, place, round, table and tags, if words are shown.
        of: its table in a tournament.
        names, words: whether they are shown.
    """

    id: str
    version: int
    texts: int
    game: str
    title: str
    players: tuple[Player, ...]
    ending: str
    moves: int
    last: str
    entered: str
    month: str
    void: bool
    details: tuple[str, ...]
    of: Table | None
    names: bool
    words: bool


@dataclass(frozen=True)
class Shown:
    """Everything that a site shows.

    Attributes:
        matches: by id, earliest played first.
        counted: the same matches for statistics; people whose names are not shown are anonymous.
        people: names by the ids in `counted`.
        tournaments: by id, latest announced first.
    """

    matches: dict[str, ShownMatch] = field(default_factory=dict)
    counted: dict[str, ListedMatch] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    tournaments: dict[str, CachedTournament] = field(default_factory=dict)


def what_is_shown(queries: Queries, pages: PageCache, wishes: Wishes) -> Shown:
    """Return what a site of this ledger shows; the lists are updated first."""
    ledger = queries.ledger
    while ledger.lists.fresh():
        pass
    found, tables, apart = Shown(), dict[str, Table](), set[str](wishes.without)
    for one in reversed(ledger.tournament_ids()):
        known = pages.known(one)
        tables |= _tables(known)
        if one in wishes.without:
            apart.update(known.now.match_ids())
            continue
        found.tournaments[one] = known
        apart |= _kept_apart(known)
    written = _texts(ledger)
    ids = [one for one in ledger.asking.finished() if one not in apart]
    for listed, names in _listed(ledger, ids):
        table = tables.get(listed.match_id)
        known_at = found.tournaments[table.tournament] if table is not None else None
        found.matches[listed.match_id] = one_match = _match(listed, names, table, known_at, wishes, written)
        found.counted[listed.match_id] = _counted(listed, one_match)
    found.people.update(
        ledger.asking.named({seat.person or "" for one in found.counted.values() for seat in one.seats})
    )
    return found


def _tables(known: CachedTournament) -> dict[str, Table]:
    """Return the tables of a tournament by match."""
    return {
        match: Table(known.now.id, known.now.plan.title, seating.number, table, f"{known.mark}{table}")
        for seating in known.now.seatings
        for table, match in enumerate(seating.matches, start=1)
    }


def _kept_apart(known: CachedTournament) -> set[str]:
    """Return the matches whose shuffle others still play: see `duplicate_tables.py` of the service."""
    if known.now.finished is not None:
        return set()
    return {match for seating in known.now.seatings if seating.untold for match in seating.matches}


def _texts(ledger: Ledger) -> dict[str, int]:
    """Return the number of texts of each match, which shrinks with erasures."""
    t = texts.c
    rows = ledger.log.select(select(t.match_id, func.count()).group_by(t.match_id))
    return {str(row[0]): int(row[1]) for row in rows}


def _listed(ledger: Ledger, ids: list[str]) -> Iterator[tuple[ListedMatch, list[str]]]:
    """Yield finished matches from the lists, with the names of their seats; an unknown name is empty."""
    for some in (ids[n : n + BATCH] for n in range(0, len(ids), BATCH)):
        kept = ledger.lists.kept(some)
        called = ledger.lists.called(seat.ref for one in kept.values() for seat in one.seats)
        for one in (kept[match] for match in some if match in kept):
            yield one, [called.get(seat.ref, "") for seat in one.seats]


def _match(
    listed: ListedMatch, names: list[str], table: Table | None, known: CachedTournament | None, wishes: Wishes,
    written: Mapping[str, int],
) -> ShownMatch:  # fmt: skip
    shows_names = known.shown.names if known is not None else wishes.names
    shows_words = known.shown.words if known is not None else wishes.words
    if known is not None:
        names = [known.names.get(seat.ref, "") for seat in listed.seats]
    elif not shows_names:
        names = ["" for _ in listed.seats]
    played = listed.entered or _local(listed.opened)
    return ShownMatch(
        listed.match_id, listed.version, written.get(listed.match_id, 0), listed.game, _title(listed, shows_words),
        tuple(Player(name, seat.score, seat.won) for name, seat in zip(names, listed.seats, strict=True)),
        listed.ending, listed.moves, f"{listed.last[:19]}+00:00", listed.entered.replace("T", " "), played[:7],
        bool(listed.void), _details(listed) if shows_words else (), table, shows_names, shows_words,
    )  # fmt: skip


def _local(moment: str) -> str:
    """Return a time of the lists on the organiser's clock."""
    return datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone().isoformat()


def _title(listed: ListedMatch, words: bool) -> str:
    """Return the title of a match: titles by users count as words, names of published games do not."""
    game = GAMES.get(listed.game, listed.game)
    title = listed.title if words or is_printed(listed.title) else ""
    if title in ("", ERASED):
        return game
    return title if listed.game in ANY or title == game else f"{title} ({game})"


def _details(listed: ListedMatch) -> tuple[str, ...]:
    said: list[Any] = [listed.event, listed.place, listed.round, listed.board]
    return tuple(str(one) for one in [*said, *msgspec.json.decode(listed.tags, type=list[str])] if one)


def _counted(listed: ListedMatch, one: ShownMatch) -> ListedMatch:
    """Return a match for statistics, without titles and people that are not shown."""
    title = listed.title if one.words or is_printed(listed.title) else ""
    seats = listed.seats if one.names else [msgspec.structs.replace(seat, person=None) for seat in listed.seats]
    return msgspec.structs.replace(listed, title=title, seats=seats)
