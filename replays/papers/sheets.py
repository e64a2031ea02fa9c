"""Make the sheets of a tournament to post or publish: the standings after a round, and the pairings of a round."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tie_break_names import CALLED
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say
from tablescribe.replays.papers.paper_templates import template
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.accelerated_rounds import acceleration_text
from tablescribe.replays.tournaments.sheets import pairings_sheet, provisional_lines
from tablescribe.replays.tournaments.tournament import BYES, points_text, result_text


def standings_html(data: Mapping[str, Any], language: str = "en") -> str:
    """Return standings as one HTML document; `data` comes from `standings_sheet` or `final_sheet`."""
    reader = Reader(None, language)
    reading = say("as ruled") if data["reading"] == "ruled" else say("as played")
    return _rendered(
        "standings", {**data, "table": data["lines"], "reading": reading}, reader, called=CALLED,
        provisional=list(provisional_lines(data)), points_text=lambda text: points_text(Fraction(text)),
    )  # fmt: skip


def pairings_html(
    tournament: Tournament, seating: Seating, names: Mapping[Ref, str], language: str = "en", *, mark: str = ""
) -> str:
    """Return a round's pairings as one HTML document; the result of an unfinished table is left blank."""
    data = pairings_sheet(tournament, seating, names, mark=mark)
    reader = Reader(None, language)
    rows = [
        {
            "table": table,
            "people": " – ".join(names[ref] for ref in pod),
            "result": result_text(tournament, seating, table, names) if table in seating.reports else None,
        }
        for table, pod in enumerate(seating.pods, start=1)
    ]
    fast = data["accelerated"]
    return _rendered(
        "pairings", data, reader, rows=rows, away=[(names[ref], BYES[kind]) for ref, kind in seating.byes.items()],
        fast=acceleration_text(fast) if fast is not None else None,
    )  # fmt: skip


def _rendered(name: str, data: Mapping[str, Any], reader: Reader, **more: Any) -> str:
    return template(f"{name}.html.j2").render(
        **data, **more, language=reader.language, tell=reader.tell,
        say=lambda words, /, **slots: reader.tell(say(words, **slots)),
    )  # fmt: skip
