"""Import tables of results: upload or paste, check how they are understood, correct, and record."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import UploadFile

from tablescribe.domain.games import GAMES
from tablescribe.domain.words.suggestions import suggestion
from tablescribe.domain.words.text import Spoken, Text, say
from tablescribe.ledger.exchange.plays import BadExport, ExportedPlay, match_id_of, one_line, record_plays
from tablescribe.ledger.exchange.recognising import recognised
from tablescribe.ledger.exchange.result_tables import (
    KINDS,
    Meaning,
    Order,
    UnclearColumns,
    UnclearDays,
    Understood,
    columns_of,
    in_words,
    understood,
)
from tablescribe.ledger.exchange.table_cells import Limits, Sheet, as_csv, sheets_of
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.ledger.matches.results import InTheFuture, check_past, check_result
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.read_models.duplicates import duplicates
from tablescribe.ledger.read_models.person_names import is_guest, spelt
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.matches import ACommands, AQueries, Who
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.pages.written_games import record_games
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.queries import Queries

table_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

LIMITS = Limits(lines=2_000, unpacked=10_000_000)
"""The limits of a table on a page, whose matches are recorded within one request."""

MOST_TEXT = 600_000
"""Maximum size of a table as text, in bytes; it is sent again with each correction."""

MOST_FIELDS, MOST_NAMES, MOST_GAMES = 900, 400, 100
"""Maximum number of form fields, and of names and games that can be corrected on the page."""

MOST_COMPARED = 60
"""Maximum number of new names that are compared with known ones."""

SHOWN = 300
"""Maximum number of matches shown, besides those that cannot be recorded."""


EXAMPLES = (
    "date,game,player 1,points 1,player 2,points 2\n2026-11-21,Catan,Ann,10,Ben,7",
    "date,game,Ann,Ben,Cleo\n2026-11-21,Catan,10,7,",
    "match,date,game,player,points,won\n1,2026-11-21,Catan,Ann,10,x\n1,2026-11-21,Catan,Ben,7,",
)
"""Example tables: a line per match, a column per person, a line per player."""


@dataclass(frozen=True)
class Sent:
    """A submitted form: its fields, and the contents of its file."""

    fields: Mapping[str, str]
    contents: bytes

    def group(self, prefix: str) -> dict[str, str]:
        """Return the fields with a prefix, by the rest of their names; browsers encode `"` in names as %22."""
        found = {name.removeprefix(prefix): value for name, value in self.fields.items() if name.startswith(prefix)}
        return {name.replace("%22", '"'): value for name, value in found.items()}


async def sent(request: Request, who: Who) -> Sent:
    """Return the submitted form, if the pass allows recording results."""
    who.require(who.organises, say("open matches"))
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        files = [await one.read() for one in form.values() if isinstance(one, UploadFile)]
    return Sent(fields, b"".join(files))


AForm = Annotated[Sent, Depends(sent)]


@table_pages.get("/import")
def import_page(request: Request, who: Who) -> Response:
    """Show the form for a table of results."""
    who.require(who.organises, say("open matches"))
    return _first(request, who)


@table_pages.post("/import")
def import_here(request: Request, who: Who, queries: AQueries, commands: ACommands, form: AForm) -> Response:
    """Show how a table is understood, or record its matches as shown."""
    told = form.contents or form.fields.get("table", "").encode()
    if not told.strip():
        return _first(request, who, say("Choose a file, or paste a table."), 422)
    if recognised(told) == "pgn":
        return record_games(request, who, commands, told[:MOST_TEXT], form.fields, partial(_first, request, who))
    try:
        sheets = sheets_of(told, LIMITS)
        if len(sheets) > 1:
            return page(request, "import_sheets.html", who, sheets=[_offered(one) for one in sheets], limit=MOST_TEXT)
        sheet = sheets[0] if sheets else Sheet("", ())
        if len(sheet.lines) < 2:
            raise BadExport(say("the table needs a heading row and at least one row below it"))
        if len(as_csv(sheet).encode()) > MOST_TEXT:
            raise BadExport(say("the table is larger than {bytes} bytes: split it", bytes=MOST_TEXT))
    except BadExport as error:
        return _first(request, who, error.text, 422, form.fields.get("table", ""))
    except ModuleNotFoundError:
        why = say("Excel files cannot be read here. Save the table as CSV, or copy its cells and paste them.")
        return _first(request, who, why, 422)
    return Import(request, who, queries, commands, sheet, meaning_of(form)).answer(form.fields)


def _first(request: Request, who: Pass, why: Text | str = "", status: int = 200, typed: str = "") -> Response:
    reader = Reader(None, language_of(request))
    return page(request, "import.html", who, status, problem=reader.tell(why), typed=typed, lines=LIMITS.lines,
                examples=EXAMPLES)  # fmt: skip


def _offered(sheet: Sheet) -> dict[str, Any]:
    text = as_csv(sheet)
    return {
        "name": sheet.name, "lines": len(sheet.lines) - 1, "headings": [one for one in sheet.lines[0][1] if one][:12],
        "text": text if len(text.encode()) <= MOST_TEXT else "",
    }  # fmt: skip


def meaning_of(form: Sent) -> Meaning:
    """Return what a form says about a table in addition to its cells."""
    dates = form.fields.get("dates", "")
    columns = {int(at): kind for at, kind in form.group("column:").items() if at.isdecimal() and kind in KINDS}
    return Meaning(
        columns=columns, game=one_line(form.fields.get("game", ""), 80), day=form.fields.get("day", "")[:10],
        dates=cast(Order, dates) if dates in ("day-first", "month-first") else None,
        least_wins=form.fields.get("wins") == "least",
        people={name: one_line(told, 80) for name, told in form.group("person:").items() if told.strip()},
        games={name: one_line(told, 80) for name, told in form.group("game:").items() if told.strip()},
    )  # fmt: skip


class Import:
    """A table being imported: how it is understood, and what would be recorded."""

    def __init__(
        self, request: Request, who: Pass, queries: Queries, commands: Commands, sheet: Sheet, meaning: Meaning
    ) -> None:
        self.request, self.who, self.queries, self.sheet, self.meaning = request, who, queries, sheet, meaning
        self.scribe: Scribe = commands.scribe(who)
        self.reader = Reader(None, language_of(request))
        self.coordination = commands.queries.access.coordination

    def answer(self, fields: Mapping[str, str]) -> Response:
        """Record the matches if requested and unchanged since they were shown; otherwise show them."""
        try:
            found = understood(self.sheet, self.meaning)
        except (UnclearColumns, UnclearDays, BadExport) as error:
            return self._shown(None, self._why(error), 422)
        plays = [self._checked(one) for one in found.plays]
        if "record" not in fields:
            return self._shown(replace(found, plays=tuple(plays)))
        if fields.get("seen") != digest_of(plays):
            return self._shown(replace(found, plays=tuple(plays)), say("The matches changed. Check them again."), 409)
        return self._recorded(plays)

    def _recorded(self, plays: Sequence[ExportedPlay]) -> Response:
        with self.coordination.alone("import", digest_of(plays)):  # a retry may arrive while the first is running
            done = record_plays(self.scribe, plays)
        self.queries.ledger.lists.fresh()
        twice = duplicates(self.queries.ledger.asking, done.matches) if done.matches else []
        lost = [
            {"match": one.match, "label": one.label, "lost": [self.reader.tell(text) for text in one.lost]}
            for one in done.not_kept
        ]
        return page(self.request, "import_done.html", self.who, done=done, lost=lost,
                    twice=[one.id for group in twice for one in group])  # fmt: skip

    def _checked(self, play: ExportedPlay) -> ExportedPlay:
        """Return a play as it would be recorded, with the reason if the ledger would refuse it."""
        if play.told is None:
            return play
        try:
            check_result(play.told, self.scribe.now())
            check_past(play.told.played, datetime.now(UTC))
        except InTheFuture:
            return replace(play, told=None, lost=(*play.lost, say("{day} is in the future", day=play.told.played)))
        except Spoken as error:
            return replace(play, told=None, lost=(*play.lost, error.text))
        return play

    def _shown(self, found: Understood | None, why: Text | str = "", status: int = 200) -> Response:
        plays = found.plays if found is not None else ()
        rows = [self._row(one) for one in plays]
        refused = [one for one in rows if one["refused"]]
        new = [one for one in rows if not one["refused"] and not one["known"]]
        meant = self.meaning
        names = names_in(self.sheet, meant)
        return page(
            self.request, "import_check.html", self.who, status, problem=self.reader.tell(why),
            text=as_csv(self.sheet), sentences=[self.reader.tell(one) for one in in_words(found)] if found else [],
            columns=self._columns(), kinds=[(kind, self.reader.tell(LABELS[kind])) for kind in KINDS],
            rows=[*refused, *[one for one in rows if not one["refused"]][: max(0, SHOWN - len(refused))]],
            total=len(rows), new=len(new), known=sum(bool(one["known"]) for one in rows), refused=len(refused),
            meaning=meant, people=self._people(names[:MOST_NAMES]), more=max(0, len(names) - MOST_NAMES),
            games=self._games(plays), seen=digest_of(plays), titles=self._titles(),
            spelt=sorted(self.queries.ledger.asking.names()), unclear=status == 422,
        )  # fmt: skip

    def _why(self, error: Spoken) -> Text | str:
        if isinstance(error, UnclearDays):
            return say("{day} can be read in two ways. Choose the order of day and month.", day=error.day)
        if isinstance(error, UnclearColumns):
            return say("It is not clear who played what. Say below what each column is, or which game it was.")
        return error.text

    def _row(self, play: ExportedPlay) -> dict[str, Any]:
        told, match_id = play.told, match_id_of(self.scribe, play)
        players = []
        if told is not None:
            points: Sequence[int | None] = told.points or [None] * len(told.people)
            players = [
                {"name": name, "points": score, "won": seat in told.winners}
                for seat, (name, score) in enumerate(zip(told.people, points, strict=True), start=1)
            ]
        return {
            "line": play.line, "title": told.title if told is not None else play.label, "players": players,
            "day": told.played if told is not None else "", "refused": told is None,
            "known": match_id if told is not None and self._is_known(match_id) else "",
            "lost": [self.reader.tell(one) for one in play.lost],
        }  # fmt: skip

    def _is_known(self, match_id: str) -> bool:
        try:
            self.queries.ledger.match(match_id)
        except NoSuchMatch:
            return False
        return True

    def _columns(self) -> list[dict[str, Any]]:
        """Return the meaning of each column, with its first values."""
        found = []
        for at, (heading, kind) in enumerate(columns_of(self.sheet, self.meaning)):
            first = next((line[at] for _, line in self.sheet.lines[1:] if at < len(line) and line[at]), "")
            found.append({"at": at, "heading": heading, "kind": kind, "first": first[:40]})
        return found

    def _people(self, names: Sequence[str]) -> list[dict[str, str]]:
        """Return the names in the table, each with the recorded spelling and similar known names."""
        known = {spelt(one): one for one in self.queries.ledger.asking.names()}
        found, left = [], MOST_COMPARED
        for name in names:
            told, near = self.meaning.people.get(name, name), ""
            is_new = spelt(told) not in known and not is_guest(told)
            if is_new and left and len(known) <= 5_000:
                near, left = suggestion(told, known.values()), left - 1
            found.append({"name": name, "told": told, "near": near, "new": "yes" if is_new else ""})
        return sorted(found, key=lambda one: (not one["near"], not one["new"], spelt(one["name"])))

    def _games(self, plays: Sequence[ExportedPlay]) -> list[dict[str, str]]:
        kinds = [kind for _, kind in columns_of(self.sheet, self.meaning)]
        if "game" not in kinds:
            return []
        at = kinds.index("game")
        titles = dict.fromkeys(one_line(line[at], 80) for _, line in self.sheet.lines[1:] if at < len(line))
        known = {spelt(one): one for one in self._titles()}
        found = []
        for title in [one for one in titles if one][:MOST_GAMES]:
            told = self.meaning.games.get(title, title)
            near = suggestion(told, known.values()) if spelt(told) not in known and len(known) <= 5_000 else ""
            found.append({"name": title, "told": told, "near": near})
        return found

    def _titles(self) -> list[str]:
        asking = self.queries.ledger.asking
        return sorted({one.name.partition(":")[2] for one in asking.games()} - {""} | set(GAMES.values()))


def names_in(sheet: Sheet, meaning: Meaning) -> list[str]:
    """Return the people's names in a table, as spelled there, without duplicates."""
    columns = columns_of(sheet, meaning)
    found = dict[str, None]()
    for at, (heading, kind) in enumerate(columns):
        if kind == "person":
            found[one_line(heading, 80)] = None
        elif kind == "player":
            found |= dict.fromkeys(one_line(line[at], 80) for _, line in sheet.lines[1:] if at < len(line))
    return [one for one in found if one]


def digest_of(plays: Sequence[ExportedPlay]) -> str:
    """Return a digest of what would be recorded, which identifies one reading of a table."""
    told = "\x1e".join(f"{one.source}\x1f{one.told!r}" for one in plays)
    return hashlib.sha256(told.encode()).hexdigest()


LABELS: Mapping[str, Text] = {
    "day": say("date"),
    "game": say("game"),
    "place": say("where it was played"),
    "event": say("event"),
    "minutes": say("duration in minutes"),
    "note": say("note"),
    "winner": say("who won"),
    "match": say("number of the match"),
    "player": say("name of a player"),
    "points": say("points of a player"),
    "person": say("points of this person"),
    "": say("not read"),
}
"""Names of the meanings of columns."""
