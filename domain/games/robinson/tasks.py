"""Planned actions with pawns: their locations, owners and kinds (RC-21, RC-24)."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Kind = Literal["hunt", "build", "gather", "explore", "arrange", "rest"]
"""The kinds of action in the order in which they are resolved (RC-24); an attack is a hunting action (RC-42)."""

KINDS: tuple[Kind, ...] = get_args(Kind)

HUNT, ARRANGE, REST = "hunting", "arrange", "rest"  # locations, besides tracks, camps, inventions and spaces


def source(number: int, side: str) -> str:
    """Return the location of a single resource icon (RC-21)."""
    return f"source:{number}:{side}"


def kind_of(where: str) -> Kind:
    """Return the kind of action at a location."""
    head = where.partition(":")[0]
    return _KIND.get(head, "build")


_KIND: dict[str, Kind] = {
    HUNT: "hunt", "camp": "hunt", "source": "gather", "space": "explore", ARRANGE: "arrange", REST: "rest"
}  # fmt: skip


class Task(msgspec.Struct, frozen=True, order=True):
    """An action that a seat has planned. Its pawns and reserved resources are in its zone.

    Attributes:
        seat: its owner; other seats never join it (RC-70).
        where: its location: `hunting`, `camp:2`, `roof`, `invention:map`, `source:4:left`, `space:4`, `rest`.
        n: its number among the seat's own actions at this location, from 1.
    """

    seat: int
    where: str
    n: int = 1

    @property
    def zone(self) -> str:
        """The zone of its pawns and reserved resources."""
        return f"task:{self.seat}:{self.n}:{self.where}"

    @property
    def kind(self) -> Kind:
        """Its kind of action."""
        return kind_of(self.where)


def task_of(zone: str) -> Task:
    """Return the planned action of a zone."""
    _, seat, n, where = zone.split(":", 3)
    return Task(int(seat), where, int(n))
