"""The table: pieces in zones, values, and the three facts that change them, each with its inverse.

Everything on a game table is a *piece* in a *zone* (a pawn on a village, a card in a hand, a cube
still in the box) or a *value* (a score, whose turn it is). So three reversible facts are enough for
every game, and `Table.apply` and `Table.revert` (one by one or `_all`) are the only code that changes a
table. Replay, undo, stepping backwards, judges' corrections and differences all follow from them.

Pieces are counted, never created: `apply` raises `Impossible` when a piece is not where a fact takes it
from, so every replay proves conservation by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import length_hint
from typing import TypeAlias, final

import msgspec

from tablescribe.domain.words.text import Spoken, Thing, say

Value: TypeAlias = bool | int | str | None
"""What a kept value can be. `None` means that the value is not kept (any more)."""

BOX = "box"
"""The zone in which every piece begins."""

HIDDEN = "?"
"""A piece whose name begins with this sign lies face down: `?movement` is some card of the movement deck."""


class Impossible(Spoken):
    """A fact that cannot be true on this table: the piece is not there, or the value is another.

    Raised in every mode of play: rules can be broken at a table, physics cannot.
    """

    code = "fact.impossible"


@final
class Moved(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="moved"):
    """`n` pieces of one name went from one zone to another. Taken back by the same move the other way."""

    piece: str
    n: int
    src: str
    dst: str

    def inverse(self) -> Moved:
        """Return the fact that takes this one back."""
        return Moved(self.piece, self.n, self.dst, self.src)


@final
class Turned(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="turned"):
    """`n` pieces in a zone show another face: flipped, exhausted, or an unknown card turned up."""

    zone: str
    face: str
    to: str
    n: int

    def inverse(self) -> Turned:
        """Return the fact that takes this one back."""
        return Turned(self.zone, self.to, self.face, self.n)


@final
class Changed(msgspec.Struct, frozen=True, array_like=True, gc=False, tag="changed"):
    """A kept value changed from `was` to `now`; `None` means "not kept"."""

    key: str
    was: Value
    now: Value

    def inverse(self) -> Changed:
        """Return the fact that takes this one back."""
        return Changed(self.key, self.now, self.was)


Fact: TypeAlias = Moved | Turned | Changed


class Table:
    """The state of a game: `zones` (zone → piece → how many) and `values` (key → value).

    Zones never hold a piece zero times and values never hold `None`, so two tables in the same state
    are equal, and have the same digest, whatever happened before.

    A table mutates in place, as chess engines do: applying a fact costs about 0.3 µs, copying a
    state per move would cost a hundred times that. Change it through `apply` and `revert` only.
    """

    __slots__ = ("values", "zones")

    def __init__(self, box: Mapping[str, int] | Iterable[tuple[str, int]] = ()) -> None:
        self.zones: dict[str, dict[str, int]] = {}
        self.values: dict[str, Value] = {}
        contents = {piece: n for piece, n in dict(box).items() if n}
        if min(contents.values(), default=0) < 0:
            raise Impossible(say("a number of pieces cannot be negative"))
        if contents:
            self.zones[BOX] = contents

    # --- the only code that changes a table -------------------------------------------------

    def apply(self, fact: Fact) -> None:
        """Make `fact` true; raise `Impossible`, leaving the table as it was, when it cannot be."""
        if type(fact) is Changed:
            self._change(fact.key, fact.was, fact.now)
        elif type(fact) is Moved:
            self._shift(fact.piece, fact.n, fact.src, fact.piece, fact.dst)
        else:
            self._shift(fact.face, fact.n, fact.zone, fact.to, fact.zone)

    def revert(self, fact: Fact) -> None:
        """Take `fact` back: the table is as it was before it was applied. As `apply` of its inverse."""
        if type(fact) is Moved:
            self._shift(fact.piece, fact.n, fact.dst, fact.piece, fact.src)
        elif type(fact) is Changed:
            self._change(fact.key, fact.now, fact.was)
        else:
            self._shift(fact.to, fact.n, fact.zone, fact.face, fact.zone)

    def apply_all(self, facts: Sequence[Fact]) -> None:
        """Make facts true one after another, all or none.

        `apply` written out for facts that fit, as nearly all do: reading recorded matches is little else.

        Raises:
            Impossible: one does not fit; the table is as it was.
        """
        zones, values = self.zones, self.values
        rest = iter(facts)
        for fact in rest:
            if type(fact) is Changed:
                key, was, now = fact.key, fact.was, fact.now
                have = values.get(key)
                if have is was or (have == was and type(have) is type(was)):
                    if now is None:
                        values.pop(key, None)
                    else:
                        values[key] = now
                    continue
            else:
                if type(fact) is Moved:
                    n, src, dst = fact.n, fact.src, fact.dst
                    piece = to = fact.piece
                else:
                    n, piece, to = fact.n, fact.face, fact.to
                    src = dst = fact.zone
                source = zones.get(src)
                if source and 0 < n <= (there := source.get(piece, 0)):
                    if there > n:
                        source[piece] = there - n
                    else:
                        del source[piece]
                        if not source:
                            del zones[src]
                    target = zones.get(dst)
                    if target is None:
                        zones[dst] = {to: n}
                    else:
                        target[to] = target.get(to, 0) + n
                    continue
            try:
                self.apply(fact)  # it does not fit: this says why
            except Impossible:
                self.revert_all(facts[: len(facts) - length_hint(rest) - 1])
                raise

    def revert_all(self, facts: Sequence[Fact]) -> None:
        """Take facts back, last one first. `revert` written out for values that fit, as nearly all do."""
        values = self.values
        for fact in reversed(facts):
            if type(fact) is Changed:
                have, now, was = values.get(fact.key), fact.now, fact.was
                if have is not None and have == now and type(have) is type(now) and was is not None:
                    values[fact.key] = was
                    continue
            self.revert(fact)

    def _change(self, key: str, was: Value, now: Value) -> None:
        """Keep `now` under a key, where `was` was kept."""
        have = self.values.get(key)
        if have != was or type(have) is not type(was):
            raise Impossible(say("{key} is {have}, not {was}", key=Thing(key), have=repr(have), was=repr(was)))
        if now is None:
            self.values.pop(key, None)
        else:
            self.values[key] = now

    def _shift(self, piece: str, n: int, src: str, to: str, dst: str) -> None:
        """Take `n` times `piece` out of `src` and lay them down as `to` in `dst`."""
        zones = self.zones
        source = zones.get(src)
        have = source.get(piece, 0) if source else 0
        if n < 1 or have < n:
            raise Impossible(
                say(
                    "{n} × {piece} cannot leave {zone}: {have} there",
                    n=n,
                    piece=Thing(piece),
                    zone=Thing(src),
                    have=have,
                )
            )
        assert source is not None
        if have == n:
            del source[piece]
            if not source:
                del zones[src]
        else:
            source[piece] = have - n
        target = zones.get(dst)
        if target is None:
            zones[dst] = {to: n}
        else:
            target[to] = target.get(to, 0) + n

    # --- reading ------------------------------------------------------------------------------

    def count(self, zone: str, piece: str | None = None) -> int:
        """Return how many pieces (of that name, or of any) lie in a zone."""
        pieces = self.zones.get(zone)
        if pieces is None:
            return 0
        return sum(pieces.values()) if piece is None else pieces.get(piece, 0)

    def pieces(self, zone: str) -> dict[str, int]:
        """Return the pieces of a zone with their counts, sorted by name."""
        pieces = self.zones.get(zone)
        if pieces is None:
            return {}
        return {piece: pieces[piece] for piece in sorted(pieces)} if len(pieces) > 1 else pieces.copy()

    def each(self, zone: str) -> Iterator[str]:
        """Return every piece of a zone, sorted by name and repeated by its count."""
        pieces = self.zones.get(zone)
        return iter([piece for piece in sorted(pieces) for _ in range(pieces[piece])]) if pieces else iter(())

    def where(self, piece: str) -> list[str]:
        """Return the zones that hold the piece, sorted, a zone once for each such piece."""
        return sorted(z for z, pieces in self.zones.items() for _ in range(pieces.get(piece, 0)))

    def zones_of(self, prefix: str) -> list[str]:
        """Return the names of the non-empty zones that begin with `prefix`, sorted."""
        return sorted(zone for zone in self.zones if zone.startswith(prefix))

    def get(self, key: str) -> Value:
        """Return a kept value, `None` when it is not kept."""
        return self.values.get(key)

    def number(self, key: str) -> int:
        """Return a kept number, 0 when it is not kept.

        Raises:
            TypeError: the value is a text.
        """
        value = self.values.get(key, 0)
        if not isinstance(value, int):
            raise TypeError(f"{key} is {value!r}, not a number")
        return value

    def text(self, key: str) -> str:
        """Return a kept text, the empty text when it is not kept."""
        value = self.values.get(key)
        return "" if value is None else str(value)

    def total(self) -> int:
        """Return the number of all pieces on the table and in the box: no fact ever changes it."""
        return sum(n for pieces in self.zones.values() for n in pieces.values())

    # --- comparing ----------------------------------------------------------------------------

    def copy(self) -> Table:
        """Return an independent table in the same state."""
        other = Table()
        other.zones = {zone: pieces.copy() for zone, pieces in self.zones.items()}
        other.values = self.values.copy()
        return other

    def canonical(self) -> bytes:
        """Return the state as JSON with sorted keys: equal tables give equal bytes."""
        return msgspec.json.encode([self.zones, self.values], order="sorted")

    def digest(self) -> str:
        """Return the SHA-256 of the canonical bytes, in hexadecimal."""
        return hashlib.sha256(self.canonical()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.canonical() == other.canonical()

    __hash__ = None  # type: ignore[assignment]


Surplus: TypeAlias = dict[str, dict[str, int]]
"""Piece → zone → how many more lie there before than after, where the two differ; both sorted."""


def difference(before: Table, after: Table) -> list[Fact]:
    """Return facts that lead from one table to the other: first turns, then moves, then values.

    What is the same on both is not looked at piece by piece: the cost is that of what differs.

    Raises:
        Impossible: the tables do not hold the same number of pieces, so no facts lead there.
    """
    surplus = _surplus(before, after)
    if sum(n for zones in surplus.values() for n in zones.values()):
        raise Impossible(say("the two tables do not hold the same number of pieces"))
    return [*_turns(surplus), *_moves(surplus), *_changes(before.values, after.values)]


def _surplus(before: Table, after: Table) -> Surplus:
    surplus: Surplus = {}
    for zone in sorted(before.zones.keys() | after.zones.keys()):
        had, has = before.zones.get(zone, {}), after.zones.get(zone, {})
        if had != has:
            for piece in had.keys() | has.keys():
                if n := had.get(piece, 0) - has.get(piece, 0):
                    surplus.setdefault(piece, {})[zone] = n
    return dict(sorted(surplus.items()))


def _turns(surplus: Surplus) -> Iterator[Turned]:
    """Yield turns that leave no piece in surplus except where it is; `surplus` is then what is left to move."""
    excess = {piece: sum(zones.values()) for piece, zones in surplus.items()}
    for to, missing in [(piece, -n) for piece, n in excess.items() if n < 0]:
        wanting = {zone for zone, n in surplus[to].items() if n < 0}
        for face in [piece for piece, n in excess.items() if n > 0]:
            for zone in sorted(surplus[face], key=lambda zone: (zone not in wanting, zone)):
                n = min(missing, excess[face], surplus[face][zone])
                if n > 0:
                    yield Turned(zone, face, to, n)
                    missing -= n
                    excess[face] -= n
                    surplus[face][zone] -= n
                    surplus[to][zone] = surplus[to].get(zone, 0) + n


def _moves(surplus: Surplus) -> Iterator[Moved]:
    """Yield moves between tables that hold each piece equally often."""
    for piece, lying in surplus.items():
        zones = dict(sorted(lying.items()))
        for giver in zones:
            for taker in zones:
                n = min(zones[giver], -zones[taker])
                if n > 0:
                    yield Moved(piece, n, giver, taker)
                    zones[giver] -= n
                    zones[taker] += n


def _changes(before: Mapping[str, Value], after: Mapping[str, Value]) -> list[Changed]:
    pairs = ((key, before.get(key), after.get(key)) for key in before.keys() | after.keys())
    return sorted(
        (Changed(key, was, now) for key, was, now in pairs if was != now or type(was) is not type(now)),
        key=lambda changed: changed.key,
    )
