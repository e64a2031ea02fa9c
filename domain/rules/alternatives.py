"""Legal alternatives close to a refused action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import may
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Table

MANY = 5000
"""So many of what a game offers a seat are looked through, at most."""

T = TypeVar("T")


def nearest(
    opening: Opening, table: Table, seats: Iterable[int], attempt: Mapping[str, Any], most: int = 3
) -> list[tuple[int, Action]]:
    """Return a few things that seats may do, each with its seat: those that have most in common with an attempt.

    Where nothing of its kind is legal, they are of different kinds.

    Args:
        opening, table: where it was tried.
        seats: whose actions are looked at: those that are to act.
        attempt: the action that was refused, as plain data; empty if it is not known.
        most: how many are returned.
    """
    offers = [
        (seat, action)
        for seat in seats
        for action in islice(dict.fromkeys(opening.game.offers(opening, table, seat)), MANY)
    ]
    found = nearest_first(
        offers, attempt, lambda offer: offer[1].data(), lambda offer: may(opening, table, offer[0], offer[1])
    )
    return list(islice(found, most))


def nearest_first(
    some: Iterable[T],
    attempt: Mapping[str, Any],
    data: Callable[[T], Mapping[str, Any]],
    holds: Callable[[T], bool] = lambda one: True,
) -> Iterator[T]:
    """Yield those of some that hold, nearest to an attempt first; of other kinds than its own one each.

    Args:
        some: what may be done, in whatever form.
        attempt: the action that was refused, as plain data.
        data: the plain data of one of them.
        holds: whether it can be done; asked only of what comes up.
    """
    kinds: set[Any] = set()
    for one in sorted(some, key=lambda one: -in_common(data(one), attempt)):  # ties stay as they are offered
        kind = data(one)["do"]
        if (kind == attempt.get("do") or kind not in kinds) and holds(one):
            kinds.add(kind)
            yield one


def in_common(one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """Return how much an action has in common with another: its kind first, then each field that is the same.

    A field that is named first, such as the card, counts for more than those after it.
    """
    if one.get("do") != other.get("do"):
        return 0
    names = [name for name in other if name != "do"]
    return 1 + sum(1 << (len(names) - k) for k, name in enumerate(names) if one.get(name) == other[name])
