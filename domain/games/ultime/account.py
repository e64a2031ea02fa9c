"""The net change of a move, and which parts of it have been described so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tablescribe.domain.table.names import deck_of
from tablescribe.domain.table.table import Changed, Fact, Moved, Table, Value


class Account:
    """The net effect of some facts.

    A viewer who sees every step and one who sees only the outcome read the same description.

    Attributes:
        before: the table before the facts.
        pieces: the change in number of a piece in a zone, by (zone, piece).
        values: the old and new value of each key that changed.
    """

    def __init__(self, before: Table, facts: Iterable[Fact]) -> None:
        self.before = before
        self.pieces: Counter[tuple[str, str]] = Counter()
        values: dict[str, tuple[Value, Value]] = {}
        for fact in facts:
            if isinstance(fact, Changed):
                values[fact.key] = (values.get(fact.key, (fact.was,))[0], fact.now)
            elif isinstance(fact, Moved):
                self.pieces[fact.src, fact.piece] -= fact.n
                self.pieces[fact.dst, fact.piece] += fact.n
            else:
                self.pieces[fact.zone, fact.face] -= fact.n
                self.pieces[fact.zone, fact.to] += fact.n
        self.values = {key: both for key, both in values.items() if both[0] != both[1]}
        self._told_values: set[str] = set()
        self._told_pieces: set[tuple[str, str]] = set()

    def now(self, key: str) -> Value:
        """Return a value as it is after the facts."""
        return self.values[key][1] if key in self.values else self.before.get(key)

    def more(self, key: str) -> int:
        """Return the increase of a number; 0 if it is no number or the viewer may not see it."""
        was, now = self.values.get(key, (None, None))
        numbers = all(one is None or isinstance(one, int) for one in (was, now))
        return int(now or 0) - int(was or 0) if numbers else 0

    def cards(self, zone: str, deck: str) -> dict[str, int]:
        """Return the change in number of each card of a deck in a zone (negative: cards that left)."""
        return {card: n for (at, card), n in self.pieces.items() if n and at == zone and deck_of(card) == deck}

    def tell_value(self, key: str) -> None:
        """Mark a value as described."""
        self._told_values.add(key)

    def tell_pieces(self, zone: str, pieces: Iterable[str]) -> None:
        """Mark these pieces of a zone as described."""
        self._told_pieces.update((zone, piece) for piece in pieces)

    def is_left(self, key: str) -> bool:
        """Return whether a value changed and is not described yet."""
        return key in self.values and key not in self._told_values

    def left_pieces(self, ends: Iterable[tuple[str, str]]) -> bool:
        """Return whether any of these (zone, piece) pairs changed and is not described yet."""
        return any(self.pieces[end] and end not in self._told_pieces for end in ends)

    def left(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return the facts that are not fully described yet."""
        return [fact for fact in facts if not self._is_told(fact)]

    def _is_told(self, fact: Fact) -> bool:
        if isinstance(fact, Changed):
            return fact.key not in self.values or fact.key in self._told_values
        ends = ((fact.src, fact.piece), (fact.dst, fact.piece)) if isinstance(fact, Moved) else (
            (fact.zone, fact.face), (fact.zone, fact.to))  # fmt: skip
        return not self.left_pieces(ends)
