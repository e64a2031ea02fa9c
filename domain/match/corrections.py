"""Commands that correct a closed match: void it, correct its result, reinstate it.

The log is append-only, so a mistake is corrected by a compensating event, and both versions stay readable. Signatures
belong to the result that was signed. A corrected result needs new signatures.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.correction_events import (
    Amended,
    AmendedOpenly,
    Reinstated,
    ReinstatedOpenly,
    Voided,
    VoidedOpenly,
)
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused, check_seats
from tablescribe.domain.match.signature_records import JUDGE, KEEPER
from tablescribe.domain.rules.game import Result
from tablescribe.domain.words.text import say

ORGANISER, RECORDER = "organiser", "recorder"

ALWAYS = (KEEPER, ORGANISER, JUDGE)
"""Roles that may correct any closed match. A recorder may until somebody has signed; a seat may not."""

MANUAL = "corrected"
"""The ending of an abandoned match whose result was entered afterwards."""

LONGEST = 500
"""Maximum length of a reason, in characters."""


def void(match: Match, stamp: Stamp, *, by: str, reason: str, instead: str = "") -> Voided:
    """Void a closed match, so that it no longer counts.

    Args:
        match: the match.
        stamp: when, and recorded by whom.
        by: the role of the person who decides it.
        reason: why, in a few words.
        instead: the id of the match that counts in its place, if there is one.

    Raises:
        Refused: the match is open or void already, the role may not do this, or the reason is missing.
    """
    if match.corrections.void is not None:
        raise Refused(say("match {match} is already void", match=match.id))
    if instead == match.id:
        raise Refused(say("a match cannot replace itself"))
    return match.record(VoidedOpenly, stamp, by=by, reason=_checked(match, by, reason), instead=instead)


def amend(
    match: Match,
    stamp: Stamp,
    *,
    by: str,
    reason: str,
    winners: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    played: str = "",
) -> Amended:
    """Correct the result of a closed match.

    Args:
        match: the match.
        stamp: when, and recorded by whom.
        by: the role of the person who decides it.
        reason: why, in a few words.
        winners: the seats that won; `None` to leave them unchanged.
        scores: the points of each seat; `None` to leave them unchanged.
        played: when it was played; empty to leave it unchanged.

    Raises:
        Refused: the match is open or void, nothing changes, a seat does not exist, or the role may not do this.
    """
    why = _checked(match, by, reason)
    now = match.result
    assert now is not None
    if match.corrections.void is not None:
        raise Refused(say("match {match} is void. Reinstate it first", match=match.id))
    check_seats(match.opening.seats, *(winners or ()))
    if scores and len(scores) != match.opening.seats:
        raise Refused(say("enter points for every seat, or for none"))
    won = now.winners if winners is None else tuple(sorted(set(winners)))
    points = now.scores if scores is None else tuple(scores)
    told = Result(now.ending, now.rule, won, points)
    if told == now and played in ("", match.corrections.played or str(getattr(match.opening.options, "played", ""))):
        raise Refused(say("match {match} already has this result", match=match.id))
    if told != now:
        told = Result(MANUAL if now.ending == "abandoned" else now.ending, "", won, points)
    return match.record(AmendedOpenly, stamp, result=told, played=played, by=by, reason=why)


def reinstate(match: Match, stamp: Stamp, *, by: str, reason: str) -> Reinstated:
    """Reinstate a void match, so that it counts again.

    Raises:
        Refused: the match is not void, the role may not do this, or the reason is missing.
    """
    if match.corrections.void is None:
        raise Refused(say("match {match} is not void", match=match.id))
    return match.record(ReinstatedOpenly, stamp, by=by, reason=_checked(match, by, reason))


def may_correct(match: Match, by: str) -> bool:
    """Return whether a role may correct a match now."""
    return by in ALWAYS or (by == RECORDER and not match.papers.signatures)


def _checked(match: Match, by: str, reason: str) -> str:
    """Check a correction and return its reason as it is recorded.

    Raises:
        Refused: the match is open, the role may not correct it, or the reason is empty or too long.
    """
    if match.closed is None:
        raise Refused(say("match {match} is still open: undo moves, or close it", match=match.id))
    if not may_correct(match, by):
        why = say("match {match} is signed: only an organiser or a judge can correct it", match=match.id)
        raise Refused(why if by == RECORDER else say("only an organiser, a judge or the recorder can correct a match"))
    words = " ".join(reason.split())
    if not words:
        raise Refused(say("Enter a short reason"))
    if len(words) > LONGEST:
        raise Refused(say("a reason can have at most {n} characters", n=LONGEST))
    return words
