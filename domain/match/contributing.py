"""Commands of a shared seed: commit, reveal, add the beacon's value, deal.

They enforce the order, and check each revealed nonce against its commitment. Nonces are generated outside the domain.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.contribution_events import Awaited, BeaconGiven, Committed, Dealt, Revealed
from tablescribe.domain.match.contributions import HEX, Contributions, contribution_commitment, is_randomness
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.opening import chance_of, lay_out
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Thing, either, say


class WrongPart(Refused):
    """A contribution to the seed that is not the one awaited."""

    code = "chance.part"


def await_parts(
    match: Match, seats: Sequence[int], stamp: Stamp, *, chain: str = "", round: int = 0, due: int = 0
) -> Awaited:
    """Record which contributions a match waits for; it must have been opened to wait (`Match.open`).

    Args:
        match: the match.
        seats: the seats that contribute.
        stamp: when, and recorded by whom.
        chain, round, due: see `Awaited`.

    Raises:
        Refused: no contribution is awaited, or the beacon's round has been published already.
    """
    if not seats and not chain:
        raise Refused(say("choose who contributes to the randomness: seats, or a beacon"))
    if chain and due <= stamp.at.timestamp():
        raise WrongPart(say("round {round} of the beacon is already known: choose a later round", round=round))
    return match.record(Awaited, stamp, seats=tuple(seats), chain=chain, round=round, due=due)


def commit(match: Match, seat: int, commitment: str, stamp: Stamp, *, by: str) -> Committed:
    """Record a seat's commitment to its nonce. Repeating the command returns the recorded event.

    Raises:
        WrongPart: it is not awaited, it is not a SHA-256, or the seat has committed to another nonce.
    """
    parts = awaited_of(match, seat)
    if not HEX.fullmatch(commitment):
        raise WrongPart(say("a commitment must be a SHA-256: 64 digits from 0 to f"))
    if (before := parts.committed.get(seat)) is not None:
        if before.commitment != commitment:
            raise WrongPart(say("{seat} has already committed to another contribution", seat=Thing(seat_name(seat))))
        return before
    return match.record(Committed, stamp, seat=seat, commitment=commitment, by=by)


def reveal(match: Match, seat: int, nonce: str, stamp: Stamp, *, by: str) -> Revealed:
    """Record the nonce that a seat reveals. Repeating the command returns the recorded event.

    Raises:
        WrongPart: it is not awaited, not all seats have committed yet, or it does not match the commitment.
    """
    parts = awaited_of(match, seat)
    if parts.uncommitted:
        raise WrongPart(
            say("contributions can be revealed only after all have been committed: {missing}", missing=parts.missing())
        )
    wanted = contribution_commitment(match.id, match.opened.commitment, seat, nonce)
    if not HEX.fullmatch(nonce) or parts.committed[seat].commitment != wanted:
        raise WrongPart(say("this does not match the commitment of {seat}", seat=Thing(seat_name(seat))))
    if (before := parts.revealed.get(seat)) is not None:
        return before
    return match.record(Revealed, stamp, seat=seat, nonce=nonce, by=by)


def give_beacon(match: Match, round: int, randomness: str, signature: str, stamp: Stamp) -> BeaconGiven:
    """Record the beacon's value. Repeating the command returns the recorded event.

    The beacon's own signature is not verified here.

    Raises:
        WrongPart: it is not awaited, it is another round, or the randomness does not match the signature.
    """
    parts = _parts(match)
    if not parts.awaited.chain:
        raise WrongPart(say("this match is not waiting for a beacon"))
    if round != parts.awaited.round:
        raise WrongPart(
            say(
                "this match is waiting for round {round} of the beacon; this is round {given}",
                round=parts.awaited.round,
                given=round,
            )
        )
    if not is_randomness(randomness, signature):
        raise WrongPart(say("this is not a beacon round: its randomness is not the SHA-256 of its signature"))
    if parts.beacon is not None:
        return parts.beacon
    return match.record(
        BeaconGiven, stamp, chain=parts.awaited.chain, round=round, randomness=randomness, signature=signature
    )


def deal(match: Match, seed: bytes | None, stamp: Stamp) -> Dealt:
    """Deal the first table, once every contribution has arrived.

    Raises:
        Refused: it is dealt already, a contribution is missing, or the ledger does not have its own seed.
    """
    parts = _parts(match)
    play = lay_out(match.opening, chance_of(match.opened, 0, (), seed, parts))
    return match.record(
        Dealt, stamp, outcomes=tuple(play.outcomes), facts=tuple(play.facts), citations=tuple(play.citations)
    )


def _parts(match: Match) -> Contributions:
    if match.contributions is None or match.closed is not None:
        raise WrongPart(say("this match is not waiting for contributions"))
    return match.contributions


def awaited_of(match: Match, seat: int) -> Contributions:
    """Return the contributions of a match that waits for one from this seat.

    Raises:
        WrongPart: it does not wait for one.
    """
    parts = _parts(match)
    if seat not in parts.awaited.seats:
        raise WrongPart(
            say(
                "this match is waiting for contributions from the seats {seats}",
                seats=either(parts.awaited.seats or ["–"]),
            )
        )
    return parts
