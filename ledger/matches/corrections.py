"""Corrections of closed matches: void, correct, reinstate; and likely duplicates."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match import corrections
from tablescribe.domain.match.correction_events import Amended, Reinstated, Voided
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe


class InTournament(Refused):
    """The match belongs to a tournament, which corrects its results by rulings of its own."""

    code = "match.in_tournament"


def void(
    scribe: Scribe,
    match_id: str,
    *,
    by: str,
    reason: str,
    instead: str = "",
    command_id: str | None = None,
    expected_version: int | None = None,
) -> Voided:
    """Record that a closed match does not count.

    Args:
        scribe: records it.
        match_id: the match, or a prefix of its id.
        by: the role of whoever decides it.
        reason: why.
        instead: the match that counts in its place, if there is one.
        command_id: makes a retry safe.
        expected_version: the version that was decided on, if it matters.

    Raises:
        NoSuchMatch: there is no such match.
        Refused: it is open, void already, or of a tournament; or this role may not.
    """
    found = _free(scribe.ledger, match_id)
    other = scribe.ledger.find(instead) if instead else ""
    if other and not scribe.ledger.match(other).counts:
        raise Refused(say("match {match} is void too. Name a match that counts", match=other))

    def do(match: Match) -> Voided:
        return corrections.void(match, scribe.stamp(), by=by, reason=reason, instead=other)

    return scribe.record(
        found, do, ["void", by, other], words=[reason], command_id=command_id, expected_version=expected_version
    )


def correct(
    scribe: Scribe,
    match_id: str,
    *,
    by: str,
    reason: str,
    winners: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    played: str = "",
    command_id: str | None = None,
    expected_version: int | None = None,
) -> Amended:
    """Correct the result of a closed match; see `domain/match/corrections.py`.

    Raises:
        NoSuchMatch: there is no such match.
        Refused: it is open, void, or of a tournament; nothing changes; or this role may not.
    """

    def do(match: Match) -> Amended:
        return corrections.amend(
            match, scribe.stamp(), by=by, reason=reason, winners=winners, scores=scores, played=played
        )

    content = ["correct", by, winners, scores, played]
    return scribe.record(
        _free(scribe.ledger, match_id), do, content, words=[reason], command_id=command_id,
        expected_version=expected_version,
    )  # fmt: skip


def reinstate(
    scribe: Scribe,
    match_id: str,
    *,
    by: str,
    reason: str,
    command_id: str | None = None,
    expected_version: int | None = None,
) -> Reinstated:
    """Let a void match count again.

    Raises:
        NoSuchMatch: there is no such match.
        Refused: it is not void, or this role may not.
    """

    def do(match: Match) -> Reinstated:
        return corrections.reinstate(match, scribe.stamp(), by=by, reason=reason)

    found = _free(scribe.ledger, match_id)
    return scribe.record(
        found, do, ["reinstate", by], words=[reason], command_id=command_id, expected_version=expected_version
    )


def _free(ledger: Ledger, match_id: str) -> str:
    """Return the id of a match of no tournament.

    Raises:
        InTournament: a tournament paired it.
    """
    found = ledger.find(match_id)
    if ledger.tournament_ids():
        ledger.lists.fresh()
        for tournament in ledger.asking.tournaments_of(found):
            raise InTournament(
                say(
                    "match {match} is part of tournament {tournament}, where a judge corrects results: {command}",
                    match=found, tournament=tournament, command=f"tablescribe tournament correct {tournament}",
                )
            )  # fmt: skip
    return found
