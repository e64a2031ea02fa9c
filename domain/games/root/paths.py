"""Adjacency of clearings and forests on the current table, and distances between clearings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import cast

from tablescribe.domain.games.root.components import RootCatalogue, RootOptions
from tablescribe.domain.games.root.land import BURROW, Land, link
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table

CLOSED = "closed"
"""The marker on a closed path (RO-16.2.3-II)."""


def land(setting: Setting) -> Land:
    """Return the map that the match is played on."""
    catalogue, options = cast(RootCatalogue, setting.catalogue), cast(RootOptions, setting.options)
    return catalogue.maps[options.map].land


def path(a: int, b: int) -> str:
    """Return the zone of a path, which holds its marker and any bandits."""
    low, high = link(a, b)
    return f"path:{low}-{high}"


def is_closed(table: Table, a: int, b: int) -> bool:
    """Return whether a marker closes the path between two clearings (RO-16.2.3-II)."""
    return table.count(path(a, b), CLOSED) > 0


def closed_paths(lie: Land, table: Table) -> list[tuple[int, int]]:
    """Return the paths that are closed at the moment."""
    return [pair for pair in lie.closed if is_closed(table, *pair)]


def by_path(lie: Land, table: Table, clearing: int) -> tuple[int, ...]:
    """Return the clearings adjacent to a clearing: an open path connects them (RO-16.6.2)."""
    beside = lie.neighbours(clearing)
    return tuple(one for one in beside if not is_closed(table, clearing, one)) if lie.closed else beside


def adjacent(
    lie: Land, table: Table, clearing: int, *, rivers: bool = False, joined: Collection[int] = (), burrow: bool = False
) -> tuple[int, ...]:
    """Return the clearings adjacent to a clearing for a given player.

    Args:
        lie: the map.
        table: the pieces on it.
        clearing: the starting clearing.
        rivers: whether rivers count as paths for this player (RO-11.2.2, Boat Builders, riverboats).
        joined: clearings that are adjacent to each other for this player: by the card Tunnels, or the Duchy's tunnels
            with the Burrow.
        burrow: whether the Burrow (0) is adjacent to each of `joined`; these are then not adjacent to each other
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
    """Return the distance of each clearing from the nearest start, counted in open paths (RO-AMB-3).

    Adjacent clearings have distance 1: no clearing lies between them. Unreachable clearings are left out.
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
        table: the pieces on it.
        clearing: the homeland in question.
        enemies: the homelands of other factions.
        wanted: the number of clearings that should lie between: two (far away), one (not adjacent), or none.

    Returns:
        As many clearings as lie between, at most `wanted`; without enemy homelands, `wanted`.
    """
    between = distances(lie, table, enemies).get(clearing, wanted + 1) - 1 if enemies else wanted
    return max(min(between, wanted), 0)
