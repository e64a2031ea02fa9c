"""Answers of the seats to the result of a finished match, stored beside the log; once all agree, it is closed."""

from __future__ import annotations

import secrets
from contextlib import suppress

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import MatchIsClosed
from tablescribe.domain.match.result_answers import ResultAnswers, must_have_result
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe


def answers_of(ledger: Ledger, match: Match) -> ResultAnswers:
    """Return the answers of a match's seats to its current result."""
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import consents

    c, keys = consents.c, {_key(match.id, seat): seat for seat in match.opening.people}
    rows = ledger.log.select(select(c.match_id, c.version, c.refused).where(c.match_id.in_(keys)))
    return ResultAnswers(match.head, {keys[key]: no is None for key, head, no in rows if head == match.head})


def answer_result(scribe: Scribe, match_id: str, seat: int, *, right: bool) -> ResultAnswers:
    """Store whether a seat confirms the result (`right`) or disputes it; close the match once all have confirmed.

    Each seat has its own row, so concurrent answers do not overwrite each other.

    Raises:
        Refused: there is no result yet, or it is final already; see `must_have_result`.
    """
    from tablescribe.ledger.log.schema import consents

    match = scribe.match(match_id)
    must_have_result(match, seat)
    row = {
        "request": secrets.token_hex(8), "version": match.head, "target": match.head, "seat": seat, "reason": "",
        "agreed": f"[{seat}]" if right else "[]", "refused": None if right else seat,
        "at": scribe.now().isoformat(),
    }  # fmt: skip
    new = scribe.ledger.log.backend.into(consents).values(match_id=_key(match.id, seat), **row)
    scribe.ledger.log.write(new.on_conflict_do_update(index_elements=["match_id"], set_=row))
    found = answers_of(scribe.ledger, match)
    if found.agreed(match.opening.people):
        with suppress(Stale, MatchIsClosed):  # closed by a concurrent answer
            scribe.close(match.id, expected_version=match.version)
    return found


def _key(match_id: str, seat: int) -> str:
    return f"result {match_id} {seat}"
