"""Places where hireling pieces can go, by the names that tasks use for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tablescribe.domain.games.root.board import CLEARINGS, Board, clearing, forest, path
from tablescribe.domain.games.root.paths import by_path, is_closed, land
from tablescribe.domain.games.root.pieces import owner_of
from tablescribe.domain.games.root.rules.hireling_setup import all_places
from tablescribe.domain.games.root.rules.ruling import can_place, open_slots

Places = Callable[[Board, dict[str, Any]], list[str]]


def _clearings(board: Board, task: dict[str, Any], some: Iterable[int]) -> list[str]:
    """Return the zones of the clearings in which the task's pieces may be placed."""
    owner = owner_of(next(iter(task["pieces"])))
    return [clearing(at) for at in some if can_place(board, owner, at)]


def _own(board: Board, task: dict[str, Any]) -> list[int]:
    """Return the clearings with the controller's faction pieces."""
    mine = board.faction(int(task["seat"]))
    return [at for at in CLEARINGS if board.count(mine, at)]


def _at_or_beside(board: Board, piece: str) -> list[int]:
    """Return the clearings with a piece, and those adjacent to them."""
    found = {at for at in CLEARINGS if board.at(at, piece)}
    return sorted(found | {one for at in found for one in by_path(land(board.setting), board.table, at)})


def anywhere(board: Board, task: dict[str, Any]) -> list[str]:
    """Any clearing, or one of those in `at`."""
    return _clearings(board, task, task.get("at") or CLEARINGS)


def at_own_pieces(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings with the controller's faction pieces."""
    return _clearings(board, task, _own(board, task))


def at_the_edge(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings on the edge."""
    return _clearings(board, task, [at for at in CLEARINGS if land(board.setting).is_edge(at)])


def near_bearers(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings with a Flame Bearer or adjacent to one; any clearing if there is none."""
    return _clearings(board, task, _at_or_beside(board, "flame:warrior") or CLEARINGS)


def with_a_slot(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings with an open slot."""
    return _clearings(board, task, [at for at in CLEARINGS if open_slots(board, at)])


def near_vaults(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings with a vault or adjacent to one, with an open slot."""
    return _clearings(board, task, [at for at in _at_or_beside(board, "vault:vault") if open_slots(board, at)])


def without_one(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings without a piece of the first kind to be placed."""
    piece = next(iter(task["pieces"]))
    return _clearings(board, task, [at for at in CLEARINGS if not board.at(at, piece)])


def with_patrols(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings with a Forest Patrol."""
    return _clearings(board, task, [at for at in CLEARINGS if board.at(at, "patrol:warrior")])


def at_enemies(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings with pieces of the hireling's enemies."""
    enemies = {at: [one for one in board.owners(at) if board.are_enemies(task["key"], one)] for at in CLEARINGS}
    return _clearings(board, task, [at for at, some in enemies.items() if some])


def free_paths(board: Board, task: dict[str, Any]) -> list[str]:
    """Open paths without bandits next to the controller's faction pieces."""
    own = set(_own(board, task))
    pairs = [pair for pair in sorted(land(board.setting).paths) if set(pair) & own]
    return [path(*pair) for pair in pairs if not is_closed(board.table, *pair) and not _bandits(board, path(*pair))]


def _bandits(board: Board, zone: str) -> int:
    return board.table.count(zone, "bandits:warrior")


def bandit_paths(board: Board, task: dict[str, Any]) -> list[str]:
    """Paths with bandits."""
    return [path(*pair) for pair in sorted(land(board.setting).paths) if _bandits(board, path(*pair))]


def with_hireling(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings with warriors of the hireling."""
    return [clearing(at) for at in CLEARINGS if board.warriors(task["key"], at)]


def with_first(board: Board, task: dict[str, Any]) -> list[str]:
    """Clearings with the first of the task's pieces."""
    piece = next(iter(task["pieces"]))
    return [clearing(at) for at in CLEARINGS if board.at(at, piece)]


def beside_forest(board: Board, task: dict[str, Any]) -> list[str]:
    """Forests adjacent to the task's forest."""
    return [forest(one) for one in land(board.setting).forests_beside(task["source"].removeprefix("forest:"))]


def everywhere(board: Board, task: dict[str, Any]) -> list[str]:
    """All clearings, forests and paths."""
    return all_places(board)


PLACES: dict[str, Places] = {
    one.__name__: one for one in (
        anywhere, at_own_pieces, at_the_edge, near_bearers, with_a_slot, near_vaults, without_one, with_patrols,
        at_enemies, free_paths, bandit_paths, with_hireling, with_first, beside_forest, everywhere,
    )
}  # fmt: skip
"""The functions by the names of the places."""
