"""A simple `difference` that compares every piece in every zone. The fast one must give equivalent results."""

from __future__ import annotations

from tablescribe.domain.table.table import Changed, Fact, Impossible, Moved, Table, Turned


def plain_difference(before: Table, after: Table) -> list[Fact]:
    """Return facts that lead from one table to the other: first turns, then moves, then values."""
    if before.total() != after.total():
        raise Impossible("the two tables do not hold the same number of pieces")
    facts: list[Fact] = []
    work = before.copy()
    for find in (_turns_between, _moves_between):
        for fact in find(work, after):
            work.apply(fact)
            facts.append(fact)
    for key in sorted({*before.values, *after.values}):
        was, now = before.values.get(key), after.values.get(key)
        if was != now or type(was) is not type(now):
            facts.append(Changed(key, was, now))
    return facts


def _surplus(before: Table, after: Table, piece: str) -> dict[str, int]:
    """Return for each zone how many more of a piece it has after than before."""
    zones = sorted({*before.zones, *after.zones})
    return {zone: before.count(zone, piece) - after.count(zone, piece) for zone in zones}


def _names(*tables: Table) -> list[str]:
    return sorted({piece for table in tables for pieces in table.zones.values() for piece in pieces})


def _turns_between(before: Table, after: Table) -> list[Fact]:
    """Return turns after which both tables have each piece equally often in total."""
    turns: list[Fact] = []
    excess = {piece: sum(_surplus(before, after, piece).values()) for piece in _names(before, after)}
    places = {piece: _surplus(before, after, piece) for piece, n in excess.items() if n > 0}
    for to, missing in [(piece, -n) for piece, n in excess.items() if n < 0]:
        wanting = _surplus(before, after, to)
        for face in places:
            for zone in sorted(places[face], key=lambda zone: (wanting.get(zone, 0) >= 0, zone)):
                n = min(missing, excess[face], places[face][zone])
                if n > 0:
                    turns.append(Turned(zone, face, to, n))
                    missing -= n
                    excess[face] -= n
                    places[face][zone] -= n
    return turns


def _moves_between(before: Table, after: Table) -> list[Fact]:
    """Return moves between tables that have each piece equally often in total."""
    moves: list[Fact] = []
    for piece in _names(before, after):
        surplus = _surplus(before, after, piece)
        for giver in surplus:
            for taker in surplus:
                n = min(surplus[giver], -surplus[taker])
                if n > 0:
                    moves.append(Moved(piece, n, giver, taker))
                    surplus[giver] -= n
                    surplus[taker] += n
    return moves
