"""Compare and merge two recorders' logs of one match: a page for judges, and API routes.

The arbiter's choices are part of the address, so the page works without scripts and "back" undoes a choice. Nothing is
recorded before all differences are settled. Then one form records the merged match, with an event for each difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tablescribe.domain.aligning.alignment import align
from tablescribe.domain.aligning.difference import TAKES, Alignment, Take
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.reconciling import JUDGE, reconcile
from tablescribe.ledger.read_models.queries import MatchFilter
from tablescribe.replays.auditing.log_comparison import SAYS, Comparison
from tablescribe.replays.reading.outcome import say_result
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import Denied, Pass
from tablescribe.replays.web.api.matches import ACommands, AQueries, Language, Who, operations
from tablescribe.replays.web.api.requests import MatchId, NewReading
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.forms import attempt, fresh
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.table.listing import bring_up
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.table.queries import Queries

comparing = operations(tags=["judging"])

MOST_LIKELY = 5
"""Maximum number of matches offered as the other log."""

Other = Annotated[str, Query(alias="with", max_length=64, description="The id of the other log, in full.")]
Takes = Annotated[
    list[str],
    Query(alias="take", max_length=1000, description="Of a difference, which log is right: 2=first, second, both, "
          "neither."),
]  # fmt: skip

_aligned: LruCache[Alignment] = LruCache(32)
"""Cached alignments, because looking ahead through two logs is slow."""


def takes_of(said: Sequence[str]) -> dict[int, Take]:
    """Return the decisions in an address or form, by the number of the difference.

    Raises:
        Refused: a decision has another form.
    """
    found: dict[int, Take] = {}
    for text in said:
        number, _, take = text.partition("=")
        if take not in TAKES or not (number.isascii() and number.isdecimal() and len(number) < 7):
            raise Refused(
                say("{text} is not a decision. Write N=first, N=second, N=both or N=neither", text=repr(text))
            )
        found[int(number)] = take
    return found


def both_logs(queries: Queries, who: Pass, match_id: str, other: str) -> tuple[Match, Match]:
    """Return two logs of one match, for a judge of the first.

    A judge of one match or one tournament may read another log of it, but not a table of another tournament.

    Raises:
        Denied: the pass does not allow it. NoSuchMatch: there is no match of that id.
        Refused: they are not logs of one match.
    """
    who.require(who.judges, say("compare two logs, which reveals hidden information"))
    first = queries.folded(who, match_id).match
    second = queries.cache.now(other).match
    if who.match is not None and other != who.match:
        bring_up(queries)  # so that tables of a round just paired are recognised
        theirs = queries.ledger.asking.tournaments_of(other)
        if [one for one in theirs if one != who.tournament] or second.opened.facts != first.opened.facts:
            raise Denied(say("this link is for another match. Open the link of this match"))
    for one in (match_id, other):
        queries.access.looked(who, one, say("everything"))
    return first, second


def compared(first: Match, second: Match, takes: Mapping[int, Take]) -> Comparison:
    """Return the alignment of two logs with the decisions so far."""
    key = (first.id, first.version, second.id, second.version, tuple(sorted(takes.items())))
    return Comparison(first, second, _aligned.get(key, lambda: align(first, second, takes)))


def likely(queries: Queries, who: Pass, match: Match) -> list[dict[str, Any]]:
    """Return matches that may be the other log: the latest of that game with the same people."""
    if who.match is not None and who.tournament is None:
        return []
    bring_up(queries)
    names = queries.cache.names(match)
    found = queries.ledger.asking.matches(MatchFilter(game=match.opened.game, person=names[0]))
    same = [one for one in found if list(one.seats) == names and one.id != match.id]
    return [{"id": one.id, "opened": one.opened.isoformat(timespec="minutes"), "moves": one.moves}
            for one in same[:MOST_LIKELY]]  # fmt: skip


def _page(
    request: Request, who: Pass, queries: Queries, match_id: str, other: str, said: Sequence[str],
    refused: dict[str, Any] | None = None, status: int = 200, reason: str = "", done: str = "",
) -> Response:  # fmt: skip
    language = language_of(request)
    who.require(who.judges, say("compare two logs, which reveals hidden information"))
    folded = queries.folded(who, match_id)
    reader = queries.reader(folded.match, language)
    known: dict[str, Any] = {
        "match": queries.heading(folded, language), "other": other, "refused": refused, "reason": reason,
        "command": fresh(), "says": {take: reader.tell(text) for take, text in SAYS.items()},
    }  # fmt: skip
    if not other:
        return page(
            request, "compare.html", who, status, found=None, likely=likely(queries, who, folded.match), **known
        )
    takes = takes_of(said)
    found = compared(*both_logs(queries, who, match_id, other), takes)
    taken = [f"{number}={take}" for number, take in sorted(takes.items())]

    def to(number: int, take: str) -> str:
        others = [one for one in taken if int(one.partition("=")[0]) < number]
        return "?" + urlencode([("with", other), *(("take", one) for one in [*others, f"{number}={take}"] if take)])

    return page(
        request, "compare.html", who, status, found=found, rows=list(found.rows(reader)), to=to, taken=taken,
        verdict=reader.sentence(found.verdict()), open=[one.number for one in found.alignment.questions],
        second=queries.heading(queries.cache.now(other), language), done=_done(queries, found, done, reader), **known,
    )  # fmt: skip


def _done(queries: Queries, found: Comparison, reading: str, reader: Reader) -> dict[str, Any] | None:
    """Return the merged match of two logs, and its effect in the tournament of the first; `None` if there is none."""
    if not reading:
        return None
    match = queries.cache.now(reading).match
    if match.sourced is None or [one.match for one in match.sourced.sources] != [found.first.id, found.second.id]:
        return None
    told: dict[str, Any] = {"match": match.id, "result": "", "tournament": ""}
    if match.result is not None:
        told["result"] = reader.sentence(say_result(match.opening, match.result))
    bring_up(queries)
    for tournament in queries.ledger.asking.tournaments_of(found.first.id):
        now = queries.hall.now(tournament)
        round_number, table = now.table_of(found.first.id) or (0, 0)
        report = now.seatings[round_number - 1].reports.get(table) if round_number else None
        told |= {"tournament": tournament, "round": round_number, "table": table,
                 "reported": report.match if report is not None else None}  # fmt: skip
    return told


@comparing.get("/m/{match_id}/compare", include_in_schema=False, response_class=HTMLResponse)
def compare_page(
    request: Request, match_id: MatchId, who: Who, queries: AQueries, other: Other = "", take: Takes = [],  # noqa: B006
    done: Annotated[str, Query(pattern=r"^[0-9A-Za-z_-]{0,64}$")] = "",
) -> Response:  # fmt: skip
    """Show both logs of a match side by side, with the open differences."""
    if not other.strip():
        return _page(request, who, queries, match_id, "", [])
    back = f"/m/{match_id}/compare"

    def again(refused: dict[str, Any], status: int) -> Response:
        return _page(request, who, queries, match_id, "", [], refused, status)

    shown: list[Response] = []

    def show() -> None:
        shown.append(_page(request, who, queries, match_id, _id(other), take, done=done))

    found = attempt(request, show, back, again)
    return shown[0] if shown else found


@comparing.post("/m/{match_id}/compare", include_in_schema=False, response_class=HTMLResponse)
def reconcile_here(
    request: Request, match_id: MatchId, who: Who, queries: AQueries, commands: ACommands,
    command: Annotated[str, Form(pattern=r"^[0-9A-Za-z_-]{8,64}$")],
    other: Annotated[str, Form(max_length=64)], reason: Annotated[str, Form(max_length=500)] = "",
    take: Annotated[list[str], Form(max_length=1000)] = [],  # noqa: B006
) -> Response:  # fmt: skip
    """Record the merged match, as the arbiter settled it."""
    made: list[str] = []

    def do() -> None:
        made.append(_recorded(commands, who, match_id, other, takes_of(take), reason, command).id)

    def again(refused: dict[str, Any], status: int) -> Response:
        return _page(request, who, queries, match_id, other, take, refused, status, reason)

    answer = attempt(request, do, "", again)
    if not made:
        return answer
    query = urlencode([("with", other), *(("take", one) for one in take), ("done", made[0])])
    return RedirectResponse(f"/m/{match_id}/compare?{query}", 303)


def _recorded(
    commands: Any, who: Pass, match_id: str, other: str, takes: Mapping[int, Take], reason: str, command: str
) -> Match:
    both_logs(commands.queries, who, match_id, other)
    return reconcile(
        commands.scribe(who), match_id, other, takes, by=JUDGE, reasons=dict.fromkeys(takes, reason),
        command_id=command,
    )  # fmt: skip


def _id(typed: str) -> str:
    """Return the id in a typed or pasted text: an id, or the address of a match."""
    found = typed.strip().partition("/m/")
    return (found[2].partition("/")[0] if found[1] else found[0]).strip()


@comparing.get("/api/v1/matches/{match_id}/comparison")
def comparison(
    match_id: MatchId, who: Who, queries: AQueries, language: Language, other: Other = "", take: Takes = []  # noqa: B006
) -> dict[str, Any]:  # fmt: skip
    """Compare two logs of one match: their differences, what the rules settle, and what a person must decide."""
    found = compared(*both_logs(queries, who, match_id, other), takes_of(take))
    reader = queries.reader(found.first, language)
    return {**found.data(reader), "verdict": reader.tell(found.verdict())}


@comparing.post("/api/v1/matches/{match_id}/readings", status_code=201)
def new_reading(body: NewReading, match_id: MatchId, who: Who, commands: ACommands) -> dict[str, Any]:
    """Merge two logs of one match into a new match. Both logs stay as they are."""
    takes = {one.difference: one.take for one in body.takes}
    made = _recorded(commands, who, match_id, body.other, takes, body.reason, body.command_id)
    settled = {how: sum(one.how == how for one in made.settled) for how in ("order", "rule", "person")}
    return {
        "match": made.id, "sources": [match_id, body.other], "version": made.version, "move": made.head,
        "closed": made.closed is not None, "settled": settled,
    }  # fmt: skip
