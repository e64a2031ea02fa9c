"""Defaults for a new plan: kinds of stage, sizes of tables, tie-breaks and points for a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tablescribe.domain.tournament.model.plan import Kind

KINDS: tuple[Kind, ...] = ("swiss", "round_robin", "pods", "elimination")
TWO = ("buchholz_cut1", "buchholz", "direct_encounter", "wins")
SEVERAL = ("opponents_average", "wins", "direct_encounter")
USUAL, MOST = 4, 6
"""The preferred size of a table, and the largest one proposed."""

OBJECTION = 10
"""The proposed time to object to the result of a match, in minutes."""


def kinds_for(people: Iterable[int]) -> tuple[Kind, ...]:
    """Return the kinds of stage that suit a game with these numbers of players, the usual one first."""
    sizes = set(people)
    fits = {"swiss": 2 in sizes, "round_robin": 2 in sizes, "pods": True, "elimination": max(sizes) > 1}
    return tuple(kind for kind in KINDS if fits[kind])


def sizes_for(kind: str, people: Iterable[int]) -> tuple[int, ...]:
    """Return the proposed sizes of tables for a kind of stage, the best first."""
    sizes = sorted(set(people))
    if kind != "pods" and 2 in sizes:
        return (2,)
    several = [size for size in sizes if 2 < size <= MOST] or [size for size in sizes if size == 2] or sizes[:1]
    return tuple(sorted(several, key=lambda size: (abs(size - USUAL), size)))


def late_until(kind: str, rounds: int) -> int:
    """Return the default last round for late entry: the last one in which this kind of stage can take entrants."""
    return rounds if kind in ("swiss", "pods") else 1


def stage_of(*, kind: str, sizes: Sequence[int], **more: Any) -> dict[str, Any]:
    """Return a stage as plain data, with default tie-breaks and points."""
    pods = list(sizes) if sizes and kind in ("pods", "elimination") else [2]
    stage: dict[str, Any] = {**more, "kind": kind, "pods": pods, "tie_breaks": list(TWO if pods == [2] else SEVERAL)}
    if 1 in pods:
        stage |= {"scoring": {"kind": "game_points"}, "tie_breaks": ["wins"]}
    elif pods != [2] and kind == "pods":
        most = max(pods)
        stage["scoring"] = {"kind": "places", "by_place": [str(most - place) for place in range(1, most + 1)]}
    if kind == "elimination":
        stage["tie_breaks"] = ["wins"]
    return stage
