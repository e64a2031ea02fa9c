"""Links to the tables of a round: each player's own, the same in every round, and one per table to record.

Independent of HTTP: the command line gives the same links for the same ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.roles import PLAYER
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import RECORDER


@dataclass(frozen=True)
class TableLinks:
    """The links of a table.

    Attributes:
        table: its number, from 1.
        match: the id of its match.
        recorder: the link to record for all seats, in this match only.
        players: by seat, from the first: number, name and the player's own link, which leads to a page of their own.
    """

    table: int
    match: str
    recorder: str
    players: tuple[dict[str, Any], ...]

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"table": self.table, "match": self.match, "recorder": self.recorder, "players": list(self.players)}


def player_links(access: Access, tournament: Tournament, base: str, numbers: Iterable[int]) -> dict[int, str]:
    """Return the links of players by starting number; missing ones are created."""
    found = access.lasting(PLAYER, tournament.id, list(numbers))
    return {number: f"{base}/enter/{token}" for number, (_, token) in found.items() if number is not None}


def table_links(
    access: Access, tournament: Tournament, seating: Seating, names: Mapping[Ref, str], base: str,
    tables: Iterable[int] | None = None,
) -> list[TableLinks]:  # fmt: skip
    """Return the links of a round's tables, by default of all."""
    wanted = list(tables) if tables is not None else list(range(1, len(seating.pods) + 1))
    numbers = {ref: tournament.entrants[ref].number for table in wanted for ref in seating.pods[table - 1]}
    links = player_links(access, tournament, base, numbers.values())
    found = []
    for table in wanted:
        match = seating.matches[table - 1]
        ((_, token),) = access.lasting(RECORDER, match, label=f"{seating.number}/{table}").values()
        players = tuple(
            {"seat": seat, "number": numbers[ref], "name": names[ref], "link": links[numbers[ref]]}
            for seat, ref in enumerate(seating.pods[table - 1], start=1)
        )
        found.append(TableLinks(table, match, f"{base}/enter/{token}", players))
    return found
