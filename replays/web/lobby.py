"""The list of matches: some at a time, the latest first, filtered; who plays and how it stands comes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from domain.games import GAMES
from ledger.scribe import Summary
from replays.web.access import SPECTATOR, Pass
from replays.web.api import ADesk, Who
from replays.web.desk import Desk
from replays.web.pages import page, wants_part
from replays.web.stepping import Stepping

lobby = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

PAGE = 20
"""Matches on a page: on a phone some five screens."""

BATCH = 50
"""Matches that are read at once when they are filtered."""


@dataclass(frozen=True)
class Wanted:
    """Which matches somebody looks for; empty: any.

    Attributes:
        text: part of the game, of somebody's name, or of the id.
        state: `open` or `finished`.
        game: the key of a game.
        since, until: the first and last day on which it was opened, `2026-11-22`, in UTC.
        turn: part of the name of somebody who is to act.
    """

    text: str = ""
    state: str = ""
    game: str = ""
    since: str = ""
    until: str = ""
    turn: str = ""

    def fits(self, one: Summary) -> bool:
        """Return whether a match is wanted, as far as its summary tells."""
        words = f"{one.id} {one.game} {GAMES.get(one.game, one.game)} {' '.join(one.seats)}".casefold()
        state, day = ("open" if one.result is None else "finished"), one.opened.date().isoformat()
        return (
            self.text.casefold() in words
            and self.state in ("", state)
            and self.game in ("", one.game)
            and (self.since or day) <= day <= (self.until or day)
        )


@lobby.get("/")
def matches(
    request: Request,
    who: Who,
    desk: ADesk,
    text: Annotated[str, Query(max_length=80)] = "",
    state: Annotated[str, Query(max_length=10)] = "",
    game: Annotated[str, Query(max_length=40)] = "",
    since: Annotated[str, Query(max_length=10)] = "",
    until: Annotated[str, Query(max_length=10)] = "",
    turn: Annotated[str, Query(max_length=80)] = "",
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
) -> Response:
    """Show the matches."""
    wanted = Wanted(text, state, game, since, until, turn)
    lines, more = found(who, desk, request.app.state.stepping, wanted, before)
    chosen = {name: value for name, value in asdict(wanted).items() if value}
    return page(
        request, "_matches.html" if wants_part(request) else "lobby.html", who, matches=lines, games=GAMES,
        wanted=wanted, before=before, latest="?" + urlencode(chosen),
        earlier="?" + urlencode({**chosen, "before": more}) if more else "",
        narrowed=any(asdict(wanted)[name] for name in ("state", "game", "since", "until", "turn")),
    )  # fmt: skip


def found(
    who: Pass, desk: Desk, stepping: Stepping, wanted: Wanted, before: int | None
) -> tuple[list[dict[str, Any]], int | None]:
    """Return a page of the matches somebody may enter and looks for, and before which position there are more."""
    lines = list[dict[str, Any]]()
    last: int | None = None
    for position, one in _summaries(who, desk, before):
        if not wanted.fits(one):
            continue
        if len(lines) == PAGE:
            return lines, last
        line = _line(who, desk, stepping, one)
        if wanted.turn.casefold() in " ".join(line["acting"]).casefold():
            lines.append(line)
            last = position
    return lines, None


def _summaries(who: Pass, desk: Desk, before: int | None) -> Iterator[tuple[int, Summary]]:
    """Yield the matches somebody may enter, the latest first, as far as they may be followed."""
    while some := desk.shelf.some(before, BATCH, only=who.match):
        for before, one in some:
            late = who.role == SPECTATOR and desk.delay
            yield before, desk.shelf.summary_of(desk.folded(who, one.id)) if late else one


def _line(who: Pass, desk: Desk, stepping: Stepping, one: Summary) -> dict[str, Any]:
    folded = desk.folded(who, one.id)
    match = folded.match
    points = one.result.scores if one.result is not None and one.result.scores else stepping.points(folded)
    acting = set(match.to_act) if one.result is None else set()
    won = set(one.result.winners) if one.result else set()
    return {
        "id": one.id,
        "title": GAMES.get(one.game, one.game),
        "state": "open" if one.result is None else "finished",
        "moves": one.moves,
        "last": one.last.isoformat(timespec="seconds"),
        "players": [
            {"name": name, "points": points[k - 1] if k <= len(points) else None, "won": k in won}
            for k, name in enumerate(one.seats, start=1)
        ],
        "acting": [name for k, name in enumerate(one.seats, start=1) if k in acting],
    }
