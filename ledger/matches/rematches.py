"""Another match like one: who sits where, and with which options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match

OF_ONE_MATCH = ("played", "minutes", "follows")
"""Options that apply to one match only: date, duration, and previous match of the series. A rematch omits them."""

OF_PEOPLE = ("decks",)
"""Options with one part per seat that belongs to the person; a part follows its person to another seat."""


def order_of(former: Match, *, same_seats: bool) -> list[int]:
    """Return, for each seat, the former seat of its person.

    Without `same_seats`, people move one seat on, and the last person gets the first seat. Automata keep their seats.
    """
    people = [seat for seat in former.opening.all_seats if seat not in former.opening.game.automata]
    moved = people if same_seats else [people[-1], *people[:-1]]
    now = dict(zip(people, moved, strict=True))
    return [now.get(seat, seat) for seat in former.opening.all_seats]


def options_of(former: Match, order: Sequence[int]) -> dict[str, Any]:
    """Return the options of a rematch with this seating (see `order_of`)."""
    options = {name: value for name, value in former.opened.options.items() if name not in OF_ONE_MATCH}
    for name in OF_PEOPLE:
        parts = options.get(name)
        if isinstance(parts, str) and len(several := parts.split("\n---\n")) == len(order):
            options[name] = "\n---\n".join(several[seat - 1] for seat in order)
        elif isinstance(parts, list | tuple) and len(parts) == len(order):
            options[name] = [parts[seat - 1] for seat in order]
    return options


def description_of(former: Match) -> dict[str, Any]:
    """Return the details of a rematch: title, event, place and tags of the former match; empty if it has none."""
    if not former.descriptions:
        return {}
    last = former.descriptions[-1]
    return {"title": last.title, "event": last.event, "place": last.place, "tags": last.tags}
