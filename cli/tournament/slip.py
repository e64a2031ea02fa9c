"""A result slip from options and arguments: seats, places, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablescribe.cli.terminal.language import wrong_use
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.tournament import Tournament
    from tablescribe.domain.tournament.told_results import ToldResult
    from tablescribe.ledger.tournaments.commands import TournamentCommands


def seats_of(now: Tournament, table: int, round_number: int | None) -> tuple[str, ...]:
    """Return the entrants at a table, by seat."""
    seating = now.seating(round_number or max(now.round, 1))
    if table > len(seating.pods):
        raise wrong_use(say("round {round} has tables 1 to {n}", round=seating.number, n=len(seating.pods)))
    return seating.pods[table - 1]


def seats_named(who: TournamentCommands, now: Tournament, seats: Sequence[str], names: Sequence[str]) -> list[int]:
    """Return the seats (from 1) of named people at a table."""
    refs = [who.person(now, name) for name in names]
    for ref, name in zip(refs, names, strict=True):
        if ref not in seats:
            raise wrong_use(say("{name} does not sit at that table", name=name))
    return [seats.index(ref) + 1 for ref in refs]


def slip_told(
    who: TournamentCommands, now: Tournament, round_number: int | None, table: int, words: Sequence[str],
    winners: Sequence[str], draw: bool, absent: Sequence[str], points: Sequence[int | None],
) -> ToldResult:  # fmt: skip
    """Return the result of a table from one of the ways to enter it; `words` are the places or a result."""
    from tablescribe.domain.match.refusals import Refused
    from tablescribe.domain.tournament.told_results import ToldResult, read_result
    from tablescribe.ledger.tournaments.tournament_store import read_slip

    seats = seats_of(now, table, round_number)
    gone, first = seats_named(who, now, seats, absent), seats_named(who, now, seats, winners)
    places = [int(word) for word in words if word.isdecimal()]
    if words and len(places) != len(words) and not (winners or draw or gone):
        seating = now.seating(round_number or max(now.round, 1))
        by_points = now.plan.stages[seating.paired.stage].scoring.kind == "game_points"
        names = who.names(now)
        try:
            return read_result(" ".join(words), [names[ref] for ref in seats], by_points=by_points)
        except Refused as error:
            raise wrong_use(error.text) from None
    try:
        row = read_slip(len(seats), places=places, winners=first, draw=draw, absent=gone, points=points)
    except Refused:
        raise wrong_use(
            say("Enter the table's RESULT, such as 1-0 or names in order, or use --winner, --draw or --absent.")
        ) from None
    return ToldResult(tuple(row), (), tuple(gone))


def numbers(text: str) -> list[int | None]:
    """Return points from a list with commas; `None` for each `?`, an unknown number."""
    try:
        return [None if part.strip() == "?" else int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise wrong_use(say("{text} is not a list of points. Write it like 7,9,5", text=repr(text))) from None
