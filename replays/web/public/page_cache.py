"""A cache of public tournament pages, each rendered and compressed once per version and language.

The pages depend on the reader only by the language and by whether names are shown, so they are cached as bytes. A
client that has the current page gets 304 (RFC 9110, 13.1.2).
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
"""Seconds for which a version is trusted without a notification; recording in this process notifies at once."""

LONGEST_READING = 60.0
"""Maximum duration of reading a tournament, in seconds."""

MOST_BYTES = 48 * 1024 * 1024
"""Size of cached pages, compressed and not, in bytes."""

MOST_STANDINGS = 64
"""Maximum number of cached standings per version of a tournament."""

WARM = 8
"""Number of pages rendered before followers are notified, because all of them ask at once."""

THREADS = 2
"""Threads that render pages, separate so that recording never waits behind readers."""

PICTURE, CARD = "image/svg+xml", "image/png"
MEDIA = {"svg": PICTURE, "xml": "application/atom+xml", "txt": "text/plain", "ics": "text/calendar", "png": CARD}
"""Media types of templates, by the suffix of the name; all others are HTML pages."""


@dataclass(frozen=True)
class CachedTournament:
    """A tournament as a group of readers may read it.

    Attributes:
        now: the tournament, without texts by users if those are not shown.
        names: people's names, or their starting numbers if names are not shown.
        tag: a version of all these contents.
        starts: a version of the times of starts and of the tags, which are not in the log.
        mark: the prefix of table numbers, in a section of a festival.
    """

    now: Tournament
    names: Mapping[Ref, str]
    shown: Publicity
    tag: str
    starts: str = ""
    mark: str = ""
    counted: dict[Any, Standings] = field(default_factory=dict, compare=False)

    def standings(self, then: Tournament, **which: Any) -> Standings:
        """Return its standings, current or past, from the cache. Officials have others, which name clauses."""
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
"""A view: returns the template of a page and its contents."""


Asked = tuple[View, tuple[tuple[str, Any], ...], str, Publicity | None]
"""The key of a page: view, arguments, language, and what the reader may see."""


@dataclass(frozen=True)
class CachedPage:
    """A rendered page."""

    body: bytes
    packed: bytes
    tag: str
    media: str = "text/html"

    def answer(self, request: Request) -> Response:
        """Return the response to a request: the page, or 304 if the client has it."""
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
    """A tournament as it was read, with the times when reading began and ended; events in between may be missing."""

    found: CachedTournament
    began: float
    ended: float


class PageCache:
    """Renders and caches pages."""

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
        """Return the current tournament as everybody may read it, or with the rights `told`.

        Raises:
            NoSuchTournament: no tournament has exactly this id.
        """
        hall, ledger = self.queries.hall, self.queries.ledger
        began = time.monotonic()
        erasures = hall.forget_erased()
        if self._erasures != erasures:  # pages may contain texts that were erased since
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
        """Invalidate a tournament, including one being read: something was recorded in it."""
        now = time.monotonic()
        if len(self._recorded) > 4096:
            self._recorded = {one: at for one, at in self._recorded.items() if now - at < LONGEST_READING}
        self._recorded[tournament_id] = now

    async def now(self, tournament_id: str, told: Publicity | None = None) -> CachedTournament:
        """Return the current tournament; simultaneous callers share one reading."""
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
        """Return a page of the current tournament, rendered by the first caller."""
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
        """Remember which pages people look at, the latest last."""
        recent = self._asked.setdefault(tournament_id, OrderedDict())
        recent[asked] = None
        recent.move_to_end(asked)
        if len(recent) > WARM:
            recent.popitem(last=False)
        if len(self._asked) > 256:
            self._asked.clear()

    async def warm(self, tournament_id: str) -> None:
        """Render the pages that people look at for the current version."""
        for view, args, language, told in list(self._asked.get(tournament_id, ())):
            with suppress(Spoken):  # a page that no longer exists
                await self.page(tournament_id, view, dict(args), language, told)

    def made(self, known: CachedTournament, view: View, args: Mapping[str, Any], language: str) -> CachedPage:
        """Render a page."""
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
