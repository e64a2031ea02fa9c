"""Projection of tournament events, without a database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from tablescribe.ledger.read_models.person_names import text
from tablescribe.ledger.read_models.projection import moment

COUNTED = {"Paired": "round", "PairedAlike": "round", "Entered": "entrants"}
"""Event types, and the counter that each increments."""


class _Rounds(msgspec.Struct):
    rounds: int


class _Planned(msgspec.Struct):
    title: str
    stages: list[_Rounds]


class _First(msgspec.Struct, array_like=True, tag="Announced"):
    """The fields of a tournament's first event that lists need."""

    originator_id: str
    originator_version: int
    at: datetime
    recorder: msgspec.Raw
    device: msgspec.Raw
    salt: msgspec.Raw
    format: int
    by: msgspec.Raw
    plan: _Planned
    digest: msgspec.Raw


_first = msgspec.json.Decoder(_First)


class ListedTournament(msgspec.Struct):
    """A tournament in the read model.

    Attributes:
        position: position of its first event in the log.
        version: version of its last event.
        announced: time of the announcement, ISO 8601 in UTC.
        rounds: number of planned rounds.
        round: number of the last paired round; 0 before round 1.
        finished: 1 if the tournament is finished, else 0.
    """

    tournament_id: str
    position: int
    version: int
    title: str
    announced: str
    rounds: int
    round: int = 0
    entrants: int = 0
    finished: int = 0


def project_tournament(rows: Iterable[Any], known: dict[str, ListedTournament]) -> dict[str, ListedTournament]:
    """Apply rows of (position, id, version, type, body) to the tournaments in `known`; return their new state."""
    found = {one: msgspec.structs.replace(was) for one, was in known.items()}
    for position, tournament_id, version, kind, body in rows:
        one = found.get(tournament_id)
        if one is None:
            if kind == "Announced" and (first := _read(position, tournament_id, bytes(body))) is not None:
                found[tournament_id] = first
        elif version == one.version + 1:
            one.version = version
            if kind in COUNTED:
                setattr(one, COUNTED[kind], getattr(one, COUNTED[kind]) + 1)
            one.finished = int(one.finished or kind == "Finished")
    return found


def _read(position: int, tournament_id: str, body: bytes) -> ListedTournament | None:
    try:
        first = _first.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # damaged: `verify` reports it
        return None
    rounds = min(sum(stage.rounds for stage in first.plan.stages), 1_000_000)
    return ListedTournament(tournament_id, position, 1, text(first.plan.title), moment(first.at), rounds)
