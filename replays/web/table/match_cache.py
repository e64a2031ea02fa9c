"""A shared cache of matches, kept up to date with new events.

Cached matches are read-only. To decide anything, copy the table first, because deciding changes and restores it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from eventsourcing.persistence import Notification, StoredEvent
from sqlalchemy import bindparam, func, literal_column, select

from tablescribe.domain.games import project, revive
from tablescribe.domain.match.description import DATA
from tablescribe.domain.match.events import CLOSING, AnyEvent, Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import TITLE
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.ledger.log.schema import events, identities
from tablescribe.ledger.log.texts import has_words
from tablescribe.ledger.matches.ledger import Ledger, readable
from tablescribe.ledger.matches.prior_conduct import KnownKey, known_keys
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.matches.series import former_of
from tablescribe.ledger.matches.source_logs import sources_of
from tablescribe.ledger.proofs.keys.signing import result_rows
from tablescribe.ledger.read_models.durations import minutes_of
from tablescribe.ledger.read_models.summaries import Summary
from tablescribe.ledger.tournaments.seeds import told_seed
from tablescribe.replays.auditing.audit import Audit, audit
from tablescribe.replays.auditing.findings import Finding
from tablescribe.replays.auditing.key_standing import KeyStanding, standings
from tablescribe.replays.auditing.prior_conduct import of_earlier
from tablescribe.replays.reading.discretion import Viewer
from tablescribe.replays.web.table.cached_match import CachedMatch
from tablescribe.replays.web.table.called_people import CalledPeople
from tablescribe.replays.web.table.interning import shared
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.table.sentences import Sentences
from tablescribe.replays.web.table.worded_events import WordedEvents

EVENT_KIB = 1.5
"""What an event of a match that is kept takes, about."""

MOST_EVENTS = 50_000
"""Events of matches that are kept, unless the service is told otherwise: a hundred long matches."""

MOST_LINES = 100_000
"""Lines in words that are kept, about 2 KiB each, counted for each kind of viewer."""


class MatchCache:
    """Returns shared matches; callers must copy the table before deciding anything."""

    def __init__(self, ledger: Ledger, most_events: int = MOST_EVENTS) -> None:
        """Cache matches up to this total number of events."""
        self.ledger = ledger
        self._scribe = Scribe(ledger)
        self._tail = _tail(ledger)
        self._latest: LruCache[CachedMatch] = LruCache(most_events, size=lambda folded: len(folded.events))
        self._earlier: LruCache[CachedMatch] = LruCache(128)
        self._told: LruCache[WordedEvents] = LruCache(MOST_LINES, size=lambda told: len(told.lines))
        self.sentences = Sentences()
        self.called = CalledPeople(ledger)
        self._audits: LruCache[Audit] = LruCache(64)
        self._of_earlier: LruCache[tuple[Finding, ...]] = LruCache(64)
        self._known: LruCache[dict[str, KnownKey]] = LruCache(256)
        self._erasures = ledger.erasures()

    def version(self, match_id: str) -> int:
        """Return the current number of events of a match.

        Raises:
            NoSuchMatch: no match has exactly this id.
        """

        def read(cursor: Any) -> Any:
            cursor.execute(self._tail, (match_id, match_id))
            return cursor.fetchone()

        last, opened = self.ledger.log.read(read)
        if opened != "Opened":
            raise NoSuchMatch(say("there is no match {match}", match=match_id))
        return int(last)

    def now(self, match_id: str) -> CachedMatch:
        """Return the current match.

        Raises:
            NoSuchMatch: no match has exactly this id.
            LedgerDamaged: its events cannot be read, or do not follow each other.
        """
        known = self._latest.peek(match_id)
        if known is not None and self.ledger.is_stale(match_id, known.erasures):
            self.forget()
            known = None
        if known is None:
            self.version(match_id)  # raises if that is no match
        erasures = known.erasures if known is not None else self.ledger.erasures()  # before words are read
        rows = self.ledger.rows_told(match_id, after=known.match.version if known is not None else 0)
        if known is not None and not rows:
            return known
        return self._go_on(match_id, known, [(row.position, row.type, row.body) for row in rows], erasures)

    def _go_on(
        self, match_id: str, known: CachedMatch | None, stored: Iterable[tuple[int, str, bytes]], erasures: int
    ) -> CachedMatch:
        """Store a match with its next events, given by position, type and body; return it."""
        with readable(match_id):
            added = [(position, shared(cast(AnyEvent, decode(kind, body)))) for position, kind, body in stored]
            match = project(known.match.copy() if known is not None else None, [event for _, event in added])
        assert match is not None
        before = (known.events, known.positions) if known is not None else ((), ())
        latest = CachedMatch(
            match, (*before[0], *(event for _, event in added)), (*before[1], *(at for at, _ in added)), erasures
        )
        self._latest.put(match_id, latest)
        return latest

    def take_in(self, recorded: Iterable[Notification]) -> list[Match]:
        """Add events recorded by others to cached matches, from the followed log, without reading them again.

        Events that do not follow, or that have erasable texts, are left to be read on demand.

        Returns:
            The matches that have advanced.

        Raises:
            LedgerDamaged: see `now`.
        """
        found = dict[str, Match]()
        for match_id, told in _by_match(recorded).items():
            known = self._latest.peek(match_id)
            if known is None or self.ledger.has_words(match_id):
                continue
            new = [one for one in told if one.originator_version > known.match.version]
            follow = all(one.originator_version == n for n, one in enumerate(new, start=known.match.version + 1))
            if new and follow and not any(has_words(one.topic, one.state) for one in new):
                stored = [(one.id, one.topic, one.state) for one in new]
                found[match_id] = self._go_on(match_id, known, stored, known.erasures).match
        return [*found.values()]

    def at_least(self, match_id: str, version: int) -> CachedMatch:
        """Return a match at this version or later, for a caller that has just recorded it; read only if necessary.

        Raises:
            NoSuchMatch, LedgerDamaged: see `now`.
        """
        known = self._latest.peek(match_id)
        if known is None or known.match.version < version or self.ledger.is_stale(match_id, known.erasures):
            return self.now(match_id)
        return known

    def at(self, match_id: str, version: int) -> CachedMatch:
        """Return the cached match if it is at this version, else the current match.

        For recording at that version: if the match has advanced elsewhere, the ledger refuses the record.

        Raises:
            NoSuchMatch, LedgerDamaged: see `now`.
        """
        known = self._latest.peek(match_id)
        if known is None or known.match.version != version or self.ledger.is_stale(match_id, known.erasures):
            return self.now(match_id)
        return known

    def come_to(self, match_id: str, position: int) -> CachedMatch:
        """Return a match with all its events up to a position; read only if necessary.

        Raises:
            NoSuchMatch, LedgerDamaged: see `now`.
        """
        known = self._latest.peek(match_id)
        if known is None or known.positions[-1] < position or self.ledger.is_stale(match_id, known.erasures):
            return self.now(match_id)
        return known

    def kept_at(self, match_id: str, position: int) -> CachedMatch | None:
        """Return the cached match if it has reached a position and has no erasable texts; else `None`."""
        known = self._latest.peek(match_id)
        return known if known and known.positions[-1] >= position and not self.ledger.has_words(match_id) else None

    def forget(self) -> None:
        """Keep nothing of any match, as words of some are erased."""
        for kept in (
            self._latest, self._earlier, self._told, self.called, self._audits, self._of_earlier, self._known,
        ):  # fmt: skip
            kept.clear()
        self.sentences.clear()

    def forget_erased(self) -> None:
        """Forget what is kept if something was erased since, though nobody asks for it."""
        now = self.ledger.erasures()
        if self._erasures != now:
            self.forget()
            self._erasures = now

    def leave(self, match: Match, recorded: Sequence[tuple[StoredEvent, int]]) -> None:
        """Store a match as a recorder left it, with the moves just recorded, so that nobody has to apply them again.

        If another recorder was in between, or more than moves was recorded, the match is read on demand. So is a match
        that was read before an erasure.
        """
        known = self._latest.peek(match.id)
        if (
            known is None
            or match.opened is not known.match.opened
            or known.match.version + len(recorded) != match.version
        ):
            return
        if any(stored.topic != Played.__name__ for stored, _ in recorded):
            return
        added = [cast(Played, shared(cast(AnyEvent, decode(stored.topic, stored.state)))) for stored, _ in recorded]
        for move in added:  # decode it as others will: values can change their form when encoded
            match.moves[move.number] = move
        positions = (*known.positions, *(position for _, position in recorded))
        self._latest.put(match.id, CachedMatch(match, (*known.events, *added), positions, known.erasures))

    def before(self, match_id: str, moment: datetime) -> CachedMatch:
        """Return a match as of a moment, for followers with a delay. The set-up is always included."""
        latest = self.now(match_id)
        version = max(1, sum(event.at <= moment for event in latest.events))
        if version == len(latest.events):
            return latest

        def fold() -> CachedMatch:
            match = revive(latest.events[:version])
            assert match is not None
            return CachedMatch(match, latest.events[:version], latest.positions[:version], latest.erasures)

        return self._earlier.get((match_id, version, latest.erasures), fold)

    def lines(self, folded: CachedMatch, viewer: Viewer, after: int = 0) -> list[dict[str, Any]]:
        """Return the events of a match after a version in words, as a viewer may read them.

        Only events without cached words are worded, so readers of the latest ones do not wait for all.
        """
        key = (folded.match.id, viewer, folded.erasures)
        worded = self._told.get(key, WordedEvents)
        before = len(worded.lines)
        found = worded.read(folded, viewer, after)
        if len(worded.lines) != before:
            self._told.put(key, worded)  # it has grown
        return found

    def kept_lines(self, folded: CachedMatch, viewer: Viewer, after: int) -> list[dict[str, Any]] | None:
        """Return the same as `lines` if all are cached and none can become public later; else `None`."""
        worded = self._told.peek((folded.match.id, viewer, folded.erasures))
        return worded.kept(folded, after) if worded is not None else None

    def audit(self, folded: CachedMatch) -> Audit:
        """Return the audit of a match at that version, including the ledger's findings about the same people."""
        match = folded.match

        def make() -> Audit:
            return audit(
                match,
                results=self._results(folded),
                former=former_of(self.ledger, match),
                seed=seed,
                sources=sources_of(self.ledger, match),
            )

        seed = told_seed(self.ledger, match)  # it may be revealed after the match's last event
        found = self._audits.get((match.id, len(folded.events), seed is not None, folded.erasures), make)
        earlier = self._of_earlier.get((match.id, len(folded.events), self._beside()), lambda: self._look_back(match))
        return replace(found, findings=(*found.findings, *earlier))

    def known_keys(self, folded: CachedMatch) -> dict[str, KnownKey]:
        """Return, by holder, the key that the person had in their latest other match."""
        match = folded.match
        return self._known.get((match.id, self._beside()), lambda: known_keys(self.ledger, match))

    def standings(self, folded: CachedMatch) -> list[KeyStanding]:
        """Return the status of every key of a match at that version."""
        return standings(folded.match, self._results(folded), self.known_keys(folded))

    def _results(self, folded: CachedMatch) -> tuple[Row, ...]:
        return result_rows(self.ledger.log.rows(folded.match.id)) if folded.match.closed is not None else ()

    def _look_back(self, match: Match) -> tuple[Finding, ...]:
        return tuple(of_earlier(self.ledger, match))

    def _beside(self) -> tuple[int, int]:
        """Return what changes with everything that is known from other matches: their events, and people's names."""
        e = events.c
        last = select(e.position).where(e.type.in_(("Opened", *CLOSING, "Enrolled", "EnrolledBy")))
        found = self.ledger.log.select(last.order_by(e.position.desc()).limit(1))
        named = identities.c.salt != b""  # who was erased is no one; what lies beside names has no salt
        people = self.ledger.log.select(select(func.count()).select_from(identities).where(named))[0][0]
        return (int(found[0][0]) if found else 0), int(people)

    def names(self, match: Match) -> list[str]:
        """Return the names of the seats, as they are known; an unknown or erased person is `seat 2`."""
        return [name or f"seat {k}" for k, name in enumerate(self.people(match), start=1)]

    def people(self, match: Match) -> tuple[str, ...]:
        """Return what people are called here, by seat; an unknown or erased one is empty."""
        return self.called.now(match)

    def people_as_answered(self, match: Match) -> tuple[str, ...]:
        """Return what people were called when the last move was answered; as now, where nobody has asked since.

        For followers, who are told that move a moment later, and in the same words.
        """
        found = self.called.kept(match)
        return found if found is not None else self.people(match)

    def summary_of(self, folded: CachedMatch) -> Summary:
        """Return the line for a match as it stood then."""
        match, told = folded.match, folded.events
        names = tuple(self.names(match))
        said = match.descriptions[-1] if match.descriptions else None
        data = {name: getattr(said, name) for name in (*DATA, "tags")} if said is not None else {}
        if title := getattr(match.opening.options, TITLE, "") or getattr(match.opening.catalogue, TITLE, ""):
            data.setdefault(TITLE, title)
        minutes = minutes_of(getattr(match.opening.options, "minutes", None))
        return Summary(
            match.id, match.opened.game, match.opened.at, names, len(told), len(match.line.numbers) - 1, told[-1].at,
            match.result, **data, void=not match.counts, corrected=match.corrections.amended is not None,
            position=folded.positions[0], closed=match.closed.at if match.closed else None,
            minutes=minutes,
        )  # fmt: skip


class PseudonymousCache(MatchCache):
    """Reads matches of tournaments for those who are not told names: people are their starting numbers."""

    def __init__(self, ledger: Ledger, number: Callable[[str], int | None]) -> None:
        """Read them; `number` tells a starting number by the reference."""
        super().__init__(ledger)
        self._number = number

    def people(self, match: Match) -> tuple[str, ...]:
        """Return the starting numbers of the seats; the empty text for who has none."""
        found = [self._number(seat.ref) for seat in match.opened.seats]
        return tuple(f"#{one}" if one is not None else "" for one in found)


def _tail(ledger: Ledger) -> str:
    """Return the statement that everybody asks all the time, in the database's own text: made once."""
    e, one = events.c, bindparam("match_id", type_=events.c.match_id.type)
    last = select(func.max(e.version)).where(e.match_id == one).scalar_subquery()
    opened = select(e.type).where(e.match_id == one, e.version == literal_column("1")).scalar_subquery()
    return str(select(last, opened).compile(dialect=ledger.log.engine.dialect))


def _by_match(recorded: Iterable[Notification]) -> dict[str, list[Notification]]:
    found = dict[str, list[Notification]]()
    for one in recorded:
        found.setdefault(str(one.originator_id), []).append(one)
    return found
