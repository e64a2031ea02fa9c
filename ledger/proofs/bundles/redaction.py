"""Redaction: events that a viewer may not read are withheld, and shown as the viewer saw them.

A withheld event keeps its hash. The bundle has SHA-256 of its body instead of the body. Bodies are salted and the salt
is withheld, too, so the content cannot be guessed. In its place, the bundle shows the event as the viewer saw it at the
table. This is a claim of the bundle's author that can be checked once the body is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from tablescribe.domain.match.clock_events import CLOCKING
from tablescribe.domain.match.contribution_events import Dealt
from tablescribe.domain.match.events import OPENLY, AnyEvent, Closed, Disclosed, Missed, Move, Opened, Played, Ruled
from tablescribe.domain.match.line import Line
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.secrecy import told_data
from tablescribe.domain.match.signature_events import Paper
from tablescribe.domain.rules.game import TITLE
from tablescribe.domain.rules.play import Irregularity
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Impossible, Moved, Table, Turned, difference
from tablescribe.domain.words.text import Text, things
from tablescribe.ledger.log.known_titles import is_printed
from tablescribe.ledger.log.text_marks import tells_nothing
from tablescribe.ledger.log.texts import WORDS

Viewer: TypeAlias = int | None
"""A seat, or `None` for a spectator."""

WITHHELD: Literal["(withheld)"] = "(withheld)"


def as_seen(match: Match, viewer: Viewer, *, words: bool = False) -> Iterator[tuple[AnyEvent, bool]]:
    """Yield each event as a viewer saw it, and whether it contains a secret, in the order of the log.

    Free text (notes, reasons, a judge's clauses) is withheld like a secret, unless `words` is true.

    An event without a secret may still look different to a viewer. A card played from a hidden hand is open to all, but
    others only saw that some card left that hand.
    """
    seen = _Seen(match, viewer, words=words)
    events: list[AnyEvent] = [*match.moves, *match.take_backs, *match.notes, *match.descriptions]
    events.extend([*match.papers.events, *match.settled, *match.corrections.events])
    if match.clock is not None:
        events.extend(match.clock.events)
    if match.sourced is not None:
        events.append(match.sourced)
    if match.contributions is not None:
        events.extend(match.contributions.events)
    events.extend(one for one in (match.disclosed, match.closed) if one is not None)
    for event in sorted(events, key=lambda one: one.originator_version):
        shown, secret = seen.event(event)
        yield (msgspec.structs.replace(shown, salt="") if secret else shown), secret


def keys_as_seen(papers: Iterable[Paper], *, words: bool) -> Iterator[tuple[Paper, bool]]:
    """Yield each event of the ledger's own keys as the public may see it, and whether its reason is withheld."""
    for event in papers:
        shown, secret = _without_words(event, False, words=words)
        yield (msgspec.structs.replace(shown, salt="") if secret else shown), secret


def without_words(event: AnyEvent) -> tuple[AnyEvent, bool]:
    """Return an event without its free text, and whether that withholds anything."""
    shown, secret = _without_words(event, False, words=False)
    return (msgspec.structs.replace(shown, salt="") if secret else shown), secret


def _without_words(event: Any, secret: bool, *, words: bool) -> tuple[Any, bool]:
    """Withhold free text unless `words` is true; titles of published games are kept, as they name no person.

    A commitment to a text need not be withheld: the event is included, but the text is not (`bundle.py`).
    """
    names = () if isinstance(event, (*OPENLY, *CLOCKING)) else WORDS.get(type(event), ())
    said = {name: getattr(event, name) for name in names}
    written: dict[str, Any] = {
        name: (WITHHELD,) if isinstance(one, tuple) else WITHHELD
        for name, one in said.items()
        if one
        and not all(map(tells_nothing, one if isinstance(one, tuple) else (one,)))
        and not (name == TITLE and is_printed(one))
    }
    title = event.options.get(TITLE) if isinstance(event, Opened) else None  # some games have the title as an option
    if title and not tells_nothing(title) and not is_printed(str(title)):
        written["options"] = {**event.options, TITLE: WITHHELD}
    if words or not written:
        return event, secret
    return msgspec.structs.replace(event, **written), True


class _Seen:
    """Redacts the events of a match for one viewer, keeping a cursor on its moves."""

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
        if isinstance(event, Closed | Disclosed) and event.seed:  # all hidden information follows from it
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
            if self._told(event) != event.action:  # the rules cited may reveal what is hidden
                changes["citations"] = changes["irregularities"] = ()
        return msgspec.structs.replace(event, **changes), secret

    def _dealt(self, event: Dealt) -> tuple[AnyEvent, bool]:
        """Return a later deal as the viewer saw it, redacted like the opening of other matches."""
        seen, secret = self._move(self._match.opened)
        assert isinstance(seen, Opened)
        return msgspec.structs.replace(event, outcomes=seen.outcomes, facts=seen.facts), secret

    def _tables(self, event: Move) -> tuple[Table, Table]:
        """Return the viewer's table before and after a move."""
        if isinstance(event, Opened):
            return Table(event.box), self._at(0)
        return self._at(self._match.line.parent[event.number]), self._at(event.number)

    def _at(self, number: int) -> Table:
        self._cursor.go_to(number)
        return view(self._match.opening, self._cursor.table, self._viewer)

    def _is_secret(self, event: Move, before: Table, after: Table) -> bool:
        """Return whether an event reveals more than its viewer saw.

        A fact may reveal the place of a card. Other content may only name cards that were open before or after it.
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
        """Return an action without hidden fields; empty for a secret answer. See `domain/match/secrecy.py`."""
        try:
            return told_data(self._match.opening.game, self._match.moves, event, self._viewer)
        except Exception:  # unknown to the current rules: all of it may be secret
            return {}

    def _action(self, event: Played, before: Table, after: Table) -> dict[str, Any]:
        """Return a withheld event's action as the viewer knew it."""
        told = self._told(event)
        return {"do": told["do"]} if "do" in told and self._names(told, self._secrets(before, after)) else told

    def _breaches_name(self, breaches: tuple[Irregularity, ...], secrets: list[str]) -> bool:
        """Return whether the reason of a breach names a secret.

        Events of format 1 have finished sentences, which cannot be checked: they are withheld if there are secrets.
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
        """Return zone and deck of the cards hidden from the viewer after a move."""
        self._cursor.go_to(number)
        secrets = self._match.opening.game.secrets(self._match.opening, self._cursor.table)
        return {(one.zone, one.deck) for one in secrets if self._viewer not in one.seats}

    def _secrets(self, *tables: Table) -> list[str]:
        """Return the cards that were open to the viewer on none of these tables, and the keys of hidden values."""
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
    """Return whether a text contains a name not followed by a letter, digit or underscore: `b1`, but not `b12`.

    One regular expression for all names was slower, because the hidden cards change with every move.
    """
    at = text.find(name)
    while at >= 0:
        behind = text[at + len(name) : at + len(name) + 1]
        if not (behind.isalnum() or behind == "_"):
            return True
        at = text.find(name, at + 1)
    return False


def _tells_place(fact: Fact, hidden: set[tuple[str, str]]) -> bool:
    """Return whether a fact reveals which card is in a place that is hidden from the viewer.

    A move from a hidden place is secret only if the card's new place is hidden, too.
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
    """Return whether applying the facts to one table gives the other."""
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
