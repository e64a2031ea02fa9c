"""API routes to read tournaments; commands are in `commands.py`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from tablescribe.domain.match.match import Match
from tablescribe.domain.tournament.model.folding import as_of
from tablescribe.domain.tournament.model.roles import PLAYER, PUBLIC
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Standings, final
from tablescribe.domain.words.text import say
from tablescribe.ledger.read_models.queries import MOST, PAGE
from tablescribe.ledger.tournaments.publicity import OPEN, shown
from tablescribe.replays.papers import certificate as certificates
from tablescribe.replays.reading.list_data import held_data
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.accelerated_rounds import acceleration_data
from tablescribe.replays.tournaments.event_wording import event_text
from tablescribe.replays.tournaments.tournament import line_data, overview, seating_data, standings_data, why
from tablescribe.replays.web.access.passes import DOOR, IN_TOURNAMENTS, Denied, Pass
from tablescribe.replays.web.api.matches import AQueries, Language, Who, operations
from tablescribe.replays.web.http.documents import with_own_style
from tablescribe.replays.web.http.stream_lines import line_of
from tablescribe.replays.web.table.listing import bring_up
from tablescribe.replays.web.table.live import LiveUpdates
from tablescribe.replays.web.table.queries import Queries

tournaments = operations(prefix="/api/v1/tournaments", tags=["tournaments"])

TournamentId = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,64}$", description="The tournament's id, in full.")]
After = Annotated[int | None, Query(ge=0, le=10_000, description="After this round; by default the last one paired.")]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="The `position` of the last line known.")]
AsOf = Annotated[datetime | None, Query(description="As it was known at this moment, ISO 8601 with a zone.")]
AsPlayed = Annotated[bool, Query(description="Without corrections and penalties.")]
StageNumber = Annotated[int | None, Query(ge=1, le=20, description="Of this stage, from 1.")]


class TournamentView:
    """A tournament for one viewer.

    Attributes:
        now: the current tournament as the viewer may read it. role: the viewer's role in it. who: the pass.
        shown: whether names and words are shown. names: people's names, or their numbers if names are hidden.
    """

    def __init__(self, queries: Queries, who: Pass, tournament_id: str) -> None:
        self.role = who.in_tournament(tournament_id)
        if self.role == DOOR:
            raise Denied(say("this link is only for entering the tournament"))
        self.queries, self.who = queries, who
        self.now: Tournament = queries.hall.now(tournament_id)
        self.shown = OPEN
        if self.role == PUBLIC:
            self.shown = shown(queries.ledger, tournament_id)
            self.now = queries.hall.public(self.now, words=self.shown.words)
        self.names = queries.hall.called(self.now, self.shown)

    def standings(self, then: Tournament | None = None, **which: Any) -> Standings:
        """Return its standings, by default the current ones; see `TournamentCache.standings`."""
        return self.queries.hall.standings(then or self.now, words=self.shown.words, **which)

    @property
    def me(self) -> str | None:
        """The reference of the player whose pass this is; `None` for other passes."""
        return self.queries.hall.player(self.who, self.now)

    def require(self, roles: tuple[str, ...], deed: Any) -> None:
        """Raise `Denied` unless the viewer has one of these roles."""
        if self.role not in roles:
            raise Denied(say("this link ({role}) does not allow you to {deed}. Ask the organiser for a link with that "
                             "right", role=IN_TOURNAMENTS[self.role], deed=deed))  # fmt: skip


async def _desk_pass(tournament_id: TournamentId, who: Who, queries: AQueries) -> tuple[Queries, Pass, str]:
    return queries, who, tournament_id


def seen(found: Annotated[tuple[Queries, Pass, str], Depends(_desk_pass)]) -> TournamentView:
    """Return the tournament of a route for its viewer."""
    return TournamentView(*found)


ATournament = Annotated[TournamentView, Depends(seen)]


# --- reading -------------------------------------------------------------------------------------


@tournaments.get("")
def tournament_list(
    request: Request, response: Response, who: Who, queries: AQueries, before: Before = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
) -> list[dict[str, Any]]:  # fmt: skip
    """List the tournaments this pass may see, newest first. The header `Link` has the address of the next page."""
    found, more = listed_for(queries, who, before=before, limit=limit)
    if more is not None:
        response.headers["Link"] = f'<{request.url.include_query_params(before=more)}>; rel="next"'
    return found


def listed_for(
    queries: Queries, who: Pass, *, before: int | None = None, limit: int = PAGE
) -> tuple[list[dict[str, Any]], int | None]:
    """Return a page of tournaments that a pass may see, as plain data, and the position before which there are more.

    They come from the lists; no tournament is read for it.
    """
    if who.match is not None and (who.tournament is None or who.role == DOOR):
        return [], None
    bring_up(queries)
    found = queries.ledger.asking.tournaments(only=who.tournament, before=before, limit=limit + 1)
    return [held_data(one) for one in found[:limit]], found[limit - 1].position if len(found) > limit else None


@tournaments.get("/{tournament_id}")
def tournament_shown(seen: ATournament) -> dict[str, Any]:
    """Return a tournament: its plan, entrants, rounds with tables and results, open appeals, and version."""
    return {**overview(seen.now, seen.names), "role": seen.role}


@tournaments.get("/{tournament_id}/log")
def tournament_log(seen: ATournament, language: Language) -> list[dict[str, Any]]:
    """Return every recorded event, in words."""
    reader = Reader(None, language)
    return [
        {
            "event": one.originator_version, "at": one.at.isoformat(), "type": type(one).__name__,
            "by": getattr(one, "by", ""), "words": reader.sentence(event_text(seen.now, one, seen.names)),
        }
        for one in seen.now.deeds()
    ]  # fmt: skip


@tournaments.get("/{tournament_id}/rounds/{number}")
def tournament_round(number: Annotated[int, Path(ge=1, le=10_000)], seen: ATournament) -> dict[str, Any]:
    """Return a round: seating, pairing and results."""
    seating = seen.now.seating(number)
    fast = acceleration_data(seen.now, number)
    return {
        **seating_data(seen.now, seating, seen.names), "missing": seating.missing, "version": seen.now.version,
        **({"accelerated": fast} if fast is not None else {}),
    }  # fmt: skip


@tournaments.get("/{tournament_id}/standings")
def tournament_standings(
    seen: ATournament,
    after: After = None,
    as_of: AsOf = None,
    as_played: AsPlayed = False,
    stage: StageNumber = None,
) -> dict[str, Any]:
    """Return the standings after a round, at a point in time, as ruled or as played."""
    index = None if stage is None else stage - 1
    found = seen.standings(after=after, ruled=not as_played, stage=index, moment=moment(as_of))
    return standings_data(seen.now, found, seen.names)


@tournaments.get("/{tournament_id}/final")
def tournament_final(seen: ATournament, as_of: AsOf = None, as_played: AsPlayed = False) -> dict[str, Any]:
    """Return the final ranking over all stages. Entrants who went out earlier rank below those of the last stage."""
    now = known(seen.now, as_of)
    lines = final(now, ruled=not as_played)
    return {"tournament": now.id, "version": now.version, "final": [line_data(one, seen.names) for one in lines]}


@tournaments.get("/{tournament_id}/why/{number}")
def tournament_why(
    number: Annotated[int, Path(ge=1, le=1_000_000, description="The starting number.")],
    seen: ATournament,
    language: Language,
    after: After = None,
    as_of: AsOf = None,
    as_played: AsPlayed = False,
    stage: StageNumber = None,
) -> dict[str, Any]:
    """Explain each point of an entrant: report, match, move and rule."""
    index, now = None if stage is None else stage - 1, known(seen.now, as_of)
    found = seen.standings(now, after=after, ruled=not as_played, stage=index)
    line = found.line(seen.queries.hall.ref_of(now, number))
    reader = Reader(None, language)
    reasons = why(seen.queries.ledger, now, line, seen.names)
    told = [{**one.data(), "words": reader.sentence(one.text)} for one in reasons]
    return {**line_data(line, seen.names), "why": told}


@tournaments.get("/{tournament_id}/me")
def tournament_me(seen: ATournament) -> dict[str, Any]:
    """Return a player's own view: the table now, the opponents, the match, place and points."""
    seen.require((PLAYER,), say("open a player's page"))
    return mine(seen)


def mine(seen: TournamentView) -> dict[str, Any]:
    """Return a player's own view as plain data."""
    now, ref = seen.now, seen.me
    assert ref is not None
    hall = seen.queries.hall
    entrant, line = now.entrant(ref), None
    if now.round:
        line = next((one for one in seen.standings().lines if one.ref == ref), None)
    sits = hall.own_table(now, ref)
    bye = now.seatings[-1].byes.get(ref) if now.seatings else None
    found: dict[str, Any] = {
        "name": seen.names[ref], "entrant": ref, "number": entrant.number, "round": now.round,
        "rounds": now.plan.rounds, "finished": now.finished is not None, "version": now.version,
        "withdrawn_after": entrant.withdrawn_after, "rank": line.rank if line else None,
        "points": str(line.points) if line else str(entrant.points_on_entry), "bye": str(bye) if bye else None,
        "table": None,
    }  # fmt: skip
    if sits is not None:
        seating, table, seat = sits
        told = seating_data(now, seating, seen.names)["tables"][table - 1]
        opened = bool(hall.opened([told["match"]]))
        others = [name for k, name in enumerate(told["names"], start=1) if k != seat]
        over = opened and told["report"] is None and hall_match(seen, told["match"]).is_over
        found["table"] = {
            **told,
            "over": over,
            "seat": seat,
            "others": others,
            "open": opened,
            "link": f"/m/{told['match']}" if opened else "",
        }
    return found


def hall_match(seen: TournamentView, match_id: str) -> Match:
    """Return the current match of a tournament's table."""
    return seen.queries.cache.now(match_id).match


@tournaments.get("/{tournament_id}/certificate", response_class=HTMLResponse)
def tournament_certificate(seen: ATournament, language: Language) -> Response:
    """Return the certificate of the standings, with the hashes that prove it; it is provisional until the end."""
    return with_own_style(certificates.html(_certified(seen), language))


@tournaments.get("/{tournament_id}/certified")
def tournament_certified(seen: ATournament) -> dict[str, Any]:
    """Return the contents of the certificate as JSON."""
    return _certified(seen)


def _certified(seen: TournamentView) -> dict[str, Any]:
    head = seen.queries.ledger.verify(seen.now.id)[seen.now.id]
    return certificates.certified(seen.now, seen.names, head.hex(), seen.queries.ledger)


@tournaments.get("/{tournament_id}/events", response_class=StreamingResponse)
async def tournament_events(
    request: Request,
    found: Annotated[tuple[Queries, Pass, str], Depends(_desk_pass)],
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> StreamingResponse:
    """Follow a tournament: server-sent events for each kind of change."""
    queries, who, tournament_id = found
    live: LiveUpdates = request.app.state.live
    live.check_room(who)
    await run_in_threadpool(TournamentView, queries, who, tournament_id)  # refuse before the stream starts
    start = int(last_event_id) if last_event_id.isascii() and last_event_id.isdecimal() else after
    stream = live.follow(who, request.state.token, tournament_id, start, tournament=True, line=line_of(request.scope))
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


# --- helpers -------------------------------------------------------------------------------------


def moment(at: datetime | None) -> datetime | None:
    """Return a time with its zone; without one, this machine's zone is assumed."""
    return at.astimezone() if at is not None else None


def known(tournament: Tournament, at: datetime | None) -> Tournament:
    """Return a tournament as known at a time, by default the current one."""
    then = moment(at)
    return as_of(tournament, then) if then is not None else tournament
