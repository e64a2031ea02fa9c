"""The pages of a match, and those of people, links and the checkpoint."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlencode, urlsplit

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.domain.match.description import described
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signature_records import seat_holder
from tablescribe.domain.match.signing import signatures_now
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.matches.learnt_components import learnt_of
from tablescribe.ledger.matches.rematches import rematch_of
from tablescribe.ledger.proofs.keys.signing import fingerprint
from tablescribe.ledger.read_models.periods import is_narrowed
from tablescribe.ledger.read_models.queries import MOST, PAGE, MatchFilter
from tablescribe.replays.auditing.findings import Audit
from tablescribe.replays.papers.slips import code
from tablescribe.replays.reading.list_data import games_to_choose
from tablescribe.replays.reading.outcome import say_result
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.api.access import link
from tablescribe.replays.web.api.contributing import waiting
from tablescribe.replays.web.api.keys import keys_told, own_holder
from tablescribe.replays.web.api.matches import ACommands, AQueries, Who
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.api.typing import blanks_of
from tablescribe.replays.web.http.i18n import LANGUAGES, language_of, translator
from tablescribe.replays.web.http.public_address import base_of, is_reached
from tablescribe.replays.web.http.templates import environment
from tablescribe.replays.web.pages.static_files import STATIC
from tablescribe.replays.web.table import result_answers
from tablescribe.replays.web.table.cached_match import CachedMatch
from tablescribe.replays.web.table.choices import each, option_words
from tablescribe.replays.web.table.clock_commands import allowed, clock_since, with_clocks
from tablescribe.replays.web.table.corrections import can_correct, likely_the_same
from tablescribe.replays.web.table.judging import audit_for
from tablescribe.replays.web.table.listing import between, by_period
from tablescribe.replays.web.table.photos import notes_with_photos
from tablescribe.replays.web.table.pointing import labels
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.ruling_form import ruling_data

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

MONTH = 30 * 24 * 3600
"""Seconds in a month. The chosen language is kept for twelve."""

MONTHS = 24
"""Maximum number of months in a chart."""

SHOWN = 30
"""Number of recent events shown beside the live table; the replay page has all of them."""


def page(request: Request, template: str, who: Pass | None, status: int = 200, **context: Any) -> HTMLResponse:
    """Return a page in the reader's language."""
    language = language_of(request)
    html = environment().get_template(template).render(
        _=translator(language), lang=language, languages=LANGUAGES, who=who, path=request.url.path,
        static=STATIC,
        **{"held": getattr(request.state, "held", [who] if who is not None else []), **context},
    )  # fmt: skip
    return HTMLResponse(html, status, headers={"Vary": "Cookie, Accept-Language, HX-Request"})


def wants_part(request: Request) -> bool:
    """Return whether only a part of a page is requested. Going back in the browser loads the full page."""
    return "hx-request" in request.headers and "hx-history-restore-request" not in request.headers


@pages.post("/language")
def language(request: Request, lang: Annotated[str, Form(max_length=5)]) -> Response:
    """Choose the language of the interface."""
    before = urlsplit(request.headers.get("referer", ""))  # its path only, so that it leads to no other site
    answer = RedirectResponse("/" + before.path.lstrip("/\\") + (f"?{before.query}" if before.query else ""), 303)
    if lang in LANGUAGES:
        answer.set_cookie("lang", lang, max_age=12 * MONTH, samesite="strict")
    return answer


# --- other pages ---------------------------------------------------------------------------------


Like = Annotated[str, Query(max_length=40)]
"""The match from which a new one takes the game and the people."""


@pages.get("/people")
def people(
    request: Request,
    who: Who,
    queries: AQueries,
    game: Annotated[str, Query(max_length=200)] = "",
    person: Annotated[str, Query(max_length=80)] = "",
    event: Annotated[str, Query(max_length=120)] = "",
    tag: Annotated[str, Query(max_length=120)] = "",
    since: Annotated[str, Query(max_length=10)] = "",
    until: Annotated[str, Query(max_length=10)] = "",
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
) -> Response:
    """Show how much was played and won: in all, in a period, at an event or with a tag, and month by month."""
    wanted = replace(between(since, until), game=game, person=person, event=event, tag=tag)
    narrowed, months = is_narrowed(wanted), list[dict[str, Any]]()
    if narrowed:
        (found,) = by_period(queries, who, wanted)
    else:
        found = queries.statistics(who, game=game, person=person, after=after, limit=limit)
    if narrowed or person:
        months = by_period(queries, who, wanted, "month")[-MONTHS:]
    chosen = {name: value for name, value in (("game", game), ("person", person), ("limit", limit)) if value}
    links = {
        "more": urlencode({**chosen, "after": after + limit}) if len(found["people"]) == limit else "",
        "fewer": urlencode({**chosen, "after": max(0, after - limit)}) if after else "",
    }
    titles = games_to_choose(queries.ledger.asking if who.organises else None, game)
    return page(request, "people.html", who, titles=titles, game=game.partition(":")[2] or game, person=person,
                links={"more": "", "fewer": ""} if narrowed else links, event=event, tag=tag, since=since, until=until,
                months=months, found={"seats": [], "against": [], "behind": 0, "most_wins": [], **found})  # fmt: skip


@pages.get("/links")
def links(request: Request, who: Who, queries: AQueries) -> Response:
    """Show all links, with a form for new ones."""
    who.require(who.organises, say("see all links"))
    return page(
        request,
        "links.html",
        who,
        reached=is_reached(request),
        passes=queries.access.passes(),
        matches=queries.lobby(who, MatchFilter(state="open"), limit=MOST)[0],
        tournaments={one.tournament_id: one.title for one in queries.ledger.asking.tournaments(limit=MOST)},
    )


# --- a match -------------------------------------------------------------------------------------


def _waiting(request: Request, who: Pass, queries: Queries, folded: CachedMatch) -> HTMLResponse:
    """Show a match that is not dealt yet, and whose contributions to its seed are missing."""
    parts = waiting(folded.match, who)
    due = datetime.fromtimestamp(parts["beacon"]["due"], UTC).isoformat() if parts["beacon"] else ""
    heading = queries.heading(folded, language_of(request))
    return page(request, "waiting.html", who, match=heading, parts=parts, due=due, last=folded.positions[-1])


def _table(request: Request, who: Pass, queries: Queries, commands: Any, match_id: str, template: str) -> HTMLResponse:
    language = language_of(request)
    if who.role != SPECTATOR and queries.is_apart(who, match_id):
        return page(request, "apart.html", who, match=queries.heading(queries.followed(who, match_id), language))
    folded = queries.folded(who, match_id)
    if folded.match.waits:
        return _waiting(request, who, queries, folded)
    state, folded = queries.state(who, match_id, language=language), queries.folded(who, match_id)
    lines = queries.lines_of(who, folded, max(0, len(folded.events) - SHOWN), language)
    last, lines = lines[-1]["position"], with_clocks(folded.match, lines)
    now, ahead = queries.legal(who, match_id, language)
    match, offered = folded.match, list(each([*now, *ahead]))
    scene, reader = queries.panels(who, match_id, language=language), queries.reader(match, language)
    result = match.result or (match.opening.game.result(match.opening, match.table) if match.is_over else None)
    ink = {panel.name: panel.ink for panel in scene if panel.kind == "seat"}
    found = page(
        request, template, who, match=state, now=now, ahead=ahead, at=datetime.now(UTC).isoformat(timespec="seconds"),
        scene=scene, lines=lines[::-1], news=_news(lines), last=last,
        acting=[seat for seat in state["seats"] if seat["seat"] in state["to_act"]],
        own=_own(who, match), part_of_turn=queries.part_of_turn(who, match, language),
        inks={seat: ink.get(seat_name(seat), "") for seat in match.opening.all_seats},
        result=say_result(match.opening, result) if result else None, winners=result.winners if result else (),
        corrected=match.corrections.amended is not None,
        reader=reader, option_words=option_words,
        called=[reader.name(seat_name(seat)) for seat in match.opening.all_seats],
        several=len({one.seat for one in offered}) > 1, labels=labels(offered, reader),
        trays=queries.trays(who, match_id, offered, language), may_act=bool(queries.seats(who, match)),
        redoable=match.redoable(), may_sign=_may_sign(who, match),
        request_=commands.request(who, match_id, match.version),
        blanks=blanks_of(queries, who, match, reader) if queries.seats(who, match) else [],
        described=described(match, {}),
        corrects=can_correct(queries, who, match), counts=match.counts, holds=result,
        same=likely_the_same(queries, who, match),
        above=queries.hall.above(who, match_id),
        clock=clock_since(match), may_clock=allowed(who),
        rematch=who.joins and match.closed is not None and rematch_of(queries.ledger, match_id),
        asked_result=result_answers.shown(queries, match, folded.events[-1].at),
        learnt=[reader.tell(one) for one in _learnt(who, queries, match)],
    )  # fmt: skip
    found.headers["Tablescribe-Viewer"] = who.id  # a device stores the page for this viewer only
    return found


def _own(who: Pass, match: Match) -> set[str]:
    """Return the panels that a phone shows first: a seat's own; for others, those of the seats to act."""
    return {seat_name(seat) for seat in ((who.seat,) if who.seat is not None else match.to_act)}


def _learnt(who: Pass, queries: Queries, match: Match) -> list[Text]:
    """Return what the table's box learnt when the match was closed, for viewers who may record."""
    return learnt_of(queries.ledger, match).words if match.closed is not None and who.records else []


def _may_sign(who: Pass, match: Match) -> bool:
    """Return whether a seat has not signed the result yet."""
    mine = seat_holder(who.seat) if who.seat is not None else ""
    return match.closed is not None and bool(mine) and mine not in {one.holder for one in signatures_now(match)}


def _news(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the latest lines, newest first: the last move, and the unused windows that closed before it."""
    moves = [line for line in lines if line["move"] is not None and line["counts"]]
    news = moves[-1:]
    for line in moves[-2:-4:-1]:
        if not line["implied"]:
            break
        news.append(line)
    return news


@pages.get("/m/{match_id}")
def table(request: Request, match_id: MatchId, who: Who, queries: AQueries, commands: ACommands) -> Response:
    """Show the live table."""
    return _table(request, who, queries, commands, match_id, "table.html")


@pages.get("/m/{match_id}/watch")
def watch(request: Request, match_id: MatchId, who: Who, queries: AQueries, commands: ACommands) -> Response:
    """Show the live table to spectators and others who only follow it."""
    return _table(request, who, queries, commands, match_id, "table.html")


@pages.get("/m/{match_id}/part")
def part(request: Request, match_id: MatchId, who: Who, queries: AQueries, commands: ACommands) -> Response:
    """Return the part of the live table that changes."""
    return _table(request, who, queries, commands, match_id, "_table.html")


@pages.get("/m/{match_id}/other")
def other(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Return forms for all actions of the game, including those that no button offers."""
    language = language_of(request)
    who.require(bool(queries.seats(who, queries.folded(who, match_id).match)), say("record moves"))
    state, forms = queries.state(who, match_id, language=language), queries.forms(who, match_id, language)
    lists: dict[tuple[Any, ...], str] = {}
    for field in (field for form in forms for field in form["fields"]):
        field["list"] = lists.setdefault(tuple(field["things"]), f"things-{len(lists)}")
    return page(request, "_other.html", who, match=state, forms=forms, lists=lists.items())


@pages.get("/m/{match_id}/judge")
def judge(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Show the audit, the keys and signatures, and the files to download."""
    audit: Audit = audit_for(queries, who, match_id)
    folded = queries.folded(who, match_id)
    trail = queries.access.trail(match_id) if who.judges else []
    book = folded.match.opening.game.rulebook
    language = language_of(request)
    spoken, reader = book.language(language), queries.reader(folded.match, language)
    rules = who.judges and folded.match.closed is None and not folded.match.waits
    offered = ruling_data(folded.match, reader) if rules else None
    return page(
        request, "judge.html", who, offered=offered, match=queries.state(who, match_id, language=language),
        audit=audit, trail=trail, keys=keys_told(queries, who, match_id, language), texts=book.texts(spoken),
        spoken=spoken, say=reader.tell, evidence=notes_with_photos(queries, folded.match),
        result=reader.sentence(say_result(folded.match.opening, result)) if (result := folded.match.result) else "",
        corrects=who.organises and can_correct(queries, who, folded.match),
    )  # fmt: skip


@pages.get("/m/{match_id}/key")
def key(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Show a seat or a judge its key, which is created and kept on the device and signs the result."""
    holder, language = own_holder(who), language_of(request)
    who.require(holder is not None, say("enrol keys, or sign"))
    folded = queries.followed(who, match_id)
    known = queries.cache.known_keys(folded).get(holder or "")
    return page(
        request, "key.html", who, match=queries.heading(folded, language), holder=holder,
        ledger=queries.ledger.ledger_id, keys=keys_told(queries, who, match_id, language), known=known,
        mine=folded.match.papers.keys.get(holder or "", ""), known_print=fingerprint(known.key) if known else "",
        taken=_of_others(folded.match, holder),
    )  # fmt: skip


def _of_others(match: Match, holder: str | None) -> list[str]:
    """Return the keys with which a holder may not sign here: those of others, and revoked ones."""
    papers = match.papers
    others = [key for key, event in papers.enrolled.items() if event.holder != holder]
    return [*others, *papers.revoked]


@pages.get("/m/{match_id}/share")
def share(request: Request, match_id: MatchId, who: Who, queries: AQueries) -> Response:
    """Show the QR codes with which spectators follow a match and people at the table take a seat."""
    who.require(who.records or who.judges, say("share a match"))
    heading = queries.heading(queries.folded(who, match_id), language_of(request))
    follow = link(request, queries.access.share(who, match_id))
    sit = f"{base_of(request)}/m/{match_id}/chair"
    return page(
        request,
        "share.html",
        who,
        match=heading,
        follow=follow,
        sit=sit,
        reached=is_reached(request),
        taken={one.seat for one in queries.access.passes(match_id) if one.seat is not None},
        follow_code=code(follow),
        sit_code=code(sit),
    )


@pages.get("/checkpoint")
def checkpoint(request: Request, who: Who, commands: ACommands) -> Response:
    """Show a signed checkpoint of the ledger, as text and as a QR code."""
    text = commands.checkpoint(who)
    return page(request, "checkpoint.html", who, text=text, code=code(text), key=commands.ledger_key(who))


# --- files ---------------------------------------------------------------------------------------


@pages.get("/offline")
def offline(request: Request) -> Response:
    """Return the page that a device without a connection shows in place of pages that it has not stored."""
    return page(request, "offline.html", None)
