"""Moves, facts and events in words, as a certain viewer may read them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from domain.events import (
    AnyEvent,
    Closed,
    Enrolled,
    Missed,
    Noted,
    Opened,
    Paper,
    Played,
    Restored,
    Revoked,
    Ruled,
    Signed,
    TakenBack,
)
from domain.game import Opening, Result, view
from domain.line import Line
from domain.match import Match
from domain.table import HIDDEN, Changed, Fact, Moved, Table, Turned

EVERYTHING: Literal["everything"] = "everything"

Viewer: TypeAlias = int | Literal["everything"] | None
"""Who looks: a seat, a spectator (`None`), or a judge who may see `EVERYTHING`."""


PRIVATE = ("hand:", "deck:", "discard:")
"""Zones in which a card that is turned up is not told as news: it is some seat's own, or is told where it goes."""

_CONTROL = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160), 0xFFFE, 0xFFFF), "\ufffd")


def printable(text: str) -> str:
    """Return a text without control characters: a foreign log must not command a terminal, nor spoil a picture."""
    return text.translate(_CONTROL)


def seen(opening: Opening, table: Table, viewer: Viewer) -> Table:
    """Return the table as the viewer may see it.

    A forged log can lead to a table of which nobody can say what is secret there: then every card lies face down
    to all but a judge, and no value is told.
    """
    if viewer == EVERYTHING:
        return table
    try:
        return view(opening, table, viewer)
    except Exception:  # whatever the game's code raises where it meets what no rule of it leads to
        return _covered(table)


def _covered(table: Table) -> Table:
    covered = Table()
    for zone, pieces in table.zones.items():
        faces = covered.zones.setdefault(zone, {})
        for piece, n in pieces.items():
            face = HIDDEN + _deck(piece) if ":" in piece and not piece.startswith(HIDDEN) else piece
            faces[face] = faces.get(face, 0) + n
    return covered


def namer(opening: Opening) -> Callable[[str], str]:
    """Return the game's `label`, which stands even where a log names what this game has not."""

    def name(thing: str) -> str:
        try:
            return printable(opening.label(thing))
        except Exception:  # a forged or foreign log must still be readable
            return printable(thing)

    return name


_THING = re.compile(r"\??[a-z_]+:\w[\w:-]*|\?[a-z_]+")
_SEATS = re.compile(r"\bseats? (\d+(?:, \d+)*(?: and \d+)?)")


def with_names(opening: Opening, text: str) -> str:
    """Return a text with what the people call seats, pieces and zones instead of `seat 2` or `card:i01`."""
    name = namer(opening)
    named = _THING.sub(lambda thing: name(thing[0]) or thing[0], text)
    return _SEATS.sub(lambda seats: re.sub(r"\d+", lambda number: name(f"seat:{number[0]}"), seats[1]), named)


def say_facts(opening: Opening, facts: Iterable[Fact], *, reveal: bool = False) -> list[str]:
    """Return facts in words, leaving out those that concern nobody at the table.

    Args:
        opening: what names the pieces, zones and values.
        facts: what happened.
        reveal: tell which card a face-down one was: for judges, who may see everything.
    """
    name = namer(opening)
    return [printable(words) for fact in facts if (words := _say_fact(name, fact, reveal))]


def _say_fact(name: Callable[[str], str], fact: Fact, reveal: bool) -> str:
    if isinstance(fact, Changed):
        return _say_change(name(fact.key), fact)
    times = f"{fact.n} × " if fact.n > 1 else ""
    if isinstance(fact, Moved):
        if fact.dst.startswith("unseen:"):
            return ""
        if fact.src.startswith("unseen:"):  # what a viewer comes to know; see `Timeline.changes`
            return f"{times}{name(fact.piece)}: now in {name(fact.dst)}"
        return f"{times}{name(fact.piece)}: {name(fact.src)} → {name(fact.dst)}"
    if HIDDEN not in (fact.face[:1], fact.to[:1]):
        return f"{name(fact.zone)}: {times}{name(fact.face)} turned to {name(fact.to)}"
    if fact.zone.startswith("unseen:"):
        return ""
    if fact.face.startswith(HIDDEN) and not fact.zone.startswith(PRIVATE):
        return f"{name(fact.to)} lies in {name(fact.zone)}"
    if not reveal:
        return ""
    if fact.face.startswith(HIDDEN):
        return f"{name(fact.zone)}: {times}{name(fact.face)} is {name(fact.to)}"
    return f"{name(fact.zone)}: {times}{name(fact.face)} turned face down"


def _say_change(name: str, fact: Changed) -> str:
    if not name:
        return ""
    if fact.now is None:
        return f"{name}: no longer {fact.was}"
    return f"{name}: {fact.now}" if fact.was is None else f"{name}: {fact.was} → {fact.now}"


def say_move(match: Match, number: int, viewer: Viewer = None, cursor: Line | None = None) -> str:
    """Return a move in words, as the viewer may read it; see `say_event`."""
    return say_event(match, match.moves[number], viewer, cursor)


def say_action(match: Match, move: Played, viewer: Viewer = None, cursor: Line | None = None) -> str:
    """Return what a seat did, in words; outcomes are not told here.

    An action may name a card that lay face down and stayed so (one seat handing another a card): a viewer
    who sees neither side of it reads of some card. `cursor` is used as in `say_event`.
    """
    name = namer(match.opening)
    who = name(f"seat:{move.seat}")
    try:
        action = match.opening.game.read_action(move.action)
        return printable(f"{who} {action.say(_Discretion(match, move, viewer, cursor).name)}")
    except Exception:  # whatever a log holds must be readable, though nobody may know any more what it meant
        what = json.dumps(move.action, ensure_ascii=False) if viewer == EVERYTHING else str(move.action.get("do", "?"))
        return printable(f"{who} does what today's rules do not know: {what}")


def say_event(match: Match, event: AnyEvent, viewer: Viewer = None, cursor: Line | None = None) -> str:
    """Return an event in words, as the viewer may read it.

    Args:
        match: the match it belongs to.
        event: the event.
        viewer: who reads; by default a spectator, so that nothing is said that only some may know.
        cursor: a line to walk on, when many events are told (`Timeline.say` hands its own).
    """
    return printable(_event(match, event, viewer, cursor))


def _event(match: Match, event: AnyEvent, viewer: Viewer, cursor: Line | None) -> str:
    if isinstance(event, Opened):
        return f"{match.opening.game.title}, {len(event.seats)} seats, edition {event.edition}, chance: {event.chance}"
    if isinstance(event, Played):
        discretion = _Discretion(match, event, viewer, cursor)
        broken = "".join(f" [breaks {discretion.reason(one.rule, one.why)}]" for one in event.irregularities)
        said = say_action(match, event, viewer, cursor)
        return said + (" (nobody used the window)" if event.implied else "") + broken
    if isinstance(event, Ruled):
        instead = f" instead of move {event.replaces}" if event.replaces is not None else ""
        return f"the judge rules{instead}, by {event.clause}: {event.reason}"
    if isinstance(event, Missed):
        return f"about {event.moves} moves were not recorded" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, TakenBack):
        authority = with_names(match.opening, _authority(event))
        return f"taken back to move {event.to}{authority}" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, Restored):
        return f"restored up to move {event.to}" + (f": {event.reason}" if event.reason else "")
    if isinstance(event, Noted):
        return (f"note on move {event.about}: " if event.about is not None else "note: ") + event.text
    if isinstance(event, Closed):
        return f"closed: {say_result(match.opening, event.result)}"
    return _paper(match, event)


def _paper(match: Match, event: Paper) -> str:
    holder = namer(match.opening)
    if isinstance(event, Enrolled):
        return f"key {event.key[:12]}… speaks for {holder(event.holder)}"
    if isinstance(event, Revoked):
        return f"key {event.key[:12]}… is revoked: {event.reason}"
    if isinstance(event, Signed):
        return f"{holder(event.holder)} signed the result with key {event.key[:12]}…"
    return "an authority stamped the time of the result"


class _Discretion:
    """Names cards in the words of a move only to those who saw them lie open before, during or after it."""

    def __init__(self, match: Match, move: Played, viewer: Viewer, cursor: Line | None) -> None:
        self._match, self._move, self._viewer, self._cursor = match, move, viewer, cursor
        self._name = namer(match.opening)
        self._open: set[str] | None = None

    def name(self, thing: str) -> str:
        """Name a thing; a card that the viewer may not know is just some card of its deck."""
        return self._name(thing if self._may_know(thing) else HIDDEN + _deck(thing))

    def reason(self, rule: str, why: str) -> str:
        """Return a broken rule and why; only the rule, where the reason names a card that stays hidden."""
        cards = [piece for piece, _ in self._match.opened.box if ":" in piece]
        if self._viewer != EVERYTHING and any(
            (card in why or self._name(card) in why) and not self._may_know(card) for card in cards
        ):
            return rule
        return f"{rule}: {with_names(self._match.opening, why)}"

    def _may_know(self, thing: str) -> bool:
        if self._viewer == EVERYTHING or not any(HIDDEN + _deck(thing) == piece for piece, _ in self._match.opened.box):
            return True
        if self._open is None:
            self._open = self._seen_open()
        return thing in self._open

    def _seen_open(self) -> set[str]:
        """Return the pieces that lay open to the viewer where the move began, passed, or ended."""
        line = self._cursor or self._match.line.cursor()
        places: set[tuple[str, str]] = set()
        secret: set[tuple[str, str]] = set()
        for number in (self._match.line.parent[self._move.number], self._move.number):
            line.go_to(number)
            places.update((zone, piece) for zone, pieces in line.table.zones.items() for piece in pieces)
            for one in self._match.opening.game.secrets(self._match.opening, line.table):
                if self._viewer not in one.seats:
                    secret.add((one.zone, one.deck))
        for fact in self._move.facts:
            if isinstance(fact, Moved):
                places.update({(fact.src, fact.piece), (fact.dst, fact.piece)})
            elif isinstance(fact, Turned):
                places.update({(fact.zone, fact.face), (fact.zone, fact.to)})
        return {
            piece for zone, piece in places if not zone.startswith("unseen:") and (zone, _deck(piece)) not in secret
        }


def _deck(card: str) -> str:
    return card.partition(":")[0]


def _authority(event: TakenBack) -> str:
    who = (
        ", by a judge" if event.judge else f", agreed by seats {', '.join(map(str, event.agreed))}" * bool(event.agreed)
    )
    return who + (" (a die or card had been seen)" if event.seen else "")


def say_result(opening: Opening, result: Result) -> str:
    """Return a result in words."""
    if not result.winners:
        return result.ending
    name = namer(opening)
    winners = " and ".join(name(f"seat:{seat}") for seat in result.winners)
    scores = ", ".join(f"{name(f'seat:{k}')} {n}" for k, n in enumerate(result.scores, start=1))
    return f"{winners} won" + (f" ({result.rule})" if result.rule else "") + (f": {scores}" if scores else "")
