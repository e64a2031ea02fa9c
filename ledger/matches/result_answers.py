"""The answers of seats to the result of a finished match, beside the log; all together close it."""

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
    """Return what the seats of a match have said of the result as it stands."""
    from sqlalchemy import select

    from tablescribe.ledger.log.schema import consents

    c, keys = consents.c, {_key(match.id, seat): seat for seat in match.opening.people}
    rows = ledger.log.select(select(c.match_id, c.version, c.refused).where(c.match_id.in_(keys)))
    return ResultAnswers(match.head, {keys[key]: no is None for key, head, no in rows if head == match.head})


def answer_result(scribe: Scribe, match_id: str, seat: int, *, right: bool) -> ResultAnswers:
    """Note whether a seat says that the result is right; if all have said so, close the match.

    Each seat has a row of its own, so two that answer at once lose nothing.

    Raises:
        Refused: there is no result yet, or it stands already; see `must_have_result`.
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
        with suppress(Stale, MatchIsClosed):  # the other one, who answered at the same moment, closed it
            scribe.close(match.id, expected_version=match.version)
    return found


def _key(match_id: str, seat: int) -> str:
    return f"result {match_id} {seat}"
