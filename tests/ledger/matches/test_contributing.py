"""Contributions to the shuffle of a match, in a ledger: one by one, from several devices, on both databases."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablescribe.domain.match.beacon import QUICKNET
from tablescribe.domain.match.contributing import WrongPart, commit, give_beacon, reveal
from tablescribe.domain.match.contribution_events import Dealt, Revealed
from tablescribe.domain.match.contributions import contribution_commitment
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Awaiting
from tablescribe.ledger.matches.contributing import NonceStore, RequestedParts
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.prior_conduct import AbandonedMatch, dropped_before
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.bundle import make
from tablescribe.ledger.proofs.bundles.trial import refuse_unprovable
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.keyring import Keyring
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as verify_as_an_outsider
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.auditing.prior_conduct import of_earlier

IN_TURN = True  # which database: conftest.py

SIGNATURE = "8d" * 48
RANDOMNESS = hashlib.sha256(bytes.fromhex(SIGNATURE)).hexdigest()


def new(scribe: Scribe, parts: RequestedParts) -> Match:
    return scribe.new("ultime", ["Ada", "Ben", "Cleo"], options={"first_player": 1}, chance="sealed", parts=parts)


def nonce(seat: int) -> str:
    return f"{seat:02x}" * 32


def commits(scribe: Scribe, match: Match, seat: int) -> Match:
    code = contribution_commitment(match.id, match.opened.commitment, seat, nonce(seat))
    return scribe.contribute(match.id, lambda now: commit(now, seat, code, scribe.stamp(), by=f"seat:{seat}"))[0]


def reveals(scribe: Scribe, match: Match, seat: int) -> Match:
    return scribe.contribute(match.id, lambda now: reveal(now, seat, nonce(seat), scribe.stamp(), by=f"seat:{seat}"))[0]


def beacon() -> RequestedParts:
    number = QUICKNET.first_after(datetime.now(UTC).timestamp() + 600)
    return RequestedParts(seats=True, chain=QUICKNET.hash, round=number, due=QUICKNET.due(number))


def test_each_seat_commits_and_reveals_and_the_last_part_deals(scribe: Scribe, ledger: Ledger, tmp_path: Path) -> None:
    match = new(scribe, beacon())
    assert scribe.legal(match, 1) == []
    for seat in (2, 3, 1):
        assert commits(scribe, match, seat).waits
        with pytest.raises(Awaiting):
            scribe.play(match.id, 1, {"do": "skip"})
    for seat in (3, 1, 2):
        assert reveals(scribe, match, seat).waits
        assert reveals(scribe, match, seat).version == scribe.match(match.id).version, "a retry records nothing"
    given = scribe.contribute(
        match.id,
        lambda now: give_beacon(now, now.contributions.awaited.round, RANDOMNESS, SIGNATURE, scribe.stamp()),  # type: ignore[union-attr]
    )[0]
    assert isinstance(ledger.events_of(match.id)[-1], Dealt)
    assert (given.waits, given.to_act, given.version) == (False, (1,), 10)
    scribe.play(match.id, 1, {"do": "skip"})
    assert ledger.match(match.id).table == scribe.match(match.id).table
    scribe.close(match.id, abandoned=True)
    assert audit(scribe.match(match.id)).clean
    verify_ledger(ledger)
    refuse_unprovable(list(ledger.log.rows(match.id)))
    signer = Keyring(ledger, KeyStore(tmp_path)).signer(scribe.stamp())
    for viewer in (None, 1, 2, 3):
        contents = make(ledger, [match.id], signer, redacted=True, viewer=viewer)
        found = verify_bundle(contents, [signer.key])
        (told,) = found.matches
        hidden = {stored.type for stored in told.stream.log if stored.digest}
        assert hidden - {"Played"} == {"Dealt", "Disclosed"}, "parts are told to all, what was dealt is not"
        cards = told.match().table.zones["hand:1"]
        assert all(card.startswith("?") for card in cards) == (viewer != 1)
        assert "parts of the ledger, seat:1 (by the seat:1)" in "\n".join(
            verify_as_an_outsider(contents, [str(signer.key)])
        )
    lines = "\n".join(verify_as_an_outsider(make(ledger, [match.id], signer), [str(signer.key)]))
    done = scribe.match(match.id)
    assert done.contributions is not None
    assert f"its seed is {done.contributions.key(done.id, bytes.fromhex(done.seed)).hex()}" in lines


def test_devices_that_tell_their_parts_at_once_are_all_heard(scribe: Scribe, ledger: Ledger, target: str) -> None:
    match = new(scribe, RequestedParts(seats=True))

    def at_once(act: Callable[[Scribe, Match, int], Match]) -> None:
        def one(seat: int) -> None:
            own = open_ledger(target)
            try:
                act(Scribe(own), match, seat)
            finally:
                own.close()

        threads = [threading.Thread(target=one, args=(seat,)) for seat in (1, 2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    at_once(commits)
    at_once(reveals)
    assert [type(event).__name__ for event in ledger.events_of(match.id)] == [
        "Opened", "Awaited", *["Committed"] * 3, *["Revealed"] * 3, "Dealt",
    ]  # fmt: skip


def test_an_opening_that_somebody_did_not_let_be_dealt_is_listed_with_who_it_was(
    scribe: Scribe, ledger: Ledger
) -> None:
    """Who withholds its part can only stop an opening, never choose; and that leaves a trace."""
    first = new(scribe, RequestedParts(seats=True))
    for seat in (1, 2, 3):
        commits(scribe, first, seat)
    reveals(scribe, first, 1)
    reveals(scribe, first, 3)
    scribe.close(first.id, abandoned=True)
    second = new(scribe, RequestedParts(here=True))
    assert dropped_before(ledger, second) == [AbandonedMatch(first.id, 0, (2,))]
    (again,) = [one for one in of_earlier(ledger, second) if one.code == "opening.again"]
    assert f"{first.id} (never dealt: seat:2 did not reveal a contribution)" in str(again.why)
    told = audit(scribe.match(first.id)).text()
    assert "never dealt: seat:2 must reveal their contribution" in told


def test_one_command_is_enough_at_one_device(scribe: Scribe) -> None:
    match = new(scribe, RequestedParts(here=True))
    assert (match.waits, match.to_act) == (False, (1,))
    assert scribe.match(match.id).table == match.table
    nonces = {event.nonce for event in scribe.ledger.events_of(match.id) if isinstance(event, Revealed)}
    assert len(nonces) == 3


def test_a_ledger_without_the_seed_records_parts_and_the_one_with_it_deals(
    scribe: Scribe, ledger: Ledger, tamper: Callable[..., None]
) -> None:
    """As a role that only records: it hears the last part; whoever may deal does, by contributing nothing."""
    match = new(scribe, RequestedParts(seats=True))
    for seat in (1, 2, 3):
        commits(scribe, match, seat)
    seed = ledger.seed(match.id)
    assert seed is not None
    tamper("DELETE FROM seeds")
    ledger._seeds.clear()  # as another process, which never looked at it
    for seat in (1, 2, 3):
        assert reveals(scribe, match, seat).waits
    assert str(scribe.match(match.id).contributions.missing()) == (  # type: ignore[union-attr]
        "all contributions are in: the ledger that holds its own must deal"
    )
    ledger.keep_seed(match.id, seed)
    assert not scribe.contribute(match.id, lambda now: None)[0].waits


def test_a_device_keeps_its_part_and_knows_the_match_again(scribe: Scribe, tmp_path: Path) -> None:
    match, phone = new(scribe, RequestedParts(seats=True)), NonceStore(tmp_path)
    kept = phone.part(match, 2)
    assert phone.has(match, 2)
    assert not phone.has(match, 1)
    assert kept.commitment == contribution_commitment(match.id, match.opened.commitment, 2, kept.nonce)
    file = tmp_path / f"{match.id}-seat-2.json"
    for damaged in (b"", b"{}", file.read_bytes().replace(kept.nonce.encode(), b"x")):
        file.write_bytes(damaged)
        with pytest.raises(WrongPart, match="cannot be read"):
            phone.part(match, 2)
