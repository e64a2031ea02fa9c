"""Contributing to a shared seed: commit, reveal, add the beacon, deal.

The domain keeps them in order, and checks that what is revealed is what was committed to. Nonces are made outside.
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
    """A part in the chance that cannot be the one that is awaited."""

    code = "chance.part"


def await_parts(
    match: Match, seats: Sequence[int], stamp: Stamp, *, chain: str = "", round: int = 0, due: int = 0
) -> Awaited:
    """Say whose parts the draws of a match wait for, which was opened to wait (`Match.open`).

    Args:
        match: the match.
        seats: the seats that contribute.
        stamp: when, and recorded by whom.
        chain, round, due: see `Awaited`.

    Raises:
        Refused: nobody's are, or the beacon's round is known already.
    """
    if not seats and not chain:
        raise Refused(say("choose who contributes to the randomness: seats, or a beacon"))
    if chain and due <= stamp.at.timestamp():
        raise WrongPart(say("round {round} of the beacon is already known: choose a later round", round=round))
    return match.record(Awaited, stamp, seats=tuple(seats), chain=chain, round=round, due=due)


def commit(match: Match, seat: int, commitment: str, stamp: Stamp, *, by: str) -> Committed:
    """Record what a seat commits with to its nonce; the same again is the first one.

    Raises:
        WrongPart: nobody waits for it, it is no SHA-256, or the seat has committed to another.
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
    """Record the nonce that a seat had committed to; the same again is the first one.

    Raises:
        WrongPart: nobody waits for it, not all have committed yet, or it is another than was committed to.
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
    """Record what the beacon published; the same again is the first one. Its own signature is not checked here.

    Raises:
        WrongPart: nobody waits for it, it is another round, or the randomness is not that of the signature.
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
    """Lay out the first table, now that every part is there.

    Raises:
        Refused: it is laid out, parts are missing, or the ledger's own is not here.
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
    """Return the parts in the chance of a match, which waits for one of that seat.

    Raises:
        WrongPart: it does not.
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
