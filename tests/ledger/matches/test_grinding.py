"""An adversary opens sealed matches until the first hand suits: without and with contributions of others."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.match.contributing import WrongPart, await_parts, commit, deal, reveal
from tablescribe.domain.match.contribution_events import Awaited, Revealed
from tablescribe.domain.match.contributions import Contributions, contribution_commitment
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.opening import lay_out
from tablescribe.domain.rules.chance import SealedChance, commitment, sealed_key
from tablescribe.domain.table.table import Table
from tablescribe.ledger.matches.contributing import NonceStore
from tablescribe.replays.auditing.audit import audit
from tests.depth import times
from tests.support import STAMP

FIXED = opening("ultime", 3, {"first_player": 1})
SEATS = [Seat("r", "c")] * 3
WANTED = {"movement:1", "movement:2"}
"""The hand wanted by the adversary, who owns the ledger and plays seat 1: one opening in 230 has it."""

OPENINGS = times(20, 40)


def suits(table: Table) -> bool:
    return table.zones["hand:1"].keys() >= WANTED


def nonce(seat: int, number: int = 0) -> str:
    """Return the nonce of a seat's device, which the adversary cannot know."""
    return hashlib.sha256(f"secret {seat} {number}".encode()).hexdigest()


def guessed(number: int) -> dict[int, str]:
    return {seat: hashlib.sha256(f"guess {seat} {number}".encode()).hexdigest() for seat in (1, 2, 3)}


def key_if(seed: bytes, nonces: Mapping[int, str]) -> bytes:
    """Return the key that a match would have with these nonces of the seats."""
    parts = Contributions(Awaited("m", 2, STAMP.at, "", "", "", tuple(nonces), "", 0, 0))
    for seat, told in nonces.items():
        parts.apply(Revealed("m", 3, STAMP.at, "", "", "", seat, told, ""))
    return parts.key("m", seed)


def ground(nonces: Mapping[int, str] | None, number: int = 0) -> bytes:
    """Return the ledger's contribution that gives the wanted hand, without or with these nonces of the seats."""
    for attempt in range(10_000):
        seed = hashlib.sha256(f"{number} {attempt}".encode()).digest()
        key = sealed_key(seed) if nonces is None else key_if(seed, nonces)
        if suits(lay_out(FIXED, SealedChance(key)).table):
            return seed
    raise AssertionError("ten thousand openings, and none suits")


def opened(seed: bytes, nonces: Mapping[int, str], by: str = "") -> Match:
    """Return a match with this contribution of the ledger, and then these nonces of the seats."""
    match = Match.open("m", FIXED, SEATS, STAMP, chance="sealed", seed=seed, waits=True)
    await_parts(match, (1, 2, 3), STAMP)
    for seat, told in nonces.items():
        commit(
            match,
            seat,
            contribution_commitment("m", match.opened.commitment, seat, told),
            STAMP,
            by=by or f"seat:{seat}",
        )
    for seat, told in nonces.items():
        reveal(match, seat, told, STAMP, by=by or f"seat:{seat}")
    deal(match, seed, STAMP)
    return match


def closed(match: Match, seed: bytes) -> Match:
    match.close(STAMP, seed=seed, abandoned=True)
    return match


def test_the_old_way_gave_any_opening_hand_and_nothing_showed_it() -> None:
    """Seen before there were parts of others: about two hundred seeds are tried, in less than half a second."""
    seed = ground(None)
    match = closed(Match.open("m", FIXED, SEATS, STAMP, chance="sealed", seed=seed), seed)
    assert suits(match.table)
    assert audit(match).clean


def test_with_parts_of_others_the_choice_is_worth_nothing() -> None:
    """Given an adversary who grinds the ledger's part for guessed nonces; then it has any hand, as others do."""
    seeds = [ground(guessed(number), number) for number in range(OPENINGS)]
    known = [opened(seed, guessed(number)) for number, seed in enumerate(seeds)]
    assert all(suits(match.table) for match in known), "if it knew all nonces before, it would have its hand each time"
    honest = [{**guessed(number), 2: nonce(2, number)} for number in range(OPENINGS)]  # two of three are its own
    fair = [opened(seed, nonces) for seed, nonces in zip(seeds, honest, strict=True)]
    assert sum(suits(match.table) for match in fair) <= 2, "one honest seat is enough"


def test_the_ledgers_part_cannot_be_exchanged_when_the_nonces_are_known(tmp_path: Path) -> None:
    """The nonces are under commitments to which the ledger's own commitment belongs."""
    nonces = {seat: nonce(seat) for seat in (1, 2, 3)}
    match = Match.open("m", FIXED, SEATS, STAMP, chance="sealed", seed=b"s" * 32, waits=True)
    await_parts(match, (1, 2, 3), STAMP)
    phone = NonceStore(tmp_path)
    kept = phone.part(match, 2)
    assert phone.part(match, 2) == kept, "the same number every time"
    assert (tmp_path / "m-seat-2.json").stat().st_mode & 0o777 == 0o600
    seed = ground({**nonces, 2: kept.nonce})
    assert suits(opened(seed, {**nonces, 2: kept.nonce}).table)
    other = Match.open("m", FIXED, SEATS, STAMP, chance="sealed", seed=seed, waits=True)
    await_parts(other, (1, 2, 3), STAMP)
    commit(other, 2, kept.commitment, STAMP, by="seat:2")
    commit(other, 1, contribution_commitment("m", commitment(seed), 1, nonces[1]), STAMP, by="seat:1")
    commit(other, 3, contribution_commitment("m", commitment(seed), 3, nonces[3]), STAMP, by="seat:3")
    with pytest.raises(WrongPart, match="this does not match the commitment of seat:2"):
        reveal(other, 2, kept.nonce, STAMP, by="seat:2")
    with pytest.raises(WrongPart, match="the ledger's own contribution was replaced"):
        phone.part(other, 2)


def test_one_device_for_all_can_still_choose_and_the_audit_says_so() -> None:
    """What no record can prevent: one party has every part. A beacon still to come would."""
    seed = ground(guessed(0))
    match = closed(opened(seed, guessed(0), by="keeper"), seed)
    assert suits(match.table)
    assert [(one.code, one.severity) for one in audit(match).findings] == [("chance.one_party", "note")]
