"""What the seats of a finished match say of its result: right, or not. All together close the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import MatchIsClosed, Refused
from tablescribe.domain.words.text import say


@dataclass(frozen=True)
class ResultAnswers:
    """The answers of seats to the result after one move; they fall when another move takes its place.

    Attributes:
        head: the number of the move.
        answers: by seat, whether the result is right.
    """

    head: int
    answers: Mapping[int, bool]

    def agreed(self, people: Iterable[int]) -> bool:
        """Return whether all seats that people sit at say that it is right."""
        return all(self.answers.get(seat, False) for seat in people)

    @property
    def objections(self) -> tuple[int, ...]:
        """The seats that say that it is not right."""
        return tuple(sorted(seat for seat, right in self.answers.items() if not right))


def must_have_result(match: Match, seat: int) -> None:
    """Refuse an answer to a result that there is not, or that nobody can change any more.

    Raises:
        Refused: the game goes on, or nobody sits there.
        MatchIsClosed: it is closed.
    """
    if match.closed is not None:
        raise MatchIsClosed(say("the match is closed and its result is final"))
    if not match.is_over:
        raise Refused(say("the game is not over, so there is no result to confirm yet"))
    if seat not in match.opening.people:
        raise Refused(say("there is no one at seat {seat}", seat=seat))


def counts_from(ended: datetime, minutes: int) -> datetime | None:
    """Return when a result counts that nobody objects to; `None` where only an agreement makes it count."""
    return ended + timedelta(minutes=minutes) if minutes else None


def counts(answers: ResultAnswers, people: Iterable[int], due: datetime | None, now: datetime) -> bool:
    """Return whether a result counts: all have agreed, or the time to object is over and nobody has."""
    return answers.agreed(people) or (due is not None and now >= due and not answers.objections)
