"""Pages of tournaments for everybody: made once a version and language, kept packed, handed out to all who look.

Nothing on them depends on who asks but the language and whether names are shown, so they can be kept as bytes.
Whoever has one as it is now is told so (RFC 9110, 13.1.2).
"""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import Request
from starlette.responses import Response

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Standings, standings
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.tournaments.festivals import mark_of
from tablescribe.ledger.tournaments.publicity import Publicity, shown
from tablescribe.ledger.tournaments.round_starts import changes_told, times_told
from tablescribe.ledger.tournaments.tags import tags_of
from tablescribe.replays.pictures.cards import card_png
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.http.compression import takes_gzip
from tablescribe.replays.web.http.i18n import LANGUAGES, translator
from tablescribe.replays.web.http.templates import environment
from tablescribe.replays.web.pages.static_files import STATIC
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.table.queries import Queries

AGE = 1.0
"""Seconds for which a version is believed that nobody told to be old; recording here tells it at once."""

LONGEST_READING = 60.0
"""Seconds after which no tournament is still being read."""

MOST_BYTES = 48 * 1024 * 1024
"""Bytes of pages that are kept, packed and unpacked."""

MOST_STANDINGS = 64
"""Standings that are kept of a version of a tournament."""

WARM = 8
"""Pages of a tournament that are made anew before followers are told, as they all ask for them at once."""

THREADS = 2
"""Threads in which pages are made: of their own, so that nobody who records waits behind those who look."""

PICTURE, CARD = "image/svg+xml", "image/png"
MEDIA = {"svg": PICTURE, "xml": "application/atom+xml", "txt": "text/plain", "ics": "text/calendar", "png": CARD}
"""What a template makes, by the end of its name; all others are pages."""


@dataclass(frozen=True)
class CachedTournament:
    """A tournament as some readers may read it.

    Attributes:
        now: it, without what people wrote, where that is not shown.
        names: what people are called: starting numbers, where names are not shown.
        tag: changes with everything that stands in here.
        starts: changes with the times at which rounds start, and with tags: these are in no log.
        mark: what stands before its table numbers, where it is a section of a festival.
    """

    now: Tournament
    names: Mapping[Ref, str]
    shown: Publicity
    tag: str
    starts: str = ""
    mark: str = ""
    counted: dict[Any, Standings] = field(default_factory=dict, compare=False)

    def standings(self, then: Tournament, **which: Any) -> Standings:
        """Return standings of it, as it is or was: counted once. Those of officials are others: they name clauses."""
        key = (then.version, *sorted(which.items()))
        if key not in self.counted:
            if len(self.counted) >= MOST_STANDINGS:
                self.counted.clear()
            self.counted[key] = standings(then, **which)
        return self.counted[key]

    @property
    def base(self) -> str:
        """The path of its pages."""
        return f"/t/{self.now.id}"


View = Callable[[Queries, CachedTournament, Reader, Mapping[str, Any]], tuple[str, dict[str, Any]]]
"""What makes a page: returns its template and what stands in it."""


Asked = tuple[View, tuple[tuple[str, Any], ...], str, Publicity | None]
"""Which page somebody asks for: its view and arguments, the language, and what is shown to them."""


@dataclass(frozen=True)
class CachedPage:
    """A page as it goes out."""

    body: bytes
    packed: bytes
    tag: str
    media: str = "text/html"

    def answer(self, request: Request) -> Response:
        """Return the answer to a request: the page, or that it is still the same."""
        headers = {"Cache-Control": "no-cache", "ETag": self.tag, "Vary": "Cookie, Accept-Language, Accept-Encoding"}
        if self.media == PICTURE:
            headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if takes_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.packed, media_type=self.media, headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.body, media_type=self.media, headers=headers)


@dataclass(frozen=True)
class _Reading:
    """A tournament as it was found, and when reading it began and ended: what is recorded in between may be missing."""

    found: CachedTournament
    began: float
    ended: float


class PageCache:
    """Makes and keeps pages."""

    def __init__(self, queries: Queries) -> None:
        self.queries = queries
        self._known: dict[tuple[str, Publicity | None], _Reading] = {}
        self._recorded: dict[str, float] = {}
        self._pages: LruCache[CachedPage] = LruCache(MOST_BYTES, size=lambda one: len(one.body) + len(one.packed))
        self._making: dict[Any, asyncio.Lock] = {}
        self._asked: dict[str, OrderedDict[Asked, None]] = {}
        self._erasures = queries.ledger.erasures()
        self._threads = CapacityLimiter(THREADS)

    def known(self, tournament_id: str, told: Publicity | None = None) -> CachedTournament:
        """Return a tournament as it stands now, as everybody may read it or as `told` says.

        Raises:
            NoSuchTournament: there is none of exactly that id.
        """
        hall, ledger = self.queries.hall, self.queries.ledger
        began = time.monotonic()
        erasures = hall.forget_erased()
        if self._erasures != erasures:  # pages may have words that are erased since
            self._pages.clear()
            self._erasures = erasures
        now, show = hall.now(tournament_id), told if told is not None else shown(ledger, tournament_id)
        names = hall.called(now, show)
        called = sha256(repr(sorted(names.items())).encode()).hexdigest() if show.names else ""
        beside = (times_told(ledger, now.id), changes_told(ledger, now.id), tags_of(ledger, now.id))
        starts = sha256(repr(beside).encode()).hexdigest()[:12]
        mark = mark_of(ledger, tournament_id)
        tag = f"{now.version} {erasures} {show} {called} {starts} {mark}"
        before = self._known.get((tournament_id, told))
        if before is not None and before.found.tag == tag:
            found = before.found
        else:
            told_now = now if told is not None else hall.public(now, words=show.words)
            found = CachedTournament(told_now, names, show, tag, starts, mark)
        if before is None or before.found.now.version <= now.version:
            if len(self._known) > 256:
                self._known.clear()
            self._known[tournament_id, told] = _Reading(found, began, time.monotonic())
        return found

    def outdated(self, tournament_id: str) -> None:
        """Believe nothing that is known of a tournament, or being read now: something was recorded in it."""
        now = time.monotonic()
        if len(self._recorded) > 4096:
            self._recorded = {one: at for one, at in self._recorded.items() if now - at < LONGEST_READING}
        self._recorded[tournament_id] = now

    async def now(self, tournament_id: str, told: Publicity | None = None) -> CachedTournament:
        """Return a tournament as it stands now; many who ask at once are one."""
        key = (tournament_id, told)
        if (found := self._fresh(key)) is not None:
            return found
        async with self._lock(key):
            if (found := self._fresh(key)) is not None:
                return found
            return await to_thread.run_sync(self.known, tournament_id, told, limiter=self._threads)

    def _fresh(self, key: tuple[str, Publicity | None]) -> CachedTournament | None:
        known = self._known.get(key)
        if known is None or time.monotonic() - known.ended >= AGE or known.began <= self._recorded.get(key[0], 0.0):
            return None
        return known.found

    async def page(
        self, tournament_id: str, view: View, args: Mapping[str, Any], language: str, told: Publicity | None = None
    ) -> CachedPage:
        """Return a page of a tournament as it stands now: made by whoever asks first."""
        known = await self.now(tournament_id, told)
        self._remember(tournament_id, (view, tuple(sorted(args.items())), language, told))
        key = (tournament_id, known.tag, view.__name__, tuple(sorted(args.items())), language)
        found = self._pages.peek(key)
        if found is None:
            async with self._lock(key):
                found = self._pages.peek(key)
                if found is None:
                    found = await to_thread.run_sync(self.made, known, view, args, language, limiter=self._threads)
                    self._pages.put(key, found)
        return found

    def _remember(self, tournament_id: str, asked: Asked) -> None:
        """Keep in mind which pages people look at, those asked for last at the end."""
        recent = self._asked.setdefault(tournament_id, OrderedDict())
        recent[asked] = None
        recent.move_to_end(asked)
        if len(recent) > WARM:
            recent.popitem(last=False)
        if len(self._asked) > 256:
            self._asked.clear()

    async def warm(self, tournament_id: str) -> None:
        """Make the pages that people look at, as they are now."""
        for view, args, language, told in list(self._asked.get(tournament_id, ())):
            with suppress(Spoken):  # what there was and is no more
                await self.page(tournament_id, view, dict(args), language, told)

    def made(self, known: CachedTournament, view: View, args: Mapping[str, Any], language: str) -> CachedPage:
        """Return a page, made anew."""
        template, context = view(self.queries, known, Reader(None, language), args)
        reader = Reader(None, language)
        html = environment().get_template(template).render(
            _=translator(language), lang=language, languages=LANGUAGES, who=None, path=known.base, static=STATIC,
            held=[], known=known, now=known.now, plan=known.now.plan, names=known.names, base=known.base,
            tell=reader.sentence, args=args, mark=known.mark, **context,
        )  # fmt: skip
        media = MEDIA.get(template.rpartition(".")[2], "text/html")
        body = card_png(html) if media == CARD else html.encode()
        tag = f'W/"{sha256(body).hexdigest()[:24]}"'
        return CachedPage(body, gzip.compress(body, 6, mtime=0), tag, media)

    def _lock(self, key: Any) -> asyncio.Lock:
        if len(self._making) > 4096:
            self._making = {one: lock for one, lock in self._making.items() if lock.locked()}
        return self._making.setdefault(key, asyncio.Lock())
