"""Handlers of the forms on a tournament's pages. Each form has a command id, so a repeated submission has no effect."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.domain.tournament.proposals import OBJECTION
from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.door import AlreadyEntered
from tablescribe.ledger.tournaments.publicity import show
from tablescribe.ledger.tournaments.tables import OpenedTable
from tablescribe.ledger.tournaments.tournament_store import read_people
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.access import link
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.pages.sign_in import come_in
from tablescribe.replays.web.tournaments.commands import OfficialCommands, announce
from tablescribe.replays.web.tournaments.door_commands import enter_at_the_door, recognise_at_the_door
from tablescribe.replays.web.tournaments.form_plan import must_have_looked, plan_of
from tablescribe.replays.web.tournaments.pages import (
    door_shown,
    hall_shown,
    links_shown,
    mine_shown,
    new_shown,
    people_shown,
)
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView
from tablescribe.replays.web.tournaments.requests import NewHallPass, Slip
from tablescribe.replays.web.tournaments.table_questions import read_told, way_on

hall_deeds = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Command = Annotated[str, Form(pattern=r"^[0-9A-Za-z_-]{8,64}$")]
Expected = Annotated[int | None, Form(ge=1, le=2_000_000_000)]
Number = Annotated[int, Form(ge=1, le=1_000_000)]
Reason = Annotated[str, Form(max_length=2000)]
Clause = Annotated[str, Form(max_length=200)]
Short = Annotated[str, Form(max_length=200)]
Many = Annotated[list[str], Form()]
Yes = Annotated[str, Form(max_length=3)]


@hall_deeds.post("/tournaments/new")
def announce_here(
    request: Request,
    who: Who,
    queries: AQueries,
    command: Command,
    plan: Annotated[str, Form(max_length=500_000)] = "",
    title: Short = "",
    kind: Annotated[str, Form(max_length=20)] = "swiss",
    game: Annotated[str, Form(max_length=40)] = "",
    rounds: Annotated[int, Form(ge=1, le=200)] = 3,
    seats: Annotated[str, Form(max_length=40)] = "",
    minutes: Annotated[int, Form(ge=0, le=100_000)] = 0,
    late: Annotated[int | None, Form(ge=1, le=200)] = None,
    chance: Annotated[str, Form(max_length=20)] = "table",
    take_back: Annotated[str, Form(max_length=20)] = "judge",
    objection: Annotated[int, Form(ge=0, le=100_000)] = OBJECTION,
    half_byes: Annotated[int, Form(ge=0, le=200)] = 0,
    clock: Annotated[str, Form(max_length=100)] = "",
    accelerated: Yes = "",
    one_types: Yes = "",
    proposed: Annotated[str, Form(max_length=40)] = "",
    names: Annotated[str, Form(pattern="^(room|all|none)$")] = "room",
    prizes: Annotated[str, Form(max_length=4000)] = "",
    currency: Annotated[str, Form(max_length=10)] = "",
) -> Response:
    """Announce a tournament from the form's fields, or from the text of a plan if there is one."""
    who.require(who.organises, say("announce tournaments"))
    found: list[str] = []
    shape: dict[str, Any] = {
        "title": title, "kind": kind, "game": game, "rounds": rounds, "seats": seats, "minutes": minutes, "late": late,
        "chance": chance, "take_back": take_back, "objection": objection, "half_byes": half_byes,
        "clock": clock.strip(),
        "accelerated": bool(accelerated),
        "one_types": one_types,
        "prizes": prizes, "currency": currency.strip().upper(),
    }  # fmt: skip

    called = Reader(None, language_of(request)).tell(say("All entrants"))

    def do() -> None:
        if not plan.strip():
            must_have_looked(game, kind, seats, proposed)
        text = plan if plan.strip() else json.dumps(plan_of(**shape, prizes_called=called))
        found.append(announce(queries, who, text, command=command).id)
        show(queries.ledger, found[0], names=names == "all", room=names != "none", by=ORGANISER)

    def again(refused: dict[str, Any], status: int) -> Response:
        other = {"kind": "", "seats": ""} if proposed not in ("", game) else {}
        return new_shown(request, who, refused, status, {**shape, **other, "plan": plan, "names": names})

    answer = attempt(request, do, "", again)
    return RedirectResponse(f"/t/{found[0]}/people", 303) if found else answer


# --- people --------------------------------------------------------------------------------------


@hall_deeds.post("/t/{tournament_id}/enter")
def enter_here(
    request: Request, seen: ATournament, command: Command, people: Annotated[str, Form(max_length=500_000)]
) -> Response:
    """Enter people from a list: one per line, with an optional rating after a comma."""
    deeds = OfficialCommands(seen)
    return attempt(
        request,
        lambda: deeds.enter(read_people(people), command=command),
        f"/t/{seen.now.id}/people",
        lambda refused, status: people_shown(request, again(seen), refused, status, people),
    )


@hall_deeds.post("/t/{tournament_id}/withdraw")
def withdraw_here(
    request: Request, seen: ATournament, command: Command, number: Annotated[int | None, Form()] = None,
    reason: Reason = "", back: Annotated[str, Form(pattern="^(hall)?$")] = "",
) -> Response:  # fmt: skip
    """Withdraw an entrant: an official anybody, players themselves."""
    player = seen.me is not None
    if back and not player:
        return _hall_attempt(request, seen, lambda: OfficialCommands(seen).withdraw(number, reason, command=command))
    shown = mine_shown if player else people_shown
    return attempt(
        request,
        lambda: OfficialCommands(seen).withdraw(number, reason, command=command),
        f"/t/{seen.now.id}/{'me' if player else 'people'}",
        lambda refused, status: shown(request, again(seen), refused, status),
    )


@hall_deeds.post("/t/{tournament_id}/return")
def return_here(
    request: Request, seen: ATournament, command: Command, number: Annotated[int | None, Form()] = None,
    reason: Reason = "",
) -> Response:  # fmt: skip
    """End a withdrawal: an official anybody's, players their own."""
    player = seen.me is not None
    shown = mine_shown if player else people_shown
    return attempt(
        request,
        lambda: OfficialCommands(seen).return_entrant(number, reason, command=command),
        f"/t/{seen.now.id}/{'me' if player else 'people'}",
        lambda refused, status: shown(request, again(seen), refused, status),
    )


@hall_deeds.post("/door/{token}")
def come_in_at_the_door(
    request: Request, queries: AQueries, token: Annotated[str, Path(max_length=200)], command: Command,
    name: Annotated[str, Form(max_length=80)] = "", pin: Annotated[str, Form(max_length=12)] = "",
    other: Annotated[str, Form(max_length=3)] = "",
) -> Response:  # fmt: skip
    """Register at the door and sign in as that player; a person on the list confirms it by PIN.

    With `other`, it is another person than the one on the list, who needs another name.
    """
    found: list[tuple[Pass, str]] = []
    known = bool(pin) and not other

    def do() -> None:
        nonlocal known
        if known:
            sender = request.client.host if request.client else ""
            found.append(recognise_at_the_door(queries, token, name, pin, sender=sender))
            return
        try:
            tournament_id, number = enter_at_the_door(queries, token, name, command=command)
        except AlreadyEntered as twice:
            known = True
            another = say("{name} is already entered. Add an initial to your name", name=name)
            asked_for = say("{name} is already entered. If this is you, enter your PIN", name=name)
            raise AlreadyEntered(another if other else asked_for) from twice
        found.extend(queries.access.lasting("player", tournament_id, [number]).values())

    def again(refused: dict[str, Any], status: int) -> Response:
        recognised = refused["code"] == AlreadyEntered.code  # not an error: ask for the PIN
        return door_shown(request, queries, token, refused, 200 if recognised else status, name, known)

    answer = attempt(request, do, "", again)
    return come_in(request, queries, *found[0]) if found else answer


@hall_deeds.post("/t/{tournament_id}/door-rate")
def set_door_rate_here(request: Request, seen: ATournament, a_minute: Annotated[int, Form(ge=0, le=1000)]) -> Response:
    """Set how many people may register at the door per minute."""
    return attempt(
        request,
        lambda: OfficialCommands(seen).set_door_rate(a_minute),
        f"/t/{seen.now.id}/people",
        lambda refused, status: people_shown(request, again(seen), refused, status),
    )


# --- rounds --------------------------------------------------------------------------------------


def _hall_attempt(request: Request, seen: TournamentView, do: Callable[[], Any], at: str = "") -> Response:
    return attempt(
        request, do, f"/t/{seen.now.id}{at}",
        lambda refused, status: hall_shown(request, again(seen), refused, status),
    )  # fmt: skip


@hall_deeds.post("/t/{tournament_id}/pair")
def pair_here(
    request: Request, seen: ATournament, command: Command, expected: Expected = None, bye: Many = [],  # noqa: B006
) -> Response:  # fmt: skip
    """Pair the next round; `bye` has starting numbers with the kind, such as `7=half`."""
    do = partial(OfficialCommands(seen).pair, requested(bye), expected=expected, command=command)
    return _hall_attempt(request, seen, do)


def requested(bye: Iterable[str]) -> dict[int, str]:
    """Return the byes of a form by starting number; each field is like `7=half`."""
    asked = {int(one.partition("=")[0]): one.partition("=")[2] for one in bye if one[:1].isdecimal() and "=" in one}
    return {number: kind for number, kind in asked.items() if kind in ("full", "half", "zero", "none")}


@hall_deeds.post("/t/{tournament_id}/adjust")
def adjust_here(
    request: Request, seen: ATournament, command: Command, one: Number, other: Number, reason: Reason,
    expected: Expected = None,
) -> Response:  # fmt: skip
    """Swap the seats of two people."""
    do = partial(OfficialCommands(seen).adjust, one, other, reason, expected=expected, command=command)
    return _hall_attempt(request, seen, do)


@hall_deeds.post("/t/{tournament_id}/start")
def start_here(
    request: Request, seen: ATournament, table: Annotated[int | None, Form(ge=1)] = None, outcome: Many = [],  # noqa: B006
) -> Response:  # fmt: skip
    """Open the matches of the round; `outcome` answers the question of a set-up, which a player may do."""
    told, player, opened = read_told(outcome), seen.me is not None, list[OpenedTable]()
    path = f"/t/{seen.now.id}{'/me' if player else ''}"
    answer = attempt(
        request, lambda: opened.extend(OfficialCommands(seen).start(table, told)), path,
        lambda refused, status: (mine_shown if player else hall_shown)(request, again(seen), refused, status),
    )  # fmt: skip
    if table is not None and any(one.asks is not None for one in opened):
        return RedirectResponse(way_on(path, table, told), 303)
    return answer


def slip_of(place: Iterable[str], result: str, absent: Iterable[str], together: str = "") -> Slip:
    """Return the slip in a form: `result` as people write it, or `place` with one value per seat."""
    told = [one for one in place if one.strip()]
    places = [int(one) for one in told if one.isdecimal() and 0 < int(one) <= 100]
    gone = [int(one) for one in absent if one.isdecimal() and 0 < int(one) <= 100]
    whole = len(places) == len(list(place))
    return Slip(result=result, places=places if whole else [], absent=gone, together=bool(together))


def _points(point: list[str]) -> list[int | None]:
    """Return the points of a form by seat; an empty list if there are none."""
    told = [int(one) if one.strip().lstrip("-").isdecimal() else None for one in point]
    return told if any(one is not None for one in told) else []


@hall_deeds.post("/t/{tournament_id}/report")
def report_here(
    request: Request, seen: ATournament, command: Command, table: Annotated[int, Form(ge=1)],
    round_number: Annotated[int, Form(alias="round", ge=1)], result: Short = "", place: Many = [], point: Many = [],  # noqa: B006
    absent: Many = [],  # noqa: B006
    together: Yes = "",
    change: Yes = "",
) -> Response:  # fmt: skip
    """Record a slip; with `change`, replace one. The response leads back to the table on the page."""

    def do() -> None:
        slip, points = slip_of(place, result, absent, together), _points(point)
        OfficialCommands(seen).report(
            table, slip, points, round_number=round_number, change=bool(change), command=command
        )

    return _hall_attempt(request, seen, do, f"#table-{table}")


@hall_deeds.post("/t/{tournament_id}/finish")
def finish_here(request: Request, seen: ATournament, command: Command, expected: Expected = None) -> Response:
    """End the tournament."""
    return _hall_attempt(request, seen, lambda: OfficialCommands(seen).finish(expected=expected, command=command))


# --- links ---------------------------------------------------------------------------------------


@hall_deeds.post("/t/{tournament_id}/give")
def give_here(
    request: Request, seen: ATournament, role: Annotated[str, Form(pattern="^(organiser|arbiter|desk|public)$")],
    label: Short = "",
) -> Response:  # fmt: skip
    """Create a link for this tournament, and show it once."""
    _, token = OfficialCommands(seen).give(NewHallPass.model_validate({"role": role, "label": label, "days": 366}))
    return links_shown(request, seen, given=link(request, token), role=role, label=label)


@hall_deeds.post("/t/{tournament_id}/revoke")
def revoke_here(seen: ATournament, given: Annotated[str, Form(pattern=r"^[0-9a-f]{16}$")]) -> Response:
    """Revoke a link."""
    OfficialCommands(seen).revoke(given)
    return RedirectResponse(f"/t/{seen.now.id}/links", 303)


def again(seen: TournamentView) -> TournamentView:
    """Return the current tournament, which others may have changed meanwhile."""
    return TournamentView(seen.queries, seen.who, seen.now.id)
