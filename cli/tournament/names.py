"""Names of entrants in the output: their real names, or their starting numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.ledger.tournaments.commands import TournamentCommands

by_numbers = click.option("--numbers", is_flag=True, help="Starting numbers instead of names.")


def names_for(
    who: TournamentCommands, now: Tournament, *, numbers: bool = False, paper: bool = False
) -> dict[str, str]:
    """Return the name of each entrant. On paper it is the real name only if names are public (`tournament public`)."""
    if numbers or (paper and not _in_room(who, now)):
        return {ref: f"#{one.number}" for ref, one in now.entrants.items()}
    return who.names(now)


def _in_room(who: TournamentCommands, now: Tournament) -> bool:
    from tablescribe.ledger.tournaments.publicity import shown  # imports SQLAlchemy, which terminals do without

    return shown(who.ledger, now.id).in_room.names
