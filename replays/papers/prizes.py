"""Make the printed list of prizes: who wins what, how ties were shared, and the digest to check it by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablescribe.domain.tournament.model.prize_plan import Prizes
from tablescribe.domain.words.text import say
from tablescribe.replays.papers.paper_templates import template
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.prizes import (
    award_text,
    category_lines,
    place_text,
    remainder_lines,
)


def html(data: Mapping[str, Any], prizes: Prizes, language: str = "en") -> str:
    """Return the prizes as one HTML document for printing; `data` comes from `prizes_data`."""
    reader = Reader(None, language)
    return template("prizes.html.j2").render(
        **data, language=language, shown=shown(data, prizes, reader), tell=reader.sentence,
        rest=list(remainder_lines(data, prizes)), say=lambda words, /, **slots: reader.tell(say(words, **slots)),
    )  # fmt: skip


def shown(data: Mapping[str, Any], prizes: Prizes, reader: Reader) -> list[dict[str, Any]]:
    """Return each category for display: its name, who competes, and a line for each winner."""
    return [
        {
            "name": one["name"],
            "about": [reader.sentence(line) for line in category_lines(category)],
            "lines": [
                {
                    "places": place_text(each), "name": each["name"], "number": each["number"],
                    "what": reader.sentence(award_text(each, prizes)),
                }
                for each in one["awards"]
            ],
        }
        for one, category in zip(data["categories"], prizes.categories, strict=True)
    ]  # fmt: skip
