"""What clients may see: matches, legal actions, lists. Independent of HTTP; what they may do is in `commands.py`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from copy import copy
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, TypeVar

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.alternatives import nearest_first
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import BOX, Table
from tablescribe.domain.words.text import Thing, say
from tablescribe.ledger.matches.client_actions import read_action
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.read_models.queries import MatchFilter
from tablescribe.replays.pictures.incremental import IncrementalPicture
from tablescribe.replays.pictures.pictures import DrawnPanel, drawn_panels, svg
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer, seen
from tablescribe.replays.reading.outcome import say_result
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.sheet import told_sheet
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import SEAT, SPECTATOR, Denied, Pass
from tablescribe.replays.web.table.cached_match import CachedMatch
from tablescribe.replays.web.table.choices import (
    Choice,
    Group,
    action_forms,
    going_on,
    grouped,
    legal_choices,
    window_of,
)
from tablescribe.replays.web.table.duplicate_tables import WHY, kept_apart
from tablescribe.replays.web.table.listing import matches_data, statistics
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.table.match_cache import MOST_EVENTS, MatchCache, PseudonymousCache
from tablescribe.replays.web.table.named_fields import KnownNames
from tablescribe.replays.web.table.object_pool import ObjectPool
from tablescribe.replays.web.table.pointing import Tray, preview, trays
from tablescribe.replays.web.table.seat_authorisation import names_hidden
from tablescribe.replays.web.table.tournament_cache import TournamentCache

T = TypeVar("T")

MOST_SKETCHES = 128
"""Maximum number of cached pictures, from which the next ones are drawn, 50 to 300 KiB each."""


class Queries:
    """Shows matches to people, each as much as they may see.

    Attributes:
        delay: the spectators' delay, in seconds.
    """

    def __init__(
        self,
        ledger: Ledger,
        access: Access,
        *,
        delay: float = 0.0,
        most_events: int = MOST_EVENTS,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.ledger = ledger
        self.access = access
        self.delay = delay
        self.cache = MatchCache(ledger, most_events)
        self.hall = TournamentCache(ledger)
        self._clock = clock
        self._people: dict[str, tuple[str, ...]] | None = None
        self._pictures: LruCache[str] = LruCache(64)
        self._panels: LruCache[tuple[DrawnPanel, ...]] = LruCache(512)
        self._sketches: ObjectPool[IncrementalPicture] = ObjectPool(MOST_SKETCHES)

    # --- who sees what ------------------------------------------------------------------------

    def folded(self, who: Pass, match_id: str, come_to: int = 0) -> CachedMatch:
        """Return a match that a pass may see; see `followed`, and `duplicate_tables.py`.

        Raises:
            Denied: the pass is for another match, or others still play its shuffle.
            NoSuchMatch: no match has exactly this id.
        """
        found = self.followed(who, match_id, come_to)
        if kept_apart(self.hall, who, found.match):
            raise Denied(WHY)
        return found

    def is_apart(self, who: Pass, match_id: str) -> bool:
        """Return whether a match is hidden from a pass now because others still play its shuffle."""
        return kept_apart(self.hall, who, self.followed(who, match_id).match)

    def followed(self, who: Pass, match_id: str, come_to: int = 0) -> CachedMatch:
        """Return a match as a pass may follow it, for spectators with the delay: for uses that reveal no cards.

        With `come_to`, a cached match that has reached this position is returned without a look-up.
        """
        who.enter(match_id)
        if who.role == SPECTATOR and self.delay:
            return self.cache.before(match_id, self.moment())
        return self.cache.come_to(match_id, come_to) if come_to else self.cache.now(match_id)

    def moment(self) -> datetime:
        """Return the time up to which spectators follow matches."""
        return self._clock() - timedelta(seconds=self.delay)

    def viewer(self, who: Pass, match: Match) -> Viewer:
        """Return the viewer that a pass is at a match, and record in the trail if hidden information is shown.

        A judge sees everything, and a seat its own hand. A recorder sees what everybody sees, or everything if all
        cards are entered by the recorder (chance `open`).
        """
        found = self.sees(who, match)
        if who.role == SEAT:
            self.access.looked(who, match.id, say("the hand of {seat}", seat=Thing(seat_name(who.seat or 0))))
        elif found is not None:
            self.access.looked(who, match.id, say("everything"))
        return found

    def sees(self, who: Pass, match: Match) -> Viewer:
        """Return the viewer that a pass is at a match, without recording it: nothing is shown yet."""
        if who.role == SEAT:
            return who.seat
        return EVERYTHING if who.judges or (who.records and match.opened.chance == "open") else None

    def seats(self, who: Pass, match: Match) -> tuple[int, ...]:
        """Return the seats that a pass may act for."""
        if who.records:
            return tuple(range(1, match.opening.seats + 1))
        return (who.seat,) if who.role == SEAT and who.seat is not None else ()

    # --- a match ------------------------------------------------------------------------------

    def state(self, who: Pass, match_id: str, move: int | None = None, language: str = ENGLISH) -> dict[str, Any]:
        """Return a match after a move, by default now, as a pass may see it.

        Raises:
            NoSuchMove: there is none of that number.
        """
        folded = self.folded(who, match_id)
        match = folded.match
        viewer = self.viewer(who, match)
        opening, number = match.opening, match.head if move is None else move
        match.line.counts(number)  # raises where there is no such move
        if match.waits:
            shown, window = Table(()), ""
        else:
            shown = seen(opening, Timeline(match).at(number), viewer)
            window = self.reader(match, language).tell(window_of(match)) if number == match.head else ""
        return {
            **self.heading(folded, language),
            "waits": match.waits,
            "move": number,
            "to_act": list(match.to_act) if number == match.head else [],
            "window": window,
            "over": match.is_over,
            "zones": {  # sorted: otherwise the card turned down last would be the last of the unseen
                zone: dict(sorted(pieces.items())) for zone, pieces in sorted(shown.zones.items()) if zone != BOX
            },
            "values": dict(sorted(shown.values.items())),
            "viewer": "spectator" if viewer is None else viewer if viewer == EVERYTHING else f"seat {viewer}",
        }

    def part_of_turn(self, who: Pass, match: Match, language: str = ENGLISH) -> str:
        """Return the phase of the turn, and what is left of it, as a pass may see it."""
        if match.is_over or match.closed is not None:
            return ""
        reader, shown = self.reader(match, language), seen(match.opening, match.table, self.viewer(who, match))
        return " · ".join(map(reader.tell, match.opening.game.progress(match.opening, shown)))

    @property
    def calls_people(self) -> bool:
        """Whether sentences name the people in the seats; see `calling_people`."""
        return self._people is not None

    def calling_people(self) -> Queries:
        """Return a copy for one request whose sentences name the people in the seats, as on pages."""
        beside = copy(self)
        beside._people = {}
        return beside

    def reader(self, match: Match, language: str = ENGLISH, *, answered: bool = False) -> Reader:
        """Return the reader for a match, which names people in the seats if requested or if the game does.

        `answered`: use the names as of the last acknowledged move.
        """
        if self._people is None:
            called = self.cache.people_as_answered if answered else self.cache.people
            return Reader(match.opening, language, called(match) if match.opening.game.seats_by_name else ())
        if match.id not in self._people:
            self._people[match.id] = self.cache.people(match)
        return Reader(match.opening, language, self._people[match.id])

    def heading(self, folded: CachedMatch, language: str = ENGLISH) -> dict[str, Any]:
        """Return the heading of a match, which contains nothing secret."""
        match = folded.match
        reader = Reader(match.opening, language)
        return {
            "id": match.id,
            "game": match.opening.game.key,
            "title": match.opening.title,
            "edition": match.opened.edition,
            "opened": match.opened.at.isoformat(timespec="seconds"),
            "chance": match.opened.chance,
            "take_back": match.opened.take_back,
            "version": match.version,
            "head": match.head,
            "moves": len(match.moves) - 1,
            "seats": [
                {"seat": k, "label": reader.name(seat_name(k)), "name": person}
                for k, person in enumerate(self.cache.names(match), start=1)
            ],
            "closed": match.closed is not None,
            "result": _result(match, reader),
            "remarks": [
                {"rule": one.rule, "otherwise": one.otherwise, "words": reader.sentence(one.text)}
                for one in match.opening.game.remarks(match.opening)
            ],
            "sheet": told_sheet(match.opening, reader),
        }

    def legal(self, who: Pass, match_id: str, language: str = ENGLISH) -> tuple[list[Group], list[Group]]:
        """Return what a pass may do now, and what it may do if nobody uses the open window."""
        folded = self.folded(who, match_id)
        match, seats = folded.match, self.seats(who, folded.match)
        viewer = self.viewer(who, match)
        if not seats or match.waits or match.is_over:
            return [], []
        reader = self.reader(match, language)
        now, ahead = self._choices(who, match, seats, reader), going_on(self.ledger, match, viewer, seats, reader)
        return grouped(now, reader), grouped(ahead, reader)

    def _choices(self, who: Pass, match: Match, seats: Iterable[int], reader: Reader) -> list[Choice]:
        """Return what a pass may record now; the recorder of a sealed match gets no actions that name hidden cards."""
        found = legal_choices(match, self.viewer(who, match), seats, reader)
        if not who.records or who.judges or match.opened.chance != "sealed":
            return found
        return [one for one in found if not names_hidden(match, read_action(match, one.action))]

    def preview(
        self, who: Pass, match_id: str, seat: int, action: Mapping[str, Any], language: str = ENGLISH
    ) -> dict[str, Any]:
        """Return the effects of an action, as far as a pass may see them; see `pointing.preview`."""
        match = self.folded(who, match_id).match
        seats = self.seats(who, match)
        match.check_dealt()
        who.require(bool(seats), say("record moves"))
        who.require(seat in seats, say("act for another seat"))
        return preview(match, self.viewer(who, match), seat, action, self.reader(match, language))

    def trays(self, who: Pass, match_id: str, choices: Iterable[Choice], language: str = ENGLISH) -> list[Tray]:
        """Return the faces of cards that choices name and the table does not show, by seat."""
        match = self.folded(who, match_id).match
        panels = self.panels(who, match_id, language=language)
        return trays(match.opening, choices, panels, self.reader(match, language))

    def examples(self, who: Pass, match: Match, reader: Reader, attempt: Mapping[str, Any], most: int = 3) -> list[str]:
        """Return in words a few actions that a pass may take now, those similar to an attempt first."""
        mine = self._choices(who, match, self.seats(who, match), reader)
        found = nearest_first(mine, attempt, lambda one: one.action)
        return [f"{reader.name(seat_name(one.seat))} {one.words}" for one in islice(found, most)]

    def forms(self, who: Pass, match_id: str, language: str = ENGLISH) -> list[dict[str, Any]]:
        """Return forms for all actions of a match's game; none if the pass may not act."""
        match = self.folded(who, match_id).match
        if not self.seats(who, match) or match.closed or match.waits:
            return []
        viewer, reader = self.viewer(who, match), self.reader(match, language)
        known = KnownNames(
            match.opening, seen(match.opening, match.table, viewer), reader, unseen=match.opened.chance != "sealed"
        )
        return action_forms(match.opening, reader, known)

    def board(self, who: Pass, match_id: str, move: int | None = None, language: str = ENGLISH) -> str:
        """Return the table after a move as one SVG picture, with the move's changes marked.

        Raises:
            NoSuchMove: there is none of that number.
        """
        return self._drawn(self._pictures, svg, who, match_id, move, language)

    def panels(
        self, who: Pass, match_id: str, move: int | None = None, language: str = ENGLISH
    ) -> tuple[DrawnPanel, ...]:
        """Return the table after a move as panels, with the move's changes marked.

        Raises:
            NoSuchMove: there is none of that number.
        """

        def draw(opening: Opening, table: Table, **how: Any) -> tuple[DrawnPanel, ...]:
            with self.sketch(match, how["viewer"], how["reader"]) as sketch:
                return drawn_panels(opening, table, sketch=sketch, **how)

        match = self.folded(who, match_id).match
        return self._drawn(self._panels, draw, who, match_id, move, language)

    def sketch(self, match: Match, viewer: Viewer, reader: Reader) -> AbstractContextManager[IncrementalPicture]:
        """Lend the last picture of a match for this viewer and reader."""
        return self._sketches.lend((match.id, viewer, reader.language, reader.people), IncrementalPicture)

    def _drawn(
        self, kept: LruCache[T], draw: Callable[..., T], who: Pass, match_id: str, move: int | None, language: str
    ) -> T:
        folded = self.folded(who, match_id)
        match, viewer = folded.match, self.viewer(who, folded.match)
        number = match.head if move is None else move
        match.line.counts(number)  # raises where there is no such move
        match.check_dealt()

        reader = self.reader(match, language)

        def fresh() -> T:
            timeline = Timeline(match)
            facts = timeline.facts(number, viewer) if number else ()
            return draw(match.opening, timeline.at(number), viewer=viewer, highlight=facts, reader=reader)

        return kept.get((match_id, number, viewer, language, reader.people), fresh)

    def lines(
        self, who: Pass, match_id: str, after: int = 0, come_to: int = 0, *, language: str = ENGLISH
    ) -> list[dict[str, Any]]:
        """Return the events of a match after a position of the ledger, in words; without moves if it is hidden.

        `come_to`: see `followed`.
        """
        look = self.folded if who.role == SPECTATOR else self.followed
        folded = look(who, match_id, come_to)
        found = self.lines_of(who, folded, bisect_right(folded.positions, after), language, answered=come_to > 0)
        apart = kept_apart(self.hall, who, folded.match)
        return [one for one in found if one["move"] is None] if apart else found

    def lines_of(
        self, who: Pass, folded: CachedMatch, known: int, language: str = ENGLISH, *, answered: bool = False
    ) -> list[dict[str, Any]]:
        """Return the events of a match after a version, in words; `answered`: see `reader`."""
        reader = self.reader(folded.match, language, answered=answered)
        return self.told(folded.match, self.cache.lines(folded, self.viewer(who, folded.match), known), reader)

    def told(self, match: Match, lines: Iterable[dict[str, Any]], reader: Reader) -> list[dict[str, Any]]:
        """Return lines of a match in a reader's words, with whether their moves count."""
        line, found = match.line, list[dict[str, Any]]()
        for one in lines:
            words, changes = self.cache.sentences.of(one, reader)
            counts = line.counts(one["move"]) if one["move"] is not None else None
            found.append({**one, "words": words, "changes": [*changes], "counts": counts})
        return found

    # --- the lobby ----------------------------------------------------------------------------

    def lobby(self, who: Pass, wanted: MatchFilter, **some: Any) -> tuple[list[dict[str, Any]], int | None]:
        """Return a page of matches that a pass may enter, latest first, and the position where the next page starts."""
        return matches_data(self, who, wanted, **some)

    def statistics(self, who: Pass, **wanted: Any) -> dict[str, Any]:
        """Return statistics of matches and wins as far as a pass may know; automata do not count as people."""
        return statistics(self, who, **wanted)


def _result(match: Match, reader: Reader) -> dict[str, Any] | None:
    result = match.result
    if result is None:
        return None
    return {
        "ending": result.ending,
        "rule": result.rule,
        "winners": list(result.winners),
        "scores": list(result.scores),
        "words": reader.tell(say_result(match.opening, result)),
    }


def hide_names(queries: Queries) -> Queries:
    """Return queries with starting numbers in place of names, for tournaments that hide names."""
    beside = Queries(queries.ledger, queries.access, delay=queries.delay, clock=queries._clock)

    def number(ref: str) -> int | None:
        for one in queries.ledger.tournament_ids():
            now = queries.hall.now(one)
            if ref in now.entrants:
                return now.entrants[ref].number
        return None

    beside.cache = PseudonymousCache(queries.ledger, number)
    return beside
