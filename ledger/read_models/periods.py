"""Statistics of a period, event or tag: tallies of people and games, by month or year, averages and streaks.

The read models keep tallies of all matches. The statistics here are counted from the matches that a filter selects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from tablescribe.domain.games import ANY, GAMES, automata
from tablescribe.ledger.read_models.person_names import is_guest, spelt
from tablescribe.ledger.read_models.queries import MOST, MatchFilter, Queries
from tablescribe.ledger.read_models.summaries import Summary
from tablescribe.ledger.read_models.tallies import Tally

UNITS = {"month": 7, "year": 4}
"""Number of characters of an ISO date that give its month or year."""


@dataclass
class Record:
    """Statistics of a person or a game over some matches.

    Attributes:
        name: name of the person, or key of the game as in `ListedMatch.played`.
        counts: numbers of matches and results.
        points: points of each scored match, oldest first.
        streak: length of the current winning streak.
        best: length of the longest winning streak.
    """

    name: str
    counts: Tally
    points: list[int] = field(default_factory=list)
    streak: int = 0
    best: int = 0

    @property
    def average(self) -> float | None:
        """Average points, or `None` if nothing was scored."""
        return sum(self.points) / len(self.points) if self.points else None


@dataclass
class Period:
    """Statistics of the selected matches, in total or of one month or year."""

    label: str
    matches: int = 0
    people: dict[str, Record] = field(default_factory=dict)
    games: dict[str, Record] = field(default_factory=dict)

    def ranked(self) -> list[Record]:
        """Return the records of people, most wins first."""
        return sorted(self.people.values(), key=lambda one: (-one.counts.won, -one.counts.matches, spelt(one.name)))

    def played(self) -> list[Record]:
        """Return the records of games, most played first."""
        return sorted(self.games.values(), key=lambda one: (-one.counts.matches, one.name))

    def leaders(self) -> list[Record]:
        """Return the records of the people with the most wins; several if tied, empty if there were no wins."""
        most = max((one.counts.won for one in self.people.values()), default=0)
        return [one for one in self.ranked() if most and one.counts.won == most]


def statistics_of(
    asking: Queries, wanted: MatchFilter, by: str = "", *, known_at: datetime | None = None
) -> list[Period]:
    """Return the statistics of the matches that a filter selects: one period, or one for each month or year.

    Void matches do not count. With `known_at`, matches with later events are left out. Bring the read models up to date
    first.
    """
    periods: dict[str, Period] = {}
    for one in reversed(list(_matches(asking, wanted))):
        if known_at is not None and one.last > known_at:
            continue
        label = one.day[: UNITS[by]] if by else ""
        _add(periods.setdefault(label, Period(label)), one)
    found = [periods[label] for label in sorted(periods)]
    return found or ([] if by else [Period("")])


def _matches(asking: Queries, wanted: MatchFilter) -> Iterator[Summary]:
    before = None
    while page := asking.matches(wanted, before=before, limit=MOST):
        yield from (one for one in page if not one.void)
        before = page[-1].position


def _add(period: Period, one: Summary) -> None:
    """Add a match to the statistics of a period."""
    period.matches += 1
    finished = one.result is not None
    decided = finished and one.result is not None and one.result.ending != "abandoned"
    points, winners = points_of(one), one.result.winners if one.result is not None else ()
    seconds = one.seconds
    counts = Tally("", 1, int(finished), int(decided), 0, 0, 0, one.moves, seconds or 0, int(seconds is not None),
                   int(seconds is not None and bool(one.minutes)))  # fmt: skip
    played = f"{one.game}:{one.title}" if one.game in ANY and one.title else one.game
    _count(period.games, spelt(played), played, counts)
    nobodys = automata(one.game) if one.game in GAMES else ()
    for seat, name in enumerate(one.seats, start=1):
        if seat in nobodys or is_guest(name) or name == f"seat {seat}":
            continue
        won = decided and seat in winners
        mine = _count(period.people, spelt(name), name, replace(counts, won=int(won)))
        if points:
            mine.points.append(points[seat - 1])
        if decided:
            mine.streak = mine.streak + 1 if won else 0
            mine.best = max(mine.best, mine.streak)


def points_of(one: Summary) -> tuple[int, ...]:
    """Return a match's points by seat; empty if it was not scored. An unscored free-form match has only zeros."""
    scores = one.result.scores if one.result is not None else ()
    return scores if len(scores) == len(one.seats) and (any(scores) or one.game not in ANY) else ()


def _count(records: dict[str, Record], key: str, name: str, counts: Tally) -> Record:
    found = records.setdefault(key, Record(name, Tally(name, *([0] * 10))))
    found.counts = _sum(found.counts, counts)
    return found


def _sum(one: Tally, other: Tally) -> Tally:
    names = ("matches", "finished", "decided", "won", "ahead", "behind", "moves", "seconds", "timed", "told")
    return Tally(one.name, *(getattr(one, name) + getattr(other, name) for name in names))


def is_narrowed(wanted: MatchFilter) -> bool:
    """Return whether a filter selects by time, event or tag."""
    return any((wanted.since, wanted.until, wanted.event, wanted.tag))


def only(records: Iterable[Record], name: str) -> list[Record]:
    """Return the record of one person, or all if no name is given."""
    return [one for one in records if not name or spelt(one.name) == spelt(name)]
