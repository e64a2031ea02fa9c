"""Matches as they were read last, shared by all who look; what was recorded since is added.

What lies here is only ever read. Who decides anything copies the table first, because deciding makes and unmakes.
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
    """Reads matches for many at once."""

    def __init__(self, ledger: Ledger, most_events: int = MOST_EVENTS) -> None:
        """Keep matches with so many events together at most."""
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
        """Return how many events a match has now.

        Raises:
            NoSuchMatch: there is none of exactly that id.
        """

        def read(cursor: Any) -> Any:
            cursor.execute(self._tail, (match_id, match_id))
            return cursor.fetchone()

        last, opened = self.ledger.log.read(read)
        if opened != "Opened":
            raise NoSuchMatch(say("there is no match {match}", match=match_id))
        return int(last)

    def now(self, match_id: str) -> CachedMatch:
        """Return a match as it stands now.

        Raises:
            NoSuchMatch: there is none of exactly that id.
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
        """Keep a match with its next events, given by their positions, types and bodies; return it."""
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
        """Add what others recorded to matches that are kept, from the log as it was followed: nobody reads it again.

        What does not follow, or has words that can be erased, is left to be read when it is asked for.

        Returns:
            The matches that have come further.

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
        """Return a match at a version or later, for whoever has just recorded that; it is read only if need be.

        Raises:
            NoSuchMatch, LedgerDamaged: see `now`.
        """
        known = self._latest.peek(match_id)
        if known is None or known.match.version < version or self.ledger.is_stale(match_id, known.erasures):
            return self.now(match_id)
        return known

    def at(self, match_id: str, version: int) -> CachedMatch:
        """Return a match as it is kept, if that is at a version; else as it stands now.

        For whoever records at that version: if the match has gone on elsewhere, the ledger refuses what is recorded.

        Raises:
            NoSuchMatch, LedgerDamaged: see `now`.
        """
        known = self._latest.peek(match_id)
        if known is None or known.match.version != version or self.ledger.is_stale(match_id, known.erasures):
            return self.now(match_id)
        return known

    def come_to(self, match_id: str, position: int) -> CachedMatch:
        """Return a match with all that was recorded in it up to a position; it is read only if need be.

        Raises:
            NoSuchMatch, LedgerDamaged: see `now`.
        """
        known = self._latest.peek(match_id)
        if known is None or known.positions[-1] < position or self.ledger.is_stale(match_id, known.erasures):
            return self.now(match_id)
        return known

    def kept_at(self, match_id: str, position: int) -> CachedMatch | None:
        """Return a match as it is kept, if it has come to a position and has no words that can be erased."""
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
        """Take a match as a recorder left it, with the moves that were recorded at last: nobody folds them anew.

        Where somebody else recorded in between, or something else than moves, it is read when it is asked for; so is a
        match that was read before something was erased.
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
        for move in added:  # as others will read it: what was decided may hold values that are written otherwise
            match.moves[move.number] = move
        positions = (*known.positions, *(position for _, position in recorded))
        self._latest.put(match.id, CachedMatch(match, (*known.events, *added), positions, known.erasures))

    def before(self, match_id: str, moment: datetime) -> CachedMatch:
        """Return a match as it stood at a moment: for those who follow with a delay. The set-up is always told."""
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
        """Return the events of a match in words, as a viewer may read them, those after a version.

        Only those that nobody asked for yet are put into words: who looks at the latest does not wait for all.
        """
        key = (folded.match.id, viewer, folded.erasures)
        worded = self._told.get(key, WordedEvents)
        before = len(worded.lines)
        found = worded.read(folded, viewer, after)
        if len(worded.lines) != before:
            self._told.put(key, worded)  # it has grown
        return found

    def kept_lines(self, folded: CachedMatch, viewer: Viewer, after: int) -> list[dict[str, Any]] | None:
        """Return what `lines` does if all of it was put into words before, and none of it can turn out to be open."""
        worded = self._told.peek((folded.match.id, viewer, folded.erasures))
        return worded.kept(folded, after) if worded is not None else None

    def audit(self, folded: CachedMatch) -> Audit:
        """Return the audit of a match at that version, with what the ledger knows of the same people."""
        match = folded.match

        def make() -> Audit:
            return audit(
                match,
                results=self._results(folded),
                former=former_of(self.ledger, match),
                seed=seed,
                sources=sources_of(self.ledger, match),
            )

        seed = told_seed(self.ledger, match)  # it may come after the last event of the match
        found = self._audits.get((match.id, len(folded.events), seed is not None, folded.erasures), make)
        earlier = self._of_earlier.get((match.id, len(folded.events), self._beside()), lambda: self._look_back(match))
        return replace(found, findings=(*found.findings, *earlier))

    def known_keys(self, folded: CachedMatch) -> dict[str, KnownKey]:
        """Return by holder which key the person there had in the latest other match."""
        match = folded.match
        return self._known.get((match.id, self._beside()), lambda: known_keys(self.ledger, match))

    def standings(self, folded: CachedMatch) -> list[KeyStanding]:
        """Return every key of a match as it stood at that version."""
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
