"""Contributions to the chance of a match, for tests: known nonces, and a match that uses them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tablescribe.domain.match.beacon import QUICKNET
from tablescribe.domain.match.contributing import await_parts, commit, deal, give_beacon, reveal
from tablescribe.domain.match.contributions import contribution_commitment
from tablescribe.domain.match.match import Match
from tests.domain.random_play import SEED
from tests.support import STAMP, RollOn, Take, toy_match

ROUND = QUICKNET.first_after((STAMP.at + timedelta(minutes=5)).timestamp())
SIGNATURE = "8d" * 48
RANDOMNESS = hashlib.sha256(bytes.fromhex(SIGNATURE)).hexdigest()


def nonce(seat: int) -> str:
    return f"{seat + 2:02x}" * 32  # chosen so that every forgery of the tests changes both draws


def commitment(match: Match, seat: int, told: str = "") -> str:
    return contribution_commitment(match.id, match.opened.commitment, seat, told or nonce(seat))


def waiting(*seats: int, beacon: bool = False, opener: Callable[..., Match] = toy_match) -> Match:
    """Return a sealed match, by default of the toy game, that waits for contributions of all seats or some."""
    match = opener(chance="sealed", seed=SEED, waits=True)
    where = {"chain": QUICKNET.hash, "round": ROUND, "due": QUICKNET.due(ROUND)} if beacon else {}
    await_parts(match, () if seats == (0,) else seats or match.opening.people, STAMP, **where)  # type: ignore[arg-type]
    return match


def committed(by: str = "", **arguments: Any) -> Match:
    match = waiting(**arguments)
    for seat in match.opening.people:
        commit(match, seat, commitment(match, seat), STAMP, by=by or f"seat:{seat}")
    return match


def complete(by: str = "", **arguments: Any) -> Match:
    match = committed(by, **arguments)
    for seat in match.opening.people:
        reveal(match, seat, nonce(seat), STAMP, by=by or f"seat:{seat}")
    if arguments.get("beacon"):
        give_beacon(match, ROUND, RANDOMNESS, SIGNATURE, STAMP)
    return match


def contributed(by: str = "", **arguments: Any) -> Match:
    """Return a closed match with contributions; of the toy game, with two drawn moves (`test_contributions.py`)."""
    match = complete(by, **arguments)
    deal(match, SEED, STAMP)
    if match.id == "toy-match":
        match.play(1, RollOn(), match.chance(seed=SEED), STAMP)
        match.play(2, Take(), match.chance(seed=SEED), STAMP)
    match.close(STAMP, seed=SEED, abandoned=True)
    return match
