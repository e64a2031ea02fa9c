"""The contents of the public pages of a tournament. Independent of HTTP and of single games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.consequences import Consequences, consequences
from tablescribe.domain.tournament.model.events import (
    Adjusted,
    Appealed,
    Clocked,
    Corrected,
    Decided,
    Penalised,
    Restated,
    Returned,
    Withdrawn,
)
from tablescribe.domain.tournament.model.folding import as_of, before
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tie_break_names import CALLED
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.round_clock import read_clock
from tablescribe.domain.tournament.scoring.standings import Line, final
from tablescribe.domain.tournament.told_results import written_result
from tablescribe.domain.words.text import say
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.accelerated_rounds import acceleration_data, acceleration_text
from tablescribe.replays.tournaments.event_wording import event_text
from tablescribe.replays.tournaments.plan_text import plan_data
from tablescribe.replays.tournaments.prizes import prize_lines
from tablescribe.replays.tournaments.relaxed_rules import unkept
from tablescribe.replays.tournaments.round_clock import limit_of
from tablescribe.replays.tournaments.round_games import has_games, notation_of, round_games
from tablescribe.replays.tournaments.tournament import BYES, HOW, consequence_lines, points_text, result_text, why
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.public.page_cache import CachedTournament
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.tournaments.round_starts import start_on_wall, times_ahead

Args = Mapping[str, Any]
Page = tuple[str, dict[str, Any]]

OFFICIAL = (Adjusted, Restated, Corrected, Penalised, Appealed, Decided, Withdrawn, Returned, Clocked)
"""Actions of officials on the public list of rulings."""

CHANGES = (Corrected, Penalised, Decided)
"""Events that can change earlier standings and pairings."""

FOUND = 30
"""Maximum number of people that a search shows."""


BESIDE = 20
"""Number of lines of the standings beside a round's tables."""


def front(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the front page of a tournament: plan, progress and entrants."""
    now = known.now
    people = [
        {
            "number": one.number, "name": known.names[one.ref], "rating": one.rating, "entered_in": one.entered_in,
            "withdrawn_after": one.withdrawn_after,
        }
        for one in now.field()
    ]  # fmt: skip
    rounds = [
        {
            "number": one.number, "tables": len(one.pods), "missing": len(one.missing), "at": one.paired.at,
            "words": reader.sentence(_paired(one)),
            "broken": [reader.sentence(text) for text in unkept(one, known.names)],
        }
        for one in now.seatings
    ]  # fmt: skip
    stages = [
        {**one, "lines": [reader.sentence(line) for line in one["lines"]],
         "tie_breaks": [{**tie, "name": reader.sentence(tie["name"])} for tie in one["tie_breaks"]]}
        for one in plan_data(now.plan)
    ]  # fmt: skip
    prizes = list(prize_lines(now.plan.prizes)) if now.plan.prizes is not None else []
    return "board.html", {
        "people": people, "rounds": rounds, "stages": stages, "prizes": prizes, "times": times_ahead(queries, now),
    }  # fmt: skip


def _paired(seating: Seating) -> Any:
    paired = seating.paired
    return say(
        "paired by {engine}, lot {seed}, input {input}", engine=f"{paired.engine} {paired.engine_version}",
        seed=paired.seed, input=paired.input[:16],
    )  # fmt: skip


# --- a round -------------------------------------------------------------------------------------


def pairings(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the page of a round: seating and results; people are found by name or number."""
    now = known.now
    if not now.seatings:
        return "board_round.html", {"seating": None, "tables": [], "byes": [], "found": None, "find": "", "lines": []}
    seating = now.seating(args.get("number") or now.round)
    tables = [_table(known, seating, table, reader) for table in range(1, len(seating.pods) + 1)]
    byes = [{"name": known.names[ref], "kind": reader.tell(BYES[kind])} for ref, kind in seating.byes.items()]
    find = str(args.get("find") or "").strip()
    found = known.standings(now, after=None, ruled=True, stage=None)
    fast = acceleration_data(now, seating.number)
    notation = notation_of(now, seating) if has_games(now, seating, _for_all(queries)) else None
    return "board_round.html", {
        "accelerated": reader.sentence(acceleration_text(fast)) if fast is not None else "",
        "seating": seating, "tables": tables, "byes": byes, "find": find,
        "found": _found(known, seating, tables, byes, find) if find else None,
        "lines": [_line(known, one, 0) for one in found.lines[:BESIDE]], "after": found.after, "games": notation,
    }  # fmt: skip


def games(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the file with the games of a finished round, without notes, as spectators may see them."""
    seating = known.now.seating(args["number"])
    return "games.txt", {"text": Markup(round_games(known.now, seating, known.names, _for_all(queries)).text)}


def _for_all(queries: Queries) -> Callable[[str], Match]:
    """Return a function that reads a match as everybody may see it."""

    def read(match_id: str) -> Match:
        return queries.folded(Pass("everybody", SPECTATOR, match_id), match_id).match

    return read


def _table(known: CachedTournament, seating: Seating, table: int, reader: Reader) -> dict[str, Any]:
    now, pod, report = known.now, seating.pods[table - 1], seating.reports.get(table)
    said = now.said(report) if report is not None else None
    return {
        "table": table,
        "people": [
            {
                "name": known.names[ref], "number": now.entrants[ref].number,
                "place": said.places[seat] if said is not None else None,
                "points": said.points[seat] if said is not None and said.points else None,
                "absent": said is not None and seat + 1 in said.absent,
            }
            for seat, ref in enumerate(pod)
        ],
        "out": report is None,
        "how": reader.tell(HOW[said.how]) if said is not None else "",
        "corrected": isinstance(said, Corrected),
        "score": written_result(said.places, said.points) if said is not None and len(pod) == 2 else "",
    }  # fmt: skip


def _found(
    known: CachedTournament,
    seating: Seating,
    tables: Sequence[dict[str, Any]],
    byes: Sequence[dict[str, Any]],
    find: str,
) -> list[dict[str, Any]]:
    """Return the people whose name contains a text or whose number it is, with their seats."""
    sought, number = find.casefold(), find.lstrip("#")
    if number.isdecimal():  # a starting number must match completely
        sought = "#" + number
    found = [
        {"name": one["name"], "number": one["number"], "table": table["table"], "seat": seat}
        for table in tables
        for seat, one in enumerate(table["people"], start=1)
        if (number == str(one["number"]) if number.isdecimal() else sought in str(one["name"]).casefold())
    ]
    found += [{"name": one["name"], "number": None, "table": None, "seat": one["kind"]} for one in byes
              if (sought == one["name"] if number.isdecimal() else sought in str(one["name"]).casefold())]  # fmt: skip
    return found[:FOUND]


def table(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the page of one table: people, the result as played and as ruled, and its events."""
    now, number, place = known.now, args["number"], args["table"]
    seating = now.seating(number)
    seating.must_have(place)
    report = seating.reports.get(place)
    readings = []
    if report is not None:
        version = report.originator_version
        entered = (report, *now.restated.get(version, ()), *now.corrections.get(version, ()))
        texts = [(event, event_text(now, event, known.names)) for event in entered]
        readings = [{"event": one.originator_version, "at": one.at, "words": reader.sentence(text),
                     "changes": isinstance(one, CHANGES)} for one, text in texts]  # fmt: skip
    return "board_table.html", {
        "seating": seating, "one": _table(known, seating, place, reader), "readings": readings,
        "match": seating.matches[place - 1], "head": report.head if report is not None else "",
        "result": reader.sentence(result_text(now, seating, place, known.names)),
    }  # fmt: skip


# --- standings -----------------------------------------------------------------------------------


def _moment(text: str) -> datetime | None:
    """Return a time as forms write it (UTC without a zone).

    Raises:
        Refused: it is not a time.
    """
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(say("{text} is not a valid time. Example: 2026-11-22T15:40", text=text)) from None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _then(known: CachedTournament, args: Args) -> Tournament:
    moment = _moment(str(args.get("at") or ""))
    return as_of(known.now, moment) if moment is not None else known.now


def _short(value: Fraction) -> str:
    """Return a tie-break with at most two decimals; the page shows the exact value behind it."""
    exact = points_text(value)
    return f"{float(value):.2f}" if "/" in exact or len(exact.partition(".")[2]) > 2 else exact


def _line(known: CachedTournament, line: Line, ties: int) -> dict[str, Any]:
    return {
        "rank": line.rank, "number": line.number if line.stage == 0 else known.now.entrants[line.ref].number,
        "name": known.names[line.ref], "points": points_text(line.points),
        "values": [{"short": _short(value), "exact": points_text(value)} for value in line.values[:ties]],
    }  # fmt: skip


def standing(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the page of standings after a round or as of a time, as ruled or as played, or over all stages."""
    then, ruled = _then(known, args), not args.get("played")
    after, stage, at = args.get("after"), args.get("stage"), args.get("at") or ""
    whole = then.finished is not None and after is None and stage is None and len(then.plan.stages) > 1
    found = known.standings(then, after=after, ruled=ruled, stage=stage - 1 if stage else None)
    lines = final(then, ruled=ruled) if whole else found.lines
    ties = [] if whole else [reader.sentence(CALLED[one]) for one in found.tie_breaks]
    query = {"after": found.after if after is not None else "", "at": at, "played": "" if ruled else 1}
    return "board_standing.html", {
        "lines": [_line(known, one, len(ties)) for one in lines], "ties": ties, "then": then, "at": at,
        "stage": "" if whole else then.plan.stages[found.stage].name, "after": found.after, "ruled": ruled,
        "whole": whole, "query": urlencode({key: value for key, value in query.items() if value != ""}),
        "open": [one.number for one in then.seatings if one.number <= found.after and one.missing],
        "changed": sum(map(len, then.corrections.values())) + sum(map(then.stands, then.penalties.values())),
    }  # fmt: skip


def reasons(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the page with the origin of each point of an entrant."""
    then, after, stage = _then(known, args), args.get("after"), args.get("stage")
    found = known.standings(then, after=after, ruled=not args.get("played"), stage=stage - 1 if stage else None)
    line = found.line(queries.hall.ref_of(then, args["number"]))
    parts = why(queries.ledger, then, line, known.names)
    return "board_why.html", {
        "line": _line(known, line, len(found.tie_breaks)),
        "ties": [reader.tell(CALLED[one]) for one in found.tie_breaks],
        "after": found.after, "ruled": found.ruled,
        "parts": [
            {"points": points_text(one.part.points), "words": reader.sentence(one.text), "round": one.part.round,
             "table": one.part.table, "event": one.part.event, "corrected": one.part.corrected,
             "penalty": one.part.source == "penalty", "match": one.part.match, "move": one.move}
            for one in parts
        ],
    }  # fmt: skip


# --- rulings -------------------------------------------------------------------------------------


def rulings(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the list of everything that officials ruled, changed or heard, latest first."""
    now = known.now
    told = [
        {"event": one.originator_version, "at": one.at, "by": one.by, "changes": isinstance(one, CHANGES),
         "words": reader.sentence(event_text(now, one, known.names))}
        for one in now.deeds()
        if isinstance(one, OFFICIAL)
    ]  # fmt: skip
    return "board_rulings.html", {"told": told[::-1]}


def ruling(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the page of one ruling, with its effects: standings, pairings made on the old ones, the cut."""
    now, number = known.now, args["event"]
    event = now.deed(number) if 1 <= number <= now.version else None
    if not isinstance(event, CHANGES):
        raise Refused(say("event {version} is not a ruling with consequences", version=number))
    changed = consequences(before(now, number), before(now, number + 1))
    ranks = tuple(one for one in changed.standings if one.points == one.points_were)
    points = replace(changed, standings=tuple(one for one in changed.standings if one not in ranks))
    others = Consequences(ranks, (), ())
    return "board_ruling.html", {
        "event": event, "words": reader.sentence(event_text(now, event, known.names)),
        "touched": [] if points.none and ranks else [*map(reader.sentence, consequence_lines(points, known.names))],
        "others": [*map(reader.sentence, consequence_lines(others, known.names))] if ranks else [],
    }  # fmt: skip


# --- the wall ------------------------------------------------------------------------------------

LEAF = 18
"""Number of lines of the wall shown at once: two columns of nine, legible from eight metres."""


def wall(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the page of the wall display."""
    return "wall.html", wall_data(queries, known, reader)


def wall_part(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the changing part of the wall display."""
    return "_wall.html", wall_data(queries, known, reader)


def wall_data(queries: Queries, known: CachedTournament, reader: Reader) -> dict[str, Any]:
    """Return the contents of the wall display: round, clock, unfinished tables, seating, standings."""
    now = known.now
    seating = now.seatings[-1] if now.seatings else None
    seats = [] if seating is None or not seating.missing else _seats(known, seating)
    lines, after = last_lines(known)
    stand = [{"rank": one.rank, "name": known.names[one.ref], "points": points_text(one.points)} for one in lines]
    return {
        "seating": seating, "clock": _clock(now, seating), "out": seating.missing if seating is not None else [],
        "tables": len(seating.pods) if seating is not None else 0, "after": after,
        "seats": [seats[n : n + LEAF] for n in range(0, len(seats), LEAF)],
        "leaves": [stand[n : n + LEAF] for n in range(0, len(stand), LEAF)], "start": start_on_wall(queries, now),
    }  # fmt: skip


def last_lines(known: CachedTournament) -> tuple[Sequence[Line], int]:
    """Return the standings after the last finished round, or the final ones, and their round."""
    now = known.now
    if now.finished is not None:
        return final(now), now.round
    over = now.round - 1 if now.seatings and now.seatings[-1].missing else now.round
    if over < 1:
        return (), 0
    return known.standings(now, after=over).lines, over


def _seats(known: CachedTournament, seating: Seating) -> list[dict[str, Any]]:
    """Return the seating by name, without people whose table has reported."""
    found = [
        {"name": known.names[ref], "table": table}
        for table, pod in enumerate(seating.pods, start=1)
        if table not in seating.reports
        for ref in pod
    ]
    if not known.shown.names:  # sorted by number
        return sorted(found, key=lambda one: int(str(one["name"])[1:]))
    return sorted(found, key=lambda one: str(one["name"]).casefold())


def _clock(now: Tournament, seating: Seating | None) -> dict[str, Any]:
    """Return a clock that a device with the service's time can continue, because it is cached with the page."""
    if seating is None:
        return {"state": "waiting", "limit": 0, "ran": 0, "since": None, "until": None}
    clock, limit = read_clock(seating), limit_of(now, seating)
    most = limit * 60 + round(clock.extended.total_seconds()) if limit else 0
    until = None
    if clock.since is not None and limit:
        left = clock.left(clock.since, limit)
        until = clock.since + left if left is not None else None
    return {
        "state": clock.state, "limit": most, "ran": round(clock.ran.total_seconds(), 3),
        "since": round(clock.since.timestamp() * 1000) if clock.since is not None else None, "until": until,
    }  # fmt: skip
