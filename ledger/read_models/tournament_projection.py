"""Projection of tournament events, without a database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec

from tablescribe.ledger.read_models.person_names import text
from tablescribe.ledger.read_models.projection import moment

COUNTED = {"Paired": "round", "PairedAlike": "round", "Entered": "entrants"}
"""Which events make which figure one larger."""


class _Rounds(msgspec.Struct):
    rounds: int


class _Planned(msgspec.Struct):
    title: str
    stages: list[_Rounds]


class _First(msgspec.Struct, array_like=True, tag="Announced"):
    """As much of a first event as a list tells."""

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


@dataclass
class ListedTournament:
    """A tournament as lists keep it.

    Attributes:
        position: in the ledger, of its first event; version: of its last one.
        announced: when, ISO 8601 in UTC.
        round: the last one that was paired, of so many (`rounds`).
        finished: 1 once it is over.
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
    """Return tournaments as they are after some rows of position, id, version, type and body; `known`: as before."""
    found = {one: replace(was) for one, was in known.items()}
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
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # damaged: `verify` tells
        return None
    rounds = min(sum(stage.rounds for stage in first.plan.stages), 1_000_000)
    return ListedTournament(tournament_id, position, 1, text(first.plan.title), moment(first.at), rounds)
