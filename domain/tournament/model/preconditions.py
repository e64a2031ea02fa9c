"""Preconditions of officials' commands. Each raises `Refused` with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import How, Ref
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import plural, say


def must_be_open(tournament: Tournament) -> None:
    """Refuse a command once the tournament is over."""
    if tournament.finished is not None:
        raise Refused(say("the tournament is finished: only corrections, penalties and appeals can be added"))


def must_have_entered(tournament: Tournament, ref: Ref) -> None:
    """Refuse a command about a person who is not an entrant."""
    if ref not in tournament.entrants:
        raise Refused(say("{who} is not an entrant", who=ref))


def must_have_reason(reason: str) -> None:
    """Refuse an empty reason."""
    if not reason.strip():
        raise Refused(say("Enter a reason; it becomes part of the record"))


def must_fit(tournament: Tournament, number: int, pods: Sequence[Sequence[Ref]], byes: Iterable[Ref]) -> None:
    """Refuse a seating in which an entrant is missing, duplicated or withdrawn."""
    seated = [ref for pod in pods for ref in pod] + list(byes)
    if twice := sorted({ref for ref in seated if seated.count(ref) > 1}):
        raise Refused(say("seated twice: {who}", who=", ".join(twice)))
    playing = {ref for ref in tournament.entrants if tournament.entrant(ref).plays_in(number)}
    if wrong := sorted(set(seated) - playing):
        raise Refused(say("not playing in round {round}: {who}", round=number, who=", ".join(wrong)))
    if tournament.plan.stage_of(number) == 0 and (absent := sorted(playing - set(seated))):
        raise Refused(say("neither seated nor with a bye: {who}", who=", ".join(absent)))


def must_be_result(
    seats: int, how: How, places: Sequence[int], points: Sequence[int | None], absent: Sequence[int]
) -> None:
    """Refuse a result that a table with so many seats cannot have."""
    if len(places) != seats or not all(1 <= place <= seats for place in places) or 1 not in places:
        raise Refused(plural(seats, "1 seat needs place 1, not {places}",
                             "{n} seats need {n} places from 1 on, with ties sharing a place, not {places}",
                             places=", ".join(map(str, places))))  # fmt: skip
    if points and len(points) != seats:
        raise Refused(plural(seats, "enter points for 1 seat", "enter points for {n} seats"))
    if not all(1 <= seat <= seats for seat in absent) or (how is How.FORFEIT) != bool(absent):
        raise Refused(say("name the absent seats, from 1 to {n}, for a forfeit and for no other result", n=seats))


def coalition_of(places: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that share the first place.

    Raises:
        Refused: only one seat has first place.
    """
    first = tuple(seat for seat, place in enumerate(places, start=1) if place == 1)
    if len(first) < 2:
        raise Refused(say("joint winners must be at least two, all on place 1"))
    return first
