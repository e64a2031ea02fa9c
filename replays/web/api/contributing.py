"""Contributions to the seed of a match: from each seat's device, from one device for all, or from a beacon."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.beacon import CHAINS
from tablescribe.domain.match.contributing import WrongPart, commit, give_beacon, reveal
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import say
from tablescribe.replays.web.access.passes import SEAT, Pass
from tablescribe.replays.web.api.matches import operations
from tablescribe.replays.web.api.recording import ABook
from tablescribe.replays.web.api.requests import BeaconRound, Contribution
from tablescribe.replays.web.table.commands import Commands

contributing = operations(prefix="/api/v1/matches/{match_id}")


@contributing.post("/contributions", status_code=201, tags=["recording"])
def contribute(body: Contribution, book: ABook) -> dict[str, Any]:
    """Commit to a contribution to the shuffle of a match, or reveal it. Repeating a request has no effect."""
    return told(book.ask(_contribute, commands=book.commands, **body.model_dump()))


@contributing.post("/beacon", status_code=201, tags=["recording"])
def beacon(body: BeaconRound, book: ABook) -> dict[str, Any]:
    """Submit the beacon round that a match waits for."""
    return told(book.ask(_beacon, commands=book.commands, **body.model_dump()))


def _contribute(
    who: Pass, match_id: str, *, commands: Commands, seat: int, commitment: str | None, nonce: str | None
) -> Match:
    who.enter(match_id)
    who.require(who.records or (who.role == SEAT and who.seat == seat), say("contribute for another seat"))
    scribe, by = commands.scribe(who), f"seat:{who.seat}" if who.role == SEAT else who.role

    def do(match: Match) -> object:
        if commitment is not None and nonce is None:
            return commit(match, seat, commitment, scribe.stamp(), by=by)
        if nonce is not None and commitment is None:
            return reveal(match, seat, nonce, scribe.stamp(), by=by)
        raise WrongPart(say("Send either the commitment or the contribution, not both"))

    return scribe.contribute(match_id, do)[0]


def _beacon(who: Pass, match_id: str, *, commands: Commands, round: int, randomness: str, signature: str) -> Match:
    who.enter(match_id)
    who.require(who.records or who.role == SEAT, say("record moves"))
    scribe = commands.scribe(who)
    return scribe.contribute(match_id, lambda match: give_beacon(match, round, randomness, signature, scribe.stamp()))[
        0
    ]


def told(match: Match) -> dict[str, Any]:
    """Return the contributions that a match waits for, as plain data."""
    parts = match.contributions
    assert parts is not None
    return {
        "match": match.id,
        "version": match.version,
        "waits": match.waits,
        "uncommitted": list(parts.uncommitted),
        "unrevealed": list(parts.unrevealed),
        "beacon": parts.wants_beacon,
    }


def waiting(match: Match, who: Pass) -> dict[str, Any]:
    """Return the data of the page of a match that waits for contributions, and of its script."""
    parts = match.contributions
    assert parts is not None
    awaited = parts.awaited
    chain = next((one.name for one in CHAINS.values() if one.hash == awaited.chain), awaited.chain[:12])
    mine = [who.seat] if who.role == SEAT else list(awaited.seats) if who.records else []
    return {
        "ledgers": match.opened.commitment,
        "seats": list(awaited.seats),
        "mine": [seat for seat in mine if seat in awaited.seats],
        "commitments": {seat: event.commitment for seat, event in parts.committed.items()},
        "revealed": sorted(parts.revealed),
        "ready": not parts.uncommitted,
        "beacon": {"chain": chain, "round": awaited.round, "due": awaited.due} if awaited.chain else None,
        "wants_beacon": parts.wants_beacon,
        "over": match.closed is not None,
    }
