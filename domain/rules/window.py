"""Windows: decisions that a seat must make before play continues (a defence, an ambush, a secret bid)."""

from __future__ import annotations

import msgspec

from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text

_SEAT = AWAITS + ":"
"""`awaits:<seat>` is a value on the table for each seat that the open window still waits for."""


class Window(msgspec.Struct, frozen=True):
    """A decision that some seats must make before anything else happens.

    Attributes:
        name: its name on the table and in `Action.answers`.
        rule: the number of the rule that demands it. While it is open, other actions are refused with this rule.
        asks: the question, worded to follow "must first decide": "which cards to discard".
        unused: the implied answer if play continues without one (an ambush that nobody plays): the name of an action
            without required fields. `None`: the window must be answered.
        simultaneous: whether seats answer in any order, independently of each other. Otherwise they answer in the
            order in which they are asked.
        secret: whether others learn only that a seat has answered, until all have.
        volunteered: whether its answers may also be played while no seat is asked. Their own rules then decide: a seat
            with too many cards discards, asked or not.
    """

    name: str
    rule: str
    asks: Text
    unused: str | None = None
    simultaneous: bool = False
    secret: bool = False
    volunteered: bool = False


def awaited(table: Table) -> tuple[int, ...]:
    """Return the seats that the open window still waits for, in the order in which they were asked."""
    if AWAITS not in table.values:
        return ()
    # `in` is faster than `startswith` and rules out nearly all keys
    asked = [
        (place, int(key[len(_SEAT) :])) for key, place in table.values.items() if _SEAT in key and key.startswith(_SEAT)
    ]
    if len(asked) == 1:
        return (asked[0][1],)
    return tuple(seat for _, seat in sorted(asked, key=lambda one: (_place(one[0]), one[1])))


def _place(value: object) -> int:
    return value if isinstance(value, int) else 0
