"""Hide from a viewer what it may not know, in tables and texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from tablescribe.domain.match.events import Move, Opened
from tablescribe.domain.match.line import Line
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.agenda import crossed_off
from tablescribe.domain.rules.chance import Outcome, Question
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.names import SEALED, deck_of, face_down
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Impossible, Moved, Table, Turned, difference
from tablescribe.domain.words.text import Text, Thing, replaced

EVERYTHING: Literal["everything"] = "everything"

Viewer: TypeAlias = int | Literal["everything"] | None
"""The viewer: a seat's number, a spectator (`None`), or a judge who may see `EVERYTHING`."""


def seen(opening: Opening, table: Table, viewer: Viewer) -> Table:
    """Return the table as the viewer may see it.

    For the table of a forged log, the game may fail to say what is secret. Then all cards are face down and all values
    are hidden, except to a judge.
    """
    if viewer == EVERYTHING:
        return table
    try:
        return view(opening, table, viewer)
    except Exception:  # a forged log can make the game's code raise anything
        return _covered(table)


def possible_outcomes(question: Question, opening: Opening, table: Table, viewer: Viewer) -> list[Outcome]:
    """Return the outcomes that are possible as far as a viewer knows; none if knowing them would reveal a hidden zone.

    A card in a hand that the viewer may not see counts as one that can still be drawn. So what is missing from the
    list does not tell what is in the hand.
    """
    if viewer == EVERYTHING:
        return list(question.among)
    hidden = [one for one in opening.game.secrets(opening, table) if viewer not in one.seats]
    if (question.secret and viewer != question.seat) or any(one.zone == question.what for one in hidden):
        return []
    if question.kind != "draw":
        return list(question.among)
    held = {
        card
        for one in hidden
        if one.deck == question.what
        for card in table.pieces(one.zone)
        if card.startswith(one.deck + ":")
    }
    return sorted({*question.among, *held}, key=str)


def _covered(table: Table) -> Table:
    covered = Table()
    for zone, pieces in table.zones.items():
        faces = covered.zones.setdefault(zone, {})
        for piece, n in pieces.items():
            face = face_down(deck_of(piece)) if ":" in piece and not piece.startswith(HIDDEN) else piece
            faces[face] = faces.get(face, 0) + n
    return covered


def seen_facts(opening: Opening, before: Table, facts: Sequence[Fact], viewer: Viewer) -> list[Fact]:
    """Return a move's changes as the viewer may see them, in the order of play.

    A step that touches something hidden is replaced by the `difference` of the viewer's tables before and after it. So
    the path of a hidden card is not shown.
    """
    if viewer == EVERYTHING:
        return list(facts)
    table, told = before.copy(), list[Fact]()
    first = seen(opening, table, viewer)
    last, shut = first.copy(), _shut(opening, table, viewer)
    try:
        for part in _by_steps(facts):
            for fact in part:
                table.apply(fact)
            was, shut = shut, _shut(opening, table, viewer)
            if was == shut and not any(_touches(fact, shut) for fact in part):
                told += part
                for fact in part:
                    last.apply(fact)
            else:
                now = seen(opening, table, viewer)
                told += difference(last, now)
                last = now
    except Impossible:  # a forged log: show only the difference of the whole move
        table = before.copy()
        for fact in facts:
            table.apply(fact)
        return difference(first, seen(opening, table, viewer))
    return told


def _shut(opening: Opening, table: Table, viewer: Viewer) -> frozenset[str]:
    """Return the zones with cards that are hidden from a viewer, and the keys of the values hidden from it."""
    seat = viewer if isinstance(viewer, int) else None
    try:
        zones = {one.zone for one in opening.game.secrets(opening, table) if seat not in one.seats}
        return frozenset(zones | set(opening.game.hidden_values(opening, table, seat)))
    except Exception:  # a forged log can make the game's code raise anything
        return frozenset({HIDDEN})


def _touches(fact: Fact, shut: frozenset[str]) -> bool:
    """Return whether a fact is about a zone or value that is hidden from the viewer."""
    if HIDDEN in shut:
        return True
    if isinstance(fact, Moved):
        return fact.src in shut or fact.dst in shut
    return (fact.zone if isinstance(fact, Turned) else fact.key) in shut or (
        isinstance(fact, Changed) and fact.key.startswith(SEALED)
    )


def _by_steps(facts: Sequence[Fact]) -> Iterator[Sequence[Fact]]:
    """Split facts into parts: each removal of a pending step alone, and the facts between removals."""
    begun = 0
    for k, fact in enumerate(facts):
        if crossed_off(fact) is not None:
            if begun < k:
                yield facts[begun:k]
            yield facts[k : k + 1]
            begun = k + 1
    if begun < len(facts):
        yield facts[begun:]


class Discretion:
    """Redact the texts of a move: a card is named only to viewers who saw it face up before, during or after the move.

    Any other card is replaced by an unnamed card of its deck.
    """

    def __init__(self, match: Match, move: Move, viewer: Viewer, cursor: Line | None = None) -> None:
        """Prepare to redact the texts of one move.

        Args:
            match: the match.
            move: the move.
            viewer: who reads.
            cursor: a line to move along, shared between calls when many moves are read.
        """
        self._match, self._move, self._viewer, self._cursor = match, move, viewer, cursor
        box = match.opened.box if viewer != EVERYTHING else ()
        self._backs = frozenset(piece for piece, _ in box if piece.startswith(HIDDEN))
        self._open: set[str] | None = None

    @property
    def hides(self) -> bool:
        """Whether this match can have something hidden from the viewer."""
        return self._viewer != EVERYTHING and bool(self._backs)

    def of(self, text: Text) -> Text:
        """Return a text as the viewer may read it."""
        return replaced(text, self._known) if self.hides else text

    def _known(self, thing: Thing) -> Thing:
        return thing if self.may_know(thing.name) else Thing(face_down(deck_of(thing.name)))

    def may_know(self, thing: str) -> bool:
        """Return whether the viewer may know a thing's name: everything but cards that it never saw face up."""
        if self._viewer == EVERYTHING or face_down(deck_of(thing)) not in self._backs:
            return True
        if self._open is None:
            self._open = self._seen_open()
        return thing in self._open or thing.startswith(HIDDEN)

    def _seen_open(self) -> set[str]:
        """Return the pieces that the viewer saw face up before, during or after the move."""
        line = self._cursor or self._match.line.cursor()
        places: set[tuple[str, str]] = set()
        secret: set[tuple[str, str]] = set()
        number = 0 if isinstance(self._move, Opened) else self._move.number
        try:
            for at in (self._match.line.parent[number], number) if number else (0,):
                line.go_to(at)
                places.update((zone, piece) for zone, pieces in line.table.zones.items() for piece in pieces)
                for one in self._match.opening.game.secrets(self._match.opening, line.table):
                    if self._viewer not in one.seats:
                        secret.add((one.zone, one.deck))
        except Exception:  # a forged log: the game cannot say what is secret, so no card is named
            return set()
        for fact in self._move.facts:
            if isinstance(fact, Moved):
                places.update({(fact.src, fact.piece), (fact.dst, fact.piece)})
            elif isinstance(fact, Turned):
                places.update({(fact.zone, fact.face), (fact.zone, fact.to)})
        return {
            piece for zone, piece in places if not zone.startswith("unseen:") and (zone, deck_of(piece)) not in secret
        }
