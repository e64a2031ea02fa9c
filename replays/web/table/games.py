"""The data of a game for opening a match: seats, options, actions, rules."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.domain.games import game, opening
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.choices import option_fields, spaced


def game_data(key: str, language: str = ENGLISH) -> dict[str, Any]:
    """Return the data of a game for opening a match, with its rules in a language if they are translated.

    Raises:
        UnknownGame: there is no such game.
    """
    found = game(key)
    reader = Reader(opening(key, max(found.seats)), language)
    return {
        "game": key,
        "title": found.title,
        "edition": found.edition,
        "seats": list(found.seats),
        "labels": [reader.name(seat_name(k)) for k in range(1, max(found.seats) + 1)],
        "automata": list(found.automata),
        "options": option_fields(found.options, reader),
        "templates": [{"name": one, "label": reader.tell(spaced(one))} for one in found.templates],
        "actions": [kind.model_json_schema() for kind in found.rules.kinds()],
        "rules": [found.rulebook.told(rule.number, language).model_dump() for rule in found.rulebook.rules],
        "language": found.rulebook.language(language),
    }
