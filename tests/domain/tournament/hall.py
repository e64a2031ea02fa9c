"""A tournament for tests: entrants named by letters, a ticking clock, tables paired by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament import rulings
from tablescribe.domain.tournament.model.field import Bye, How, Pairing, Pod
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Standings, standings

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def plan(*stages: dict[str, Any], **more: Any) -> Plan:
    """Return a plan: by default one Swiss stage of three rounds, with any given fields replaced."""
    swiss = {"name": "Swiss", "kind": "swiss", "rounds": 3, "game": "morris"}
    return plan_from({"title": "Open", "stages": [swiss | more] if not stages else [swiss | one for one in stages]})


class Hall:
    """A tournament and its officials. Each event is a minute after the one before."""

    def __init__(self, people: str = "abcd", given: Plan | None = None) -> None:
        self.minutes = 0
        self.t: Tournament = act.announce("open", given or plan(), self.stamp(), by="organiser")
        for one in people:
            self.enter(one)

    def stamp(self) -> Stamp:
        self.minutes += 1
        return Stamp(NOON + timedelta(minutes=self.minutes), "recorder", "device")

    def enter(self, ref: str, **more: Any) -> None:
        act.enter(self.t, ref, f"c-{ref}", self.stamp(), by="desk", **more)

    def pair(self, *pods: str, byes: dict[str, Bye] | None = None, asked: dict[str, Bye] | None = None) -> None:
        """Pair a round: `pair("ab", "cd")`."""
        made = Pairing(tuple(Pod(tuple(pod)) for pod in pods), byes or {}, "by hand", "1", 7)
        number = self.t.round + 1
        ids = [f"m{number}-{table}" for table in range(1, len(pods) + 1)]
        act.pair(self.t, made, ids, asked or {}, self.stamp(), by="organiser")

    def slip(self, table: int, *places: int, points: Sequence[int | None] = (), absent: Sequence[int] = ()) -> int:
        """Report a table of the last round; return the version of the event."""
        how = How.FORFEIT if absent else How.SLIP
        act.report(self.t, self.t.round, table, how, places, self.stamp(), by="desk", points=points, absent=absent)
        return self.t.version

    def play(self, *tables: str, results: Sequence[Sequence[int]] = ()) -> None:
        """Pair a round and report it; by default the first seat wins everywhere."""
        self.pair(*tables)
        for number, pod in enumerate(tables, start=1):
            told = results[number - 1] if results else (1, *([2] * (len(pod) - 1)))
            self.slip(number, *told)

    def correct(self, number: int, table: int, *places: int, **more: Any) -> None:
        rulings.correct(
            self.t, number, table, more.pop("how", How.SLIP), places, self.stamp(), by="arbiter", clause="T-4",
            reason="misread", **more,
        )  # fmt: skip

    def penalise(self, ref: str, points: str, number: int = 1) -> int:
        rulings.penalise(
            self.t, ref, points, self.stamp(), by="arbiter", round_number=number, clause="T-9", reason="late"
        )
        return self.t.version

    def standings(self, **how: Any) -> Standings:
        return standings(self.t, **how)

    def points(self, **how: Any) -> dict[str, str]:
        """Return the points of all entrants."""
        return {line.ref: str(line.points) for line in sorted(self.standings(**how).lines, key=lambda one: one.ref)}
