"""Windows: decisions that a seat must make before play continues (a defence, an ambush, a secret bid)."""

from __future__ import annotations

import msgspec

from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text

_SEAT = AWAITS + ":"
"""`awaits:<seat>` is kept for each seat whose answer the open window waits for."""


class Window(msgspec.Struct, frozen=True):
    """A decision that some seats are asked for; nothing else happens before it.

    Attributes:
        name: its name on the table and in `Action.answers`.
        rule: the number of the rule by which it comes first; everything else is refused with it meanwhile.
        asks: what is asked, as it follows "must first decide": "which cards to discard".
        unused: the answer that is taken as given where play goes on without one (an ambush that nobody plays): the
            name of an action that needs no more to be said; `None`: it has to be answered.
        simultaneous: several seats answer in any order, and their answers do not depend on each other. Else they
            answer in the order in which they are asked.
        secret: until all have answered, the others learn only that a seat has.
        volunteered: its answers may also be said where nobody is asked: then their own rules decide (whoever holds
            too many cards discards, asked or not).
    """

    name: str
    rule: str
    asks: Text
    unused: str | None = None
    simultaneous: bool = False
    secret: bool = False
    volunteered: bool = False


def awaited(table: Table) -> tuple[int, ...]:
    """Return the seats whose answer the open window still waits for, those first who were asked first."""
    if AWAITS not in table.values:
        return ()
    # `in` is the faster question, and nearly always enough
    asked = [
        (place, int(key[len(_SEAT) :])) for key, place in table.values.items() if _SEAT in key and key.startswith(_SEAT)
    ]
    if len(asked) == 1:
        return (asked[0][1],)
    return tuple(seat for _, seat in sorted(asked, key=lambda one: (_place(one[0]), one[1])))


def _place(value: object) -> int:
    return value if isinstance(value, int) else 0
