"""The list of matches, page by page and filtered, latest first, with the turn and score of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.ledger.read_models.queries import MOST as MOST_AT_ONCE
from tablescribe.ledger.read_models.queries import MatchFilter
from tablescribe.ledger.read_models.summaries import Summary
from tablescribe.replays.papers.csv_sheets import csv_of
from tablescribe.replays.reading.list_data import TALLY, games_to_choose, match_sheet
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.api.matches import AQueries, Who
from tablescribe.replays.web.http.documents import attached, file_name
from tablescribe.replays.web.pages.pages import page, wants_part
from tablescribe.replays.web.table.listing import between, bring_up, page_of
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.replay_steps import ReplaySteps

lobby = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

PAGE = 20
"""Default number of matches on a page: some five screens on a phone."""

MOST = 100
"""Maximum number of matches on a page."""

MOST_IN_SHEET = 100_000
"""Maximum number of lines of a CSV file."""

BATCH = 50
"""Number of matches checked at a time for "my turn", which needs the rules of each."""

LOOKS = 500
"""Maximum number of open matches checked for that; earlier ones are behind the link."""


@dataclass(frozen=True)
class LobbyFilter:
    """The filter in the address; empty fields match everything. Days are UTC days."""

    text: str = ""
    state: str = ""
    game: str = ""
    person: str = ""
    event: str = ""
    tag: str = ""
    since: str = ""
    until: str = ""
    turn: str = ""

    def wanted(self) -> MatchFilter:
        """Return the filter for the lists."""
        return replace(
            between(self.since, self.until), text=self.text, state=self.state or ("open" if self.turn else ""),
            game=self.game, person=self.person, event=self.event, tag=self.tag,
        )  # fmt: skip


Short = Annotated[str, Query(max_length=80)]
Word = Annotated[str, Query(max_length=200)]
Day = Annotated[str, Query(max_length=10)]


async def narrowed(
    text: Short = "", state: Annotated[str, Query(max_length=10)] = "", game: Word = "", person: Short = "",
    event: Annotated[str, Query(max_length=120)] = "", tag: Annotated[str, Query(max_length=120)] = "",
    since: Day = "", until: Day = "", turn: Short = "",
) -> LobbyFilter:  # fmt: skip
    """Return the filter of a request."""
    return LobbyFilter(text, state, game, person, event, tag, since, until, turn)


@lobby.get("/")
def matches(
    request: Request,
    who: Who,
    queries: AQueries,
    narrowed: Annotated[LobbyFilter, Depends(narrowed)],
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
) -> Response:
    """Show the matches; to the holder of a tournament's pass, that tournament."""
    if who.tournament is not None:
        return RedirectResponse(f"/t/{who.tournament}", 303)
    behind = bring_up(queries)
    lines, more = found(who, queries, request.app.state.replay_steps, narrowed, before, limit)
    chosen = {name: str(value) for name, value in asdict(narrowed).items() if value}
    chosen |= {"limit": str(limit)} if limit != PAGE else {}
    part = wants_part(request)
    games = games_to_choose(queries.ledger.asking if who.organises and not part else None, narrowed.game)
    return page(
        request, "_matches.html" if part else "lobby.html", who, matches=lines, games=games,
        wanted=narrowed, before=before, latest="?" + urlencode(chosen), behind=behind,
        earlier="?" + urlencode({**chosen, "before": more}) if more else "",
        narrowed=any(value for name, value in asdict(narrowed).items() if name != "text"),
        sheet="/matches.csv?" + urlencode(chosen), part=part,
    )  # fmt: skip


@lobby.get("/matches.csv")
def sheet(who: Who, queries: AQueries, narrowed: Annotated[LobbyFilter, Depends(narrowed)]) -> Response:
    """Return the matches as CSV."""
    lines: list[dict[str, Any]] = []
    before = None
    while True:
        some, before = queries.lobby(who, narrowed.wanted(), before=before, limit=MOST_AT_ONCE)
        lines += some
        if before is None or len(lines) >= MOST_IN_SHEET:
            return _sheet(csv_of(*match_sheet(lines)), "matches")


@lobby.get("/people.csv")
def people_sheet(who: Who, queries: AQueries, game: Word = "") -> Response:
    """Return the statistics of people as CSV."""
    found = queries.statistics(who, game=game, limit=MOST_IN_SHEET)["people"]
    return _sheet(csv_of(found, ("person", *TALLY)), "people")


def _sheet(text: str, name: str) -> Response:
    name = file_name(name, datetime.now(UTC), "", "csv")
    return Response(text, media_type="text/csv; charset=utf-8", headers=attached(name))


def found(
    who: Pass, queries: Queries, replay_steps: ReplaySteps, narrowed: LobbyFilter, before: int | None, limit: int
) -> tuple[list[dict[str, Any]], int | None]:
    """Return a page of matches by a filter, and the position before which there are more."""
    wanted = narrowed.wanted()
    if not narrowed.turn:
        some, more = page_of(queries, who, wanted, before=before, limit=limit)
        return _lines(who, queries, replay_steps, some), more
    lines = list[dict[str, Any]]()
    for _ in range(LOOKS // BATCH):
        some, more = page_of(queries, who, wanted, before=before, limit=BATCH)
        for one, line in zip(some, _lines(who, queries, replay_steps, some), strict=True):
            if narrowed.turn.casefold() in " ".join(line["acting"]).casefold():
                if len(lines) == limit:
                    return lines, before
                lines.append(line)
            before = one.position
        if more is None:
            return lines, None
        before = more
    return lines, before


def _lines(who: Pass, queries: Queries, replay_steps: ReplaySteps, some: Sequence[Summary]) -> list[dict[str, Any]]:
    """Return matches as rows of the list, with the title, round and table of their tournament."""
    paired = queries.ledger.asking.tournaments_with(one.id for one in some)
    return [
        {**_line(who, queries, replay_steps, one), "of": queries.hall.above(who, one.id, paired.get(one.id, ()))}
        for one in some
    ]


def _line(who: Pass, queries: Queries, replay_steps: ReplaySteps, one: Summary) -> dict[str, Any]:
    points: Sequence[int | None] = one.result.scores if one.result is not None else ()
    acting = set[int]()
    if not points and not queries.is_apart(who, one.id):  # the score of an open match needs its rules
        folded = queries.followed(who, one.id)
        points = replay_steps.points(folded)
        acting = set(folded.match.to_act) if one.result is None else acting
    won = set(one.result.winners) if one.result else set()
    return {
        "id": one.id,
        "title": one.called,
        "data": [text for text in (one.event, one.place, one.round, one.table, *one.tags) if text],
        "state": "open" if one.result is None else "finished",
        "moves": one.moves,
        "last": one.last.isoformat(timespec="seconds"),
        "entered": one.entered.replace("T", " "),
        "void": one.void,
        "players": [
            {"name": name, "points": points[k - 1] if k <= len(points) else None, "won": k in won}
            for k, name in enumerate(one.seats, start=1)
        ],
        "acting": [name for k, name in enumerate(one.seats, start=1) if k in acting],
    }
