"""The messages of web hooks about events, with public information only.

For a tournament, they are the entries of its feed (`feed.py`); for a match, its end, rulings and corrections.
"""

from __future__ import annotations

import threading
import time
from datetime import datetime
from typing import Any

from eventsourcing.persistence import Notification

from tablescribe.domain.match.correction_events import CORRECTIONS
from tablescribe.domain.match.events import CLOSING
from tablescribe.domain.match.match import Match
from tablescribe.domain.tournament.model.events import Announced, Clocked, Finished, Paired, Reported
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.matches.hooks import Hook
from tablescribe.replays.reading.outcome import say_result
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.public.feed import TOLD, path_of, words_of
from tablescribe.replays.web.public.hook_bodies import HookMessage, message_id
from tablescribe.replays.web.public.page_cache import PageCache
from tablescribe.replays.web.table.duplicate_tables import kept_apart
from tablescribe.replays.web.table.queries import Queries

OF_TOURNAMENTS = tuple(kind for kind in TOLD if kind is not Clocked)
"""Events of tournaments with messages: those of the feed, except the clock of a round."""

RULED = "Ruled"

OF_MATCHES = {RULED: "ruling.made", **dict.fromkeys(CLOSING, "match.closed"),
              **dict.fromkeys(CORRECTIONS, "match.corrected")}  # fmt: skip
"""Events of matches with messages, by tag, and the types of their messages."""

TYPES = {Paired: "round.paired", Reported: "result.reported", Announced: "tournament.announced",
         Finished: "tournament.finished"}  # fmt: skip
"""Types of the messages about tournaments; all others are rulings."""

EVERYBODY = Pass("public", SPECTATOR)


WAITS = 1.0
"""Seconds to wait for an update of the lists, and before they are asked again."""


class TooEarly(Exception):
    """Spectators may not see this yet, or lists are not up to date; `due`: when to retry, in seconds since 1970."""

    def __init__(self, due: float) -> None:
        super().__init__()
        self.due = due


class HookMessages:
    """Composes messages; safe for several threads."""

    def __init__(self, queries: Queries, site: str) -> None:
        self.queries, self.site = queries, site
        self._known = PageCache(queries)
        self._lock = threading.Lock()

    def of(self, hook: Hook, event: Notification) -> HookMessage | None:
        """Return the message for a hook about an event; `None` if there is none.

        Raises:
            TooEarly: spectators may not see it yet, or it is not known yet whether a tournament paired the match.
            NoSuchMatch: the ledger cannot read it.
        """
        stream = str(event.originator_id)
        if event.topic in OF_MATCHES:
            return self._of_match(hook, event, stream)
        return self._of_tournament(hook, event, stream) if hook.tournament in ("", stream) else None

    def _of_tournament(self, hook: Hook, told: Notification, tournament: str) -> HookMessage | None:
        with self._lock:
            known = self._known.known(tournament)
        event = known.now.deed(told.originator_version)
        if not isinstance(event, OF_TOURNAMENTS):
            return None
        kind = next((name for form, name in TYPES.items() if isinstance(event, form)), "ruling.made")
        return self._message(
            told, kind, event.at, tournament=tournament, match=None, title=known.now.plan.title,
            text=Reader(None, hook.language).sentence(words_of(known, event)),
            round=getattr(event, "round", None), table=getattr(event, "table", None) if kind == "result.reported" else
            None, path=f"/t/{tournament}/{path_of(event)}",
        )  # fmt: skip

    def _of_match(self, hook: Hook, told: Notification, match_id: str) -> HookMessage | None:
        if self.queries.ledger.lists.fresh(within=WAITS):  # otherwise a tournament's match could seem to be outside it
            raise TooEarly(time.time() + WAITS)
        paired_by = self.queries.hall.tournaments_of(match_id)
        if hook.tournament and hook.tournament not in paired_by:
            return None
        folded = self.queries.cache.now(match_id)
        match, event = folded.match, folded.events[told.originator_version - 1]
        if self.queries.delay and event.at > self.queries.moment():
            raise TooEarly(event.at.timestamp() + self.queries.delay)
        people: tuple[str, ...] = ()
        tournament = hook.tournament or next(iter(paired_by), "")
        if not paired_by and hook.names:
            people = self.queries.cache.people(match)
        elif paired_by:
            people = self._as_seated(tournament, match_id)
        text = _words(match, told.topic, apart=kept_apart(self.queries.hall, EVERYBODY, match))
        path = f"/t/{tournament}/m/{match_id}/replay" if tournament else f"/m/{match_id}"
        return self._message(
            told, OF_MATCHES[told.topic], event.at, tournament=tournament or None, match=match_id,
            title=match.opening.game.title, text=Reader(match.opening, hook.language, people).sentence(text),
            round=None, table=None, path=path,
        )  # fmt: skip

    def _as_seated(self, tournament: str, match_id: str) -> tuple[str, ...]:
        """Return the public names of those at a tournament's table: starting numbers, or names if they are public."""
        with self._lock:
            known = self._known.known(tournament)
        found = known.now.table_of(match_id)
        if found is None:
            return ()
        number, table = found
        return tuple(known.names[ref] for ref in known.now.seating(number).pods[table - 1])

    def _message(
        self, told: Notification, kind: str, at: datetime, *, title: str, text: str, path: str, **more: Any
    ) -> HookMessage:
        ledger = self.queries.ledger.ledger_id
        data = {
            "ledger": ledger, "position": told.id, "event": told.originator_version, "kind": told.topic, **more,
            "title": visible(title, one_line=True), "text": visible(text, one_line=True),
            "url": f"{self.site}{path}" if self.site else None,
        }  # fmt: skip
        return HookMessage(message_id(ledger, told.id, at), kind, at, data)


def _words(match: Match, kind: str, *, apart: bool) -> Text:
    """Return an event of a match in words, without the judges' own words."""
    if kind == RULED:
        return say("a judge's ruling is recorded in match {match}", match=match.id)
    if kind.startswith("Voided"):
        return say("match {match} is void: it does not count", match=match.id)
    if kind.startswith("Reinstated"):
        return say("match {match} counts again", match=match.id)
    if match.result is None or apart:
        return say("match {match} is over", match=match.id)
    result = say_result(match.opening, match.result)
    if kind in CORRECTIONS:
        return say("the result of match {match} is corrected: {result}", match=match.id, result=result)
    return say("match {match} is over: {result}", match=match.id, result=result)
