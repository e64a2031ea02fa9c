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
"""Maximum number of a seat's offered actions that are searched."""

T = TypeVar("T")


def nearest(
    opening: Opening, table: Table, seats: Iterable[int], attempt: Mapping[str, Any], most: int = 3
) -> list[tuple[int, Action]]:
    """Return the legal actions most similar to a refused one, each with its seat.

    If no action of the same kind is legal, each one returned is of a different kind.

    Args:
        opening, table: the match and table where it was refused.
        seats: the seats to act, whose actions are searched.
        attempt: the refused action as plain data; empty if it is not known.
        most: the maximum number of actions returned.
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
    """Yield valid candidates, most similar to a refused action first; at most one for each other kind of action.

    Args:
        some: the candidates, in any form.
        attempt: the refused action as plain data.
        data: returns the plain data of a candidate.
        holds: returns whether a candidate is valid; called only for candidates about to be yielded.
    """
    kinds: set[Any] = set()
    for one in sorted(some, key=lambda one: -in_common(data(one), attempt)):  # stable: ties keep the order offered
        kind = data(one)["do"]
        if (kind == attempt.get("do") or kind not in kinds) and holds(one):
            kinds.add(kind)
            yield one


def in_common(one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """Return how similar an action is to another: 0 for another kind, more for each equal field.

    Earlier fields, such as the card, weigh more than later ones.
    """
    if one.get("do") != other.get("do"):
        return 0
    names = [name for name in other if name != "do"]
    return 1 + sum(1 << (len(names) - k) for k, name in enumerate(names) if one.get(name) == other[name])
