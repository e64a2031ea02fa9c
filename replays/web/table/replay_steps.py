"""A match step by step for the replay page: pages of steps, the chart, and thumbnails for lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from typing import Any

import msgspec

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.names import score
from tablescribe.replays.pictures.pictures import thumbnail
from tablescribe.replays.pictures.steps import PAGE, StepTeller, Walk, branches, walk_through
from tablescribe.replays.reading.discretion import Viewer, seen
from tablescribe.replays.reading.outcome import won
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.table.cached_match import CachedMatch
from tablescribe.replays.web.table.chart import Chart, chart, thinned
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.table.object_pool import ObjectPool
from tablescribe.replays.web.table.queries import Queries

MOST_BYTES = 64 * 1024 * 1024
"""Size of cached pages of steps, in bytes."""

MOST_CURSORS = 64


EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"></svg>'
"""The thumbnail of a match that is not dealt yet."""


class ReplaySteps:
    """Returns matches step by step, as each viewer may see them."""

    def __init__(self, queries: Queries) -> None:
        self.queries = queries
        self._pages: LruCache[bytes] = LruCache(MOST_BYTES, size=len)
        self._charts: LruCache[tuple[Sequence[Sequence[int | None]], Sequence[int]]] = LruCache(256)
        self._variations: LruCache[list[list[int]]] = LruCache(256)
        self._branches: LruCache[dict[int, list[tuple[int, int]]]] = LruCache(256)
        self._thumbnails: LruCache[str] = LruCache(512)
        self._cursors: ObjectPool[Timeline] = ObjectPool(MOST_CURSORS)

    def calling_people(self) -> ReplaySteps:
        """Return a copy for one request whose texts name the people in the seats."""
        beside = copy(self)
        beside.queries = self.queries.calling_people()
        return beside

    # --- steps --------------------------------------------------------------------------------

    def first(self, who: Pass, match_id: str, number: int | None, language: str = ENGLISH) -> dict[str, Any]:
        """Return what the replay page shows before scripts run: one step, and the lines around it.

        Raises:
            NoSuchMove: there is none of that number.
        """
        folded, viewer = self._looked_at(who, match_id)
        match = folded.match
        number = match.head if number is None else number
        match.line.counts(number)  # raises where there is no such move
        way, reader = self._way(match, number), self.queries.reader(match, language)
        at = match.line.depth[number]
        with self._teller(folded, viewer, language) as teller:
            begin = at - at % PAGE
            lines = teller.lines(way, begin, min(begin + PAGE, len(way.numbers)))
            step, drawn = teller.step(number), teller.panels(number)
        book, heading = match.opening.game.rulebook, self.queries.heading(folded, language)
        end = len(way.numbers) - 1
        beside = {"first": 0, "back": at - 1, "forward": at + 1, "last": end}
        beside |= {"earlier": begin - 1, "later": begin + PAGE}
        return {
            "match": heading,
            "step": step,
            "scene": drawn,
            "lines": lines,
            "branches": self._parting(match),
            "texts": teller.texts([step]),
            "spoken": book.language(language),
            "at": at,
            "total": len(way.numbers),
            "left": way.left,
            "beside": {name: way.numbers[min(max(n, 0), end)] for name, n in beside.items()},
            "won": won(match, [one["name"] for one in heading["seats"]], reader),
            "chart": self.chart(folded, viewer, [one["name"] or one["label"] for one in heading["seats"]]),
        }

    def page(
        self, who: Pass, match_id: str, *, at: int | None, move: int | None, left: int | None, language: str = ENGLISH
    ) -> bytes:
        """Return a page of steps as JSON: that of a move, or of a position on the current or an abandoned line.

        Raises:
            NoSuchMove: there is none of that number.
        """
        folded, viewer = self._looked_at(who, match_id)
        match = folded.match
        number = move if move is not None else left if left is not None else match.head
        match.line.counts(number)
        way = self._way(match, number)
        place = match.line.depth[number] if at is None else min(at, len(way.numbers) - 1)
        begin = place - place % PAGE
        key = (match_id, match.version, way.left, begin, viewer, language, self.queries.reader(match).people)

        def fresh() -> bytes:
            with self._teller(folded, viewer, language) as teller:
                found = teller.page(way, begin)
            parting = self._parting(match)
            for line in found["lines"]:
                if line["move"] in parting:
                    line["branches"] = parting[line["move"]]
            return msgspec.json.encode(found)

        return self._pages.get(key, fresh)

    def _looked_at(self, who: Pass, match_id: str) -> tuple[CachedMatch, Viewer]:
        folded = self.queries.folded(who, match_id)
        folded.match.check_dealt()
        return folded, self.queries.viewer(who, folded.match)

    def _way(self, match: Match, number: int) -> Walk:
        return walk_through(match.line, number, None if match.line.counts(number) else self._left(match))

    def _left(self, match: Match) -> list[list[int]]:
        """Return the abandoned lines; cached per version, because finding them reads all moves."""
        return self._variations.get((match.id, match.version), match.line.variations)

    def _parting(self, match: Match) -> dict[int, list[tuple[int, int]]]:
        return self._branches.get((match.id, match.version), lambda: branches(match.line, self._left(match)))

    def _near(self, match: Match) -> AbstractContextManager[Timeline]:
        """Lend a timeline of the match at the position last viewed, which is probably near."""
        return self._cursors.lend((match.id, match.version), lambda: Timeline(match), lambda one: one.match is match)

    @contextmanager
    def _teller(self, folded: CachedMatch, viewer: Viewer, language: str) -> Iterator[StepTeller]:
        """Lend a step reader for this viewer, which redraws only changes since its last picture."""
        match, reader = folded.match, self.queries.reader(folded.match, language)
        with self._near(match) as timeline, self.queries.sketch(match, viewer, reader) as sketch:
            yield StepTeller(match, folded.events, viewer, reader, timeline, sketch)

    # --- the whole match at a glance ----------------------------------------------------------

    def chart(self, folded: CachedMatch, viewer: Viewer, names: Sequence[str]) -> Chart | None:
        """Return the chart of points over the current line, thinned; cached per version and viewer."""
        match = folded.match

        def rows() -> tuple[Sequence[Sequence[int | None]], Sequence[int]]:
            places, back = thinned(len(match.line.numbers)), Timeline(match)  # one pass, from the end back
            points = [self._points(match, back, match.line.numbers[k], viewer) for k in reversed(places)]
            return points[::-1], places

        return chart(*self._charts.get((match.id, match.version, viewer), rows), names)

    def points(self, folded: CachedMatch) -> list[int | None]:
        """Return each seat's current points as everybody may see them."""
        match = folded.match
        if match.waits:
            return [None for _ in match.opening.all_seats]
        values = seen(match.opening, match.table, None).values
        return [_whole(values.get(score(seat))) for seat in match.opening.all_seats]

    def _points(self, match: Match, timeline: Timeline, number: int, viewer: Viewer) -> list[int | None]:
        values = seen(match.opening, timeline.at(number), viewer).values
        return [_whole(values.get(score(seat))) for seat in match.opening.all_seats]

    def thumbnail(self, who: Pass, match_id: str) -> str:
        """Return the current public board, small and without words; an empty picture before the deal."""
        folded = self.queries.folded(who, match_id)
        match = folded.match
        if match.waits:
            return EMPTY
        return self._thumbnails.get((match_id, match.version), lambda: thumbnail(match.opening, match.table))


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) else None
