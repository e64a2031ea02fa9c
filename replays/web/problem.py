"""Errors as clients get them: problem details (RFC 9457) with our stable codes and the way out."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from domain.chance import NeedsOutcome
from domain.match import Match
from domain.play import Illegal
from ledger.log.errors import Stale
from replays.web.access import Pass
from replays.web.choices import Say, question_data
from replays.web.desk import Desk
from replays.words import with_names

MEDIA_TYPE = "application/problem+json"

STATUS: dict[str, int] = {
    "access.none": 401,
    "access.denied": 403,
    "access.pin": 403,
    "access.taken": 409,
    "request.origin": 403,
    "request.too_large": 413,
    "request.too_slow": 408,
    "request.too_many": 429,
    "request.form": 422,
    "request.unknown": 404,
    "request.method": 405,
    "action.form": 422,
    "fact.form": 422,
    "fact.impossible": 422,
    "rule.broken": 422,
    "chance.needed": 422,
    "chance.wrong": 422,
    "game.options": 422,
    "game.unknown": 404,
    "match.unknown": 404,
    "match.no_such_move": 404,
    "match.refused": 409,
    "match.closed": 409,
    "match.take_back_refused": 409,
    "match.consent_pending": 202,
    "match.stale": 409,
    "command.reused": 409,
    "key.bad": 409,
    "report.pdf_missing": 501,
    "ledger.unavailable": 503,
    "ledger.damaged": 500,
}
"""HTTP status by error code; a code that is not here is a fault of ours: 500."""

HINTS: dict[str, str] = {
    "rule.broken": "Play it otherwise, or record what really happened (as_played).",
    "chance.needed": "Tell what came up and send the action again; nothing was recorded.",
    "match.stale": "Nothing was recorded. Look at the table and decide again.",
    "match.take_back_refused": "Let all agree, or let a judge decide.",
    "ledger.unavailable": "Nothing is lost: send it again with the same command id.",
}


def problem(error: Exception, **details: Any) -> dict[str, Any]:
    """Return an error as problem details."""
    code = str(getattr(error, "code", "internal"))
    status = STATUS.get(code, 500)
    detail = str(error) if code != "internal" else "a fault of ours; it is in the log of the service"
    told = {key: value for key, value in details.items() if value is not None and value not in ("", [])}
    if code in HINTS:
        told["hint"] = HINTS[code]
    title = HTTPStatus(status).phrase
    return {"type": f"urn:tablescribe:{code}", "title": title, "status": status, "code": code, "detail": detail, **told}


def in_words(found: dict[str, Any], say: Say) -> dict[str, Any]:
    """Return problem details with what people read of them in another language."""
    told = dict(found)
    for key in found.keys() & {"detail", "why", "hint"}:
        told[key] = say(found[key])
    if "legal" in found:
        told["legal"] = [say(words) for words in found["legal"]]
    if "question" in found:
        asked = found["question"]
        possible = [{**one, "label": say(one["label"])} for one in asked["possible"]]
        told["question"] = {**asked, "words": say(asked["words"]), "possible": possible}
    return told


def explained(desk: Desk, who: Pass, match: Match, error: Exception) -> dict[str, Any]:
    """Return an error in a match with what helps: the rule's text, what is legal, the question, the tail."""
    book = match.opening.game.rulebook
    details: dict[str, Any] = {"match": match.id, "move": match.head + 1, "version": match.version}
    if isinstance(error, Illegal):
        details["rule"] = error.rule
        details["why"] = with_names(match.opening, error.why)
        details["rule_text"] = book[error.rule].text if error.rule in book else ""
        details["legal"] = desk.examples(who, match)
        details["as_played"] = who.records
    if isinstance(error, NeedsOutcome):
        details["question"] = question_data(match.opening, error.question, desk.viewer(who, match))
    if isinstance(error, Stale):
        details["version"] = error.tail
    return problem(error, **details) | {"detail": with_names(match.opening, str(error))}
