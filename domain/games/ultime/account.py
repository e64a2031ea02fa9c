"""What a move changed in sum, whatever way it went, and which of it has been told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tablescribe.domain.table.names import deck_of
from tablescribe.domain.table.table import Changed, Fact, Moved, Table, Value


class Account:
    """The sum of some facts, so that a move reads the same for who sees each step and for who sees its outcome.

    Attributes:
        before: the table before them.
        pieces: how many pieces more lie in a zone, by zone and piece.
        values: what each value was and is, by its key; only those that changed.
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
        """Return by how much a kept number has grown; 0 where it is no number that one may see."""
        was, now = self.values.get(key, (None, None))
        numbers = all(one is None or isinstance(one, int) for one in (was, now))
        return int(now or 0) - int(was or 0) if numbers else 0

    def cards(self, zone: str, deck: str) -> dict[str, int]:
        """Return how many cards of a deck lie there more, or fewer, by card."""
        return {card: n for (at, card), n in self.pieces.items() if n and at == zone and deck_of(card) == deck}

    def tell_value(self, key: str) -> None:
        """Note that a value has been told."""
        self._told_values.add(key)

    def tell_pieces(self, zone: str, pieces: Iterable[str]) -> None:
        """Note that these pieces of a zone have been told."""
        self._told_pieces.update((zone, piece) for piece in pieces)

    def is_left(self, key: str) -> bool:
        """Return whether a value changed and has not been told."""
        return key in self.values and key not in self._told_values

    def left_pieces(self, ends: Iterable[tuple[str, str]]) -> bool:
        """Return whether some of these pieces, each with its zone, have not been told."""
        return any(self.pieces[end] and end not in self._told_pieces for end in ends)

    def left(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return the facts of which not all has been told."""
        return [fact for fact in facts if not self._is_told(fact)]

    def _is_told(self, fact: Fact) -> bool:
        if isinstance(fact, Changed):
            return fact.key not in self.values or fact.key in self._told_values
        ends = ((fact.src, fact.piece), (fact.dst, fact.piece)) if isinstance(fact, Moved) else (
            (fact.zone, fact.face), (fact.zone, fact.to))  # fmt: skip
        return not self.left_pieces(ends)
