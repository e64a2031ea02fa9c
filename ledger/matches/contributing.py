"""Contributions to a shared seed: recording them, and keeping a device's nonce until it is revealed.

A nonce must not leave its device before all devices have committed. The device stores it with the ledger's commitment
that it saw. So the device can check later that the log is the one it contributed to.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from tablescribe.domain.match.beacon import QUICKNET
from tablescribe.domain.match.contributing import WrongPart, await_parts, commit, deal, reveal
from tablescribe.domain.match.contributions import HEX, contribution_commitment
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signature_records import KEEPER
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly, Stale

if TYPE_CHECKING:
    from tablescribe.ledger.matches.ledger import Ledger

Done = TypeVar("Done")


class RequestedParts(msgspec.Struct, frozen=True):
    """The parties that contribute to a match's shared seed besides the ledger.

    Attributes:
        seats: whether each seat taken by a person contributes.
        here: whether the device that opens the match contributes for all seats. This is weaker: it is one party.
        chain, round, due: a future round of a randomness beacon; see the event `Awaited`.
    """

    seats: bool = False
    here: bool = False
    chain: str = ""
    round: int = 0
    due: int = 0


def parts_of(*, seats: bool, beacon: int, now: datetime) -> RequestedParts | None:
    """Return the contributions that a new match waits for; `None` if it waits for none.

    Args:
        seats: whether each seat contributes.
        beacon: seconds until the contributing beacon round is published; 0 for no beacon.
        now: time at which the match is opened.
    """
    if not beacon:
        return RequestedParts(seats=True) if seats else None
    number = QUICKNET.first_after(now.timestamp() + beacon)
    return RequestedParts(seats=seats, chain=QUICKNET.hash, round=number, due=QUICKNET.due(number))


def ask_for(parts: RequestedParts, match: Match, seed: bytes | None, stamp: Stamp) -> None:
    """Record which contributions a match waits for; with `parts.here`, contribute for all seats."""
    seats = match.opening.people if parts.seats or parts.here else ()
    await_parts(match, seats, stamp, chain=parts.chain, round=parts.round, due=parts.due)
    if parts.here:
        contribute_for_all(match, seats, stamp)
    if match.contributions is not None and match.contributions.complete:
        deal(match, seed, stamp)


def contribute_for_all(match: Match, seats: Iterable[int], stamp: Stamp) -> None:
    """Commit and reveal for several seats at once, from one device."""
    nonces = {seat: new_nonce() for seat in seats}
    for seat, nonce in nonces.items():
        commit(match, seat, contribution_commitment(match.id, match.opened.commitment, seat, nonce), stamp, by=KEEPER)
    for seat, nonce in nonces.items():
        reveal(match, seat, nonce, stamp, by=KEEPER)


def contribute(
    ledger: Ledger,
    load: Callable[[str], Match],
    stamp: Callable[[], Stamp],
    match_id: str,
    do: Callable[[Match], Done],
) -> tuple[Match, Done]:
    """Record a contribution to the shared seed (`domain/match/contributing.py`); deal after the last one.

    Retries are safe: a repeated contribution is not recorded again. A concurrent change causes another attempt.
    If this database role may not read seeds, a role that may deals later, with a call that contributes nothing.

    Returns:
        The resulting match, and the result of `do`.

    Raises:
        Refused: the match does not wait for this contribution.
    """
    while True:
        match = load(match_id)
        version = match.version
        done = do(match)
        parts = match.contributions
        if parts is not None and parts.complete and match.waits and (seed := _dealing_seed(ledger, match.id)):
            deal(match, seed, stamp())
        with suppress(Stale):
            ledger.save(match, expected_version=version)
            return match, done


def _dealing_seed(ledger: Ledger, match_id: str) -> bytes | None:
    try:
        return ledger.seed(match_id)
    except LedgerReadOnly:
        return None


def new_nonce() -> str:
    """Return 32 random bytes in hexadecimal."""
    return secrets.token_hex(32)


class StoredNonce(msgspec.Struct, frozen=True):
    """A device's stored contribution: its nonce, and the ledger's commitment that it saw when it committed."""

    match: str
    seat: int
    ledger: str
    nonce: str

    @property
    def commitment(self) -> str:
        """The commitment to the nonce."""
        return contribution_commitment(self.match, self.ledger, self.seat, self.nonce)


class NonceStore:
    """The folder where a device stores its nonces, readable by its owner only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def part(self, match: Match, seat: int) -> StoredNonce:
        """Return this device's contribution for a seat; create it on first use.

        Raises:
            WrongPart: the stored contribution is for another commitment of the ledger; the match was opened again.
        """
        path = self.folder / f"{match.id}-seat-{seat}.json"
        if not path.exists():
            self._write(path, StoredNonce(match.id, seat, match.opened.commitment, new_nonce()))
        kept = _read(path)
        if (kept.match, kept.seat, kept.ledger) != (match.id, seat, match.opened.commitment):
            raise WrongPart(
                say(
                    "this is not the match that this device contributed to: the ledger's own contribution was "
                    "replaced ({file})",
                    file=str(path),
                )
            )
        return kept

    def has(self, match: Match, seat: int) -> bool:
        """Return whether this device has a contribution for a seat."""
        return (self.folder / f"{match.id}-seat-{seat}.json").exists()

    def _write(self, path: Path, kept: StoredNonce) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(kept))
            file.flush()
            os.fsync(file.fileno())


def _read(path: Path) -> StoredNonce:
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=StoredNonce)
        if HEX.fullmatch(kept.nonce):
            return kept
        why = "?"
    except (OSError, msgspec.DecodeError) as error:
        why = str(error)
    raise WrongPart(say("this device's stored contribution cannot be read ({file}): {why}", file=str(path), why=why))
