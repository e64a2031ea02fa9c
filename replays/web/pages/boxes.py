"""Boxes, a table's own copies of games: list them, create one, show and correct what is known about it."""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec
from fastapi import Query, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel

from tablescribe.domain.box.blanks import BlankKind, Data, stock, with_blanks
from tablescribe.domain.games import GAMES, game, opening
from tablescribe.domain.rules.declarations import BadDeclaration, form_of_box, split
from tablescribe.domain.rules.game import Game
from tablescribe.domain.words.text import say
from tablescribe.domain.words.validation_messages import describe_errors
from tablescribe.ledger.matches.boxes import Box, boxes, changed_in, correct, make, revisions
from tablescribe.ledger.matches.boxes import box as found_box
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.api.matches import ACommands, AQueries, Language, Who, operations
from tablescribe.replays.web.api.requests import NewBox, NewComponent
from tablescribe.replays.web.api.typing import Line, fields_of
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.table.choices import spaced

box_routes = operations()

Name = Annotated[str, Query(max_length=60)]

UNSAID = {"id", "name", "type", "origin", "blank", "printed", "region"}
"""Fields that do not describe what a component does."""


@box_routes.get("/api/v1/boxes", tags=["boxes"])
def list_boxes(who: Who, queries: AQueries) -> list[dict[str, Any]]:
    """List the boxes: your own copies of games, and how many components of each are blank or have invented values."""
    who.require(who.organises, say("see the boxes"))
    return [_head(one) for one in boxes(queries.ledger)]


@box_routes.post("/api/v1/boxes", status_code=201, tags=["boxes"])
def new_box(body: NewBox, who: Who, commands: ACommands) -> dict[str, Any]:
    """Create a box of a game. Components with invented values are blank, unless you name kinds."""
    who.require(who.organises, say("create boxes"))
    made = game(body.game)
    kinds = [one.kind for one in made.blanks] if "all" in body.blank else body.blank or None
    begun = opening(body.game, made.seats[0], {}, None).catalogue
    catalogue = with_blanks(made.blanks, begun, kinds).model_copy(update={"name": body.name})
    return _head(make(commands.ledger, body.name, body.game, catalogue, commands.scribe(who).stamp().at))


@box_routes.get("/api/v1/box", tags=["boxes"])
def one_box(who: Who, queries: AQueries, language: Language, name: Name = "") -> dict[str, Any]:
    """Return a box: what is known of each component, what is blank, which values are invented, and what changed."""
    who.require(who.organises, say("see the boxes"))
    return _whole(revisions(queries.ledger, found_box(queries.ledger, name).name), language)


@box_routes.get("/api/v1/box/declaration", tags=["boxes"])
def box_declaration(
    who: Who, queries: AQueries, language: Language, name: Name = "", line: Line = ""
) -> dict[str, Any]:
    """Parse the declaration of a component of a box: possible next words, and the resulting values."""
    who.require(who.organises, say("see the boxes"))
    box = found_box(queries.ledger, name)
    made, reader = game(box.game), _reader(box, language)
    found = fields_of(sheet := form_of_box(made, box.read()), line, reader)
    try:
        action = made.read_action(sheet.read(split(line)))
    except (BadDeclaration, ValueError) as error:
        done = found["fields"] and found["at"] == len(found["fields"])
        return {**found, "problem": reader.tell(_why(error)) if done else ""}
    return {**found, "action": action.data(), "says": reader.tell(action.text())}


@box_routes.post("/api/v1/box/components", status_code=201, tags=["boxes"])
def new_component(body: NewComponent, who: Who, commands: ACommands, language: Language) -> dict[str, Any]:
    """Replace the declared values of a component of a box, such as `card:b01 item Axe 2 0 red vanquish reach1`."""
    who.require(who.organises, say("create boxes"))
    ledger = commands.ledger
    box = found_box(ledger, body.name)
    sheet = form_of_box(game(box.game), box.read())
    words = split(body.line)
    component = sheet.begun(words[:1]).name
    try:
        says = json.loads(game(box.game).read_action(sheet.read(words)).model_dump_json())["says"]
    except ValueError as error:
        raise BadDeclaration(_why(error)) from error
    correct(ledger, box.name, component, says, commands.scribe(who).stamp().at)
    return _whole(revisions(ledger, box.name), language)


@box_routes.get("/boxes", include_in_schema=False, response_class=HTMLResponse)
def boxes_page(request: Request, who: Who, queries: AQueries) -> Response:
    """Show the boxes, and a form for a new one."""
    found = list_boxes(who, queries)
    reader = Reader(language=language_of(request))
    kinds = {key: [(one.kind, reader.tell(spaced(one.kind))) for one in game(key).blanks] for key in GAMES}
    titles = {key: title for key, title in GAMES.items() if kinds[key]}
    return page(request, "boxes.html", who, boxes=found, titles=titles, kinds=kinds)


@box_routes.get("/box", include_in_schema=False, response_class=HTMLResponse)
def box_page(request: Request, who: Who, queries: AQueries, name: Name = "") -> Response:
    """Show everything known about a box, component by component, with forms for corrections."""
    return page(request, "box.html", who, box=one_box(who, queries, language_of(request), name), titles=GAMES)


def _head(one: Box) -> dict[str, Any]:
    kinds = [msgspec.structs.asdict(kind) for kind in stock(game(one.game).blanks, one.read())]
    return {
        "name": one.name, "game": one.game, "revision": one.revision, "at": one.at, "digest": one.digest,
        "blank": sum(kind["blank"] for kind in kinds), "house": sum(kind["house"] for kind in kinds), "kinds": kinds,
    }  # fmt: skip


def _whole(history: list[Box], language: str) -> dict[str, Any]:
    """Return everything known about a box. Reading every revision also checks it."""
    now = history[-1]
    made, reader, catalogue = game(now.game), _reader(now, language), now.read()
    data = catalogue.plain()
    return {
        **_head(now),
        "changed": [reader.name(one) or one for one in changed_in(history)],
        "learnt": [{"revision": one.revision, "at": one.at, "match": one.match_id} for one in history],
        "components": [
            {"kind": kind.kind, "label": reader.tell(spaced(kind.kind)), "parts": _parts(made, kind, data, reader)}
            for kind in made.blanks
        ],
    }


def _parts(made: Game, kind: BlankKind, data: Data, reader: Reader) -> list[dict[str, Any]]:
    found = []
    for name, part in kind.each(data):
        blank = kind.is_blank(part)
        known = [] if blank else _known(made, kind, name, part, reader)
        called = str(part.get("name") or "") if not blank else ""
        label = called or reader.name(name) or name.rpartition(":")[2]
        house = not blank and kind.ours(part)
        found.append({"name": name, "label": label, "blank": blank, "house": house, "known": known})
    return found


def _known(made: Game, kind: BlankKind, name: str, part: Data, reader: Reader) -> list[str]:
    """Return the known fields of a component in words."""
    first = str(part.get("kind", ""))
    says, told = _says(made, kind, name, part), []
    more = says.model_dump(exclude_defaults=True) if says is not None else part
    for field in dict.fromkeys([*kind.brief(first), *more]):
        value = getattr(says, field, None) if says is not None else part.get(field)
        if field not in UNSAID and value not in (None, "", ()):
            told.append(f"{reader.tell(spaced(field))} {_in_words(value, reader)}")
    return told


def _says(made: Game, kind: BlankKind, name: str, part: Data) -> BaseModel | None:
    """Return a component in the form of its declaration, which has words for its abilities."""
    takes = next(one for one in made.kinds if one.model_fields["do"].default == kind.do).model_fields
    said = {"do": kind.do, "says": part, **({"card": name} if "card" in takes else {})}
    try:
        return getattr(made.read_action(said), "says", None)
    except ValueError:
        return None


def _in_words(value: Any, reader: Reader) -> str:
    if hasattr(value, "words"):
        return reader.tell(value.words())
    if isinstance(value, tuple | list):
        return ", ".join(_in_words(one, reader) for one in value)
    if isinstance(value, BaseModel):
        return ", ".join(f"{key} {one}" for key, one in value.model_dump(exclude_defaults=True).items())
    return reader.tell(spaced(str(value)))


def _reader(one: Box, language: str) -> Reader:
    made = game(one.game)
    return Reader(opening(one.game, made.seats[0], {}, one.read().plain()), language)


def _why(error: Exception) -> Any:
    """Return why a declaration is not valid, without the framework's words."""
    if isinstance(error, BadDeclaration):
        return error.text
    return describe_errors(error.errors()) if hasattr(error, "errors") else str(error)
