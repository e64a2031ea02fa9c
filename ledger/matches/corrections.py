"""Corrections of closed matches: void, correct, reinstate."""

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
    """The match belongs to a tournament, where results are corrected by rulings."""

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
    """Void a closed match, so that it no longer counts.

    Args:
        scribe: records it.
        match_id: id of the match, or a prefix of it.
        by: role of the person who decides.
        reason: reason for the decision.
        instead: id of the match that counts in its place; empty string if none.
        command_id: idempotency key.
        expected_version: version that the decision is based on, if it matters.

    Raises:
        NoSuchMatch: there is no such match.
        Refused: the match is open, void already or part of a tournament, or the role may not do this.
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
        Refused: the match is open, void or part of a tournament; nothing would change; or the role may not do this.
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
    """Reinstate a void match, so that it counts again.

    Raises:
        NoSuchMatch: there is no such match.
        Refused: the match is not void, or the role may not do this.
    """

    def do(match: Match) -> Reinstated:
        return corrections.reinstate(match, scribe.stamp(), by=by, reason=reason)

    found = _free(scribe.ledger, match_id)
    return scribe.record(
        found, do, ["reinstate", by], words=[reason], command_id=command_id, expected_version=expected_version
    )


def _free(ledger: Ledger, match_id: str) -> str:
    """Return the full id of a match that is not part of a tournament.

    Raises:
        InTournament: the match is part of a tournament.
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
