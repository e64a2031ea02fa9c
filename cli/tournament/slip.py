"""A slip as a command is told it: whose seats, which places, how many points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablescribe.cli.terminal.language import wrong_use
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.ledger.tournaments.commands import TournamentCommands


def seats_of(now: Tournament, table: int, round_number: int | None) -> tuple[str, ...]:
    """Return who sits at a table."""
    seating = now.seating(round_number or max(now.round, 1))
    if table > len(seating.pods):
        raise wrong_use(say("round {round} has the tables 1 to {n}", round=seating.number, n=len(seating.pods)))
    return seating.pods[table - 1]


def seats_named(who: TournamentCommands, now: Tournament, seats: Sequence[str], names: Sequence[str]) -> list[int]:
    """Return the seats (from 1) of people at a table."""
    refs = [who.person(now, name) for name in names]
    for ref, name in zip(refs, names, strict=True):
        if ref not in seats:
            raise wrong_use(say("{name} does not sit at that table", name=name))
    return [seats.index(ref) + 1 for ref in refs]


def places_told(
    who: TournamentCommands, now: Tournament, seats: Sequence[str], places: Sequence[int], winners: Sequence[str],
    draw: bool, absent: Sequence[int],
) -> list[int]:  # fmt: skip
    """Return each seat's place from one of the ways in which it is told."""
    from tablescribe.domain.match.refusals import Refused
    from tablescribe.ledger.tournaments.tournament_store import read_slip

    first = seats_named(who, now, seats, winners)
    try:
        return read_slip(len(seats), places=places, winners=first, draw=draw, absent=absent)
    except Refused:
        raise wrong_use(say("say what the table gave: PLACES by seat, --winner, --draw or --absent")) from None


def numbers(text: str) -> list[int | None]:
    """Return points that are told with commas between them; `?` for those that nobody knows."""
    try:
        return [None if part.strip() == "?" else int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise wrong_use(say("{text} is no row of points such as 7,9,5", text=repr(text))) from None
