"""`record`: a whole session from a file of JSON lines. The format is in RECORD.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import Explained, as_json, details, out, progress, reader_of, reason, state
from tablescribe.domain.words.text import Spoken, plural, say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.ledger.matches.scribe import Scribe

Form = TypeVar("Form")

LONGEST = 1_000_000
"""Lines above this many characters are refused."""


class BadLine(Spoken):
    """A line of a session file cannot be used."""

    code = "record.line"


class _New(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    seats: list[str]
    options: dict[str, Any] = {}
    catalogue: str | dict[str, Any] | None = None
    edition: str = ""
    chance: str = "table"
    take_back: str = "free"
    nonces: list[str] = []
    outcomes: list[int | str] = []


class _Redo(msgspec.Struct, forbid_unknown_fields=True):
    to: int | None = None
    by: int | None = None
    reason: str = ""


class _Undo(_Redo, forbid_unknown_fields=True):
    steps: int = 1
    agreed: list[int] = []
    judge: bool = False


class _Ruling(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[str]
    clause: str
    reason: str
    replaces: int | None = None


class Session:
    """Plays the lines of a file, one after another, into a match.

    Attributes:
        match_id: the match, once it is opened or given.
        line: the number of the line that is being played, from 1.
        recorded: how many lines were recorded.
        attempt: the action of the last line that told one, as plain data.
    """

    def __init__(self, scribe: Scribe, match_id: str | None = None, *, as_played: bool = False) -> None:
        self.scribe = scribe
        self.match_id = match_id
        self.as_played = as_played
        self.line = 0
        self.recorded = 0
        self.attempt: dict[str, Any] = {}

    def play(self, text: str) -> Any:
        """Record one line and return the events it became; `None` for a blank line or a comment.

        Raises:
            BadLine: it is not of the format.
            Exception: whatever refuses it, with a `code`; nothing of this line is recorded then.
        """
        self.line += 1
        data = self._parse(text)
        if data is None:
            return None
        if "new" in data:
            done = self._new(_read("new", _New, data))
        elif self.match_id is None:
            example = '{"new": {"game": …, "seats": […]}}'
            raise BadLine(say("no match yet. Begin with {example}, or choose one with --match", example=example))
        else:
            done = self._entry(self.match_id, data)
        self.recorded += 1
        return done

    def _parse(self, text: str) -> dict[str, Any] | None:
        if len(text) > LONGEST:
            raise BadLine(say("the line is longer than {n} characters", n=LONGEST))
        if not text.strip() or text.lstrip().startswith("#"):
            return None
        try:
            data = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise BadLine(say("the line is not JSON: {error}", error=str(error))) from error
        if not isinstance(data, dict):
            raise BadLine(say("a line must be an object, such as {example}", example='{"seat": 1, "do": "skip"}'))
        return data

    def _new(self, new: _New) -> Match:
        from tablescribe.cli.table.opening import catalogue_data
        from tablescribe.domain.games import opening
        from tablescribe.domain.rules.chance import NeedsOutcome
        from tablescribe.domain.rules.play import Illegal

        catalogue = catalogue_data(Path(new.catalogue)) if isinstance(new.catalogue, str) else new.catalogue
        fixed = opening(new.game, len(new.seats), new.options, catalogue, new.edition)
        try:
            match = self.scribe.new(
                new.game, new.seats, options=new.options, catalogue=catalogue, chance=new.chance,
                take_back=new.take_back, nonces=new.nonces, outcomes=new.outcomes,
                edition=new.edition,
            )  # fmt: skip
        except NeedsOutcome as needs:
            raise Explained(needs, fixed, possible=[str(one) for one in needs.question.among]) from needs
        except Illegal as error:
            raise Explained(error, fixed) from error
        self.match_id = match.id
        return match

    def _entry(self, match_id: str, data: dict[str, Any]) -> Any:
        if "undo" in data:
            return self.scribe.undo(match_id, **msgspec.structs.asdict(_read("undo", _Undo, data)))
        if "redo" in data:
            return self.scribe.redo(match_id, **msgspec.structs.asdict(_read("redo", _Redo, data)))
        if "note" in data:
            return self.scribe.note(match_id, _read("note", str, data))
        if "ruling" in data:
            return self._ruling(match_id, _read("ruling", _Ruling, data))
        seat, outcomes = data.pop("seat", None), data.pop("outcomes", [])
        as_played = data.pop("as_played", self.as_played)
        told = isinstance(outcomes, list) and all(type(one) in (int, str) for one in outcomes)
        if type(seat) not in (int, type(None)) or type(as_played) is not bool or not told:
            text = say('"seat" must be a number, "outcomes" a list of numbers and names, "as_played" true or false')
            raise BadLine(text)
        self.attempt = data
        return self.scribe.play(match_id, seat, data, outcomes, as_played=as_played)

    def _ruling(self, match_id: str, ruling: _Ruling) -> Any:
        from tablescribe.ledger.matches.fact_checks import read_facts

        facts = read_facts(self.scribe.match(match_id).table, ruling.facts)
        return self.scribe.ruling(
            match_id, facts, clause=ruling.clause, reason=ruling.reason, replaces=ruling.replaces
        )  # fmt: skip


def _read(verb: str, form: type[Form], data: dict[str, Any]) -> Form:
    """Return what stands behind a verb.

    Raises:
        BadLine: it does not have the form that the verb asks for.
    """
    try:
        return msgspec.convert(data[verb], form)
    except msgspec.ValidationError as error:
        raise BadLine(f"{verb}: {error}") from error


def lines_of(file: Path) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for `-`; no more of a line than shows that it is too long."""
    try:
        with nullcontext(sys.stdin) if str(file) == "-" else file.open(encoding="utf-8") as stream:
            while line := stream.readline(LONGEST + 1):
                yield line
    except (OSError, UnicodeDecodeError) as error:
        raise BadLine(say("{file} cannot be read: {error}", file=str(file), error=reason(error))) from error


@click.command(
    epilog="""\b
Examples:
  tablescribe record session.jsonl
  tablescribe record more.jsonl --match 7k2
  some-program | tablescribe record - --as-played
Lines: {"new": {"game": "ultime", "seats": ["Ada", "Ben", "Cleo"], "outcomes": [1]}}
       {"seat": 1, "do": "play_movement", "card": "movement:4", "pawn": 1, "at": 2, "use": "circle"}
       {"undo": {"steps": 1, "agreed": [1, 2, 3]}}   {"note": "…"}   # a comment"""
)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--match", "match_id", help="Continue this match instead of opening one.")
@click.option("--as-played", is_flag=True, help="Record moves that break rules, too.")
@in_language
@as_json
def record(file: Path, match_id: str | None, as_played: bool) -> None:
    """Record a session from FILE, one action per line with its outcomes.

    Stops at the first line that is refused. The lines before it stay recorded.
    """
    scribe = state().scribe(create=match_id is None)
    session = Session(scribe, scribe.ledger.find(match_id) if match_id else None, as_played=as_played)
    lines = list(lines_of(file)) if file.is_file() else lines_of(file)  # what is no file may have no end
    total = len(lines) if isinstance(lines, list) else 0
    with progress("Recording") as tell:
        for text in lines:
            try:
                session.play(text)
            except Exception as error:
                raise _at_line(session, error) from error
            tell(session.line, total)
    if session.match_id is None:
        raise wrong_use(say("{file} has no lines to record", file=str(file)))
    match = scribe.match(session.match_id)
    n = session.recorded
    told = plural(n, "1 line recorded", "{n} lines recorded")
    words = say("Match {match}: {lines}, now at move {move}.", match=match.id, lines=told, move=match.head)
    out(words, {"match": match.id, "recorded": session.recorded, "move": match.head, "version": match.version})


def _at_line(session: Session, error: Exception) -> Exception:
    """Say at which line it stopped, and how much is recorded."""
    if isinstance(error, click.ClickException):
        error = BadLine(error.message)
    found: dict[str, Any] = {"line": session.line, "recorded": session.recorded, "match": session.match_id}
    if isinstance(error, Explained):  # a match that could not be opened
        return Explained(error.error, error.opening, error.people, **error.details, **found)
    if not hasattr(error, "code"):
        return error
    if session.match_id is None:
        return Explained(error, **found)
    match = session.scribe.match(session.match_id)
    reads = reader_of(match)
    found.update(details(match, error, reads, session.attempt))
    return Explained(error, match.opening, reads.people, **found)
