"""Errors for clients: problem details (RFC 9457) with stable codes and hints."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from tablescribe.domain.match.events import Played
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.words.text import Spoken, Text, say
from tablescribe.ledger.log.errors import Stale
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.table.cached_match import CachedMatch
from tablescribe.replays.web.table.choices import question_data
from tablescribe.replays.web.table.queries import Queries

MEDIA_TYPE = "application/problem+json"

STATUS: dict[str, int] = {
    "access.none": 401,
    "access.denied": 403,
    "access.pin": 403,
    "access.taken": 409,
    "access.which": 409,
    "request.origin": 403,
    "request.too_large": 413,
    "request.too_slow": 408,
    "request.too_many": 429,
    "request.form": 422,
    "request.unknown": 404,
    "request.method": 405,
    "action.form": 422,
    "declaration.form": 422,
    "box.bad": 422,
    "box.unknown": 404,
    "hook.bad": 422,
    "hook.unknown": 404,
    "person.unknown": 404,
    "fact.form": 422,
    "fact.impossible": 422,
    "rule.broken": 422,
    "chance.needed": 422,
    "chance.wrong": 422,
    "game.options": 422,
    "game.unknown": 404,
    "match.unknown": 404,
    "match.no_such_move": 404,
    "match.no_such_seat": 404,
    "match.refused": 409,
    "chance.awaited": 409,
    "chance.part": 409,
    "match.closed": 409,
    "match.take_back_refused": 409,
    "clock.refused": 409,
    "clock.bad_control": 422,
    "match.consent_pending": 202,
    "match.consent_other": 409,
    "match.stale": 409,
    "extra.missing": 501,
    "plan.wrong": 422,
    "festival.unknown": 404,
    "tournament.door": 429,
    "tournament.entered": 409,
    "tournament.pin": 403,
    "tournament.role": 403,
    "tournament.stale": 409,
    "tournament.unknown": 404,
    "command.reused": 409,
    "key.bad": 409,
    "result.future": 409,
    "logs.undecided": 409,
    "bundle.too_large": 409,
    "event.too_large": 413,
    "photo.bad": 422,
    "photo.missing": 404,
    "photo.unavailable": 501,
    "report.pdf_missing": 501,
    "film.missing": 501,
    "ledger.unavailable": 503,
    "ledger.damaged": 500,
}
"""HTTP status by error code; any other code is a fault of the service: 500."""

HINTS: dict[str, Text] = {
    "rule.broken": say("Choose a legal action, or record what really happened with `as_played`: true."),
    "chance.needed": say(
        "This action needs a die roll or a card. Enter the result and send it again; nothing has been recorded yet."
    ),
    "match.stale": say("Nothing was recorded. Reload the table and decide again."),
    "match.take_back_refused": say("Ask all players to agree, or ask a judge."),
    "result.future": say("If the date is right, send it again with `future`: true."),
    "ledger.unavailable": say("Nothing is lost: send it again with the same command id."),
}


FAULT = say("the service had an internal error and logged it. Try again; if it happens again, tell the organiser")

CLOSED_FIRST = say(
    "The open response window was closed, and this is recorded. The action that was to follow is not recorded."
)
"""The hint if a sealed match keeps its draws although the action was refused; see `Match.play`."""


def problem(error: Exception, reader: Reader | None = None, **details: Any) -> dict[str, Any]:
    """Return an error as problem details in the reader's language, by default English; codes never change."""
    reader = reader or Reader()
    code = str(getattr(error, "code", "internal"))
    status = STATUS.get(code, 500)
    detail = FAULT if code == "internal" else error.text if isinstance(error, Spoken) else str(error)
    told = {key: value for key, value in details.items() if value is not None and value not in ("", [])}
    if code in HINTS or "recorded" in told:
        told["hint"] = reader.tell(CLOSED_FIRST if "recorded" in told else HINTS[code])
    title = HTTPStatus(status).phrase
    return {
        "type": f"urn:tablescribe:{code}", "title": title, "status": status, "code": code,
        "detail": reader.tell(detail), **told,
    }  # fmt: skip


def explained(
    queries: Queries, who: Pass, folded: CachedMatch, error: Exception, language: str, attempt: Mapping[str, Any]
) -> dict[str, Any]:
    """Return an error in a match with helpful details: the rule's text, legal actions, the question, the version.

    `attempt` is the refused action as plain data; empty if there was none.
    """
    match = folded.match
    book, reader = match.opening.game.rulebook, queries.reader(match, language)
    details: dict[str, Any] = {"match": match.id, "move": match.head + 1, "version": match.version}
    if isinstance(error, Illegal):
        details["rule"] = error.rule
        details["why"] = reader.tell(error.why)
        details["rule_text"] = book.texts(language).get(error.rule, "")
        details["rule_language"] = book.language(language) if details["rule_text"] else ""
        details["legal"] = queries.examples(who, match, reader, attempt)
        details["as_played"] = who.records
    if isinstance(error, NeedsOutcome):
        details["question"] = question_data(error.question, queries.viewer(who, match), reader, match)
    if isinstance(error, Stale):
        details["version"] = error.tail
    if isinstance(error, Spoken) and error.recorded:
        versions = {event.originator_version for event in error.recorded if isinstance(event, Played)}
        lines = queries.lines_of(who, folded, min(versions) - 1, language)
        details["recorded"] = [line for line in lines if line["version"] in versions]
    return problem(error, reader, **details)
