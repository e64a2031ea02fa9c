"""Pages of tournaments on which people do something: what they show. What their forms do is in `form_actions.py`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.games import GAMES, opening, people_for, seats_for
from tablescribe.domain.games import game as game_called
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.tournament.appeals import appeals_of, may_appeal
from tablescribe.domain.tournament.attendance import closes, is_here, may_have_half, not_here, proposed_byes
from tablescribe.domain.tournament.model.events import ByeRequested
from tablescribe.domain.tournament.model.roles import ARBITER, MAY, ORGANISER, PLAYER
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.no_shows import no_shows
from tablescribe.domain.tournament.prizes import known_tags
from tablescribe.domain.tournament.proposals import OBJECTION, kinds_for
from tablescribe.domain.tournament.returns import may_return
from tablescribe.domain.tournament.scoring.lots import tied, wants_lot
from tablescribe.domain.tournament.told_results import written_result
from tablescribe.domain.tournament.typed_slips import State, typed_slip
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.tournaments.drafts import draft_of
from tablescribe.ledger.tournaments.teams import teams_of
from tablescribe.replays.papers.slips import code
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.drafts import draft_data
from tablescribe.replays.tournaments.event_wording import event_text
from tablescribe.replays.tournaments.tournament import points_text, result_text
from tablescribe.replays.web.access.door_pins import door_pins
from tablescribe.replays.web.access.passes import IN_TOURNAMENTS, OFFICIALS, Pass
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.http.public_address import base_of, is_reached
from tablescribe.replays.web.pages.forms import fresh
from tablescribe.replays.web.pages.pages import page, wants_part
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.door_commands import door_of
from tablescribe.replays.web.tournaments.form_plan import CURRENCY, PLAN, sizes_of
from tablescribe.replays.web.tournaments.page import hall_page, round_told
from tablescribe.replays.web.tournaments.queries import ATournament, Before, TournamentView, listed_for, mine
from tablescribe.replays.web.tournaments.table_questions import asked

halls = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Problem = dict[str, Any] | None
NOTHING_SAID = dict.fromkeys(("form", "at", "result", "clause", "reason", "appeal", "number", "points", "together"), "")


@halls.get("/tournaments")
def tournaments_page(request: Request, who: Who, queries: AQueries, before: Before = None) -> Response:
    """Show the tournaments, fifty at a time."""
    found, more = listed_for(queries, who, before=before)
    return page(request, "halls.html", who, tournaments=found, more=more, before=before)


@halls.get("/tournaments/new")
def new_tournament_page(
    request: Request, who: Who, game: Annotated[str, Query(max_length=40)] = "",
    kind: Annotated[str, Query(max_length=20)] = "", title: Annotated[str, Query(max_length=200)] = "",
) -> Response:  # fmt: skip
    """Show the form for a new tournament, or its parts that depend on game and kind."""
    who.require(who.organises, say("announce tournaments"))
    return new_shown(request, who, said={"game": game, "kind": kind, "title": title})


def new_shown(
    request: Request, who: Pass, refused: Problem = None, status: int = 200, said: Mapping[str, Any] | None = None
) -> Response:
    """Show the form for a new tournament with its fields filled in."""
    told = {"title": "", "kind": "", "game": "", "rounds": 3, "seats": "", "minutes": 0, "late": "", "chance": "table",
            "take_back": "judge", "objection": OBJECTION, "half_byes": 0, "clock": "", "accelerated": False,
            "one_types": "", "plan": "", "names": "room", "prizes": "", "currency": "",
            **(said or {})}  # fmt: skip
    told["game"] = told["game"] if told["game"] in GAMES else next(iter(GAMES))
    kinds = kinds_for(people_for(told["game"]))
    told["kind"] = told["kind"] if told["kind"] in kinds else kinds[0]
    sizes = sizes_of(told["kind"], told["game"])
    template = "_hall_fits.html" if wants_part(request) else "hall_new.html"
    return page(request, template, who, status, games=GAMES, refused=refused, command=fresh(), kinds=kinds,
                has_chance=game_called(told["game"]).has_chance, example=PLAN, currency=CURRENCY,
                said={**told, "seats": told["seats"] or sizes})  # fmt: skip


@halls.get("/t/{tournament_id}")
def hall(request: Request, seen: ATournament) -> Response:
    """Show a tournament: to its officials the next steps, to others the current state."""
    return hall_shown(request, seen)


def hall_shown(request: Request, seen: TournamentView, refused: Problem = None, status: int = 200) -> Response:
    """Show a tournament, with a refusal if there was one."""
    now, told = seen.now, round_told(seen)
    lines = seen.standings().lines if now.round else ()
    waiting = [one["table"] for one in told["tables"] if not one["how"] and not one["open"]] if told else []
    questions = asked(request, seen, waiting) if seen.role in OFFICIALS else {}
    return hall_page(
        request, "hall.html", seen, status, refused=refused, round=told, lines=lines, appeals=now.open_appeals(),
        field=now.field(), questions=questions, to_start=[one for one in waiting if one not in questions],
        no_shows=[now.entrant(ref) for ref in no_shows(now)], draft=_draft(seen), owed=_owed(now),
        differ=_differ(now),
        proposed={ref: str(kind) for ref, kind in proposed_byes(now).items()} if official_pairs(seen) else {},
        absent=not_here(now), standing={one.number: points_text(one.points) for one in lines},
    )  # fmt: skip


def official_pairs(seen: TournamentView) -> bool:
    """Return whether the viewer may pair the next round."""
    return "pair" in MAY.get(seen.role, ()) and seen.now.round < seen.now.plan.rounds


def _draft(seen: TournamentView) -> dict[str, Any] | None:
    """Return the draft of the next round, for officials who may publish it."""
    kept = draft_of(seen.queries.ledger, seen.now) if official_pairs(seen) else None
    return draft_data(seen.now, kept.draft, kept.revision, seen.names) if kept is not None else None


@halls.get("/t/{tournament_id}/people")
def people_page(request: Request, seen: ATournament) -> Response:
    """Show the entrants, with forms to enter people and the code for the door."""
    seen.require(OFFICIALS, say("see all links"))
    return people_shown(request, seen)


def people_shown(
    request: Request, seen: TournamentView, refused: Problem = None, status: int = 200, typed: str = ""
) -> Response:
    """Show the entrants, with a refusal if there was one."""
    officials, base, now = OfficialCommands(seen), base_of(request), seen.now
    door = officials.door(base)
    return hall_page(
        request, "hall_people.html", seen, status, refused=refused, field=seen.now.field(), typed=typed, door=door,
        door_code=code(door), reached=is_reached(request), links=officials.players(base), pins=officials.pins(),
        wants_tags=bool(known_tags(seen.now.plan.prizes)),
        a_minute=officials.door_rate(), here={ref for ref in seen.now.entrants if is_here(seen.now, ref)},
        may_return={ref for ref in now.withdrawn if may_return(now, ref)},
        pairs_next=official_pairs(seen) and len(now.field()) > 1 and now.finished is None
        and not (now.seatings and now.seatings[-1].missing),
    )  # fmt: skip


@halls.get("/t/{tournament_id}/rulings")
def rulings_page(request: Request, seen: ATournament) -> Response:
    """Show the forms for rulings: corrections, penalties, appeals, each with a preview."""
    seen.require((ORGANISER, ARBITER), say("record rulings"))
    return rulings_shown(request, seen)


def rulings_shown(
    request: Request, seen: TournamentView, refused: Problem = None, status: int = 200,
    changes: list[str] | None = None, said: dict[str, Any] | None = None,
) -> Response:  # fmt: skip
    """Show the forms for rulings; after a preview, with its effects and the form as filled in."""
    now = seen.now
    kinds = {"Corrected", "CorrectedTogether", "Penalised", "Appealed", "Decided", "LotDrawn"}
    told = [
        (one.originator_version, event_text(now, one, seen.names)) for one in now.deeds() if type(one).__name__ in kinds
    ]
    return hall_page(
        request, "hall_rulings.html", seen, status, refused=refused, changes=changes,
        said={**NOTHING_SAID, **(said or {})},
        rounds=[round_told(seen, one.number) for one in now.seatings], field=now.field(), told=told,
        appeals=now.open_appeals(), owed=_owed(now), lot=_lot(seen),
        about={one.originator_version: _contested(seen, one.about) for one in now.open_appeals()},
    )  # fmt: skip


def _contested(seen: TournamentView, version: int) -> Text:
    """Return what an appeal contests, in words: a table with its people and result, or a penalty."""
    now = seen.now
    if version in now.reports:
        seating = now.seating(now.reports[version].round)
        table = now.reports[version].table
        return say(
            "round {round}, table {table}: {people}: {result}", round=seating.number, table=table,
            people=" – ".join(seen.names[ref] for ref in seating.pods[table - 1]),
            result=result_text(now, seating, table, seen.names),
        )  # fmt: skip
    return event_text(now, now.deed(version), seen.names)


def _differ(now: Tournament) -> list[int]:
    """Return the tables of the round whose slips two people typed differently."""
    if not now.seatings:
        return []
    seating = now.seatings[-1]
    typed = [table for table, match in enumerate(seating.matches, start=1) if match in now.typings]
    return [table for table in typed if typed_slip(now, seating, table).state is State.DIFFER]


def _owed(now: Tournament) -> list[dict[str, Any]]:
    """Return the appeals that were upheld, for each the report that is still to be corrected."""
    places = {one.originator_version: (one.round, one.table) for seating in now.seatings
              for one in seating.reports.values()}  # fmt: skip
    return [
        {"event": one.originator_version, "entrant": one.entrant, "at": "{}/{}".format(*places[one.about])}
        for one in now.owed()
    ]


def _lot(seen: TournamentView) -> dict[str, Any] | None:
    """Return the stage whose lot may be drawn, and the entrants otherwise tied; `None` if the plan has no lot."""
    now = seen.now
    index = now.plan.stage_of(max(now.round, 1))
    if not now.round or now.finished is not None or not wants_lot(now.plan.stages[index]):
        return None
    equal = tied(seen.standings(stage=index), now.lots(index))
    return {"stage": index + 1, "sealed": index in now.lot_seals, "equal": equal} if equal else None


@halls.get("/t/{tournament_id}/links")
def links_page(request: Request, seen: ATournament) -> Response:
    """Show the links for officials and the public, with a form for new ones."""
    seen.require((ORGANISER,), say("see all links"))
    return links_shown(request, seen)


def links_shown(request: Request, seen: TournamentView, given: str = "", role: str = "", label: str = "") -> Response:
    """Show the links; one that was given a moment ago is told this once, with whom it is for."""
    return hall_page(
        request, "hall_links.html", seen, refused=None, passes=OfficialCommands(seen).passes(), given=given,
        given_code=code(given) if given else "", given_to=(role, label), reached=is_reached(request),
        roles=IN_TOURNAMENTS,
    )  # fmt: skip


@halls.get("/t/{tournament_id}/tables")
def tables_page(request: Request, seen: ATournament) -> Response:
    """Show the links of this round's tables as QR codes: one per table to record, and each player's own."""
    seen.require(OFFICIALS, say("see all links"))
    found = [
        {**one.data(), "code": code(one.recorder), "codes": [code(player["link"]) for player in one.players]}
        for one in OfficialCommands(seen).tables(base_of(request))
    ]
    return hall_page(request, "hall_tables.html", seen, tables=found, reached=is_reached(request))


@halls.get("/t/{tournament_id}/me")
def my_page(request: Request, seen: ATournament) -> Response:
    """Show a player their current table, opponents, match, points and place."""
    seen.require((PLAYER,), say("open a player's page"))
    return mine_shown(request, seen)


def mine_shown(request: Request, seen: TournamentView, refused: Problem = None, status: int = 200) -> Response:
    """Show a player's page, with a refusal if there was one."""
    now, me = seen.now, mine(seen)
    lines = seen.standings().lines if now.round else ()
    mine_waits = me["table"] is not None and not me["table"]["how"] and not me["table"]["open"]
    questions = asked(request, seen, [me["table"]["table"]]) if mine_waits else {}
    return hall_page(
        request, "hall_me.html", seen, status, refused=refused, me=me, lines=lines, questions=questions,
        plays_as=_plays_as(seen, language_of(request)),
        may_return=may_return(now, me["entrant"]),
        may_ask=_may_ask(now, me["entrant"]), asked=_asked(now, me["entrant"]),
        pin=door_pins(seen.queries.access, now.id, [me["number"]])[me["number"]],
        reports=[one for one in _of_mine(seen, me["entrant"]) if may_appeal(now, me["entrant"], one["event"])],
        appeals=[(one, _contested(seen, one.appeal.about)) for one in appeals_of(now, me["entrant"])],
    )  # fmt: skip


def _plays_as(seen: TournamentView, language: str) -> str:
    """Return what the game calls a player's seat in the round that is paired, such as White; it is known before the
    match is opened. Nothing where seats have no names, or teams play.
    """
    now = seen.now
    sits = seen.queries.hall.own_table(now, seen.me) if seen.me is not None else None
    if sits is None or teams_of(seen.queries.ledger, now.id) is not None:
        return ""
    seating, table, seat = sits
    stage = now.plan.stages[seating.paired.stage]
    if game_called(stage.game).seats_by_name:
        return ""
    seats = seats_for(stage.game, len(seating.pods[table - 1]))
    label = Reader(opening(stage.game, seats, stage.options, stage.catalogue), language).name(seat_name(seat))
    return str(seat) if label.endswith(f" {seat}") else label[:1].upper() + label[1:]


def _may_ask(now: Tournament, ref: str) -> list[dict[str, Any]]:
    """Return the rounds in which a player may request a bye, each with the kinds not requested yet and its deadline."""
    found: list[dict[str, Any]] = []
    if now.finished is not None:
        return found
    for number in range(now.round + 1, now.plan.rounds + 1):
        until = closes(now, number)
        open_now = until is None or datetime.now(UTC) <= until
        if open_now and now.plan.stages[now.plan.stage_of(number)].kind in ("swiss", "pods"):
            asked_for = now.requests.get(number, {}).get(ref)
            may = ["half", "zero"] if may_have_half(now, ref, number) else ["zero"]
            kinds = [one for one in may if asked_for is None or one != asked_for.bye]
            if kinds:
                found.append({"round": number, "kinds": kinds, "until": until})
    return found


def _asked(now: Tournament, ref: str) -> list[ByeRequested]:
    """Return the byes that a player has requested in rounds not paired yet."""
    found = [now.requests[number].get(ref) for number in sorted(now.requests) if number > now.round]
    return [one for one in found if one is not None and one.bye]


def _of_mine(seen: TournamentView, ref: str) -> list[dict[str, Any]]:
    """Return the reports and penalties that a player may appeal."""
    now, found = seen.now, list[dict[str, Any]]()
    for seating in now.seatings:
        for table, pod in enumerate(seating.pods, start=1):
            if ref in pod and table in seating.reports:
                report = seating.reports[table]
                said = now.said(report)
                score = written_result(said.places, said.points) if len(pod) == 2 else ""
                found.append({"event": report.originator_version, "round": seating.number, "table": table,
                              "place": said.places[pod.index(ref)], "score": score,
                              "people": [seen.names[one] for one in pod]})  # fmt: skip
    return found + [
        {"event": version, "round": one.round, "table": None, "points": one.points}
        for version, one in now.penalties.items()
        if one.entrant == ref
    ]


@halls.get("/door/{token}")
def door_page(request: Request, token: Annotated[str, Path(max_length=200)], queries: AQueries) -> Response:
    """Show the registration form at the door."""
    return door_shown(request, queries, token)


def door_shown(
    request: Request, queries: AQueries, token: str, refused: Problem = None, status: int = 200, name: str = "",
    known: bool = False,
) -> Response:  # fmt: skip
    """Show the registration form at the door, with a refusal if there was one."""
    who = door_of(queries, token)
    now = queries.hall.now(who.match or "")
    if now.finished is not None:
        raise Refused(say("the tournament is finished"))
    return page(request, "hall_door.html", None, status, plan=now.plan, refused=refused, name=name, token=token,
                known=known, people=len(now.entrants), command=fresh())  # fmt: skip
