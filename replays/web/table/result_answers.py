"""The seats' answers to the result of a finished match, as data. Independent of HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.result_answers import ResultAnswers, counts_from
from tablescribe.ledger.matches import result_answers
from tablescribe.replays.web.table.queries import Queries


def answers_data(match: Match, found: ResultAnswers) -> dict[str, Any]:
    """Return the answers to a result as plain data: seats that agree, object, and have not answered."""
    agreed = sorted(seat for seat, right in found.answers.items() if right)
    missing = [seat for seat in match.opening.people if seat not in found.answers]
    return {"agreed": agreed, "objected": list(found.objections), "missing": missing}


def answered(match: Match, found: ResultAnswers) -> dict[str, Any]:
    """Return the answers to a result in the form sent to those at the table."""
    return {"version": match.version, **answers_data(match, found)}


def shown(queries: Queries, match: Match, ended: datetime) -> dict[str, Any] | None:
    """Return the answers to a finished match's result for a page, with the time when the result counts without them.

    `None` if there is nothing to answer: the game goes on, or the match is closed.
    """
    if match.closed is not None or not match.is_over:
        return None
    minutes = 0
    for one in queries.hall.tournaments_of(match.id):
        now = queries.hall.now(one)
        if (place := now.table_of(match.id)) is not None:
            minutes = now.plan.stages[now.seating(place[0]).paired.stage].objection
    found = answers_data(match, result_answers.answers_of(queries.ledger, match))
    return {**found, "due": None if found["objected"] else counts_from(ended, minutes)}
