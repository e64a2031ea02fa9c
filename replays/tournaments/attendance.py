"""Check-in and requested byes as data and as texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablescribe.domain.tournament.attendance import closes, is_here, not_here
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Text, say
from tablescribe.replays.tournaments.tournament import BYES


def attendance_data(tournament: Tournament, names: Mapping[Ref, str]) -> dict[str, Any]:
    """Return the check-in before round 1 as plain data; `left_out`: those whom a pairing now would leave out."""
    people = [one for one in tournament.field() if one.plays_in(1)]
    return {
        "tournament": tournament.id,
        "version": tournament.version,
        "open": not tournament.round and tournament.finished is None,
        "entrants": [
            {"number": one.number, "name": names[one.ref], "here": is_here(tournament, one.ref)} for one in people
        ],
        "here": sum(is_here(tournament, one.ref) for one in people),
        "left_out": [tournament.entrants[ref].number for ref in not_here(tournament)],
    }


def attendance_lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield in words who has checked in and who is missing."""
    yield say("Present: {n} of {all}.", n=data["here"], all=len(data["entrants"]))
    missing = [f"{one['name']} (#{one['number']})" for one in data["entrants"] if not one["here"]]
    if missing:
        yield say("Missing: {people}.", people=", ".join(missing))
    if data["open"] and data["left_out"]:
        yield say("Missing entrants are left out of the pairing of round 1.")


def requests_data(tournament: Tournament, names: Mapping[Ref, str]) -> dict[str, Any]:
    """Return the byes requested in future rounds, as plain data."""
    number, until = tournament.round + 1, closes(tournament, tournament.round + 1)
    return {
        "tournament": tournament.id,
        "version": tournament.version,
        "closes": until.isoformat(timespec="seconds") if until is not None else None,
        "requests": [
            {"round": later, "number": tournament.entrants[ref].number, "name": names[ref], "kind": one.bye}
            for later, asked in sorted(tournament.requests.items())
            for ref, one in asked.items()
            if later >= number and one.bye
        ],
    }


def request_lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the requested byes in words."""
    for one in data["requests"]:
        yield say("Round {round}: {name} (#{number}), {bye}", round=one["round"], name=one["name"],
                  number=one["number"], bye=BYES[one["kind"]])  # fmt: skip
