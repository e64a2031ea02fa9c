"""Questions of chance in the set-ups of a round's tables, for pages: answering one opens the match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from fastapi import Request

from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.tournaments.tables import OpeningQuestion
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.table.choices import name_seats, question_data
from tablescribe.replays.web.tournaments.commands import organiser_of
from tablescribe.replays.web.tournaments.queries import TournamentView

MOST_TOLD = 100
"""Maximum number of outcomes entered for a set-up before the next question."""


def read_told(told: Iterable[str]) -> list[Outcome]:
    """Return the outcomes in a form or address."""
    given = [one.strip()[:100] for one in told if one.strip()][:MOST_TOLD]
    return [int(one) if one.lstrip("-").isdecimal() else one for one in given]


def way_on(path: str, table: int, told: Sequence[Outcome]) -> str:
    """Return the address of a page that continues to ask a table, with the outcomes entered so far."""
    return f"{path}?{urlencode({'table': table, 'told': told}, doseq=True)}#table-{table}"


def asked(request: Request, seen: TournamentView, tables: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Return the questions of some tables of the last round that must be answered before their matches are opened.

    The outcomes entered so far for one of them are part of the page's address, so a reload loses nothing.
    """
    now = seen.now
    if not now.seatings or now.finished is not None:
        return {}
    query, organiser, seating = request.query_params, organiser_of(seen.queries, seen.who), now.seatings[-1]
    at = int(query.get("table", "0")) if query.get("table", "").isdecimal() else 0
    found: dict[int, dict[str, Any]] = {}
    alike: dict[int, OpeningQuestion | None] = {}
    for table in tables:
        told = read_told(query.getlist("told")) if table == at else []
        size, question = len(seating.pods[table - 1]), None
        with suppress(Spoken):  # an address can contain anything
            if told:
                question = organiser.question(now, seating, table, told)
        if question is None:
            told = []
            question = alike[size] = alike[size] if size in alike else organiser.question(now, seating, table)
        if question is not None:
            people = [seen.names[ref] for ref in seating.pods[table - 1]]
            found[table] = _shown(question, told, people, language_of(request))
    return found


def _shown(asked: OpeningQuestion, told: list[Outcome], people: Sequence[str], language: str) -> dict[str, Any]:
    called = list(people) if len(people) == len(asked.people) else list(asked.people)
    reader = Reader(asked.opening, language, called)
    said = question_data(asked.question, None, reader)
    name_seats(said, asked.question, called)
    return {**said, "words": reader.sentence(asked.question.text()), "told": told}
