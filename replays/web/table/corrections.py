"""Corrections of closed matches by clients, after a check of their pass. Independent of HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from tablescribe.domain.match.correction_events import Amended, Reinstated, Voided
from tablescribe.domain.match.corrections import may_correct
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches import corrections
from tablescribe.ledger.matches.results import check_past
from tablescribe.ledger.read_models.duplicates import duplicates_of
from tablescribe.ledger.read_models.summaries import Summary
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.queries import Queries


def void(
    commands: Commands, who: Pass, match_id: str, *, reason: str, instead: str, command_id: str, expected_version: int
) -> Voided:
    """Declare a closed match void."""
    _enter(who, match_id)
    return corrections.void(
        commands.scribe(who), match_id, by=who.role, reason=reason, instead=instead, command_id=command_id,
        expected_version=expected_version,
    )  # fmt: skip


def correct(
    commands: Commands,
    who: Pass,
    match_id: str,
    *,
    reason: str,
    winners: Sequence[int] | None,
    nobody: bool,
    scores: Sequence[int] | None,
    played: str,
    future: bool,
    command_id: str,
    expected_version: int,
) -> Amended:
    """Correct the result of a closed match.

    Raises:
        Refused: winners are named although nobody won.
        InTheFuture: the day is in the future.
    """
    _enter(who, match_id)
    if not future:
        check_past(played, datetime.now(UTC))
    if nobody and winners:
        raise Refused(say("choose either the winners or no winner, not both"))
    result = commands.queries.cache.now(match_id).match.result
    if scores and not any(scores) and result is not None and not result.scores:
        scores = None  # a form left at zeros: points were not counted
    return corrections.correct(
        commands.scribe(who), match_id, by=who.role, reason=reason, winners=[] if nobody else winners, scores=scores,
        played=played, command_id=command_id, expected_version=expected_version,
    )  # fmt: skip


def reinstate(
    commands: Commands, who: Pass, match_id: str, *, reason: str, command_id: str, expected_version: int
) -> Reinstated:
    """Reinstate a void match."""
    _enter(who, match_id)
    return corrections.reinstate(
        commands.scribe(who), match_id, by=who.role, reason=reason, command_id=command_id,
        expected_version=expected_version,
    )  # fmt: skip


def can_correct(queries: Queries, who: Pass, match: Match) -> bool:
    """Return whether a pass may correct a match now: it must be closed and not part of a tournament."""
    if match.closed is None or not may_correct(match, who.role) or not (who.records or who.judges):
        return False
    return not queries.hall.tournaments_of(match.id)


def likely_the_same(queries: Queries, who: Pass, match: Match) -> list[Summary]:
    """Return matches that probably record the same play as this one; for organisers, who may see all."""
    return duplicates_of(queries.ledger.asking, match.id) if who.organises and match.closed and match.counts else []


def _enter(who: Pass, match_id: str) -> None:
    who.enter(match_id)
    who.require(who.records or who.judges, say("correct a match"))
