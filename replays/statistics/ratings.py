"""Ratings over a season, by `openskill`: any number of seats, draws, and joint winners as teams.

The model is Plackett and Luce's, as openskill implements it (V. Joshy, OpenSkill, JOSS 9 (93), 2024; R. Weng and
C.-J. Lin, JMLR 12, 2011). A rating is a belief: a mean and its uncertainty. People are ranked by the mean minus three
times the uncertainty, so people with few games start low and rise by playing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.tournament.missing_package import NotInstalled
from tablescribe.replays.statistics.played import PlayedTable, Season

COLUMNS = ("rank", "person", "name", "ordinal", "mu", "sigma", "tables", "won")
"""The columns of a list of ratings."""


@dataclass(frozen=True)
class Rating:
    """A person's skill as estimated from their results.

    Attributes:
        person: the pseudonym.
        mu, sigma: the mean and the standard deviation of the belief; everybody starts with 25 and 8⅓.
        tables, won: the number of tables, and of those won, alone or together.
    """

    person: str
    mu: float
    sigma: float
    tables: int
    won: int

    @property
    def ordinal(self) -> float:
        """The value people are ranked by: a skill that the person very probably has at least."""
        return self.mu - 3 * self.sigma


def ratings(season: Season) -> list[Rating]:
    """Return the ratings of everybody who played against others, the highest first.

    Raises:
        NotInstalled: openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise NotInstalled("openskill") from error
    model = PlackettLuce()
    now: dict[str, Any] = {}
    tables, won = dict[str, int](), dict[str, int]()
    for table in season.tables:
        teams = teams_of(table)
        if len(teams) < 2:
            continue
        believed = [
            [model.rating() if who is None else now.setdefault(who, model.rating()) for who in _people(table, team)]
            for team in teams
        ]
        ranks = [float(table.places[team[0]]) for team in teams]
        for team, rated in zip(teams, model.rate(believed, ranks=ranks), strict=True):
            for who, one in zip(_people(table, team), rated, strict=True):
                if who is not None:
                    now[who] = one
                    tables[who] = tables.get(who, 0) + 1
                    won[who] = won.get(who, 0) + (table.places[team[0]] == 1 and set(ranks) != {1.0})
    found = [Rating(who, one.mu, one.sigma, tables[who], won[who]) for who, one in now.items()]
    return sorted(found, key=lambda one: (-one.ordinal, one.person))


def teams_of(table: PlayedTable) -> list[tuple[int, ...]]:
    """Return the seats of a table as teams: joint winners are one team; guests count, automata do not."""
    alone: list[tuple[int, ...]] = [(seat,) for seat in range(len(table.people)) if seat not in table.together]
    return [table.together, *alone] if table.together else alone


def _people(table: PlayedTable, team: Sequence[int]) -> list[str | None]:
    return [table.people[seat] for seat in team]


def ratings_data(found: Sequence[Rating], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return ratings as plain data; people without a name have only a pseudonym."""
    return [
        {
            "rank": rank, "person": one.person, "name": names.get(one.person, ""), "ordinal": round(one.ordinal, 2),
            "mu": round(one.mu, 2), "sigma": round(one.sigma, 2), "tables": one.tables, "won": one.won,
        }
        for rank, one in enumerate(found, start=1)
    ]  # fmt: skip
