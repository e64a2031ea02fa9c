"""The pages of festivals and their forms. Each form has a command id, so a repeated submission has no effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.door import AlreadyEntered
from tablescribe.ledger.tournaments.festival_entries import read_applicants
from tablescribe.ledger.tournaments.festivals import HIGHEST, festival, festival_of, festivals, range_text
from tablescribe.replays.papers.slips import code
from tablescribe.replays.tournaments.festivals import section_data
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.festivals.commands import (
    FestivalCommands,
    create,
    enter_at_the_door,
    recognise_at_the_door,
)
from tablescribe.replays.web.festivals.visits import ADoor, AFestival, FestivalView, Token
from tablescribe.replays.web.http.public_address import base_of, is_reached
from tablescribe.replays.web.pages.forms import attempt, fresh
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.pages.sign_in import come_in
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.tournaments.form_actions import Command
from tablescribe.replays.web.tournaments.queries import listed_for

festival_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Problem = dict[str, Any] | None
Mark = Annotated[str, Form(max_length=3)]
Rating = Annotated[int, Form(ge=0, le=HIGHEST)]
Marks = Annotated[list[str], Form(max_length=100)]


# --- all of them ----------------------------------------------------------------------------------


@festival_pages.get("/festivals")
def festivals_page(request: Request, who: Who, queries: AQueries) -> Response:
    """Show the festivals, with a form for a new one."""
    return _list_shown(request, who, queries)


def _list_shown(request: Request, who: Pass, queries: Queries, refused: Problem = None, status: int = 200) -> Response:
    who.require(who.match is None, say("see all festivals"))
    return page(
        request, "festivals.html", who, status, festivals=festivals(queries.ledger), refused=refused, command=fresh()
    )


@festival_pages.post("/festivals")
def create_here(
    request: Request, who: Who, queries: AQueries, command: Command, title: Annotated[str, Form(max_length=300)] = ""
) -> Response:
    """Create a festival."""
    who.require(who.organises, say("run a festival"))
    found: list[str] = []
    answer = attempt(
        request, lambda: found.append(create(queries, who, title, command=command).id), "",
        lambda refused, status: _list_shown(request, who, queries, refused, status),
    )  # fmt: skip
    return RedirectResponse(f"/f/{found[0]}", 303) if found else answer


# --- one ------------------------------------------------------------------------------------------


@festival_pages.get("/f/{festival_id}")
def festival_page(request: Request, seen: AFestival) -> Response:
    """Show a festival: to officials all sections with their next steps, to others where to look."""
    return _shown(request, seen)


def _shown(
    request: Request, seen: FestivalView, refused: Problem = None, status: int = 200, typed: str = ""
) -> Response:
    deeds, base = FestivalCommands(seen), base_of(request)
    sections = []
    for section, now, _ in seen.held():
        opened = seen.queries.hall.opened(now.seatings[-1].matches) if seen.official and now.seatings else set()
        closed = now.seatings and not opened >= set(now.seatings[-1].matches)
        sections.append({**section_data(section, now), "range": range_text(section), "to_start": bool(closed)})
    official = seen.official
    door, wall = (deeds.door(base), deeds.wall(base)) if official else ("", "")
    return page(
        request, "festival.html", seen.who, status, seen=seen, festival=seen.festival, sections=sections,
        ready=[one["mark"] for one in sections if one["next"] == "pair"], refused=refused, typed=typed, fresh=fresh,
        door=door, wall=wall, door_code=code(door) if door else "", reached=is_reached(request),
        free=_free(seen) if seen.organises else [],
    )  # fmt: skip


def _free(seen: FestivalView) -> list[dict[str, Any]]:
    """Return the latest tournaments that belong to no festival."""
    assert seen.who is not None
    found, _ = listed_for(seen.queries, seen.who)
    return [one for one in found if festival_of(seen.queries.ledger, one["tournament"]) is None]


def _attempt(request: Request, seen: FestivalView, do: Callable[[], Any], typed: str = "") -> Response:
    seen.must_be_official()
    again = lambda refused, status: _shown(request, _again(seen), refused, status, typed)  # noqa: E731
    return attempt(request, do, f"/f/{seen.festival.id}", again)


def _again(seen: FestivalView) -> FestivalView:
    """Return the current festival."""
    return FestivalView(seen.queries, festival(seen.queries.ledger, seen.festival.id), seen.who)


@festival_pages.post("/f/{festival_id}/sections")
def add_here(
    request: Request, seen: AFestival, tournament: Annotated[str, Form(max_length=64)], mark: Mark = "",
    lowest: Rating = 0, highest: Rating = 0,
) -> Response:  # fmt: skip
    """Make a tournament a section, or change its letter or rating limits."""
    return _attempt(request, seen, lambda: FestivalCommands(seen).add(tournament, mark, lowest, highest))


@festival_pages.post("/f/{festival_id}/remove")
def remove_here(request: Request, seen: AFestival, mark: Mark) -> Response:
    """Remove a section from the festival."""
    return _attempt(request, seen, lambda: FestivalCommands(seen).remove(mark))


@festival_pages.post("/f/{festival_id}/enter")
def enter_people_here(
    request: Request, seen: AFestival, command: Command, people: Annotated[str, Form(max_length=500_000)] = ""
) -> Response:
    """Enter people from a list, each into the section that they choose or qualify for."""
    do = lambda: FestivalCommands(seen).enter(read_applicants(people), command=command)  # noqa: E731
    return _attempt(request, seen, do, people)


@festival_pages.post("/f/{festival_id}/pair")
def pair_sections(request: Request, seen: AFestival, command: Command, mark: Marks = []) -> Response:  # noqa: B006
    """Pair the next round of these sections."""
    return _attempt(request, seen, lambda: FestivalCommands(seen).pair(mark, command=command))


@festival_pages.post("/f/{festival_id}/start")
def start_sections(request: Request, seen: AFestival, mark: Marks = []) -> Response:  # noqa: B006
    """Open the matches of these sections' rounds."""
    return _attempt(request, seen, lambda: FestivalCommands(seen).start(mark))


# --- the door -------------------------------------------------------------------------------------


@festival_pages.get("/festival-door/{token}")
def festival_door_page(request: Request, token: Token, seen: ADoor) -> Response:
    """Show the registration form at the door."""
    return _door_shown(request, token, seen)


def _door_shown(
    request: Request, token: str, seen: FestivalView, refused: Problem = None, status: int = 200, known: bool = False,
    said: dict[str, Any] | None = None,
) -> Response:  # fmt: skip
    open_now = [
        {**section_data(section, now), "range": range_text(section)}
        for section, now, _ in seen.held()
        if now.finished is None
    ]
    told = {"name": "", "rating": "", "mark": "", **(said or {})}
    return page(
        request, "festival_door.html", None, status, festival=seen.festival, sections=open_now, refused=refused,
        token=token, known=known, command=fresh(), said=told,
    )  # fmt: skip


@festival_pages.post("/festival-door/{token}")
def come_to_the_festival(
    request: Request, token: Token, seen: ADoor, command: Command, name: Annotated[str, Form(max_length=80)] = "",
    rating: Annotated[str, Form(pattern="^[0-9]{0,7}$")] = "", mark: Mark = "",
    pin: Annotated[str, Form(max_length=12)] = "",
) -> Response:  # fmt: skip
    """Register at the door and sign in as that player; a person already entered confirms it by PIN."""
    found: list[tuple[Pass, str]] = []
    known = bool(pin)

    def do() -> None:
        nonlocal known
        if pin:
            sender = request.client.host if request.client else ""
            found.append(recognise_at_the_door(seen, name, pin, sender=sender))
            return
        try:
            found.append(enter_at_the_door(seen, name, int(rating or 0) or None, mark, command=command))
        except AlreadyEntered as twice:
            known = True
            raise AlreadyEntered(say("{name} is already entered. If this is you, enter your PIN", name=name)) from twice

    def again(refused: dict[str, Any], status: int) -> Response:
        recognised = refused["code"] == AlreadyEntered.code  # not an error: ask for the PIN
        said = {"name": name, "rating": rating, "mark": mark}
        return _door_shown(request, token, seen, refused, 200 if recognised else status, known, said)

    answer = attempt(request, do, "", again)
    return come_in(request, seen.queries, *found[0]) if found else answer
