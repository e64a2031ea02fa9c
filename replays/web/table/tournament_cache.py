"""Cached tournaments, and the rights of tournament passes at their matches. Independent of HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import and_, func, literal_column, or_, select

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Announced
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.folding import as_of, revive
from tablescribe.domain.tournament.model.roles import PLAYER
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Standings, standings
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import NoSuchTournament
from tablescribe.ledger.log.schema import events
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.bundles.tournaments import as_public
from tablescribe.ledger.tournaments.publicity import Publicity
from tablescribe.ledger.tournaments.tournament_store import names_in
from tablescribe.replays.web.access.passes import DOOR, SEAT, SPECTATOR, Pass
from tablescribe.replays.web.table.lru_cache import LruCache

MOST_EVENTS = 50_000
"""Maximum number of cached events, about 2 KiB each: fifty large tournaments."""

MOST_MATCHES = 4096
"""Maximum number of matches with cached tournaments that paired them."""

WAITS = 1.0
"""Seconds to wait for an update of the lists with the latest rounds."""

NONE_FOR = 10.0
"""Seconds for which "no tournament paired this match" is cached. Matches are paired before they are opened."""


Value = TypeVar("Value")


class TournamentCache:
    """Returns shared tournaments; callers must not change them."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._erasures = ledger.erasures()
        self._latest: LruCache[tuple[Tournament, int]] = LruCache(MOST_EVENTS, size=lambda one: len(one[0].events))
        self._public: LruCache[tuple[Announced, Tournament]] = LruCache(
            MOST_EVENTS, size=lambda one: len(one[1].events)
        )
        self._standings: LruCache[tuple[Announced, Standings]] = LruCache(512)
        self._paired_by: LruCache[tuple[list[str], float]] = LruCache(MOST_MATCHES)

    def version(self, tournament_id: str) -> int:
        """Return the current number of events of a tournament.

        Raises:
            NoSuchTournament: no tournament has exactly this id.
        """
        e = events.c
        last = select(func.max(e.version)).where(e.match_id == tournament_id).scalar_subquery()
        first = select(e.type).where(e.match_id == tournament_id, e.version == literal_column("1")).scalar_subquery()
        version, kind = self.ledger.log.select(select(last, first))[0]
        if kind != "Announced":
            raise NoSuchTournament(say("there is no tournament {id}", id=tournament_id))
        return int(version)

    def now(self, tournament_id: str) -> Tournament:
        """Return the current tournament.

        Raises:
            NoSuchTournament: no tournament has exactly this id.
            LedgerDamaged: its events cannot be read, or do not follow each other.
        """
        version, (known, erasures) = self.version(tournament_id), self._latest.peek(tournament_id) or (None, 0)
        if known is None or known.version < version or self.ledger.is_stale(tournament_id, erasures):
            erasures = self.forget_erased()  # before texts are read
            known = self.ledger.tournament(tournament_id)
            self._latest.put(tournament_id, (known, erasures))
        return known

    def forget_erased(self) -> int:
        """Drop the cache if anything was erased since; return the number of erasures."""
        now = self.ledger.erasures()
        if self._erasures != now:
            self._latest.clear()
            self._public.clear()
            self._standings.clear()
            self._erasures = now
        return now

    def names(self, tournament: Tournament) -> dict[Ref, str]:
        """Return people's names: see `names_in`."""
        return names_in(self.ledger, tournament)

    def called(self, tournament: Tournament, shown: Publicity) -> dict[Ref, str]:
        """Return people's names for a reader: their names, or their starting numbers."""
        if shown.names:
            return self.names(tournament)
        return {ref: f"#{one.number}" for ref, one in tournament.entrants.items()}

    def public(self, tournament: Tournament, *, words: bool) -> Tournament:
        """Return a tournament as the public may read it, as in bundles; `words`: with reasons and clauses."""
        key = (tournament.id, tournament.version, words)
        return _kept_of(
            self._public, tournament, key, lambda: revive(one for one, _ in as_public(tournament.events, words=words))
        )

    def standings(
        self, tournament: Tournament, *, words: bool, after: int | None = None, ruled: bool = True,
        stage: int | None = None, moment: datetime | None = None,
    ) -> Standings:  # fmt: skip
        """Return the standings after a round, of a stage, as ruled or as played, or as known at a moment.

        `words`: whether the tournament includes texts by users, because standings name the clauses of penalties.

        Raises:
            Refused: there is no such round or stage, or it was not announced by then.
        """
        known = as_of(tournament, moment) if moment is not None else tournament
        key = (known.id, known.version, words, after, ruled, stage)
        return _kept_of(self._standings, known, key, lambda: standings(known, after=after, ruled=ruled, stage=stage))

    def opened(self, match_ids: Iterable[str]) -> set[str]:
        """Return which of some matches have been opened, rather than only paired."""
        e, wanted = events.c, list(match_ids)
        found = self.ledger.log.select(
            select(e.match_id).where(e.match_id.in_(wanted), e.version == literal_column("1"))
        )
        return {str(row[0]) for row in found}

    def position(self, tournament_id: str) -> int:
        """Return the position of the last event that matters to a tournament's pages."""
        found = self.lines(tournament_id, 0)
        return int(found[-1]["position"]) if found else 0

    def lines(self, tournament_id: str, after: int) -> list[dict[str, Any]]:
        """Return the events after a position, with kinds and versions only, so that a page knows to reload.

        They include the opening of matches of the last round, because players can now go to their tables.
        """
        e, seatings = events.c, self.now(tournament_id).seatings[-1:]
        matches = [match for seating in seatings for match in seating.matches]
        ours = or_(e.match_id == tournament_id, and_(e.match_id.in_(matches), e.version == literal_column("1")))
        wanted = select(e.position, e.version, e.type).where(ours, e.position > after)
        found = self.ledger.log.select(wanted.order_by(e.position))
        return [{"position": row[0], "version": row[1], "type": row[2]} for row in found]

    def tournaments_of(self, match_id: str) -> list[str]:
        """Return the tournaments that paired a match: at most one, unless another was forged.

        The lists are updated first, because a round that just started is not in them yet.
        """
        found, until = self._paired_by.peek(match_id) or ([], 0.0)
        if found or time.monotonic() < until:
            return found
        behind = self.ledger.lists.fresh(within=WAITS)
        found = self.ledger.asking.tournaments_of(match_id)
        if found or not behind:
            self._paired_by.put(match_id, (found, time.monotonic() + NONE_FOR))
        return found

    # --- who somebody is ----------------------------------------------------------------------

    def player(self, who: Pass, tournament: Tournament) -> Ref | None:
        """Return the entrant of a player's pass; `None` for other passes."""
        if who.role != PLAYER:
            return None
        return next((ref for ref, one in tournament.entrants.items() if one.number == who.seat), None)

    def at(self, who: Pass, match_id: str) -> Pass:
        """Return the pass that a pass becomes at a match: a tournament's pass is valid at each of its matches.

        Other passes stay unchanged, and so does a pass of a tournament without this match.
        """
        if who.tournament is None or who.match != who.tournament or who.role == DOOR:
            return who
        tournament = self.now(who.tournament)
        place = tournament.table_of(match_id)
        if place is None:
            return who
        pod, mine = tournament.seating(place[0]).pods[place[1] - 1], self.player(who, tournament)
        return who.at(match_id, pod.index(mine) + 1 if mine in pod else None)

    def home(self, who: Pass) -> str:
        """Return the start page of a tournament's pass; players have a page of their own, whatever their table does."""
        assert who.tournament is not None
        return f"/t/{who.tournament}{'/me' if who.role == PLAYER else ''}"

    def _paired(self, who: Pass, match_id: str, paired_by: Sequence[str] | None) -> Iterator[str]:
        if who.tournament is not None:
            yield who.tournament
        yield from self.tournaments_of(match_id) if paired_by is None else paired_by

    def above(self, who: Pass, match_id: str, paired_by: Sequence[str] | None = None) -> dict[str, Any] | None:
        """Return the way back from a match to its tournament: title, round, table, and the page for this pass.

        `None`: no tournament paired it.

        Args:
            paired_by: the tournaments that paired it, if already known. A tournament's pass knows its own tournament,
                and needs no list, which may not have the latest pairing yet.
        """
        for found in self._paired(who, match_id, paired_by):
            now = self.now(found)
            place = now.table_of(match_id)
            if place is None:
                continue
            page = "" if who.match is None else "/board"
            if who.tournament == found:
                page = "/me" if who.role == SEAT else "/board" if who.role == SPECTATOR else ""
            report = now.seating(place[0]).reports.get(place[1])
            how = report.how if report is not None else ""
            return {
                "title": now.plan.title,
                "path": f"/t/{found}{page}",
                "round": place[0],
                "table": place[1],
                "how": how,
                "corrected": report is not None and report.originator_version in now.corrections,
            }
        return None

    def own_table(self, tournament: Tournament, ref: Ref) -> tuple[Seating, int, int] | None:
        """Return the round, table and seat (from 1) of an entrant in the last round; `None` if they have no seat."""
        for seating in tournament.seatings[-1:]:
            for table, pod in enumerate(seating.pods, start=1):
                if ref in pod:
                    return seating, table, pod.index(ref) + 1
        return None

    def ref_of(self, tournament: Tournament, number: int) -> Ref:
        """Return the reference of an entrant by starting number.

        Raises:
            Refused: no entrant has it.
        """
        for ref, one in tournament.entrants.items():
            if one.number == number:
                return ref
        raise Refused(say("no entrant has the starting number {n}", n=number))


def _kept_of(
    cache: LruCache[tuple[Announced, Value]], tournament: Tournament, key: Hashable, make: Callable[[], Value]
) -> Value:
    """Return a value derived from a tournament, cached until its events are read again after an erasure.

    The first event identifies a reading: it is the same object in everything derived from it.
    """
    kept = cache.peek(key)
    if kept is None or kept[0] is not tournament.announced:
        kept = tournament.announced, make()
        cache.put(key, kept)
    return kept[1]
