"""Confirmation of a result by the seats: each confirms or objects. The match closes once all have confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import MatchIsClosed, Refused
from tablescribe.domain.words.text import say


@dataclass(frozen=True)
class ResultAnswers:
    """The seats' answers to the result after a given move. They lapse when the head changes.

    Attributes:
        head: the number of the move.
        answers: for each seat, whether it confirmed the result.
    """

    head: int
    answers: Mapping[int, bool]

    def agreed(self, people: Iterable[int]) -> bool:
        """Return whether every seat with a person has confirmed the result."""
        return all(self.answers.get(seat, False) for seat in people)

    @property
    def objections(self) -> tuple[int, ...]:
        """The seats that object to the result."""
        return tuple(sorted(seat for seat, right in self.answers.items() if not right))


def must_have_result(match: Match, seat: int) -> None:
    """Check that a seat can confirm or object to the result now.

    Raises:
        Refused: the game is not over, or there is no person at the seat.
        MatchIsClosed: the match is closed.
    """
    if match.closed is not None:
        raise MatchIsClosed(say("the match is closed and its result is final"))
    if not match.is_over:
        raise Refused(say("the game is not over, so there is no result to confirm yet"))
    if seat not in match.opening.people:
        raise Refused(say("there is no one at seat {seat}", seat=seat))


def counts_from(ended: datetime, minutes: int) -> datetime | None:
    """Return when a result counts if nobody objects; `None` if all seats must confirm it."""
    return ended + timedelta(minutes=minutes) if minutes else None


def counts(answers: ResultAnswers, people: Iterable[int], due: datetime | None, now: datetime) -> bool:
    """Return whether a result counts: all have confirmed it, or the time to object has passed without objections."""
    return answers.agreed(people) or (due is not None and now >= due and not answers.objections)
