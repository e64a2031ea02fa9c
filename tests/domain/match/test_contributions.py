"""Commit–reveal: the seed depends on every part, and nobody knows it before the last one is revealed."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablescribe.domain.match.beacon import CHAINS, DEFAULT, QUICKNET, read_round
from tablescribe.domain.match.contributing import WrongPart, await_parts, commit, deal, give_beacon, reveal
from tablescribe.domain.match.contributions import is_randomness
from tablescribe.domain.match.match import Match, MatchIsClosed, Refused
from tablescribe.domain.match.refusals import Awaiting
from tablescribe.domain.table.table import Changed, Impossible
from tests.depth import times
from tests.domain.parts import (
    RANDOMNESS,
    ROUND,
    SIGNATURE,
    commitment,
    committed,
    complete,
    contributed,
    nonce,
    waiting,
)
from tests.domain.random_play import SEED
from tests.support import STAMP, RollOn, Take, do, toy_match


def seed_of(match: Match) -> bytes:
    assert match.contributions is not None
    return match.contributions.key(match.id, SEED)


def test_the_seed_is_the_hash_of_all_parts_in_one_order() -> None:
    """As anybody can compute it: `printf … | sha256sum`."""
    match = complete(beacon=True)
    text = (
        f"tablescribe seed 2\nmatch toy-match\nledger {SEED.hex()}\nseat 1 {nonce(1)}\nseat 2 {nonce(2)}\n"
        f"beacon {QUICKNET.hash} {ROUND} {RANDOMNESS}\n"
    )
    assert seed_of(match) == hashlib.sha256(text.encode()).digest()


@given(st.permutations(["c1", "c2"]), st.permutations(["r1", "r2", "b"]), st.integers(0, 2))
@settings(max_examples=times(15, 60), deadline=None)
def test_in_whatever_order_parts_come_the_draws_are_the_same(first: list[str], then: list[str], early: int) -> None:
    """All commitments come before what is revealed; else no order matters, of seats nor of the beacon."""
    match = waiting(beacon=True)
    if early < 2:  # the beacon is given before or between the commitments
        then = [one for one in then if one != "b"]
        first = [*first[:early], "b", *first[early:]]
    for what in (*first, *then):
        assert match.waits
        with pytest.raises(Refused):
            match.chance(seed=SEED)
        if what == "b":
            give_beacon(match, ROUND, RANDOMNESS, SIGNATURE, STAMP)
        elif what[0] == "c":
            commit(match, int(what[1]), commitment(match, int(what[1])), STAMP, by="seat:1")
        else:
            reveal(match, int(what[1]), nonce(int(what[1])), STAMP, by="seat:1")
    deal(match, SEED, STAMP)
    assert seed_of(match) == seed_of(complete(beacon=True))


@given(st.sampled_from(["ledger", "1", "2", "beacon", "match"]), st.binary(min_size=32, max_size=32))
@settings(max_examples=times(10, 40), deadline=None)
def test_every_part_changes_the_seed(whose: str, other: bytes) -> None:
    """So one honest part, of 32 random bytes, is enough that nobody else could choose or know the seed."""
    match = complete(beacon=True)
    parts = match.contributions
    assert parts is not None
    before = parts.key(match.id, SEED)
    parts = parts.copy()
    if whose in ("1", "2"):
        parts.revealed[int(whose)] = msgspec.structs.replace(parts.revealed[int(whose)], nonce=other.hex())
    elif whose == "beacon" and parts.beacon is not None:
        parts.beacon = msgspec.structs.replace(parts.beacon, randomness=other.hex())
    after = parts.key("x" if whose == "match" else match.id, other if whose == "ledger" else SEED)
    assert after != before


def test_before_it_is_dealt_nothing_can_be_done_but_remarks_and_the_end() -> None:
    match = committed()
    for act in (
        lambda: do(match, 1, RollOn()),
        lambda: match.take_back(0, STAMP, judge=True),
        lambda: match.restore(1, STAMP),
        lambda: match.rule([Changed("turn", 1, 2)], STAMP, clause="1", reason=""),
        lambda: match.miss([], STAMP, moves=1),
    ):
        with pytest.raises(Awaiting, match="seat:1 and seat:2 must reveal"):
            act()
    with pytest.raises(Refused, match="play on"):
        match.close(STAMP, seed=SEED)
    assert (match.to_act, match.is_over, match.waits, match.table.zones) == ((), False, True, waiting().table.zones)
    match.note("seat 2 has gone home", STAMP)
    match.close(STAMP, seed=SEED, abandoned=True)
    with pytest.raises(MatchIsClosed):
        match.take_back(0, STAMP, judge=True)
    with pytest.raises(WrongPart):
        reveal(match, 1, nonce(1), STAMP, by="seat:1")


def test_the_ledger_deals_only_with_its_own_part_and_when_all_are_there() -> None:
    match = committed()
    with pytest.raises(Awaiting, match="nothing can be drawn yet: seat:1 and seat:2 must reveal"):
        deal(match, SEED, STAMP)
    for seat in (1, 2):
        reveal(match, seat, nonce(seat), STAMP, by="keeper")
    for seed in (None, bytes(32)):
        with pytest.raises(Refused, match="its seed is not here"):
            deal(match, seed, STAMP)
    deal(match, SEED, STAMP)
    assert (match.waits, match.to_act) == (False, (1,))
    with pytest.raises(Impossible):
        deal(match, SEED, STAMP)
    assert reveal(match, 1, nonce(1), STAMP, by="keeper").originator_version == 5, "told again, it is no new part"


def test_what_is_no_part_is_refused_and_nothing_is_recorded() -> None:
    match = waiting()
    refused = (
        (
            lambda: reveal(match, 1, nonce(1), STAMP, by="seat:1"),
            "contributions can be revealed only after all have been committed",
        ),
        (
            lambda: commit(match, 3, commitment(match, 1), STAMP, by="seat:1"),
            "this match is waiting for contributions from the seats 1 or 2",
        ),
        (lambda: commit(match, 1, "x", STAMP, by="seat:1"), "a commitment must be a SHA-256"),
        (lambda: commit(match, 1, commitment(match, 1).upper(), STAMP, by="seat:1"), "a commitment must be a SHA-256"),
        (lambda: give_beacon(match, ROUND, RANDOMNESS, SIGNATURE, STAMP), "is not waiting for a beacon"),
    )
    for act, why in refused:
        with pytest.raises(WrongPart, match=why):
            act()
    commit(match, 1, commitment(match, 1), STAMP, by="seat:1")
    with pytest.raises(WrongPart, match="already committed to another contribution"):
        commit(match, 1, commitment(match, 1, "ff" * 32), STAMP, by="seat:1")
    with pytest.raises(WrongPart, match="seat:2 must commit"):
        reveal(match, 1, nonce(1), STAMP, by="seat:1")
    commit(match, 1, commitment(match, 1), STAMP, by="seat:1")
    commit(match, 2, commitment(match, 2), STAMP, by="seat:2")
    for told in (nonce(2), f"{nonce(1)}\n", "", nonce(1)[:-2]):
        with pytest.raises(WrongPart, match="does not match the commitment of seat:1"):
            reveal(match, 1, told, STAMP, by="seat:1")
    assert match.version == 4


def test_nobody_can_repeat_anothers_commitment_and_wait_for_what_it_was() -> None:
    match = waiting()
    commit(match, 1, commitment(match, 1), STAMP, by="seat:1")
    commit(match, 2, commitment(match, 1), STAMP, by="seat:2")
    reveal(match, 1, nonce(1), STAMP, by="seat:1")
    with pytest.raises(WrongPart):
        reveal(match, 2, nonce(1), STAMP, by="seat:2")


def test_a_beacon_is_named_before_its_round_and_given_as_it_was_published() -> None:
    match = toy_match(chance="sealed", seed=SEED, waits=True)
    now = QUICKNET.first_after(STAMP.at.timestamp())
    assert QUICKNET.due(now - 1) <= STAMP.at.timestamp() < QUICKNET.due(now)
    with pytest.raises(WrongPart, match="already known"):
        await_parts(match, (), STAMP, chain=QUICKNET.hash, round=now - 1, due=QUICKNET.due(now - 1))
    with pytest.raises(Refused, match="choose who contributes"):
        await_parts(match, (), STAMP)
    await_parts(match, (), STAMP, chain=QUICKNET.hash, round=now, due=QUICKNET.due(now))
    for number, randomness, signature in (
        (now + 1, RANDOMNESS, SIGNATURE), (now, "00" * 32, SIGNATURE), (now, RANDOMNESS, "8e" * 48), (now, "", ""),
    ):  # fmt: skip
        with pytest.raises(WrongPart):
            give_beacon(match, number, randomness, signature, STAMP)
    give_beacon(match, now, RANDOMNESS, SIGNATURE, STAMP)
    give_beacon(match, now, RANDOMNESS, SIGNATURE, STAMP)
    deal(match, SEED, STAMP)
    assert match.version == 4


def test_rounds_of_drand_as_they_were_really_published() -> None:
    """Round 1 of the League of Entropy's first chain, 2020-07-22 15:17:30 UTC; round 1 of quicknet, 2023-08-23."""
    told = (
        b'{"round":1,"randomness":"101297f1ca7dc44ef6088d94ad5fb7ba03455dc33d53ddb412bbc4564ed986ec","signature":'
        b'"8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20ff7bc3e09d7c046566c9f7f3c6f3b10104990e7cb424'
        b'998203d8f7de586fb7fa5f60045417a432684f85093b06ca91c769f0e7ca19268375e659c2a2352b4655","previous_signature":'
        b'"176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"}'
    )
    found = read_round(told)
    assert found.round == 1
    assert is_randomness(found.randomness, found.signature)
    assert (DEFAULT.due(1), QUICKNET.due(1), QUICKNET.first_after(0)) == (1595431050, 1692803367, 1)
    assert {one.hash for one in CHAINS.values()} == {DEFAULT.hash, QUICKNET.hash}
    for odd in (b"", b"{}", b"[" * 20_000, b"\xff", b'{"round":"1","randomness":"","signature":""}'):
        with pytest.raises(Refused, match="not a round of a drand beacon"):
            read_round(odd)


def test_a_match_that_waits_is_copied_and_goes_on_in_both() -> None:
    match = committed()
    copy = match.copy()
    reveal(copy, 1, nonce(1), STAMP, by="seat:1")
    assert match.contributions is not None
    assert match.contributions.unrevealed == (1, 2)
    assert copy.contributions is not None
    assert copy.contributions.unrevealed == (2,)


def test_only_a_sealed_match_can_wait() -> None:
    for arguments in ({}, {"chance": "open"}, {"chance": "sealed", "seed": SEED, "nonces": ["n"]}):
        with pytest.raises(Refused):
            toy_match(waits=True, **arguments)


def test_draws_of_a_match_with_parts_are_those_of_its_seed_alone() -> None:
    """Nothing else enters: the same parts give the same draws, another nonce gives others."""
    outcomes = [move.outcomes for move in contributed().moves if hasattr(move, "outcomes")]
    assert outcomes == [move.outcomes for move in contributed("keeper").moves if hasattr(move, "outcomes")]
    other = waiting()
    told = {1: nonce(1), 2: "f7" * 32}
    for seat in (1, 2):
        commit(other, seat, commitment(other, seat, told[seat]), STAMP, by="keeper")
    for seat in (1, 2):
        reveal(other, seat, told[seat], STAMP, by="keeper")
    deal(other, SEED, STAMP)
    other.play(1, RollOn(), other.chance(seed=SEED), STAMP)
    other.play(2, Take(), other.chance(seed=SEED), STAMP)
    assert outcomes != [move.outcomes for move in other.moves if hasattr(move, "outcomes")]
