"""Queries: matches (latest first, paged), people, statistics.

Every query uses an index, so it costs the same in a ledger of a hundred matches as in one of a hundred thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, func, literal_column, or_, select, tuple_, union

from tablescribe.domain.games import ANY, GAMES
from tablescribe.ledger.log.schema import (
    events,
    listed_labels,
    listed_matches,
    listed_people,
    listed_seats,
    listed_tables,
    listed_tournaments,
    tallies,
)
from tablescribe.ledger.read_models.lists import Lists
from tablescribe.ledger.read_models.person_names import MANY, spelt
from tablescribe.ledger.read_models.summaries import Summary, summary_of
from tablescribe.ledger.read_models.tallies import Tally
from tablescribe.ledger.read_models.titles import merge_titles
from tablescribe.ledger.read_models.tournament_projection import ListedTournament

PAGE = 50
"""Default number of rows on a page."""

MOST = 500
"""Maximum number of rows on a page."""

OFF = timedelta(hours=36)
"""Maximum difference between a match's absolute time and the players' local time read in another time zone."""

LAST = "\U0010ffff"
"""The highest code point, which sorts after any text."""


@dataclass(frozen=True)
class MatchFilter:
    """Filters of a list of matches. Empty fields match everything.

    Attributes:
        text: part of a game's or person's name, or the beginning of the id or of a word of the details.
        state: `open` or `finished`; with any other value, only matches of `recent`.
        game: key of a game, or title of a free-form game.
        person: part of a person's name, in any spelling.
        event, tag: event or tag of the match, in any spelling.
        since, until: played at or after `since`, and before `until`. Times that people entered are compared as local
            times, with `since` and `until` in their own zones.
        match: only the match with this id.
        recent: with `state`, also matches with an event after this time.
    """

    text: str = ""
    state: str = ""
    game: str = ""
    person: str = ""
    event: str = ""
    tag: str = ""
    since: datetime | None = None
    until: datetime | None = None
    match: str | None = None
    recent: datetime | None = None


class Queries:
    """Queries on the read models of a ledger. Bring them up to date first (`Lists.fresh`)."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists

    # --- matches --------------------------------------------------------------------------

    def matches(
        self, wanted: MatchFilter | None = None, *, before: int | None = None, limit: int = PAGE
    ) -> list[Summary]:
        """Return matches, latest opened first.

        Args:
            wanted: filters.
            before: position of the last match on the previous page.
            limit: maximum number of matches.
        """
        narrowed = self._narrowed(wanted or MatchFilter())
        if narrowed is None:
            return []
        statement, by = narrowed
        if before is not None:
            opened = self._select(select(listed_matches.c.opened).where(listed_matches.c.position == before))
            for row in opened:
                statement = statement.where(tuple_(by.opened, by.position) < tuple_(row[0], before))
        statement = statement.order_by(by.opened.desc(), by.position.desc()).limit(max(0, min(limit, MOST)))
        return self._summaries(list({row.match_id: row for row in self._select(statement)}.values()))

    def finished(self) -> list[str]:
        """Return the ids of all finished matches, earliest played first; merged matches, but not their source logs."""
        m = listed_matches.c
        wanted = select(m.match_id).where(m.closed.is_not(None), m.read_as.is_(None)).order_by(m.opened, m.position)
        return [str(row[0]) for row in self._select(wanted)]

    def tournaments_of(self, match_id: str) -> list[str]:
        """Return the tournaments with this match at a table: at most one, unless another was forged."""
        t = listed_tables.c
        return [str(row[0]) for row in self._select(select(t.tournament_id).where(t.match_id == match_id))]

    def tournaments_with(self, match_ids: Iterable[str]) -> dict[str, list[str]]:
        """Return the tournaments of several matches, by match; matches without one are left out."""
        t, ids = listed_tables.c, list(match_ids)
        found: dict[str, list[str]] = {}
        for some in (ids[n : n + MOST] for n in range(0, len(ids), MOST)):
            for match_id, tournament in self._select(select(t.match_id, t.tournament_id).where(t.match_id.in_(some))):
                found.setdefault(str(match_id), []).append(str(tournament))
        return found

    def readings_of(self, match_ids: Iterable[str]) -> dict[str, str]:
        """Return the merged match of each of these logs, by log; matches that were not merged are left out."""
        m, ids = listed_matches.c, list(match_ids)
        found: dict[str, str] = {}
        for some in (ids[n : n + MOST] for n in range(0, len(ids), MOST)):
            wanted = select(m.match_id, m.read_as).where(m.match_id.in_(some), m.read_as.is_not(None))
            found |= {row[0]: row[1] for row in self._select(wanted)}
        return found

    def tournaments(
        self, *, only: str | None = None, before: int | None = None, limit: int = PAGE
    ) -> list[ListedTournament]:
        """Return tournaments, latest announced first; see `matches`. With `only`, return the one with that id."""
        t = listed_tournaments.c
        narrowed = [t.position < before] if before is not None else []
        narrowed += [t.tournament_id == only] if only is not None else []
        wanted = select(listed_tournaments).where(*narrowed).order_by(t.position.desc())
        rows = self._select(wanted.limit(max(0, min(limit, MOST + 1))))
        return [ListedTournament(*row) for row in rows]

    def _narrowed(self, wanted: MatchFilter) -> tuple[Select[Any], Any] | None:
        """Return the SELECT for a filter, and the columns of the table whose index gives the order.

        Returns `None` if no match is possible.
        """
        m, s, n = listed_matches.c, listed_seats.c, listed_labels.c
        statement, by = select(listed_matches), m
        if wanted.text.strip() and not wanted.person and self._is_a_person(wanted.text):
            wanted = replace(wanted, text="", person=wanted.text)
        for kind, label in (("event", spelt(wanted.event)), ("tag", spelt(wanted.tag))):
            if label and by is m:
                statement = statement.join_from(listed_labels, listed_matches, n.match_id == m.match_id)
                statement, by = statement.where(n.kind == kind, n.label == label), n
            elif label:
                other = listed_labels.alias().c
                labelled = select(other.match_id).where(other.kind == kind, other.label == label)
                statement = statement.where(m.match_id.in_(labelled))
        if wanted.person:
            people = self.people_like(wanted.person)
            if not people:
                return None
            if by is m and len(people) == 1:
                statement = statement.join_from(listed_seats, listed_matches, s.match_id == m.match_id)
                statement, by = statement.where(s.person == people[0]), s
            else:
                statement = statement.where(m.match_id.in_(select(s.match_id).where(s.person.in_(people))))
        if wanted.text.strip():
            says = self._says(wanted.text)
            if says is None:
                return None
            statement = statement.where(says)
        return statement.where(*self._plain(wanted, by)), by

    def _plain(self, wanted: MatchFilter, by: Any) -> Iterator[ColumnElement[bool]]:
        """Yield the conditions on a match's own row."""
        m = listed_matches.c
        yield m.read_as.is_(None) if wanted.match is None else m.match_id == wanted.match
        if wanted.game:
            yield or_(m.game == wanted.game, and_(m.game.in_(ANY), func.lower(m.title) == wanted.game.lower()))
        if wanted.state:
            fits = {"open": m.closed.is_(None), "finished": m.closed.is_not(None)}.get(wanted.state, false())
            yield or_(fits, m.last > _text(wanted.recent)) if wanted.recent else fits
        if wanted.since is not None:
            yield by.opened >= _text(_about(wanted.since, -OFF))  # uses the index; the next condition is exact
            yield _on_the_clock(wanted.since, until=False)
        if wanted.until is not None:
            yield by.opened < _text(_about(wanted.until, OFF))
            yield _on_the_clock(wanted.until, until=True)

    def _says(self, words: str) -> ColumnElement[bool] | None:
        """Return the condition for a text search, or `None` if it has no results."""
        m, s, n, part = listed_matches.c, listed_seats.c, listed_labels.c, spelt(words)
        games = self._games(part)
        ids = self._ids(words.strip().lower())
        found: list[Select[Any]] = []
        if people := self.people_like(words):
            found.append(select(s.match_id).where(s.person.in_(people)))
        titled = select(n.match_id).where(n.kind == "word", n.label >= part, n.label < part + LAST)
        if self._select(titled.limit(1)):
            found.append(titled)
        ways: list[ColumnElement[bool]] = [m.game.in_(games)] if games else []
        ways += [m.match_id.in_(ids)] if ids else []
        ways += [m.match_id.in_(union(*found) if len(found) > 1 else found[0])] if found else []
        return or_(*ways) if ways else None

    def _is_a_person(self, words: str) -> bool:
        """Return whether a search text is exactly a person's name, and matches nothing else."""
        part = spelt(words)
        n, p = listed_labels.c, listed_people.c
        if not self._select(select(p.person).where(p.spelt == part)) or self._games(part):
            return False
        titled = select(n.match_id).where(n.kind == "word", n.label >= part, n.label < part + LAST)
        return not self._select(titled.limit(1)) and not self._ids(part)

    def _games(self, part: str) -> list[str]:
        return [key for key, title in GAMES.items() if part in spelt(title) or part in key]

    def _ids(self, beginning: str) -> list[str]:
        """Return ids of matches with this prefix."""
        log, e = self.lists.log, events.c
        key = log.backend.in_bytes(e.match_id)
        first = (e.version == literal_column("1"), e.type == "Opened")
        wanted = select(e.match_id).where(key >= beginning, key < beginning + LAST, *first)
        return [row[0] for row in log.select(wanted.limit(PAGE))]

    def _summaries(self, rows: Sequence[Any]) -> list[Summary]:
        s = listed_seats.c
        ids = [row.match_id for row in rows]
        seats: dict[str, list[Any]] = {one: [] for one in ids}
        sitting = select(listed_seats).where(s.match_id.in_(ids)).order_by(s.match_id, s.seat)
        for row in self._select(sitting):
            seats[row.match_id].append(row)
        names = self.lists.called(row.ref for some in seats.values() for row in some)
        return [summary_of(row, seats[row.match_id], names) for row in rows]

    # --- people ---------------------------------------------------------------------------

    def people_like(self, name: str) -> list[str]:
        """Return the person with exactly this name, or else all people whose names contain it."""
        p, words = listed_people.c, spelt(name)
        exact = self._select(select(p.person).where(p.spelt == words))
        return [row[0] for row in exact or self._select(
            select(p.person).where(p.spelt.contains(words, autoescape=True)).limit(MOST))]  # fmt: skip

    def named(self, people: Iterable[str] | None = None) -> dict[str, str]:
        """Return names by random id, of the given people or of all."""
        p = listed_people.c
        found = select(p.person, p.name)
        return {row[0]: row[1] for row in self._select(found if people is None else found.where(p.person.in_(people)))}

    def called_like(self, name: str) -> list[str]:
        """Return the names of people that a name may refer to."""
        p = listed_people.c
        found = select(p.name).where(p.person.in_(self.people_like(name))).order_by(p.spelt)
        return [row[0] for row in self._select(found)]

    def some_names(self) -> list[str]:
        """Return up to `MANY` names, for suggestions when a name is unknown."""
        return [row[0] for row in self._select(select(listed_people.c.name).limit(MANY))]

    def played(self) -> list[str]:
        """Return the names accepted for a game: keys, titles, and titles of free-form games."""
        return [*GAMES, *GAMES.values(), *(one.name.partition(":")[2] for one in self.games())]

    def names(self, most: int = MOST) -> list[str]:
        """Return people's names, in the order of `people`."""
        return [one.name for one in self.people(limit=most)]

    # --- statistics -----------------------------------------------------------------------

    def people(
        self, *, game: str = "", name: str = "", against: str = "", after: int = 0, limit: int = PAGE
    ) -> list[Tally]:
        """Return a tally for each person, most wins first.

        Args:
            game: only matches of this game.
            name: only people whose names contain this.
            against: only matches with this person.
            after: number of rows to skip.
            limit: maximum number of rows.
        """
        t, p = tallies.c, listed_people.c
        others = self.people_like(against) if against else [""]
        wanted = [t.other.in_(others), t.person != "", *_in_game(game)]
        if name:
            wanted.append(t.person.in_(self.people_like(name)))
        sums = self._sums(t.person, *wanted).subquery()
        ranked = select(p.name, *list(sums.c)[1:]).join_from(sums, listed_people, p.person == sums.c.person)
        ranked = ranked.order_by(sums.c.won.desc(), sums.c.matches.desc(), p.spelt).limit(limit).offset(after)
        return [Tally(*row) for row in self._select(ranked)]

    def games(self, game: str = "") -> list[Tally]:
        """Return a tally for each game."""
        t = tallies.c
        found = self._sums(t.game, t.other == "", t.person == "", t.seat == 0, *_in_game(game))
        return merge_titles(Tally(*row) for row in self._select(found))

    def games_of(self, name: str) -> list[Tally]:
        """Return a tally of a person's matches for each game."""
        t = tallies.c
        found = self._sums(t.game, t.other == "", t.person != "", t.person.in_(self.people_like(name)))
        return merge_titles(Tally(*row) for row in self._select(found))

    def seats(self, game: str) -> list[Tally]:
        """Return a tally for each seat of a game, over all people."""
        t = tallies.c
        found = self._sums(t.seat, t.other == "", t.person == "", t.seat > 0, *_in_game(game))
        return [Tally(str(row[0]), *row[1:]) for row in self._select(found.order_by(t.seat))]

    def _sums(self, by: Any, *wanted: Any) -> Select[Any]:
        t = tallies.c
        counts = (t.matches, t.finished, t.decided, t.won, t.ahead, t.behind, t.moves, t.seconds, t.timed, t.told)
        return select(by, *(_whole(func.sum(one)).label(one.name) for one in counts)).where(*wanted).group_by(by)

    def _select(self, statement: Select[Any]) -> list[Any]:
        return self.lists.store.reader.select(statement)


def _whole(total: Any) -> Any:
    """Cast a sum to an integer: PostgreSQL returns a decimal."""
    from sqlalchemy import BigInteger, cast

    return cast(total, BigInteger)


def _about(at: datetime, off: timedelta) -> datetime:
    """Return a time moved by an offset; unchanged if that is beyond the calendar."""
    try:
        return at + off
    except OverflowError:
        return at


def _on_the_clock(at: datetime, *, until: bool) -> ColumnElement[bool]:
    """Return the condition that a match was played before `at` (`until`), or at or after it; see `MatchFilter`."""
    m, shown = listed_matches.c, at.replace(tzinfo=None).isoformat(timespec="minutes")
    if until:
        return or_(and_(m.entered == "", m.opened < _text(at)), and_(m.entered != "", m.entered + "T00:00" < shown))
    entered = m.entered + "T24"  # a day alone lasts until its end
    return or_(and_(m.entered == "", m.opened >= _text(at)), and_(m.entered != "", entered >= shown))


def _text(at: datetime | None) -> str:
    from tablescribe.ledger.read_models.projection import moment

    return moment(at) if at is not None else ""


def _in_game(game: str) -> list[ColumnElement[bool]]:
    """Return the conditions that restrict tallies to a game, given by its key or its free-form title."""
    if not game:
        return []
    t = tallies.c
    named = [func.lower(t.game) == f"{key}:{game}".lower() for key in ANY]
    return [or_(t.game == game, t.game.startswith(f"{game}:", autoescape=True), *named)]


def is_of(game: str, played: str) -> bool:
    """Return whether a tally's key (such as `freeform:Catan`) belongs to a game, given by key or title."""
    key, _, title = played.partition(":")
    return game in ("", key, played) or (key in ANY and title.lower() == game.lower())
