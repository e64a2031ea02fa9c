"""The rule sheet of a match in a reader's language: what is played, how to win, how to score."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.rules.opening import Opening
from tablescribe.replays.reading.reader import Reader


def told_sheet(opening: Opening, reader: Reader) -> list[dict[str, Any]]:
    """Return the sections of a match's rule sheet, each with title and lines; empty if the game has no sheet."""
    texts = opening.game.rulebook.texts(reader.language)
    return [
        {
            "title": reader.sentence(section.title),
            "lines": [
                *map(reader.sentence, section.lines),
                *(f"{number}: {texts[number]}" for number in section.rules),
            ],
        }
        for section in opening.game.sheet(opening)
    ]
