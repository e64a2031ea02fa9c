"""The standings after a round and the pairings of a round as plain data, with the tables not counted yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Standings, final
from tablescribe.domain.words.text import Text, plural
from tablescribe.replays.tournaments.accelerated_rounds import acceleration_data
from tablescribe.replays.tournaments.tournament import line_data, seating_data, standings_data


def standings_sheet(tournament: Tournament, found: Standings, names: Mapping[Ref, str]) -> dict[str, Any]:
    """Return the standings after a round as plain data, with the tables that are not counted yet."""
    return {**standings_data(tournament, found, names), **_about(tournament, found.after)}


def final_sheet(tournament: Tournament, names: Mapping[Ref, str], *, ruled: bool) -> dict[str, Any]:
    """Return the ranking over all stages as plain data."""
    after = tournament.round
    return {
        "stage": "", "after": after, "reading": "ruled" if ruled else "played", "version": tournament.version,
        "tie_breaks": [], "lines": [line_data(line, names) for line in final(tournament, ruled=ruled)],
        **_about(tournament, after),
    }  # fmt: skip


def _about(tournament: Tournament, after: int) -> dict[str, Any]:
    return {
        "tournament": tournament.id,
        "title": tournament.plan.title,
        "rounds": tournament.plan.rounds,
        "missing": [
            {"round": one.number, "tables": one.missing}
            for one in tournament.seatings if one.number <= after and one.missing
        ],
    }  # fmt: skip


def provisional_lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield a text for each round with tables that the standings do not count yet."""
    for one in data["missing"]:
        yield plural(
            len(one["tables"]), "Provisional: 1 table of round {round} has no result yet.",
            "Provisional: {n} tables of round {round} have no result yet.", round=one["round"],
        )  # fmt: skip


def pairings_sheet(
    tournament: Tournament, seating: Seating, names: Mapping[Ref, str], *, mark: str = ""
) -> dict[str, Any]:
    """Return a round as plain data: seating and results.

    Args:
        mark: the prefix of table numbers, in a section of a festival.
    """
    return {
        "tournament": tournament.id, "title": tournament.plan.title, "rounds": tournament.plan.rounds, "mark": mark,
        **seating_data(tournament, seating, names), "version": tournament.version,
        "accelerated": acceleration_data(tournament, seating.number), "missing": seating.missing,
    }  # fmt: skip
