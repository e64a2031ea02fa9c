"""The common parts of a tournament's pages: viewer, names, words, navigation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from tablescribe.domain.tournament.model.roles import ARBITER, ORGANISER, PLAYER
from tablescribe.domain.tournament.restating import may_restate
from tablescribe.ledger.tournaments.festivals import festival_of
from tablescribe.ledger.tournaments.teams import teams_of
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.accelerated_rounds import acceleration_data, acceleration_text
from tablescribe.replays.tournaments.relaxed_rules import unkept
from tablescribe.replays.tournaments.tournament import BYES, HOW, points_text, result_text, seating_data
from tablescribe.replays.tournaments.typed_slips import draw_text
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.forms import fresh
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.table import result_answers
from tablescribe.replays.web.tournaments.queries import TournamentView
from tablescribe.replays.web.tournaments.round_starts import TIME, start_shown

EVERYBODY = (*OFFICIALS, PLAYER, "public")

WAYS: list[tuple[str, str, tuple[str, ...]]] = [
    ("", "Overview", EVERYBODY),
    ("/me", "My table", (PLAYER,)),
    ("/people", "People", OFFICIALS),
    ("/rulings", "Rulings", (ORGANISER, ARBITER)),
    ("/typing", "Slips", OFFICIALS),
    ("/timer", "Timer and printing", OFFICIALS),
    ("/links", "Links", (ORGANISER,)),
    ("/board", "For everyone", EVERYBODY),
]
"""The pages of a tournament: path, name (in the catalogues), and the roles that see it."""

WAYS_OF_TEAMS: list[tuple[str, str, tuple[str, ...]]] = [
    ("/line-up", "Line-up", (PLAYER,)),
    ("/boards", "Boards", EVERYBODY),
    ("/teams", "Teams", EVERYBODY),
]
"""Additional pages of a tournament of teams, after the first two."""

PATHS: Mapping[str, str] = {
    "hall.html": "", "hall_me.html": "/me", "hall_people.html": "/people", "hall_rulings.html": "/rulings",
    "hall_typing.html": "/typing", "hall_slip.html": "/typing", "hall_timer.html": "/timer",
    "hall_links.html": "/links", "hall_line_up.html": "/line-up", "hall_boards.html": "/boards",
    "hall_teams.html": "/teams",
}  # fmt: skip
"""The page of `WAYS` that a template belongs to, even if it shows a refused form at the form's own path."""


def hall_page(request: Request, template: str, seen: TournamentView, status: int = 200, **context: Any) -> HTMLResponse:
    """Return a page of a tournament.

    Its template can use: `seen` (role, names, now: the tournament), `plan`, `base` (the path of its pages), `tell`
    (renders a text in the reader's language), `points` (formats points, also from text), `ways` (links to the other
    pages), `marked` (the current one of them, if any), `festival` (the festival it is a section of), `mark` (the
    prefix of table numbers), `of_teams` (whether entrants are teams), and `fresh` (a new command id for a form).
    """
    reader = Reader(None, language_of(request))
    whole = festival_of(seen.queries.ledger, seen.now.id)
    of_teams = teams_of(seen.queries.ledger, seen.now.id) is not None
    more = WAYS_OF_TEAMS if of_teams else []
    ways = [(path, name) for path, name, roles in [*WAYS[:2], *more, *WAYS[2:]] if seen.role in roles]
    return page(
        request, template, seen.who, status, seen=seen, now=seen.now, plan=seen.now.plan, names=seen.names,
        base=f"/t/{seen.now.id}", tell=reader.sentence, points=lambda value: points_text(Fraction(value)), ways=ways,
        marked=PATHS.get(template), fresh=fresh, official=seen.role in OFFICIALS,
        rules=seen.role in (ORGANISER, ARBITER),
        byes={str(kind): text for kind, text in BYES.items()}, how=HOW,
        festival=whole[0] if whole else None, mark=whole[1].mark if whole else "",
        of_teams=of_teams, position=seen.queries.hall.position(seen.now.id),
        start=start_shown(seen.queries, seen.now, official=seen.role in OFFICIALS), TIME=TIME,
        **{"refused": None, "mine": None, **context},
    )  # fmt: skip


def over_at(seen: TournamentView, match_id: str) -> dict[str, Any] | None:
    """Return the seats' answers to the result of a table's finished match; `None` while it is being played."""
    folded = seen.queries.cache.now(match_id)
    found = result_answers.shown(seen.queries, folded.match, folded.events[-1].at)
    if found is None:
        return None
    people = list(folded.match.opening.people)  # automata are not entrants
    return {**found, **{name: [people.index(seat) for seat in found[name]] for name in ("missing", "objected")}}


def round_told(seen: TournamentView, number: int | None = None) -> dict[str, Any] | None:
    """Return a round for a page, by default the last one: tables, open matches, byes."""
    now = seen.now
    if not now.seatings:
        return None
    seating = now.seating(number or now.round)
    found = seating_data(now, seating, seen.names)
    opened = seen.queries.hall.opened(seating.matches)
    fast = acceleration_data(now, seating.number)
    for one in found["tables"]:
        one["open"], one["over"] = one["match"] in opened, None
        if one["open"] and one["report"] is None and seating is now.seatings[-1]:
            one["over"] = over_at(seen, one["match"])
        one["changeable"] = may_restate(now, seating, one["table"], seen.role, seen.who.id)
        one["result"] = result_text(now, seating, one["table"], seen.names)
    return {
        **found,
        "draw": draw_text(now, seating),
        "accelerated": acceleration_text(fast) if fast is not None else None,
        "by_points": now.plan.stages[seating.paired.stage].scoring.kind == "game_points",
        "unkept": list(unkept(seating, seen.names)),
        "missing": seating.missing,
        "started": bool(opened),
        "all": opened >= set(seating.matches),
    }
