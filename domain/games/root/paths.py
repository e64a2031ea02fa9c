"""Which clearings and forests are adjacent on a table, and how far apart clearings lie."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import cast

from tablescribe.domain.games.root.components import RootCatalogue, RootOptions
from tablescribe.domain.games.root.land import BURROW, Land, link
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table

CLOSED = "closed"
"""The marker that lies on a closed path (RO-16.2.3-II)."""


def land(setting: Setting) -> Land:
    """Return the map that the match is played on."""
    catalogue, options = cast(RootCatalogue, setting.catalogue), cast(RootOptions, setting.options)
    return catalogue.maps[options.map].land


def path(a: int, b: int) -> str:
    """Return the zone of a path, where its marker lies, and bandits stand."""
    low, high = link(a, b)
    return f"path:{low}-{high}"


def is_closed(table: Table, a: int, b: int) -> bool:
    """Return whether a marker closes the path between two clearings (RO-16.2.3-II)."""
    return table.count(path(a, b), CLOSED) > 0


def closed_paths(lie: Land, table: Table) -> list[tuple[int, int]]:
    """Return the paths that are closed now."""
    return [pair for pair in lie.closed if is_closed(table, *pair)]


def by_path(lie: Land, table: Table, clearing: int) -> tuple[int, ...]:
    """Return the clearings adjacent to one: an open path joins them (RO-16.6.2)."""
    beside = lie.neighbours(clearing)
    return tuple(one for one in beside if not is_closed(table, clearing, one)) if lie.closed else beside


def adjacent(
    lie: Land, table: Table, clearing: int, *, rivers: bool = False, joined: Collection[int] = (), burrow: bool = False
) -> tuple[int, ...]:
    """Return the clearings that are adjacent to one for somebody.

    Args:
        lie: the map.
        table: what stands on it.
        clearing: from where.
        rivers: whether rivers are paths for them (RO-11.2.2, the card Boat Builders, riverboats).
        joined: clearings that are adjacent to one another for them: those of the card Tunnels, of the Duchy's tunnels
            with the Burrow.
        burrow: whether the Burrow (0) lies beside every one of `joined`, which are then not adjacent to one another
            (RO-12.2.2).
    """
    found = set(by_path(lie, table, clearing))
    if rivers:
        found.update(lie.rivers(clearing))
    if burrow and clearing == BURROW:
        found.update(joined)
    elif clearing in joined:
        found.update([BURROW] if burrow else joined)
    return tuple(sorted(found - {clearing}))


def distances(lie: Land, table: Table, start: Iterable[int]) -> dict[int, int]:
    """Return how many paths each clearing lies away from the nearest of some, by open paths (RO-AMB-3).

    Adjacent clearings are one path apart: no clearing lies between them. What cannot be reached is left out.
    """
    found = dict.fromkeys(start, 0)
    ring = list(found)
    while ring:
        ring = sorted({b for a in ring for b in by_path(lie, table, a)} - found.keys())
        steps = max(found.values()) + 1
        found.update(dict.fromkeys(ring, steps))
    return found


def rank(lie: Land, table: Table, clearing: int, enemies: Collection[int], wanted: int) -> int:
    """Return how well a homeland keeps its distance from enemy homelands (RO-16.1.8-II-b).

    Args:
        lie: the map.
        table: what stands on it.
        clearing: the homeland.
        enemies: the homelands of others.
        wanted: the clearings that are to lie between: two (far away), one (not adjacent), or none.

    Returns:
        As many clearings as lie between, at most `wanted`; without enemy homelands, `wanted`.
    """
    between = distances(lie, table, enemies).get(clearing, wanted + 1) - 1 if enemies else wanted
    return max(min(between, wanted), 0)
