"""The form for a new match, with its game's options; for a rematch, filled in like the previous match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.games import GAMES
from tablescribe.domain.games import game as game_called
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.boxes import boxes, opened_with
from tablescribe.ledger.matches.rematches import description_of, options_of, order_of
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import Like, page, wants_part
from tablescribe.replays.web.table.games import game_data
from tablescribe.replays.web.table.listing import bring_up
from tablescribe.replays.web.table.queries import Queries

NOTHING: Mapping[str, Any] = {
    "id": "", "chance": "", "take_back": "", "box": "", "catalogue": "", "control": "", "loses": False,
    "title": "", "event": "", "place": "", "tags": (),
}  # fmt: skip
"""The empty defaults of the form, for a match that is not a rematch."""

opening_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@opening_pages.get("/new")
def new(
    request: Request, who: Who, queries: AQueries, game: Annotated[str, Query(max_length=40)] = "", like: Like = "",
    seats: Annotated[str, Query(max_length=10)] = "",
) -> Response:  # fmt: skip
    """Show the form for a new match, made from the game's options.

    For a rematch (`like`), people move on by one seat, as with the command `rematch`, unless `seats` is `same`.
    """
    who.require(who.organises, say("open matches"))
    language = language_of(request)
    former = queries.folded(who, like).match if like else None
    asked = former.opening.game.key if former is not None else game
    chosen = asked if asked in GAMES else next(iter(GAMES))
    bring_up(queries)
    own = [one.name for one in boxes(queries.ledger) if one.game == chosen]
    names, copied, shown = list[str](), NOTHING, game_data(chosen, language)
    if former is not None and chosen == asked:
        order = order_of(former, same_seats=seats == "same")
        people = [one["name"] for one in queries.state(who, like, language=language)["seats"]]
        names = [people[seat - 1] for seat in order]
        shown["options"] = [_filled(field, options_of(former, order)) for field in shown["options"]]
        copied = _copied(queries, former, own)
    return page(
        request, "_options.html" if wants_part(request) else "new.html", who, games=GAMES, game=shown,
        has_chance=game_called(chosen).has_chance, known=sorted(queries.ledger.asking.names()), boxes=own,
        names=names, copied=copied, same_seats=seats == "same",
    )  # fmt: skip


def _filled(field: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a field of the form with the previous match's value."""
    value = options.get(field["name"])
    if value is None:
        return dict(field)
    if field["type"] == "letters":
        value += (field["default"] or "")[len(value) :]
    elif isinstance(value, list | tuple):
        value = ("\n" if field["type"] == "lines" else ",").join(map(str, value))
    return {**field, "default": value}


def _copied(queries: Queries, former: Match, own: list[str]) -> Mapping[str, Any]:
    """Return the previous match's other settings: components, chance, clock and details."""
    chance = "devices" if former.contributions is not None else former.opened.chance
    box = next((name for name in opened_with(queries.ledger, former) if name in own), "")
    catalogue, clock = former.opening.catalogue, former.clock
    differs = not box and catalogue.digest() != former.opening.game.catalogue.digest()
    return {
        **NOTHING,
        "id": former.id, "chance": chance, "take_back": former.opened.take_back, "box": box,
        "catalogue": json.dumps(catalogue.plain(), ensure_ascii=False) if differs else "",
        "control": clock.control.notation() if clock is not None else "",
        "loses": clock is not None and clock.control.loses, **description_of(former),
    }  # fmt: skip
