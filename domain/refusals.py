"""What a match refuses, and the policies of taking back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.events import Move, Played


class Refused(Exception):
    """The match does not allow that now. `code` is stable; the text says what to do instead."""

    code = "match.refused"


class MatchIsClosed(Refused):
    """Nothing but notes can be added to a match that is over."""

    code = "match.closed"


class TakeBackRefused(Refused):
    """The take-back policy, or the barrier at what chance has shown, forbids it."""

    code = "match.take_back_refused"


def check_take_back(
    policy: str, undone: Sequence[Move], people: Sequence[int], by: int | None, agreed: Sequence[int], *, seen: bool
) -> None:
    """Apply a take-back policy (see `events.TAKE_BACK_POLICIES`) to what a seat wants to take back.

    Args:
        policy: the policy of the match.
        undone: the moves that would no longer count.
        people: the seats that somebody sits at; one who plays alone need ask nobody.
        by: the seat that asks; `None` for the recorder of the table.
        agreed: the seats that agree.
        seen: whether these moves showed what chance gave: a barrier under every policy.

    Raises:
        TakeBackRefused: the policy, or the barrier, forbids it.
    """
    missing = [seat for seat in people if seat != by and seat not in agreed] if len(people) > 1 else []
    what = "the last move" if len(undone) == 1 else f"the last {len(undone)} moves"
    if policy == "judge":
        raise TakeBackRefused(f"only a judge takes back {what} in this match")
    if not missing:
        return
    if seen:
        raise TakeBackRefused(f"{what} showed a die or a card: seats {_and(missing)} must agree, or a judge decides")
    if policy == "consent":
        raise TakeBackRefused(f"seats {_and(missing)} must agree to take back {what}")
    if policy == "own" and not all(isinstance(move, Played) and move.seat == by for move in undone):
        raise TakeBackRefused(f"not all of it is seat {by}'s own: seats {_and(missing)} must agree to take back {what}")


def either(words: Iterable[object]) -> str:
    """Return words joined by commas and `or`."""
    *others, last = [str(word) for word in words]
    return f"{', '.join(others)} or {last}" if others else last


def _and(words: Iterable[object]) -> str:
    *others, last = [str(word) for word in words]
    return f"{', '.join(others)} and {last}" if others else last
