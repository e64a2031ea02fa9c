"""Festivals as data and in words: their sections, and the wall display of all of them.

Tables are named by the letter of their section and their number, such as `A3`, so names are unique in a festival.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Line, final, standings
from tablescribe.domain.words.text import Text, listed, plural, say
from tablescribe.ledger.tournaments.festivals import Festival, Section, range_text
from tablescribe.replays.tournaments.tournament import BYES, points_text, result_text

Names = Mapping[Ref, str]
Held = Sequence[tuple[Section, Tournament, Names]]
"""The sections of a festival, each with its tournament and the names of its people."""


def festival_data(festival: Festival, held: Held) -> dict[str, Any]:
    """Return a festival as plain data: its sections and their progress."""
    return {
        "festival": festival.id,
        "title": festival.title,
        "sections": [section_data(section, now) for section, now, _ in held],
    }


def section_data(section: Section, now: Tournament) -> dict[str, Any]:
    """Return a section as plain data: its round, and the tables that have not reported."""
    missing = now.seatings[-1].missing if now.seatings else []
    return {
        "mark": section.mark, "tournament": now.id, "title": now.plan.title, "lowest": section.lowest,
        "highest": section.highest, "entrants": len(now.entrants), "round": now.round, "rounds": now.plan.rounds,
        "waiting": [f"{section.mark}{table}" for table in missing], "next": next_step(now),
        "finished": now.finished is not None,
    }  # fmt: skip


def next_step(now: Tournament) -> str:
    """Return the next step of a tournament: `enter`, `pair`, `play`, `finish`, or "" if it is finished."""
    if now.finished is not None:
        return ""
    if now.seatings and now.seatings[-1].missing:
        return "play"
    if now.round >= now.plan.rounds:
        return "finish"
    here = [one for one in now.field() if one.plays_in(now.round + 1)]
    return "pair" if len(here) > 1 else "enter"


def section_lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield a section in words, with its next step."""
    ratings = range_text(Section("", data["mark"], data["lowest"], data["highest"]))
    called = f"{data['title']} ({ratings})" if ratings else data["title"]
    yield plural(
        data["entrants"], "{mark}  {title}: 1 person, round {round} of {rounds} ({tournament})",
        "{mark}  {title}: {n} people, round {round} of {rounds} ({tournament})", mark=data["mark"],
        title=called, round=data["round"], rounds=data["rounds"], tournament=data["tournament"],
    )  # fmt: skip
    if data["waiting"]:
        yield say("no result yet: {tables}", tables=listed(data["waiting"]))


# --- the wall ------------------------------------------------------------------------------------


def wall_data(festival: Festival, held: Held) -> dict[str, Any]:
    """Return the wall display as plain data: tables and standings of each section."""
    return {
        "festival": festival.id,
        "title": festival.title,
        "sections": [
            {**section_data(section, now), "tables": _tables(section, now, names), "byes": _byes(now, names),
             **_standings(now, names)}
            for section, now, names in held
        ],
    }  # fmt: skip


def _tables(section: Section, now: Tournament, names: Names) -> list[dict[str, Any]]:
    if not now.seatings:
        return []
    seating = now.seatings[-1]
    return [
        {
            "table": f"{section.mark}{table}", "names": [names[ref] for ref in pod],
            "result": result_text(now, seating, table, names) if table in seating.reports else None,
        }
        for table, pod in enumerate(seating.pods, start=1)
    ]  # fmt: skip


def _byes(now: Tournament, names: Names) -> list[dict[str, str]]:
    byes = now.seatings[-1].byes if now.seatings else {}
    return [{"name": names[ref], "bye": str(kind)} for ref, kind in byes.items()]


def _standings(now: Tournament, names: Names) -> dict[str, Any]:
    """Return the standings after the last finished round, or the final ones of a finished tournament."""
    over = now.round - 1 if now.seatings and now.seatings[-1].missing else now.round
    lines: Sequence[Line] = ()
    if now.finished is not None:
        lines = final(now)
    elif over:
        lines = standings(now, after=over).lines
    return {
        "after": over,
        "standings": [{"rank": one.rank, "name": names[one.ref], "points": str(one.points)} for one in lines],
    }


def wall_lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the wall display in words."""
    for section in data["sections"]:
        yield from section_lines(section)
        for one in section["tables"]:
            people = " – ".join(one["names"])
            result: Text = one["result"] if one["result"] is not None else say("no result yet")
            yield say("{table}: {people}: {result}", table=one["table"], people=people, result=result)
        for one in section["byes"]:
            yield say("{name}: {bye}", name=one["name"], bye=BYES[one["bye"]])
        for one in section["standings"]:
            yield say("{rank}. {name}: {points}", rank=one["rank"], name=one["name"],
                      points=points_text(_fraction(one["points"])))  # fmt: skip


def _fraction(text: str) -> Any:
    from fractions import Fraction

    return Fraction(text)
