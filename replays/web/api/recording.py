"""API routes that record into a match: moves, take-backs, notes, rulings, the close."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Request, Response

from tablescribe.replays.web.access.passes import Denied, Pass
from tablescribe.replays.web.api.matches import (
    ACommands,
    AQueries,
    Language,
    MatchError,
    Who,
    operations,
    pass_of,
    queries_for,
)
from tablescribe.replays.web.api.problem_details import explained
from tablescribe.replays.web.api.requests import (
    Closing,
    Consent,
    Considered,
    ConsideredRuling,
    CorrectedResult,
    MatchId,
    NewDescription,
    NewMissed,
    NewMove,
    NewNote,
    NewReinstatement,
    NewRestore,
    NewRuling,
    NewTakeBack,
    NewVoid,
    ResultAnswer,
)
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.http.metrics import Metrics
from tablescribe.replays.web.table import corrections, ruling_form
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.result_answers import answers_data
from tablescribe.replays.web.table.result_commands import answer_result as say_of_result
from tablescribe.replays.web.table.result_commands import tell_tournament

Done = TypeVar("Done")

recording = operations(prefix="/api/v1/matches/{match_id}")
MOVES = "/api/v1/matches/{match_id}/moves"


@dataclass(frozen=True)
class RecordingRequest:
    """A request to record into a match."""

    request: Request
    queries: Queries
    commands: Commands
    who: Pass
    match_id: str
    language: str

    def ask(self, do: Callable[..., Done], **said: Any) -> Done:
        """Execute a command for this pass and match; errors with a code are explained.

        Raises:
            MatchError: it was refused.
        """
        try:
            return do(self.who, self.match_id, **said)
        except Exception as error:
            if not hasattr(error, "code") or isinstance(error, Denied):
                raise  # a denied command must not reveal anything about the match, such as its version
            self.who.enter(self.match_id)
            folded = self.queries.cache.now(self.match_id)
            attempt = said.get("action") or {}
            found = explained(self.queries, self.who, folded, error, self.language, attempt)
            self.request.app.state.metrics.recorded(len(found.get("recorded", ())))
            raise MatchError(found) from error

    def record(self, do: Callable[..., Any], **said: Any) -> dict[str, Any]:
        """Execute a command that records; return the recorded events and the match's new state.

        Raises:
            MatchError: it was refused.
        """
        done = self.ask(do, **said)
        versions = {event.originator_version for event in (done if isinstance(done, list) else [done])}
        metrics: Metrics = self.request.app.state.metrics
        metrics.recorded(len(versions))
        folded = self.queries.cache.at_least(self.match_id, max(versions))
        match = folded.match
        self._tell_the_log(move=match.head, version=max(versions))
        over = match.is_over
        if over and match.closed is None:
            tell_tournament(self.commands, self.match_id)
        lines = self.queries.lines_of(self.who, folded, min(versions) - 1, self.language)
        return {
            "match": self.match_id,
            "version": max(versions),
            "recorded": [line for line in lines if line["version"] in versions],
            "to_act": list(match.to_act),
            "over": over,
        }

    def _tell_the_log(self, **facts: Any) -> None:
        self.request.scope.setdefault("state", {}).setdefault("told", {}).update(facts)


async def recording_request(
    request: Request, match_id: MatchId, who: Who, queries: AQueries, commands: ACommands, language: Language
) -> RecordingRequest:
    """Return the recording request for a route."""
    return RecordingRequest(request, queries, commands, who, match_id, language)


ABook = Annotated[RecordingRequest, Depends(recording_request)]


@recording.post("/moves", status_code=201, tags=["recording"], response_model=dict[str, Any])
async def move(body: NewMove, book: ABook) -> Response:
    """Record an action. A refusal contains the rule and the legal actions, the open question, or the new version."""
    return await _moved(body, book)


async def _moved(body: NewMove, book: RecordingRequest) -> Response:
    def record() -> bytes:
        return msgspec.json.encode(book.record(book.commands.play, **body.model_dump()))

    # As bytes, made there: what everybody sends all the time waits for no second thread, nor for a check of our own.
    live: LiveUpdates = book.request.app.state.live
    return Response(await live.workers.run(record), 201, media_type="application/json")


async def answer_move(request: Request, body: NewMove) -> Response:
    """Do the same as `move` for a parsed body; see `direct_answers.py`."""
    who, match_id = await pass_of(request), request.path_params["match_id"]
    queries = await queries_for(request, who)
    commands: Commands = request.app.state.commands
    return await _moved(body, RecordingRequest(request, queries, commands, who, match_id, language_of(request)))


@recording.post("/preview", tags=["recording"])
def preview(body: Considered, book: ABook) -> dict[str, Any]:
    """Preview the effects of an action, limited to what this pass may see, or return the outcome it needs.

    Nothing is recorded.
    """
    return book.ask(book.queries.preview, **body.model_dump(), language=book.language)


@recording.post(
    "/take-backs",
    status_code=201,
    tags=["recording"],
    responses={202: {"description": "The others are asked; follow the match"}},
)
def take_back(body: NewTakeBack, book: ABook) -> dict[str, Any]:
    """Take moves back. If a seat needs the consent of others, this sends them the request (202)."""
    return book.record(book.commands.undo, **body.model_dump())


@recording.get("/consent", tags=["recording"])
def asked(match_id: MatchId, who: Who, queries: AQueries, commands: ACommands) -> dict[str, Any] | None:
    """Return the pending take-back request, who agreed and who refused; null once something else is recorded."""
    request = commands.request(who, match_id, queries.folded(who, match_id).match.version)
    if request is None:
        return None
    return {**request.data(), "reason": request.reason}


@recording.post("/consent", tags=["recording"])
def consent(body: Consent, book: ABook) -> dict[str, Any]:
    """Agree to the pending take-back request, or refuse it. When all have agreed, the moves are taken back."""
    event = book.ask(book.commands.agree, request_id=body.request, agrees=body.agrees)
    return {"done": event is not None, "version": book.queries.cache.version(book.match_id)}


@recording.post("/restores", status_code=201, tags=["recording"])
def restore(body: NewRestore, book: ABook) -> dict[str, Any]:
    """Restore moves that were taken back."""
    return book.record(book.commands.redo, **body.model_dump())


@recording.post("/notes", status_code=201, tags=["recording"])
def note(body: NewNote, book: ABook) -> dict[str, Any]:
    """Add a note. Do not include names of people."""
    return book.record(book.commands.note, **body.model_dump())


@recording.post("/descriptions", status_code=201, tags=["recording"])
def describe(body: NewDescription, book: ABook) -> dict[str, Any]:
    """Edit the details of a match: title, event, tags. Do not include names of people."""
    return book.record(book.commands.describe, **body.model_dump())


@recording.post("/missed", status_code=201, tags=["recording"])
def missed(body: NewMissed, book: ABook) -> dict[str, Any]:
    """Record that moves were missed, and how the table looks now."""
    return book.record(book.commands.miss, **body.model_dump())


@recording.post("/rulings", status_code=201, tags=["judging"])
def ruling(body: NewRuling, book: ABook) -> dict[str, Any]:
    """Record a judge's ruling."""
    return book.record(book.commands.rule, **body.model_dump())


@recording.post("/rulings/preview", tags=["judging"])
def preview_ruling(body: ConsideredRuling, book: ABook) -> dict[str, Any]:
    """Preview the effects of a ruling, in words and pictures. Nothing is recorded."""
    return book.ask(partial(ruling_form.preview_ruling, book.queries), **body.model_dump(), language=book.language)


@recording.post("/close", status_code=201, tags=["recording"])
def close(body: Closing, book: ABook) -> dict[str, Any]:
    """Close a match with the result by the rules, or as abandoned."""
    return book.record(book.commands.close, **body.model_dump())


@recording.post(
    "/result-answers",
    status_code=201,
    tags=["recording"],
    responses={202: {"description": "Noted; the match is open until all seats have agreed"}},
)
def answer_result(body: ResultAnswer, book: ABook, answer: Response) -> dict[str, Any]:
    """Confirm or contest, as a seat, the result of a finished match.

    When all seats have confirmed, the match is closed.
    """
    found = book.ask(partial(say_of_result, book.commands), right=body.right, expected_version=body.expected_version)
    match = book.queries.cache.now(book.match_id).match
    answer.status_code = 201 if match.closed is not None else 202
    return {**answers_data(match, found), "version": match.version, "closed": match.closed is not None}


@recording.post("/corrections", status_code=201, tags=["recording"])
def correct_result(body: CorrectedResult, book: ABook) -> dict[str, Any]:
    """Correct the result of a closed match. The first one stays readable, and so does who signed it."""
    return book.record(partial(corrections.correct, book.commands), **body.model_dump())


@recording.post("/voids", status_code=201, tags=["recording"])
def void_match(body: NewVoid, book: ABook) -> dict[str, Any]:
    """Void a closed match. It stays readable, but no longer counts in statistics."""
    return book.record(partial(corrections.void, book.commands), **body.model_dump())


@recording.post("/reinstatements", status_code=201, tags=["recording"])
def reinstate_match(body: NewReinstatement, book: ABook) -> dict[str, Any]:
    """Reinstate a void match."""
    return book.record(partial(corrections.reinstate, book.commands), **body.model_dump())
