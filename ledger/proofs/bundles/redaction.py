"""Redaction: events that a viewer may not read are withheld, and shown as they look to that viewer.

A withheld event keeps its hash. SHA-256 of its body is told instead of the body, which is salted, so that nobody can
find out the content by trying: the salt is withheld too. What is shown in its place is the same event as the viewer
saw it at the table: whoever withheld it says so, and can be held to it when the body is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from tablescribe.domain.match.events import (
    AnyEvent,
    Closed,
    Dealt,
    Described,
    Missed,
    Move,
    Noted,
    Opened,
    Paper,
    Played,
    Restored,
    Revoked,
    RevokedBy,
    Ruled,
    Settled,
    TakenBack,
)
from tablescribe.domain.match.line import Line
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.secrecy import told_data
from tablescribe.domain.rules.game import TITLE, view
from tablescribe.domain.rules.play import Irregularity
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Impossible, Moved, Table, Turned, difference
from tablescribe.domain.words.text import Text, things
from tablescribe.ledger.proofs.bundles.known_titles import is_printed

Viewer: TypeAlias = int | None
"""A seat, or `None`: a spectator."""

WITHHELD: Literal["(withheld)"] = "(withheld)"

WORDS: dict[type, tuple[str, ...]] = {
    Noted: ("text",),
    TakenBack: ("reason",),
    Restored: ("reason",),
    Ruled: ("clause", "reason"),
    Missed: ("reason",),
    Described: ("title", "event", "place", "round", "table", "tags"),
    Settled: ("reason",),
    Revoked: ("reason",),
    RevokedBy: ("reason",),
}
"""Where people write what they like, about each other too. Of papers, by which signatures are judged, nothing else is
ever withheld."""


def as_seen(match: Match, viewer: Viewer, *, words: bool = False) -> Iterator[tuple[AnyEvent, bool]]:
    """Yield each event as a viewer saw it, and whether it holds a secret, in the order of the log.

    What people wrote (notes, reasons, a judge's clauses) is withheld like a secret, unless `words` are to be told.

    An event without a secret may still look otherwise: a card played from a hidden hand is open to everybody, but to
    others some card left that hand.
    """
    seen = _Seen(match, viewer, words=words)
    events: list[AnyEvent] = [*match.moves, *match.take_backs, *match.notes, *match.descriptions]
    events.extend([*match.papers.events, *match.settled])
    if match.sourced is not None:
        events.append(match.sourced)
    if match.contributions is not None:
        events.extend(match.contributions.events)
    if match.closed is not None:
        events.append(match.closed)
    for event in sorted(events, key=lambda one: one.originator_version):
        shown, secret = seen.event(event)
        yield (msgspec.structs.replace(shown, salt="") if secret else shown), secret


def keys_as_seen(papers: Iterable[Paper], *, words: bool) -> Iterator[tuple[Paper, bool]]:
    """Yield each event of the ledger's own keys as everybody may see it, and whether a reason is withheld from it."""
    for event in papers:
        shown, secret = _without_words(event, False, words=words)
        yield (msgspec.structs.replace(shown, salt="") if secret else shown), secret


def without_words(event: AnyEvent) -> tuple[AnyEvent, bool]:
    """Return an event as it is without what people wrote, and whether that withholds something."""
    shown, secret = _without_words(event, False, words=False)
    return (msgspec.structs.replace(shown, salt="") if secret else shown), secret


def _without_words(event: Any, secret: bool, *, words: bool) -> tuple[Any, bool]:
    """Withhold what people wrote, unless it is to be told; a title that is a printed game's name names nobody."""
    said = {field: getattr(event, field) for field in WORDS.get(type(event), ())}
    written: dict[str, Any] = {
        name: (WITHHELD,) if isinstance(one, tuple) else WITHHELD
        for name, one in said.items()
        if one and not (name == TITLE and is_printed(one))
    }
    title = event.options.get(TITLE) if isinstance(event, Opened) else None  # a title that the game takes is its option
    if title and not is_printed(str(title)):
        written["options"] = {**event.options, TITLE: WITHHELD}
    if words or not written:
        return event, secret
    return msgspec.structs.replace(event, **written), True


class _Seen:
    """Walks through the moves and tells each as the viewer saw it."""

    def __init__(self, match: Match, viewer: Viewer, *, words: bool) -> None:
        self._match, self._viewer, self._words = match, viewer, words
        self._cursor: Line = match.line.cursor()
        self._cards = tuple(piece[1:] + ":" for piece, _ in match.opened.box if piece.startswith(HIDDEN))

    def event(self, event: AnyEvent) -> tuple[AnyEvent, bool]:
        if isinstance(event, Opened) and self._match.contributions is not None:
            return msgspec.structs.replace(event, outcomes=(), facts=(), citations=()), False
        if isinstance(event, Dealt):
            return self._dealt(event)
        if isinstance(event, Opened | Played | Ruled | Missed):
            return _without_words(*self._move(event), words=self._words)
        if isinstance(event, Closed) and event.seed:  # everything that was hidden follows from it
            return msgspec.structs.replace(event, seed=""), True
        return _without_words(event, False, words=self._words)

    def _move(self, event: Move) -> tuple[AnyEvent, bool]:
        before, after = self._tables(event)
        secret = self._is_secret(event, before, after)
        changes: dict[str, Any] = {}
        if secret or not _leads(before, event.facts, after):
            changes["facts"] = tuple(difference(before, after))
        if secret and isinstance(event, Opened | Played):
            changes["outcomes"] = ()
        if secret and isinstance(event, Played):
            changes["irregularities"] = tuple(Irregularity(one.rule, WITHHELD) for one in event.irregularities)
            changes["action"] = self._action(event, before, after)
            if self._told(event) != event.action:  # which rules were obeyed and broken may tell what is hidden
                changes["citations"] = changes["irregularities"] = ()
        return msgspec.structs.replace(event, **changes), secret

    def _dealt(self, event: Dealt) -> tuple[AnyEvent, bool]:
        """Return the first table as it was dealt later, as the viewer saw it: like that of other openings."""
        seen, secret = self._move(self._match.opened)
        assert isinstance(seen, Opened)
        return msgspec.structs.replace(event, outcomes=seen.outcomes, facts=seen.facts), secret

    def _tables(self, event: Move) -> tuple[Table, Table]:
        """Return the tables before and after a move, as the viewer saw them."""
        if isinstance(event, Opened):
            return Table(event.box), self._at(0)
        return self._at(self._match.line.parent[event.number]), self._at(event.number)

    def _at(self, number: int) -> Table:
        self._cursor.go_to(number)
        return view(self._match.opening, self._cursor.table, self._viewer)

    def _is_secret(self, event: Move, before: Table, after: Table) -> bool:
        """Return whether an event tells more than its viewer saw.

        A fact may tell where a card lies. What else is told may only name cards that lay open before or after it.
        """
        hidden = {place for number in self._numbers(event) for place in self._hidden(number)}
        if any(_tells_place(fact, hidden) for fact in event.facts):
            return True
        parts: list[Any] = [fact for fact in event.facts if isinstance(fact, Changed)]
        if isinstance(event, Opened | Played):
            parts.append(event.outcomes)
        secrets = self._secrets(before, after)
        if isinstance(event, Played):
            if self._told(event) != event.action or self._breaches_name(event.irregularities, secrets):
                return True
            parts.append(event.action)
        return self._names(parts, secrets)

    def _told(self, event: Played) -> dict[str, Any]:
        """Return an action without its hidden fields, and nothing of a secret answer; see `domain/match/secrecy.py`."""
        try:
            return told_data(self._match.opening.game, self._match.moves, event, self._viewer)
        except Exception:  # today's rules do not know it: nobody can say what of it is secret
            return {}

    def _action(self, event: Played, before: Table, after: Table) -> dict[str, Any]:
        """Return the action of an event that is withheld, as the viewer heard it."""
        told = self._told(event)
        return {"do": told["do"]} if "do" in told and self._names(told, self._secrets(before, after)) else told

    def _breaches_name(self, breaches: tuple[Irregularity, ...], secrets: list[str]) -> bool:
        """Return whether the reason of a breach names a secret.

        Nobody can tell that of the finished sentences of form 1: where there are secrets, they are withheld.
        """
        hidden = set(secrets)
        return any(
            not hidden.isdisjoint(things(one.why)) if isinstance(one.why, Text) else bool(hidden) for one in breaches
        )

    def _numbers(self, event: Move) -> tuple[int, ...]:
        if isinstance(event, Opened):
            return (0,)
        return self._match.line.parent[event.number], event.number

    def _hidden(self, number: int) -> set[tuple[str, str]]:
        """Return zone and deck of what lies hidden from the viewer after a move."""
        self._cursor.go_to(number)
        secrets = self._match.opening.game.secrets(self._match.opening, self._cursor.table)
        return {(one.zone, one.deck) for one in secrets if self._viewer not in one.seats}

    def _secrets(self, *tables: Table) -> list[str]:
        """Return the cards that lay open to the viewer in none of these tables, and the hidden values."""
        places = [(zone, pieces) for table in tables for zone, pieces in table.zones.items()]
        open_cards = {piece for zone, pieces in places if not zone.startswith("unseen:") for piece in pieces}
        cards = [piece for piece, _ in self._match.opened.box if piece.startswith(self._cards)]
        hidden = [key for table in tables for key, value in table.values.items() if value == HIDDEN]
        return [card for card in cards if card not in open_cards] + hidden

    def _names(self, content: object, secrets: list[str]) -> bool:
        """Return whether some content names one of the secrets."""
        texts = [*_texts(msgspec.to_builtins(content))]
        return any(name in text and _stands_alone(name, text) for text in texts for name in secrets)


def _stands_alone(name: str, text: str) -> bool:
    """Return whether a name stands somewhere in a text without a letter or a digit behind it: `b1`, and not `b12`.

    A pattern of all names would be read anew for each move, as other cards are hidden after it: that took longer.
    """
    at = text.find(name)
    while at >= 0:
        behind = text[at + len(name) : at + len(name) + 1]
        if not (behind.isalnum() or behind == "_"):
            return True
        at = text.find(name, at + 1)
    return False


def _tells_place(fact: Fact, hidden: set[tuple[str, str]]) -> bool:
    """Return whether a fact tells which card lies in a place that is hidden from the viewer.

    Which card left the unseen ones is told together with the place that it came to, and judged there.
    """
    if isinstance(fact, Turned):
        cards = [card for card in (fact.face, fact.to) if not card.startswith(HIDDEN)]
        return any((fact.zone, _deck(card)) in hidden for card in cards)
    if isinstance(fact, Moved):
        return all((zone, _deck(fact.piece)) in hidden for zone in (fact.src, fact.dst))
    return False


def _deck(card: str) -> str:
    return card.split(":")[0]


def _leads(before: Table, facts: tuple[Any, ...], after: Table) -> bool:
    """Return whether facts lead from one table to the other."""
    table = before.copy()
    try:
        for fact in facts:
            table.apply(fact)
    except Impossible:
        return False
    return table == after


def _texts(content: Any) -> Iterator[str]:
    """Yield every text in plain data."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for key, value in content.items():
            yield key
            yield from _texts(value)
    elif isinstance(content, list | tuple):
        for part in content:
            yield from _texts(part)
