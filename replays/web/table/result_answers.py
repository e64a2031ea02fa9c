"""What seats say of the result of a finished match, and who is told of it. No HTTP in here."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.result_answers import ResultAnswers, counts_from
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.matches import result_answers
from tablescribe.replays.web.access.access import SEAT, Pass
from tablescribe.replays.web.table.queries import Queries

if TYPE_CHECKING:
    from tablescribe.replays.web.table.commands import Commands


def answer_result(commands: Commands, who: Pass, match_id: str, *, right: bool, expected_version: int) -> ResultAnswers:
    """Say for a seat whether the result of a finished match is right; all seats together close the match.

    Raises:
        Denied: it is no seat's link. Stale: something was recorded since. Refused: see `must_have_result`.
    """
    who.enter(match_id)
    who.require(who.role == SEAT, say("answer for a seat: close the match"))
    match = commands.queries.cache.now(match_id).match
    if expected_version != match.version and match.closed is None:
        raise Stale(match.id, expected_version, match.version)
    found = result_answers.answer_result(commands.scribe(who), match_id, who.seat or 0, right=right)
    commands.announce(match_id, answered(commands.queries.cache.now(match_id).match, found))
    tell_tournament(commands, match_id)
    return found


def tell_tournament(commands: Commands, match_id: str) -> None:
    """Let the pages of a match's tournament look again: at one of its tables something has changed."""
    for one in commands.ledger.asking.tournaments_of(match_id):
        commands.announce(one, {"version": 0, "request": f"{match_id} {secrets.token_hex(4)}"})


def answers_data(match: Match, found: ResultAnswers) -> dict[str, Any]:
    """Return the answers to a result as plain data: seats that agree, seats that object, seats that are missing."""
    agreed = sorted(seat for seat, right in found.answers.items() if right)
    missing = [seat for seat in match.opening.people if seat not in found.answers]
    return {"agreed": agreed, "objected": list(found.objections), "missing": missing}


def answered(match: Match, found: ResultAnswers) -> dict[str, Any]:
    """Return the answers to a result as those at the table are told them."""
    return {"version": match.version, **answers_data(match, found)}


def shown(queries: Queries, match: Match, ended: datetime) -> dict[str, Any] | None:
    """Return the answers to the result of a finished match for a page, and from when on it counts without them.

    `None` where there is nothing to answer: the game goes on, or the match is closed.
    """
    if match.closed is not None or not match.is_over:
        return None
    minutes = 0
    for one in queries.ledger.asking.tournaments_of(match.id):
        now = queries.hall.now(one)
        if (place := now.table_of(match.id)) is not None:
            minutes = now.plan.stages[now.seating(place[0]).paired.stage].objection
    found = answers_data(match, result_answers.answers_of(queries.ledger, match))
    return {**found, "due": None if found["objected"] else counts_from(ended, minutes)}
