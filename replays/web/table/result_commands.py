"""Record the seats' answers to the result of a finished match, and notify others. Independent of HTTP."""

from __future__ import annotations

import secrets

from tablescribe.domain.match.result_answers import ResultAnswers
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.matches import result_answers
from tablescribe.replays.web.access.passes import SEAT, Pass
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.result_answers import answered


def answer_result(commands: Commands, who: Pass, match_id: str, *, right: bool, expected_version: int) -> ResultAnswers:
    """Confirm or contest a finished match's result for a seat; when all seats have confirmed, the match is closed.

    Raises:
        Denied: the pass is not for a seat. Stale: something was recorded since. Refused: see `must_have_result`.
    """
    who.enter(match_id)
    who.require(who.role == SEAT, say("confirm a result for a seat. Close the match instead"))
    match = commands.queries.cache.now(match_id).match
    if not match.is_at(expected_version) and match.closed is None:
        raise Stale(match.id, expected_version, match.version)
    found = result_answers.answer_result(commands.scribe(who), match_id, who.seat or 0, right=right)
    commands.announce(match_id, answered(commands.queries.cache.now(match_id).match, found))
    tell_tournament(commands, match_id)
    return found


def tell_tournament(commands: Commands, match_id: str) -> None:
    """Notify the pages of a match's tournament that one of its tables has changed."""
    for one in commands.queries.hall.tournaments_of(match_id):
        commands.announce(one, {"version": 0, "request": f"{match_id} {secrets.token_hex(4)}"})
