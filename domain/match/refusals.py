"""Errors for refused commands on a match, and the take-back policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Slot, Spoken, Thing, both, plural, say

if TYPE_CHECKING:
    from tablescribe.domain.match.events import Move


class Refused(Spoken):
    """The match does not allow this now. `code` is stable; the text says what to do instead."""

    code = "match.refused"


class NoSuchSeat(Refused):
    """The match has no seat with that number."""

    code = "match.no_such_seat"


class MatchIsClosed(Refused):
    """The match is closed: only notes, signatures and corrections can be added."""

    code = "match.closed"


class Awaiting(Refused):
    """The match waits for a contribution to its seed; nothing can be played before."""

    code = "chance.awaited"


class TakeBackRefused(Refused):
    """The take-back policy forbids it, or the moves revealed an outcome of chance."""

    code = "match.take_back_refused"


def check_seats(last: int, *seats: int | None) -> None:
    """Check that seats exist in a match with seats 1 to `last`; `None` stands for the recorder.

    Raises:
        NoSuchSeat: one of them does not exist.
    """
    for seat in seats:
        if seat is not None and not 1 <= seat <= last:
            raise NoSuchSeat(say("there is no seat {seat}. Seats are 1 to {last}", seat=seat, last=last))


def check_take_back(
    policy: str, undone: Sequence[Move], people: Sequence[int], by: int | None, agreed: Sequence[int], *, seen: bool
) -> None:
    """Check a take-back against the policy of the match (see `events.TAKE_BACK_POLICIES`).

    Args:
        policy: the policy of the match.
        undone: the moves that would no longer count.
        people: the seats with a person; a solo player needs nobody's agreement.
        by: the seat that asks; `None` for the recorder of the table.
        agreed: the seats that agree.
        seen: whether these moves revealed an outcome of chance; then every policy asks for agreement.

    Raises:
        TakeBackRefused: the policy forbids it, or an agreement is missing.
    """
    missing: list[Slot] = []
    if len(people) > 1:
        missing = [Thing(seat_name(seat)) for seat in people if seat != by and seat not in agreed]
    what = plural(len(undone), "the last move", "the last {n} moves")
    if policy == "judge":
        raise TakeBackRefused(say("only a judge can undo {what} in this match", what=what))
    if not missing:
        return
    seats = both(missing)
    if seen:
        text = say(
            "{what} revealed a die or a card: to undo this, {seats} must agree or a judge must decide",
            what=what,
            seats=seats,
        )
        raise TakeBackRefused(text)
    if policy == "consent":
        raise TakeBackRefused(say("{seats} must agree to undo {what}", what=what, seats=seats))
    from tablescribe.domain.match.events import Played  # imported late: slow to import, needed here only

    if policy == "own" and not all(isinstance(move, Played) and move.seat == by for move in undone):
        text = say(
            "not all of this was played by {seat}: {seats} must agree to undo {what}",
            seat=Thing(seat_name(by)) if by is not None else say("the recorder"), what=what, seats=seats,
        )  # fmt: skip
        raise TakeBackRefused(text)
